package sacrilege

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// worthy reports whether a seat's altar has the value for a ritual: rule 24.
func (s *State) worthy(seat engine.Seat) bool {
	return s.worth[seat] == ritualValue || s.worth[seat] == -ritualValue
}

func (s *State) pray(seat engine.Seat) {
	s.ritual, s.amen, s.prayed = seat, false, s.worth[seat]
	s.rituals++
}

// judge ends the ritual: rules 34 to 36.
func (s *State) judge() {
	seat := s.ritual
	success := s.worthy(seat) && (!s.still || s.worth[seat] == s.prayed)
	s.callOff()
	if !success {
		s.event(seat, eventFailure)
		return
	}
	s.clear(seat)
	s.favours[seat]++
	s.event(seat, eventSuccess)
	if s.favours[seat] >= favoursToWin {
		s.win(seat)
		s.event(seat, eventWon)
	}
}

// callOff ends the ritual without a judgement.
func (s *State) callOff() { s.ritual, s.amen = nobody, false }

// win ends the game: rule 37.
func (s *State) win(seat engine.Seat) {
	s.over, s.winner = true, seat
	s.callOff()
}

// throw is a green card thrown into a ritual: the seat that throws it, the owner of the altar, and the seat that prays.
type throw struct{ by, on, prays engine.Seat }

// relation returns everything that rule 31 needs to know of the seats of a throw, as a number below 8.
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
	for _, t := range []throw{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}} {
		if t.relation() == relation {
			return t, true
		}
	}
	return throw{}, false
}

// disrupts reports whether a green card may change the value of the altar of the seat that prays: rule 31.
func (r *ruleset) disrupts(k *kind, th throw) bool {
	return r.anyCard || th.on == th.prays && k.value != 0 || k.reward.reaches(th)
}

// reaches reports whether an effect, or a later one in its list, may change the altar of the seat that prays.
func (e *effect) reaches(th throw) bool {
	for ; e != nil; e = e.next {
		if e.may(th) && e.reachesItself(th) {
			return true
		}
	}
	return false
}

// may reports whether the condition of an effect can hold.
func (e *effect) may(th throw) bool {
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

// sortGreen finds the green cards, and those of them that may be thrown into a ritual.
func (r *ruleset) sortGreen() {
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
