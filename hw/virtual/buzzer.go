package virtual

import (
	"time"

	"periph.io/x/conn/v3/physic"
)

// activePitch is the pitch of the usual 12 mm active buzzer (TMB12A03).
const activePitch = 2300

// Buzzer records the sound of a buzzer on a pin.
type Buzzer struct {
	pin   *Pin
	pitch func(Change) int
}

// Tone is a period with one pitch. A silence between tones is not a tone.
type Tone struct {
	At  time.Time
	Hz  int
	For time.Duration
}

// NewActiveBuzzer connects a buzzer that has a pitch of its own, and sounds while
// the pin is high.
func NewActiveBuzzer(p *Pin) *Buzzer {
	return &Buzzer{pin: p, pitch: func(c Change) int {
		if c.Level || c.Freq > 0 {
			return activePitch
		}
		return 0
	}}
}

// NewPassiveBuzzer connects a buzzer that sounds the frequency of the pin's
// signal. A steady level moves its membrane once, and is silence.
func NewPassiveBuzzer(p *Pin) *Buzzer {
	return &Buzzer{pin: p, pitch: func(c Change) int {
		if c.Duty == 0 {
			return 0
		}
		return int((c.Freq + physic.Hertz/2) / physic.Hertz)
	}}
}

// Hz returns the pitch that sounds now; 0 is silence.
func (b *Buzzer) Hz() int {
	changes, _ := b.pin.Changes(0)
	if len(changes) == 0 {
		return 0
	}
	return b.pitch(changes[len(changes)-1])
}

// Tones returns the tones so far, as far as the pin's record goes back. If the
// last tone still sounds, it lasts until now.
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

// Watch signals changes of the sound; see the package.
func (b *Buzzer) Watch() (changed <-chan struct{}, stop func()) { return b.pin.Watch() }
