// Package engine defines what a game is to Familiar: names, moves, states, violations and views.
//
// A game at the table is a sequence of small moves, each a seat, a verb and up to four names. A game's package provides a Game; Game.New returns the
// State in which a game begins. A State lists the legal moves, checks a move, plays it, and lists its facts. Engines have no clock, no randomness and
// no input or output: the same moves always lead to the same state.
//
// A State belongs to one goroutine. A Game and a Catalog never change and may be shared.
package engine
