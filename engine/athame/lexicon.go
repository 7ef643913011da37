package athame

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// meaning is what a name of the catalog stands for (-1: nothing).
type meaning struct {
	bank, spell, ritual int16
	place               int16 // a place of bank cards
	seat                engine.Seat
	owner               engine.Seat // of a place or counter
}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	meanings []meaning // by name
	bank     []engine.Name
	spells   []engine.Name
	rituals  []engine.Name
	seats    []engine.Name
	places   []engine.Name // places of bank cards
	held     []engine.Name // SEAT.spells
}

func newLexicon(c *engine.Catalog, list *cardList, seats []string) *lexicon {
	l := &lexicon{meanings: make([]meaning, c.Len())}
	for i := range l.meanings {
		l.meanings[i] = meaningless
	}
	for i, k := range list.bank {
		n := c.Name(k.name)
		l.bank = append(l.bank, n)
		l.meanings[n].bank = int16(i)
	}
	for i, x := range list.spells {
		n := c.Name(x.name)
		l.spells = append(l.spells, n)
		l.meanings[n].spell = int16(i)
	}
	for i, x := range list.rituals {
		n := c.Name(x.name)
		l.rituals = append(l.rituals, n)
		l.meanings[n].ritual = int16(i)
	}
	l.places = []engine.Name{placeBank, placeMarket, placeSquares, placeGeneral, placeArcana, engine.None}
	for _, s := range seats {
		l.places = append(l.places, c.Name(s+".hand"), c.Name(s+".allotted"), c.Name(s+".events"))
		l.held = append(l.held, c.Name(s+".spells"))
	}
	for i, n := range l.places {
		if n != engine.None {
			l.meanings[n].place = int16(i)
		}
	}
	for i, s := range seats {
		n := c.Name(s)
		l.seats = append(l.seats, n)
		l.meanings[n].seat = engine.Seat(i)
		for _, e := range seatWords(s) {
			l.meanings[c.Name(e.Word)].owner = engine.Seat(i)
		}
	}
	return l
}

var meaningless = meaning{bank: -1, spell: -1, ritual: -1, place: -1, seat: engine.NoSeat, owner: engine.NoSeat}

func (l *lexicon) of(n engine.Name) meaning {
	if int(n) < len(l.meanings) {
		return l.meanings[n]
	}
	return meaningless
}

// Names must have the right class: see State.formed.

func (l *lexicon) card(n engine.Name) cards.Kind   { return cards.Kind(l.of(n).bank) }
func (l *lexicon) spell(n engine.Name) cards.Kind  { return cards.Kind(l.of(n).spell) }
func (l *lexicon) seat(n engine.Name) engine.Seat  { return l.of(n).seat }
func (l *lexicon) place(n engine.Name) cards.Place { return cards.Place(l.of(n).place) }

// isSpell reports whether a name stands for a spell.
func (l *lexicon) isSpell(n engine.Name) bool { return l.of(n).spell >= 0 }
