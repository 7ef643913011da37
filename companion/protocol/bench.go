package protocol

// BenchState is everything on the bench of a virtual table.
type BenchState struct {
	Type    MessageType   `json:"type"` // TypeBench
	Readers []BenchReader `json:"readers"`
	Tags    []BenchTag    `json:"tags"`
	Buttons []BenchButton `json:"buttons"`
	Knobs   []BenchButton `json:"knobs"`            // down while they are pressed
	Digits  string        `json:"digits,omitempty"` // what they show, a character each; empty if there are none
	Lamps   []string      `json:"lamps"`            // #rrggbb
	Shape   string        `json:"shape,omitempty"`  // of the lamps: "ring" or "strip"
	Buzzer  BenchBuzzer   `json:"buzzer"`
	Panel   int           `json:"panel"` // goes up by one with each new picture
}

// BenchReader is a reader with the tags on it.
type BenchReader struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Seat  int      `json:"seat"`            // 0: no seat's
	Place string   `json:"place,omitempty"` // the place that the reader stands for, of that seat or of the table
	Tags  []string `json:"tags"`            // the words of the tags in its field
	Fault string   `json:"fault,omitempty"` // its fault, in words
}

// BenchTag is a tag and its position.
type BenchTag struct {
	ID     int    `json:"id"`
	Game   string `json:"game,omitempty"` // the game it belongs to; empty for a tag of every game, such as a seat's
	Word   string `json:"word"`           // the word it stands for; empty for a tag that is in no list
	Title  string `json:"title"`
	Reader string `json:"reader,omitempty"` // the reader it lies on
}

// BenchButton is a button, or a knob, which can be pressed like a button.
type BenchButton struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Down  bool   `json:"down"`
}

// BenchBuzzer is the sound of the buzzer.
type BenchBuzzer struct {
	Hz float64 `json:"hz"` // 0: silence
}

// BenchKinds are all kinds of requests of a browser at the bench. They do what people do at a real table.
var BenchKinds = KindList{
	entry[BenchLay](),
	entry[BenchLift](),
	entry[BenchTap](),
	entry[BenchPress](),
	entry[BenchTurn](),
	entry[BenchFault](),
}

// BenchLay puts a tag on a reader, where it stays.
type BenchLay struct {
	Tag    int    `json:"tag"`
	Reader string `json:"reader"`
}

// Kind implements Request.
func (BenchLay) Kind() Kind { return "lay" }

// BenchLift takes a tag away.
type BenchLift struct {
	Tag int `json:"tag"`
}

// Kind implements Request.
func (BenchLift) Kind() Kind { return "lift" }

// BenchTap lays a tag and lifts it half a second later.
type BenchTap struct {
	Tag    int    `json:"tag"`
	Reader string `json:"reader"`
}

// Kind implements Request.
func (BenchTap) Kind() Kind { return "tap" }

// BenchPress presses a button, or a knob, which can be pressed like a button.
type BenchPress struct {
	Button string `json:"button"`
	Long   bool   `json:"long"`
}

// Kind implements Request.
func (BenchPress) Kind() Kind { return "press" }

// BenchTurn turns a knob by so many clicks, counter-clockwise if negative.
type BenchTurn struct {
	Knob   string `json:"knob"`
	Clicks int    `json:"clicks"`
}

// Kind implements Request.
func (BenchTurn) Kind() Kind { return "turn" }

// BenchFault breaks a reader: "unplug"; "none" repairs it.
type BenchFault struct {
	Reader string `json:"reader"`
	Fault  string `json:"fault"`
}

// Kind implements Request.
func (BenchFault) Kind() Kind { return "fault" }
