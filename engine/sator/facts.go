package sator

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

// paths are the paths of the facts of each seat, turned-up card and bridge. They are the same in all states of a game.
type paths struct {
	seats      []seatPaths
	placements []string // by colour
	turns      []string // by bridge
	slides     []string
	tolls      []string
}

type seatPaths struct {
	colour, at, books, gargoyle, pile, bridges, hand, fidei, seen, played, out, turns string
	book                                                                              []string // by colour
}

// has reports whether a path belongs to the seat.
func (x *seatPaths) has(path string) bool {
	all := append(x.book[:len(x.book):len(x.book)], x.colour, x.at, x.books, x.gargoyle, x.pile, x.bridges, x.hand, x.fidei, x.seen, x.played, x.out, x.turns)
	return slices.Contains(all, path)
}

func newPaths(list *cardList, seats []string) (paths, error) {
	var p paths
	for _, s := range seats {
		x := seatPaths{
			s + ".colour", s + ".at", s + ".books", s + ".gargoyle", s + ".pile", s + ".bridges", s + ".hand", s + ".hand.fidei", s + ".hand.seen",
			s + ".played", s + ".out", s + ".turns", nil,
		}
		for i := range list.colours {
			x.book = append(x.book, s+".book."+list.quadrantOf(i).name)
		}
		p.seats = append(p.seats, x)
	}
	for i := range list.colours {
		p.placements = append(p.placements, "placement."+list.colours[i].name)
	}
	for b := range list.bridges() {
		word := list.bridgeWord(b)
		p.turns = append(p.turns, "can.turn."+word)
		p.slides = append(p.slides, "can.slide."+word)
		p.tolls = append(p.tolls, "toll."+word)
	}
	// A colour gives paths of the form placement.COLOUR, a seat those of the form SEAT.FACT.
	for i, s := range seats {
		if x := &p.seats[i]; s == "placement" && slices.ContainsFunc(p.placements, x.has) {
			return p, lang.T(`seat "{1}": that word means something else at the table; choose another name`, lang.Escaped(s))
		}
	}
	return p, nil
}

// Facts implements engine.State: section Facts.
func (s *State) Facts(yield func(path, value string) bool) {
	t := engine.NewFactWriter(yield)
	s.tellTable(&t)
	for seat := range engine.Seat(s.players) {
		s.tellSeat(&t, seat)
	}
	s.tellBoard(&t)
	if s.setupDone() {
		s.tellTurn(&t)
		s.tellReach(&t)
	}
}

func (s *State) tellTable(t *engine.FactWriter) {
	t.Text("turn", s.Catalog().SeatWord(s.turn))
	t.Bool("over", s.over())
	if s.over() {
		t.Text("winner", s.Catalog().SeatWord(s.winner))
		t.Text("phase", "over")
	} else {
		t.Text("phase", phaseWords[s.phase])
	}
	for i, p := range s.drawn {
		if p != notDrawn {
			t.Text(s.paths.placements[i], s.placements[p].name)
		}
	}
	if s.phase == inDraft {
		var left []string
		for shape := range s.shapes {
			if s.leftInDraft(shape) {
				left = append(left, s.shapes[shape].name)
			}
		}
		slices.Sort(left)
		t.Words("draft", left)
	}
}

func (s *State) tellSeat(t *engine.FactWriter, seat engine.Seat) {
	p, x := &s.paths.seats[seat], &s.seats[seat]
	if x.colour != noColour {
		t.Text(p.colour, s.colours[x.colour].name)
		t.Text(p.at, s.spotWord(s.things[acolyteOf(seat)], "start"))
		t.Number(p.books, s.gathered(seat))
		t.Text(p.gargoyle, s.spotWord(s.things[gargoyleOf(seat)], "home"))
		t.Number(p.pile, s.prayers[seat].Size(prayerPile))
	}
	var stock []string
	for shape := range s.shapes {
		for range x.stock[shape] {
			stock = append(stock, s.shapes[shape].name)
		}
	}
	slices.Sort(stock)
	t.Words(p.bridges, stock)
	for i := range s.colours {
		if at := s.things[bookOf(seat, i)]; at != nowhere {
			t.Text(p.book[i], s.word(cell(at)))
		}
	}
	t.Number(p.hand, s.handSize(seat))
	t.Number(p.fidei, s.prayers[seat].Size(prayerHand))
	tellCards(t, p.seen, s.openPrayers(s.open(nil, hand(seat)), seat, prayerHand))
	if seat == s.turn {
		tellCards(t, p.played, s.openPrayers(s.open(nil, front), seat, prayerFront))
	}
	tellCards(t, p.out, s.openPrayers(nil, seat, prayersOut))
	t.Number(p.turns, x.turns)
}

// word returns the word of a cell.
func (s *State) word(c cell) string { return s.Catalog().Word(s.cellNames[c]) }

// spotWord returns a thing's position as facts write it.
func (s *State) spotWord(x spot, off string) string {
	if x == nowhere {
		return off
	}
	return s.word(cell(x))
}

// tellCards writes a fact of cards, sorted by name.
func tellCards(t *engine.FactWriter, path string, words []string) {
	slices.Sort(words)
	t.Words(path, words)
}

// open appends the seen Incertus cards of a place.
func (s *State) open(words []string, p cards.Place) []string {
	for k := range s.incertus.SeenCards(p) {
		words = append(words, s.cardList.incertus[k].name)
	}
	return words
}

// openPrayers appends the seen prayers of a place of a player.
func (s *State) openPrayers(words []string, seat engine.Seat, p cards.Place) []string {
	for k := range s.prayers[seat].SeenCards(p) {
		words = append(words, s.cardList.prayers[k].name)
	}
	return words
}

func (s *State) tellBoard(t *engine.FactWriter) {
	var gone []string
	for b, laid := range s.laid {
		if !laid.empty() {
			t.Text(s.laidPaths[b], s.cellWords(laid))
		}
		if s.gone>>b&1 != 0 {
			gone = append(gone, s.Catalog().Word(s.bridgeNames[b]))
		}
	}
	slices.Sort(gone)
	t.Words("removed", gone)
}

// cellWords returns cells in words, by column and then by row.
func (s *State) cellWords(x cells) string {
	words := make([]string, 0, mostCells)
	for column := range s.grid.columns {
		for row := range s.grid.rows {
			if c := cellAt(column, row); x.has(c) {
				words = append(words, s.word(c))
			}
		}
	}
	return strings.Join(words, " ")
}

func (s *State) tellTurn(t *engine.FactWriter) {
	t.Number("pile", s.incertus.Size(commonPile))
	t.Number("discard", s.incertus.Size(discardPile))
	t.Number("points", s.now.points)
	t.Number("steps", s.now.steps)
	if s.now.freed {
		t.Text("free", "used")
	} else {
		t.Text("free", "ready")
	}
	if s.now.pinned {
		t.Bool("pinned", true)
	}
	q := &s.asked
	if q.carrying() {
		t.Text("card", s.Catalog().Word(s.cardName(q.card)))
		if s.kindOf(q.card).does == doEither && q.task != askAs {
			t.Text("as", effectWords[q.does])
		}
		if q.bridge != noBridge {
			t.Text("piece", s.Catalog().Word(s.bridgeNames[q.bridge]))
		}
	}
	if q.counted() {
		t.Number("left", q.left)
	}
}
