package athame

import "familiar/engine/cards"

// pile is a discard pile.
type pile uint8

const (
	pileSquares pile = iota
	pileGeneral
	pileArcana
	piles
)

var pileWords = [piles]string{"squares", "general", "arcana"}

// genus is the sort of a bank card.
type genus uint8

const (
	isResource genus = iota
	isArtifice
	isJoker // an artifice that stands for a resource
	isEvent
)

// span is the group of players that an event concerns, and its duration.
type span uint8

const (
	spanGroup span = iota
	spanIndividual
	spanRound
	spans
)

var spanWords = [spans]string{"group", "individual", "round"}

// moment is the situation in which an artifice can be used.
type moment uint8

const (
	whenOwnTurn moment = iota
	whenRivalTurn
	whenTargeted
	whenEvent
	moments
)

var momentWords = [moments]string{"own-turn", "rival-turn", "targeted", "event"}

// bankCard is a kind of bank card: a resource, an artifice or an event.
type bankCard struct {
	name, title, text string
	genus             genus
	copies            int
	pile              pile
	when              moment // of an artifice that is not a joker
	span              span   // of an event
	effects           []effect
	rules             []special // of a round event
	aimed             bool      // it needs a target
}

// spell is a kind of spell.
type spell struct {
	name, title, text string
	copies            int
	cost              price
	effects           []effect
	aimed             bool // it needs a target
	seal              bool
}

// ritual is a ritual circle.
type ritual struct {
	name, title string
	needs       []int16 // by kind of bank card
	total       int16
	resources   []cards.Kind // resources that it needs, by name
}
