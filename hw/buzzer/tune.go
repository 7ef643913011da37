package buzzer

import "time"

// Note is a pitch for a time. Hz 0 is a rest.
type Note struct {
	Hz  int
	For time.Duration
}

// Tune is notes one after the other.
type Tune []Note

// Length is how long the tune sounds.
func (t Tune) Length() time.Duration {
	var sum time.Duration
	for _, n := range t {
		sum += max(n.For, 0)
	}
	return sum
}
