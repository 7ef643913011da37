package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// nextCost returns the cost of one more card: 1, 3, 5, 7 after the first one. Rule curse.draw.
func nextCost(turnedUp int) int { return max(0, 2*turnedUp-1) }

// totalCost returns the cost of n cards.
func totalCost(n int) int { return (n - 1) * (n - 1) }

// startCurses begins the turning up of curse cards.
func (s *State) startCurses() {
	s.curses.reach = 1
	s.push(askCurse)
	if s.declared && s.mostReach() > 1 {
		s.push(askReach)
	}
}

// mostReach returns the most cards that can be declared.
func (s *State) mostReach() int {
	n := min(mostTurnedUp, s.curses.size())
	for n > 1 && totalCost(n) > int(s.seats[s.turn].stock[cubes]) {
		n--
	}
	return n
}

// declare pays for the declared number of cards.
func (s *State) declare(m *engine.Move) {
	s.curses.reach = number(m.Args[0])
	s.counted(s.turn, eventCubesPaid, s.pay(s.turn, cubes, totalCost(s.curses.reach)))
}

// enough reports whether the maximum number of cards is turned up.
func (s *State) enough() bool {
	if s.declared {
		return s.curses.turnedUp() >= s.curses.reach
	}
	return s.curses.turnedUp() >= mostTurnedUp
}

// affordable reports whether the next card can be paid.
func (s *State) affordable() bool {
	return s.declared || nextCost(s.curses.turnedUp()) <= int(s.seats[s.turn].stock[cubes])
}

// drawable reports whether one more card may be turned up.
func (s *State) drawable() bool { return !s.enough() && s.curses.size() > 0 && s.affordable() }

// canKeep reports whether the player may already choose a card to keep.
func (s *State) canKeep() bool {
	n := s.curses.turnedUp()
	return n > 0 && (!s.declared || n >= s.curses.reach || s.curses.size() == 0)
}

// turnUp turns up a card. If that leaves no choice, the card is kept automatically.
func (s *State) turnUp(m *engine.Move) {
	p := &s.curses
	if !s.declared {
		s.counted(s.turn, eventCubesPaid, s.pay(s.turn, cubes, nextCost(p.turnedUp())))
	}
	if m.Args[0] == wordUnseen {
		p.unseen++
	} else {
		p.turnUp(s.curse(m.Args[0]))
	}
	if s.drawable() || p.unseen > 0 || slices.ContainsFunc(p.drawn, func(k cards.Kind) bool { return k != p.drawn[0] }) {
		s.push(askCurse)
		return
	}
	s.Event(s.turn, verbKeep, s.lexicon.curses[p.drawn[0]])
	s.keep(p.drawn[0])
}

// keep keeps a card face up; the others go to the bottom of the pile: rules curse.keep to exhaustion.empty.
func (s *State) keep(k cards.Kind) {
	p := &s.curses
	others := p.turnedUp() - 1
	if i := slices.Index(p.drawn, k); i >= 0 {
		p.drawn = slices.Delete(p.drawn, i, i+1)
	} else {
		p.remove(p.find(k)) // in this view it was one of the unknown cards
	}
	p.bury(s.turn, p.drawn...)
	p.drawn, p.unseen = p.drawn[:0], 0
	s.counted(s.turn, eventBuried, others)

	x := &s.seats[s.turn]
	x.curses = append(x.curses, kept{kind: k})
	i := len(x.curses) - 1
	s.load(s.turn, i)
	if s.list.curses[k].exhaustion && x.curses[i].load.empty() {
		s.bury(s.turn, i)
		return
	}
	// If the token was won without a curse to turn over, it turns over the next curse before that has any effect: rule protection.
	if s.late && s.canTurnDown(s.turn) {
		x.curses[i].down = true
		s.Event(s.turn, verbFlip, s.lexicon.curses[k])
	}
	s.recount(s.turn)
}

// load puts cubes and Adepts on an exhaustion card, as many as the reserve has: rule exhaustion.load.
func (s *State) load(seat engine.Seat, i int) {
	c := &s.seats[seat].curses[i]
	for r, verb := range [resources]engine.Name{eventLoadCubes, eventLoadAdepts} {
		n := min(s.list.curses[c.kind].load[r], s.reserve[r])
		c.load[r] = n
		s.reserve[r] -= n
		if n > 0 {
			s.Event(seat, verb, s.lexicon.curses[c.kind], engine.Number(int(n)))
		}
	}
}

// discardCurse removes a curse from a seat.
func (s *State) discardCurse(seat engine.Seat, i int) cards.Kind {
	x := &s.seats[seat]
	k := x.curses[i].kind
	x.curses = slices.Delete(x.curses, i, i+1)
	s.recount(seat)
	return k
}

// protect turns a curse face down; if there are several kinds, the player chooses: rule protection.
func (s *State) protect(seat engine.Seat) {
	x := &s.seats[seat]
	if x.flipped() >= 0 || len(x.curses) == 0 {
		return
	}
	if slices.ContainsFunc(x.curses, func(c kept) bool { return c.kind != x.curses[0].kind }) {
		s.agenda.push(entry{step: askFlip, seat: seat})
		return
	}
	k := x.curses[0].kind
	s.flip(seat, k)
	s.Event(seat, verbFlip, s.lexicon.curses[k])
}

// flip turns the oldest curse of a kind face down.
func (s *State) flip(seat engine.Seat, k cards.Kind) {
	x := &s.seats[seat]
	x.curses[x.find(k, false)].down = true
	s.recount(seat)
}
