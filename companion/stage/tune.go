package stage

import (
	"time"

	"familiar/companion/scene"
)

// Note is a pitch and its duration. Hz 0 is a rest.
type Note struct {
	Hz  int
	For time.Duration
}

// Pitches, in Hz.
const (
	rest = 0
	g2   = 98
	a2   = 110
	g3   = 196
	c5   = 523
	e5   = 659
	g5   = 784
	a5   = 880
	c6   = 1047
	e6   = 1319
	tock = 2093
)

// Tune returns the tune of a cue. The tunes also differ in their rhythm, because an active buzzer has only one pitch. Frequent tunes
// are short; none is longer than two seconds.
func Tune(cue scene.Cue) []Note {
	switch cue {
	case scene.CueAccept:
		return notes(c6, 60, rest, 30, e6, 60)
	case scene.CueRefuse:
		return notes(a2, 400)
	case scene.CueAsk:
		return notes(a5, 40, rest, 40, a5, 40, rest, 40, c6, 140)
	case scene.CueTurn:
		return notes(g5, 110)
	case scene.CueBegin:
		return notes(c5, 220, rest, 60, g5, 90)
	case scene.CueTick:
		return notes(tock, 15)
	case scene.CueFanfare:
		return notes(c5, 90, rest, 30, e5, 90, rest, 30, g5, 90, rest, 30, c6, 400)
	case scene.CueThud:
		return notes(g3, 150, rest, 90, g2, 450)
	case scene.CueWin:
		return notes(c5, 120, rest, 30, c5, 60, rest, 30, c5, 60, rest, 30, g5, 240, rest, 60,
			e5, 120, rest, 30, g5, 120, rest, 30, c6, 600)
	case scene.CueTrouble:
		return notes(a5, 60, rest, 60, g3, 60, rest, 60, a5, 60, rest, 60, g3, 60, rest, 60, a5, 60)
	}
	return nil
}

// notes takes pitches and milliseconds, alternating.
func notes(pairs ...int) []Note {
	tune := make([]Note, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		tune = append(tune, Note{pairs[i], time.Duration(pairs[i+1]) * time.Millisecond})
	}
	return tune
}

func length(tune []Note) time.Duration {
	var sum time.Duration
	for _, n := range tune {
		sum += n.For
	}
	return sum
}
