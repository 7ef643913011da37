package hw_test

import (
	"context"
	"os"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
)

// FuzzConfig: any config is either refused, or its devices can be made on a bench, opened and halted.
func FuzzConfig(f *testing.F) {
	text, err := os.ReadFile("builds/all.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("[[reader]]\nbus = \"SPI0.0\"\ngain = 18\n[[button]]\npin = \"GPIO0\"\nlong = \"undo\"\nactive-high = true\n"))
	f.Add([]byte("[panel]\nbus = \"SPI99.99\"\ndc = \"GPIO1\"\nreset = \"GPIO2\"\nbusy = \"GPIO99\"\nupside-down = true\n"))
	f.Add([]byte("\ufeff[lamps]\r\nbus = 'SPI0.1'\r\ncount = 300\nbrightness = 1\n[buzzer]\npin = \"GPIO18\" # loud\n"))
	f.Add([]byte("[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip999/pwm999\"\n"))
	f.Add([]byte("[reader.x]\na.b.c = {d = [1, {e = 2}]}\n[[panel]]\n[panel]\n\"\" = '''\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := hw.ParseConfig(data)
		if err != nil {
			if c != nil || err.Error() == "" {
				t.Fatalf("%+v with error %v", c, err)
			}
			return
		}
		if again, err := hw.ParseConfig([]byte(c.Text())); err != nil || !reflect.DeepEqual(c, again) {
			t.Fatalf("written and read again: %+v (%v), want %+v", again, err, c)
		}
		devices := len(hw.Probe(t.Context(), c, hw.System{}))
		synctest.Test(t, func(t *testing.T) {
			b, err := bench.New(c)
			if err != nil {
				t.Fatalf("checked, and yet: %v", err)
			}
			well := make(map[string]bool)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			table := hw.Open(c, b.System(), hw.Listener{
				Tag:    func(e nfc.Event) { t.Errorf("out of thin air: %v", e) },
				Press:  func(button string, _ bool, _ time.Time) { t.Errorf("nobody pressed %s", button) },
				Turn:   func(knob string, _ int, _ time.Time) { t.Errorf("nobody turned %s", knob) },
				Push:   func(knob string, _ bool, _ time.Time) { t.Errorf("nobody pushed %s", knob) },
				Health: func(h hw.Health) { well[h.Device] = h.OK },
			})
			if err := table.Run(ctx); err != nil {
				t.Error(err)
			}
			if c.Panel != nil {
				well["panel"] = true // no picture was sent to it
			}
			for name, ok := range well {
				if !ok {
					t.Errorf("%s is not well", name)
				}
			}
			if len(well) != devices {
				t.Errorf("%d devices were told, of %d", len(well), devices)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	})
}
