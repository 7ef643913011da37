package sator

import "familiar/engine"

// walker is an Acolyte that may make steps by itself or be pushed: rules walk.side to walk.pass.
type walker struct {
	*State
	seat   engine.Seat
	at     spot
	way    cells // cells that it may enter
	rivals cells // cells on which it may not stop
}

func (s *State) walker(seat engine.Seat) walker {
	others := s.acolytes()
	at := s.things[acolyteOf(seat)]
	if at != nowhere {
		others.remove(cell(at))
	}
	return walker{s, seat, at, s.covered.without(others).without(s.gargoyles()), s.rivalBooks(seat)}
}

// beside returns the cells beside the Acolyte. From its start place there is one way in.
func (w *walker) beside() cells {
	if w.at == nowhere {
		return setOf(w.colours[w.seats[w.seat].colour].start)
	}
	return w.grid.beside[w.at]
}

// goesOn reports whether it can go on from a cell, in at most that many steps, to a cell where it may stop: rule walk.stop.
func (w *walker) goesOn(from cell, steps int) bool {
	reached := setOf(from)
	for range steps {
		more := w.grid.around(reached).and(w.way)
		if !more.without(w.rivals).empty() {
			return true
		}
		if more.without(reached).empty() {
			return false
		}
		reached = reached.or(more)
	}
	return false
}

// ways returns the cells to which it can make a step, with that many steps left.
func (w *walker) ways(left int) cells {
	if left <= 0 {
		return cells{}
	}
	ways := w.beside().and(w.way)
	for c := range ways.and(w.rivals).all {
		if !w.goesOn(c, left-1) {
			ways.remove(c)
		}
	}
	return ways
}

// barredStep returns the rule that forbids a step, if one does: section Refusals, a step. Left is the number of steps left.
func (w *walker) barredStep(to cell, left int) string {
	beside := w.beside()
	switch {
	case !beside.has(to):
		return ruleSide
	case !w.covered.has(to):
		return ruleVoid
	}
	acolytes, gargoyles := w.acolytes(), w.gargoyles()
	switch {
	case acolytes.has(to):
		return ruleWalkAcolyte
	case gargoyles.has(to):
		return ruleWalkGargoyle
	case left <= 0:
		return ruleSteps
	case w.rivals.has(to) && !w.goesOn(to, left-1):
		return ruleStop
	}
	return ""
}

// stopped reports whether it stands where it may not stop.
func (w *walker) stopped() bool { return w.rivals.holds(w.at) }

// leapTo returns the number of cells between the Acolyte and the target of a leap, and whether the leap is straight.
func (w *walker) leapTo(to cell) (between int, straight bool) {
	column, row := w.place()
	e, n := to.column()-column, to.row()-row
	return max(e, -e, n, -n) - 1, (e == 0) != (n == 0)
}

// checkLeap checks a leap onto a cell.
func (w *walker) checkLeap(to cell, k *kind) engine.Violation {
	between, straight := w.leapTo(to)
	why := func(rule string) engine.Violation { return engine.Violate(rule, w.cellNames[to]) }
	if !straight {
		return why(ruleLine)
	}
	column, row := w.place()
	step := vector{(to.column() - column) / (between + 1), (to.row() - row) / (between + 1)}
	for i := 1; i <= between; i++ {
		if c, ok := w.grid.at(column+i*step.e, row+i*step.n); !ok || w.covered.has(c) {
			return why(ruleLeapVoid)
		}
	}
	acolytes, gargoyles := w.acolytes(), w.gargoyles()
	switch {
	case between == 0:
		return why(ruleLeapVoid)
	case between > k.shift.most:
		return why(ruleLeapMost)
	case between*k.shift.cost > w.now.points:
		return tooFewPoints(between * k.shift.cost)
	case !w.covered.has(to):
		return why(ruleVoid)
	case acolytes.has(to):
		return why(ruleWalkAcolyte)
	case gargoyles.has(to):
		return why(ruleWalkGargoyle)
	case w.rivals.has(to):
		return why(ruleStop)
	}
	return engine.Violation{}
}

// leaps yields the possible targets of a leap, with the number of empty cells in between, as far as the points suffice.
func (w *walker) leaps(k *kind, points int) func(yield func(cell, int) bool) {
	return func(yield func(cell, int) bool) {
		column, row := w.place()
		for d := range directions {
			for n := 1; ; n++ {
				c, ok := w.grid.at(column+n*steps[d].e, row+n*steps[d].n)
				if !ok {
					break
				}
				if !w.covered.has(c) {
					continue
				}
				empty := n - 1
				if empty > 0 && empty <= k.shift.most && empty*k.shift.cost <= points && w.way.has(c) && !w.rivals.has(c) && !yield(c, empty) {
					return
				}
				break
			}
		}
	}
}

// place returns the coordinates of the Acolyte. A start place has those of the cell just outside.
func (w *walker) place() (column, row int) {
	if w.at != nowhere {
		return cell(w.at).column(), cell(w.at).row()
	}
	c := &w.colours[w.seats[w.seat].colour]
	return c.start.column() + steps[c.side].e, c.start.row() + steps[c.side].n
}

// roam moves the Acolyte by a step or leap of its own: rules books.gather and end.over.
func (s *State) roam(to cell, gathers bool) {
	i := acolyteOf(s.turn)
	from := s.things[i]
	s.things[i] = spot(to)
	s.now.roamed = true
	if gathers {
		s.gather(from)
		s.gather(spot(to))
	}
}

// gather takes the books on a cell that belong to the player whose turn it is.
func (s *State) gather(at spot) {
	for quadrant := range s.colours {
		if book := bookOf(s.turn, quadrant); at != nowhere && s.things[book] == at {
			s.things[book] = nowhere
			s.Event(s.turn, eventGathers, s.quadrantNames[quadrant])
		}
	}
}
