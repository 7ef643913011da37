package athame

import (
	"slices"

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
		var room [usualHold]cards.Kind
		s.cards.See(s.hand(m.Seat), s.holding(&m, room[:0])...)
		return engine.Violation{}
	case m.Verb == verbAmend:
		s.amend(&m)
	case len(s.agenda) > 0:
		s.answer(&m)
	default:
		s.act(&m)
	}
	s.run()
	return engine.Violation{}
}

// act carries out a move of a turn.
func (s *State) act(m *engine.Move) {
	switch m.Verb {
	case verbRitual:
		s.takeRitual(m.Seat, s.Of(m.Args[0]).ritual)
	case verbAllot:
		s.allots++
		k, as := s.allottedCard(m)
		s.allot(m.Seat, k, as)
	case verbDraw:
		s.draw(m.Seat, m.Args[0])
	case verbBuild:
		s.build(m.Seat, s.spell(m.Args[0]))
	case verbCast:
		s.cast(m.Seat, s.targetOf(m), s.spell(m.Args[0]))
	case verbUse:
		s.use(m.Seat, s.targetOf(m), s.card(m.Args[0]))
	case verbEnd:
		s.end()
	}
}

// targetOf returns the opponent that a move names, Nobody if it names none.
func (s *State) targetOf(m *engine.Move) engine.Seat {
	if m.Args[1] == engine.None {
		return engine.Nobody
	}
	return s.seat(m.Args[1])
}

// answer plays an answer to the open question.
func (s *State) answer(m *engine.Move) {
	p := s.asked()
	switch m.Verb {
	case verbReveal:
		s.reveal(s.card(m.Args[0]))
	case verbTake:
		if m.Args[0] == engine.None || m.Args[0] == wordUnseen {
			p.left--
			s.pass(bank, s.hand(p.seat))
		} else {
			s.take(p, s.card(m.Args[0]))
		}
	case verbPay:
		k := s.card(m.Args[0])
		s.payment.paid = append(s.payment.paid, k)
		s.throw(p.seat, k)
	case verbUse:
		s.use(m.Seat, s.targetOf(m), s.card(m.Args[0]))
	case verbNone, verbDone, verbPass:
		s.pop()
	case verbDiscard:
		p.lessen()
		s.chosen(p, eventLoses, m.Args[0])
		s.discard(p.seat, m.Args[0])
	case verbSteal:
		p.left--
		s.handOver(p.seat, p.other, m.Args[0])
	case verbGive:
		p.left--
		s.handOver(p.seat, s.receiver(p), m.Args[0])
	case verbSalvage:
		p.left--
		s.move(s.card(m.Args[0]), pileAt(p.effect.pile), s.hand(p.seat))
	case verbPick:
		p.left--
		s.move(s.card(m.Args[0]), market, s.hand(p.seat))
	case verbAllot:
		p.left--
		k, as := s.allottedCard(m)
		s.allot(p.seat, k, as)
	case verbRelease:
		p.left--
		k, as := s.allottedCard(m)
		s.release(p, k, as)
	}
}

// chosen records for the owner of a card that another player has chosen it.
func (s *State) chosen(p *entry, verb, card engine.Name) {
	if p.answerer() != p.seat {
		s.Event(p.seat, verb, card)
	}
}

// lessen counts one card less to discard.
func (p *entry) lessen() {
	if p.left != all {
		p.left--
	}
}

// discard discards a hand card or a spell of a player.
func (s *State) discard(seat engine.Seat, n engine.Name) {
	if s.isSpell(n) {
		s.spells.Move(s.spell(n), held(seat), decks)
		return
	}
	s.throw(seat, s.card(n))
}

// handOver gives a hand card, an unseen card or a spell of a player to another player.
func (s *State) handOver(from, to engine.Seat, n engine.Name) {
	s.Event(from, eventPasses, s.lexicon.seats[to])
	switch {
	case n == wordUnseen:
		s.pass(s.hand(from), s.hand(to))
	case s.isSpell(n):
		s.spells.Move(s.spell(n), held(from), held(to))
	default:
		s.move(s.card(n), s.hand(from), s.hand(to))
	}
}

// release removes an allotted card: rule do.release.
func (s *State) release(p *entry, k, as cards.Kind) {
	to, tells := pileAt(s.list.bank[k].pile), eventLoses
	if p.effect.toHand {
		to, tells = s.hand(p.seat), eventTakesBack
	}
	s.chosen(p, tells, s.lexicon.bank[k])
	s.move(k, s.allotted(p.seat), to)
	s.removeAllotted(p.seat, k, as)
}

// usualHold is the size of buffers for the cards of one `hold`. More cards are possible and cost an allocation.
const usualHold = 16

// holding returns the cards that `hold` names, grouped by kind in the order of first mention: rule hold.hand. It returns none if the hand has fewer cards.
func (s *State) holding(m *engine.Move, all []cards.Kind) []cards.Kind {
	var kinds [engine.MaxArgs]cards.Kind
	var copies [engine.MaxArgs]int
	n, last, total := 0, 0, 0
	for _, word := range m.Args[:m.Arity()] {
		if more, ok := word.Number(); ok {
			copies[last] += more - 1
			continue
		}
		k := s.card(word)
		if last = slices.Index(kinds[:n], k); last < 0 {
			last, n = n, n+1
			kinds[last] = k
		}
		copies[last]++
	}
	for _, c := range copies {
		total += c
	}
	if total > s.handSize(m.Seat) {
		return nil
	}
	for i, k := range kinds[:n] {
		for range copies[i] {
			all = append(all, k)
		}
	}
	return all
}

// holdable reports whether a hand may hold the cards that `hold` names.
func (s *State) holdable(m *engine.Move) bool {
	var room [usualHold]cards.Kind
	all := s.holding(m, room[:0])
	return len(all) > 0 && s.cards.CanSee(s.hand(m.Seat), all...)
}
