package sator

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// square is a cell in its simplest form: coordinates.
type square struct{ column, row int }

// squares is a set of squares.
type squares map[square]bool

func plain(s cells) squares {
	all := squares{}
	for row := range mostRows {
		for column := range stride {
			if c := cellAt(column, row); s.has(c) {
				all[square{column, row}] = true
			}
		}
	}
	return all
}

func (s squares) equal(o squares) bool {
	if len(s) != len(o) {
		return false
	}
	for x := range s {
		if !o[x] {
			return false
		}
	}
	return true
}

// drawGrid returns a random board, and drawCells a random set of its cells.
func drawGrid(t *rapid.T) grid {
	return newGrid(rapid.IntRange(1, mostColumns).Draw(t, "columns"), rapid.IntRange(1, mostRows).Draw(t, "rows"))
}

func drawCells(t *rapid.T, g *grid, name string) cells {
	var s cells
	for _, x := range rapid.SliceOf(rapid.IntRange(0, g.columns*g.rows-1)).Draw(t, name) {
		s.add(cellAt(x%g.columns, x/g.columns))
	}
	return s
}

// TestCells compares a set of cells with a plain set.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		a, b := drawCells(t, &g, "a"), drawCells(t, &g, "b")
		x, y := plain(a), plain(b)
		both, either, only := squares{}, squares{}, squares{}
		for c := range x {
			either[c] = true
			if y[c] {
				both[c] = true
			} else {
				only[c] = true
			}
		}
		for c := range y {
			either[c] = true
		}
		for name, pair := range map[string][2]squares{
			"and": {plain(a.and(b)), both}, "or": {plain(a.or(b)), either}, "without": {plain(a.without(b)), only},
		} {
			if !pair[0].equal(pair[1]) {
				t.Errorf("%s: %v, not %v", name, pair[0], pair[1])
			}
		}
		if a.size() != len(x) || a.empty() != (len(x) == 0) || a.meets(b) != (len(both) > 0) {
			t.Errorf("size %d, empty %t, meets %t", a.size(), a.empty(), a.meets(b))
		}
		var inOrder []cell
		for c := range a.all {
			inOrder = append(inOrder, c)
		}
		if !slices.IsSorted(inOrder) || len(inOrder) != len(x) {
			t.Errorf("it goes through %v", inOrder)
		}
		for rest := a; !rest.empty(); inOrder = inOrder[1:] {
			c := rest.lowest()
			if c != inOrder[0] {
				t.Errorf("the first cell is %d, not %d", c, inOrder[0])
			}
			rest.remove(c)
		}
		for c := range a.all {
			if !a.holds(spot(c)) {
				t.Errorf("%d is not held", c)
			}
			a.remove(c)
			break
		}
		if a.holds(nowhere) || len(x) > 0 && a.size() != len(x)-1 {
			t.Errorf("%d of %d cells are left", a.size(), len(x))
		}
		a.put(nowhere)
		n := 0
		for range b.all {
			n++
			break
		}
		if n != min(1, b.size()) {
			t.Error("it goes on when it is told to end")
		}
	})
}

// TestShifted checks that a shifted set loses the cells that would be outside, and that none of them appears on the other side.
func TestShifted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		a := drawCells(t, &g, "a")
		shift := func(v vector) squares {
			all := squares{}
			for x := range plain(a) {
				if to := (square{x.column + v.e, x.row + v.n}); to.column >= 0 && to.column < g.columns && to.row >= 0 && to.row < g.rows {
					all[to] = true
				}
			}
			return all
		}
		// A shift goes from one cell of the board to another, so none is longer than that.
		v := vector{rapid.IntRange(1-g.columns, g.columns-1).Draw(t, "e"), rapid.IntRange(1-g.rows, g.rows-1).Draw(t, "n")}
		if got := plain(g.shifted(a, v).and(g.all)); !got.equal(shift(v)) {
			t.Errorf("shifted by %v it is %v, not %v", v, got, shift(v))
		}
		around := squares{}
		for d, v := range steps {
			if got := plain(g.stepped(a, direction(d)).and(g.all)); !got.equal(shift(v)) {
				t.Errorf("%s it is %v, not %v", directionWords[d], got, shift(v))
			}
			for x := range shift(v) {
				around[x] = true
			}
		}
		if got := plain(g.around(a)); !got.equal(around) {
			t.Errorf("around it lie %v, not %v", got, around)
		}
		for c := range g.all.all {
			for d := range directions {
				next, ok := g.next(c, d)
				if ok != g.beside[c].holds(spot(next)) && ok || ok == g.edge[d].has(c) {
					t.Errorf("%s of %s: %t", directionWords[d], cellWord(c), ok)
				}
			}
		}
	})
}

// drawShape returns a random shape, which includes its anchor.
func drawShape(t *rapid.T, reach int, name string) []vector {
	v := rapid.Custom(func(t *rapid.T) vector {
		return vector{rapid.IntRange(-reach, reach).Draw(t, "e"), rapid.IntRange(-reach, reach).Draw(t, "n")}
	})
	shape := append(rapid.SliceOfN(v, 0, 4).Draw(t, name), vector{})
	slices.SortFunc(shape, func(a, b vector) int { return (a.e-b.e)*100 + a.n - b.n })
	return slices.Compact(shape)
}

// layingOf returns the cells of a laying by the definition of the rules page.
func layingOf(shape []vector, at square, quarters int) squares {
	all := squares{}
	for _, v := range shape {
		switch quarters {
		case 1:
			v = vector{v.n, -v.e}
		case 2:
			v = vector{-v.e, -v.n}
		case 3:
			v = vector{-v.n, v.e}
		}
		all[square{at.column + v.e, at.row + v.n}] = true
	}
	return all
}

// TestForm checks a form's layings: which of them cover a cell, and which meet a set of cells.
func TestForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		shape := drawShape(t, 3, "shape")
		quarters := rapid.IntRange(0, orientations-1).Draw(t, "quarters")
		f := newForm(&g, 0, shape, quarters)
		wanted := drawCells(t, &g, "wanted")
		meeting := f.meeting(wanted)
		for anchor := range g.all.all {
			laying := layingOf(shape, square{anchor.column(), anchor.row()}, quarters)
			inside, meets := true, false
			for x := range laying {
				c, ok := g.at(x.column, x.row)
				inside = inside && ok
				meets = meets || ok && wanted.has(c)
			}
			if f.inside.has(anchor) != inside || meeting.has(anchor) != (inside && meets) {
				t.Fatalf("%s: inside %t, meets %t", cellWord(anchor), f.inside.has(anchor), meeting.has(anchor))
			}
			if !inside {
				continue
			}
			if !plain(f.laid[anchor]).equal(laying) {
				t.Fatalf("%s: it lies on %v, not %v", cellWord(anchor), plain(f.laid[anchor]), laying)
			}
			for c := range g.all.all {
				if f.covering[c].has(anchor) != laying[square{c.column(), c.row()}] {
					t.Fatalf("%s: whether it covers %s", cellWord(anchor), cellWord(c))
				}
			}
		}
	})
}

// TestMostHit checks that mostHit is the exact maximum: no laying beside a cell meets more layings over that cell, and one meets that many.
func TestMostHit(t *testing.T) {
	const width, middle = 15, 7
	g := newGrid(width, width)
	over := cellAt(middle, middle)
	rapid.Check(t, func(t *rapid.T) {
		beside := newForm(&g, 0, drawShape(t, 1, "beside"), rapid.IntRange(0, orientations-1).Draw(t, "quarters"))
		shape := drawShape(t, 1, "over")
		var forms []*form
		for _, q := range rapid.SliceOfNDistinct(rapid.IntRange(0, orientations-1), 1, orientations, rapid.ID).Draw(t, "orientations") {
			f := newForm(&g, 1, shape, q)
			forms = append(forms, &f)
		}
		most := 0
		for anchor := range beside.inside.without(beside.covering[over]).all {
			n := 0
			for _, f := range forms {
				for way := range f.covering[over].all {
					if f.laid[way].meets(beside.laid[anchor]) {
						n++
					}
				}
			}
			most = max(most, n)
		}
		if got := mostHit(&beside, forms); got != most {
			t.Errorf("one meets %d layings, not %d", most, got)
		}
	})
}

// pairing returns how many books can get a bridge of their own; wants reports whether a bridge suits a book.
func pairing(books, bridges int, wants func(book, bridge int) bool) int {
	of := make([]int, bridges) // by bridge: its book plus 1, 0 if it is free
	var pair func(book int, tried []bool) bool
	pair = func(book int, tried []bool) bool {
		for b := range bridges {
			if tried[b] || !wants(book, b) {
				continue
			}
			tried[b] = true
			if of[b] == 0 || pair(of[b]-1, tried) {
				of[b] = book + 1
				return true
			}
		}
		return false
	}
	n := 0
	for book := range books {
		if pair(book, make([]bool, bridges)) {
			n++
		}
	}
	return n
}

// TestWorst checks that the lack is the number of books minus the most of them that can get a bridge of their own.
func TestWorst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stock uint64
		var bridges []int // by bridge: its shape
		for shape, n := range rapid.SliceOfN(rapid.IntRange(0, typesPerShape), 1, mostShapes).Draw(t, "stock") {
			stock |= (1<<n - 1) << (shapeBits * shape)
			bridges = append(bridges, slices.Repeat([]int{shape}, n)...)
		}
		var books []uint64
		wants := rapid.SliceOfN(rapid.Uint16(), 0, mostColours).Draw(t, "books")
		for _, w := range wants {
			var shapes uint64
			for shape := range mostShapes {
				if w>>shape&1 != 0 {
					shapes |= oneShape << (shapeBits * shape)
				}
			}
			books = append(books, shapes)
		}
		n := pairing(len(books), len(bridges), func(book, bridge int) bool { return wants[book]>>bridges[bridge]&1 != 0 })
		if got := deficiency(books, stock); got != len(books)-n {
			t.Errorf("the lack is %d, and %d of %d books have a bridge", got, n, len(books))
		}
	})
}
