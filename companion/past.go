package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
)

// A phone may look at a game as it stood before: at the one under way as far as its seat could see it then, to know what an undo would take
// back, and at one that has ended as its record has it. Moves are played again beside the table, by the goroutine that asks: the table waits for
// none of it.

// mostUndone is how many moves a Past tells as undone.
const mostUndone = 200

// askPast answers how a game stood.
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
	return answer{later: func(ctx context.Context) answer {
		past, err := archive.Past(ctx, r.Game, r.At, r.Names, language)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Past: past}}
	}}
}

// pastOf is the game under way as a phone could see it when so many of the moves that stand had been made: what it was shown then. All that
// belongs to the table's goroutine is taken along here.
func pastOf(g *session.Game, w *wiring, c caller, r protocol.PastRequest) answer {
	words, seat := g.InLanguage(c.language), c.seat
	of := len(g.Log)
	at := min(r.At, of)
	first, moves := g.History.At(0), g.History.Moves()[:at:at]
	past := &protocol.Past{
		At: at, Of: of,
		Game: protocol.Game{
			ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started), Options: session.OptionsOf(g.Setup),
			Seats: g.SeatViews(), Log: w.log(g, words, seat, at-protocol.LogLines, at),
		},
		Undone: undone(g, w, words, seat, max(at, of-mostUndone)),
	}
	if r.Names {
		past.Names = words.NameList()
	}
	return answer{later: func(ctx context.Context) answer {
		if err := session.PlayAgain(ctx, first, moves, nil); err != nil {
			return answered(err)
		}
		session.ShowPast(past, words.Phrases, first.View(seat))
		return answer{Answer: protocol.Answer{OK: true, Past: past}}
	}}
}

// undone are the moves from one on, which would be taken back, a line each. Of one that a seat must not know the line says that there is one.
func undone(g *session.Game, w *wiring, words *session.Localizer, seat engine.Seat, from int) []protocol.LogLine {
	lines := make([]protocol.LogLine, len(g.Log)-from)
	for i := range lines {
		lines[i] = protocol.LogLine{N: from + i + 1, Seat: -1, Text: inSecret.In(words.Code)}
		if told := w.log(g, words, seat, from+i, from+i+1); len(told) > 0 {
			lines[i] = told[0]
		}
	}
	return lines
}
