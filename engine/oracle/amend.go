package oracle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// amendable reports whether an `amend` leads to a possible state of the game: rule amend.state.
func (s *State) amendable(m *engine.Move) bool {
	signature, ok := s.Catalog().Match(*m)
	if !ok {
		return false
	}
	at := s.Of(m.Args[0]).target
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
		return s.bowl[at.index].half != outside && (at.index >= dice || bounded(m.Args[2], 1, dieFaces))
	case amendRune:
		return s.bowl[at.index].half != outside
	case amendLine:
		return !s.printed(int(at.index))
	case amendCard:
		return m.Args[1] != m.Args[2] && s.cards.Holds(s.place(m.Args[1]), s.kind(m.Args[0]))
	case amendUnseen:
		return m.Args[1] != m.Args[2] && s.veiled(m.Args[1]) && s.veiled(m.Args[2]) && s.cards.Size(s.place(m.Args[1])) > 0
	}
	return true
}

// countable reports whether a counter can have this value.
func (s *State) countable(at target, n int) bool {
	i := int(at.index)
	switch at.kind {
	case targetHours:
		return n <= s.list.clock.hours
	case targetGold:
		return n <= mostGold
	case targetReady:
		return n+s.boxes[i].used <= s.list.boxes[i]
	case targetUsed:
		return n+s.boxes[i].ready <= s.list.boxes[i]
	case targetCharms:
		return n <= s.list.copies[charm]
	case targetTalismans:
		return n <= s.list.copies[talisman]
	case targetClanX:
		return n <= s.list.clans[i].boxes
	case targetClanIcons:
		return n <= s.list.clans[i].icons
	case targetPrediction:
		return i < len(s.predictions) && !s.predictions[i].hit && n <= s.predictions[i].icons
	case targetBag:
		return n <= s.list.adventurers[i].count
	}
	return false
}

// markable reports whether a row can get that mark, or lose its last one.
func (s *State) markable(row int, what engine.Name) bool {
	if what == wordErase {
		return len(s.rows[row]) > 0
	}
	return s.free(row) && (what == verbX || bounded(what, 1, dieFaces))
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
	signature, _ := s.Catalog().Match(*m)
	at := s.Of(m.Args[0]).target
	i := int(at.index)
	switch signature.Key {
	case amendCount:
		n, _ := m.Args[1].Number()
		s.setCounter(at, n)
	case amendFigure:
		s.figure = m.Args[1]
	case amendRow:
		s.changeRow(i, m.Args[1])
	case amendStaff:
		s.setStaff(i, m.Args[1])
	case amendRune, amendFace:
		s.bowl[i] = position{halfOf(m.Args[1]), faceOf(m.Args[2])}
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

// changeRow writes a mark into the next box of a row, or erases the last one.
func (s *State) changeRow(row int, what engine.Name) {
	switch what {
	case wordErase:
		s.rows[row] = s.rows[row][:len(s.rows[row])-1]
	case verbX:
		s.rows[row] = append(s.rows[row], cross)
	default:
		s.rows[row] = append(s.rows[row], faceOf(what))
	}
}

// setStaff puts a townsfolk, or nobody, under a slot. The previous one can be recruited again.
func (s *State) setStaff(slot int, who engine.Name) {
	if gone := s.staff[slot]; gone != noTownsfolk {
		s.folk[gone]++
	}
	if who == wordNone {
		s.staff[slot] = noTownsfolk
		return
	}
	s.staff[slot] = s.Of(who).townsfolk
	s.folk[s.staff[slot]]--
}

// setCounter sets a counter.
func (s *State) setCounter(at target, n int) {
	i := int(at.index)
	switch at.kind {
	case targetHours:
		s.seats[i].hours = n
	case targetGold:
		s.gold = n
	case targetReady:
		s.boxes[i].ready = n
	case targetUsed:
		s.boxes[i].used = n
	case targetCharms:
		s.stall[charm][i] = int16(n)
	case targetTalismans:
		s.stall[talisman][i] = int16(n)
	case targetClanX:
		s.clans[i].x = n
	case targetClanIcons:
		s.clans[i].icons = n
	case targetPrediction:
		s.predictions[i].crossed = n
	case targetBag:
		s.bag[i] = int16(n)
	}
}
