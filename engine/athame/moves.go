package athame

import (
	"slices"

	"familiar/engine"
)

// Moves implements engine.State.
func (s *State) Moves(yield func(engine.Move) bool) {
	switch {
	case s.over():
	case len(s.agenda) > 0:
		s.answers(s.asked(), yield)
	case s.phase == inRitual:
		engine.Choices(s.turn, verbRitual, s.lexicon.rituals, func(i int) bool { return !s.taken(int16(i)) }, yield)
	case s.phase == inAllot:
		_ = s.turnAllotments(s.turn, yield) && s.draws(yield) && s.uses(yield)
	case s.phase == inAct:
		_ = s.builds(yield) && s.casts(yield) && s.uses(yield) && yield(one(s.turn, verbEnd, engine.None))
	}
}

// one returns a move with at most one argument.
func one(seat engine.Seat, verb, word engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word}}
}

// two returns a move with two arguments.
func two(seat engine.Seat, verb, word, other engine.Name) engine.Move {
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.MaxArgs]engine.Name{word, other}}
}

// answers yields the answers to the open question.
func (s *State) answers(p *entry, yield func(engine.Move) bool) {
	asked := p.answerer()
	switch p.task {
	case taskReveal:
		kinds := s.cards.Kinds(bank)
		kinds.Moves(asked, verbReveal, s.lexicon.bank, yield)
		return
	case taskPay:
		s.payments(asked, yield)
		return
	case taskReply:
		_ = s.usesOf(asked, s.replyTo(), yield) && yield(one(asked, verbPass, engine.None))
		return
	}
	switch p.effect.do {
	case doDraw:
		kinds := s.cards.Kinds(bank)
		_ = (!s.cards.CanPass(bank) || yield(one(asked, verbTake, wordUnseen))) && kinds.Moves(asked, verbTake, s.lexicon.bank, yield)
	case doDiscard:
		_ = s.discards(p, yield) && s.mayLack(p) && yield(one(asked, verbNone, engine.None))
	case doSteal:
		s.handed(p, verbSteal, yield)
	case doGive:
		s.handed(p, verbGive, yield)
	case doSalvage:
		kinds := s.cards.SeenKinds(pileAt(p.effect.pile)).Without(&s.eventKinds)
		kinds.Moves(asked, verbSalvage, s.lexicon.bank, yield)
	case doPick:
		s.cards.SeenKinds(market).Moves(asked, verbPick, s.lexicon.bank, yield)
	case doAllot:
		_ = s.allotments(asked, yield) && yield(one(asked, verbDone, engine.None))
	case doRelease:
		s.releases(p, yield)
	case doManual:
		yield(one(asked, verbDone, engine.None))
	}
}

// discards yields the cards and spells that can be discarded now.
func (s *State) discards(p *entry, yield func(engine.Move) bool) bool {
	asked, of := p.answerer(), p.effect.of
	if of != spellCard {
		kinds := s.cards.Kinds(s.hand(p.seat)).And(s.classes[of])
		if !kinds.Moves(asked, verbDiscard, s.lexicon.bank, yield) {
			return false
		}
	}
	return of != anyCard && of != spellCard || s.spells.SeenKinds(held(p.seat)).Moves(asked, verbDiscard, s.lexicon.spells, yield)
}

// handed yields the cards and spells that can be stolen or given.
func (s *State) handed(p *entry, verb engine.Name, yield func(engine.Move) bool) {
	asked := p.answerer()
	if s.handSize(p.seat) > 0 {
		kinds := s.cards.Kinds(s.hand(p.seat))
		if !yield(one(asked, verb, wordUnseen)) || !kinds.Moves(asked, verb, s.lexicon.bank, yield) {
			return
		}
	}
	s.spells.SeenKinds(held(p.seat)).Moves(asked, verb, s.lexicon.spells, yield)
}

// releases yields the cards in a ritual circle.
func (s *State) releases(p *entry, yield func(engine.Move) bool) {
	asked := p.answerer()
	kinds := s.cards.SeenKinds(s.allotted(p.seat)).Without(&s.jokers)
	if !kinds.Moves(asked, verbRelease, s.lexicon.bank, yield) {
		return
	}
	stands := s.seats[p.seat].jokerUses
	for i, x := range stands {
		if slices.Contains(stands[:i], x) {
			continue
		}
		if !yield(two(asked, verbRelease, s.lexicon.bank[x.joker], s.lexicon.bank[x.as])) {
			return
		}
	}
}

// turnAllotments yields the cards that can be allotted in the allot phase.
func (s *State) turnAllotments(seat engine.Seat, yield func(engine.Move) bool) bool {
	return s.allots >= s.binding.limit || s.allotments(seat, yield)
}

// allotments yields the cards that can be allotted.
func (s *State) allotments(seat engine.Seat, yield func(engine.Move) bool) bool {
	inHand := s.cards.Kinds(s.hand(seat))
	jokers := inHand.And(s.jokers)
	for _, k := range s.ritualOf(seat).resources {
		if s.needs(seat, k) == 0 {
			continue
		}
		if inHand.Has(k) && !yield(one(seat, verbAllot, s.lexicon.bank[k])) {
			return false
		}
		for j := range jokers.All {
			if !yield(two(seat, verbAllot, s.lexicon.bank[j], s.lexicon.bank[k])) {
				return false
			}
		}
	}
	return true
}

func (s *State) draws(yield func(engine.Move) bool) bool {
	fromBank, fromMarket := s.drawBarred(placeBank) == "", s.drawBarred(placeMarket) == ""
	return (!fromBank || yield(one(s.turn, verbDraw, placeBank))) &&
		(!fromMarket || yield(one(s.turn, verbDraw, placeMarket))) &&
		(fromBank || fromMarket || yield(one(s.turn, verbDraw, verbNone)))
}

// uses yields the artifices that may be used while no question is open.
func (s *State) uses(yield func(engine.Move) bool) bool {
	for seat := range engine.Seat(s.players) {
		if !s.usesOf(seat, s.useNow(seat), yield) {
			return false
		}
	}
	return true
}

// usesOf yields the artifices of a moment that a player may use.
func (s *State) usesOf(seat engine.Seat, when moment, yield func(engine.Move) bool) bool {
	if !s.artificeMayBeHeld {
		return true
	}
	tools := s.cards.Kinds(s.hand(seat)).And(s.tools[when])
	for k := range tools.All {
		if !s.withTargets(seat, verbUse, s.lexicon.bank[k], s.list.bank[k].needsTarget, yield) {
			return false
		}
	}
	return true
}

// withTargets yields a spell or artifice with each opponent, or without one if it needs no target.
func (s *State) withTargets(seat engine.Seat, verb, card engine.Name, aimed bool, yield func(engine.Move) bool) bool {
	if !aimed {
		return yield(one(seat, verb, card))
	}
	for other, name := range s.lexicon.seats {
		if engine.Seat(other) != seat && !yield(two(seat, verb, card, name)) {
			return false
		}
	}
	return true
}

func (s *State) builds(yield func(engine.Move) bool) bool {
	if s.binding.inForce[noBuild] {
		return true
	}
	var room [usualFunds]fund
	p := s.purse(s.turn, nil, room[:0])
	spells := p.affordable(s.spells.SeenKinds(decks), s.binding.surcharge)
	return spells.Moves(s.turn, verbBuild, s.lexicon.spells, yield)
}

func (s *State) casts(yield func(engine.Move) bool) bool {
	if s.binding.inForce[noCast] {
		return true
	}
	kinds := *s.spells.SeenKinds(held(s.turn))
	if s.spells.Size(built(s.turn)) > 0 && s.canCastNew(s.turn) {
		kinds.Include(s.spells.SeenKinds(built(s.turn)))
	}
	kinds = kinds.Without(&s.seals)
	for k := range kinds.All {
		if !s.withTargets(s.turn, verbCast, s.lexicon.spells[k], s.list.spells[k].needsTarget, yield) {
			return false
		}
	}
	return true
}

// payments yields the cards that can be paid now.
func (s *State) payments(seat engine.Seat, yield func(engine.Move) bool) {
	var room [usualFunds]fund
	p := s.purse(seat, s.payment.paid, room[:0])
	for k := range s.payable.All {
		if p.takes(k) && p.covers(&s.payment.price, s.payment.total) && !yield(one(seat, verbPay, s.lexicon.bank[k])) {
			return
		}
	}
}
