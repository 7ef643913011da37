package protocol

// Hint is what a player could reach in the turn under way, as far as it was found out: for the phone that asked alone.
type Hint struct {
	Type  string `json:"type"` // "hint"
	Done  int    `json:"done"` // so much was tried
	Of    int    `json:"of"`   // of so much
	Goals []Goal `json:"goals"`
	State string `json:"state"` // "running", "done", "cancelled", "late": the time was over, "moved": the game has gone on
}

// Goal is something that could be reached.
type Goal struct {
	Goal  string   `json:"goal"`  // the word
	Title string   `json:"title"` // as people call it
	Moves []string `json:"moves"` // how, step by step, as people read moves
}
