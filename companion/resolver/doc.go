// Package resolver says what an observation at the table means.
//
// An Observation is something that the table has detected: cards on readers, a button, a choice of a knob, an answer on a phone. A Situation is the game at
// that moment: its position, in truth and as each viewer may know it, and the observations that are still pending. Resolve interprets the observation in the
// situation and returns an Outcome: moves to play, a question to ask, an offer, a refusal, or nothing. The outcome is a value. It says what is to be
// announced, and to whom; the table carries it out.
//
// The package is pure: it starts no goroutine, reads no clock and writes nothing. Time comes with the observation, and positions come as arguments. It knows
// no table, so that several positions can be considered beside each other.
//
// A reading is a legal move that fits an observation. Readings are taken from the view of the observation's audience, because those of the true position
// would reveal hands. The true position decides only whether a move can be made, and between readings that all name the cards on the readers and no others.
package resolver
