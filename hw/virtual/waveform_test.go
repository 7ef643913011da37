package virtual

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/devices/v3/waveshare2in13v2"
)

// TestWaveform reads the driver's own waveforms: 90 frames that flash, and 10
// that drive each pixel one way.
func TestWaveform(t *testing.T) {
	opts := waveshare2in13v2.EPD2in13v2
	tests := map[string]struct {
		lut  []byte
		want waveform
		full bool
	}{
		"full": {
			lut:  opts.FullUpdate,
			want: waveform{drive: [4]drive{{black, true}, {white, true}, {black, true}, {white, true}}, frames: 90},
			full: true,
		},
		"partial": {
			lut:  opts.PartialUpdate,
			want: waveform{drive: [4]drive{{}, {white, false}, {black, false}, {}}, frames: 10},
		},
		"nothing": {
			lut: make([]byte, lut7.size),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lut7.parse(test.lut)
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(waveform{}, drive{})); diff != "" {
				t.Errorf("waveform (-want +got):\n%s", diff)
			}
			if got.full() != test.full {
				t.Errorf("full %t", got.full())
			}
		})
	}
}

// TestCounters writes a window of 2×3 bytes in each of the eight orders.
func TestCounters(t *testing.T) {
	const left, right, top, bottom = 4, 5, 10, 12
	tests := map[byte][6][2]int{ // column, row
		0b011: {{4, 10}, {5, 10}, {4, 11}, {5, 11}, {4, 12}, {5, 12}},
		0b010: {{5, 10}, {4, 10}, {5, 11}, {4, 11}, {5, 12}, {4, 12}},
		0b001: {{4, 12}, {5, 12}, {4, 11}, {5, 11}, {4, 10}, {5, 10}},
		0b000: {{5, 12}, {4, 12}, {5, 11}, {4, 11}, {5, 10}, {4, 10}},
		0b111: {{4, 10}, {4, 11}, {4, 12}, {5, 10}, {5, 11}, {5, 12}},
		0b110: {{5, 10}, {5, 11}, {5, 12}, {4, 10}, {4, 11}, {4, 12}},
		0b101: {{4, 12}, {4, 11}, {4, 10}, {5, 12}, {5, 11}, {5, 10}},
		0b100: {{5, 12}, {5, 11}, {5, 10}, {4, 12}, {4, 11}, {4, 10}},
	}
	for entry, want := range tests {
		c := controller{model: &ssd1675b}
		c.reset()
		x0, x1, y0, y1 := byte(left), byte(right), byte(top), byte(bottom)
		if entry&1 == 0 {
			x0, x1 = x1, x0
		}
		if entry&2 == 0 {
			y0, y1 = y1, y0
		}
		for _, command := range [][]byte{
			{cmdDataEntry, entry}, {cmdWindowX, x0, x1}, {cmdWindowY, y0, 0, y1, 0},
			{cmdCounterX, x0}, {cmdCounterY, y0, 0}, {cmdWriteBW, 1, 2, 3, 4, 5, 6},
		} {
			if _, err := c.begin(command[0]); err != nil {
				t.Fatal(err)
			}
			for _, b := range command[1:] {
				if err := c.data(b); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, at := range want {
			if got := c.bw[at[1]][at[0]]; got != byte(i+1) {
				t.Errorf("order %03b: column %d, row %d has byte %d, want %d", entry, at[0], at[1], got, i+1)
			}
		}
		if c.x != want[0][0] || c.y != want[0][1] {
			t.Errorf("order %03b: the counters end at %d, %d", entry, c.x, c.y)
		}
	}
}
