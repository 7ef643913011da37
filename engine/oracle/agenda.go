package oracle

import "familiar/engine"

// task is the kind of an entry on the agenda: section What follows by itself.
type task uint8

const (
	// Automatic tasks.
	taskPass    task = iota // the turn ends
	taskGold                // n gold
	taskTaint               // the seat draws a Corruption card
	taskBoxes               // n boxes of the kind index are blackened
	taskPredict             // a prediction of n icons and the colour name
	taskSlide               // the townsfolk index goes under the slot other
	taskCompare             // an adventurer of the colour index is compared with the predictions
	taskReceive             // the sponsorship of the clan index: immediate, or that of the market
	taskNote                // the players carry out the note index by hand

	// Questions.
	taskLines // up to n lines
	taskWrite // the dice of set
	taskGood  // a good index of a colour of set
	taskX
	taskIcon
	taskDiscard
	taskBonus       // for n circled icons
	taskMark        // n boxes
	taskUse         // slots of set
	taskFirst       // the colours index and other: which one is first
	taskSponsor     // any clan
	taskAdventurers // up to n
	taskReveal

	firstQuestion = taskLines
)

// entry is a task in progress. Those above it are finished first.
type entry struct {
	task         task
	seat         engine.Seat
	n            int
	index, other int16
	set, given   uint32 // as bits; given belongs to taskUse: all slots that had a townsfolk
	name         engine.Name
	atMarket     bool
}

// top returns the entry in progress.
func (s *State) top() *entry { return &s.agenda[len(s.agenda)-1] }

// asked returns the entry whose question is open. Between moves that is the entry in progress. The agenda must not be empty.
func (s *State) asked() *entry { return s.top() }

func (s *State) pop() { s.agenda = s.agenda[:len(s.agenda)-1] }

func (s *State) push(p entry) { s.agenda = append(s.agenda, p) }

// lay pushes effects so that the first one is on top: rule order.depth.
func (s *State) lay(effects []effect) {
	for i := len(effects) - 1; i >= 0; i-- {
		e := &effects[i]
		p := entry{seat: s.oracle, n: int(e.n)}
		switch e.do {
		case doGold:
			p.task = taskGold
		case doX:
			p.task = taskX
		case doIcon:
			p.task = taskIcon
		case doDiscard:
			p.task = taskDiscard
		case doCorruption:
			p.task = taskTaint
		case doLines, doMarks:
			if e.n == 0 {
				continue
			}
			p.task = taskLines
			if e.do == doMarks {
				p.task = taskMark
			}
		case doNudge, doShift:
			p.task, p.index = taskBoxes, int16(e.do-doNudge)
		case doCharm, doTalisman:
			p.task, p.index, p.set = taskGood, int16(e.do-doCharm), uint32(e.colours)
		case doAdventurers:
			p.task, p.n = taskAdventurers, 1
			for range e.n {
				s.push(p)
			}
			continue
		case doSponsor:
			p.task, p.index = taskReceive, e.n
			if e.n == anyClan {
				p.task = taskSponsor
			}
		case doManual:
			p.task, p.index = taskNote, e.n
		}
		s.push(p)
	}
}

// run works on the agenda until a question with a choice is open, or until nothing is left: rule order.forced.
func (s *State) run() {
	for len(s.agenda) > 0 {
		p := s.top()
		if p.task < firstQuestion {
			done := *p
			s.pop()
			s.carryOut(&done)
			continue
		}
		only, n := s.possible(p)
		switch {
		case n > 1:
			return
		case n == 0:
			s.pop()
		default:
			if only.Verb != verbDone {
				s.Log = append(s.Log, only)
			}
			s.answer(&only)
		}
	}
	if s.phase == inScoring && s.totalsMissing() == 0 {
		s.finish()
	}
}

// possible counts the answers to a question, up to two, and returns one of them.
func (s *State) possible(p *entry) (only engine.Move, n int) {
	s.answers(p, func(m engine.Move) bool {
		only = m
		n++
		return n < 2
	})
	return only, n
}

// carryOut carries out an automatic task.
func (s *State) carryOut(p *entry) {
	switch p.task {
	case taskPass:
		s.pass()
	case taskGold:
		s.gain(p.n)
	case taskTaint:
		s.taint(p.seat)
	case taskBoxes:
		s.blacken(int(p.index), p.n)
	case taskPredict:
		s.predictions = append(s.predictions, prediction{colour: p.name, icons: p.n})
		s.used += p.n
	case taskSlide:
		s.slide(p.index, int(p.other))
	case taskCompare:
		s.compare(s.lexicon.adventurers[p.index])
	case taskReceive:
		s.receive(int(p.index), p.atMarket)
	case taskNote:
		s.Event(s.oracle, eventNote, s.lexicon.notes[p.index])
	}
}

func (s *State) gain(n int) {
	s.gold += n
	if n > 0 {
		s.Event(s.oracle, eventGains, engine.CappedNumber(n))
	}
}

// taint makes a seat draw a Corruption card: rules corruption.draw and corruption.deck.
func (s *State) taint(seat engine.Seat) {
	if s.cards.Size(deck) == 0 {
		n := s.cards.Size(discardPile)
		if n == 0 {
			return
		}
		s.cards.Shuffle(discardPile, deck)
		s.Event(engine.Nobody, eventShuffled, engine.CappedNumber(n))
	}
	s.cards.Pass(deck, hand(seat))
	s.Event(seat, eventTainted)
}

// blacken blackens boxes of one kind: rule destiny.full.
func (s *State) blacken(box, n int) {
	n = min(n, s.blank(box))
	if n > 0 {
		s.boxes[box].ready += n
		s.Event(s.oracle, eventMarked, verbNudge+engine.Name(box), engine.CappedNumber(n))
	}
}

// slide puts a townsfolk under a slot: rule recruit.slot.
func (s *State) slide(who int16, slot int) {
	if gone := s.staff[slot]; gone != noTownsfolk {
		s.Event(s.oracle, eventDismissed, s.lexicon.townsfolk[gone])
	}
	s.staff[slot] = who
	s.Event(s.oracle, eventSlid, s.lexicon.townsfolk[who], s.lexicon.slots[slot])
}

// receive carries out a sponsorship: rule sponsor.count.
func (s *State) receive(clan int, atMarket bool) {
	x, f, word := &s.list.clans[clan], &s.clans[clan], engine.Name(wordImmediate)
	effects := x.immediate
	if atMarket {
		f.market++
		effects, word = x.market, wordMarket
	} else {
		f.immediate++
	}
	s.Event(s.oracle, eventSponsored, s.lexicon.clans[clan], word)
	s.lay(effects)
}
