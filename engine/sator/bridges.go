package sator

import "familiar/engine"

// motion is a movement of a bridge: a turn about the centre of a cell, or a shift.
type motion struct {
	pivot    cell
	quarters int
	shift    vector
}

// apply returns the new position of a cell, and false if it is outside.
func (m *motion) apply(g *grid, c cell) (cell, bool) {
	column, row := c.column()+m.shift.e, c.row()+m.shift.n
	if m.quarters != 0 {
		v := vector{c.column() - m.pivot.column(), c.row() - m.pivot.row()}.turned(m.quarters)
		column, row = m.pivot.column()+v.e, m.pivot.row()+v.n
	}
	return g.at(column, row)
}

// moved returns the new cells of a bridge, and whether all of them are on the board.
func (s *State) moved(bridge int, m *motion) (cells, bool) {
	var to cells
	for c := range s.laid[bridge].all {
		x, ok := m.apply(&s.grid, c)
		if !ok {
			return to, false
		}
		to.add(x)
	}
	return to, true
}

// others returns the cells under other bridges.
func (s *State) others(bridge int) cells { return s.covered.without(s.laid[bridge]) }

// pastPosition is an earlier position of a bridge: its cells, and the things on them.
type pastPosition struct {
	bridge   int
	cells    cells
	from, to int // its riders: the range in round.riders
}

// rider is a thing that stands on a cell of a bridge.
type rider struct {
	thing int
	at    spot
}

// remember records the position of a bridge before it moves: rule piece.change.
func (s *State) remember(bridge int) {
	r := &s.now
	l := pastPosition{bridge: bridge, cells: s.laid[bridge], from: len(r.riders)}
	for i, x := range s.things {
		if l.cells.holds(x) {
			r.riders = append(r.riders, rider{i, x})
		}
	}
	l.to = len(r.riders)
	r.pastPositions = append(r.pastPositions, l)
}

// restoresPosition reports whether a motion would leave a bridge in its present position, or in a position from before a movement of this turn: rule piece.change.
func (s *State) restoresPosition(bridge int, m *motion, to cells) bool {
	if to == s.laid[bridge] && s.unmoved(bridge, m) {
		return true
	}
	for i := range s.now.pastPositions {
		if l := &s.now.pastPositions[i]; l.bridge == bridge && l.cells == to && s.matches(l, m) {
			return true
		}
	}
	return false
}

// unmoved reports whether every thing on a bridge would keep its cell.
func (s *State) unmoved(bridge int, m *motion) bool {
	for _, x := range s.things {
		if s.laid[bridge].holds(x) {
			if c, _ := m.apply(&s.grid, cell(x)); spot(c) != x {
				return false
			}
		}
	}
	return true
}

// matches reports whether after a motion the same things would be on the same cells as in an earlier position. A book over the void counts as
// standing on the bridge that comes under it.
func (s *State) matches(l *pastPosition, m *motion) bool {
	riders := s.now.riders[l.from:l.to]
	n := 0
	for i, x := range s.things {
		switch {
		case s.laid[l.bridge].holds(x):
			c, _ := m.apply(&s.grid, cell(x))
			x = spot(c)
		case !l.cells.holds(x):
			continue
		}
		if n == len(riders) || riders[n] != (rider{i, x}) {
			return false
		}
		n++
	}
	return n == len(riders)
}

// move moves a bridge with all things on it: rule piece.rides.
func (s *State) move(bridge int, m *motion, to cells) {
	from := s.laid[bridge]
	for i, x := range s.things {
		if from.holds(x) {
			c, _ := m.apply(&s.grid, cell(x))
			s.things[i] = spot(c)
		}
	}
	s.putOn(bridge, to)
}

// putOn puts a bridge on some cells, or removes it from the board if there are none. The things there keep their cells.
func (s *State) putOn(bridge int, to cells) {
	s.covered = s.others(bridge).or(to)
	s.laid[bridge] = to
}

// held reports whether a Gargoyle stands on a bridge: rule gargoyle.holds.
func (s *State) held(bridge int) bool { return s.laid[bridge].meets(s.gargoyles()) }

// manned reports whether an Acolyte stands on a bridge.
func (s *State) manned(bridge int) bool { return s.laid[bridge].meets(s.acolytes()) }

// toll returns the number of Acolytes on a bridge that are not paid for yet: rule piece.toll.
func (s *State) toll(bridge int) int {
	n := 0
	for seat := range engine.Seat(s.players) {
		if s.laid[bridge].holds(s.things[acolyteOf(seat)]) && s.now.paid[bridge]>>seat&1 == 0 {
			n++
		}
	}
	return n
}

// turnable reports whether a bridge has a legal turn.
func (s *State) turnable(bridge int) bool {
	for range s.turnsOf(bridge, nowhere) {
		return true
	}
	return false
}

// turnsOf yields the legal turns of a bridge, except those about one cell: that of the previous turn with the same card.
func (s *State) turnsOf(bridge int, but spot) func(yield func(cell, int) bool) {
	return func(yield func(cell, int) bool) {
		laid, others := s.laid[bridge], s.others(bridge)
		var turned [orientations]turnedShape
		for pivot := range laid.all {
			if spot(pivot) == but {
				continue
			}
			for q := 1; q < orientations; q++ {
				x := &turned[q]
				if x.cells.empty() {
					*x = turnedShapeOf(laid, q)
				}
				to, ok := x.about(&s.grid, pivot)
				if ok && !to.meets(others) && !s.restoresPosition(bridge, &motion{pivot: pivot, quarters: q}, to) && !yield(pivot, q) {
					return
				}
			}
		}
	}
}

// turnedShape is a turned bridge, moved to the corner of the grid.
type turnedShape struct {
	cells
	from     cell   // the bridge's first cell
	quarters int    // the turn
	corner   vector // its lowest row and column, relative to from
	size     vector
}

func turnedShapeOf(laid cells, quarters int) turnedShape {
	x := turnedShape{from: laid.lowest(), quarters: quarters}
	var high vector
	for c := range laid.all {
		v := between(x.from, c).turned(quarters)
		x.corner = vector{min(x.corner.e, v.e), min(x.corner.n, v.n)}
		high = vector{max(high.e, v.e), max(high.n, v.n)}
	}
	x.size = vector{high.e - x.corner.e + 1, high.n - x.corner.n + 1}
	for c := range laid.all {
		v := between(x.from, c).turned(quarters)
		x.cells.add(cellAt(v.e-x.corner.e, v.n-x.corner.n))
	}
	return x
}

// about returns the cells of the bridge after a turn about one of its cells, and false if not all of them are on the grid.
func (x *turnedShape) about(g *grid, pivot cell) (cells, bool) {
	v := between(x.from, pivot).turned(x.quarters)
	column, row := pivot.column()-v.e+x.corner.e, pivot.row()-v.n+x.corner.n
	if column < 0 || row < 0 || column+x.size.e > g.columns || row+x.size.n > g.rows {
		return cells{}, false
	}
	return x.cells.up(uint(cellAt(column, row))), true
}

// sliding describes where shifts can take a bridge. A position of the bridge is given by its lowest cell. A bridge takes a book over the void along,
// which changes the position: so a path over such a book must be tried step by step.
type sliding struct {
	*State
	bridge int
	first  bool // it has not been shifted yet
	at     cell
	room   cells // positions on the board, over no other bridge and under no book over the void
	barred cells // positions that the bridge had before: rule piece.change
	taking cells // positions that would be in room but for a book over the void
}

// sliding finds where a bridge can be shifted. Before its first shift, its present position counts as barred.
func (s *State) sliding(bridge int, first bool) sliding {
	laid := s.laid[bridge]
	open, books := s.grid.all.without(s.others(bridge)), s.allBooks().without(s.covered)
	x := sliding{State: s, bridge: bridge, first: first, at: laid.lowest(), room: open}
	for c := range laid.all {
		v := between(c, x.at)
		x.room = x.room.and(s.grid.shifted(open, v))
		x.taking = x.taking.or(s.grid.shifted(books, v))
	}
	x.room, x.taking = x.room.without(x.taking), x.room.and(x.taking)
	if first {
		x.barred.add(x.at)
	}
	for i := range s.now.pastPositions {
		l := &s.now.pastPositions[i]
		if l.bridge != bridge || l.cells.size() != laid.size() {
			continue
		}
		m := motion{shift: between(x.at, l.cells.lowest())}
		if s.grid.shifted(laid, m.shift) == l.cells && s.matches(l, &m) {
			x.barred.add(l.cells.lowest())
		}
	}
	return x
}

// between returns the vector from one cell to another.
func between(from, to cell) vector { return vector{to.column() - from.column(), to.row() - from.row()} }

// ends reports whether the bridge can reach a legal end in least to most shifts.
func (x *sliding) ends(least, most int) bool {
	return x.endsFrom(x.at, least, most) || !x.taking.empty() && x.copyForTrial().slidesOn(x.bridge, least, most, make(map[triedState]bool))
}

// endsFrom reports whether the bridge, from a given position and without taking a book along, can reach a legal end in least to most shifts.
func (x *sliding) endsFrom(from cell, least, most int) bool {
	layer := setOf(from)
	for n := 0; n <= most && !layer.empty(); n++ {
		if n >= least && !layer.without(x.barred).empty() {
			return true
		}
		layer = x.grid.around(layer).and(x.room)
	}
	return false
}

// afterShift returns the position after one shift. It reports whether the bridge can make it and then reach a legal end in least to most more shifts.
func (x *sliding) afterShift(d direction, least, most int) (cell, bool) {
	c, ok := x.grid.next(x.at, d)
	switch {
	case !ok || !x.room.has(c) && !x.taking.has(c):
		return c, false
	case x.room.has(c) && x.endsFrom(c, least, most):
		return c, true
	}
	return c, !x.taking.empty() && x.copyForTrial().slid(x.bridge, d).slidesOn(x.bridge, least, most, make(map[triedState]bool))
}

// copyForTrial returns a state in which the path can be tried.
func (x *sliding) copyForTrial() *State {
	c := x.Clone().(*State)
	if x.first {
		c.remember(x.bridge)
	}
	return c
}

// triedState is a state that was tried, with the number of shifts that must and may follow.
type triedState struct {
	hash        uint64
	least, most int
}

// slid returns the state after a shift of a bridge by one cell.
func (s *State) slid(bridge int, d direction) *State {
	c := s.Clone().(*State)
	m := motion{shift: steps[d]}
	to, _ := c.moved(bridge, &m)
	c.move(bridge, &m, to)
	return c
}

// slidesOn tries out whether a bridge can reach a legal end in least to most shifts.
func (s *State) slidesOn(bridge, least, most int, tried map[triedState]bool) bool {
	key := triedState{s.hash(), least, most}
	if tried[key] {
		return false
	}
	tried[key] = true
	if least <= 0 && !s.wasAt(bridge, s.laid[bridge]) {
		return true
	}
	if most <= 0 {
		return false
	}
	others := s.others(bridge)
	for d := range directions {
		if s.laid[bridge].meets(s.grid.edge[d]) || s.grid.stepped(s.laid[bridge], d).meets(others) {
			continue
		}
		if s.slid(bridge, d).slidesOn(bridge, max(0, least-1), most-1, tried) {
			return true
		}
	}
	return false
}

// wasAt reports whether a bridge on some cells, with the things on them, had that position before a movement of this turn: rule piece.change.
func (s *State) wasAt(bridge int, to cells) bool {
	for i := range s.now.pastPositions {
		if l := &s.now.pastPositions[i]; l.bridge == bridge && l.cells == to && s.matches(l, &motion{}) {
			return true
		}
	}
	return false
}
