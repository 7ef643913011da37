package protocol

// Hint is what a player could reach in the turn under way, as far as it was found out: for the phone that asked alone.
type Hint struct {
	Type  MessageType `json:"type"` // TypeHint
	Done  int         `json:"done"` // so much was tried
	Of    int         `json:"of"`   // of so much
	Goals []Goal      `json:"goals"`
	State HintState   `json:"state"`
}

// HintState says how a search for a hint stands.
type HintState string

const (
	HintRunning   HintState = "running"
	HintDone      HintState = "done" // everything was tried
	HintCancelled HintState = "cancelled"
	HintTimedOut  HintState = "late"  // the time was over before everything was tried
	HintOutdated  HintState = "moved" // the game has gone on
)

// Goal is something that could be reached.
type Goal struct {
	Goal  string   `json:"goal"`  // the word
	Title string   `json:"title"` // as people call it
	Moves []string `json:"moves"` // how, step by step, as people read moves
}
