package sator

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// meaning is what a name of the catalog stands for (-1: nothing).
type meaning struct {
	cell                  spot
	bridge, shape, colour int16
	incertus, prayer      int16 // a kind
	placement             int16
	seat                  engine.Seat
	laid                  int16       // bridge.PIECE
	owner                 engine.Seat // of a place, or of a value that an amend sets
	book                  int16       // of the owner: the colour of the quadrant in which it was placed
}

var meaningless = meaning{
	cell: nowhere, bridge: -1, shape: -1, colour: -1, incertus: -1, prayer: -1, placement: -1, seat: engine.NoSeat, laid: -1,
	owner: engine.NoSeat, book: -1,
}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	engine.Lexicon[meaning]
	cellNames                                             [mostRows * stride]engine.Name
	bridgeNames, shapeNames, colourNames, quadrantNames   []engine.Name
	incertusNames, prayerNames, placementNames, seatNames []engine.Name
	hands, prayersOut                                     []engine.Name // by seat
	laidPaths                                             []string      // by bridge: bridge.PIECE
}

func newLexicon(c *engine.Catalog, list *cardList, seats []string) *lexicon {
	l := &lexicon{Lexicon: engine.NewLexicon(c, meaningless)}
	for x := range list.grid.all.all {
		n := c.Name(cellWord(x))
		l.cellNames[x], l.Of(n).cell = n, spot(x)
	}
	for b := range list.bridges() {
		word := list.bridgeWord(b)
		l.List(&l.bridgeNames, word).bridge = int16(b)
		l.laidPaths = append(l.laidPaths, "bridge."+word)
		l.Word("bridge." + word).laid = int16(b)
	}
	for i := range list.shapes {
		l.List(&l.shapeNames, list.shapes[i].name).shape = int16(i)
	}
	for i := range list.colours {
		l.List(&l.colourNames, list.colours[i].name).colour = int16(i)
	}
	for i := range list.colours {
		l.List(&l.quadrantNames, list.quadrantOf(i).name)
	}
	for i := range list.incertus {
		l.List(&l.incertusNames, list.incertus[i].name).incertus = int16(i)
	}
	for i := range list.prayers {
		l.List(&l.prayerNames, list.prayers[i].name).prayer = int16(i)
	}
	for i := range list.placements {
		l.List(&l.placementNames, list.placements[i].name).placement = int16(i)
	}
	for i, s := range seats {
		l.List(&l.seatNames, s).seat = engine.Seat(i)
		l.hands, l.prayersOut = append(l.hands, c.Name(s+".hand")), append(l.prayersOut, c.Name(s+".out"))
		for _, e := range seatWords(list, s) {
			l.Word(e.Word).owner = engine.Seat(i)
		}
		for q := range list.colours {
			l.Word(s + ".book." + list.quadrantOf(q).name).book = int16(q)
		}
	}
	return l
}

// card is a kind of card; prayer says which deck it belongs to.
type card struct {
	kind   cards.Kind
	prayer bool
}

// card returns the kind of card that a name stands for.
func (l *lexicon) card(n engine.Name) (card, bool) {
	switch m := l.Of(n); {
	case m.incertus >= 0:
		return card{cards.Kind(m.incertus), false}, true
	case m.prayer >= 0:
		return card{cards.Kind(m.prayer), true}, true
	}
	return card{}, false
}

// cardName returns the name of a kind of card.
func (l *lexicon) cardName(c card) engine.Name {
	if c.prayer {
		return l.prayerNames[c.kind]
	}
	return l.incertusNames[c.kind]
}

// directionOf returns the direction of a word.
func directionOf(n engine.Name) (direction, bool) {
	return direction(n - wordNorth), n >= wordNorth && n <= wordWest
}

// quartersOf returns the quarter turns of an angle: 90, 180 or 270 degrees.
func quartersOf(n engine.Name) (int, bool) {
	degrees, ok := n.Number()
	return degrees / 90, ok && (degrees == 90 || degrees == 180 || degrees == 270)
}

func angleName(quarters int) engine.Name { return engine.Number(90 * quarters) }

// formOf returns the form of a shape in an orientation, noForm if there is none.
func (l *cardList) formOf(shape int, orientation engine.Name) int {
	if orientation < wordR0 || orientation > wordR270 {
		return noForm
	}
	return l.shapes[shape].forms[orientation-wordR0]
}
