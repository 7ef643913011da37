package pantacle

import (
	"math/bits"

	"familiar/engine"
)

// favor is the number of one of the seven Favors, in the order of favorWords.
type favor int8

const (
	bewitchment favor = iota
	hunt
	protection
	enslavement
	recruitment
	conversion
	indoctrination
	favors        // number of Favors
	noFavor favor = -1
)

var favorWords = [favors]string{"bewitchment", "hunt", "protection", "enslavement", "recruitment", "conversion", "indoctrination"}

// favorSet is a set of Favors.
type favorSet uint8

const (
	allFavors   favorSet = 1<<favors - 1
	tokenFavors favorSet = 1<<(enslavement+1) - 1
)

func (s favorSet) has(f favor) bool { return s>>f&1 != 0 }

// with adds a Favor; noFavor adds none.
func (s favorSet) with(f favor) favorSet {
	if f == noFavor {
		return s
	}
	return s | 1<<f
}

func favorName(f favor) engine.Name { return favorBewitchment + engine.Name(f) }

// power is the number of one of the five Power tokens. The first four Favors and their tokens have the same numbers.
type power int8

const (
	demonicDiscard = power(enslavement) + 1
	powers         = demonicDiscard + 1
)

// power returns the token that a Favor gives, if it gives one.
func (f favor) power() (power, bool) { return power(f), f <= enslavement }

func powerName(p power) engine.Name {
	if p == demonicDiscard {
		return locationDemonic
	}
	return favorName(favor(p))
}

// A location is one of the five points of the Pantacle. A disc is one of a player's five, known by its place in the pentagram of the Sanctuary.
type (
	location int8
	disc     int8
)

const (
	atPerFlame location = iota
	atAdepts
	atInfluence
	atDemonic
	atExtraTurn
	locations

	top   disc = 0
	discs disc = 5
)

func locationName(l location) engine.Name { return locationPerFlame + engine.Name(l) }
func discName(d disc) engine.Name         { return discTop + engine.Name(d) }

// smallSet is a set of discs, of locations or of Power tokens.
type smallSet uint8

const allFive smallSet = 1<<5 - 1

func (f smallSet) has(i int8) bool         { return f>>i&1 != 0 }
func (f smallSet) with(i int8) smallSet    { return f | 1<<i }
func (f smallSet) without(i int8) smallSet { return f &^ (1 << i) }
func (f smallSet) len() int                { return bits.OnesCount8(uint8(f)) }
