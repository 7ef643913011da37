package protocol

// Past is a game as it stood when so many of its moves had been made.
type Past struct {
	At    int   `json:"at"`
	Of    int   `json:"of"`    // so many there are
	Phase Phase `json:"phase"` // PhaseGame or PhaseOver
	Game  Game  `json:"game"`  // as in a snapshot, without what only a game under way has; its log ends with move At
	// Undone are the moves from there to the last one, as the viewer may read them, oldest first: of the game under way alone, and of many the last
	// ones.
	Undone []LogLine `json:"undone,omitempty"`
	Text   string    `json:"text,omitempty"`  // what is wrong with the record
	Names  *Names    `json:"names,omitempty"` // if they were asked for
}

// Played are the games of which there is a record, and who won against whom.
type Played struct {
	Games   []KeptGame `json:"games"` // some of them, the newest first
	At      int        `json:"at"`    // so many newer ones come before
	Of      int        `json:"of"`    // so many there are
	Players []Player   `json:"players"`
	Beats   []Beat     `json:"beats"`
}

// KeptGame is a game of which there is a record.
type KeptGame struct {
	ID      string   `json:"id"`
	Game    string   `json:"game"` // the engine's id; empty if the record cannot be read
	Title   string   `json:"title"`
	Seats   []string `json:"seats"`          // what people call the players
	Started string   `json:"started"`        // RFC 3339
	How     string   `json:"how"`            // it ended: see the constants below
	Winner  int      `json:"winner"`         // -1: nobody
	Moves   int      `json:"moves"`          // that stand
	Minutes int      `json:"minutes"`        // for which it was played, long pauses left out
	Text    string   `json:"text,omitempty"` // what is wrong with the record
}

// How a game ended, as messages say it.
const (
	HowWon      = "won"
	HowOver     = "over" // it came to its end, and nobody is known to have won
	HowGivenUp  = "given up"
	HowUnderWay = "under way"
	HowLeft     = "left" // it has not ended, and is not the one under way
	HowUnread   = "unreadable"
)

// Player is somebody who has played games to their end. Who sits down under the same name is the same player.
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

// Beat tells how often a player won a game that another one played, too. Players are given by their places in Played.Players.
type Beat struct {
	Winner int `json:"winner"`
	Loser  int `json:"loser"`
	N      int `json:"n"`
}
