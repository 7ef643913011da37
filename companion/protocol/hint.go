package protocol

// Hint is what a player could reach in the turn under way, as far as the search has come. Only the phone that asked is shown it.
type Hint struct {
	Type  MessageType `json:"type"` // TypeHint
	Done  int         `json:"done"` // how much was tried
	Of    int         `json:"of"`   // of how much
	Goals []Goal      `json:"goals"`
	State HintState   `json:"state"`
}

// HintState says how a search for a hint stands.
type HintState string

const (
	HintRunning   HintState = "running"
	HintDone      HintState = "done" // everything was tried
	HintCancelled HintState = "cancelled"
	HintTimedOut  HintState = "late"  // the time was over first
	HintOutdated  HintState = "moved" // the game has gone on
)

// Goal is something that could be reached.
type Goal struct {
	Goal  string   `json:"goal"`  // the word
	Title string   `json:"title"` // what people call it
	Moves []string `json:"moves"` // the moves that lead there, as people read them
}
