package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the paths of the facts. They are the same in all states of a game.
type paths struct {
	seats       []seatPaths
	bag, out    []string
	bowl        [runes]string
	figure      string
	gold        string
	boxes       [boxKinds]boxPaths
	stall       [goods][]string
	supply      [goods][]string
	rows        [rows]string
	clans       []clanPaths
	used, left  string
	predictions []predictionPaths
	staff       []string
	folk        []string
}

type (
	seatPaths       struct{ hours, corruption, seen, total string }
	boxPaths        struct{ ready, used, blank string }
	clanPaths       struct{ x, icons, immediate, market string }
	predictionPaths struct{ colour, icons, crossed, state string }
)

func newPaths(list *cardList, seats []string, oracle string) paths {
	var p paths
	for _, s := range seats {
		p.seats = append(p.seats, seatPaths{s + ".hours", s + ".corruption", s + ".corruption.seen", s + ".total"})
	}
	for i := range list.adventurers {
		p.bag = append(p.bag, "bag."+list.adventurers[i].colour)
		p.out = append(p.out, "out."+list.adventurers[i].colour)
	}
	for i, w := range runeWords {
		p.bowl[i] = "bowl." + w
	}
	p.figure, p.gold, p.used, p.left = oracle+".figure", oracle+".gold", oracle+".strip.used", oracle+".strip.left"
	for i, w := range boxWords {
		p.boxes[i] = boxPaths{oracle + "." + w + ".ready", oracle + "." + w + ".used", oracle + "." + w + ".blank"}
	}
	for i, g := range goodWords {
		for _, c := range list.colours {
			p.stall[i] = append(p.stall[i], oracle+"."+g+"s."+c)
			p.supply[i] = append(p.supply[i], "supply."+g+"s."+c)
		}
	}
	for i, w := range rowWords {
		p.rows[i] = oracle + "." + w
	}
	for i := range list.clans {
		c := list.clans[i].name
		p.clans = append(p.clans, clanPaths{
			oracle + ".clan." + c + ".x", oracle + ".clan." + c + ".icons", "sponsor." + c + ".immediate", "sponsor." + c + ".market",
		})
	}
	for i := range list.strip.icons {
		n := fmt.Sprintf("%s.prediction.%d.", oracle, i+1)
		p.predictions = append(p.predictions, predictionPaths{n + "colour", n + "icons", n + "crossed", n + "state"})
	}
	for i := range list.slots {
		p.staff = append(p.staff, oracle+".staff."+list.slots[i].name)
	}
	for i := range list.townsfolk {
		p.folk = append(p.folk, "townsfolk."+list.townsfolk[i].name)
	}
	return p
}

// Facts implements engine.State: section Facts, and the facts of reach.go.
func (s *State) Facts(yield func(path, value string) bool) {
	t := engine.NewFactWriter(yield)
	s.tellTable(&t)
	s.tellSeats(&t)
	s.tellBoard(&t)
	s.tellMap(&t)
	s.tellReach(&t)
}

func (s *State) tellTable(t *engine.FactWriter) {
	t.Bool("over", s.over())
	if s.over() {
		var best []string
		for _, seat := range s.best() {
			best = append(best, s.Catalog().SeatWord(seat))
		}
		if len(best) == 1 {
			t.Text("winner", best[0])
		}
		t.Words("winners", best)
	} else {
		t.Text("turn", s.Catalog().SeatWord(s.toMove()))
	}
	t.Text("phase", phaseWords[s.phase])
	t.Number("day", s.day)
	t.Text("oracle", s.Catalog().SeatWord(s.oracle))
	if ask := s.askFact(); ask != "" {
		t.Text("ask", ask)
	}
	t.Number("deck", s.cards.Size(deck))
	t.Number("discard", s.cards.Size(discardPile))
	s.tellCards(t, "discard.seen", discardPile)
	for i := range s.bag {
		t.Number(s.paths.bag[i], int(s.bag[i]))
		t.Number(s.paths.out[i], s.out(i))
	}
	for r, l := range s.bowl {
		if l.half != outside {
			t.Text(s.paths.bowl[r], l.String())
		}
	}
	for i, n := range s.folk {
		t.Number(s.paths.folk[i], int(n))
	}
}

// askFact returns the open question as a fact, "" if there is none.
func (s *State) askFact() string {
	if len(s.agenda) == 0 {
		return ""
	}
	a := s.question(s.asked())
	words := strings.Fields(strings.ReplaceAll(a.Key, "/", " "))
	for _, n := range a.Args {
		if n != engine.None {
			words = append(words, s.Catalog().Word(n))
		}
	}
	if p := s.asked(); p.task == taskUse {
		for i := range s.list.slots {
			if p.set>>i&1 != 0 {
				words = append(words, s.list.slots[i].name)
			}
		}
	}
	return strings.Join(words, " ")
}

// String returns the position of a rune as facts write it.
func (l position) String() string {
	if l.face == noFace {
		return halfWords[l.half]
	}
	return halfWords[l.half] + " " + l.face.String()
}

// String returns a face as facts write it.
func (f face) String() string {
	switch f {
	case tree:
		return "tree"
	case skull:
		return "skull"
	case cross:
		return "x"
	}
	return strconv.Itoa(int(f))
}

func (s *State) tellCards(t *engine.FactWriter, path string, p cards.Place) {
	t.Words(path, cards.Words(s.cards.SeenCards(p), func(k cards.Kind) string { return s.list.corruption[k].name }))
}

func (s *State) tellSeats(t *engine.FactWriter) {
	for seat := range engine.Seat(s.players) {
		p, x := &s.paths.seats[seat], &s.seats[seat]
		t.Number(p.hours, x.hours)
		t.Number(p.corruption, s.cards.Size(hand(seat)))
		s.tellCards(t, p.seen, hand(seat))
		if seat == s.oracle && s.over() || seat != s.oracle && x.total != notEntered {
			t.Number(p.total, x.total)
		}
	}
}

func (s *State) tellBoard(t *engine.FactWriter) {
	t.Text(s.paths.figure, s.Catalog().Word(s.figure))
	t.Number(s.paths.gold, s.gold)
	for i := range s.boxes {
		p := &s.paths.boxes[i]
		t.Number(p.ready, s.boxes[i].ready)
		t.Number(p.used, s.boxes[i].used)
		t.Number(p.blank, s.blank(i))
	}
	for good := range s.stall {
		for c, n := range s.stall[good] {
			t.Number(s.paths.stall[good][c], int(n))
			t.Number(s.paths.supply[good][c], s.supply(good, c))
		}
	}
	for row := range s.rows {
		words := make([]string, len(s.rows[row]))
		for i, f := range s.rows[row] {
			words[i] = f.String()
		}
		t.Words(s.paths.rows[row], words)
	}
	for i := range s.clans {
		p, f := &s.paths.clans[i], &s.clans[i]
		t.Number(p.x, f.x)
		t.Number(p.icons, f.icons)
		t.Number(p.immediate, f.immediate)
		t.Number(p.market, f.market)
	}
	t.Number(s.paths.used, s.used)
	t.Number(s.paths.left, s.stripLeft())
	for i := range s.predictions {
		x, p := &s.predictions[i], &s.paths.predictions[i]
		t.Text(p.colour, s.Catalog().Word(x.colour))
		t.Number(p.icons, x.icons)
		t.Number(p.crossed, x.crossed)
		t.Text(p.state, x.state())
	}
	for i, who := range s.staff {
		if who != noTownsfolk {
			t.Text(s.paths.staff[i], s.list.townsfolk[who].name)
		}
	}
}

func (p *prediction) state() string {
	switch {
	case p.hit:
		return "hit"
	case p.active():
		return "active"
	}
	return "failed"
}

func (s *State) tellMap(t *engine.FactWriter) {
	for i := range s.list.starMap.lines {
		switch l := &s.list.starMap.lines[i]; {
		case !s.lines[i]:
		case l.cross:
			t.Text(l.path, "cross")
		case s.border && l.edge():
			t.Text(l.path, "border")
		default:
			t.Text(l.path, "drawn")
		}
	}
	for i, black := range s.black {
		if black {
			t.Text(s.list.starMap.cells[i].path, "black")
		}
	}
}
