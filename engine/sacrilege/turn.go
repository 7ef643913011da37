package sacrilege

import "familiar/engine"

// action is a kind of action. The constants are in the alphabetical order of their verbs: usedWords relies on it.
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

// actionsLeft returns the number of actions that remain in the turn.
func (s *State) actionsLeft() int {
	used := 0
	for _, n := range s.used {
		used += n
	}
	return max(0, actionsPerTurn+s.extra-used)
}

// canUse reports whether the number of actions still allows one of this kind.
func (s *State) canUse(a action) bool {
	return s.actionsLeft() > 0 && (s.used[a] == 0 || s.repeats > 0)
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
		s.Event(seat, eventMissed)
		seat = s.next(seat)
	}
	s.begin(seat)
	s.Event(seat, eventNext)
}

// begin begins the turn of a seat.
func (s *State) begin(seat engine.Seat) {
	s.turn = seat
	s.used = [actions]int{}
	s.extra, s.repeats = 0, 0
}

// WithTurnOf implements engine.State. No seat can have the turn after the end, nor while the first card of a Graveyard is to be turned up: at the
// start and after each refill.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if q := s.asked(); s.over || q != nil && q.verb == verbReveal && q.effect == nil {
		return nil, false
	}
	c := s.clone()
	c.agenda, c.ritual, c.amen = nil, noRitual, false
	c.begin(seat)
	return c, true
}
