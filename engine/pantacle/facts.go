package pantacle

import (
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the facts of a seat.
type paths struct {
	influence, adepts, resolve, powers, discs, flames, curses, flipped, load, price, limit, hand, seen string
}

func newPaths(seats []string) []paths {
	all := make([]paths, len(seats))
	for i, s := range seats {
		all[i] = paths{
			influence: s + ".influence", adepts: s + ".adepts", resolve: s + ".resolve", powers: s + ".powers", discs: s + ".discs",
			flames: s + ".flames", curses: s + ".curses", flipped: s + ".flipped", load: s + ".load", price: s + ".price",
			limit: s + ".limit", hand: s + ".hand", seen: s + ".hand.seen",
		}
	}
	return all
}

var phaseWords = [...]string{inPreparation: "preparation", inFavor: "favor", inBribery: "bribery", inMoon: "moon", phaseOver: "over"}

// Facts is engine.State's: part D.
func (s *State) Facts(yield func(path, value string) bool) {
	f := facts{State: s, yield: yield}
	f.turnFacts()
	f.pileFacts()
	for seat := range engine.Seat(s.players) {
		f.seatFacts(seat)
	}
}

// facts tells facts until somebody has heard enough.
type facts struct {
	*State
	yield func(path, value string) bool
	done  bool
}

func (f *facts) tell(path, value string) { f.done = f.done || !f.yield(path, value) }

func (f *facts) number(path string, n int) { f.tell(path, strconv.Itoa(n)) }

// words tells words parted by blanks. There is no such fact if there are none.
func (f *facts) words(path string, words []string) {
	if len(words) > 0 {
		f.tell(path, strings.Join(words, " "))
	}
}

func (f *facts) turnFacts() {
	f.tell("turn", f.catalog.SeatWord(f.turn))
	f.tell("over", strconv.FormatBool(f.over))
	switch {
	case !f.over:
		f.tell("asked", f.catalog.SeatWord(f.asked().seat))
	case f.winner != engine.Table:
		f.tell("winner", f.catalog.SeatWord(f.winner))
	}
	f.tell("phase", phaseWords[f.phase])
	if f.ongoing != noFavor {
		f.tell("ongoing", favorWords[f.ongoing])
	}
	f.tell("extra", strconv.FormatBool(f.extra))
	if f.barred != engine.None {
		f.tell("barred", f.catalog.Word(f.barred))
	}
}

func (f *facts) pileFacts() {
	f.number("deck", f.cards.Size(deck))
	f.number("discard", f.cards.Size(discard))
	f.words("discard.row", f.bladeWords(f.row))
	f.number("curses.pile", f.curses.size())
	f.words("curses.drawn", f.curseWords(f.curses.drawn))
	f.number("reserve.influence", int(f.reserve[cubes]))
	f.number("reserve.adepts", int(f.reserve[adepts]))
}

func (f *facts) seatFacts(seat engine.Seat) {
	x, p := &f.seats[seat], &f.paths[seat]
	f.number(p.influence, int(x.stock[cubes]))
	f.number(p.adepts, int(x.stock[adepts]))
	f.number(p.resolve, int(x.steps))
	var tokens []string
	for _, t := range x.tokens[:x.won] {
		tokens = append(tokens, f.catalog.Word(powerName(t)))
	}
	f.words(p.powers, tokens)
	f.words(p.discs, f.five(x.discs, discTop))
	f.words(p.flames, f.five(x.flames, locationPerFlame))
	f.curseFacts(x, p)
	f.number(p.price, f.State.price(seat))
	f.number(p.limit, f.limit(seat))
	f.number(p.hand, f.handSize(seat))
	f.words(p.seen, f.seenWords(f.State.hand(seat)))
}

func (f *facts) curseFacts(x *sanctuary, p *paths) {
	var up, down, load []string
	for _, c := range x.curses {
		list := &f.list.curses[c.kind]
		if c.down {
			down = append(down, list.name)
		} else {
			up = append(up, list.name)
		}
		if list.exhaustion {
			load = append(load, list.name, strconv.Itoa(int(c.load[cubes])), strconv.Itoa(int(c.load[adepts])))
		}
	}
	f.words(p.curses, up)
	f.words(p.flipped, down)
	f.words(p.load, load)
}

// five are the words of a set of discs or locations, of which the first has that name.
func (f *facts) five(set five, first engine.Name) []string {
	var words []string
	for i := range int8(5) {
		if set.has(i) {
			words = append(words, f.catalog.Word(first+engine.Name(i)))
		}
	}
	return words
}

func (f *facts) bladeWords(kinds []cards.Kind) []string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = f.list.blades[k].name
	}
	return words
}

func (f *facts) curseWords(kinds []cards.Kind) []string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = f.list.curses[k].name
	}
	return words
}

// seenWords are the seen kinds of a place, a copy each.
func (f *facts) seenWords(p cards.Place) []string {
	var words []string
	for k := range f.cards.SeenKinds(p).All {
		for range f.cards.Seen(p, k) {
			words = append(words, f.list.blades[k].name)
		}
	}
	return words
}
