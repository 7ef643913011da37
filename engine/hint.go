package engine

import "context"

// Hint is something that a player could reach in the present turn, and how.
type Hint struct {
	Goal  Name   // what would be reached: a word of the catalog
	Moves []Move // the player's moves, in order, from the state that the search began with
}

// Seeker looks for what a seat could reach in its turn, as far as that seat knows its cards. The state is the view of that seat, and the seeker may
// change it. The seeker calls tell with how much of the search is done, out of how much, and with each hint when it is found (nil: none is new); a
// later hint for the same goal is a better one. It calls ctx.Err before each move that it tries, which may take a moment. It returns when everything was tried or
// ctx is done, and reports whether everything was tried.
type Seeker func(ctx context.Context, state State, seat Seat, tell func(done, of int, found *Hint)) (complete bool)
