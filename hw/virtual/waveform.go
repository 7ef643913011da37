package virtual

// A waveform is the drive of the four kinds of pixels over time: groups of 4
// phases, each phase a number of frames, each group repeated. The kind of a pixel
// is its red bit and its black/white bit, and each kind has a voltage for each
// phase.
type waveform struct {
	drive  [4]drive
	frames int // from start to end, at 50 Hz
}

// drive is the effect of a waveform on one kind of pixels.
type drive struct {
	end   shade // the shade at the end
	flash bool  // the pixel passes through black and white on the way
}

// shade is the effect of a voltage on a pixel.
type shade uint8

const (
	unchanged shade = iota // not driven
	black                  // VSH1 drives black particles to the front
	white                  // VSL drives white ones
)

const (
	lutPhases = 4
	lutKinds  = 5 // four kinds of pixels and VCOM
)

// lutFormat is a controller's layout of the look-up table of register 0x32: for
// each kind the voltages of all groups, a byte for each; then the times of each
// group; then data that differ between controllers.
type lutFormat struct {
	groups int
	size   int // of the whole table, in bytes
	// group reads the times of group g: the frames of its phases, and the total
	// number from its start to its end, at 50 Hz.
	group func(lut []byte, g int) (phases [lutPhases]byte, frames int)
}

// lut7 is the format of the SSD1675B (datasheet rev 1.0, section 6.8 "Waveform
// setting"): four phases and the repetitions of the group.
var lut7 = lutFormat{
	groups: 7, size: 70,
	group: func(lut []byte, g int) (phases [lutPhases]byte, frames int) {
		t := lut[7*lutKinds+5*g:]
		phases = [lutPhases]byte(t)
		for _, n := range phases {
			frames += int(n)
		}
		return phases, frames * (int(t[4]) + 1)
	},
}

// lut12 is the format of the SSD1680 (datasheet rev 0.14, section 6.7 "Waveform
// setting"): two phases and their repetitions, two further ones and theirs, the
// repetitions of the group; then four bits for the frame rate of each group, in
// steps of 25 Hz, and three bytes for the gates, which are always scanned here.
var lut12 = lutFormat{
	groups: 12, size: 153,
	group: func(lut []byte, g int) (phases [lutPhases]byte, frames int) {
		t := lut[12*lutKinds+7*g:]
		phases = [lutPhases]byte{t[0], t[1], t[3], t[4]}
		frames = (int(t[0])+int(t[1]))*(int(t[2])+1) + (int(t[3])+int(t[4]))*(int(t[5])+1)
		frames *= int(t[6]) + 1
		rate := lut[12*(lutKinds+7)+g/2] >> (4 * (1 - g%2)) & 0x0F
		return phases, 2 * frames / (int(rate) + 1)
	},
}

// parse reads a look-up table.
func (f *lutFormat) parse(lut []byte) waveform {
	var w waveform
	for g := range f.groups {
		phases, frames := f.group(lut, g)
		w.frames += frames
		for phase, n := range phases {
			if n == 0 {
				continue
			}
			for kind := range w.drive {
				w.drive[kind].apply(shadeOf(lut[kind*f.groups+g] >> (6 - 2*phase)))
			}
		}
	}
	return w
}

// shadeOf decodes the two bits of a phase: VSS, VSH1, VSL, VSH2. VSH2 is for
// red ink, which this glass does not have.
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

// full reports whether the waveform is a full refresh: some pixels flash. A
// partial one drives each pixel one way only.
func (w waveform) full() bool {
	for _, d := range w.drive {
		if d.flash {
			return true
		}
	}
	return false
}
