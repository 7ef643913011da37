package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cards"
)

// amendable reports whether an amend leads to a possible state of the game, in which the open question still has an answer.
func (s *State) amendable(m *engine.Move) bool {
	signature, _ := s.Catalog().Match(*m)
	switch signature.Key {
	case "count":
		return s.countable(m)
	case "blade":
		return s.shiftable(m)
	}
	c := s.clone()
	return c.rearrange(signature.Key, m) && c.answerable()
}

// answerable reports whether the open question has an answer.
func (s *State) answerable() bool {
	for range s.Moves {
		return true
	}
	return s.agenda.top().step < firstQuestion
}

// amend corrects the state by hand. The only consequence is that a turn may begin.
func (s *State) amend(m *engine.Move) {
	signature, _ := s.Catalog().Match(*m)
	switch signature.Key {
	case "count":
		s.count(m)
	case "blade":
		s.shift(m)
	default:
		s.rearrange(signature.Key, m)
	}
}

// countable checks a number that is set: pieces that a seat gets must come from the reserve.
func (s *State) countable(m *engine.Move) bool {
	what, n := s.Of(m.Args[0]), number(m.Args[1])
	if what.counter == countResolve {
		return n <= mostResolve
	}
	r := resource(what.counter)
	return n-int(s.seats[what.owner].stock[r]) <= int(s.reserve[r])
}

func (s *State) count(m *engine.Move) {
	what, n := s.Of(m.Args[0]), int16(number(m.Args[1]))
	x := &s.seats[what.owner]
	if what.counter == countResolve {
		x.resolve = int8(n)
		return
	}
	r := resource(what.counter)
	s.reserve[r] -= n - x.stock[r]
	x.stock[r] = n
}

// shiftable checks whether a blade can move from one place to another.
func (s *State) shiftable(m *engine.Move) bool {
	from, to := s.place(m.Args[1]), s.place(m.Args[2])
	switch {
	case from == to:
		return false
	case m.Args[0] == wordUnseen:
		if s.cards.Size(from) == 0 {
			return false
		}
	case !s.cards.Holds(from, s.blade(m.Args[0])):
		return false
	}
	e := s.asked()
	if from != s.hand(e.seat) {
		return true
	}
	left := s.handSize(e.seat) - 1
	return !(e.step == askMoon && s.moons == 0 && left == 0 || e.step == askAdd && left < int(e.n))
}

func (s *State) shift(m *engine.Move) {
	from, to := s.place(m.Args[1]), s.place(m.Args[2])
	if m.Args[0] == wordUnseen {
		s.shiftUnseen(from, to)
		return
	}
	k := s.blade(m.Args[0])
	s.cards.Take(from, k)
	if from == discard {
		i := len(s.row) - 1
		for s.row[i] != k { // the copy nearest to the top
			i--
		}
		s.row = slices.Delete(s.row, i, i+1)
	}
	switch to {
	case discard:
		s.putOnRow(k)
	case deck:
		s.cards.Hide(deck, k)
		s.cards.Blur(deck) // anywhere in the pile
	default:
		s.cards.Put(to, k)
	}
}

// shiftUnseen moves an unseen blade. Nobody knows afterwards which one has left a hand.
func (s *State) shiftUnseen(from, to cards.Place) {
	if from != deck {
		s.cards.Blur(from)
	}
	s.cards.Pass(from, to)
	if to == deck {
		s.cards.Blur(deck)
	}
}

// rearrange corrects things other than numbers and blades, and returns false if it cannot. In that case it may have changed the state.
func (s *State) rearrange(key string, m *engine.Move) bool {
	switch key {
	case "token":
		return s.amendToken(m)
	case "disc":
		return s.amendDisc(m)
	case "curse":
		return s.amendCurse(m)
	case "load":
		return s.amendLoad(m)
	case "ongoing":
		return s.amendOngoing(m)
	case "turn":
		return s.amendTurn(m)
	}
	return false
}

func (s *State) amendToken(m *engine.Move) bool {
	p := powerOf(m.Args[0])
	if m.Args[1] == wordAside {
		x := &s.seats[s.Of(m.Args[2]).owner]
		if x.has(p) || int(x.tokenCount) == s.maxTokens {
			return false
		}
		x.add(p)
		return true
	}
	x := &s.seats[s.Of(m.Args[1]).owner]
	i := slices.Index(x.tokens[:x.tokenCount], p)
	if i < 0 || p == power(protection) && x.flipped() >= 0 {
		return false // only the token lets a curse lie face down
	}
	x.remove(i, 1)
	return true
}

func (s *State) amendDisc(m *engine.Move) bool {
	d := int8(discOf(m.Args[0]))
	if s.Catalog().Class(m.Args[1])&classDiscs != 0 {
		x, l := &s.seats[s.Of(m.Args[1]).owner], int8(locationOf(m.Args[2]))
		ok := x.discs.has(d) && !x.flames.has(l)
		x.discs, x.flames = x.discs.without(d), x.flames.with(l)
		return ok
	}
	x, l := &s.seats[s.Of(m.Args[2]).owner], int8(locationOf(m.Args[1]))
	ok := !x.discs.has(d) && x.flames.has(l)
	x.discs, x.flames = x.discs.with(d), x.flames.without(l)
	return ok
}

// amendCurse moves a curse between the pile and the seats, and turns it face up or down.
func (s *State) amendCurse(m *engine.Move) bool {
	k := s.curse(m.Args[0])
	from, to := s.curseSpot(m.Args[1]), s.curseSpot(m.Args[2])
	if from == to {
		return false
	}
	if from.seat == to.seat {
		return s.turnOver(from.seat, k, to.down)
	}
	card := kept{kind: k, down: to.down}
	if from.seat == engine.Nobody {
		i := s.curses.find(k)
		if i < 0 || s.curses.size() == 0 {
			return false
		}
		s.curses.remove(i)
	} else {
		x := &s.seats[from.seat]
		i := x.find(k, from.down)
		if i < 0 {
			return false
		}
		card.load = x.curses[i].load
		s.discardCurse(from.seat, i)
	}
	return s.putCurse(to, card)
}

// curseSpot is a place where a curse may lie; Nobody is the seat of the pile.
type curseSpot struct {
	seat engine.Seat
	down bool
}

func (s *State) curseSpot(n engine.Name) curseSpot {
	if n == placePile {
		return curseSpot{seat: engine.Nobody}
	}
	owner := s.Of(n).owner
	return curseSpot{seat: owner, down: n != s.lexicon.faceUp[owner]}
}

// turnOver turns a curse of a seat face down or up.
func (s *State) turnOver(seat engine.Seat, k cards.Kind, down bool) bool {
	x := &s.seats[seat]
	i := x.find(k, !down)
	if i < 0 || down && !s.canTurnDown(seat) {
		return false
	}
	x.curses[i].down = down
	s.recount(seat)
	return true
}

// canTurnDown reports whether one more curse of a seat may lie face down.
func (s *State) canTurnDown(seat engine.Seat) bool {
	x := &s.seats[seat]
	return x.has(power(protection)) && x.flipped() < 0
}

// putCurse puts a curse in a place. Its load comes from the reserve, or returns there.
func (s *State) putCurse(to curseSpot, card kept) bool {
	if to.seat == engine.Nobody {
		for r, n := range card.load {
			s.reserve[r] += n
		}
		s.curses.bury(everybody, card.kind)
		return true
	}
	if to.down && !s.canTurnDown(to.seat) {
		return false
	}
	x := &s.seats[to.seat]
	x.curses = append(x.curses, card)
	i := len(x.curses) - 1
	if s.list.curses[card.kind].exhaustion && card.load.empty() {
		s.load(to.seat, i)
	}
	s.recount(to.seat)
	return !s.list.curses[card.kind].exhaustion || !x.curses[i].load.empty()
}

func (s *State) amendLoad(m *engine.Move) bool {
	at := s.curseSpot(m.Args[1])
	x := &s.seats[at.seat]
	i := x.find(s.curse(m.Args[0]), at.down)
	if i < 0 || !s.list.curses[x.curses[i].kind].exhaustion {
		return false
	}
	r, n := resourceOf(m.Args[2]), int16(number(m.Args[3]))
	c := &x.curses[i]
	s.reserve[r] -= n - c.load[r]
	c.load[r] = n
	return s.reserve[r] >= 0 && !c.load.empty()
}

func (s *State) amendOngoing(m *engine.Move) bool {
	if m.Args[1] == wordNone {
		s.ongoing = noFavor
		return !s.announced
	}
	s.ongoing = favorOf(m.Args[1])
	return true
}

// amendTurn begins the turn of a seat. It returns false in the middle of an action.
func (s *State) amendTurn(m *engine.Move) bool {
	switch e := s.asked(); e.step {
	case askPeek, askBar, askFavor:
	case askMoon:
		if s.moons > 0 {
			return false
		}
	default:
		return false
	}
	s.agenda.n = 0
	s.agenda.push(entry{step: stepTurn, seat: s.seat(m.Args[1])})
	return true
}
