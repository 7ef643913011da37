package virtual

import (
	"time"

	"periph.io/x/conn/v3/physic"
)

// activePitch is the pitch of the usual 12 mm active buzzer (TMB12A03).
const activePitch = 2300

// Buzzer is what is heard of a pin.
type Buzzer struct {
	pin   *Pin
	pitch func(Change) int
}

// Tone is a stretch of one pitch. A silence between tones is not a tone.
type Tone struct {
	At  time.Time
	Hz  int
	For time.Duration
}

// NewActiveBuzzer hangs a buzzer on the pin that has a pitch of its own and
// sounds while the pin is high.
func NewActiveBuzzer(p *Pin) *Buzzer {
	return &Buzzer{pin: p, pitch: func(c Change) int {
		if c.Level || c.Freq > 0 {
			return activePitch
		}
		return 0
	}}
}

// NewPassiveBuzzer hangs a buzzer on the pin that sounds the frequency it is
// given; a steady level moves its membrane once and is silence.
func NewPassiveBuzzer(p *Pin) *Buzzer {
	return &Buzzer{pin: p, pitch: func(c Change) int {
		if c.Duty == 0 {
			return 0
		}
		return int((c.Freq + physic.Hertz/2) / physic.Hertz)
	}}
}

// Hz is the pitch that sounds now; 0 is silence.
func (b *Buzzer) Hz() int {
	changes, _ := b.pin.Changes(0)
	if len(changes) == 0 {
		return 0
	}
	return b.pitch(changes[len(changes)-1])
}

// Tones is what was heard so far, as far as the pin still remembers. The last
// tone may be sounding yet: it lasts until now.
func (b *Buzzer) Tones() []Tone {
	changes, _ := b.pin.Changes(0)
	var tones []Tone
	for i, c := range changes {
		hz := b.pitch(c)
		if hz == 0 {
			continue
		}
		end := time.Now()
		if i+1 < len(changes) {
			end = changes[i+1].At
		}
		tones = append(tones, Tone{At: c.At, Hz: hz, For: end.Sub(c.At)})
	}
	return tones
}

// Watch signals that the sound has changed; see the package.
func (b *Buzzer) Watch() (changed <-chan struct{}, stop func()) { return b.pin.Watch() }
