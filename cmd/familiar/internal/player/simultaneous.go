package player

import (
	"slices"
	"time"

	"familiar/engine"
	"familiar/hw"
)

// simultaneousMoves picks moves whose pieces can fall onto the table together with that of a first move: each card ends at a place that has a reader,
// and all moves answer the same question, in any order.
func (p *Player) simultaneousMoves(first engine.Move) []engine.Move {
	state := p.Reference.State().Clone()
	var together []engine.Move
	for m := first; ; {
		if p.readerOfDestination(m) == "" || slices.ContainsFunc(together, func(other engine.Move) bool { return other.Args[0] == m.Args[0] }) {
			return nil
		}
		ask := state.Status().Ask
		together = append(together, m)
		if !state.Play(m).OK() || !state.Status().Ask.Continues(ask) {
			break
		}
		var next []engine.Move
		for other := range state.Moves {
			if other.Verb == first.Verb && other.Seat == first.Seat {
				next = append(next, other)
			}
		}
		if len(next) == 0 {
			break
		}
		m = next[p.rng.IntN(len(next))]
	}
	if !p.legalInAnyOrder(together) {
		return nil
	}
	return together
}

// readerOfDestination returns the reader under the place where the card of a move ends, "" if there is none or the move names another card.
func (p *Player) readerOfDestination(m engine.Move) string {
	state := p.Reference.State()
	c := state.Catalog()
	cards := 0
	for _, a := range m.Args {
		if c.Class(a)&engine.ClassCard != 0 {
			cards++
		}
	}
	if cards != 1 || c.Class(m.Args[0])&engine.ClassCard == 0 || c.Entry(m.Args[0]).Token || len(p.Tags[c.Word(m.Args[0])]) == 0 {
		return ""
	}
	i := slices.IndexFunc(p.Wiring.Readers, func(r hw.Reader) bool {
		stands := p.placeOf(r)
		return r.Seat == 0 && stands != engine.None && stands == state.Destination(m)
	})
	if i < 0 {
		return ""
	}
	return p.Wiring.Readers[i].Name
}

// legalInAnyOrder reports whether the moves are legal in the given order and in others.
func (p *Player) legalInAnyOrder(moves []engine.Move) bool {
	for range 8 {
		state := p.Reference.State().Clone()
		for _, m := range moves {
			if !state.Play(m).OK() {
				return false
			}
		}
		moves = slices.Clone(moves)
		p.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	return true
}

// dropTogether drops the cards of some moves at once, each where it ends, and answers the questions about them. Some roll over another
// reader first. It returns the moves as the table has made them.
func (p *Player) dropTogether(moves []engine.Move) []engine.Move {
	p.Helper()
	p.Inputs["dropped together"]++
	p.takeAwayLeft()
	before := p.undoable()
	c := p.Reference.State().Catalog()
	var lie []piece
	slowest := time.Duration(0)
	for _, m := range moves {
		p.Verbosef("  dropped: %s", c.Format(m))
		lie = append(lie, piece{m.Args[0], p.Tags[c.Word(m.Args[0])][0], true})
		slowest = max(slowest, p.SettleTime(p.readerOfDestination(m)))
	}
	p.AwaitLifted(uidsOf(lie)...)
	for i, m := range moves {
		on := p.readerOfDestination(m)
		if j := p.rng.IntN(2 * len(moves)); j < len(moves) && p.SettleTime(p.readerOfDestination(moves[j])) > 0 {
			on = p.readerOfDestination(moves[j])
		}
		p.Put(on, lie[i].uid)
	}
	p.Pass(slowest / 2)
	for i, m := range moves {
		p.Put(p.readerOfDestination(m), lie[i].uid)
	}
	p.Pass(2*slowest + 100*time.Millisecond)
	for left := p.notYetMade(moves, before); len(left) > 0; left = p.notYetMade(moves, before) {
		i := p.rng.IntN(len(left))
		if p.rng.IntN(4) == 0 {
			p.Inputs["dropped together, by phone"]++
			p.phoneOf(left[i]).Must(p.request(left[i]))
			continue
		}
		g := p.Phones[0].Snapshot().Game
		if g.Gesture != nil && len(g.Gesture.Words) == 1 {
			i = slices.IndexFunc(left, func(m engine.Move) bool { return c.Word(m.Args[0]) == g.Gesture.Words[0] })
		} else {
			i = -1
		}
		if i < 0 {
			p.Fatalf("%d of %d things are still to be made, and the question is %+v, the verdict %+v", len(left), len(moves), g.Gesture, g.Verdict)
		}
		p.answerQuestions(left[i], p.undoable())
	}
	if g := p.Phones[0].Snapshot().Game.Gesture; g != nil {
		p.Errorf("all is made, and the question is %+v", g)
	}
	p.Lift(uidsOf(lie)...)
	return p.JournalHistory([]engine.Game{p.game}).Moves()[before:]
}

// notYetMade returns the moves that the table has not made since before moves stood. It must have made no others.
func (p *Player) notYetMade(moves []engine.Move, before int) []engine.Move {
	p.Helper()
	left := slices.Clone(moves)
	for _, made := range p.JournalHistory([]engine.Game{p.game}).Moves()[before:] {
		i := slices.Index(left, made)
		if i < 0 {
			p.Fatalf("the table has made %s, which nobody entered", p.Reference.State().Catalog().Format(made))
		}
		left = slices.Delete(left, i, i+1)
	}
	return left
}
