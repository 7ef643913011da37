package hw_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/virtual"
)

// TestAdviceFitsTheFault: the advice depends on what fails, and on the bus of the device.
func TestAdviceFitsTheFault(t *testing.T) {
	const (
		onI2C = "[[reader]]\nname = \"ann\"\nchip = \"pn532\"\nbus = \"I2C1\"\n[panel]\nmodel = \"ssd1306\"\nbus = \"I2C1\"\n"
		onPWM = "[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n"
		onPin = "[buzzer]\npin = \"GPIO6\"\n"
		held  = "SDA or SCL of its bus is held low: unplug what hangs on the bus, one after the other"
	)
	for name, test := range map[string]struct {
		config string
		spoil  func(*bench.Bench)
		want   map[string]string // by device: the beginning of its text
	}{
		"a bus held low": {onI2C, func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CStuck) }, map[string]string{"ann": held, "panel": held}},
		"an OLED that does not answer": {onI2C, func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelUnplugged) }, map[string]string{
			"panel": "check its wires, the name of its bus and that I2C is enabled",
		}},
		"a PWM that is gone": {onPWM, func(b *bench.Bench) { b.PWM().Fail(syscall.ENODEV) }, map[string]string{
			"buzzer": "enable it with dtoverlay=pwm, and check that you are in the group gpio",
		}},
		"a pin that cannot be had": {onPin, func(b *bench.Bench) { gpioreg.ByName("GPIO6").(*virtual.Pin).Fail(syscall.EBUSY) }, map[string]string{
			"buzzer": "is its pin used by something else, and are you in the group gpio?",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			onSpoiltBench(t, test.config, test.config, test.spoil, func(r *rig) {
				said := r.heard(8 * time.Second)
				for device, todo := range test.want {
					if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, device+" ok=false "+todo+" (") }) {
						t.Errorf("%s says %q, and nothing that begins with %q", device, said, todo)
					}
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		c := parse(t, "[panel]\nmodel = \"ssd1306\"\nbus = \"I2C1\"\n")
		b, err := bench.New(c)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		b.Panel.SetFault(virtual.PanelUnplugged)
		for _, h := range hw.Probe(t.Context(), c, hw.System{}) {
			if h.OK || !strings.HasPrefix(h.Text, "check its wires, the name of its bus and that I2C is enabled (") {
				t.Errorf("an OLED that is probed and does not answer: %+v", h)
			}
		}
	})
}
