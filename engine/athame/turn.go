package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// takeRitual gives a player a ritual circle and a hand: rules ritual.taken to setup.arcana.
func (s *State) takeRitual(seat engine.Seat, i int16) {
	x := &s.seats[seat]
	x.ritual, x.lacking = i, s.list.rituals[i].total
	n := 0
	for n < dealt && s.cards.Pass(bank, s.hand(seat)) {
		n++
	}
	s.Event(seat, eventDealt, engine.CappedNumber(n))
	if s.turn = s.next(seat); s.turn != 0 {
		return
	}
	if n := s.cards.Size(box); n > 0 {
		s.cards.Slip(box, bank)
		s.Event(engine.Nobody, eventArcanaIn, engine.CappedNumber(n))
	}
	s.begin(0)
}

// draw carries out the draw of a turn: rules draw.bank and draw.market.
func (s *State) draw(seat engine.Seat, from engine.Name) {
	s.phase = inDraw
	switch from {
	case placeBank:
		n := drawn + s.binding.more
		s.agenda = append(s.agenda, entry{task: taskStep, seat: seat, other: seat, effect: &bankDraw, left: int16(min(n, engine.MaxNumber))})
	case placeMarket:
		s.cards.Gather(market, s.hand(seat))
	}
}

// bankDraw is the step for a turn's draw from the bank.
var bankDraw = effectStep{do: doDraw, count: drawn}

// end ends a turn: rule turn.end.
func (s *State) end() {
	for k := range s.spells.SeenCards(built(s.turn)) {
		s.Event(s.turn, eventKept, s.lexicon.spells[k])
	}
	s.spells.Gather(built(s.turn), held(s.turn))
	s.begin(s.next(s.turn))
}

// begin begins the turn of a player, or of the next player who need not miss it: rule turn.begin.
func (s *State) begin(seat engine.Seat) {
	for ; ; seat = s.next(seat) {
		s.turn, s.phase, s.allots = seat, inAllot, 0
		s.expire(seat)
		x := &s.seats[seat]
		s.hexes, x.hexes = x.hexes, nil
		s.updateRules()
		if x.skips == 0 {
			break
		}
		x.skips--
		s.Event(seat, eventMissed)
	}
	s.Event(seat, eventNext)
	for _, r := range s.hexes {
		s.Event(seat, eventBound, r.args()...)
	}
}

// expire discards the round events in front of a player.
func (s *State) expire(seat engine.Seat) {
	rounds := *s.cards.SeenKinds(s.eventPlace(seat))
	for k := range rounds.All {
		s.move(k, s.eventPlace(seat), arcana)
		s.Event(seat, eventExpired, s.lexicon.bank[k])
	}
}

// allot puts a card into the ritual circle of a player: rules allot.needed to allot.win.
func (s *State) allot(seat engine.Seat, k, as cards.Kind) {
	s.move(k, s.hand(seat), s.allotted(seat))
	s.addAllotted(seat, k, as)
}

// addAllotted updates the player's numbers for a card that has come into the ritual circle.
func (s *State) addAllotted(seat engine.Seat, k, as cards.Kind) {
	x := &s.seats[seat]
	if s.jokers.Has(k) {
		x.jokerUses = append(x.jokerUses, jokerUse{k, as})
	}
	if x.lacking--; x.lacking == 0 {
		s.win(seat)
	}
}

// removeAllotted updates the player's numbers for a card that has left the ritual circle.
func (s *State) removeAllotted(seat engine.Seat, k, as cards.Kind) {
	x := &s.seats[seat]
	x.lacking++
	if s.jokers.Has(k) {
		i := slices.Index(x.jokerUses, jokerUse{k, as})
		x.jokerUses = slices.Delete(x.jokerUses, i, i+1)
	}
}

// win ends the game: rule allot.win.
func (s *State) win(seat engine.Seat) {
	s.phase, s.winner = phaseOver, seat
	s.agenda, s.hexes = s.agenda[:0], nil
	s.binding = unbound()
	s.Event(seat, eventWon)
}

// WithTurnOf implements engine.State.
func (s *State) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if s.phase < inAllot || s.over() {
		return nil, false
	}
	c := s.clone()
	c.agenda = nil
	c.spells.Gather(built(c.turn), held(c.turn))
	c.seats[seat].skips = 0
	c.begin(seat)
	return c, true
}
