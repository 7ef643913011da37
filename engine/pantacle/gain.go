package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// startGain begins a gain from the reserve. First curses reduce it, then Hunt increases it: rule hunt.
func (s *State) startGain(seat engine.Seat, r resource, n int) {
	x := &s.seats[seat]
	if r == cubes {
		n -= x.burden.influenceLess
		if n > 0 && x.has(power(hunt)) {
			n++
		}
	}
	if n > 0 {
		s.agenda.push(entry{step: stepGain, seat: seat, of: r, n: int16(n)})
	}
}

// gain carries out a gain unit by unit: exhaustion cards take their units first, then the player gets what the reserve has: rule exhaustion.
func (s *State) gain(e entry) {
	for e.n > 0 {
		loaded := s.loaded(e.seat, e.of)
		if loaded.Empty() {
			s.takeFromReserve(e.seat, e.of, int(e.n))
			return
		}
		if loaded.Len() > 1 {
			e.step = askAbsorb
			s.agenda.push(e)
			return
		}
		for k := range loaded.All {
			e.n -= int16(s.drain(e.seat, e.of, k, int(e.n)))
		}
	}
}

// absorb takes the unit from the card that the player has chosen. The gain continues.
func (s *State) absorb(e entry, m *engine.Move) {
	s.drain(e.seat, e.of, s.curse(m.Args[0]), 1)
	e.step, e.n = stepGain, e.n-1
	s.agenda.push(e)
}

func (s *State) takeFromReserve(seat engine.Seat, r resource, n int) {
	got := min(n, int(s.reserve[r]))
	s.reserve[r] -= int16(got)
	s.seats[seat].stock[r] += int16(got)
	s.counted(seat, [resources]engine.Name{eventCubes, eventAdepts}[r], got)
	s.counted(seat, [resources]engine.Name{eventNoCubes, eventNoAdepts}[r], n-got)
}

// loaded returns the kinds of face-up exhaustion cards that hold a resource.
func (s *State) loaded(seat engine.Seat, r resource) cards.Set {
	var set cards.Set
	for _, c := range s.seats[seat].curses {
		if !c.down && c.load[r] > 0 {
			set.Add(c.kind)
		}
	}
	return set
}

// drain moves up to n units to the reserve, from the oldest card of a kind that has them, and returns how many it has moved.
func (s *State) drain(seat engine.Seat, r resource, k cards.Kind, n int) int {
	x := &s.seats[seat]
	for i := range x.curses {
		c := &x.curses[i]
		if c.kind != k || c.down || c.load[r] == 0 {
			continue
		}
		n = min(n, int(c.load[r]))
		c.load[r] -= int16(n)
		s.reserve[r] += int16(n)
		s.Event(seat, [resources]engine.Name{eventDrainCubes, eventDrainAdepts}[r], s.lexicon.curses[k], engine.Number(n))
		if c.load.empty() {
			s.bury(seat, i)
		}
		return n
	}
	return 0
}

// bury puts an empty exhaustion card at the bottom of the pile: rule exhaustion.empty.
func (s *State) bury(seat engine.Seat, i int) {
	k := s.discardCurse(seat, i)
	s.curses.bury(everybody, k)
	s.Event(seat, eventEmptied, s.lexicon.curses[k])
}
