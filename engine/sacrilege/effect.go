package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// word is an effect word: see "The vocabulary of rewards".
type word uint8

const (
	doDraw word = iota
	doDiscard
	doDrop
	doGive
	doTribute
	doSteal
	doTrade
	doLook
	doSleep
	doSacrifice
	doSummon
	doBury
	doMove
	doTake
	doDestroy
	doRaze
	doSwap
	doRaise
	doExtra
	doEither
	doManual
	words
)

// String returns the word as card lists write it.
func (w word) String() string {
	return [...]string{
		"draw", "discard", "drop", "give", "tribute", "steal", "trade", "look", "sleep", "sacrifice", "summon", "bury",
		"move", "take", "destroy", "raze", "swap", "raise", "extra", "either", "manual",
	}[w]
}

// who is the set of seats that an effect concerns, as a word.
type who uint8

const (
	whoSelf who = iota
	whoHost
	whoOne
	whoOther
	whoAll
	whoOthers
)

// area is the set of altars that an effect concerns, as a word.
type area uint8

const (
	areaAny area = iota
	areaSelf
	areaHost
	areaOthers
	areaElsewhere
	areaOwn // the altar of the seat that is asked
)

type when uint8

const (
	whenAlways when = iota
	whenOwn
	whenForeign
	whenPlus
	whenMinus
)

type sign uint8

const (
	signAll sign = iota
	signPlus
	signMinus
)

type colour uint8

const (
	colourAll colour = iota
	colourGreen
	colourPlain
)

type into uint8

const (
	intoHand into = iota // the celebrant's
	intoOwner
	intoAltar
)

// effect is one effect of a reward. It never changes after the card list is read.
type effect struct {
	do           word
	who          who
	from, to, on area
	when         when
	sign         sign
	colour       colour
	into         into
	optional     bool
	repeat       bool
	n            int32
	text         string
	options      []*effect    // of either: the first effect of each list, nil for an empty list
	said         [][][]string // of either: the options in words
	next         *effect      // the effect after it in its list
	fits         cards.Set    // the kinds that pass its filters
}

// filtered reports whether the effect takes only some cards.
func (e *effect) filtered() bool { return e.sign != signAll || e.colour != colourAll }

// admits reports whether a card passes the filters.
func (e *effect) admits(k *kind) bool {
	switch {
	case e.sign == signPlus && k.value <= 0, e.sign == signMinus && k.value >= 0:
		return false
	case e.colour == colourGreen && !k.green, e.colour == colourPlain && k.green:
		return false
	}
	return true
}

// choosesSeat reports whether the effect begins with a question to the celebrant for a seat.
func (e *effect) choosesSeat() bool { return e.do == doGive || e.who == whoOne || e.who == whoOther }

// asksFirst reports whether the parts of an effect begin with a question, which can be skipped if the effect is `optional`. For the other words an
// `accept` comes first instead.
func (e *effect) asksFirst() bool {
	switch e.do {
	case doDiscard, doDrop, doSacrifice, doTribute:
		return true
	}
	return false
}

// seats is a set of seats.
type seats uint8

func seatSet(s engine.Seat) seats { return 1 << s }

func (s seats) has(seat engine.Seat) bool { return s>>seat&1 != 0 }

// altars returns the altars of an area, for a celebrant, a host and the seat that is asked.
func (a area) altars(all seats, celebrant, host, asked engine.Seat) seats {
	switch a {
	case areaSelf:
		return seatSet(celebrant)
	case areaHost:
		return seatSet(host)
	case areaOthers:
		return all &^ seatSet(celebrant)
	case areaElsewhere:
		return all &^ seatSet(host)
	case areaOwn:
		return seatSet(asked)
	}
	return all
}
