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
func (t *Table) askPast(p *Phone, r protocol.PastRequest) answer {
	if err := r.Check(); err != nil {
		return answered(err)
	}
	switch {
	case t.game != nil && (r.Game == "" || r.Game == t.game.Journal.Name()):
		return t.pastOf(t.game, t.seatOf(p), p.language, r)
	case r.Game == "":
		return answered(errNoGame)
	}
	return answer{later: func(ctx context.Context) answer {
		past, err := t.archive.Past(ctx, r.Game, r.At, r.Names, p.language)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Past: past}}
	}}
}

// pastOf is the game under way as a seat could see it when so many of the moves that stand had been made: what its phone was shown then. All that
// belongs to the table's goroutine is taken along here.
func (t *Table) pastOf(g *session.Game, seat engine.Seat, language string, r protocol.PastRequest) answer {
	words := g.InLanguage(language)
	of := len(g.Log)
	at := min(r.At, of)
	first, moves := g.History.At(0), g.History.Moves()[:at:at]
	past := &protocol.Past{
		At: at, Of: of,
		Game: protocol.Game{
			ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started), Options: session.OptionsOf(g.Setup),
			Seats: g.SeatViews(), Log: t.logTo(words, seat, at-protocol.LogLines, at),
		},
		Undone: t.undone(words, seat, max(at, of-mostUndone)),
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
func (t *Table) undone(words *session.Localizer, seat engine.Seat, from int) []protocol.LogLine {
	lines := make([]protocol.LogLine, len(t.game.Log)-from)
	for i := range lines {
		lines[i] = protocol.LogLine{N: from + i + 1, Seat: -1, Text: inSecret.In(words.Code)}
		if told := t.logTo(words, seat, from+i, from+i+1); len(told) > 0 {
			lines[i] = told[0]
		}
	}
	return lines
}
