package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// Play implements engine.State.
func (s *State) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	s.Log = s.Log[:0]
	switch {
	case m.Verb == verbHold:
		var room [engine.MaxArgs]cards.Kind
		s.cards.See(s.hand(m.Seat), s.held(&m, room[:0])...)
	case m.Verb == verbAmend:
		s.amend(&m)
	case m.Verb == verbAmen:
		s.amen = true
	case s.asked() != nil:
		s.answer(m)
	case m.Verb == verbPray:
		s.pray(m.Seat)
	default:
		s.act(&m)
	}
	s.run()
	return engine.Violation{}
}

// act carries out an action of the turn, a green card or the end of the turn.
func (s *State) act(m *engine.Move) {
	switch m.Verb {
	case verbSacrifice:
		k, host := s.kind(m.Args[0]), s.seat(m.Args[1])
		if !s.list[k].green {
			s.use(actSacrifice)
		}
		s.shift(k, s.hand(m.Seat), s.altar(host))
		s.queueReward(k, m.Seat, host)
	case verbInvoke:
		k := s.kind(m.Args[0])
		s.use(actInvoke)
		s.shift(k, deck, s.altar(m.Seat))
		s.queueReward(k, m.Seat, m.Seat)
	case verbDraw:
		s.use(actDraw)
		s.moveCard(m.Args[0], deck, s.hand(m.Seat))
	case verbPurge:
		s.use(actPurge)
		s.clear(m.Seat)
	case verbEnd:
		s.end()
	}
}

// moveCard moves a card between two places. A named card becomes seen, any other stays unseen.
func (s *State) moveCard(card engine.Name, from, to cards.Place) {
	if card == engine.None || card == wordUnseen {
		s.shiftUnseen(from, to)
		return
	}
	s.shift(s.kind(card), from, to)
}

// answer plays an answer to the open question.
func (s *State) answer(m engine.Move) {
	e := s.spend()
	switch m.Verb {
	case verbChoose:
		s.choose(e, m.Args[0])
	case verbAccept:
		s.pushParts(e, s.concerns(&e), false)
	case verbReveal:
		s.reveal(e, s.kind(m.Args[0]))
	case verbDrop, verbDiscard:
		s.shift(s.kind(m.Args[0]), s.hand(e.seat), grave)
	case verbGive:
		s.moveCard(m.Args[0], s.hand(e.seat), s.hand(e.partner))
	case verbSacrifice:
		k, host := s.kind(m.Args[0]), s.seat(m.Args[1])
		s.shift(k, s.hand(e.seat), s.altar(host))
		s.queueReward(k, e.seat, host)
	case verbMove:
		s.shift(s.kind(m.Args[0]), s.altar(s.seat(m.Args[1])), s.altar(s.seat(m.Args[2])))
	case verbDestroy:
		s.shift(s.kind(m.Args[0]), s.altar(s.seat(m.Args[1])), grave)
	case verbRaze:
		s.clear(s.seat(m.Args[0]))
	case verbTake:
		s.shift(s.kind(m.Args[0]), s.altar(s.seat(m.Args[1])), s.hand(s.taker(&e, m.Args[1])))
	case verbSwap:
		a, b := s.altar(s.seat(m.Args[1])), s.altar(s.seat(m.Args[3]))
		s.shift(s.kind(m.Args[0]), a, b)
		s.shift(s.kind(m.Args[2]), b, a)
	case verbRaise:
		s.shift(s.kind(m.Args[0]), grave, s.raisedTo(&e, m.Args[1]))
	}
}

// choose continues with the chosen list of effects, or with the effect for the chosen seat.
func (s *State) choose(e entry, name engine.Name) {
	if e.effect.do != doEither {
		s.pushParts(e, seatSet(s.seat(name)), false)
		return
	}
	if first := e.effect.options[s.digit(name)-1]; first != nil {
		e.step, e.effect = stepReward, first
		s.push(e)
	}
}

// reveal turns up the top card of the Necronomicon: into the Graveyard, or as a sacrifice on the altar of entry.partner.
func (s *State) reveal(e entry, k cards.Kind) {
	s.shift(k, deck, s.revealTo(&e))
	if e.summons() {
		s.queueReward(k, e.celebrant, e.partner)
	}
}

// summons reports whether a question sacrifices the card that is turned up.
func (e *entry) summons() bool { return e.effect != nil && e.effect.do == doSummon }

// revealTo returns the place of a card that is turned up.
func (s *State) revealTo(e *entry) cards.Place {
	if e.summons() {
		return s.altar(e.partner)
	}
	return grave
}

// taker returns the seat that gets a card from the altar of a seat.
func (s *State) taker(e *entry, from engine.Name) engine.Seat {
	if e.effect.into == intoOwner {
		return s.seat(from)
	}
	return e.celebrant
}

// raisedTo returns the place to which a card of the Graveyard goes.
func (s *State) raisedTo(e *entry, altar engine.Name) cards.Place {
	if e.effect.into == intoAltar {
		return s.altar(s.seat(altar))
	}
	return s.hand(e.celebrant)
}
