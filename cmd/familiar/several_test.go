package main

import (
	"slices"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/hw"
)

// asOften returns a move as many times as it answers the open question, if it needs no card.
func asOften(state engine.State, m engine.Move) []engine.Move {
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

// tellAll makes a move several times in one gesture: by holding a button, or on a phone.
func (p *player) tellAll(moves []engine.Move) {
	p.Helper()
	m := moves[0]
	if slices.Contains([]string{p.buttonFor(m), p.buttonFor(engine.NewMove(m.Seat, m.Verb))}, "draw") && p.rng.IntN(2) == 0 {
		p.ways["all by button"]++
		before := p.undoable()
		p.press("draw", true)
		p.answerQuestions(m, before)
		return
	}
	p.ways["several times"]++
	r := p.request(m)
	r.Times = len(moves)
	p.phoneOf(m).must(r)
}

// tellFalse tries a move that everybody takes for possible, but that is impossible after what a seat has shown of its hand. In the end nobody else may
// see any effect.
func (p *player) tellFalse() {
	p.Helper()
	m, ok := p.falseMove()
	if !ok {
		return
	}
	c := p.truth.State().Catalog()
	p.verbosely("  not true: %s", c.Format(m))
	p.clear()
	p.ways["false"]++
	p.devicesUp()
	before, seen := p.undoable(), p.othersSee(m.Seat)
	pieces := p.pieces(m)
	for i, one := range pieces {
		p.lay(p.openReaderFor(m, one, i), one.uid)
	}
	p.lift(uidsOf(pieces)...)
	if len(pieces) == 0 {
		p.phoneOf(m).do(p.request(m))
	}
	for from := 0; p.undoable() == before; {
		phone := p.takesForPossible(m)
		g := phone.sees().Game.Gesture
		option := -1
		if g != nil {
			option, from = p.optionFor(m, from, g)
		}
		if option < 0 || !phone.do(protocol.PickRequest{Gesture: g.ID, Option: option}).OK {
			break
		}
	}
	if g := p.phones[0].sees().Game.Gesture; g != nil {
		p.phones[0].must(protocol.DropRequest{Gesture: g.ID})
	}
	if more := p.undoable() - before; more > 0 {
		p.ways["not quite false"]++ // the cards fitted another move, and the rest perhaps the answer to that
		p.phones[0].must(protocol.UndoRequest{Steps: more})
		return
	}
	if diff := cmp.Diff(seen, p.othersSee(m.Seat)); diff != "" {
		p.Errorf("%s was refused, and others see of it:\n%s", c.Format(m), diff)
	}
}

// takesForPossible returns a phone that is asked about a false move: that of its seat, unless that one, which knows better, is asked about other
// moves only. It would make one of those.
func (p *player) takesForPossible(m engine.Move) *phoneClient {
	own, watcher := p.phoneOf(m), p.phones[len(p.phones)-1]
	g, all := own.sees().Game.Gesture, watcher.sees().Game.Gesture
	if g != nil && all != nil && !slices.Equal(g.Options, all.Options) {
		return watcher
	}
	return own
}

// falseMove picks a move of a seat that only the table and that seat know to be impossible.
func (p *player) falseMove() (engine.Move, bool) {
	state := p.truth.State()
	var all []engine.Move
	for m := range state.View(engine.Public).Moves {
		if m.Seat != engine.Nobody && !state.View(m.Seat).Check(m).OK() {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	return all[p.rng.IntN(len(all))], true
}

// openReaderFor picks a reader that everybody sees, for a piece of a move.
func (p *player) openReaderFor(m engine.Move, one piece, nth int) string {
	for {
		reader := p.readerFor(m, one, nth)
		if i := slices.IndexFunc(p.wiring.Readers, func(r hw.Reader) bool { return r.Name == reader }); !p.hides(p.wiring.Readers[i]) {
			return reader
		}
	}
}

// othersSee returns what everybody but a seat sees, without effects that pass by themselves.
func (p *player) othersSee(seat engine.Seat) []string {
	p.Helper()
	told := p.phonesOfOthers(seat)
	sc, seen := p.scene()
	if !seen {
		return told
	}
	sc.Cue, sc.CueN, sc.Verdict, sc.News = scene.CueNone, 0, nil, nil // phones show the same verdict
	return append(told, string(mustJSON(sc)))
}
