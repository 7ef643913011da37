package oracle

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
		var room [engine.MaxArgs]cards.Kind
		s.cards.See(hand(m.Seat), s.holding(&m, room[:0])...)
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

// act makes a move while no question is open.
func (s *State) act(m *engine.Move) {
	switch m.Verb {
	case verbRune:
		s.bowl[runeOf(m.Args[0])] = position{halfOf(m.Args[1]), faceOf(m.Args[2])}
		s.thrown()
	case verbAdventurer:
		s.arrive(m)
	case verbReturn:
		for i := range s.bag {
			if m.Args[0] == wordAll {
				s.bag[i] = int16(s.list.adventurers[i].count)
			} else if s.lexicon.adventurers[i] == m.Args[0] {
				s.bag[i]++
			}
		}
	case verbCorruption:
		s.taint(s.Of(m.Args[0]).seat)
	case verbDawn:
		s.pass()
	case verbEndDay:
		s.endDay()
	case verbTotal:
		s.seats[s.Of(m.Args[0]).seat].total, _ = m.Args[1].Number()
	case verbNudge:
		s.tick(nudge)
		f := &s.bowl[runeOf(m.Args[0])].face
		*f = f.turned(m.Args[1])
	case verbShift:
		s.tick(shift)
		h := &s.bowl[runeOf(m.Args[0])].half
		*h = h.other()
	case verbSell:
		good, colour := goodOf(m.Args[0]), s.Of(m.Args[1]).colour
		price, _ := m.Args[2].Number()
		s.stall[good][colour]--
		s.gold += price
	case verbAct:
		hours, _ := m.Args[0].Number()
		s.push(entry{task: taskPass})
		s.spend(m.Seat, hours)
	default:
		s.begin(m)
	}
}

// tick uses up a destiny box: rule destiny.use.
func (s *State) tick(box int) {
	s.boxes[box].ready--
	s.boxes[box].used++
}

// begin begins an action of hers. The marks of the clock come first, then the card for a skull, then the action itself.
func (s *State) begin(m *engine.Move) {
	s.figure = m.Verb
	s.push(entry{task: taskPass})
	hours := 2
	switch m.Verb {
	case verbReadStars:
		s.push(entry{task: taskLines, n: s.bowl.valueBeside(bone, false)})
	case verbPredict:
		hours = 1
		s.push(entry{task: taskPredict, name: m.Args[0], n: s.bowl.valueBeside(voodoo, s.sum)})
	case verbHoroscope:
		s.push(entry{task: taskWrite, set: s.bowl.diceIn(halfOf(m.Args[0]))})
	case verbInfluence:
		hours = 1
		if m.Args[0] == verbX {
			s.push(entry{task: taskX})
		} else {
			s.push(entry{task: taskBoxes, index: int16(boxOf(m.Args[0])), n: boxesInfluenced})
		}
		if s.bowl[coin].face == skull {
			s.push(entry{task: taskTaint, seat: s.oracle})
		}
	case verbRecruit:
		i := s.Of(m.Args[0]).townsfolk
		x := &s.list.townsfolk[i]
		hours = x.hours
		s.folk[i]--
		s.push(entry{task: taskSlide, index: i, other: s.Of(m.Args[1]).slot})
		s.lay(x.effect)
	case verbStaff:
		set := s.manned()
		s.push(entry{task: taskUse, set: set, given: set})
	}
	s.spend(m.Seat, hours)
}

// manned returns the slots with a townsfolk, as bits.
func (s *State) manned() uint32 {
	var set uint32
	for i, who := range s.staff {
		if who != noTownsfolk {
			set |= 1 << i
		}
	}
	return set
}

// answer plays an answer to the open question.
func (s *State) answer(m *engine.Move) {
	p := s.asked()
	switch m.Verb {
	case verbLine:
		l := s.lineOf(m)
		s.countDown(p)
		s.draw(l)
	case verbDone, verbNoAdventurer:
		s.pop()
	case verbWrite:
		d := runeOf(m.Args[0])
		if p.set &^= 1 << d; p.set == 0 {
			s.pop()
		}
		s.write(rowOf(m.Args[1]), s.bowl[d].face)
	case verbGood:
		good := int(p.index)
		s.pop()
		s.take(good, int(s.Of(m.Args[0]).colour))
	case verbX:
		s.pop()
		s.writeX(m.Args[0])
	case verbIcon:
		s.pop()
		s.clans[s.Of(m.Args[0]).clan].icons++
	case verbDiscard:
		s.pop()
		s.cards.Move(s.kind(m.Args[0]), hand(s.oracle), discardPile)
	case verbBonus:
		s.pop()
		s.reward(m.Args[0])
	case verbMark:
		s.countDown(p)
		s.boxes[boxOf(m.Args[0])].ready++
	case verbUse:
		i := s.Of(m.Args[0]).slot
		if p.set &^= 1 << i; p.set == 0 {
			s.pop()
		}
		s.lay(s.list.slots[i].effect)
	case verbFirst:
		a, b := p.index, p.other
		s.pop()
		if s.Of(m.Args[0]).adventurer == b {
			a, b = b, a
		}
		s.push(entry{task: taskCompare, index: b})
		s.push(entry{task: taskCompare, index: a})
	case verbSponsor:
		s.pop()
		s.push(entry{task: taskReceive, index: s.Of(m.Args[0]).clan})
	case verbAdventurer:
		s.pop()
		s.arrive(m)
	case verbReveal:
		s.show(s.kind(m.Args[0]))
	}
}

// countDown counts an answer to a question that needs several.
func (s *State) countDown(p *entry) {
	if p.n--; p.n == 0 {
		s.pop()
	}
}

// write fills the next box of a row: rule horoscope.bonus.
func (s *State) write(row int, f face) {
	n := len(s.rows[row])
	s.rows[row] = append(s.rows[row], f)
	what := engine.Name(verbX)
	if f != cross {
		what = engine.Number(int(f))
	}
	s.Event(s.oracle, eventWrote, what, rowNames[row])
	s.lay(s.list.rows[row][n])
}

// writeX writes an X: rules x.where and clan.x.
func (s *State) writeX(where engine.Name) {
	if c := s.Of(where).clan; c >= 0 {
		s.clans[c].x++
		s.push(entry{task: taskReceive, index: c})
		return
	}
	s.write(rowOf(where), cross)
}

// reward pushes the bonus of a prediction: rule predict.bonus.
func (s *State) reward(what engine.Name) {
	switch what {
	case goodCharm, goodTalisman:
		s.push(entry{task: taskGood, index: int16(goodOf(what)), set: 1<<len(s.list.colours) - 1})
	case verbIcon:
		s.push(entry{task: taskIcon})
	case verbX:
		s.push(entry{task: taskX})
	}
}

// show makes one more card of her hand seen: rule score.reveal. See is given all copies that are seen then.
func (s *State) show(k cards.Kind) {
	all := make([]cards.Kind, s.cards.Seen(hand(s.oracle), k)+1)
	for i := range all {
		all[i] = k
	}
	s.cards.See(hand(s.oracle), all...)
}

// arrive removes adventurers from the bag: rules predict.draw and predict.pair.
func (s *State) arrive(m *engine.Move) {
	a, b := s.Of(m.Args[0]).adventurer, int16(-1)
	s.bag[a]--
	if m.Args[1] != engine.None {
		b = s.Of(m.Args[1]).adventurer
		s.bag[b]--
		if a != b && (s.predicted(m.Args[0]) || s.predicted(m.Args[1])) {
			s.push(entry{task: taskFirst, index: a, other: b})
			return
		}
		s.push(entry{task: taskCompare, index: b})
	}
	s.push(entry{task: taskCompare, index: a})
}

// predicted reports whether an active prediction has a colour.
func (s *State) predicted(colour engine.Name) bool {
	return slices.ContainsFunc(s.predictions, func(p prediction) bool { return p.colour == colour && p.active() })
}

// compare compares an adventurer with the active predictions: rules predict.miss, predict.hit and predict.bonus.
func (s *State) compare(colour engine.Name) {
	at := len(s.agenda)
	for i := range s.predictions {
		p := &s.predictions[i]
		if !p.active() {
			continue
		}
		outcome := engine.Name(eventMissed)
		if p.colour == colour {
			p.hit, outcome = true, eventHit
			s.push(entry{task: taskBonus, n: p.icons - p.crossed})
		} else if p.crossed++; !p.active() {
			outcome = eventFailed
		}
		s.Event(s.oracle, outcome, engine.CappedNumber(i+1))
	}
	slices.Reverse(s.agenda[at:]) // so that the first one on the strip is on top
}
