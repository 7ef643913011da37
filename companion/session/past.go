package session

import (
	"context"
	"fmt"
	"maps"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
)

// checkEvery is how many moves are played between two looks at the context.
const checkEvery = 256

// PlayAgain plays moves one after the other, until the context ends, and calls after with the index of each; after may be nil. The error is *Refused if a move
// is refused.
func PlayAgain(ctx context.Context, state engine.State, moves []engine.Move, after func(i int)) error {
	for i, m := range moves {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return lang.T("playing the moves again was cut short: {1}", ctx.Err())
		}
		if v := state.Play(m); !v.OK() {
			return &Refused{i, v.Rule}
		}
		if after != nil {
			after(i)
		}
	}
	return nil
}

// Refused is a move that was legal when it was made, and is refused now.
type Refused struct {
	At   int // the index of the move, from 0
	Rule string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("move %d is refused by %s", e.At+1, e.Rule)
}

// ShowPast fills in what a viewer sees of a past state. seen is the viewer's view of it.
func ShowPast(p *protocol.Past, words *engine.Phrases, seen engine.State) {
	status := seen.Status()
	p.Phase = protocol.PhaseGame
	if status.Over {
		p.Phase = protocol.PhaseOver
	}
	g := &p.Game
	g.Facts = maps.Collect(seen.Facts)
	g.Turn, g.Winner = protocol.SeatNumber(status.Turn), protocol.SeatNumber(status.Winner)
	g.Ask = AskView(words, seen)
	g.Moves, g.TableMoves = protocol.Tree{}, protocol.Tree{}
}

// AskView returns the question of a state as its viewer sees it, with the first number that it names.
func AskView(words *engine.Phrases, seen engine.State) protocol.AskView {
	ask := seen.Status().Ask
	n, _ := ask.Args[0].Number()
	return protocol.AskView{
		Seat: protocol.SeatNumber(ask.Seat), Open: ask.Open, Key: ask.Key, Text: words.Ask(seen.Catalog(), ask), N: n, Options: words.Options(seen),
	}
}

// OptionsOf returns the options of a setup by their names.
func OptionsOf(setup engine.Setup) map[string]string {
	options := make(map[string]string)
	for _, o := range setup.Options {
		options[o.Name] = o.Value
	}
	return options
}
