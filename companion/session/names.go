package session

import (
	"slices"
	"strconv"
	"strings"

	"familiar/companion/palette"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// NamesOf returns the names of the game for its viewers, under the id of a record.
func (v *Localizer) NamesOf(id string) *protocol.Names {
	g := v.Game
	n := &protocol.Names{Type: protocol.TypeNames, Game: id, Names: make(map[string]protocol.NameView), Verbs: make(map[string]string), Counts: []protocol.CountView{}, Shared: []protocol.CountView{}, Amends: []protocol.AmendView{}, Hold: []int{}, Fits: []protocol.FitView{}}
	for i := 1; i < g.Catalog.Len(); i++ {
		name := engine.Name(i)
		e := g.Catalog.Entry(name)
		view := NameView(g.Catalog, v.Phrases, name)
		n.Names[e.Word] = view
		if e.Class&engine.ClassVerb != 0 {
			n.Verbs[e.Word] = view.Title
			if w, ok := v.Verbs[e.Word]; ok {
				n.Verbs[e.Word] = w
			}
		}
	}
	for _, c := range v.Counts {
		n.Counts = append(n.Counts, protocol.CountView{Fact: c.Fact, Label: c.Label, List: c.List})
	}
	for _, c := range v.Shared {
		n.Shared = append(n.Shared, protocol.CountView{Fact: c.Fact, Label: c.Label, List: c.List})
	}
	if h := v.Hint; h != nil {
		n.Hint = &protocol.HintView{Ask: h.Ask, None: h.None}
	}
	addAmends(n, v)
	return n
}

// NameView returns a name with all that people read of it.
func NameView(c *engine.Catalog, p *engine.Phrases, name engine.Name) protocol.NameView {
	e := c.Entry(name)
	view := protocol.NameView{Title: p.Name(c, name), Class: "word", Text: p.Text(c, name), Copies: e.Copies, Token: e.Token, Traits: e.Traits}
	switch {
	case e.Class&engine.ClassCard != 0:
		view.Class = "card"
	case e.Class&engine.ClassPlayer != 0:
		view.Class = "seat"
	case e.Class&engine.ClassPlace != 0:
		view.Class = "place"
	case e.Class&engine.ClassThing != 0:
		view.Class = "thing"
	}
	return view
}

// addAmends adds the corrections that can be made by hand, by their key in the order of the signatures, and the arguments of `hold`. The words that fit an
// argument are listed once for all arguments of the same classes.
func addAmends(n *protocol.Names, v *Localizer) {
	g := v.Game
	known := make(map[engine.Class]int)
	fits := func(args []engine.Class) []int {
		form := make([]int, len(args))
		for i, class := range args {
			fit, ok := known[class]
			if !ok {
				fit = len(n.Fits)
				known[class] = fit
				n.Fits = append(n.Fits, fitOf(g.Catalog, class))
			}
			form[i] = fit
		}
		return form
	}
	for _, f := range g.Catalog.Signatures(g.Amend) {
		at := slices.IndexFunc(n.Amends, func(a protocol.AmendView) bool { return a.Key == f.Key })
		if at < 0 {
			words := v.Amends[f.Key]
			at = len(n.Amends)
			n.Amends = append(n.Amends, protocol.AmendView{Key: f.Key, Title: words.Title, Labels: words.Args})
		}
		n.Amends[at].Forms = append(n.Amends[at].Forms, fits(f.Args))
	}
	var hold []engine.Class // whatever may stand in each argument
	for _, f := range g.Catalog.Signatures(g.Hold) {
		for i, class := range f.Args {
			if i == len(hold) {
				hold = append(hold, 0)
			}
			hold[i] |= class
		}
	}
	n.Hold = fits(hold)
}

func fitOf(c *engine.Catalog, class engine.Class) protocol.FitView {
	var fit protocol.FitView
	for _, name := range c.Names(class &^ engine.ClassNumber) {
		fit.Words = append(fit.Words, c.Word(name))
	}
	if class&engine.ClassNumber != 0 {
		fit.Number = engine.MaxNumber
	}
	return fit
}

// PlaceOf returns the place that a reader stands for, engine.None if the game has no such place. seat is counted from 1; 0: the place belongs to no seat.
// A reader that is for a hand in one game is for that of every game: otherwise a card that is laid there in secret would be told to everybody.
func (g *Game) PlaceOf(seat int, place string) engine.Name {
	if seat > 0 {
		if n := g.handOf(seat, place); n != engine.None {
			return n
		}
		place = g.Catalog.SeatWord(engine.Seat(seat-1)) + "." + place
	}
	if n := g.Catalog.Name(place); g.Catalog.Class(n)&engine.ClassPlace != 0 {
		return n
	}
	return engine.None
}

// handWords are the words of the games for the place of a player's hidden cards.
var handWords = []string{"hand", "corruption"}

// handOf returns the place of the hidden cards of a seat, counted from 1, whatever the game calls it, if place is one of the words for that.
func (g *Game) handOf(seat int, place string) engine.Name {
	if !slices.Contains(handWords, place) {
		return engine.None
	}
	for _, word := range handWords {
		n := g.Catalog.Name(g.Catalog.SeatWord(engine.Seat(seat-1)) + "." + word)
		if g.Catalog.Class(n)&engine.ClassHand != 0 {
			return n
		}
	}
	return engine.None
}

// Named returns the name for which a word stands. The word of a seat, such as seat-1, stands for the player there, in every game.
func (g *Game) Named(word string) engine.Name {
	if n := g.Catalog.Name(word); n != engine.Unknown {
		return n
	}
	if seat := tags.Seat(word); seat > 0 {
		return g.Catalog.SeatName(engine.Seat(seat - 1))
	}
	return engine.Unknown
}

// SeatViews returns all seats, without the phones that have them.
func (g *Game) SeatViews() []protocol.SeatView {
	seats := make([]protocol.SeatView, g.Catalog.Seats())
	for i := range seats {
		seat := engine.Seat(i)
		seats[i] = protocol.SeatView{Word: g.Catalog.SeatWord(seat), Title: g.Words.Seat(g.Catalog, seat), Colour: palette.Hex(g.Colours[i])}
	}
	return seats
}

// PlayerTitle returns the word of a player as people read it where no game has a better title.
func PlayerTitle(word string) string { return lang.Capital(strings.ReplaceAll(word, "-", " ")) }

// Players returns the words of players as people read them.
func Players(words []string) string {
	titles := make([]string, len(words))
	for i, w := range words {
		titles[i] = PlayerTitle(w)
	}
	return strings.Join(titles, ", ")
}

// PlayerNames returns the names of n players: those who played last, then numbered ones.
func PlayerNames(n int, last []string) []string {
	names := slices.Clone(last[:min(n, len(last))])
	for i := 1; len(names) < n; i++ {
		if name := "player-" + strconv.Itoa(i); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
