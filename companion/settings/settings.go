// Package settings is what phones have set at a table, as it is kept beside the phones that were let in. The file belongs to package access.
package settings

import (
	"time"

	"familiar/companion/protocol"
)

// Settings is what phones have set.
type Settings struct {
	// NoHints forbids showing players what they could reach.
	NoHints bool `json:"noHints,omitempty"`
	// Boldness is how much the table decides by itself; empty: no host has set it.
	Boldness protocol.Boldness `json:"boldness,omitempty"`
	// Approve makes new phones wait until a host lets them in.
	Approve bool `json:"approve,omitempty"`
	// Muted keeps the buzzer silent.
	Muted bool `json:"muted,omitempty"`
	Game  Game `json:"game,omitzero"`
}

// Game is what is kept of the game under way beside its record.
type Game struct {
	ID      string            `json:"id"`
	Colours map[string]string `json:"colours,omitempty"` // chosen ones, by the word of a seat
	Pause   *Pause            `json:"pause,omitempty"`   // nil: the game is not paused
}

// Pause is a pause of the game.
type Pause struct {
	By   string        `json:"by"`             // the word of the seat that asked for it; "table": a host without a seat
	Run  int           `json:"run,omitempty"`  // the run of the clock that stands still
	Left time.Duration `json:"left,omitempty"` // what that run has left
}
