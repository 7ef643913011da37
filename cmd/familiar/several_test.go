package main

import (
	"slices"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/hw"
)

// asOften is a move as often as it can be made while the question stays open that it answers, if tables say it without a card.
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

// tellAll tells a move several times in one gesture: by holding a button, or on a phone.
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

// tellFalse tells a move that everybody takes for possible and that is not, since a seat has told its hand: nobody else is to see
// anything of it in the end.
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
		if option < 0 || !phone.do(protocol.Request{Kind: "pick", Gesture: g.ID, Option: option}).OK {
			break
		}
	}
	if g := p.phones[0].sees().Game.Gesture; g != nil {
		p.phones[0].must(protocol.Request{Kind: "drop", Gesture: g.ID})
	}
	if more := p.undoable() - before; more > 0 {
		p.ways["not quite false"]++ // it was taken for another move, and the rest perhaps for the answer to that
		p.phones[0].must(protocol.Request{Kind: "undo", Steps: more})
		return
	}
	if diff := cmp.Diff(seen, p.othersSee(m.Seat)); diff != "" {
		p.Errorf("%s was refused, and others see of it:\n%s", c.Format(m), diff)
	}
}

// takesForPossible is a phone that is asked about a false move: that of its seat, unless the seat, which knows better, is asked about other moves
// alone. It would say those.
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

// openReaderFor picks a reader for a piece of a move that everybody sees.
func (p *player) openReaderFor(m engine.Move, one piece, nth int) string {
	for {
		reader := p.readerFor(m, one, nth)
		if i := slices.IndexFunc(p.wiring.Readers, func(r hw.Reader) bool { return r.Name == reader }); !p.hides(p.wiring.Readers[i]) {
			return reader
		}
	}
}

// othersSee is what others than a seat see, but for what passes by itself.
func (p *player) othersSee(seat engine.Seat) []string {
	p.Helper()
	told := p.phonesOfOthers(seat)
	sc, seen := p.scene()
	if !seen {
		return told
	}
	sc.Cue, sc.CueN, sc.Verdict, sc.News = scene.CueNone, 0, nil, nil // of the verdict phones tell
	return append(told, string(mustJSON(sc)))
}
