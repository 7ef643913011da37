// Package engine says what a game is to Familiar: names, moves, states, violations and views.
//
// A game at the table is a sequence of small moves, each a seat, a verb and up to four names. A game's package
// offers a Game; Game.New makes the State in which a game of it begins; a State lists the legal moves, checks and
// plays one, and tells what it holds as facts. Engines have no clock, no randomness and no input or output: the
// same moves always give the same state.
//
// A State belongs to one goroutine. A Game and a Catalog never change and may be shared.
package engine
