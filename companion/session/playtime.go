package session

import (
	"fmt"
	"time"

	"familiar/companion/protocol"
)

// PlayTime is for how long a game was played, without the long pauses between two moves.
type PlayTime struct {
	last   time.Time // when a move was made or taken back
	length time.Duration
}

// PlayTimeFrom returns the play time of a game that begins.
func PlayTimeFrom(began time.Time) PlayTime { return PlayTime{last: began} }

// longPause is the time between two moves from which on the game was put away.
const longPause = time.Hour

// Pass notes that a move was made, or taken back.
func (p *PlayTime) Pass(at time.Time) {
	if d := at.Sub(p.last); d > 0 {
		p.last = at
		if d < longPause {
			p.length += d
		}
	}
}

// Minutes returns it in whole minutes.
func (p *PlayTime) Minutes() int { return int(p.length.Minutes()) }

// KeepIn gives the game the journal that its moves are written to, and says when it began.
func (g *Game) KeepIn(j Journal, began time.Time) {
	g.Journal, g.Started, g.Played = j, began, PlayTimeFrom(began)
}

// Ending returns what the record says about the end of the game, so that the game need not be played again to know it.
func (g *Game) Ending() string {
	how := protocol.HowGivenUp
	switch s := g.History.State().Status(); {
	case s.Over && protocol.SeatNumber(s.Winner) >= 0:
		how = g.Catalog.SeatWord(s.Winner) + " " + protocol.HowWon
	case s.Over:
		how = protocol.HowOver
	}
	return fmt.Sprintf("moves %d, minutes %d: %s", len(g.Log), g.Played.Minutes(), how)
}
