package hw_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/i2c/i2creg"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/panel"
	"familiar/hw/virtual"
)

const anOLED = "[panel]\nbus = \"I2C1\"\nmodel = "

// TestOLEDsAreTold: two chips of OLEDs look alike and answer at one address. The search tells which one is there, and the doctor whether the config means
// the other one.
func TestOLEDsAreTold(t *testing.T) {
	what := map[panel.Model]string{panel.SSD1306: "OLED with an SSD1306", panel.SH1106: "OLED with an SH1106"}
	size := map[panel.Model]string{panel.SSD1306: "128x64"} // the larger one of the two, which a config names; an SH1106 has one size
	for there := range what {
		for meant := range what {
			t.Run(string(meant)+" in the config of "+string(there), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b, err := bench.New(parse(t, anOLED+`"`+string(there)+`"`))
					if err != nil {
						t.Fatal(err)
					}
					defer b.Close()
					var told []string
					found := hw.Search{System: b.System(), Show: func(f hw.Found) { told = append(told, f.What) }}.Run(t.Context())
					if p := found.Config.Panel; p == nil || p.Model != there || p.Size != size[there] || len(told) != 1 || told[0] != what[there] {
						t.Errorf("the search finds %+v and tells %q", p, told)
					}
					h := hw.Probe(t.Context(), parse(t, anOLED+`"`+string(meant)+`"`), b.System())[0]
					if todo := `in the config, write model = "` + string(there) + `" (`; h.OK != (meant == there) || !h.OK && !strings.HasPrefix(h.Text, todo) {
						t.Errorf("the doctor finds %+v", h)
					}
				})
			})
		}
	}
}

// clone is an OLED of a maker who gave its status other low bits.
type clone struct{ identity byte }

func (clone) Write([]byte) error { return nil }

func (c clone) Read(r []byte) error {
	for i := range r {
		r[i] = c.identity
	}
	return nil
}

// TestClonesAreNotTold: a status that is of neither chip proves nothing, so the doctor believes the config, and the search takes the usual chip.
func TestClonesAreNotTold(t *testing.T) {
	for _, identity := range []byte{0x00, 0x07, 0x0F, 0x40, 0xFF} {
		synctest.Test(t, func(t *testing.T) {
			bus := virtual.NewI2CBus("I2C1")
			if err := bus.Register(); err != nil {
				t.Fatal(err)
			}
			defer bus.Unregister()
			if err := bus.Attach(virtual.OLEDAddress, clone{identity}); err != nil {
				t.Fatal(err)
			}
			for _, model := range []string{"ssd1306", "sh1106"} {
				if h := hw.Probe(t.Context(), parse(t, anOLED+`"`+model+`"`), hw.System{}); !h[0].OK {
					t.Errorf("status %#02x as %s: %+v", identity, model, h)
				}
			}
			found := hw.Search{System: hw.System{Ports: map[string]string{}}}.Run(t.Context())
			if p := found.Config.Panel; p == nil || p.Model != panel.SSD1306 {
				t.Errorf("status %#02x: the search finds %+v on %d buses", identity, p, len(i2creg.All()))
			}
		})
	}
}
