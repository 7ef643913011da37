// Package resolver says what an observation at the table means.
//
// An Observation is what was seen or said: cards on readers, a button, a choice of a knob, an answer on a phone. A Situation is the game at that moment: its
// position, in truth and as each viewer may know it, and the observations that are still open. Resolve reads the one in the light of the other and returns an
// Outcome: moves to play, a question to ask, an offer, a refusal, or nothing. The outcome is a value. It says what is to be announced, and to whom; the table
// carries it out.
//
// The package is pure: it starts no goroutine, reads no clock and writes nothing. Time comes with the observation, and positions come as arguments. It knows
// no table, so that several positions can be considered beside each other.
//
// A reading is a legal move that fits an observation. What others are shown of an observation comes from the view of those who may know it: the true position
// would reveal hands. The truth decides only whether a move can be made, and where every reading names the cards that lie there and no other.
package resolver
