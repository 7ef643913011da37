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
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/virtual"
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

// TestImpossible: a device that cannot be as a config has it is none, and the others work. A config that was checked has no such device.
func TestImpossible(t *testing.T) {
	c := &hw.Config{
		Digits: &hw.Digits{Model: digits.TM1637, Clk: "GPIO5", Dio: "GPIO6", Brightness: 101},
		Panel:  &hw.Panel{Model: panel.SSD1306, Bus: "I2C1", Size: "1x1"},
		Lamps:  &hw.Lamps{Model: hw.LampsAPA102, Bus: "SPI0.0"},
		Buzzer: &hw.Buzzer{Kind: hw.BuzzerPassive, PWM: "/sys/class/pwm/pwmchip0"},
	}
	synctest.Test(t, func(t *testing.T) {
		said := make(map[string]string)
		d := hw.Open(c, hw.System{}, hw.Listener{Health: func(h hw.Health) {
			if said[h.Device] = h.Text; h.OK {
				said[h.Device] = "it works"
			}
		}})
		if d.Digits != nil || d.Panel != nil || d.Lamps != nil || d.Buzzer == nil {
			t.Errorf("there are %+v", d)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := d.Run(ctx); err != nil {
			t.Error(err)
		}
		for device, want := range map[string]string{"digits": "mend the config (", "panel": `mend the config (there is no ssd1306 of size "1x1"`, "lamps": "mend the config (lamp: 0 lamps", "buzzer": "it looks like /sys/class/pwm/pwmchip0/pwm0"} {
			if !strings.Contains(said[device], want) {
				t.Errorf("of the %s it says %q", device, said[device])
			}
		}
	})
}

// TestHaltingFails: the error at the end names each device that could not be switched off.
func TestHaltingFails(t *testing.T) {
	c := parse(t, "[lamps]\nbus = \"SPI0.0\"\ncount = 3\n[buzzer]\npin = \"GPIO18\"\n")
	synctest.Test(t, func(t *testing.T) {
		b, err := bench.New(c)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		d := hw.Open(c, b.System(), hw.Listener{Health: func(hw.Health) {}})
		const end = time.Second + 10*time.Millisecond
		time.AfterFunc(end-time.Millisecond, func() { // too late for them to notice before they are halted
			b.Lamps.Fail(virtual.ErrBus)
			b.Pin("GPIO18").Fail(virtual.ErrBus)
		})
		ctx, cancel := context.WithTimeout(t.Context(), end)
		defer cancel()
		err = d.Run(ctx)
		for _, want := range []string{"halting lamps: ", "halting buzzer: "} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("it ends with %v, without %q", err, want)
			}
		}
	})
}
