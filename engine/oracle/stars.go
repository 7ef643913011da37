package oracle

import (
	"slices"

	"familiar/engine"
)

// area is a closed area: connected cells, in the order of the map.
type area struct {
	cells []int16
	cross bool // a line of the cross is on its outline
}

// areaScratch is reusable memory for areaOf.
type areaScratch struct {
	cells [mostRows * mostColumns]int16
	in    [mostRows * mostColumns]bool // by cell
}

// areaOf returns the area of a cell. The line extra counts as drawn. ok is false if the area is not closed: rule stars.closed.
func (s *State) areaOf(cell, extra int16, scratch *areaScratch) (a area, ok bool) {
	*scratch = areaScratch{}
	a.cells = append(scratch.cells[:0], cell)
	scratch.in[cell] = true
	for i := 0; i < len(a.cells); i++ {
		for _, f := range s.list.starMap.cells[a.cells[i]].flanks {
			switch {
			case s.lines[f.line] || f.line == extra:
			case f.cell == noCell:
				return a, false
			case !scratch.in[f.cell]:
				a.cells = append(a.cells, f.cell)
				scratch.in[f.cell] = true
			}
		}
	}
	slices.Sort(a.cells)
	for _, c := range a.cells {
		for _, f := range s.list.starMap.cells[c].flanks {
			a.cross = a.cross || s.list.starMap.lines[f.line].cross && (f.cell == noCell || !scratch.in[f.cell])
		}
	}
	return a, true
}

// good returns what an area gives: a Charm or Talisman and its colour; ok is false if it gives nothing: rules stars.charm, stars.talisman, stars.other.
func (s *State) good(a *area) (good, colour int, ok bool) {
	if len(a.cells) > 2 {
		return 0, 0, false
	}
	colour = s.list.starMap.cells[a.cells[0]].colour
	for _, c := range a.cells {
		if s.black[c] || s.list.starMap.cells[c].colour != colour {
			return 0, 0, false
		}
	}
	return len(a.cells) - 1, colour, true
}

// closedBy returns the areas, at most two, that a line closes, in the order of their first cells. The line may or may not be on the map already.
func (s *State) closedBy(l int, scratch *[2]areaScratch) (closed [2]area, n int) {
	beside := s.list.starMap.lines[l].beside
	for i, c := range beside {
		if c == noCell {
			continue
		}
		a, ok := s.areaOf(c, int16(l), &scratch[i])
		if !ok {
			continue
		}
		if other := beside[1-i]; other != noCell && scratch[i].in[other] {
			return closed, 0 // the line is inside an area, which does not change
		}
		closed[n] = a
		n++
	}
	if n == 2 && closed[1].cells[0] < closed[0].cells[0] {
		closed[0], closed[1] = closed[1], closed[0]
	}
	return closed, n
}

// draw draws a line on the map.
func (s *State) draw(l int) {
	s.lines[l] = true
	var scratch [2]areaScratch
	closed, n := s.closedBy(l, &scratch)
	crosses := 0
	for i := range n {
		a := &closed[i]
		good, colour, ok := s.good(a)
		if ok {
			s.fill(a, good, colour)
		}
		if a.cross && (ok || !s.onlyGoods) {
			crosses++
		}
	}
	for range crosses {
		s.taint(s.oracle)
	}
}

// fill blackens an area, and takes the good that it gives.
func (s *State) fill(a *area, good, colour int) {
	var names [2]engine.Name
	for i, c := range a.cells {
		s.black[c] = true
		x := &s.list.starMap.cells[c]
		names[i] = s.points[s.list.starMap.point(x.x, x.y)]
	}
	s.Event(s.oracle, eventBlackened, names[:len(a.cells)]...)
	if s.supply(good, colour) > 0 {
		s.take(good, colour)
		return
	}
	s.Event(s.oracle, eventLacks, goodCharm+engine.Name(good), s.lexicon.colours[colour])
}

// take puts a good on the stall.
func (s *State) take(good, colour int) {
	s.stall[good][colour]++
	s.Event(s.oracle, eventTakes, goodCharm+engine.Name(good), s.lexicon.colours[colour])
}

// drawable reports whether a line may be drawn.
func (s *State) drawable(l int) bool { return !s.lines[l] && !s.blackened(l) }

// blackened reports whether the cells on both sides of a line are black: rule stars.blackened.
func (s *State) blackened(l int) bool {
	b := s.list.starMap.lines[l].beside
	return b[0] != noCell && b[1] != noCell && s.black[b[0]] && s.black[b[1]]
}
