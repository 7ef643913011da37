package sacrilege

import "familiar/engine"

// action is a kind of action. The constants are in the order of their words.
type action int

const (
	actDraw action = iota
	actInvoke
	actPurge
	actSacrifice
	actions
)

// actionVerbs are the verbs of the actions.
var actionVerbs = [actions]engine.Name{verbDraw, verbInvoke, verbPurge, verbSacrifice}

// left returns the number of actions that remain in the turn.
func (s *State) left() int {
	used := 0
	for _, n := range s.used {
		used += n
	}
	return max(0, actionsATurn+s.extra-used)
}

// free reports whether the number of actions still allows one of this kind.
func (s *State) free(a action) bool {
	return s.left() > 0 && (s.used[a] == 0 || s.repeats > 0)
}

// use counts an action. A kind that was used before uses up a repetition.
func (s *State) use(a action) {
	if s.used[a] > 0 {
		s.repeats--
	}
	s.used[a]++
}

// end ends the turn: the hand limit, then the next seat.
func (s *State) end() {
	s.agenda = append(s.agenda,
		entry{step: stepAsk, verb: verbDrop, seat: s.turn, card: noCard, n: 1},
		entry{step: stepPass, card: noCard})
}

// pass gives the turn to the left, and skips the seats that have to miss theirs.
func (s *State) pass() {
	seat := s.next(s.turn)
	for s.skips[seat] > 0 {
		s.skips[seat]--
		s.event(seat, eventMissed)
		seat = s.next(seat)
	}
	s.begin(seat)
	s.event(seat, eventNext)
}

// begin begins the turn of a seat.
func (s *State) begin(seat engine.Seat) {
	s.turn = seat
	s.used = [actions]int{}
	s.extra, s.repeats = 0, 0
}

// WithTurnOf implements engine.State. There is none until the first card of the Graveyard is turned up.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if q := s.asked(); s.over || q != nil && q.verb == verbReveal && q.effect == nil {
		return nil, false
	}
	c := s.Clone().(*State)
	c.agenda, c.ritual, c.amen = nil, nobody, false
	c.begin(seat)
	return c, true
}
