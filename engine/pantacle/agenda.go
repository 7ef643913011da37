package pantacle

import (
	"fmt"

	"familiar/engine"
)

// step is a task on the agenda: an automatic step, or a question, which waits for its answer.
type step uint8

const (
	stepTurn         step = iota // a seat's turn begins
	stepToll                     // the toll of curses
	stepPurchase                 // an Adept is bought
	stepPeek                     // the use of Bewitchment
	stepPowers                   // Sacrifice of Powers
	stepPay                      // the price of a Sacrifice, whose kind is n
	stepAdepts                   // Sacrifice of Adepts
	stepCurses                   // curse cards are turned up
	stepLocation                 // the effect of location n
	stepFavor                    // a Favor is announced
	stepReceive                  // the seat receives the Favor
	stepCompensation             // for a seat whose Favor was bribed away
	stepBenefit                  // the benefit of the Favor
	stepGain                     // n pieces from the reserve
	stepMoon                     // the Change of the Moon begins
	stepMoonCube                 // the Change of the Moon ends
	stepRefill                   // the hand is refilled
	firstQuestion
)

const (
	askPeek   = firstQuestion + iota
	askBar    // the Sacrifice to bar
	askFlame  // the disc, and its location
	askReach  // number of curse cards
	askCurse  // card that was turned up, or the one to keep
	askAbsorb // the exhaustion card that gives the unit
	askFlip   // the curse to turn face down
	askFavor
	askBribe
	askAdd // n more blades
	askMoon
)

// entry is a step with its parameters.
type entry struct {
	step step
	seat engine.Seat
	of   resource // of a gain
	n    int16    // see the kinds of steps
}

// agenda is a stack: the next step is on top. A turn needs much less than its capacity.
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

// asked returns the open question. Until the game is over there is one.
func (s *State) asked() *entry { return s.agenda.top() }

// mostIdle is how many turns may pass without a question. With some card lists it can happen that every Favor is forbidden to everybody and every
// hand stays empty forever.
const mostIdle = 100

// run carries out automatic steps until a question is open or the game is over. The game is also over when nobody can ever do anything again.
func (s *State) run() {
	for turns := 0; !s.over && s.agenda.top().step < firstQuestion; {
		e := s.agenda.pop()
		s.do(e)
		if e.step != stepTurn {
			continue
		}
		if turns++; turns > mostIdle {
			s.over, s.phase, s.Log = true, phaseOver, s.Log[:0]
			s.Event(engine.Nobody, eventStuck)
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
	case stepPeek:
		s.peek()
	case stepPowers:
		s.startSacrifices()
	case stepPay:
		s.sacrifice(sacrifice(e.n))
	case stepAdepts:
		s.sacrificeAdepts()
	case stepCurses:
		s.startCurses()
	case stepLocation:
		s.locationEffect(location(e.n))
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
	case stepMoonCube:
		s.payMoonCube()
	case stepRefill:
		s.refill()
	default:
		panic(fmt.Sprintf("step %d is a question", e.step))
	}
}

// push puts steps of the active seat on the agenda.
func (s *State) push(steps ...step) {
	for _, x := range steps {
		s.agenda.push(entry{step: x, seat: s.turn})
	}
}
