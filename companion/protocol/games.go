package protocol

// Past is a game as it stood after its first At moves.
type Past struct {
	At    int   `json:"at"`
	Of    int   `json:"of"`    // how many moves there are
	Phase Phase `json:"phase"` // PhaseGame or PhaseOver
	Game  Game  `json:"game"`  // as in a snapshot, without fields that only a game under way has; its log ends with move At
	// Undone are the moves after that, as the viewer may read them, oldest first; of many, the last ones. It is set for the game under way only.
	Undone []LogLine `json:"undone,omitempty"`
	Text   string    `json:"text,omitempty"`  // what is wrong with the record
	Names  *Names    `json:"names,omitempty"` // if they were asked for
}

// Played is a list of the games that have a record, and who won against whom.
type Played struct {
	Games []KeptGame `json:"games"` // some of them, the newest first
	At    int        `json:"at"`    // how many newer ones there are
	Of    int        `json:"of"`    // how many there are in all
	// Unread is how many of these, the oldest ones, there was no time to read yet. They count for nothing else here. The next request reads on.
	Unread int `json:"unread,omitempty"`

	Players []Player `json:"players"`
	Beats   []Beat   `json:"beats"`
}

// KeptGame is a game that has a record.
type KeptGame struct {
	ID      string   `json:"id"`
	Game    string   `json:"game"` // the engine's id; empty if the record cannot be read
	Title   string   `json:"title"`
	Seats   []string `json:"seats"`          // what people call the players
	Started string   `json:"started"`        // RFC 3339
	How     string   `json:"how"`            // how it ended: see the constants below
	Winner  int      `json:"winner"`         // -1: nobody
	Moves   int      `json:"moves"`          // the ones that stand
	Minutes int      `json:"minutes"`        // how long it was played, without long pauses
	Text    string   `json:"text,omitempty"` // what is wrong with the record
}

// Values of KeptGame.How.
const (
	HowWon      = "won"
	HowOver     = "over" // it came to its end, and nobody is known to have won
	HowGivenUp  = "given up"
	HowUnderWay = "under way"
	HowLeft     = "left" // it has not ended, and is not under way
	HowUnread   = "unreadable"
)

// Player is somebody who has played games to their end. Players with the same name are the same player.
type Player struct {
	Title string           `json:"title"`
	All   Score            `json:"all"`
	Games map[string]Score `json:"games"` // by what people call the game
}

// Score is how many games were played to their end, and won.
type Score struct {
	Played int `json:"played"`
	Won    int `json:"won"`
}

// Beat is how often a player won a game that another one played, too. Players are indices of Played.Players.
type Beat struct {
	Winner int `json:"winner"`
	Loser  int `json:"loser"`
	N      int `json:"n"`
}
