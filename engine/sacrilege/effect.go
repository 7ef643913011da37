package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// word is a word of the vocabulary of rewards, section 5 of the rules.
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
)

// String is the word as card lists write it.
func (w word) String() string {
	return [...]string{
		"draw", "discard", "drop", "give", "tribute", "steal", "trade", "look", "sleep", "sacrifice", "summon", "bury",
		"move", "take", "destroy", "raze", "swap", "raise", "extra", "either", "manual",
	}[w]
}

// who says which seats an effect concerns.
type who uint8

const (
	whoSelf who = iota
	whoHost
	whoOne
	whoOther
	whoAll
	whoOthers
)

// area says which altars an effect concerns.
type area uint8

const (
	areaAny area = iota
	areaSelf
	areaHost
	areaOthers
	areaElsewhere
	areaOwn // that of the seat that is asked
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
	intoHand into = iota // of the celebrant
	intoOwner
	intoAltar
)

// effect is one effect of a reward. Effects never change once the card list is read.
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
	options      []*effect // of either: the first effect of each list, nil where a list is empty
	next         *effect   // the one behind it in its list
	fits         cards.Set // the kinds that pass its filters
}

// filtered reports whether only some cards will do.
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

// chosen reports whether the celebrant is first asked for a seat.
func (e *effect) chosen() bool { return e.do == doGive || e.who == whoOne || e.who == whoOther }

// asksFirst reports whether the parts of an effect begin with a question that `optional` lets be skipped. The other
// words are preceded by `accept` instead.
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

// altars are the altars of an area, for a celebrant, a host and the seat that is asked.
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
