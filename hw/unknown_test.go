package hw_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/board"
	"familiar/hw/wiring"
)

// TestUnknown: a chip, a panel or a display of digits that nobody knows is an error wherever a config is used, and never taken for another one.
func TestUnknown(t *testing.T) {
	for name, test := range map[string]struct {
		config  hw.Config
		device  string // as the doctor calls it
		unknown string
	}{
		"a chip": {
			hw.Config{Readers: []hw.Reader{{Name: "ann", Chip: "pn533", Bus: "SPI0.0"}}},
			"reader ann", `chip "pn533" is not known; it is one of mfrc522, pn532`,
		},
		"a panel": {
			hw.Config{Panel: &hw.Panel{Model: "ssd1305", Bus: "I2C1"}},
			"panel", `model "ssd1305" is not known; it is one of waveshare2in13v2, waveshare2in13v4, inkyphat, ssd1306, sh1106`,
		},
		"digits": {
			hw.Config{Digits: &hw.Digits{Model: "tm1638", Clk: "GPIO5", Dio: "GPIO6", Brightness: 50}},
			"digits", `model "tm1638" is not known; it is one of tm1637`,
		},
	} {
		t.Run(name, func(t *testing.T) { checkUnknown(t, &test.config, test.device, test.unknown) })
	}
}

func checkUnknown(t *testing.T, c *hw.Config, device, unknown string) {
	t.Helper()
	if _, err := hw.ParseConfig([]byte(c.Text())); err == nil || !strings.HasSuffix(err.Error(), ": "+device+": "+unknown) {
		t.Errorf("the config: %v", err)
	}
	if b, err := bench.New(c); err == nil || err.Error() != device+": "+unknown {
		t.Errorf("the bench has made %v of it: %v", b, err)
	}
	if p := wiring.Of(c, board.Pi4); len(p.Problems) != 1 || p.Problems[0] != device+": "+unknown || len(p.Parts) != 0 {
		t.Errorf("its wires are %v, with the problems %q", p.Parts, p.Problems)
	}
	if found := hw.Probe(t.Context(), c, hw.System{}); len(found) != 1 || found[0].OK || found[0].Asked || found[0].Text != "mend the config ("+unknown+")" {
		t.Errorf("it probes %+v", found)
	}
	synctest.Test(t, func(t *testing.T) {
		var said []hw.Health
		d := hw.Open(c, hw.System{}, hw.Listener{Health: func(h hw.Health) { said = append(said, h) }})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := d.Run(ctx); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff([]hw.Health{{Device: strings.TrimPrefix(device, "reader "), Text: "mend the config (" + unknown + ")"}}, said); diff != "" {
			t.Errorf("it says (-want +got):\n%s", diff)
		}
	})
}
