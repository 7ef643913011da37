package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/nfc"
)

// wholeGameTable is a small table for any game: readers for places that only some games have, one for no place at all, and
// buttons with words of several games.
const wholeGameTable = `
[[reader]]
name = "front-1"
bus = "SPI0.0"
seat = 1
place = "altar"
[[reader]]
name = "front-2"
bus = "SPI0.1"
seat = 2
place = "curses"
[[reader]]
name = "hand-1"
bus = "SPI1.0"
seat = 1
place = "hand"
[[reader]]
name = "row"
bus = "SPI1.1"
place = "discard"
[[reader]]
name = "middle"
bus = "SPI1.2"

[[button]]
name = "end"
pin = "GPIO16"
press = "end pass done rest"
[[button]]
name = "draw"
pin = "GPIO5"
press = "incertus draw take"
long = "all"
[[button]]
name = "again"
pin = "GPIO23"
press = "again"
[[button]]
name = "pray"
pin = "GPIO13"
press = "pray"
[[button]]
name = "lay"
pin = "GPIO6"
press = "sacrifice bribe moon"
[[button]]
name = "one"
pin = "GPIO4"
press = "1 tree"
[[button]]
name = "two"
pin = "GPIO22"
press = "2 skull"
[[button]]
name = "three"
pin = "GPIO27"
press = "3"
[[button]]
name = "yes"
pin = "GPIO26"
press = "confirm"
long = "undo"

[panel]
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
bus = "SPI5.0"
count = 12
brightness = 100
[buzzer]
kind = "passive"
pin = "GPIO18"
`

// furtherReaders are added where a game has a place for one of them. Not always, because polling takes time for each chip.
const furtherReaders = `
[[reader]]
name = "cards-1"
bus = "SPI3.0"
seat = 1
place = "corruption"
[[reader]]
name = "left"
bus = "SPI6.0"
place = "left"
settle = "200ms"
[[reader]]
name = "right"
bus = "SPI6.1"
place = "right"
settle = "200ms"
`

// tableOf returns the table for a game.
func tableOf(t *testing.T, game engine.Game) string {
	t.Helper()
	state, err := game.Sample(engine.HousePack, game.House)
	if err != nil {
		t.Fatal(err)
	}
	further, err := hw.ParseConfig([]byte(furtherReaders))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range further.Readers {
		if c := state.Catalog(); r.Seat == 0 && c.Class(c.Name(r.Place))&engine.ClassPlace != 0 {
			return wholeGameTable + furtherReaders
		}
	}
	return wholeGameTable
}

// standsFor returns the place that a reader stands for in this game, engine.None if the game has no such place.
func (p *player) standsFor(r hw.Reader) engine.Name {
	c := p.truth.State().Catalog()
	place := r.Place
	if r.Seat > 0 {
		place = c.SeatWord(engine.Seat(r.Seat-1)) + "." + place
	}
	if n := c.Name(place); c.Class(n)&engine.ClassPlace != 0 {
		return n
	}
	return engine.None
}

// hides reports whether cards on a reader are secret.
func (p *player) hides(r hw.Reader) bool {
	return r.Seat > 0 && p.truth.State().Catalog().Class(p.standsFor(r))&engine.ClassHand != 0
}

// piece is something with a tag that a move names: a card, a disc, a player's token.
type piece struct {
	name engine.Name
	uid  nfc.UID
	card bool
}

// tell makes a move in one of the ways that a table has: with tags on readers, with a button, or on a phone. It answers the table's
// questions. It returns the move as the table has made it.
func (p *player) tell(m engine.Move) engine.Move {
	p.Helper()
	before := p.undoable()
	pieces := p.pieces(m)
	switch button := p.buttonFor(m); {
	case p.lies(m, pieces) && p.rng.IntN(2) == 0:
		p.ways["again"]++
		p.press("again", false)
	case len(pieces) > 0 && p.rng.IntN(4) > 0:
		return p.tellByTags(m, pieces)
	case button != "" && p.rng.IntN(2) == 0:
		p.ways["button"]++
		p.press(button, false)
	case len(p.wiring.Knobs) > 0 && len(pieces) == 0 && p.rng.IntN(2) == 0:
		m = p.tellByKnob(m)
	case p.wordFor(m, nil) != "" && p.rng.IntN(2) == 0:
		p.ways["word"]++
		p.press(p.wordFor(m, nil), false)
	default:
		p.ways["phone"]++
		p.phoneOf(m).must(p.request(m))
	}
	p.answerQuestions(m, before)
	return m
}

// tellByKnob makes a move with the lists of the knob, or on a phone if they do not lead to it.
// It returns the move as it was entered.
func (p *player) tellByKnob(m engine.Move) engine.Move {
	p.Helper()
	state := p.truth.State()
	if p.turnTo(state, p.words, m) {
		p.ways["knob"]++
		// An unseen card need not be named if the move can end before it.
		if last := m.Arity() - 1; last >= 0 && state.Catalog().Class(m.Args[last])&engine.ClassUnseen != 0 {
			if plain := engine.NewMove(m.Seat, m.Verb, m.Args[:last]...); state.Check(plain).OK() {
				return plain
			}
		}
		return m
	}
	p.ways["phone instead of the knob"]++
	p.phoneOf(m).must(p.request(m))
	return m
}

// undoable returns how many moves a phone can undo.
func (p *player) undoable() int { return p.phones[0].sees().Game.Undoable }

// pieces returns what goes on readers for a move: its cards in their order, and most of the other things in any order.
func (p *player) pieces(m engine.Move) []piece {
	c := p.truth.State().Catalog()
	var all, cards []piece
	copies := make(map[engine.Name]int)
	for _, a := range m.Args[:m.Arity()] {
		word := c.Word(a)
		if seat := c.Seat(a); seat != engine.NoSeat {
			word = tags.SeatWord(int(seat) + 1)
		}
		uids := p.tags[word]
		if copies[a] >= len(uids) {
			continue
		}
		one := piece{a, uids[copies[a]], c.Class(a)&engine.ClassCard != 0}
		copies[a]++
		switch {
		case one.card:
			cards = append(cards, one)
		case p.rng.IntN(4) == 0:
			continue // the table asks for a piece that was not put down
		}
		all = append(all, one)
	}
	p.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all {
		if all[i].card {
			all[i], cards = cards[0], cards[1:]
		}
	}
	for i, one := range all {
		if !slices.ContainsFunc(p.wiring.Readers, func(r hw.Reader) bool { return p.takes(r, m, one, i) && !p.hides(r) }) {
			return nil // the table has no reader for it
		}
	}
	return all
}

// tellByTags puts the pieces of a move on readers, one after the other or all at once.
func (p *player) tellByTags(m engine.Move, pieces []piece) engine.Move {
	p.Helper()
	if p.rng.IntN(2) == 0 || slices.ContainsFunc(pieces, func(one piece) bool { return p.isLeft(one.uid) }) {
		p.clear()
	}
	before := p.undoable()
	var laid []engine.Name // in this order
	on := ""
	if reader := p.oneReader(m, pieces); reader != "" && p.rng.IntN(2) == 0 {
		p.ways["together"]++
		p.lay(reader, uidsOf(pieces)...)
		// The order in which they are meant is up to the table.
		if g := p.phoneOf(m).sees().Game.Gesture; g != nil {
			laid = p.named(g.Words)
		}
	} else {
		p.ways["tags"]++
		all := p.rng.IntN(2) == 0 // otherwise the rest is not put down once the table has understood
		late := time.Duration(0)
		for i, one := range pieces {
			on = p.readerFor(m, one, i)
			switch known := p.undoable() > before; {
			case !known:
				laid = append(laid, one.name)
				p.lay(on, one.uid)
			case all:
				p.ways["tags too late"]++
				seen := p.newestRevision() + 1
				p.drop(on, one.uid)
				p.awaitRevision(seen, p.seenWithin(on), longestThought)
				late = max(late, p.settling(on))
			}
		}
		p.pass(late)
	}
	if p.undoable() == before && len(pieces) == m.Arity() && p.rng.IntN(3) == 0 {
		p.ways["confirm"]++
		p.press("yes", false)
	}
	p.answerQuestions(p.inOrder(m, laid), before)
	if len(pieces) == 1 && on != "" && p.rng.IntN(2) == 0 {
		p.lying = append(p.lying, leftLying{on, pieces[0]})
		p.pass(400 * time.Millisecond) // the time that lifting takes
	} else {
		p.lift(uidsOf(pieces)...)
	}
	moves := p.journalMoves([]engine.Game{p.game}).Moves()
	made := moves[len(moves)-1]
	if !p.same(made, m, laid) {
		c := p.truth.State().Catalog()
		p.Fatalf("%s was told, and the table has made of it %s", c.Format(m), c.Format(made))
	}
	return made
}

// leftLying is a piece that was not taken away, and its reader.
type leftLying struct {
	reader string
	piece
}

func (p *player) isLeft(uid nfc.UID) bool {
	return slices.ContainsFunc(p.lying, func(l leftLying) bool { return l.uid == uid })
}

// clear takes away the pieces left lying.
func (p *player) clear() {
	if len(p.lying) == 0 {
		return
	}
	var uids []nfc.UID
	for _, l := range p.lying {
		uids = append(uids, l.uid)
	}
	p.lift(uids...)
	p.lying = nil
}

// lies reports whether a move can be made with the piece that was put down last and still lies on a reader: one of the player who must answer, or else
// of nobody.
func (p *player) lies(m engine.Move, pieces []piece) bool {
	asked := p.truth.State().Status().Ask.Seat
	readers := make(map[string]hw.Reader)
	for _, r := range p.wiring.Readers {
		readers[r.Name] = r
	}
	ranks := func(seat int) int {
		switch {
		case asked == engine.Nobody && seat == 0, asked != engine.Nobody && seat == number(asked)+1:
			return 2
		case asked == engine.Nobody || seat == 0:
			return 1
		}
		return 0
	}
	best, rank := -1, 1
	for i, l := range p.lying {
		if r := ranks(readers[l.reader].Seat); r >= rank {
			best, rank = i, r
		}
	}
	return best >= 0 && len(pieces) == 1 && p.lying[best].name == pieces[0].name && p.suits(readers[p.lying[best].reader], m, pieces[0], true)
}

func uidsOf(pieces []piece) []nfc.UID {
	uids := make([]nfc.UID, len(pieces))
	for i, one := range pieces {
		uids[i] = one.uid
	}
	return uids
}

func (p *player) named(words []string) []engine.Name {
	var names []engine.Name
	for _, w := range words {
		names = append(names, p.truth.State().Catalog().Name(w))
	}
	return names
}

// alike reports whether all names of a move are of the same classes, so that they have an order.
func (p *player) alike(m engine.Move) bool {
	signature, ok := p.truth.State().Catalog().Match(m)
	return ok && !slices.ContainsFunc(signature.Args, func(s engine.Class) bool { return s != signature.Args[0] })
}

// inOrder returns a move with its names in the order in which they were put down, if they have an order.
func (p *player) inOrder(m engine.Move, laid []engine.Name) engine.Move {
	if !p.alike(m) {
		return m
	}
	rest := slices.Clone(m.Args[:m.Arity()])
	var names []engine.Name
	for _, n := range laid {
		if i := slices.Index(rest, n); i >= 0 {
			names, rest = append(names, n), slices.Delete(rest, i, i+1)
		}
	}
	return engine.NewMove(m.Seat, m.Verb, append(names, rest...)...)
}

// same reports whether the table has made the move that was entered, with its names in the order in which they were put down.
func (p *player) same(made, told engine.Move, laid []engine.Name) bool {
	sorted := func(m engine.Move) engine.Move {
		slices.Sort(m.Args[:m.Arity()])
		return m
	}
	return made == told || p.alike(told) && sorted(made) == sorted(told) && p.inOrder(made, laid) == made
}

// readerFor picks a reader for a piece of a move. Pieces on readers that stand for two different seats do not belong to one move, so after the first piece only
// readers count that stand for no seat.
func (p *player) readerFor(m engine.Move, one piece, nth int) string {
	var suit []string
	for _, r := range p.wiring.Readers {
		if p.takes(r, m, one, nth) {
			suit = append(suit, r.Name)
		}
	}
	return suit[p.rng.IntN(len(suit))]
}

// takes reports whether the n-th piece of a move may be put on a reader.
func (p *player) takes(r hw.Reader, m engine.Move, one piece, nth int) bool {
	speaks := r.Seat > 0 && (p.standsFor(r) == engine.None || p.hides(r))
	return p.suits(r, m, one, nth == 0) && (nth == 0 || !speaks || m.Seat != engine.Nobody)
}

// oneReader picks a reader for all pieces of a move at once: if their order does not matter, or all are of the same classes.
func (p *player) oneReader(m engine.Move, pieces []piece) string {
	cards := 0
	for _, one := range pieces {
		if one.card {
			cards++
		}
	}
	if len(pieces) < 2 || cards > 1 && !p.alike(m) {
		return ""
	}
	var suit []string
	for _, r := range p.wiring.Readers {
		if !slices.ContainsFunc(pieces, func(one piece) bool { return !p.suits(r, m, one, true) }) {
			suit = append(suit, r.Name)
		}
	}
	if len(suit) == 0 {
		return ""
	}
	return suit[p.rng.IntN(len(suit))]
}

// suits reports whether a piece of a move may be put on a reader. A reader that stands for a place takes the card that ends
// there; if the game has no such place, it stands for its seat only.
func (p *player) suits(r hw.Reader, m engine.Move, one piece, first bool) bool {
	state := p.truth.State()
	c := state.Catalog()
	mine := r.Seat == 0 || m.Seat == engine.Seat(r.Seat-1) || m.Seat == engine.Nobody
	stands, hidden := p.standsFor(r), p.hides(r)
	switch {
	case r.Seat > c.Seats():
		return false // nobody sits there
	case stands == engine.None:
		return mine
	case !one.card:
		return !hidden || mine
	case hidden:
		return mine && first && state.Destination(m) == stands
	}
	return (first || p.alike(m)) && state.Destination(m) == stands
}

// buttonFor picks a button that makes a move, "" if there is none: by the move's verb, or by a word that, among the moves without cards, only this
// one has.
func (p *player) buttonFor(m engine.Move) string {
	state := p.truth.State()
	c := state.Catalog()
	asked := state.Status().Ask.Seat
	has := func(m engine.Move, n engine.Name) bool {
		return m.Verb == n || c.Class(n)&engine.ClassVerb == 0 && m.Has(n)
	}
	says := func(words []string) engine.Name {
		if len(words) == 1 {
			return c.Name(words[0])
		}
		for _, w := range words {
			for other := range state.Moves {
				if other.Seat == asked && has(other, c.Name(w)) {
					return c.Name(w)
				}
			}
		}
		return engine.Unknown
	}
	i := slices.IndexFunc(p.wiring.Buttons, func(b hw.Button) bool {
		n := says(strings.Fields(b.Press))
		return n == m.Verb && m.Arity() == 0 || n != m.Verb && has(m, n) && p.isOnlyQuiet(m, n)
	})
	if i < 0 || len(strings.Fields(p.wiring.Buttons[i].Press)) > 1 && m.Seat != asked {
		return ""
	}
	return p.wiring.Buttons[i].Name
}

// isOnlyQuiet reports whether a move is the only one with a name among the moves that need no card.
func (p *player) isOnlyQuiet(m engine.Move, n engine.Name) bool {
	quiet := 0
	for other := range p.truth.State().Moves {
		if f, _ := p.truth.State().Catalog().Match(other); f.Cardless && other.Has(n) {
			quiet++
			if other != m {
				return false
			}
		}
	}
	return quiet == 1
}

// wordFor picks a button for an argument of a move, in addition to the names shown so far, "" if there is none. Alone, an argument makes a move
// only if no other move has it.
func (p *player) wordFor(m engine.Move, shown []engine.Name) string {
	state := p.truth.State()
	c, asked := state.Catalog(), state.Status().Ask.Seat
	fits := func(n engine.Name) (all, theirs int) {
		for other := range state.Moves {
			if slices.ContainsFunc(append(shown[:len(shown):len(shown)], n), func(n engine.Name) bool { return !other.Has(n) }) {
				continue
			}
			if all++; other.Seat == asked {
				theirs++
			}
		}
		return all, theirs
	}
	for _, b := range p.wiring.Buttons {
		words := strings.Fields(b.Press)
		said := slices.IndexFunc(words, func(w string) bool {
			all, theirs := fits(c.Name(w))
			return len(words) == 1 || theirs > 0 || shown != nil && all > 0
		})
		if said < 0 {
			continue
		}
		n := c.Name(words[said])
		all, _ := fits(n)
		if m.Has(n) && c.Class(n)&engine.ClassVerb == 0 && !slices.Contains(shown, n) && (shown != nil || m.Arity() == 1 && all == 1) {
			return b.Name
		}
	}
	return ""
}

func (p *player) request(m engine.Move) protocol.MoveRequest {
	c := p.truth.State().Catalog()
	r := protocol.MoveRequest{Verb: c.Word(m.Verb), Args: strings.Fields(c.FormatArgs(m))}
	if m.Seat == engine.Nobody {
		r.Seat = "table"
	}
	return r
}

// phoneOf returns the phone that may make a move.
func (p *player) phoneOf(m engine.Move) *phoneClient {
	if m.Seat == engine.Nobody {
		return p.phones[p.rng.IntN(len(p.phones))]
	}
	return p.phones[m.Seat]
}

// answerQuestions answers the table's questions until the move is made.
func (p *player) answerQuestions(m engine.Move, before int) {
	p.Helper()
	c := p.truth.State().Catalog()
	from := 0 // the arguments before this one are settled
	answered := false
	for range 8 {
		if p.undoable() > before {
			return
		}
		phone := p.phoneOf(m)
		g := phone.sees().Game
		if g.Gesture == nil {
			p.Fatalf("%s: nothing is asked, the verdict is %+v", c.Format(m), g.Verdict)
		}
		option := -1
		if option, from = p.optionFor(m, from, g.Gesture); option < 0 {
			// The question can wait: the phone makes the whole move.
			p.ways["phone instead"]++
			phone.must(p.request(m))
			continue
		}
		secret := p.phones[len(p.phones)-1].sees().Game.Gesture.Kind == "hidden" // a button cannot answer a secret question
		if button := p.wordFor(m, p.named(g.Gesture.Words)); button != "" && !secret && !answered && p.rng.IntN(2) == 0 {
			p.verbosely("  asked %+v, button %s", g.Gesture, button)
			p.ways["answer by button"]++
			p.press(button, false)
			answered = true
			continue
		}
		p.verbosely("  asked %+v, answer %d", g.Gesture, option)
		answered = true
		p.ways["pick"]++
		phone.must(protocol.PickRequest{Gesture: g.Gesture.ID, Option: option})
	}
	p.Fatalf("%s: still asked", c.Format(m))
}

// optionFor finds the answer that leads to a move whose first arguments are settled. It returns how many are settled after it.
func (p *player) optionFor(m engine.Move, settled int, g *protocol.Gesture) (option, then int) {
	c := p.truth.State().Catalog()
	texts := []string{p.words.Move(c, m), p.words.Seat(c, m.Seat), p.words.Verbs[c.Word(m.Verb)]}
	whole := len(texts)
	for _, a := range m.Args[settled:max(settled, m.Arity())] {
		texts = append(texts, p.words.Name(c, a))
	}
	for i, text := range texts {
		if at := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return sameText(o.Text, text) }); at >= 0 {
			if i >= whole {
				settled += i - whole + 1
			}
			return at, settled
		}
	}
	return -1, settled
}
