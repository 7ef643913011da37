package companion

import (
	"context"
	"fmt"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
)

// A phone may look at a game as it stood before: at the one under way as far as its seat could see it then, to know what an undo would take
// back, and at one that has ended as its record has it. Moves are played again beside the table, by the goroutine that asks: the table waits for
// none of it.

const (
	mostUndone = 200 // moves that a Past tells as undone
	breath     = 256 // moves that are played again between two looks whether anybody still wants to know
)

var (
	errNotEnded = lang.T("that game has not ended: its record can be read once it has")
	errBefore   = lang.T("a game cannot stand before its first move")
)

// askPast answers how a game stood.
func (t *Table) askPast(p *Phone, r protocol.Request) answer {
	switch {
	case r.At < 0:
		return answered(errBefore)
	case t.game != nil && (r.Game == "" || r.Game == t.game.journal.Name()):
		return t.pastOf(t.game, t.seatOf(p), p.language, r)
	case r.Game == "":
		return answered(errNoGame)
	}
	return answer{later: func(ctx context.Context) answer {
		past, err := t.archive.past(ctx, r, p.language)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Past: past}}
	}}
}

// pastOf is the game under way as a seat could see it when so many of the moves that stand had been made: what its phone was shown then. All that
// belongs to the table's goroutine is taken along here.
func (t *Table) pastOf(g *game, seat engine.Seat, language string, r protocol.Request) answer {
	words := g.inLanguage(language)
	of := len(g.log)
	at := min(r.At, of)
	first, moves := g.history.At(0), g.history.Moves()[:at:at]
	past := &protocol.Past{
		At: at, Of: of,
		Game: protocol.Game{
			ID: g.journal.Name(), Game: g.engine.ID, Title: words.Title, Started: rfc3339(g.started), Options: optionsOf(g.setup),
			Seats: g.seatViews(), Log: t.logTo(words, seat, at-logLines, at),
		},
		Undone: t.undone(words, seat, max(at, of-mostUndone)),
	}
	if r.Names {
		past.Names = words.names()
	}
	return answer{later: func(ctx context.Context) answer {
		if err := playAgain(ctx, first, moves, nil); err != nil {
			return answered(err)
		}
		stands(past, words.Phrases, first.View(seat))
		return answer{Answer: protocol.Answer{OK: true, Past: past}}
	}}
}

// playAgain plays moves one after the other, as long as anybody wants to know. It calls after, if there is one, behind each.
func playAgain(ctx context.Context, state engine.State, moves []engine.Move, after func(i int)) error {
	for i, m := range moves {
		if i%breath == 0 && ctx.Err() != nil {
			return lang.T("playing the moves again was cut short: {1}", ctx.Err())
		}
		if v := state.Play(m); !v.OK() {
			return &notAgain{i, v.Rule}
		}
		if after != nil {
			after(i)
		}
	}
	return nil
}

// notAgain says that a move that was made once is refused now.
type notAgain struct {
	at   int
	rule string
}

func (e *notAgain) Error() string {
	return fmt.Sprintf("move %d is refused by %s", e.at+1, e.rule)
}

// stands takes in what there is to see of a state.
func stands(p *protocol.Past, words *engine.Phrases, seen engine.State) {
	c, status := seen.Catalog(), seen.Status()
	p.Phase = "game"
	if status.Over {
		p.Phase = "over"
	}
	g, ask := &p.Game, status.Ask
	g.Facts = make(map[string]string)
	for path, value := range seen.Facts {
		g.Facts[path] = value
	}
	g.Turn, g.Winner = seatNumber(status.Turn), seatNumber(status.Winner)
	g.Ask = protocol.AskView{Seat: seatNumber(ask.Seat), Open: ask.Open, Key: ask.Key, Text: words.Ask(c, ask), N: numberIn(ask)}
	g.Moves, g.TableMoves = protocol.Tree{}, protocol.Tree{}
}

// undone are the moves from one on, which would be taken back, a line each. Of one that a seat must not know the line says that there is one.
func (t *Table) undone(words *localizer, seat engine.Seat, from int) []protocol.LogLine {
	lines := make([]protocol.LogLine, len(t.game.log)-from)
	for i := range lines {
		lines[i] = protocol.LogLine{N: from + i + 1, Seat: -1, Text: inSecret.In(words.code)}
		if told := t.logTo(words, seat, from+i, from+i+1); len(told) > 0 {
			lines[i] = told[0]
		}
	}
	return lines
}

func optionsOf(setup engine.Setup) map[string]string {
	options := make(map[string]string)
	for _, o := range setup.Options {
		options[o.Name] = o.Value
	}
	return options
}
