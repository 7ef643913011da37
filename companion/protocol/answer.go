package protocol

// ConnectionView is a connection of a phone, as that phone sees it.
type ConnectionView struct {
	Device  string `json:"device,omitempty"` // what people call the browser that made it
	Address string `json:"address"`
	Since   string `json:"since"`           // RFC 3339
	Until   string `json:"until,omitempty"` // the same; left out while it is open
	Own     bool   `json:"own,omitempty"`   // it is the one that asks
}

// Answer is the answer to a request.
type Answer struct {
	Type    MessageType       `json:"type"` // TypeAnswer
	ID      int               `json:"id"`
	OK      bool              `json:"ok"`
	Rule    string            `json:"rule,omitempty"`
	Text    string            `json:"text,omitempty"` // why not, and what to do
	Names   []string          `json:"names,omitempty"`
	May     *May              `json:"may,omitempty"`     // to may
	Past    *Past             `json:"past,omitempty"`    // to past
	Games   *Played           `json:"games,omitempty"`   // to games
	Record  string            `json:"record,omitempty"`  // to record: the file; to packs: the list as a file
	Devices []ReaderStatsView `json:"devices,omitempty"` // to devices
	Link    string            `json:"link,omitempty"`    // to carry
	Token   string            `json:"token,omitempty"`   // to leave
	// Connections is the answer to connections, the oldest first.
	Connections []ConnectionView `json:"connections,omitempty"`
	// Lists and List are answers to packs.
	Lists []ListView `json:"lists,omitempty"`
	List  *CardList  `json:"list,omitempty"`
}
