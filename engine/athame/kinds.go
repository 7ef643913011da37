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

// genus is what a bank card is.
type genus uint8

const (
	isResource genus = iota
	isArtifice
	isJoker // an artifice that stands for a resource
	isEvent
)

// span is whom an event concerns, and for how long.
type span uint8

const (
	spanGroup span = iota
	spanIndividual
	spanRound
	spans
)

var spanWords = [spans]string{"group", "individual", "round"}

// moment is when an artifice can be used.
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
	when              moment // of an artifice that is no joker
	span              span   // of an event
	effects           []effect
	rules             []special // of a round event
	aimed             bool      // at somebody
}

// spell is a kind of spell.
type spell struct {
	name, title, text string
	copies            int
	cost              price
	effects           []effect
	aimed             bool // at somebody
	seal              bool
}

// ritual is a ritual circle.
type ritual struct {
	name, title string
	needs       []int16 // by kind of bank card
	total       int16
	resources   []cards.Kind // that it needs, in the order of their names
}
