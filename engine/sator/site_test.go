package sator

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"familiar/engine"
)

// judge applies rules place.grid to place.relief exactly as on the rules page. It knows only where bridges and books are, and the bridges that each player has.
type judge struct {
	columns, rows int
	shapes        []shape
	taken         squares
	books         [][]square // by seat
	stock         [][]int    // by seat and shape
}

func judgeOf(s *State) *judge {
	j := &judge{columns: s.grid.columns, rows: s.grid.rows, shapes: s.shapes, taken: squares{}}
	for _, laid := range s.laid {
		for x := range plain(laid) {
			j.taken[x] = true
		}
	}
	for seat := range s.players {
		var books []square
		for _, x := range s.things[bookOf(engine.Seat(seat), 0):bookOf(engine.Seat(seat), len(s.colours))] {
			books = append(books, square{cell(x).column(), cell(x).row()})
		}
		j.books = append(j.books, books)
		var stock []int
		for shape := range s.shapes {
			stock = append(stock, int(s.seats[seat].stock[shape]))
		}
		j.stock = append(j.stock, stock)
	}
	return j
}

// fits applies rules place.grid, place.overlap and place.twins.
func (j *judge) fits(laying squares) bool {
	for x := range laying {
		if x.column < 0 || x.row < 0 || x.column >= j.columns || x.row >= j.rows || j.taken[x] {
			return false
		}
	}
	for _, books := range j.books {
		n := 0
		for _, x := range books {
			if laying[x] {
				n++
			}
		}
		if n > 1 {
			return false
		}
	}
	return true
}

// reaches reports whether a bridge of a shape could be laid under a book.
func (j *judge) reaches(shape int, book square) bool {
	for q, f := range j.shapes[shape].forms {
		if f == noForm {
			continue
		}
		for v := range layingOf(j.shapes[shape].cells, square{0, 0}, q) {
			if j.fits(layingOf(j.shapes[shape].cells, square{book.column - v.column, book.row - v.row}, q)) {
				return true
			}
		}
	}
	return false
}

func (j *judge) lack(seat int) int {
	var void []square
	for _, x := range j.books[seat] {
		if !j.taken[x] {
			void = append(void, x)
		}
	}
	var bridges []int
	for shape, n := range j.stock[seat] {
		bridges = append(bridges, slices.Repeat([]int{shape}, n)...)
	}
	reached := map[[2]int]bool{}
	for i, x := range void {
		for shape, n := range j.stock[seat] {
			reached[[2]int{i, shape}] = n > 0 && j.reaches(shape, x)
		}
	}
	return len(void) - pairing(len(void), len(bridges), func(book, bridge int) bool { return reached[[2]int{book, bridges[bridge]}] })
}

// blocks applies rule place.block to a laying that fits.
func (j *judge) blocks(seat, shape int, laying squares, before []int) bool {
	for x := range laying {
		j.taken[x] = true
	}
	j.stock[seat][shape]--
	blocked := false
	for other := range j.books {
		blocked = blocked || j.lack(other) > before[other]
	}
	j.stock[seat][shape]++
	for x := range laying {
		delete(j.taken, x)
	}
	return blocked
}

// layings returns the forms and anchors of the legal layings of a seat, and whether it may ignore place.block this time.
func (j *judge) layings(s *State, seat int) (all map[[2]int]bool, relieved bool) {
	var before []int
	for other := range j.books {
		before = append(before, j.lack(other))
	}
	for _, relieved := range []bool{false, true} {
		all = map[[2]int]bool{}
		for shape, n := range j.stock[seat] {
			if n == 0 {
				continue
			}
			for q, f := range j.shapes[shape].forms {
				if f == noForm {
					continue
				}
				for anchor := range s.grid.all.all {
					laying := layingOf(j.shapes[shape].cells, square{anchor.column(), anchor.row()}, q)
					if j.fits(laying) && (relieved || !j.blocks(seat, shape, laying, before)) {
						all[[2]int{f, int(anchor)}] = true
					}
				}
			}
		}
		if len(all) > 0 {
			return all, relieved
		}
	}
	return all, false
}

// TestLayings lays bridges at random. The listed layings must be those that the rules allow, and Check must agree; a seat that is passed over must
// have no bridge that fits anywhere.
func TestLayings(t *testing.T) {
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata", name+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, c := range []struct {
		name         string
		pack         []byte
		seats, games int
		every        int // only every n-th state is judged
	}{
		{"cellar", read("cellar"), 2, 40, 1},
		{"small", read("small"), 2, 8, 1},
		{"small", read("small"), 3, 8, 1},
		{"small", read("small"), 4, 8, 1},
		{"hall", read("hall"), 2, 4, 1},
		{"workshop", read("workshop"), 3, 5, 1},
		{"house", house, 4, 1, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			blocked, relieved, passed := 0, 0, 0
			for game := range c.games {
				rng := rand.New(rand.NewPCG(uint64(game), uint64(c.seats)))
				s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben", "cai", "dee"}[:c.seats]}, c.pack)
				if err != nil {
					t.Fatal(err)
				}
				for n := 0; !s.setupDone(); n++ {
					if s.phase == inBridges && n%c.every == 0 {
						blocked += holdLayings(t, s)
						if s.setup.relieved {
							relieved++
						}
					}
					var moves []engine.Move
					for m := range s.Moves {
						moves = append(moves, m)
					}
					m := moves[rng.IntN(len(moves))]
					before := s.seats
					if v := s.Play(m); !v.OK() {
						t.Fatal(v)
					}
					for _, e := range s.Events() {
						if e.Verb == eventPassed {
							passed++
							holdPassed(t, s, m, e.Seat, before[e.Seat].stock)
						}
					}
				}
			}
			if c.name == "cellar" && (blocked == 0 || relieved == 0 || passed == 0) {
				t.Errorf("%d layings were blocked, %d times a player was relieved, %d times passed over", blocked, relieved, passed)
			}
		})
	}
}

// holdLayings compares the list of layings, and Check, with the rules, and counts the layings that place.block forbids.
func holdLayings(t *testing.T, s *State) int {
	t.Helper()
	j := judgeOf(s)
	for seat := range s.players {
		if got, want := s.setup.lack[seat], j.lack(seat); got != want {
			t.Fatalf("the lack of seat %d is %d, not %d", seat, got, want)
		}
	}
	want, relieved := j.layings(s, int(s.turn))
	if relieved != s.setup.relieved {
		t.Fatalf("relieved: %t", s.setup.relieved)
	}
	listed := map[engine.Move]bool{}
	for m := range s.Moves {
		listed[m] = true
	}
	blocked, n := 0, 0
	for shape := range s.shapes {
		for q, f := range s.shapes[shape].forms {
			if f == noForm {
				continue
			}
			for anchor := range s.grid.all.all {
				for bridge := shape * typesPerShape; bridge < (shape+1)*typesPerShape; bridge++ {
					m := three(s.turn, verbPlace, s.bridgeNames[bridge], s.cellNames[anchor], wordR0+engine.Name(q))
					v := s.Check(m)
					legal := want[[2]int{f, int(anchor)}] && s.laid[bridge].empty()
					if v.OK() != legal || listed[m] != legal {
						t.Fatalf("%s: legal %t, listed %t, refused for %q", s.Catalog().Format(m), legal, listed[m], v.Rule)
					}
					if legal {
						n++
					}
					if v.Rule == ruleBlock {
						blocked++
					}
				}
			}
		}
	}
	if n != len(listed) {
		t.Fatalf("%d layings are listed, and %d are legal", len(listed), n)
	}
	return blocked
}

// holdPassed checks that a seat that is passed over after a move had no bridge that fits anywhere.
func holdPassed(t *testing.T, s *State, m engine.Move, seat engine.Seat, stock [mostShapes]uint8) {
	t.Helper()
	if seat == m.Seat {
		stock[shapeOf(int(s.Of(m.Args[0]).bridge))]--
	}
	j := judgeOf(s)
	for shape := range s.shapes {
		for q, f := range s.shapes[shape].forms {
			for anchor := range s.grid.all.all {
				if laying := layingOf(s.shapes[shape].cells, square{anchor.column(), anchor.row()}, q); f != noForm && stock[shape] > 0 && j.fits(laying) {
					t.Fatalf("seat %d is passed over, and %s fits at %s", seat, s.shapes[shape].name, cellWord(anchor))
				}
			}
		}
	}
	if s.unary(seat) != 0 {
		t.Errorf("seat %d is passed over, and has bridges left", seat)
	}
}
