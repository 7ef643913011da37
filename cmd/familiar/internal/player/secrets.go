package player

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/hw"
)

// checkSecrecy makes a secret move and undoes it, and then another one in its place. Everybody who may not know the difference
// must be shown the same both times, byte for byte, until both are undone.
func (p *Player) checkSecrecy() {
	p.Helper()
	one, other, ok := p.indistinguishable()
	if !ok {
		return
	}
	c := p.Reference.State().Catalog()
	p.Verbosef("  same to others: %s and %s", c.Format(one), c.Format(other))
	p.takeAwayLeft()
	p.Inputs["secret moves compared"]++
	p.waitForDevices()
	reader, probe := "", p.probeOf(one, other)
	if p.sameMeanings(one, other) {
		reader = p.secretReader(one)
	}
	p.Verbosef("  probed with %+v", probe)
	p.seenByOthers(one, reader, probe) // from here on both times begin alike
	seen := p.seenByOthers(one, reader, probe)
	for i, again := range p.seenByOthers(other, reader, probe) {
		if diff := cmp.Diff(seen[i], again); diff != "" {
			p.Errorf("%s and %s are shown differently to others:\n%s", c.Format(one), c.Format(other), diff)
			return
		}
	}
	p.Compare("the comparison of two secret moves")
}

// indistinguishable picks two secret moves that are the same to everybody but the player who makes them: in their texts, and in their consequences.
func (p *Player) indistinguishable() (one, other engine.Move, ok bool) {
	state := p.Reference.State()
	var secret []engine.Move
	for m := range p.possibleMoves {
		if slices.ContainsFunc(p.viewersExcept(m.Seat), func(seat engine.Seat) bool {
			shown, known := state.Redacted(m, seat)
			return !known || shown != m
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

// possibleMoves lists the legal moves, and for each hand the cards that it may show.
func (p *Player) possibleMoves(yield func(engine.Move) bool) {
	state := p.Reference.State()
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

// viewersExcept returns all seats but one, and the public view.
func (p *Player) viewersExcept(seat engine.Seat) []engine.Seat {
	others := []engine.Seat{engine.Public}
	for other := range engine.Seat(p.Reference.State().Catalog().Seats()) {
		if other != seat {
			others = append(others, other)
		}
	}
	return others
}

// looksLike reports whether two moves of a seat have the same texts for all others, and the same consequences that others see.
func (p *Player) looksLike(m, n engine.Move) bool {
	now := p.Reference.State()
	after, afterOther := now.Clone(), now.Clone()
	if !after.Play(m).OK() || !afterOther.Play(n).OK() || !slices.Equal(after.Events(), afterOther.Events()) {
		return false
	}
	return !slices.ContainsFunc(p.viewersExcept(m.Seat), func(seat engine.Seat) bool {
		shown, known := now.Redacted(m, seat)
		shownOther, knownOther := now.Redacted(n, seat)
		return known && shown != shownOther || known != knownOther || !maps.Equal(FactsByViewer(after)[seat], FactsByViewer(afterOther)[seat])
	})
}

// secretReader returns a reader on which a move can be made in secret, "" if there is none: then a phone is used.
func (p *Player) secretReader(m engine.Move) string {
	state := p.Reference.State()
	i := slices.IndexFunc(p.Wiring.Readers, func(r hw.Reader) bool {
		return r.Seat > 0 && engine.Seat(r.Seat-1) == m.Seat && state.Catalog().Class(state.Destination(m))&engine.ClassHand != 0 &&
			p.accepts(r, m, piece{name: m.Args[0], card: true}, true) && p.hides(r)
	})
	if i < 0 || m.Arity() != 1 || p.rng.IntN(2) == 0 {
		return ""
	}
	return p.Wiring.Readers[i].Name
}

// waitForDevices waits until all devices have answered.
func (p *Player) waitForDevices() {
	if !p.devicesReady {
		p.Pass(5 * time.Second)
	}
	p.devicesReady = true
}

// sameMeanings reports whether the cards of two moves have the same possible moves for their seat: otherwise the table asks about only one of them.
func (p *Player) sameMeanings(one, other engine.Move) bool {
	view := p.Reference.State().View(one.Seat)
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
func (p *Player) probeOf(one, other engine.Move) probe {
	c := p.Reference.State().Catalog()
	after, afterOther := p.Reference.State().Clone(), p.Reference.State().Clone()
	after.Play(one)
	afterOther.Play(other)
	if !p.secretAfter(one.Seat, after, afterOther, func(m engine.Move) bool { signature, _ := c.Match(m); return signature.Cardless }) {
		return probe{}
	}
	if p.rng.IntN(2) == 0 {
		return probe{button: p.Wiring.Buttons[p.rng.IntN(len(p.Wiring.Buttons)-1)].Name} // not the confirm button
	}
	var open []string
	for _, r := range p.Wiring.Readers {
		if !p.hides(r) {
			open = append(open, r.Name)
		}
	}
	cards := c.Names(engine.ClassCard)
	for range 50 {
		card := cards[p.rng.IntN(len(cards))]
		if !one.Has(card) && !other.Has(card) && len(p.Tags[c.Word(card)]) > 0 && sameVerdicts(card, after, afterOther) &&
			p.secretAfter(one.Seat, after, afterOther, func(m engine.Move) bool { return m.Has(card) }) {
			return probe{reader: open[p.rng.IntN(len(open))], card: card}
		}
	}
	return probe{button: p.Wiring.Buttons[0].Name}
}

// secretAfter reports whether two states, in which a seat has secrets, look the same to all others even after each of some moves.
func (p *Player) secretAfter(seat engine.Seat, one, other engine.State, some func(engine.Move) bool) bool {
	for m := range one.Moves {
		after, afterOther := one.Clone(), other.Clone()
		if !some(m) || !after.Play(m).OK() || !afterOther.Play(m).OK() {
			continue
		}
		facts, factsOther := FactsByViewer(after), FactsByViewer(afterOther)
		if slices.ContainsFunc(p.viewersExcept(seat), func(viewer engine.Seat) bool { return !maps.Equal(facts[viewer], factsOther[viewer]) }) {
			return false
		}
	}
	return true
}

// sameVerdicts reports whether two states that look the same to everybody allow the same moves with a card and without other cards.
func sameVerdicts(card engine.Name, one, other engine.State) bool {
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
func (p *Player) probeWith(with probe, look func()) {
	p.Helper()
	before := p.undoable()
	switch {
	case with.button != "":
		p.Inputs["probes by button"]++
		p.Press(with.button, false)
	case with.reader != "":
		p.Inputs["probes by card"]++
		card := p.Tags[p.Reference.State().Catalog().Word(with.card)][0]
		p.Lay(with.reader, card)
		look()
		p.Lift(card)
	}
	look()
	if g := p.Phones[0].Snapshot().Game.Gesture; g != nil {
		p.Inputs["probes asked about: "+string(g.Kind)]++
		p.Phones[0].Must(protocol.DropRequest{Gesture: g.ID})
	}
	if more := p.undoable() - before; more > 0 {
		p.Phones[0].Must(protocol.UndoRequest{Steps: more})
	}
}

// seenByOthers makes a move, does an open action, undoes the move, and returns everything that was shown to others meanwhile.
func (p *Player) seenByOthers(m engine.Move, reader string, with probe) []string {
	p.Helper()
	var seen []string
	noted := p.Phones[len(p.Phones)-1].Snapshot().Game.Notes
	look := func() {
		for _, phone := range p.otherPhones(m.Seat) {
			s := *phone.Snapshot()
			game := *s.Game
			game.Notes, s.Game = newNotes(noted, game.Notes), &game
			seen = append(seen, withoutCounters(p, &s))
		}
		sc, visible := p.Scene()
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
		seen = append(seen, string(rig.MustJSON(sc)))
	}
	before := p.undoable()
	if reader == "" {
		p.phoneOf(m).Must(p.request(m))
	} else {
		card := p.Tags[p.Reference.State().Catalog().Word(m.Args[0])][0]
		p.Lay(reader, card)
		look()
		p.answerQuestions(m, before)
		p.Lift(card)
	}
	look()
	p.probeWith(with, look)
	p.phoneOf(m).Must(protocol.UndoRequest{})
	look()
	return seen
}

// otherPhones returns all phones but that of a seat.
func (p *Player) otherPhones(seat engine.Seat) []*rig.Phone {
	return slices.DeleteFunc(slices.Clone(p.Phones), func(phone *rig.Phone) bool { return phone.Seat == int(seat) })
}

// newNotes returns the notes that were added to the log between two snapshots. before and after are the notes of these snapshots. The log keeps a limited number of
// notes, so some of before may be missing in after.
func newNotes(before, after []protocol.Note) []protocol.Note {
	for _, n := range before {
		if len(after) > 0 && after[0] == n {
			after = after[1:]
		}
	}
	return after
}

// withoutCounters returns a snapshot without counters.
func withoutCounters(p *Player, s *protocol.Snapshot) string {
	p.Helper()
	var copied protocol.Snapshot
	if err := json.Unmarshal(rig.MustJSON(s), &copied); err != nil {
		p.Fatal(err)
	}
	copied.Revision = 0
	if v := copied.Game.Verdict; v != nil {
		v.N = 0
	}
	if g := copied.Game.Gesture; g != nil {
		g.ID = 0
	}
	return string(rig.MustJSON(&copied))
}

// FactsByViewer returns the facts as each seat sees them, and the table.
func FactsByViewer(state engine.State) map[engine.Seat]map[string]string {
	facts := make(map[engine.Seat]map[string]string)
	viewers := []engine.Seat{engine.Public}
	for seat := range state.Catalog().Seats() {
		viewers = append(viewers, engine.Seat(seat))
	}
	for _, seat := range viewers {
		facts[seat] = make(map[string]string)
		for path, value := range state.View(seat).Facts {
			facts[seat][path] = value
		}
	}
	return facts
}
