package pantacle

import (
	"fmt"

	"familiar/engine"
)

// step is something that is still to be done: what happens by itself, and questions, which wait for their answer.
type step uint8

const (
	stepTurn         step = iota // a seat's turn begins
	stepToll                     // of curses
	stepPurchase                 // of an Adept
	stepLook                     // with Bewitchment
	stepPowers                   // Sacrifice of Powers
	stepPay                      // the price of a Sacrifice, whose kind is n
	stepAdepts                   // Sacrifice of Adepts
	stepCurses                   // curse cards are turned up
	stepLocation                 // the effect of location n
	stepFavor                    // one is announced
	stepReceive                  // the Favor is the seat's
	stepCompensation             // of a seat whose Favor was bribed away
	stepBenefit                  // of the Favor
	stepGain                     // n pieces from the reserve
	stepMoon                     // the Change of the Moon begins
	stepShine                    // it ends
	stepRefill                   // of the hand
	firstQuestion
)

const (
	askLook   = firstQuestion + iota
	askBar    // which Sacrifice is barred
	askFlame  // which disc goes where
	askReach  // how many curse cards
	askCurse  // which card was turned up, or which is kept
	askAbsorb // which exhaustion card gives the unit
	askFlip   // which curse is turned face down
	askFavor  //
	askBribe  //
	askAdd    // n blades more
	askMoon   //
)

// entry is a step with what it concerns.
type entry struct {
	step step
	seat engine.Seat
	of   resource
	n    int16
}

// agenda is a stack: what comes next lies on top. A turn needs far less room than it has.
type agenda struct {
	entries [16]entry
	n       int8
}

func (a *agenda) push(e entry) {
	a.entries[a.n] = e
	a.n++
}

func (a *agenda) pop() entry {
	a.n--
	return a.entries[a.n]
}

func (a *agenda) top() *entry { return &a.entries[a.n-1] }

// asked is the open question. There is one until the game is over.
func (s *State) asked() *entry { return s.agenda.top() }

// mostIdle is how many turns may go by without a question. With some card lists every Favor can come to be forbidden to everybody
// and every hand to be empty for ever.
const mostIdle = 100

// run does what the rules force, until a question is open or the game is over: also when nobody can ever do anything again.
func (s *State) run() {
	for turns := 0; !s.over && s.agenda.top().step < firstQuestion; {
		e := s.agenda.pop()
		s.do(e)
		if e.step != stepTurn {
			continue
		}
		if turns++; turns > mostIdle {
			s.over, s.phase, s.events = true, phaseOver, s.events[:0]
			s.event(engine.Nobody, eventStuck)
		}
	}
}

func (s *State) do(e entry) {
	switch e.step {
	case stepTurn:
		s.begin(e.seat)
	case stepToll:
		s.toll()
	case stepPurchase:
		s.purchase()
	case stepLook:
		s.look()
	case stepPowers:
		s.startSacrifices()
	case stepPay:
		s.sacrifice(sacrifice(e.n))
	case stepAdepts:
		s.sacrificeAdepts()
	case stepCurses:
		s.startCurses()
	case stepLocation:
		s.enter(location(e.n))
	case stepFavor:
		s.startFavor()
	case stepReceive:
		s.receive(e.seat)
	case stepCompensation:
		s.compensate()
	case stepBenefit:
		s.benefit(e.seat)
	case stepGain:
		s.gain(e)
	case stepMoon:
		s.startMoon()
	case stepShine:
		s.shine()
	case stepRefill:
		s.refill()
	default:
		panic(fmt.Sprintf("step %d is a question", e.step))
	}
}

// push puts a step of the active seat on the agenda.
func (s *State) push(steps ...step) {
	for _, x := range steps {
		s.agenda.push(entry{step: x, seat: s.turn})
	}
}
