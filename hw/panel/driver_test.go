package panel_test

import (
	"image"
	"slices"
	"testing"

	"familiar/hw/panel"
	"familiar/hw/part"
)

// TestDriversAreComplete checks that nothing is missing in the description of a model, and that no two are mistaken for each other.
func TestDriversAreComplete(t *testing.T) {
	seen := make(map[panel.Model]bool)
	versions := make(map[string]bool)
	for _, d := range panel.Drivers() {
		if d.Model == "" || d.Kind == "" || d.Market == "" || len(d.Power) == 0 || d.Ground == "" || len(d.Sizes) == 0 || d.WiresAdvice == "" || len(d.Advice) == 0 {
			t.Errorf("the driver of %q lacks something: %+v", d.Model, d)
		}
		if seen[d.Model] || versions[d.Market+d.Version] {
			t.Errorf("there are two %q, or two %q of version %q", d.Model, d.Market, d.Version)
		}
		seen[d.Model], versions[d.Market+d.Version] = true, true
		for _, c := range d.Connections {
			want := []string{"SDA", "SCL"}
			if c.Bus == part.SPI {
				want = []string{"MOSI", "SCK", "CS"}
			}
			for _, signal := range want {
				if c.Terminals[signal] == "" {
					t.Errorf("%s on %s: no terminal is for %s", d.Model, c.Bus, signal)
				}
			}
			if (c.Address != 0) != (c.Bus == part.I2C) || (d.Probe != nil) != (c.Bus == part.I2C) || d.Pins != (c.Bus == part.SPI) {
				t.Errorf("%s on %s: its address is %#x, it can answer: %v, it has pins: %v", d.Model, c.Bus, c.Address, d.Probe != nil, d.Pins)
			}
		}
		if got, err := panel.Find(d.Model); err != nil || got.Model != d.Model {
			t.Errorf("%s: %s, %v", d.Model, got.Model, err)
		}
	}
	if _, err := panel.Find("waveshare2in13v3"); err == nil {
		t.Error("a model that nobody has is found")
	}
	if hat := panel.Drivers()[0].HAT; slices.Contains([]string{hat.Port, hat.DC, hat.RST, hat.BUSY}, "") {
		t.Errorf("the usual panel lacks a wire on the header: %+v", hat)
	}
}

// TestSizes: a size has a name in configs, and the first is that of a panel for which no other is given.
func TestSizes(t *testing.T) {
	for _, d := range panel.Drivers() {
		if usual, ok := d.Size(""); !ok || usual != d.Sizes[0] {
			t.Errorf("%s: the usual size is %v, %v", d.Model, usual, ok)
		}
		for _, size := range d.Sizes {
			if got, ok := d.Size(panel.SizeName(size)); !ok || got != size {
				t.Errorf("%s: %s is %v, %v", d.Model, panel.SizeName(size), got, ok)
			}
		}
		if size, ok := d.Size("1x1"); ok {
			t.Errorf("%s: 1x1 is %v", d.Model, size)
		}
	}
	if name := panel.SizeName(image.Pt(128, 64)); name != "128x64" {
		t.Error(name)
	}
}
