package oracle

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// meaning is what a name of the catalog stands for (-1: nothing).
type meaning struct {
	adventurer, colour, clan, slot, townsfolk, point int16
	corruption                                       int16 // a kind of card
	seat                                             engine.Seat
	target                                           target
}

var meaningless = meaning{
	adventurer: -1, colour: -1, clan: -1, slot: -1, townsfolk: -1, point: -1, corruption: -1, seat: engine.NoSeat,
}

// lexicon translates names into the engine's own numbers, and back.
type lexicon struct {
	engine.Lexicon[meaning]
	adventurers, colours, strip, clans, slots, townsfolk []engine.Name
	corruption, points, notes, seats, hands              []engine.Name
}

func newLexicon(c *engine.Catalog, list *cardList, settings []setting, seats []string) *lexicon {
	l := &lexicon{Lexicon: engine.NewLexicon(c, meaningless)}
	for i := range list.adventurers {
		l.List(&l.adventurers, list.adventurers[i].colour).adventurer = int16(i)
	}
	for i, w := range list.colours {
		l.List(&l.colours, w).colour = int16(i)
	}
	for _, w := range list.strip.colours {
		l.List(&l.strip, w)
	}
	for i := range list.clans {
		l.List(&l.clans, list.clans[i].name).clan = int16(i)
	}
	for i := range list.slots {
		l.List(&l.slots, list.slots[i].name).slot = int16(i)
	}
	for i := range list.townsfolk {
		l.List(&l.townsfolk, list.townsfolk[i].name).townsfolk = int16(i)
	}
	for i := range list.corruption {
		l.List(&l.corruption, list.corruption[i].name).corruption = int16(i)
	}
	for i := range list.notes {
		l.List(&l.notes, noteWord(i))
	}
	for y := range list.starMap.rows + 1 {
		for x := range list.starMap.columns + 1 {
			l.List(&l.points, pointWord(x, y)).point = int16(list.starMap.point(x, y))
		}
	}
	for i, s := range seats {
		l.List(&l.seats, s).seat = engine.Seat(i)
		l.List(&l.hands, s+".corruption").seat = engine.Seat(i)
	}
	for _, x := range settings {
		l.Word(x.word).target = x.target
	}
	return l
}

// kind returns the kind of Corruption card that a name stands for. As for all names that are translated here, State.formed has checked its class.
func (l *lexicon) kind(n engine.Name) cards.Kind { return cards.Kind(l.Of(n).corruption) }

// The constants of such names are consecutive, so that a subtraction gives the number.

func runeOf(n engine.Name) int  { return int(n - runeDieA) }
func halfOf(n engine.Name) half { return left + half(n-placeLeft) }
func rowOf(n engine.Name) int   { return int(n - rowTop) }
func goodOf(n engine.Name) int  { return int(n - goodCharm) }
func boxOf(n engine.Name) int   { return int(n - verbNudge) }

// faceOf returns a face of a rune: for a die its value.
func faceOf(n engine.Name) face {
	if v, ok := n.Number(); ok {
		return face(v)
	}
	if n == engine.None {
		return noFace
	}
	return tree + face(n-faceTree)
}
