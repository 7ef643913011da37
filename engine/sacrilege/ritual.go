package sacrilege

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// canPray reports whether a seat's altar has the value for a ritual: rule ritual.six.
func (s *State) canPray(seat engine.Seat) bool {
	return s.values[seat] == ritualValue || s.values[seat] == -ritualValue
}

func (s *State) pray(seat engine.Seat) {
	s.ritual, s.amen, s.startValue = seat, false, s.values[seat]
	s.rituals++
}

// judge ends the ritual: rules ritual.judge, ritual.success and ritual.failure.
func (s *State) judge() {
	seat := s.ritual
	success := s.canPray(seat) && (!s.sameValue || s.values[seat] == s.startValue)
	s.endRitual()
	if !success {
		s.Event(seat, eventFailure)
		return
	}
	s.clear(seat)
	s.favours[seat]++
	s.Event(seat, eventSuccess)
	if s.favours[seat] >= favoursToWin {
		s.win(seat)
		s.Event(seat, eventWon)
	}
}

// endRitual ends the ritual, whatever its result.
func (s *State) endRitual() { s.ritual, s.amen = noRitual, false }

// win ends the game: rule game.win.
func (s *State) win(seat engine.Seat) {
	s.over, s.winner = true, seat
	s.endRitual()
}

// throw is a green card thrown into a ritual: the seat that throws it, the owner of the altar, and the seat that prays.
type throw struct{ by, on, prays engine.Seat }

// relation returns everything that rule ritual.disrupt needs to know of the seats of a throw, as a number below 8.
func (t throw) relation() int {
	n := 0
	if t.prays == t.by {
		n |= 1
	}
	if t.prays == t.on {
		n |= 2
	}
	if t.by == t.on {
		n |= 4
	}
	return n
}

// throwLike returns a throw with that relation, false if there is none.
func throwLike(relation int) (throw, bool) {
	// All ways in which three seats can be the same or different.
	for _, t := range []throw{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}} {
		if t.relation() == relation {
			return t, true
		}
	}
	return throw{}, false
}

// disrupts reports whether a green card may change the value of the altar of the seat that prays: rule ritual.disrupt.
func (r *ruleset) disrupts(k *kind, th throw) bool {
	return r.anyGreen || th.on == th.prays && k.value != 0 || k.reward.reaches(th)
}

// reaches reports whether an effect, or a later one in its list, may change the altar of the seat that prays.
func (e *effect) reaches(th throw) bool {
	for ; e != nil; e = e.next {
		if e.conditionMayHold(th) && e.reachesItself(th) {
			return true
		}
	}
	return false
}

// conditionMayHold reports whether the condition of an effect can hold.
func (e *effect) conditionMayHold(th throw) bool {
	switch e.when {
	case whenOwn:
		return th.by == th.on
	case whenForeign:
		return th.by != th.on
	}
	return true
}

func (e *effect) reachesItself(th throw) bool {
	switch e.do {
	case doSacrifice, doSummon, doManual:
		return true
	case doMove, doSwap:
		return e.from.includes(th) || e.to.includes(th)
	case doTake, doDestroy, doRaze:
		return e.from.includes(th)
	case doRaise:
		return e.into == intoAltar && e.to.includes(th)
	case doEither:
		return slices.ContainsFunc(e.options, func(first *effect) bool { return first.reaches(th) })
	}
	return false
}

// includes reports whether an area includes the altar of the seat that prays.
func (a area) includes(th throw) bool {
	return a.altars(^seats(0), th.by, th.on, th.prays).has(th.prays)
}

// indexGreen finds the green cards, and those of them that may be thrown into a ritual.
func (r *ruleset) indexGreen() {
	for i := range r.list {
		if r.list[i].green {
			r.green.Add(cards.Kind(i))
		}
	}
	for relation := range r.throws {
		th, ok := throwLike(relation)
		if !ok {
			continue
		}
		for k := range r.green.All {
			if r.disrupts(&r.list[k], th) {
				r.throws[relation].Add(k)
			}
		}
	}
}
