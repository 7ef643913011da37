// Package session is a game under way: its position, its moves, and what each seat may know of them, in each reader's language.
//
// The truth is the game's journal: the position is the one that it leads to, by the fold of engine/record. Everything that a player is shown comes from
// the View of that player's seat, so that nobody is shown more than their seat knows. A Game belongs to one goroutine at a time; it starts none, and
// knows neither readers nor phones.
package session
