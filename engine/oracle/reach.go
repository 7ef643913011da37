package oracle

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
)

// tellReach writes facts that save a phone with a picture of the board the work: what the bowl allows, what the destiny boxes could make of it, and
// which areas each line would close.
func (s *State) tellReach(t *engine.FactWriter) {
	switch {
	case len(s.agenda) > 0:
		if s.top().task == taskLines {
			s.tellCloses(t)
		}
	case s.phase == inTurn && s.turn == s.oracle:
		s.tellCan(t)
		s.tellCould(t)
	}
}

// tellCan writes the actions that the bowl allows with their strengths, wherever her figure stands.
func (s *State) tellCan(t *engine.FactWriter) {
	if n := s.bowl.with(bone, false); n > 0 {
		t.Number("can.read-stars", n)
	}
	if n := s.foreseen(); n > 0 && n <= s.stripLeft() {
		t.Number("can.predict", n)
	}
	for _, half := range [...]side{left, right} {
		t.Words("can.horoscope."+sideWords[half], s.bowl.values(half))
	}
	var what []string
	for _, w := range influences {
		if s.influences(&s.bowl, w) {
			what = append(what, s.catalog.Word(w))
		}
	}
	t.Words("can.influence", what)
}

// values returns the values of the dice in a half, sorted.
func (b *bowl) values(half side) []string {
	var values []string
	for d := range dice {
		if b[d].side == half {
			values = append(values, strconv.Itoa(int(b[d].face)))
		}
	}
	slices.Sort(values)
	return values
}

// strengths is the set of actions that a bowl allows, each with its strength, as bits.
type strengths uint64

// The first bit of each action. The strength is added to it. A horoscope adds two values, the lower one (0 with one die) times five.
const (
	starsOf     = 0
	predictOf   = starsOf + faces + 1
	horoscopeOf = predictOf + dice*faces + 1
	influenceOf = horoscopeOf + (faces+1)*(faces+1)
	allOf       = influenceOf + len(influences)
)

// strengths returns the strengths of a bowl.
func (s *State) strengths(b *bowl) strengths {
	var all strengths
	if n := b.with(bone, false); n > 0 {
		all |= 1 << (starsOf + n)
	}
	if n := b.with(voodoo, s.sum); n > 0 && n <= s.stripLeft() {
		all |= 1 << (predictOf + n)
	}
	if low, high := b[dieA].face, b[dieB].face; b[dieA].side == b[dieB].side {
		all |= 1 << (horoscopeOf + int(min(low, high))*(faces+1) + int(max(low, high)))
	} else {
		all |= 1<<(horoscopeOf+low) | 1<<(horoscopeOf+high)
	}
	for i, w := range influences {
		if s.influences(b, w) {
			all |= 1 << (influenceOf + i)
		}
	}
	return all
}

// strength returns one of the strengths as a part of a path.
func (s *State) strength(bit int) string {
	switch {
	case bit < predictOf:
		return "read-stars." + strconv.Itoa(bit-starsOf)
	case bit < horoscopeOf:
		return "predict." + strconv.Itoa(bit-predictOf)
	case bit < influenceOf:
		low, high := (bit-horoscopeOf)/(faces+1), (bit-horoscopeOf)%(faces+1)
		if low == 0 {
			return "horoscope." + strconv.Itoa(high)
		}
		return "horoscope." + strconv.Itoa(low) + "." + strconv.Itoa(high)
	}
	return "influence." + s.catalog.Word(influences[bit-influenceOf])
}

// way is a way to change a bowl: the steps of each die up (down if negative), and the runes that change halves, as bits.
type way struct {
	turns [dice]int
	moved uint32
	boxes int // number of boxes that it uses
}

// tellCould writes each strength that the boxes could add to those of the bowl, with a way that uses the fewest boxes.
func (s *State) tellCould(t *engine.FactWriter) {
	var best [allOf]way
	found := s.strengths(&s.bowl) // with no box
	here := found
	s.ways(func(b *bowl, w way) {
		for some := s.strengths(b) &^ here; some != 0; some &= some - 1 {
			i := bits.TrailingZeros64(uint64(some))
			if found>>i&1 == 0 || w.boxes < best[i].boxes {
				best[i] = w
			}
			found |= 1 << i
		}
	})
	for some := found &^ here; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(uint64(some))
		t.Text("could."+s.strength(i), best[i].String())
	}
}

// ways yields each bowl that the black boxes can make of the present one, with the shortest way to it.
func (s *State) ways(yield func(*bowl, way)) {
	turns := min(s.boxes[nudge].ready, dice*mostTurns)
	for a := -mostTurns + 1; a <= mostTurns; a++ {
		for b := -mostTurns + 1; b <= mostTurns; b++ {
			if abs(a)+abs(b) > turns {
				continue
			}
			w := way{turns: [dice]int{a, b}}
			turned := s.bowl
			for d, n := range w.turns {
				turned[d].face = turned[d].face.by(n)
			}
			s.movings(turned, w, yield)
		}
	}
}

// mostTurns is the most steps that a die needs to show any other value.
const mostTurns = faces / 2

// movings yields the bowls that result if runes change halves.
func (s *State) movings(from bowl, w way, yield func(*bowl, way)) {
	for set := range uint32(1) << runes {
		w.moved = set
		moves := bits.OnesCount32(set)
		if moves > s.boxes[shift].ready {
			continue
		}
		b := from
		for r := range b {
			if set>>r&1 != 0 {
				b[r].side = b[r].side.other()
			}
		}
		w.boxes = abs(w.turns[dieA]) + abs(w.turns[dieB]) + moves
		yield(&b, w)
	}
}

func abs(n int) int { return max(n, -n) }

// String returns the moves of a way.
func (w way) String() string {
	var moves []string
	for d, n := range w.turns {
		word := " up"
		if n < 0 {
			word = " down"
		}
		for range abs(n) {
			moves = append(moves, "nudge "+runeWords[d]+word)
		}
	}
	for r, word := range runeWords {
		if w.moved>>r&1 != 0 {
			moves = append(moves, "shift "+word)
		}
	}
	return strings.Join(moves, " / ")
}

// tellCloses writes for each line that may be drawn the areas that it would close.
func (s *State) tellCloses(t *engine.FactWriter) {
	var room [2]sketch
	for l := range s.lines {
		if !s.drawable(l) {
			continue
		}
		closed, n := s.closedBy(l, &room)
		var areas []string
		for i := range n {
			areas = append(areas, s.describe(&closed[i]))
		}
		if len(areas) > 0 {
			t.Text("closes."+strings.TrimPrefix(s.list.sky.lines[l].path, "line."), strings.Join(areas, " / "))
		}
	}
}

// describe returns what an area gives, and its cells.
func (s *State) describe(a *area) string {
	good, colour, ok := s.good(a)
	words := []string{"nothing"}
	if ok {
		words = []string{goodWords[good], s.list.colours[colour]}
	}
	for _, c := range a.cells {
		words = append(words, strings.TrimPrefix(s.list.sky.cells[c].path, "cell."))
	}
	if a.cross && (ok || !s.onlyGoods) {
		words = append(words, "cross")
	}
	return strings.Join(words, " ")
}
