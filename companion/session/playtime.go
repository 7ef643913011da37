package session

import "time"

// PlayTime measures how long a game was played, without the long pauses between two moves.
type PlayTime struct {
	last   time.Time // when a move was made or taken back
	length time.Duration
}

// PlayTimeFrom returns the play time of a game that begins.
func PlayTimeFrom(began time.Time) PlayTime { return PlayTime{last: began} }

// longPause is the shortest time between two moves that is taken for a break and not counted.
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

// Minutes returns the play time in whole minutes.
func (p *PlayTime) Minutes() int { return int(p.length.Minutes()) }
