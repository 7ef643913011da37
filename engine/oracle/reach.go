package oracle

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
)

// tellReach writes what a phone that draws the board would otherwise have to work out: what the bowl allows, what the destiny boxes could make of it,
// and which areas each line would close.
func (s *State) tellReach(t *engine.FactWriter) {
	switch {
	case len(s.agenda) > 0:
		if s.asked().task == taskLines {
			s.tellCloses(t)
		}
	case s.phase == inTurn && s.turn == s.oracle:
		s.tellCan(t)
		s.tellCould(t)
	}
}

// tellCan writes the actions that the bowl allows with their strengths, wherever her figure stands.
func (s *State) tellCan(t *engine.FactWriter) {
	if n := s.bowl.valueBeside(bone, false); n > 0 {
		t.Number("can.read-stars", n)
	}
	if n := s.foreseen(); n > 0 && n <= s.stripLeft() {
		t.Number("can.predict", n)
	}
	for _, h := range [...]half{left, right} {
		t.Words("can.horoscope."+halfWords[h], s.bowl.values(h))
	}
	var what []string
	for _, w := range influenceChoices {
		if s.allowsInfluence(&s.bowl, w) {
			what = append(what, s.Catalog().Word(w))
		}
	}
	t.Words("can.influence", what)
}

// values returns the values of the dice in a half, sorted.
func (b *bowl) values(h half) []string {
	var values []string
	for d := range dice {
		if b[d].half == h {
			values = append(values, strconv.Itoa(int(b[d].face)))
		}
	}
	slices.Sort(values)
	return values
}

// strengths is the set of actions that a bowl allows, each with its strength, as bits.
type strengths uint64

// The first bit of each action; the strength is added to it. The strength of a horoscope is low×(dieFaces+1) + high for the values low ≤ high; with one
// die low is 0.
const (
	firstStars     = 0
	firstPredict   = firstStars + dieFaces + 1
	firstHoroscope = firstPredict + dice*dieFaces + 1
	firstInfluence = firstHoroscope + (dieFaces+1)*(dieFaces+1)
	strengthBits   = firstInfluence + len(influenceChoices)
)

// strengths returns the strengths of a bowl.
func (s *State) strengths(b *bowl) strengths {
	var all strengths
	if n := b.valueBeside(bone, false); n > 0 {
		all |= 1 << (firstStars + n)
	}
	if n := b.valueBeside(voodoo, s.sum); n > 0 && n <= s.stripLeft() {
		all |= 1 << (firstPredict + n)
	}
	if low, high := b[dieA].face, b[dieB].face; b[dieA].half == b[dieB].half {
		all |= 1 << (firstHoroscope + int(min(low, high))*(dieFaces+1) + int(max(low, high)))
	} else {
		all |= 1<<(firstHoroscope+low) | 1<<(firstHoroscope+high)
	}
	for i, w := range influenceChoices {
		if s.allowsInfluence(b, w) {
			all |= 1 << (firstInfluence + i)
		}
	}
	return all
}

// strength returns one of the strengths as a part of a path.
func (s *State) strength(bit int) string {
	switch {
	case bit < firstPredict:
		return "read-stars." + strconv.Itoa(bit-firstStars)
	case bit < firstHoroscope:
		return "predict." + strconv.Itoa(bit-firstPredict)
	case bit < firstInfluence:
		low, high := (bit-firstHoroscope)/(dieFaces+1), (bit-firstHoroscope)%(dieFaces+1)
		if low == 0 {
			return "horoscope." + strconv.Itoa(high)
		}
		return "horoscope." + strconv.Itoa(low) + "." + strconv.Itoa(high)
	}
	return "influence." + s.Catalog().Word(influenceChoices[bit-firstInfluence])
}

// change is a change of a bowl: the steps of each die up (down if negative), and the runes that change halves, as bits.
type change struct {
	nudges  [dice]int
	shifted uint32
	boxes   int // number of boxes that it uses
}

// tellCould writes each strength that the boxes could add to those of the bowl, with a change that uses the fewest boxes.
func (s *State) tellCould(t *engine.FactWriter) {
	var best [strengthBits]change
	found := s.strengths(&s.bowl) // with no box
	here := found
	s.changes(func(b *bowl, c change) {
		for some := s.strengths(b) &^ here; some != 0; some &= some - 1 {
			i := bits.TrailingZeros64(uint64(some))
			if found>>i&1 == 0 || c.boxes < best[i].boxes {
				best[i] = c
			}
			found |= 1 << i
		}
	})
	for some := found &^ here; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(uint64(some))
		t.Text("could."+s.strength(i), best[i].String())
	}
}

// changes yields each bowl that the black boxes can make of the present one, with the shortest change that does so.
func (s *State) changes(yield func(*bowl, change)) {
	most := min(s.boxes[nudge].ready, dice*maxNudges)
	for a := -maxNudges + 1; a <= maxNudges; a++ {
		for b := -maxNudges + 1; b <= maxNudges; b++ {
			if abs(a)+abs(b) > most {
				continue
			}
			c := change{nudges: [dice]int{a, b}}
			nudged := s.bowl
			for d, n := range c.nudges {
				nudged[d].face = nudged[d].face.by(n)
			}
			s.shifts(nudged, c, yield)
		}
	}
}

// maxNudges is the most steps that a die needs to show any other value.
const maxNudges = dieFaces / 2

// shifts yields the bowls that result if runes change halves.
func (s *State) shifts(from bowl, c change, yield func(*bowl, change)) {
	for set := range uint32(1) << runes {
		c.shifted = set
		moves := bits.OnesCount32(set)
		if moves > s.boxes[shift].ready {
			continue
		}
		b := from
		for r := range b {
			if set>>r&1 != 0 {
				b[r].half = b[r].half.other()
			}
		}
		c.boxes = abs(c.nudges[dieA]) + abs(c.nudges[dieB]) + moves
		yield(&b, c)
	}
}

func abs(n int) int { return max(n, -n) }

// String returns the moves of a change.
func (c change) String() string {
	var moves []string
	for d, n := range c.nudges {
		word := " up"
		if n < 0 {
			word = " down"
		}
		for range abs(n) {
			moves = append(moves, "nudge "+runeWords[d]+word)
		}
	}
	for r, word := range runeWords {
		if c.shifted>>r&1 != 0 {
			moves = append(moves, "shift "+word)
		}
	}
	return strings.Join(moves, " / ")
}

// tellCloses writes for each line that may be drawn the areas that it would close.
func (s *State) tellCloses(t *engine.FactWriter) {
	var scratch [2]areaScratch
	for l := range s.lines {
		if !s.drawable(l) {
			continue
		}
		closed, n := s.closedBy(l, &scratch)
		var areas []string
		for i := range n {
			areas = append(areas, s.describe(&closed[i]))
		}
		if len(areas) > 0 {
			t.Text("closes."+strings.TrimPrefix(s.list.starMap.lines[l].path, "line."), strings.Join(areas, " / "))
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
		words = append(words, strings.TrimPrefix(s.list.starMap.cells[c].path, "cell."))
	}
	if a.cross && (ok || !s.onlyGoods) {
		words = append(words, "cross")
	}
	return strings.Join(words, " ")
}
