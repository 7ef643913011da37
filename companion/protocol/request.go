package protocol

// Request is what a phone asks for. Which fields a kind has, Kinds says; the others are passed over.
type Request struct {
	Kind    Kind              `json:"type"`
	ID      int               `json:"id"`
	Seat    string            `json:"seat"`    // sit, give: which one; move, check: "table" for a move of the table, else one's own; may: whose move, one's own when left out
	Verb    string            `json:"verb"`    // move, check; may: left out, to be told the verbs
	Args    []string          `json:"args"`    // move, check, may
	Suppose bool              `json:"suppose"` // may: as if a turn of that seat began now
	Times   int               `json:"times"`   // move: how often at most, as long as the question is open that it answers; 1 when left out
	Steps   int               `json:"steps"`   // undo: how many; the last gesture when left out
	Of      int               `json:"of"`      // undo: of so many moves that stand, or else it is refused; of however many when left out
	At      int               `json:"at"`      // past: after so many moves, or after all if there are fewer; games: after so many newer ones
	Gesture int               `json:"gesture"` // pick, drop: which gesture
	Option  int               `json:"option"`  // pick: which option, from 0
	Game    string            `json:"game"`    // start, enrol; past, record: the ID of one game, past: the one under way when left out
	Names   bool              `json:"names"`   // past: with the names of that game
	Pack    string            `json:"pack"`    // start, enrol, packs: the card list, the house's when left out
	Seats   []string          `json:"seats"`   // start: the players, clockwise
	Options map[string]string `json:"options"` // start
	Colours map[string]string `json:"colours"` // start: words of the palette, by seat; those left out get one by themselves
	Phone   string            `json:"phone"`   // kick, give, host: which one, by its ID
	On      bool              `json:"on"`      // lay: have cards laid for one's question, or no more; hint: begin to look, or else cancel that; hints: allow them, or else forbid them; mute: keep the buzzer still, or else not; pause: stop the game, or else let it go on; host: make a phone host, or no more
	Action  string            `json:"action"`  // enrol: begin, take, skip, redo, stop; name: Args are the word of the last unknown tag; packs: see askPacks
	Edit    *Edit             `json:"edit"`    // packs
}

// Edit is what a request of the kind packs says besides the game and the list.
type Edit struct {
	Mark  string `json:"mark"`  // of the list that is edited
	Name  string `json:"name"`  // copy, rename: the new name
	Table string `json:"table"` // set, add, remove, move
	Row   int    `json:"row"`   // set, remove, move; add: behind which, -1: at the end
	Field string `json:"field"` // set
	Value any    `json:"value"` // set: left out or null where nothing is to stand there; add: the fields of the row
	Text  string `json:"text"`  // import, check: a piece of the file
	From  int    `json:"from"`  // … and where it begins, in bytes
	More  bool   `json:"more"`  // … and whether others follow
	Over  bool   `json:"over"`  // import: in the place of a list of that name
	Form  bool   `json:"form"`  // read: with the form
}

// Answer answers a request.
type Answer struct {
	Type    string            `json:"type"` // "answer"
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
	// Lists and List are answers to packs.
	Lists []ListView `json:"lists,omitempty"`
	List  *CardList  `json:"list,omitempty"`
}
