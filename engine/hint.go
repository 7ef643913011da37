package engine

import "context"

// Hint is something that a player could reach in the turn under way, and how.
type Hint struct {
	Goal  Name   // what would be reached: a word of the catalog
	Moves []Move // the player's moves, in order, from the state that was asked about
}

// Seeker looks for what a seat could reach in its turn as far as that seat knows its cards: state is its view, which the seeker takes over. It calls tell
// with how much of the search is done, of how much, and with each hint as it is found, a better one for the same goal later; nil when there is
// none yet. It ends when everything was tried, or when ctx is done, and says whether everything was tried.
type Seeker func(ctx context.Context, state State, seat Seat, tell func(done, of int, found *Hint)) (complete bool)
