package engine

import "time"

// State is a game in progress, as far as the table has shown it to Familiar.
type State interface {
	// Catalog holds the names of this game. All states of a game share it.
	Catalog() *Catalog

	// Moves yields every legal move except `hold` and `amend`, until yield returns false: `for m := range state.Moves`. The state must not be changed meanwhile.
	Moves(yield func(Move) bool)

	// Check returns the rule that forbids a move, if one does.
	Check(m Move) Violation

	// Play makes a move and everything that follows from it without a choice. An illegal move changes nothing.
	Play(m Move) Violation

	// Events are the automatic consequences of the last Play, in order, as moves of nobody: their verbs are the event words of the catalog. They name
	// only what everybody knows. The slice is valid until the next Play.
	Events() []Move

	// Clone returns a deep copy.
	Clone() State

	// CopyTo makes another state of the same game a deep copy of this one. It reuses the memory of the other state, so that a search allocates nothing.
	CopyTo(other State)

	// View returns the state as a seat may know it (Public: as everybody may): everything hidden from that seat has become unseen. The facts, moves
	// and verdicts of a view can be shown to that seat. Every legal move of that seat is legal in its view too, or the Redacted form of that move is.
	View(seat Seat) State

	// WithTurnOf returns the same position with a turn of that seat beginning now; any open question and half-done turn is discarded. The moves and
	// verdicts of that state answer what the seat could do in a turn to come. There is none before the first turn, after the end, and if the rules
	// give that seat no more turns.
	WithTurnOf(seat Seat) (State, bool)

	// Redacted returns the move as a seat may know it, and false if the seat must not know of it at all. The receiver is the state in which m is
	// about to be made.
	Redacted(m Move, seat Seat) (Move, bool)

	// Destination returns the place to which the first card of a move goes, None for moves without a card.
	// A reader that stands for a place narrows the legal moves by it.
	Destination(m Move) Name

	// Facts yields the facts of the rules page with their values until yield returns false. No path comes twice.
	Facts(yield func(path, value string) bool)

	// Status returns what a table needs to know of any game.
	Status() Status
}

// WithOptions is the State of a game in which a card may say “either this or that”. The player then answers with a number: 1 for this, 2 for that.
type WithOptions interface {
	// Options returns what each of these numbers means while such a question is open, in their order: a list of effects, each split into the words that
	// Phrases.Sentence takes. It is nil while another question is open, or none.
	Options() [][][]string
}

// Status is what every game has in common at any moment.
type Status struct {
	Turn   Seat // whose turn it is
	Over   bool
	Winner Seat // Nobody until somebody has won
	Ask    Ask
	Timer  Timer
}

// Ask is what the table waits for. Until the game is over there is always one.
type Ask struct {
	Seat Seat // who has to answer; Nobody: something is to be turned up, thrown or announced
	// Open reports that a question is open: only its answers are legal. Otherwise it is simply that seat's turn.
	Open bool
	// Key selects the sentence among the game's words, and Args are the names in it. If several answers of a kind are needed, Args[0] is how many are
	// still missing.
	Key  string
	Args [2]Name
}

// Continues reports whether a is the earlier question with one of its several answers given.
func (a Ask) Continues(before Ask) bool {
	left, ok := a.Args[0].Number()
	wanted, _ := before.Args[0].Number()
	a.Args[0] = before.Args[0]
	return ok && left == wanted-1 && a == before
}

// Timer is a stretch of real time that the rules ask for. An engine has no clock: the caller measures For, stops the clock while Paused is true, and
// then plays Then.
type Timer struct {
	For    time.Duration // 0: no timer is running
	Seat   Seat          // the player whose time it is
	Then   Move
	Paused bool
	// Run is the number of the timer in its game. A new timer has a new number.
	Run int
}

// Fact returns the value of the fact at path, if there is one.
func Fact(s State, path string) (value string, ok bool) {
	for p, v := range s.Facts {
		if p == path {
			return v, true
		}
	}
	return "", false
}
