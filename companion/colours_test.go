package companion_test

import (
	"strconv"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/palette"
	"familiar/companion/protocol"
)

func TestSeatsChooseTheirColours(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		start := protocol.StartRequest{Game: "sacrilege", Seats: []string{"Ann", "ben", "cai"}}
		for says, colours := range map[string]map[string]string{
			`There is no colour "puce".`:                                          {"ann": "puce"},
			`Two players have the colour "blue": every player needs another one.`: {"ann": "blue", "ben": "blue"},
			`There is no seat "dee" that could have a colour.`:                    {"dee": "blue"},
		} {
			start.Colours = colours
			h.mustRefuseWith(host, start, says)
		}
		start.Colours = map[string]string{"ben": "orange", "Cai": "blue"}
		h.must(host, start)
		colours := make(map[string]string)
		for _, c := range palette.Colours() {
			colours[c.Word] = c.Colour
		}
		are := func(p *companion.Phone, want ...string) {
			t.Helper()
			for i, word := range want {
				if got := h.game(p).Seats[i].Colour; got != colours[word] {
					t.Errorf("seat %d has %s, not %s", i, got, word)
				}
				if rgb, panel := colours[word], h.shown.scene().Seats[i].Colour; rgb != hex(panel) {
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
		h.must(host, protocol.EndRequest{})
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
