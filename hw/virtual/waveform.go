package virtual

// A waveform is the drive of the four kinds of pixels over time, as the
// SSD1675B keeps it (datasheet rev 1.0, section 6.8 "Waveform setting"): 7
// groups of 4 phases, each phase a number of frames, each group repeated; the
// kind of a pixel is its red bit and its black/white bit, and each kind has a
// voltage for each phase.
type waveform struct {
	drive  [4]drive
	frames int // from start to end
}

// drive is what a waveform does to one kind of pixels.
type drive struct {
	end   shade // what it leaves behind
	flash bool  // it passes through black and white on the way
}

// shade is the effect of a voltage on a pixel.
type shade uint8

const (
	unchanged shade = iota // not driven
	black                  // VSH1 drives black particles to the front
	white                  // VSL drives white ones
)

const (
	lutGroups = 7
	lutPhases = 4
	lutKinds  = 5 // four kinds of pixels and VCOM
	lutSize   = lutGroups*lutKinds + lutGroups*(lutPhases+1)
)

// parseWaveform reads the look-up table of register 0x32, lutSize bytes.
func parseWaveform(lut []byte) waveform {
	var w waveform
	voltages, times := lut[:lutGroups*lutKinds], lut[lutGroups*lutKinds:]
	for g := range lutGroups {
		group := times[g*(lutPhases+1):]
		frames := 0
		for phase := range lutPhases {
			frames += int(group[phase])
			if group[phase] == 0 {
				continue
			}
			for kind := range w.drive {
				w.drive[kind].apply(shadeOf(voltages[kind*lutGroups+g] >> (6 - 2*phase)))
			}
		}
		w.frames += frames * (int(group[lutPhases]) + 1)
	}
	return w
}

// shadeOf takes the two bits of a phase: VSS, VSH1, VSL, VSH2. VSH2 is for red
// ink, which this glass has not.
func shadeOf(bits byte) shade {
	switch bits & 3 {
	case 1:
		return black
	case 2:
		return white
	default:
		return unchanged
	}
}

func (d *drive) apply(s shade) {
	if s == unchanged {
		return
	}
	d.flash = d.flash || (d.end != unchanged && d.end != s)
	d.end = s
}

// full says that the waveform is a full refresh: some pixels flash. A partial
// one drives each pixel one way only.
func (w waveform) full() bool {
	for _, d := range w.drive {
		if d.flash {
			return true
		}
	}
	return false
}
