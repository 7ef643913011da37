package toygame

import (
	"fmt"

	"familiar/engine"
)

func (s *state) Check(m engine.Move) engine.Violation {
	if _, ok := s.Catalog().Match(m); !ok {
		return engine.Violate("move.form", m.Verb)
	}
	switch {
	case m.Verb == verbHold:
		if !s.mayHold(m) {
			return engine.Violate("hold.hand", m.Args[0], m.Args[1])
		}
		return engine.Violation{}
	case m.Verb == verbAmend:
		if n, _ := m.Args[1].Number(); n >= s.rules.goal {
			return engine.Violate("amend.state", m.Args[0])
		}
		return engine.Violation{}
	case s.over:
		return engine.Violate("game.over")
	case m.Verb == verbRing:
		if !s.wound {
			return engine.Violate("bell.none")
		}
		return engine.Violation{}
	case !s.begun:
		return s.checkFirst(m)
	case s.rob != engine.Nobody:
		return s.checkAnswer(m)
	case m.Verb == verbChoose || m.Verb == verbReveal:
		return engine.Violate("ask.none", m.Verb)
	}
	return s.checkTurn(m)
}

func (s *state) checkFirst(m engine.Move) engine.Violation {
	switch {
	case m.Verb != verbReveal:
		return engine.Violate("ask.first", verbReveal)
	case s.pool[m.Args[0]-firstKind] == 0:
		return engine.Violate("card.elsewhere", m.Args[0])
	}
	return engine.Violation{}
}

func (s *state) checkAnswer(m engine.Move) engine.Violation {
	switch {
	case m.Verb != verbChoose || m.Seat != s.rob:
		return engine.Violate("ask.first", verbChoose)
	case s.Catalog().Seat(m.Args[0]) == s.rob:
		return engine.Violate("ask.answer", m.Args[0])
	}
	return engine.Violation{}
}

func (s *state) checkTurn(m engine.Move) engine.Violation {
	switch {
	case m.Verb == verbWind && s.wound:
		return engine.Violate("bell.one")
	case m.Verb == verbWind:
		return engine.Violation{}
	case m.Seat != s.turn:
		return engine.Violate("turn.other", s.Catalog().SeatName(s.turn))
	case m.Verb == verbDraw:
		return s.checkDraw(m)
	case m.Verb == verbPlay:
		k, h := m.Args[0]-firstKind, s.hands[m.Seat]
		if h.seen[k] == 0 && (h.unseen == 0 || s.pool[k] == 0) {
			return engine.Violate("card.elsewhere", m.Args[0])
		}
	}
	return engine.Violation{}
}

func (s *state) checkDraw(m engine.Move) engine.Violation {
	switch card := m.Args[0]; {
	case s.drawn:
		return engine.Violate("draw.once")
	case s.deck == 0:
		return engine.Violate("deck.empty")
	case card != engine.None && card != unseen && s.pool[card-firstKind] == 0:
		return engine.Violate("card.elsewhere", card)
	}
	return engine.Violation{}
}

// mayHold reports whether the hand may hold the named cards, one copy for each mention.
func (s *state) mayHold(m engine.Move) bool {
	missing, h := s.unknown(m), s.hands[m.Seat]
	left := h.unseen
	for k, n := range missing {
		if n > s.pool[k] || n > left {
			return false
		}
		left -= n
	}
	return true
}

// unknown counts, by kind, the named cards that are not yet seen in the hand.
func (s *state) unknown(m engine.Move) []int {
	missing := make([]int, s.kinds())
	for _, card := range m.Args[:m.Arity()] {
		missing[card-firstKind]++
	}
	for k, n := range s.hands[m.Seat].seen {
		missing[k] = max(0, missing[k]-n)
	}
	return missing
}

func (s *state) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	s.events = s.events[:0]
	kind := int(m.Args[0]) - int(firstKind)
	switch m.Verb {
	case verbHold:
		for k, n := range s.unknown(m) {
			s.pool[k] -= n
			s.hands[m.Seat].unseen -= n
			s.hands[m.Seat].seen[k] += n
		}
	case verbAmend:
		s.amend(m)
	case verbReveal:
		s.pool[kind]--
		s.heap[kind]++
		s.deck--
		s.begun = true
	case verbDraw:
		s.draw(m)
	case verbPlay:
		s.lay(m.Seat, kind)
	case verbChoose:
		victim := s.Catalog().Seat(m.Args[0])
		if s.hands[victim].points > 0 {
			s.hands[victim].points--
			s.hands[s.rob].points++
		}
		s.events = append(s.events, engine.NewMove(s.rob, eventRobbed, m.Args[0]))
		s.rob = engine.Nobody
	case verbEnd:
		s.turn = (s.turn + 1) % engine.Seat(len(s.hands))
		s.drawn = false
	case verbWind:
		s.wound = true
		s.bells++
	case verbRing:
		s.wound = false
	}
	s.endIfOver()
	return engine.Violation{}
}

func (s *state) amend(m engine.Move) {
	n, _ := m.Args[1].Number()
	for i := range s.hands {
		if s.Catalog().Word(m.Args[0]) == s.Catalog().SeatWord(engine.Seat(i))+".points" {
			s.hands[i].points = n
		}
	}
}

func (s *state) draw(m engine.Move) {
	h := &s.hands[m.Seat]
	s.deck--
	s.drawn = true
	if m.Args[0] == engine.None || m.Args[0] == unseen {
		h.unseen++
		return
	}
	s.pool[m.Args[0]-firstKind]--
	h.seen[m.Args[0]-firstKind]++
}

// lay moves a card from a hand to the heap: a seen copy first.
func (s *state) lay(seat engine.Seat, kind int) {
	h := &s.hands[seat]
	if h.seen[kind] > 0 {
		h.seen[kind]--
	} else {
		h.unseen--
		s.pool[kind]--
	}
	s.heap[kind]++
	h.laid[kind]++
	h.points += s.rules.values[kind]
	if s.rules.values[kind] == 0 {
		s.rob = seat
	}
}

// endIfOver ends the game when its conditions hold: by points, or when nobody has a card left.
func (s *state) endIfOver() {
	s.over, s.winner = false, engine.Nobody
	cards := s.deck
	for i, h := range s.hands {
		cards += h.size()
		if h.points >= s.rules.goal && !s.over {
			s.over, s.winner, s.rob = true, engine.Seat(i), engine.Nobody
		}
	}
	if cards == 0 && s.rob == engine.Nobody && !s.over {
		s.over = true
		s.events = append(s.events, engine.NewMove(engine.Nobody, eventExhausted))
	}
}

// Conserve returns an error if a card is missing.
func Conserve(now engine.State) error {
	s, ok := now.(*state)
	if !ok {
		return nil
	}
	hidden := s.deck
	for k := range s.kinds() {
		n := s.pool[k] + s.heap[k]
		hidden -= s.pool[k]
		for _, h := range s.hands {
			n += h.seen[k]
		}
		if e := s.Catalog().Entry(firstKind + engine.Name(k)); n != e.Copies {
			return fmt.Errorf("%d copies of %s, where there are %d", n, e.Word, e.Copies)
		}
	}
	for _, h := range s.hands {
		hidden += h.unseen
	}
	if hidden != 0 {
		return fmt.Errorf("the unseen cards and the pool differ by %d", hidden)
	}
	return nil
}
