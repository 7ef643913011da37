package sacrilege

import (
	"slices"
	"strconv"

	"familiar/engine"
	"familiar/engine/cards"
)

// meaning is what a name of the catalog stands for (-1: nothing).
type meaning struct {
	kind, place, favours, skips int16
	seat                        engine.Seat // NoSeat if it does not apply
}

var meaningless = meaning{kind: -1, place: -1, favours: -1, skips: -1, seat: engine.NoSeat}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	engine.Lexicon[meaning]
	kinds  []engine.Name
	seats  []engine.Name
	places []engine.Name
	digits [10]engine.Name
}

func newLexicon(c *engine.Catalog, kinds []kind, seats []string) *lexicon {
	l := &lexicon{Lexicon: engine.NewLexicon(c, meaningless)}
	for i := range kinds {
		l.List(&l.kinds, kinds[i].name).kind = int16(i)
	}
	for i, s := range seats {
		l.List(&l.seats, s).seat = engine.Seat(i)
		l.Word(s + ".favours").favours = int16(i)
		l.Word(s + ".skips").skips = int16(i)
	}
	l.places = append(l.places, placeDeck, placeGrave)
	for _, part := range []string{".hand", ".altar"} {
		for _, s := range seats {
			l.places = append(l.places, c.Name(s+part))
		}
	}
	for i, n := range l.places {
		l.Of(n).place = int16(i)
	}
	for i := range l.digits {
		l.digits[i] = c.Name(strconv.Itoa(i))
	}
	return l
}

// seat returns the seat that a name stands for.
func (l *lexicon) seat(n engine.Name) engine.Seat { return l.Of(n).seat }

// kind returns the kind that a name stands for. The name must be one of a card: see Catalog.Match.
func (l *lexicon) kind(n engine.Name) cards.Kind { return cards.Kind(l.Of(n).kind) }

// digit returns the one-digit number that a name stands for, -1 if it is none.
func (l *lexicon) digit(n engine.Name) int { return slices.Index(l.digits[:], n) }
