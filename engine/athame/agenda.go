package athame

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// task is the kind of an entry on the agenda: see "Order of work".
type task uint8

const (
	taskReveal task = iota // cards for the market are entered
	taskPay                // the open payment
	taskSpell              // a spell in progress
	taskEvent              // an event in progress
	taskReply              // a reply with an artifice to the spell or event below
	taskStep               // a step of an effect for one player
)

// stage is the progress of a spell or event.
type stage uint8

const (
	stageTarget stage = iota // before the effect: a Seal or a reply may stop it
	stageEffect              // its steps are on the agenda
	stageOver
)

// entry is an item of the agenda. The entries above it are finished first.
type entry struct {
	task task

	// The caster of a spell, the drawer of an event, the payer of a payment, the seat that may reply, the seat that a step concerns.
	seat engine.Seat
	// The target of a spell, the actor of a step.
	other engine.Seat

	card      cards.Kind // the spell or event
	stage     stage
	cancelled bool
	replied   uint8 // seats that have replied to the spell or event with an artifice, one bit per seat

	effect *effectStep // the step
	source engine.Name // the card of the step
	left   int16       // remaining repetitions; all: until nothing is left
}

// top returns the entry in progress.
func (s *State) top() *entry { return &s.agenda[len(s.agenda)-1] }

// asked returns the entry whose question is open. Between moves that is the entry in progress. The agenda must not be empty.
func (s *State) asked() *entry { return s.top() }

func (s *State) pop() { s.agenda = s.agenda[:len(s.agenda)-1] }

// run works on the agenda until a question is open, or until only a move of a player can continue the game.
func (s *State) run() {
	for !s.over() {
		switch {
		case len(s.agenda) > 0:
			if s.work(s.top()) {
				return
			}
		case s.cards.Size(market) < inMarket && s.canReveal():
			s.agenda = append(s.agenda, entry{task: taskReveal, seat: engine.Nobody})
		default:
			switch s.phase {
			case inSetup:
				s.phase = inRitual
			case inDraw:
				s.phase = inAct
			}
			return
		}
	}
}

// work continues the top entry, and reports whether it is now waiting for an answer.
func (s *State) work(p *entry) (asks bool) {
	switch p.task {
	case taskReveal:
		if s.cards.Size(market) >= inMarket || !s.canReveal() {
			s.pop()
			return false
		}
		s.replenish()
		return true
	case taskPay:
		if s.payment.left() > 0 {
			return true
		}
		s.pop()
		s.paid(p.seat)
	case taskSpell:
		s.continueSpell(p)
	case taskEvent:
		s.continueEvent(p)
	case taskReply:
		return true
	case taskStep:
		return s.step(p)
	}
	return false
}

// pushSteps pushes the steps of an effect so that the first step, for the first player, is on top. spared holds the seats that the effect does not
// reach, one bit per seat.
func (s *State) pushSteps(effects []effectStep, actor, target engine.Seat, source engine.Name, spared uint8) {
	for i := len(effects) - 1; i >= 0; i-- {
		e := &effects[i]
		step := entry{task: taskStep, seat: actor, other: actor, effect: e, source: source, left: e.count}
		switch e.who {
		case ofActor:
			s.agenda = append(s.agenda, step)
		case ofTarget:
			step.seat = target
			s.agenda = append(s.agenda, step)
		case ofOpponents:
			for n := s.players - 1; n > 0; n-- {
				step.seat = s.after(actor, n)
				if spared>>step.seat&1 == 0 {
					s.agenda = append(s.agenda, step)
				}
			}
		}
	}
}

// step carries out a step of an effect, or reports that it is waiting for an answer.
func (s *State) step(p *entry) (asks bool) {
	if s.finished(p) {
		s.pop()
		return false
	}
	if p.effect.do == doDraw {
		s.replenish()
		return true
	}
	if p.effect.asks() {
		return true
	}
	done := *p
	s.pop()
	s.carryOut(&done)
	return false
}

// asks reports whether a step is a question.
func (e *effectStep) asks() bool {
	switch e.do {
	case doDraw, doDiscard, doSteal, doGive, doSalvage, doPick, doAllot, doRelease, doManual:
		return true
	}
	return false
}

// finished reports whether a step is over: it was done as often as it says, or nothing is left to do it with.
func (s *State) finished(p *entry) bool {
	if p.left == 0 && p.effect.count != 0 {
		return true
	}
	switch p.effect.do {
	case doDraw:
		return !s.canDraw()
	case doDiscard:
		switch p.effect.of {
		case anyCard:
			return s.bare(p.seat)
		case spellCard:
			return s.spells.Size(held(p.seat)) == 0
		}
		return s.handSize(p.seat) == 0
	case doSteal:
		return s.bare(p.seat)
	case doGive:
		return s.bare(p.seat) || s.receiver(p) == p.seat
	case doSalvage:
		return !s.salvageable(p.effect.pile)
	case doPick:
		return s.cards.Size(market) == 0
	case doAllot:
		return s.handSize(p.seat) == 0
	case doRelease:
		return s.cards.Size(s.allotted(p.seat)) == 0
	}
	return false
}

// answerer returns the seat that must answer.
func (p *entry) answerer() engine.Seat {
	switch {
	case p.task != taskStep:
		return p.seat
	case p.effect.do == doSteal, p.effect.do == doManual, p.effect.byActor:
		return p.other
	}
	return p.seat
}

// receiver returns the seat that gets a card.
func (s *State) receiver(p *entry) engine.Seat {
	if p.effect.toLeft {
		return s.next(p.seat)
	}
	return p.other
}

// carryOut carries out a step that is not a question.
func (s *State) carryOut(p *entry) {
	switch p.effect.do {
	case doSwap:
		s.cards.Swap(s.hand(p.seat), s.hand(p.other))
		s.spells.Swap(held(p.seat), held(p.other))
		s.Event(p.other, eventSwapped, s.lexicon.seats[p.seat])
	case doWipe:
		n := s.cards.Size(market)
		for _, k := range slices.Collect(s.cards.SeenCards(market)) {
			s.move(k, market, pileAt(s.list.bank[k].pile))
		}
		s.Event(p.other, eventWiped, engine.CappedNumber(n))
	case doHex:
		x := &s.seats[p.seat]
		x.hexes = append(x.hexes, p.effect.rule)
		s.Event(p.seat, eventHexed, p.effect.rule.args()...)
	case doSkip:
		s.seats[p.seat].skips++
		s.Event(p.seat, eventSkip)
	case doPeek:
		s.Event(p.other, eventPeeked, s.lexicon.seats[p.seat])
	case doCancel:
		s.cancel(s.repliedTo())
	case doReflect:
		if x := s.repliedTo(); !x.cancelled {
			s.reflect(x)
		}
	}
}

// repliedTo returns the spell or event to which an artifice replies: the topmost one below the artifice's own steps.
func (s *State) repliedTo() *entry {
	for i := len(s.agenda) - 1; ; i-- {
		if p := &s.agenda[i]; p.task == taskSpell || p.task == taskEvent {
			return p
		}
	}
}
