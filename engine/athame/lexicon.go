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
	engine.Lexicon[meaning]
	bank    []engine.Name
	spells  []engine.Name
	rituals []engine.Name
	seats   []engine.Name
	places  []engine.Name // places of bank cards
	held    []engine.Name // SEAT.spells
}

func newLexicon(c *engine.Catalog, list *cardList, seats []string) *lexicon {
	l := &lexicon{Lexicon: engine.NewLexicon(c, meaningless)}
	for i, k := range list.bank {
		l.List(&l.bank, k.name).bank = int16(i)
	}
	for i, x := range list.spells {
		l.List(&l.spells, x.name).spell = int16(i)
	}
	for i, x := range list.rituals {
		l.List(&l.rituals, x.name).ritual = int16(i)
	}
	l.places = []engine.Name{placeBank, placeMarket, placeSquares, placeGeneral, placeArcana, engine.None}
	for _, s := range seats {
		l.places = append(l.places, c.Name(s+".hand"), c.Name(s+".allotted"), c.Name(s+".events"))
		l.held = append(l.held, c.Name(s+".spells"))
	}
	for i, n := range l.places {
		if n != engine.None {
			l.Of(n).place = int16(i)
		}
	}
	for i, s := range seats {
		l.List(&l.seats, s).seat = engine.Seat(i)
		for _, e := range seatWords(s) {
			l.Word(e.Word).owner = engine.Seat(i)
		}
	}
	return l
}

var meaningless = meaning{bank: -1, spell: -1, ritual: -1, place: -1, seat: engine.NoSeat, owner: engine.NoSeat}

// Names must have the right class: see State.formed.

func (l *lexicon) card(n engine.Name) cards.Kind   { return cards.Kind(l.Of(n).bank) }
func (l *lexicon) spell(n engine.Name) cards.Kind  { return cards.Kind(l.Of(n).spell) }
func (l *lexicon) seat(n engine.Name) engine.Seat  { return l.Of(n).seat }
func (l *lexicon) place(n engine.Name) cards.Place { return cards.Place(l.Of(n).place) }

// isSpell reports whether a name stands for a spell.
func (l *lexicon) isSpell(n engine.Name) bool { return l.Of(n).spell >= 0 }
