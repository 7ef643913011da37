package stage

import (
	"time"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// Seconds returns the number that digits show of a scene: the seconds that its timer has left, as on the panel. OK is false if there is no timer.
func Seconds(sc scene.Scene, now time.Time) (left int, ok bool) {
	if sc.Timer == nil || sc.Phase != protocol.PhaseGame {
		return 0, false
	}
	return secondsLeft(sc.Timer, now), true
}
