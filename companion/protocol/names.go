package protocol

// Names are the names of a game for a viewer. They are sent before the first snapshot of a game.
type Names struct {
	Type   MessageType         `json:"type"` // TypeNames
	Game   string              `json:"game"` // the ID of the game they belong to
	Names  map[string]NameView `json:"names"`
	Verbs  map[string]string   `json:"verbs"`
	Counts []CountView         `json:"counts"`
	Shared []CountView         `json:"shared"`
	Hint   *HintView           `json:"hint,omitempty"` // nil: this game gives none
	Amends []AmendView         `json:"amends"`
	Hold   []int               `json:"hold"` // the arguments of the longest `hold`, as in AmendView.Forms; a number counts the card before it
	Fits   []FitView           `json:"fits"` // the possible values of arguments of amends and of hold
}

// HintView is the texts around hints.
type HintView struct {
	Ask  string `json:"ask"`  // the question
	None string `json:"none"` // the answer when nothing was found
}

// AmendView is a correction that can be made by hand. Each of its forms has, for every argument, the index of its possible values in Names.Fits.
type AmendView struct {
	Key    string   `json:"key"`
	Title  string   `json:"title"`
	Labels []string `json:"labels"` // of the arguments
	Forms  [][]int  `json:"forms"`
}

// FitView is the possible values of an argument: one of some words, or a number.
type FitView struct {
	Words  []string `json:"words,omitempty"`
	Number int      `json:"number,omitempty"` // the largest one; 0: a number does not fit
}

// NameView is a name of the game, for people and pictures.
type NameView struct {
	Title  string            `json:"title"`
	Class  string            `json:"sort"` // "card", "seat", "place", "thing", "word"
	Text   string            `json:"text,omitempty"`
	Copies int               `json:"copies,omitempty"`
	Token  bool              `json:"token,omitempty"` // one tag stands for all copies
	Traits map[string]string `json:"traits,omitempty"`
}

// CountView is a fact worth showing at all times.
type CountView struct {
	Fact  string `json:"fact"`
	Label string `json:"label"`
	List  bool   `json:"list,omitempty"` // the fact is a list of names, absent if it is empty: its length is shown
}
