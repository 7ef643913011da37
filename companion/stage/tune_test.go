package stage

import (
	"testing"
	"time"

	"familiar/companion/scene"
)

func TestTunes(t *testing.T) {
	if tune := Tune(scene.CueNone); tune != nil {
		t.Errorf("nothing sounds as %v", tune)
	}
	for cue := scene.CueAccept; cue <= scene.CueTrouble; cue++ {
		tune := Tune(cue)
		if len(tune) == 0 {
			t.Errorf("cue %d is not heard", cue)
			continue
		}
		most := 2 * time.Second
		switch cue {
		case scene.CueAccept, scene.CueTurn:
			most = 150 * time.Millisecond // heard with every move
		case scene.CueTick:
			most = 20 * time.Millisecond
		case scene.CueRefuse:
			most = 500 * time.Millisecond
		}
		if l := length(tune); l > most {
			t.Errorf("cue %d sounds for %v, more than %v", cue, l, most)
		}
		for _, n := range tune {
			if n.For <= 0 || n.Hz != rest && (n.Hz < 50 || n.Hz > 5000) {
				t.Errorf("cue %d has the note %v", cue, n)
			}
		}
		if first, last := tune[0].Hz, tune[len(tune)-1].Hz; first == rest || last == rest {
			t.Errorf("cue %d begins or ends with a rest", cue)
		}
	}
	if a := Tune(scene.CueAccept); a[0].Hz >= a[2].Hz {
		t.Error("accept does not rise")
	}
}

// An active buzzer has only one pitch: any two tunes differ in how often it sounds, or one of their beeps is 1.5 times as long
// as the other's.
func TestRhythms(t *testing.T) {
	for a := scene.CueAccept; a <= scene.CueTrouble; a++ {
		for b := scene.CueAccept; b < a; b++ {
			if !told(beeps(Tune(a)), beeps(Tune(b))) {
				t.Errorf("cues %d and %d cannot be told apart by their rhythm", a, b)
			}
		}
	}
}

func beeps(tune []Note) []time.Duration {
	var lengths []time.Duration
	sounding := false
	for _, n := range tune {
		switch {
		case n.Hz == rest:
		case sounding:
			lengths[len(lengths)-1] += n.For
		default:
			lengths = append(lengths, n.For)
		}
		sounding = n.Hz != rest
	}
	return lengths
}

func told(a, b []time.Duration) bool {
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		if 2*max(a[i], b[i]) >= 3*min(a[i], b[i]) {
			return true
		}
	}
	return false
}
