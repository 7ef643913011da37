package pantacle

import (
	"slices"
	"strconv"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the paths of a seat's facts.
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

// Facts implements engine.State: see "Facts".
func (s *State) Facts(yield func(path, value string) bool) {
	f := facts{s, engine.NewFactWriter(yield)}
	f.turnFacts()
	f.pileFacts()
	for seat := range engine.Seat(s.players) {
		f.seatFacts(seat)
	}
}

// facts writes the facts of a state.
type facts struct {
	*State
	engine.FactWriter
}

func (f *facts) turnFacts() {
	f.Text("turn", f.Catalog().SeatWord(f.turn))
	f.Bool("over", f.over)
	switch {
	case !f.over:
		f.Text("asked", f.Catalog().SeatWord(f.asked().seat))
	case f.winner != engine.Nobody:
		f.Text("winner", f.Catalog().SeatWord(f.winner))
	}
	f.Text("phase", phaseWords[f.phase])
	if f.ongoing != noFavor {
		f.Text("ongoing", favorWords[f.ongoing])
	}
	f.Bool("extra", f.extra)
	if f.barred != engine.None {
		f.Text("barred", f.Catalog().Word(f.barred))
	}
}

func (f *facts) pileFacts() {
	f.Number("deck", f.cards.Size(deck))
	f.Number("discard", f.cards.Size(discard))
	f.Words("discard.row", cards.Words(slices.Values(f.row), f.bladeWord))
	f.Number("curses.pile", f.curses.size())
	f.Words("curses.drawn", cards.Words(slices.Values(f.curses.drawn), f.curseWord))
	f.Number("reserve.influence", int(f.reserve[cubes]))
	f.Number("reserve.adepts", int(f.reserve[adepts]))
}

func (f *facts) seatFacts(seat engine.Seat) {
	x, p := &f.seats[seat], &f.paths[seat]
	f.Number(p.influence, int(x.stock[cubes]))
	f.Number(p.adepts, int(x.stock[adepts]))
	f.Number(p.resolve, int(x.resolve))
	var tokens []string
	for _, t := range x.tokens[:x.tokenCount] {
		tokens = append(tokens, f.Catalog().Word(powerName(t)))
	}
	f.Words(p.powers, tokens)
	f.Words(p.discs, f.five(x.discs, discTop))
	f.Words(p.flames, f.five(x.flames, locationPerFlame))
	f.curseFacts(x, p)
	f.Number(p.price, f.price(seat))
	f.Number(p.limit, f.limit(seat))
	f.Number(p.hand, f.handSize(seat))
	f.Words(p.seen, cards.Words(f.cards.SeenCards(f.hand(seat)), f.bladeWord))
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
	f.Words(p.curses, up)
	f.Words(p.flipped, down)
	f.Words(p.load, load)
}

// five returns the words of a set of discs or locations; first is the name of the one with number 0.
func (f *facts) five(set smallSet, first engine.Name) []string {
	var words []string
	for i := range int8(5) {
		if set.has(i) {
			words = append(words, f.Catalog().Word(first+engine.Name(i)))
		}
	}
	return words
}

func (r *ruleset) bladeWord(k cards.Kind) string { return r.list.blades[k].name }
func (r *ruleset) curseWord(k cards.Kind) string { return r.list.curses[k].name }
