package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// amendable reports whether an amend is possible: see "Amend".
func (s *State) amendable(m *engine.Move) bool {
	if m.Arity() == 3 {
		return s.amendableCard(m)
	}
	what, to := s.Of(m.Args[0]), m.Args[1]
	switch {
	case what.favours >= 0:
		return s.amendableFavours(engine.Seat(what.favours), s.digit(to))
	case what.skips >= 0:
		return s.digit(to) >= 0
	case m.Args[0] == wordTurn:
		return s.seat(to) != engine.NoSeat && s.asked() == nil && s.ritual == noRitual && !s.over
	case m.Args[0] == wordRitual:
		return to == wordNone && s.ritual != noRitual
	case m.Args[0] == wordPending:
		return to == wordNone && s.asked() != nil && s.asked().card != noCard
	}
	return false
}

func (s *State) amendableCard(m *engine.Move) bool {
	a, b := s.Of(m.Args[1]).place, s.Of(m.Args[2]).place
	if a < 0 || b < 0 || a == b {
		return false
	}
	from, to := cards.Place(a), cards.Place(b)
	if m.Args[0] == wordUnseen {
		return s.hides(from) && s.hides(to) && s.cards.Size(from) > 0
	}
	k := s.Of(m.Args[0]).kind
	return k >= 0 && s.cards.Holds(from, cards.Kind(k))
}

func (s *State) amendableFavours(seat engine.Seat, n int) bool {
	if n < 0 || n > favoursToWin {
		return false
	}
	for other := range engine.Seat(s.players) {
		if n == favoursToWin && other != seat && s.favours[other] == favoursToWin {
			return false
		}
	}
	return true
}

func (s *State) amend(m *engine.Move) {
	if m.Arity() == 3 {
		s.moveCard(m.Args[0], cards.Place(s.Of(m.Args[1]).place), cards.Place(s.Of(m.Args[2]).place))
		return
	}
	what, to := s.Of(m.Args[0]), m.Args[1]
	switch {
	case what.favours >= 0:
		s.amendFavours(engine.Seat(what.favours), s.digit(to))
	case what.skips >= 0:
		s.skips[what.skips] = s.digit(to)
	case m.Args[0] == wordTurn:
		s.begin(s.seat(to))
	case m.Args[0] == wordRitual:
		s.endRitual()
	case m.Args[0] == wordPending:
		s.agenda = s.agenda[:0]
	}
}

// amendFavours sets the Favours of a seat. That may end the game, or continue a game that was over.
func (s *State) amendFavours(seat engine.Seat, n int) {
	s.favours[seat] = n
	s.over, s.winner = false, engine.Nobody
	for other := range engine.Seat(s.players) {
		if s.favours[other] == favoursToWin {
			s.win(other)
		}
	}
}
