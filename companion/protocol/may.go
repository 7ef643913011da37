package protocol

// May is the answer to a MayRequest, as far as the viewer may know.
type May struct {
	Seat   int    `json:"seat"`             // whose move it would be; -1: the table's
	Ways   []Way  `json:"ways,omitempty"`   // the words that may come next: verbs, or values of the next argument
	Number int    `json:"number,omitempty"` // a number from 0 to this one may come next
	Whole  bool   `json:"whole"`            // it is a complete move: the fields below are set
	OK     bool   `json:"ok"`               // the move may be made
	Text   string `json:"text,omitempty"`   // the move as people read it
	// If the move may be made: its consequences, the next question, and the facts after it.
	Follows []string          `json:"follows,omitempty"`
	Ask     string            `json:"ask,omitempty"`
	Facts   map[string]string `json:"facts,omitempty"`
	// If not: the rule that forbids it, the text of that rule, the names involved, the same as words, and similar legal moves.
	Rule   string   `json:"rule,omitempty"`
	Words  string   `json:"words,omitempty"`
	Names  []string `json:"names,omitempty"`
	Things []string `json:"things,omitempty"`
	Near   []Near   `json:"near,omitempty"`
}

// Way is a word that may come next in a move.
type Way struct {
	Word string `json:"word"`
	Open bool   `json:"open"` // there is a legal move with it
}

// Near is a legal move that is similar to a move that is not.
type Near struct {
	Text string   `json:"text"`
	Verb string   `json:"verb"`
	Args []string `json:"args"`
}

// ProbedCard is a card that was put on a reader for a phone's question about a move. Only that phone is shown it.
type ProbedCard struct {
	Type MessageType `json:"type"` // TypeProbedCard
	N    int         `json:"n"`    // rises with each
	Word string      `json:"word,omitempty"`
	At   string      `json:"at"`             // what people call the reader
	Text string      `json:"text,omitempty"` // why the tag stands for nothing
}
