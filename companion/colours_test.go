package companion_test

import (
	"strconv"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/eyes"
	"familiar/companion/protocol"
)

func TestSeatsChooseTheirColours(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newHouse(t, dir, nil)
		host := h.phone("")
		start := protocol.Request{Kind: "start", Game: "sacrilege", Seats: []string{"Ann", "ben", "cai"}}
		for says, colours := range map[string]map[string]string{
			`There is no colour "puce".`:                                          {"ann": "puce"},
			`Two players have the colour "blue": every player needs another one.`: {"ann": "blue", "ben": "blue"},
			`There is no seat "dee" that could have a colour.`:                    {"dee": "blue"},
		} {
			start.Colours = colours
			h.refusedFor(host, start, says)
		}
		start.Colours = map[string]string{"ben": "orange", "Cai": "blue"}
		h.must(host, start)
		palette := make(map[string]string)
		for _, c := range companion.Palette() {
			palette[c.Word] = c.Colour
		}
		are := func(p *companion.Phone, want ...string) {
			t.Helper()
			for i, word := range want {
				if got := h.game(p).Seats[i].Colour; got != palette[word] {
					t.Errorf("seat %d has %s, not %s", i, got, word)
				}
				if rgb, panel := palette[word], h.shown.scene().Seats[i].Colour; rgb != hex(panel) {
					t.Errorf("the lamps of seat %d are %v, not %s", i, panel, word)
				}
			}
		}
		are(host, "sky", "orange", "blue") // Ann has the first one that nobody has chosen
		h.stop()
		h.start()
		defer h.stop()
		host = h.phone("")
		are(host, "sky", "orange", "blue")
		h.must(host, protocol.Request{Kind: "end"})
		h.begin(host, "ann", "ben")
		are(host, "orange", "sky")
	})
}

func hex(rgb [3]uint8) string {
	digits := "#"
	for _, c := range rgb {
		digits += strings.ToLower(strconv.FormatUint(uint64(c)|0x100, 16)[1:])
	}
	return digits
}

// Colours at a distance of 2 can just be told apart side by side; 24 is far enough for two small dots across a table.
func TestPaletteIsForAllEyes(t *testing.T) {
	const least = 24.0
	var all [][3]uint8
	for _, c := range companion.Palette() {
		v, err := strconv.ParseUint(strings.TrimPrefix(c.Colour, "#"), 16, 24)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, [3]uint8{uint8(v >> 16), uint8(v >> 8), uint8(v)})
	}
	for i, a := range all {
		for j, b := range all[:i] {
			for _, eye := range eyes.All {
				if d := eye.Apart(a, b); d < least {
					t.Errorf("%s: %s and %s are %.1f apart", eye.Lacks, companion.Palette()[i].Word, companion.Palette()[j].Word, d)
				}
			}
		}
	}
}
