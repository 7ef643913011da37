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
	countSteps
	counters
)

var counterWords = [counters]string{".influence", ".adepts", ".resolve"}

// meaning is what a name of the catalog stands for (-1: nothing).
type meaning struct {
	blade, curse int16
	place        int8 // a place of blades
	counter      counter
	owner        engine.Seat // the owner of the counter, or of the place of other pieces
	seat         engine.Seat // NoSeat if it does not apply
}

func meaningless() meaning {
	return meaning{blade: -1, curse: -1, place: -1, counter: -1, owner: engine.NoSeat, seat: engine.NoSeat}
}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	meanings []meaning // by name
	blades   []engine.Name
	curses   []engine.Name
	seats    []engine.Name
	places   []engine.Name // places of blades
	faceUp   []engine.Name // SEAT.curses
}

func newLexicon(c *engine.Catalog, list *cardList, seats []string) *lexicon {
	l := &lexicon{meanings: make([]meaning, c.Len())}
	for i := range l.meanings {
		l.meanings[i] = meaningless()
	}
	for i, b := range list.blades {
		n := c.Name(b.name)
		l.blades = append(l.blades, n)
		l.meanings[n].blade = int16(i)
	}
	for i, x := range list.curses {
		n := c.Name(x.name)
		l.curses = append(l.curses, n)
		l.meanings[n].curse = int16(i)
	}
	l.places = append(l.places, placeDeck, placeDiscard)
	for i, s := range seats {
		n := c.Name(s)
		l.seats = append(l.seats, n)
		l.meanings[n].seat = engine.Seat(i)
		for k, word := range counterWords {
			l.meanings[c.Name(s+word)].counter = counter(k)
		}
		for _, e := range seatWords(s) {
			l.meanings[c.Name(e.Word)].owner = engine.Seat(i)
		}
		l.places = append(l.places, c.Name(s+".hand"))
		l.faceUp = append(l.faceUp, c.Name(s+".curses"))
	}
	for i, n := range l.places {
		l.meanings[n].place = int8(i)
	}
	return l
}

func (l *lexicon) of(n engine.Name) meaning {
	if int(n) < len(l.meanings) {
		return l.meanings[n]
	}
	return meaningless()
}

// Names must have the right class: see State.formed.

func (l *lexicon) seat(n engine.Name) engine.Seat  { return l.of(n).seat }
func (l *lexicon) blade(n engine.Name) cards.Kind  { return cards.Kind(l.of(n).blade) }
func (l *lexicon) curse(n engine.Name) cards.Kind  { return cards.Kind(l.of(n).curse) }
func (l *lexicon) place(n engine.Name) cards.Place { return cards.Place(l.of(n).place) }

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
	if r == cubes {
		return locationInfluence
	}
	return locationAdepts
}

// number returns the number that a name stands for, -1 if it is none.
func number(n engine.Name) int {
	if i, ok := n.Number(); ok {
		return i
	}
	return -1
}
