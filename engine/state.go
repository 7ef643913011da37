package engine

import "time"

// State is a game under way, as far as the table has shown it to Familiar.
type State interface {
	// Catalog holds the names of this game. It is the same for all states of a game.
	Catalog() *Catalog

	// Moves lists every legal move, `hold` and `amend` excepted, until yield returns false. It is used as
	// `for m := range state.Moves`. The state must not be changed meanwhile.
	Moves(yield func(Move) bool)

	// Check says which rule forbids a move, if one does.
	Check(m Move) Violation

	// Play makes a move and everything that follows from it without a choice. A move that is not legal changes nothing.
	Play(m Move) Violation

	// Events tells what the last Play did by itself, in order, as moves that nobody made: their verbs are the
	// event words of the catalog. They name nothing that is not known to everybody. The slice is good until the next Play.
	Events() []Move

	// Clone is a deep copy.
	Clone() State

	// View is the state as that seat may know it (Table: as everybody may): what is hidden from it has become unseen.
	// Its facts, moves and verdicts can be shown to that seat. Every move that is legal in the state and made by that
	// seat is legal in its view, or the move that Redacted makes of it is.
	View(seat Seat) State

	// WithTurnOf returns the same position with a turn of that seat beginning now; any open question and half-done turn is discarded. Its moves and
	// verdicts answer what could be done in a turn to come. There is none before the first turn, after the end, and where the rules give that seat
	// no more turns.
	WithTurnOf(seat Seat) (State, bool)

	// Redacted is the move as that seat may know it, and false if it must not know of it at all. It is asked of the state
	// in which m is about to be made.
	Redacted(m Move, seat Seat) (Move, bool)

	// Destination is the place in which the first card of a move comes to lie, and None for moves without one.
	// A reader that stands for a place narrows the legal moves by it.
	Destination(m Move) Name

	// Facts lists the facts of the rules page with their values until yield returns false. No path comes twice.
	Facts(yield func(path, value string) bool)

	// Status sums up what a table needs to know of any game.
	Status() Status
}

// Status is what every game has in common at any moment.
type Status struct {
	Turn   Seat // whose turn it is
	Over   bool
	Winner Seat // Table until somebody has won
	Ask    Ask
	Timer  Timer
}

// Ask is what the table waits for. There is always one seat that is awaited, until the game is over.
type Ask struct {
	Seat Seat // who has to answer; Table: something is to be turned up, thrown or told
	// Open tells that a question is open: nothing but its answers is legal. Otherwise it is simply that seat's turn.
	Open bool
	// Key picks the sentence of the game's words, and Args are the names that stand in it. Where several answers of a kind are
	// wanted, Args[0] is how many still are.
	Key  string
	Args [2]Name
}

// Once reports whether a question is one asked before, after one answer of the several that it wants.
func (a Ask) Once(before Ask) bool {
	left, ok := a.Args[0].Number()
	wanted, _ := before.Args[0].Number()
	a.Args[0] = before.Args[0]
	return ok && left == wanted-1 && a == before
}

// Timer is a stretch of real time that the rules ask for. An engine has no clock: who has one measures For, leaving out
// the time in which Paused holds, and then plays Then.
type Timer struct {
	For    time.Duration // 0: no timer is running
	Seat   Seat          // for whom
	Then   Move
	Paused bool
	// Run tells timers apart that follow each other: it differs from that of the timer before.
	Run int
}

// Fact is the value of the fact at path, if there is one.
func Fact(s State, path string) (value string, ok bool) {
	for p, v := range s.Facts {
		if p == path {
			return v, true
		}
	}
	return "", false
}
