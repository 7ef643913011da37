package companion

import (
	"context"

	"familiar/companion/announce"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/companion/wired"
	"familiar/engine"
)

// A phone may look at an earlier position of a game: of the one under way as its seat saw it then, to know what an undo would take back, and of one that
// has ended as its record has it. The goroutine that asks plays the moves again, so that the table does not wait.

// maxUndone is how many moves Past.Undone holds at most.
const maxUndone = 200

// askPast answers how a game stood after some of its moves.
func (t *Table) askPast(c caller, r protocol.PastRequest) answer {
	if err := r.Check(); err != nil {
		return answered(err)
	}
	g := t.referee.game
	switch {
	case g != nil && (r.Game == "" || r.Game == g.Journal.Name()):
		return pastOf(g, &t.wiring, c, r)
	case r.Game == "":
		return answered(errNoGame)
	}
	archive, language := t.archive, c.language
	return answer{later: func(ctx context.Context) (protocol.Answer, error) {
		past, err := archive.Past(ctx, r.Game, r.At, r.Names, language)
		return protocol.Answer{OK: true, Past: past}, err
	}}
}

// pastOf answers how the game under way stood after some of the moves that stand, as the phone saw it then. It reads everything that belongs to the
// table's goroutine before it returns.
func pastOf(g *session.Game, w *wired.Devices, c caller, r protocol.PastRequest) answer {
	words, seat := g.InLanguage(c.language), c.seat
	of := len(g.Log)
	at := min(r.At, of)
	first, moves := g.History.At(0), g.History.Moves()[:at:at]
	past := &protocol.Past{
		At: at, Of: of,
		Game: protocol.Game{
			ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started), Options: session.OptionsOf(g.Setup),
			Seats: g.SeatViews(), Log: w.LogLines(g, words, seat, at-protocol.LogLines, at),
		},
		Undone: undone(g, w, words, seat, max(at, of-maxUndone)),
	}
	if r.Names {
		past.Names = words.NameList()
	}
	return answer{later: func(ctx context.Context) (protocol.Answer, error) {
		if err := session.PlayAgain(ctx, first, moves, nil); err != nil {
			return protocol.Answer{}, err
		}
		session.ShowPast(past, words.Phrases, first.View(seat))
		return protocol.Answer{OK: true, Past: past}, nil
	}}
}

// undone returns a line for each move from an index on, which an undo would take back. Of a move that the seat must not know of it says only that there is one.
func undone(g *session.Game, w *wired.Devices, words *session.Localizer, seat engine.Seat, from int) []protocol.LogLine {
	lines := make([]protocol.LogLine, len(g.Log)-from)
	for i := range lines {
		lines[i] = protocol.LogLine{N: from + i + 1, Seat: -1, Text: announce.SecretText.In(words.Code)}
		if line := w.LogLines(g, words, seat, from+i, from+i+1); len(line) > 0 {
			lines[i] = line[0]
		}
	}
	return lines
}
