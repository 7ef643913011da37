package protocol

import (
	"familiar/companion/packs"
	"familiar/engine/cardlist"
)

// ListView is a card list among others.
type ListView struct {
	Game string `json:"game"`
	Name string `json:"name"`
	// Unread: there was no time to read it yet, so OK, Kinds and Cards are not known. The next request for the lists reads on.
	Unread bool `json:"unread,omitempty"`
	OK     bool `json:"ok"` // a game can begin with it
	Kinds  int  `json:"kinds,omitempty"`
	Cards  int  `json:"cards,omitempty"`
	Tags   int  `json:"tags,omitempty"` // how many tags stand for its cards and things
}

// CardList is a card list, to be read and edited.
type CardList struct {
	ListView
	Mark   string        `json:"mark"`             // identifies this text: an edit of another text is refused
	Odd    string        `json:"odd,omitempty"`    // why it cannot be edited field by field
	Faults []packs.Fault `json:"faults,omitempty"` // why no game can begin with it
	// Tables are the rows of each table, by name; "" is the part above all tables.
	Tables map[string][]RowView `json:"tables,omitempty"`
	// Names are the cards and things as pictures show them. It is set only if there is no fault.
	Names map[string]NameView `json:"names,omitempty"`
	Form  *cardlist.List      `json:"form,omitempty"`  // the form of the game's lists, if it was asked for
	Words map[string]string   `json:"words,omitempty"` // … and its words as people read them: see engine.Phrases.List
}

// RowView is a row of a card list.
type RowView struct {
	Values map[string]any `json:"values"`
	// Effects are the effects of each field in plain words; "" is the effect of the row as a whole.
	Effects map[string][]string `json:"said,omitempty"`
}
