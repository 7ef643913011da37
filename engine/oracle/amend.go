package oracle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// amendable reports whether an `amend` leads to a possible state of the game: rule amend.state.
func (s *State) amendable(m *engine.Move) bool {
	signature, ok := s.catalog.Match(*m)
	if !ok {
		return false
	}
	at := s.Of(m.Args[0]).path
	switch signature.Key {
	case amendCount:
		n, _ := m.Args[1].Number()
		return s.countable(at, n)
	case amendRow:
		return s.markable(int(at.index), m.Args[1])
	case amendStaff:
		if m.Args[1] == wordNone {
			return true
		}
		who := s.Of(m.Args[1]).townsfolk
		return s.staff[at.index] == who || s.folk[who] > 0
	case amendFace:
		return s.bowl[at.index].side != outside && (at.index >= dice || bounded(m.Args[2], 1, faces))
	case amendRune:
		return s.bowl[at.index].side != outside
	case amendLine:
		return !s.printed(int(at.index))
	case amendCard:
		return m.Args[1] != m.Args[2] && s.cards.Holds(s.place(m.Args[1]), s.kind(m.Args[0]))
	case amendUnseen:
		return m.Args[1] != m.Args[2] && s.veiled(m.Args[1]) && s.veiled(m.Args[2]) && s.cards.Size(s.place(m.Args[1])) > 0
	}
	return true
}

// countable reports whether a counter can have a value.
func (s *State) countable(at path, n int) bool {
	i := int(at.index)
	switch at.of {
	case ofHours:
		return n <= s.list.clock.hours
	case ofGold:
		return n <= mostGold
	case ofReady:
		return n+s.boxes[i].used <= s.list.boxes[i]
	case ofUsed:
		return n+s.boxes[i].ready <= s.list.boxes[i]
	case ofCharms:
		return n <= s.list.copies[charm]
	case ofTalismans:
		return n <= s.list.copies[talisman]
	case ofClanX:
		return n <= s.list.clans[i].boxes
	case ofClanIcons:
		return n <= s.list.clans[i].icons
	case ofPrediction:
		return i < len(s.predictions) && !s.predictions[i].hit && n <= s.predictions[i].icons
	case ofBag:
		return n <= s.list.adventurers[i].count
	}
	return false
}

// markable reports whether a row can get that mark, or lose its last one.
func (s *State) markable(row int, what engine.Name) bool {
	if what == wordErase {
		return len(s.rows[row]) > 0
	}
	return s.free(row) && (what == verbX || bounded(what, 1, faces))
}

// place returns the place of Corruption cards that a name stands for.
func (s *State) place(n engine.Name) cards.Place {
	switch n {
	case placeDeck:
		return deck
	case verbDiscard:
		return discardPile
	}
	return hand(s.Of(n).seat)
}

// amend corrects the state by hand.
func (s *State) amend(m *engine.Move) {
	signature, _ := s.catalog.Match(*m)
	at := s.Of(m.Args[0]).path
	i := int(at.index)
	switch signature.Key {
	case amendCount:
		n, _ := m.Args[1].Number()
		s.count(at, n)
	case amendFigure:
		s.figure = m.Args[1]
	case amendRow:
		s.mark(i, m.Args[1])
	case amendStaff:
		s.man(i, m.Args[1])
	case amendRune, amendFace:
		s.bowl[i] = lie{sideOf(m.Args[1]), faceOf(m.Args[2])}
	case amendLine:
		s.lines[i] = m.Args[1] == wordDrawn
	case amendCell:
		s.black[i] = m.Args[1] == wordBlack
	case amendCard:
		s.cards.Move(s.kind(m.Args[0]), s.place(m.Args[1]), s.place(m.Args[2]))
	case amendUnseen:
		s.cards.PassBlurred(s.place(m.Args[1]), s.place(m.Args[2]))
	}
}

// mark writes a mark into the next box of a row, or erases the last one.
func (s *State) mark(row int, what engine.Name) {
	switch what {
	case wordErase:
		s.rows[row] = s.rows[row][:len(s.rows[row])-1]
	case verbX:
		s.rows[row] = append(s.rows[row], cross)
	default:
		s.rows[row] = append(s.rows[row], faceOf(what))
	}
}

// man puts a townsfolk, or nobody, under a slot. The previous one can be recruited again.
func (s *State) man(slot int, who engine.Name) {
	if gone := s.staff[slot]; gone != nobody {
		s.folk[gone]++
	}
	if who == wordNone {
		s.staff[slot] = nobody
		return
	}
	s.staff[slot] = s.Of(who).townsfolk
	s.folk[s.staff[slot]]--
}

// count sets a counter.
func (s *State) count(at path, n int) {
	i := int(at.index)
	switch at.of {
	case ofHours:
		s.seats[i].hours = n
	case ofGold:
		s.gold = n
	case ofReady:
		s.boxes[i].ready = n
	case ofUsed:
		s.boxes[i].used = n
	case ofCharms:
		s.stall[charm][i] = int16(n)
	case ofTalismans:
		s.stall[talisman][i] = int16(n)
	case ofClanX:
		s.clans[i].x = n
	case ofClanIcons:
		s.clans[i].icons = n
	case ofPrediction:
		s.predictions[i].crossed = n
	case ofBag:
		s.bag[i] = int16(n)
	}
}
