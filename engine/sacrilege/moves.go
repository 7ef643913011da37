package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Moves implements engine.State.
func (s *State) Moves(yield func(engine.Move) bool) {
	if s.over {
		return
	}
	if s.ritual != noRitual && !s.amen && !yield(engine.Move{Seat: engine.Nobody, Verb: verbAmen}) {
		return
	}
	if e := s.asked(); e != nil {
		if s.answers(e, yield) && s.skippable(e) {
			yield(engine.Move{Seat: e.seat, Verb: verbSkip})
		}
		return
	}
	if s.ritual != noRitual {
		s.throwMoves(yield)
		return
	}
	if s.prayers(yield) && s.sacrifices(yield) {
		s.turnMoves(yield)
	}
}

// prayers yields the moves that begin a ritual.
func (s *State) prayers(yield func(engine.Move) bool) bool {
	for seat := range engine.Seat(s.players) {
		if s.canPray(seat) && !yield(engine.Move{Seat: seat, Verb: verbPray}) {
			return false
		}
	}
	return true
}

// sacrifices yields the sacrifices outside a ritual.
func (s *State) sacrifices(yield func(engine.Move) bool) bool {
	for seat := range engine.Seat(s.players) {
		held := s.cards.Kinds(s.hand(seat))
		if seat != s.turn || !s.canUse(actSacrifice) {
			held = held.And(s.green)
		}
		if !s.sacrificesOf(seat, held, s.all, yield) {
			return false
		}
	}
	return true
}

// throwMoves yields the green cards that may be thrown into a ritual.
func (s *State) throwMoves(yield func(engine.Move) bool) {
	for seat := range engine.Seat(s.players) {
		held := s.cards.Kinds(s.hand(seat))
		for on := range engine.Seat(s.players) {
			th := throw{by: seat, on: on, prays: s.ritual}
			if !s.sacrificesOf(seat, held.And(s.throws[th.relation()]), seatSet(on), yield) {
				return
			}
		}
	}
}

// sacrificesOf yields the sacrifices of these kinds on these altars.
func (s *State) sacrificesOf(seat engine.Seat, held cards.Set, on seats, yield func(engine.Move) bool) bool {
	m := engine.Move{Seat: seat, Verb: verbSacrifice}
	for k := range held.All {
		m.Args[0] = s.kinds[k]
		for i, name := range s.seats {
			if on.has(engine.Seat(i)) {
				m.Args[1] = name
				if !yield(m) {
					return false
				}
			}
		}
	}
	return true
}

// turnMoves yields the other moves of the seat whose turn it is.
func (s *State) turnMoves(yield func(engine.Move) bool) {
	hasDeck := s.cards.Size(deck) > 0
	if hasDeck && s.canUse(actInvoke) && !s.cards.Kinds(deck).Moves(s.turn, verbInvoke, s.kinds, yield) {
		return
	}
	if hasDeck && s.canUse(actDraw) {
		unseen := engine.Move{Seat: s.turn, Verb: verbDraw, Args: [engine.MaxArgs]engine.Name{wordUnseen}}
		if !yield(unseen) || !s.cards.Kinds(deck).Moves(s.turn, verbDraw, s.kinds, yield) {
			return
		}
	}
	if s.cards.Size(s.altar(s.turn)) > 0 && s.canUse(actPurge) && !yield(engine.Move{Seat: s.turn, Verb: verbPurge}) {
		return
	}
	yield(engine.Move{Seat: s.turn, Verb: verbEnd})
}
