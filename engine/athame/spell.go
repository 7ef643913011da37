package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// build begins the building of a spell: rules build.cost to build.surcharge.
func (s *State) build(seat engine.Seat, k cards.Kind) {
	s.charge(seat, payment{price: s.buildPrice(k), spell: k})
}

// charge opens a payment.
func (s *State) charge(seat engine.Seat, p payment) {
	p.total, p.paid = p.price.total(), s.payment.paid[:0]
	s.payment = p
	s.agenda = append(s.agenda, entry{task: taskPay, seat: seat})
}

// paid continues after the last card of a payment.
func (s *State) paid(seat engine.Seat) {
	k := s.payment.spell
	switch {
	case s.payment.cast: // the spell is below on the agenda
	case s.seals.Has(k):
		s.spells.Move(k, decks, held(seat))
		s.Event(seat, eventKept, s.lexicon.spells[k])
	default:
		s.spells.Move(k, decks, built(seat))
		s.Event(seat, eventBuilt, s.lexicon.spells[k])
	}
}

// cast casts a spell: rules cast.held to cast.stolen.
func (s *State) cast(seat, target engine.Seat, k cards.Kind) {
	s.agenda = append(s.agenda, entry{task: taskSpell, seat: seat, other: target, card: k})
	s.Event(seat, eventReturned, s.lexicon.spells[k])
	if s.spells.Seen(held(seat), k) > 0 {
		s.spells.Move(k, held(seat), decks)
		return
	}
	s.spells.Move(k, built(seat), decks)
	if !s.binding.inForce[freeCast] {
		s.charge(seat, payment{price: price{partAny: 1}, spell: k, cast: true})
	}
}

// continueSpell continues a spell: rule cast.order.
func (s *State) continueSpell(p *entry) {
	caster, target, k := p.seat, p.other, p.card
	x := &s.list.spells[k]
	switch {
	case p.cancelled:
		s.pop()
	case p.stage == stageTarget:
		p.stage = stageEffect
		if target == engine.Nobody {
			return
		}
		if s.useSeal(target, eventSealed, k) {
			p.stage = stageOver
			return
		}
		s.askReply(p, target, whenTargeted)
	case p.stage == stageEffect:
		p.stage = stageOver
		s.pushSteps(x.effects, caster, target, s.lexicon.spells[k], s.useSeals(p))
	default:
		s.pop()
	}
}

// useSeals uses the Seals of the opponents against a spell at several players, and returns those that are protected, one bit per seat.
func (s *State) useSeals(p *entry) uint8 {
	if !slices.ContainsFunc(s.list.spells[p.card].effects, func(e effectStep) bool { return e.who == ofOpponents }) {
		return 0
	}
	var spared uint8
	for n := 1; n < s.players; n++ {
		if seat := s.after(p.seat, n); seat != p.other && s.useSeal(seat, eventSaved, p.card) {
			spared |= 1 << seat
		}
	}
	return spared
}

// useSeal uses a Seal of a player against a spell, and reports whether the player had one: rule seal.works.
func (s *State) useSeal(seat engine.Seat, tells engine.Name, against cards.Kind) bool {
	for _, k := range s.sealOrder {
		if s.spells.Seen(held(seat), k) == 0 {
			continue
		}
		s.Event(seat, tells, s.lexicon.spells[k], s.lexicon.spells[against])
		if !s.lasting {
			s.spells.Move(k, held(seat), decks)
			s.Event(seat, eventReturned, s.lexicon.spells[k])
		}
		return true
	}
	return false
}

// cancel cancels the effect of a spell or event: rule do.cancel.
func (s *State) cancel(p *entry) {
	switch {
	case p.cancelled:
	case p.task == taskSpell:
		s.Event(p.seat, eventCountered, s.lexicon.spells[p.card])
	default:
		s.Event(p.seat, eventVoid, s.lexicon.bank[p.card])
		s.discardEvent(p.card)
	}
	p.cancelled = true
}

// reflect turns a spell against its caster: rule do.reflect.
func (s *State) reflect(p *entry) {
	p.seat, p.other, p.stage = p.other, p.seat, stageTarget
	s.Event(p.seat, eventReflected, s.lexicon.seats[p.other], s.lexicon.spells[p.card])
}

// use discards an artifice and pushes its steps: rules artifice.spent and react.window.
func (s *State) use(seat, target engine.Seat, k cards.Kind) {
	if len(s.agenda) > 0 { // a reply
		s.pop()
		s.top().replied |= 1 << seat
	}
	s.throw(seat, k)
	c := &s.list.bank[k]
	s.pushSteps(c.effects, seat, target, s.lexicon.bank[k], 0)
}
