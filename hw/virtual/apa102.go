package virtual

import (
	"image/color"

	"periph.io/x/conn/v3/physic"
)

// apa102 is the protocol of APA102 lamps (datasheet; timing from
// cpldcpu.wordpress.com, "Understanding the APA102 superled"): a word of 32
// zero bits begins a frame. Each lamp keeps the first word after it, 111 and
// five bits of brightness, blue, green, red, and passes on the rest half a
// clock later. So the far lamps receive their word only if the frame is
// followed by another half bit for each lamp.
type apa102 struct{}

func (apa102) take(lamps []Lamp, w []byte, _ physic.Frequency) (began bool, err error) {
	if len(w) < 4 || w[0]|w[1]|w[2]|w[3] != 0 {
		return false, nil // no start of a frame: the lamps wait for one
	}
	for i := range lamps {
		end := 4 * (i + 2)
		if end > len(w) || w[end-4]>>5 != 0b111 {
			break
		}
		if lateClocks := (len(w) - end) * 8; lateClocks < i/2 {
			break
		}
		word := w[end-4 : end]
		lamps[i] = Lamp{Color: color.NRGBA{R: word[3], G: word[2], B: word[1], A: 0xFF}, Brightness: word[0] & 0x1F}
	}
	return true, nil
}
