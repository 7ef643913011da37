package main

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/hw"
)

// tellTwins makes a secret move and undoes it, and then another one in its place. Everybody who may not know the difference
// must be shown the same both times, byte for byte, until both are undone.
func (p *player) tellTwins() {
	p.Helper()
	one, other, ok := p.twins()
	if !ok {
		return
	}
	c := p.truth.State().Catalog()
	p.verbosely("  twins: %s and %s", c.Format(one), c.Format(other))
	p.clear()
	p.ways["twins"]++
	p.devicesUp()
	reader, probe := "", p.probeOf(one, other)
	if p.readsAlike(one, other) {
		reader = p.secretReader(one)
	}
	p.verbosely("  probed with %+v", probe)
	p.shownToOthers(one, reader, probe) // from here on both times begin alike
	seen := p.shownToOthers(one, reader, probe)
	for i, again := range p.shownToOthers(other, reader, probe) {
		if diff := cmp.Diff(seen[i], again); diff != "" {
			p.Errorf("%s and %s are shown differently to others:\n%s", c.Format(one), c.Format(other), diff)
			return
		}
	}
	p.agree("twins")
}

// twins picks two secret moves that are the same to everybody but the player who makes them: in their texts, and in their consequences.
func (p *player) twins() (one, other engine.Move, ok bool) {
	state := p.truth.State()
	var secret []engine.Move
	for m := range p.mayMake {
		if slices.ContainsFunc(p.othersThan(m.Seat), func(seat engine.Seat) bool {
			told, known := state.Redacted(m, seat)
			return !known || told != m
		}) {
			secret = append(secret, m)
		}
	}
	if len(secret) < 2 {
		return one, other, false
	}
	one = secret[p.rng.IntN(len(secret))]
	p.rng.Shuffle(len(secret), func(i, j int) { secret[i], secret[j] = secret[j], secret[i] })
	i := slices.IndexFunc(secret, func(m engine.Move) bool {
		return m != one && m.Seat == one.Seat && m.Verb == one.Verb && m.Arity() == one.Arity() && p.looksLike(m, one)
	})
	if i < 0 {
		return one, other, false
	}
	return one, secret[i], true
}

// mayMake lists the legal moves, and for each hand the cards that it may show.
func (p *player) mayMake(yield func(engine.Move) bool) {
	state := p.truth.State()
	for m := range state.Moves {
		if !yield(m) {
			return
		}
	}
	c := state.Catalog()
	for seat := range c.Seats() {
		for _, card := range c.Names(engine.ClassCard) {
			if m := engine.NewMove(engine.Seat(seat), c.Name("hold"), card); state.Check(m).OK() && !yield(m) {
				return
			}
		}
	}
}

// othersThan returns all seats but one, and the public view.
func (p *player) othersThan(seat engine.Seat) []engine.Seat {
	others := []engine.Seat{engine.Public}
	for other := range engine.Seat(p.truth.State().Catalog().Seats()) {
		if other != seat {
			others = append(others, other)
		}
	}
	return others
}

// looksLike reports whether two moves of a seat have the same texts for all others, and the same consequences that others see.
func (p *player) looksLike(m, n engine.Move) bool {
	now := p.truth.State()
	after, afterOther := now.Clone(), now.Clone()
	if !after.Play(m).OK() || !afterOther.Play(n).OK() || !slices.Equal(after.Events(), afterOther.Events()) {
		return false
	}
	return !slices.ContainsFunc(p.othersThan(m.Seat), func(seat engine.Seat) bool {
		told, known := now.Redacted(m, seat)
		toldOther, knownOther := now.Redacted(n, seat)
		return known && told != toldOther || known != knownOther || !maps.Equal(factsOf(after)[seat], factsOf(afterOther)[seat])
	})
}

// secretReader returns a reader on which a move can be made in secret, "" if there is none: then a phone is used.
func (p *player) secretReader(m engine.Move) string {
	state := p.truth.State()
	i := slices.IndexFunc(p.wiring.Readers, func(r hw.Reader) bool {
		return r.Seat > 0 && engine.Seat(r.Seat-1) == m.Seat && state.Catalog().Class(state.Destination(m))&engine.ClassHand != 0 &&
			p.suits(r, m, piece{name: m.Args[0], card: true}, true) && p.hides(r)
	})
	if i < 0 || m.Arity() != 1 || p.rng.IntN(2) == 0 {
		return ""
	}
	return p.wiring.Readers[i].Name
}

// devicesUp waits until all devices have answered.
func (p *player) devicesUp() {
	if !p.up {
		p.pass(5 * time.Second)
	}
	p.up = true
}

// readsAlike reports whether the cards of two moves have the same possible moves for their seat: otherwise the table asks about only one of them.
func (p *player) readsAlike(one, other engine.Move) bool {
	view := p.truth.State().View(one.Seat)
	verbs := func(card engine.Name) (verbs []engine.Name) {
		for m := range view.Moves {
			if m.Has(card) && m.Seat == one.Seat {
				verbs = append(verbs, m.Verb)
			}
		}
		if hold := engine.NewMove(one.Seat, view.Catalog().Name("hold"), card); view.Check(hold).OK() {
			verbs = append(verbs, hold.Verb)
		}
		return verbs
	}
	return slices.Equal(verbs(one.Args[0]), verbs(other.Args[0]))
}

// probe is an open action while a secret exists: a button, or a card on a reader.
type probe struct {
	button string
	reader string
	card   engine.Name
}

// probeOf picks an open action after either of two secret moves. Neither secret may decide whether it is legal, and its effects must reveal nothing:
// it may change hands, for example. A card that one of the secrets names would by itself show where it was.
func (p *player) probeOf(one, other engine.Move) probe {
	c := p.truth.State().Catalog()
	after, afterOther := p.truth.State().Clone(), p.truth.State().Clone()
	after.Play(one)
	afterOther.Play(other)
	if !p.staySecret(one.Seat, after, afterOther, func(m engine.Move) bool { signature, _ := c.Match(m); return signature.Cardless }) {
		return probe{}
	}
	if p.rng.IntN(2) == 0 {
		return probe{button: p.wiring.Buttons[p.rng.IntN(len(p.wiring.Buttons)-1)].Name} // not the confirm button
	}
	var open []string
	for _, r := range p.wiring.Readers {
		if !p.hides(r) {
			open = append(open, r.Name)
		}
	}
	cards := c.Names(engine.ClassCard)
	for range 50 {
		card := cards[p.rng.IntN(len(cards))]
		if !one.Has(card) && !other.Has(card) && len(p.tags[c.Word(card)]) > 0 && alikeWith(card, after, afterOther) &&
			p.staySecret(one.Seat, after, afterOther, func(m engine.Move) bool { return m.Has(card) }) {
			return probe{reader: open[p.rng.IntN(len(open))], card: card}
		}
	}
	return probe{button: p.wiring.Buttons[0].Name}
}

// staySecret reports whether two states, in which a seat has secrets, look the same to all others even after each of some moves.
func (p *player) staySecret(seat engine.Seat, one, other engine.State, some func(engine.Move) bool) bool {
	for m := range one.Moves {
		after, afterOther := one.Clone(), other.Clone()
		if !some(m) || !after.Play(m).OK() || !afterOther.Play(m).OK() {
			continue
		}
		facts, factsOther := factsOf(after), factsOf(afterOther)
		if slices.ContainsFunc(p.othersThan(seat), func(viewer engine.Seat) bool { return !maps.Equal(facts[viewer], factsOther[viewer]) }) {
			return false
		}
	}
	return true
}

// alikeWith reports whether two states that look the same to everybody allow the same moves with a card and without other cards.
func alikeWith(card engine.Name, one, other engine.State) bool {
	c := one.Catalog()
	for m := range one.View(engine.Public).Moves {
		others := slices.ContainsFunc(m.Args[:m.Arity()], func(a engine.Name) bool { return a != card && c.Class(a)&engine.ClassCard != 0 })
		if !others && m.Has(card) && one.Check(m).OK() != other.Check(m).OK() {
			return false
		}
	}
	return true
}

// probeWith does an open action, looks, and undoes its effects.
func (p *player) probeWith(with probe, look func()) {
	p.Helper()
	before := p.undoable()
	switch {
	case with.button != "":
		p.ways["probes by button"]++
		p.press(with.button, false)
	case with.reader != "":
		p.ways["probes by card"]++
		card := p.tags[p.truth.State().Catalog().Word(with.card)][0]
		p.lay(with.reader, card)
		look()
		p.lift(card)
	}
	look()
	if g := p.phones[0].sees().Game.Gesture; g != nil {
		p.ways["probes asked about: "+string(g.Kind)]++
		p.phones[0].must(protocol.DropRequest{Gesture: g.ID})
	}
	if more := p.undoable() - before; more > 0 {
		p.phones[0].must(protocol.UndoRequest{Steps: more})
	}
}

// shownToOthers makes a move, does an open action, undoes the move, and returns everything that was shown to others meanwhile.
func (p *player) shownToOthers(m engine.Move, reader string, with probe) []string {
	p.Helper()
	var seen []string
	look := func() {
		seen = append(seen, p.phonesOfOthers(m.Seat)...)
		sc, visible := p.scene()
		if !visible {
			return
		}
		sc.CueN = 0
		if v := sc.Verdict; v != nil {
			uncounted := *v
			uncounted.N, sc.Verdict = 0, &uncounted
		}
		if clock := sc.Timer; clock != nil {
			later := *clock // the first time; the time left is the same
			later.Ends, sc.Timer = time.Time{}, &later
		}
		seen = append(seen, string(mustJSON(sc)))
	}
	before := p.undoable()
	if reader == "" {
		p.phoneOf(m).must(p.request(m))
	} else {
		card := p.tags[p.truth.State().Catalog().Word(m.Args[0])][0]
		p.lay(reader, card)
		look()
		p.answerQuestions(m, before)
		p.lift(card)
	}
	look()
	p.probeWith(with, look)
	p.phoneOf(m).must(protocol.UndoRequest{})
	look()
	return seen
}

// phonesOfOthers returns the snapshots of all phones but that of a seat.
func (p *player) phonesOfOthers(seat engine.Seat) []string {
	p.Helper()
	var seen []string
	for _, phone := range p.phones {
		if phone.seat != int(seat) {
			seen = append(seen, countless(p, phone.sees()))
		}
	}
	return seen
}

// countless returns a snapshot without counters.
func countless(p *player, s *protocol.Snapshot) string {
	p.Helper()
	var copied protocol.Snapshot
	if err := json.Unmarshal(mustJSON(s), &copied); err != nil {
		p.Fatal(err)
	}
	copied.Revision = 0
	if v := copied.Game.Verdict; v != nil {
		v.N = 0
	}
	if g := copied.Game.Gesture; g != nil {
		g.ID = 0
	}
	return string(mustJSON(&copied))
}
