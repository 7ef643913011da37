package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// Check implements engine.State.
func (s *State) Check(m engine.Move) engine.Violation {
	switch {
	case !s.formed(&m):
		return engine.Violate(ruleForm)
	case m.Verb == verbHold:
		return engine.Unless(s.holdable(&m), ruleHold, &m)
	case s.over():
		return engine.Violate(ruleOver)
	case m.Verb == verbAmend:
		return engine.Unless(s.amendable(&m), ruleAmend, &m)
	case len(s.agenda) > 0:
		return s.checkAnswer(&m)
	}
	return s.checkTurn(&m)
}

// formed reports whether a move has a signature: rule move.form.
func (s *State) formed(m *engine.Move) bool {
	if m.Verb == verbAmend {
		return m.Seat == engine.Nobody && m.Arity() >= 2 && m.Args[engine.MaxArgs-1] != engine.Excess
	}
	if _, ok := s.Catalog().Match(*m); !ok {
		return false
	}
	if m.Verb != verbHold {
		return true
	}
	for _, n := range m.Args[:m.Arity()] {
		if i, ok := n.Number(); ok && (i < 1 || i > mostHeld) {
			return false
		}
	}
	return true
}

// answerVerbs are the verbs that answer the question of a step, one or two.
var answerVerbs = [deeds][2]engine.Name{
	doDraw: {verbTake}, doDiscard: {verbDiscard, verbNone}, doSteal: {verbSteal}, doGive: {verbGive}, doSalvage: {verbSalvage}, doPick: {verbPick},
	doAllot: {verbAllot, verbDone}, doRelease: {verbRelease}, doManual: {verbDone},
}

// answeredBy reports whether a verb answers the question of an entry.
func (p *entry) answeredBy(verb engine.Name) bool {
	switch p.task {
	case taskReveal:
		return verb == verbReveal
	case taskPay:
		return verb == verbPay
	case taskReply:
		return verb == verbUse || verb == verbPass
	}
	return slices.Contains(answerVerbs[p.effect.do][:], verb)
}

// checkAnswer checks a move while a question is open: rule ask.first.
func (s *State) checkAnswer(m *engine.Move) engine.Violation {
	p := s.asked()
	if m.Seat != p.answerer() || !p.answeredBy(m.Verb) {
		return engine.Violate(ruleAskFirst, s.Catalog().SeatName(p.answerer()))
	}
	switch m.Verb {
	case verbReveal:
		return engine.Unless(s.cards.Holds(bank, s.card(m.Args[0])), ruleBank, m)
	case verbTake:
		return engine.Unless(s.takeable(m.Args[0]), ruleBank, m)
	case verbPay:
		return s.checkPay(m)
	case verbUse:
		return s.checkUse(m, s.replyTo())
	case verbDiscard:
		if !s.isOf(p.effect.of, m.Args[0]) {
			return engine.Violate(ruleSort, m.Args[0])
		}
		return engine.Unless(s.has(p.seat, m.Args[0]), ruleHolds, m)
	case verbNone:
		return engine.Unless(s.mayLack(p), ruleLacks, m)
	case verbSteal, verbGive:
		return engine.Unless(s.has(p.seat, m.Args[0]), ruleHolds, m)
	case verbSalvage:
		return engine.Unless(s.cards.Seen(pileAt(p.effect.pile), s.card(m.Args[0])) > 0, ruleSalvage, m)
	case verbPick:
		return engine.Unless(s.cards.Seen(market, s.card(m.Args[0])) > 0, rulePick, m)
	case verbAllot:
		return s.checkAllot(m)
	case verbRelease:
		k, as := s.allottedCard(m)
		return engine.Unless(s.lies(p.seat, k, as), ruleRelease, m)
	}
	return engine.Violation{}
}

// replyTo returns the moment of the artifices that can reply now.
func (s *State) replyTo() moment {
	if s.repliedTo().task == taskEvent {
		return whenEvent
	}
	return whenTargeted
}

// takeable reports whether a card, or an unseen one, may come from the bank.
func (s *State) takeable(n engine.Name) bool {
	if n == engine.None || n == wordUnseen {
		return s.cards.CanPass(bank)
	}
	return s.cards.Holds(bank, s.card(n))
}

// isOf reports whether a card or spell is of a class.
func (s *State) isOf(of class, n engine.Name) bool {
	switch {
	case s.isSpell(n):
		return of == anyCard || of == spellCard
	case of == spellCard:
		return false
	}
	return s.classes[of].Has(s.card(n))
}

// has reports whether a player may have a card, an unseen card or a spell: rule hand.holds.
func (s *State) has(seat engine.Seat, n engine.Name) bool {
	switch {
	case n == wordUnseen:
		return s.handSize(seat) > 0
	case s.isSpell(n):
		return s.spells.Seen(held(seat), s.spell(n)) > 0
	}
	return s.holds(seat, s.card(n))
}

// mayLack reports whether `none` is a possible answer: rule discard.none.
func (s *State) mayLack(p *entry) bool {
	switch p.effect.of {
	case squareCard, otherCard, artificeCard:
		return s.cards.CanLack(s.hand(p.seat), &s.classes[p.effect.of])
	}
	return false
}

// allottedCard returns the card that a move allots or releases, and the resource that it stands for.
func (s *State) allottedCard(m *engine.Move) (k, as cards.Kind) {
	k = s.card(m.Args[0])
	if m.Args[1] == engine.None {
		return k, k
	}
	return k, s.card(m.Args[1])
}

// lies reports whether a card is allotted, a joker as the given resource.
func (s *State) lies(seat engine.Seat, k, as cards.Kind) bool {
	if !s.jokers.Has(k) {
		return s.cards.Seen(s.allotted(seat), k) > 0
	}
	return slices.Contains(s.seats[seat].jokerUses, jokerUse{k, as})
}

// checkAllot checks whether a card can be allotted, in the allot phase or by an effect.
func (s *State) checkAllot(m *engine.Move) engine.Violation {
	k, as := s.allottedCard(m)
	switch {
	case len(s.agenda) == 0 && s.allots >= s.binding.limit:
		return engine.Violate(ruleLimit)
	case s.needs(m.Seat, as) == 0:
		return engine.Violate(ruleNeeded, s.lexicon.bank[as])
	}
	return engine.Unless(s.holds(m.Seat, k), ruleHolds, m)
}

// checkPay checks a card of a payment.
func (s *State) checkPay(m *engine.Move) engine.Violation {
	k := s.card(m.Args[0])
	if !s.payable.Has(k) {
		return engine.Violate(rulePayKind, m.Args[0])
	}
	var room [usualFunds]fund
	p := s.purse(m.Seat, s.payment.paid, room[:0])
	if !p.takes(k) {
		return engine.Violate(ruleHolds, m.Args[0])
	}
	if !p.fitsSome(&s.payment.price) {
		return engine.Violate(ruleFits, m.Args[0])
	}
	return engine.Unless(p.covers(&s.payment.price, s.payment.total), ruleRest, m)
}

// checkUse checks the use of an artifice at a moment.
func (s *State) checkUse(m *engine.Move, when moment) engine.Violation {
	k := s.card(m.Args[0])
	switch {
	case s.jokers.Has(k):
		return engine.Violate(ruleJoker, m.Args[0])
	case s.list.bank[k].when != when:
		return engine.Violate(ruleWhen, m.Args[0])
	case !s.holds(m.Seat, k):
		return engine.Violate(ruleHolds, m.Args[0])
	}
	return engine.Unless(s.rightTarget(m, s.list.bank[k].needsTarget), ruleUseTarget, m)
}

// rightTarget reports whether a move names an opponent exactly if it must.
func (s *State) rightTarget(m *engine.Move, aimed bool) bool {
	if m.Args[1] == engine.None {
		return !aimed
	}
	return aimed && s.seat(m.Args[1]) != m.Seat
}

// checkTurn checks a move while no question is open.
func (s *State) checkTurn(m *engine.Move) engine.Violation {
	switch m.Verb {
	case verbTake, verbReveal, verbPay, verbDiscard, verbNone, verbSteal, verbGive, verbSalvage, verbPick, verbRelease, verbDone, verbPass:
		return engine.Violate(ruleAskNone, m.Verb)
	}
	if m.Verb != verbUse && m.Seat != s.turn {
		return engine.Violate(ruleOther, s.lexicon.seats[s.turn])
	}
	if !s.inPhase(m.Verb) {
		return engine.Violate(rulePhase, m.Verb)
	}
	switch m.Verb {
	case verbRitual:
		return engine.Unless(!s.taken(s.Of(m.Args[0]).ritual), ruleRitual, m)
	case verbAllot:
		return s.checkAllot(m)
	case verbDraw:
		return s.checkDraw(m)
	case verbBuild:
		return s.checkBuild(m)
	case verbCast:
		return s.checkCast(m)
	case verbUse:
		return s.checkUse(m, s.useNow(m.Seat))
	}
	return engine.Violation{}
}

// inPhase reports whether a verb belongs to the phase of the turn: rule turn.phase.
func (s *State) inPhase(verb engine.Name) bool {
	switch verb {
	case verbRitual:
		return s.phase == inRitual
	case verbAllot, verbDraw:
		return s.phase == inAllot
	case verbBuild, verbCast, verbEnd:
		return s.phase == inAct
	}
	return s.phase == inAllot || s.phase == inAct // use
}

// useNow returns the moment of the artifices that a player may use while no question is open.
func (s *State) useNow(seat engine.Seat) moment {
	if seat == s.turn {
		return whenOwnTurn
	}
	return whenRivalTurn
}

func (s *State) taken(ritual int16) bool {
	for i := range s.seats[:s.players] {
		if s.seats[i].ritual == ritual {
			return true
		}
	}
	return false
}

// drawBarred returns the rule that forbids to choose the bank or the market, empty if the choice is allowed: rules draw.barred and draw.empty.
func (s *State) drawBarred(from engine.Name) (rule string) {
	bar, there := noBank, s.canDraw()
	if from == placeMarket {
		bar, there = noMarket, s.cards.Size(market) > 0
	}
	switch {
	case s.binding.inForce[bar]:
		return ruleBarred
	case !there:
		return ruleEmpty
	}
	return ""
}

func (s *State) checkDraw(m *engine.Move) engine.Violation {
	if m.Args[0] != verbNone {
		rule := s.drawBarred(m.Args[0])
		return engine.Unless(rule == "", rule, m)
	}
	return engine.Unless(s.drawBarred(placeBank) != "" && s.drawBarred(placeMarket) != "", ruleNone, m)
}

// buildPrice returns the present price of building a spell.
func (s *State) buildPrice(k cards.Kind) price {
	x := s.list.spells[k].cost
	x[partAny] += int16(min(s.binding.surcharge, engine.MaxNumber))
	return x
}

func (s *State) checkBuild(m *engine.Move) engine.Violation {
	k := s.spell(m.Args[0])
	switch {
	case s.binding.inForce[noBuild]:
		return engine.Violate(ruleNoBuild)
	case s.spells.Seen(decks, k) == 0:
		return engine.Violate(ruleDeck, m.Args[0])
	}
	x := s.buildPrice(k)
	return engine.Unless(s.affords(m.Seat, &x), ruleCost, m)
}

func (s *State) checkCast(m *engine.Move) engine.Violation {
	k := s.spell(m.Args[0])
	x := &s.list.spells[k]
	inHand := s.spells.Seen(held(m.Seat), k) > 0
	switch {
	case s.binding.inForce[noCast]:
		return engine.Violate(ruleNoCast)
	case x.seal:
		return engine.Violate(rulePassive, m.Args[0])
	case !inHand && s.spells.Seen(built(m.Seat), k) == 0:
		return engine.Violate(ruleCastHeld, m.Args[0])
	case !s.rightTarget(m, x.needsTarget):
		return engine.Violate(ruleTarget, m.Args[0])
	}
	return engine.Unless(inHand || s.canCastNew(m.Seat), ruleExtra, m)
}

// canCastNew reports whether a player can pay for casting a spell in the turn in which it was built: rule cast.extra.
func (s *State) canCastNew(seat engine.Seat) bool {
	if s.binding.inForce[freeCast] {
		return true
	}
	kinds := s.cards.Kinds(s.hand(seat))
	return kinds.Meets(&s.payable)
}
