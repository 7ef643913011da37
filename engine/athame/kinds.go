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

// cardType is the sort of a bank card.
type cardType uint8

const (
	typeResource cardType = iota
	typeArtifice
	typeJoker // an artifice that stands for a resource
	typeEvent
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
	cardType          cardType
	copies            int
	pile              pile
	when              moment // of an artifice that is not a joker
	span              span   // of an event
	effects           []effectStep
	rules             []special // of a round event
	needsTarget       bool      // it needs a target
}

// spell is a kind of spell.
type spell struct {
	name, title, text string
	copies            int
	cost              price
	effects           []effectStep
	needsTarget       bool // it needs a target
	seal              bool
}

// ritual is a ritual circle.
type ritual struct {
	name, title string
	needs       []int16 // how many of each kind of bank card
	total       int16
	resources   []cards.Kind // resources that it needs, sorted by name
}
