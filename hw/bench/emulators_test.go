package bench_test

import (
	"testing"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/part"
)

// TestEveryPanelIsEmulated: each model of panel in each of its sizes is on the bench, where the doctor finds it.
func TestEveryPanelIsEmulated(t *testing.T) {
	buses := map[part.Bus]string{part.SPI: "SPI0.0", part.I2C: "I2C1"}
	for _, d := range panel.Drivers() {
		for _, size := range d.Sizes {
			for _, c := range d.Connections {
				config := hw.Panel{Model: d.Model, Bus: buses[c.Bus], Size: panel.SizeName(size)}
				if d.Pins {
					config.DC, config.Reset, config.Busy = "GPIO25", "GPIO17", "GPIO24"
				}
				t.Run(string(d.Model)+" "+config.Size+" on "+config.Bus, func(t *testing.T) { checkPanel(t, &config) })
			}
		}
	}
}

func checkPanel(t *testing.T, config *hw.Panel) {
	t.Helper()
	c := &hw.Config{Panel: config}
	b, err := bench.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if got := panel.SizeName(b.Picture().Bounds().Size()); got != config.Size {
		t.Errorf("its picture is %s", got)
	}
	if found := hw.Probe(t.Context(), c, b.System()); len(found) != 1 || !found[0].OK {
		t.Errorf("the doctor finds %+v", found)
	}
}

// TestEveryDisplayOfDigitsIsEmulated: each model of digits is on the bench, where the doctor finds it.
func TestEveryDisplayOfDigitsIsEmulated(t *testing.T) {
	for _, d := range digits.Drivers() {
		c := &hw.Config{Digits: &hw.Digits{Model: d.Model, Clk: "GPIO22", Dio: "GPIO23"}}
		b, err := bench.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if found := hw.Probe(t.Context(), c, b.System()); len(found) != 1 || !found[0].OK || !found[0].Asked {
			t.Errorf("%s: the doctor finds %+v", d.Model, found)
		}
		if n := b.Number(); n != "    " {
			t.Errorf("%s: it shows %q", d.Model, n)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNoSuchSize: a panel of a size that its model does not have is an error.
func TestNoSuchSize(t *testing.T) {
	for _, d := range panel.Drivers() {
		if _, err := bench.New(&hw.Config{Panel: &hw.Panel{Model: d.Model, Bus: "I2C1", Size: "1x1"}}); err == nil {
			t.Errorf("there is a %s of 1×1", d.Model)
		}
	}
}
