package pantacle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// counter is a number of a seat that an amend can set.
type counter int8

const (
	countCubes counter = iota
	countAdepts
	countResolve
	counters
)

var counterWords = [counters]string{".influence", ".adepts", ".resolve"}

// meaning is what a name of the catalog stands for, by its class.
type meaning struct {
	blade, curse int16
	place        int8 // a place of blades
	counter      counter
	owner        engine.Seat // the owner of a counter or of a place
	seat         engine.Seat // NoSeat if it does not apply
}

var meaningless = meaning{owner: engine.NoSeat, seat: engine.NoSeat}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	engine.Lexicon[meaning]
	blades []engine.Name
	curses []engine.Name
	seats  []engine.Name
	places []engine.Name // places of blades
	faceUp []engine.Name // SEAT.curses
}

func newLexicon(c *engine.Catalog, list *cardList, seats []string) *lexicon {
	l := &lexicon{Lexicon: engine.NewLexicon(c, meaningless)}
	for i, b := range list.blades {
		l.List(&l.blades, b.name).blade = int16(i)
	}
	for i, x := range list.curses {
		l.List(&l.curses, x.name).curse = int16(i)
	}
	l.places = append(l.places, placeDeck, placeDiscard)
	for i, s := range seats {
		l.List(&l.seats, s).seat = engine.Seat(i)
		for k, word := range counterWords {
			l.Word(s + word).counter = counter(k)
		}
		for _, e := range seatWords(s) {
			l.Word(e.Word).owner = engine.Seat(i)
		}
		l.places = append(l.places, c.Name(s+".hand"))
		l.faceUp = append(l.faceUp, c.Name(s+".curses"))
	}
	for i, n := range l.places {
		l.Of(n).place = int8(i)
	}
	return l
}

// Names must have the right class: see State.formed.

func (l *lexicon) seat(n engine.Name) engine.Seat  { return l.Of(n).seat }
func (l *lexicon) blade(n engine.Name) cards.Kind  { return cards.Kind(l.Of(n).blade) }
func (l *lexicon) curse(n engine.Name) cards.Kind  { return cards.Kind(l.Of(n).curse) }
func (l *lexicon) place(n engine.Name) cards.Place { return cards.Place(l.Of(n).place) }

func discOf(n engine.Name) disc         { return disc(n - discTop) }
func locationOf(n engine.Name) location { return location(n - locationPerFlame) }
func favorOf(n engine.Name) favor       { return favor(n - favorBewitchment) }

func powerOf(n engine.Name) power {
	if n == locationDemonic {
		return demonicDiscard
	}
	return power(favorOf(n))
}

func resourceOf(n engine.Name) resource {
	if n == locationInfluence {
		return cubes
	}
	return adepts
}

func resourceName(r resource) engine.Name {
	return [resources]engine.Name{locationInfluence, locationAdepts}[r]
}

// number returns the number that a name stands for, -1 if it is none.
func number(n engine.Name) int {
	if i, ok := n.Number(); ok {
		return i
	}
	return -1
}
