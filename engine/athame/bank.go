package athame

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// canDraw reports whether a card can be drawn from the bank, if necessary after a shuffle: rules draw.empty and bank.shuffle.
func (s *State) canDraw() bool {
	return s.cards.Size(bank) > 0 || s.canReveal() || s.salvageable(pileArcana)
}

// canReveal reports whether the market can be filled: rule market.short.
func (s *State) canReveal() bool {
	return s.cards.Size(bank) > 0 || s.cards.Size(squares) > 0 || s.cards.Size(general) > 0
}

// salvageable reports whether a pile has a card other than an event.
func (s *State) salvageable(p pile) bool {
	if p != pileArcana {
		return s.cards.Size(pileAt(p)) > 0
	}
	return s.cards.SeenKinds(arcana).Meets(&s.artifices)
}

// replenish shuffles the discard piles into an empty bank: rule bank.shuffle.
func (s *State) replenish() {
	if s.cards.Size(bank) > 0 {
		return
	}
	s.cards.Gather(squares, arcana)
	s.cards.Gather(general, arcana)
	if n := s.cards.Size(arcana); n > 0 {
		s.cards.Shuffle(arcana, bank)
		s.Event(engine.Nobody, eventShuffled, engine.CappedNumber(n))
	}
}

// reveal turns up a card for the market: rules market.refill and market.arcana.
func (s *State) reveal(k cards.Kind) {
	if s.resources.Has(k) {
		s.move(k, bank, market)
		return
	}
	s.move(k, bank, arcana)
	s.Event(engine.Nobody, eventNotForMarket, s.lexicon.bank[k])
}

// take draws a card that is named: rules take.card and take.event.
func (s *State) take(p *entry, k cards.Kind) {
	if !s.eventKinds.Has(k) {
		p.left--
		s.move(k, bank, s.hand(p.seat))
		return
	}
	owner := s.ownerOf(k, p.seat)
	if owner != p.seat {
		s.Event(owner, eventLaid, s.lexicon.bank[k])
	}
	s.move(k, bank, s.eventPlace(owner))
	s.updateRound(k)
	s.agenda = append(s.agenda, entry{task: taskEvent, seat: p.seat, card: k})
}

// ownerOf returns the player in front of whom an event lies: its drawer, or the active player if it stays for a round (rule event.round).
func (s *State) ownerOf(event cards.Kind, drawer engine.Seat) engine.Seat {
	if s.rounds.Has(event) {
		return s.turn
	}
	return drawer
}

// updateRound recomputes the special rules if a card brings some.
func (s *State) updateRound(k cards.Kind) {
	if s.rounds.Has(k) {
		s.updateRules()
	}
}

// continueEvent continues an event: rule event.order.
func (s *State) continueEvent(p *entry) {
	drawer, k := p.seat, p.card
	switch {
	case p.cancelled: // it is discarded already
		s.pop()
	case p.stage == stageTarget:
		p.stage = stageEffect
		s.askReply(p, drawer, whenEvent)
	case s.rounds.Has(k): // it stays in front of its owner
		s.pop()
	case p.stage == stageEffect:
		p.stage = stageOver
		s.pushEvent(drawer, k)
	default:
		s.pop()
		s.Event(drawer, eventCardOver, s.lexicon.bank[k])
		s.discardEvent(k)
	}
}

// pushEvent pushes the steps of an event: rules event.group and event.individual.
func (s *State) pushEvent(drawer engine.Seat, k cards.Kind) {
	c := &s.list.bank[k]
	if c.span == spanGroup {
		for n := s.players - 1; n > 0; n-- {
			player := s.after(drawer, n)
			s.pushSteps(c.effects, player, engine.Nobody, s.lexicon.bank[k], 0)
		}
	}
	s.pushSteps(c.effects, drawer, engine.Nobody, s.lexicon.bank[k], 0)
}

// discardEvent discards an event from the place where it lies.
func (s *State) discardEvent(k cards.Kind) {
	for seat := range engine.Seat(s.players) {
		if s.cards.Seen(s.eventPlace(seat), k) > 0 {
			s.move(k, s.eventPlace(seat), arcana)
		}
	}
	s.updateRound(k)
}

// askReply asks a player for a reply with an artifice, unless everybody knows that the player has none: rule react.window.
func (s *State) askReply(p *entry, seat engine.Seat, when moment) {
	if p.replied>>seat&1 != 0 || s.handSize(seat) == 0 {
		return
	}
	left := s.toolCopies[when]
	for k := range s.tools[when].All {
		left -= s.cards.Seen(arcana, k)
	}
	if left > 0 {
		s.agenda = append(s.agenda, entry{task: taskReply, seat: seat})
	}
}
