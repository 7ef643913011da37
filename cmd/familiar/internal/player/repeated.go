package player

import (
	"slices"

	"familiar/engine"
)

// repeats returns a move as many times as it answers the open question, if it needs no card.
func repeats(state engine.State, m engine.Move) []engine.Move {
	signature, _ := state.Catalog().Match(m)
	if !signature.Cardless {
		return nil
	}
	moves := []engine.Move{m}
	ask, state := state.Status().Ask, state.Clone()
	for state.Play(m).OK() && state.Check(m).OK() {
		now := state.Status().Ask
		wanted, _ := ask.Args[0].Number()
		left, ok := now.Args[0].Number()
		if !ok || left != wanted-1 || now.Seat != ask.Seat || now.Key != ask.Key || now.Args[1] != ask.Args[1] {
			break
		}
		moves, ask = append(moves, m), now
	}
	return moves
}

// makeRepeated makes a move several times in one gesture: by holding a button, or on a phone.
func (p *Player) makeRepeated(moves []engine.Move) {
	p.Helper()
	m := moves[0]
	if slices.Contains([]string{p.buttonFor(m), p.buttonFor(engine.NewMove(m.Seat, m.Verb))}, "draw") && p.rng.IntN(2) == 0 {
		p.Inputs["all by button"]++
		before := p.undoable()
		p.Press("draw", true)
		p.answerQuestions(m, before)
		return
	}
	p.Inputs["several times"]++
	r := p.request(m)
	r.Times = len(moves)
	p.phoneOf(m).Must(r)
}
