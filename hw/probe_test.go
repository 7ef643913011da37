package hw_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/virtual"
)

// TestProbeFindsWhatIsBroken breaks one device after the other, on tables that together have all kinds. Probe gives advice on that one, and reports the
// others as OK.
func TestProbeFindsWhatIsBroken(t *testing.T) {
	const (
		readers = "[[reader]]\nname = \"ann\"\nbus = \"SPI0.0\"\n[[reader]]\nname = \"ben\"\nchip = \"pn532\"\nbus = \"I2C1\"\n[[reader]]\nname = \"cai\"\nchip = \"pn532\"\nbus = \"SPI0.1\"\n"
		hands   = "[[button]]\nname = \"end\"\npin = \"GPIO5\"\npress = \"end\"\n[[knob]]\nname = \"dial\"\na = \"GPIO6\"\nb = \"GPIO13\"\npress = \"GPIO16\"\n"
		lamps   = "[lamps]\nbus = \"SPI1.0\"\ncount = 2\n"
		oled    = readers + hands + "[panel]\nmodel = \"ssd1306\"\nbus = \"I2C3\"\n" + lamps + "[buzzer]\npin = \"GPIO26\"\n[digits]\nclk = \"GPIO22\"\ndio = \"GPIO23\"\n"
		ePaper  = readers + hands + "[panel]\nbus = \"SPI2.0\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n" + lamps + "[buzzer]\nkind = \"passive\"\npin = \"GPIO26\"\n"
		pwm     = hands + lamps + "[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n"
	)
	noPin := func(name string) func(*bench.Bench) error {
		return func(*bench.Bench) error { return gpioreg.Unregister(name) }
	}
	noPort := func(name string) func(*bench.Bench) error {
		return func(*bench.Bench) error { return spireg.Unregister(name) }
	}
	chip := func(name string, fault virtual.ChipFault) func(*bench.Bench) error {
		return func(b *bench.Bench) error { b.Reader(name).SetFault(fault); return nil }
	}
	const wires, pinName, spi = "check its wires and its 3.3 V (", "check the name of its pin: ", "enable SPI, "
	for name, test := range map[string]struct {
		config       string
		spoil        func(*bench.Bench) error
		device, todo string
	}{
		"nothing with an OLED":         {oled, func(*bench.Bench) error { return nil }, "", ""},
		"nothing with e-paper":         {ePaper, func(*bench.Bench) error { return nil }, "", ""},
		"nothing with a PWM":           {pwm, func(*bench.Bench) error { return nil }, "", ""},
		"an MFRC522 without power":     {oled, chip("ann", virtual.ChipLineLow), "reader ann", wires},
		"an MFRC522 without a port":    {oled, chip("ann", virtual.ChipBusFails), "reader ann", spi},
		"a PN532 on I2C":               {oled, chip("ben", virtual.ChipLineLow), "reader ben", wires},
		"a PN532 on SPI":               {oled, chip("cai", virtual.ChipLineLow), "reader cai", wires},
		"a button":                     {oled, noPin("GPIO5"), "button end", pinName},
		"the first pin of a knob":      {oled, noPin("GPIO6"), "knob dial", pinName},
		"the second pin of a knob":     {oled, noPin("GPIO13"), "knob dial", pinName},
		"the push button of a knob":    {oled, noPin("GPIO16"), "knob dial", pinName},
		"an OLED without power":        {oled, func(b *bench.Bench) error { b.Panel.SetFault(virtual.PanelUnplugged); return nil }, "panel", "check its wires, the name of its bus"},
		"an OLED on a bus held low":    {oled, func(b *bench.Bench) error { b.I2CBus("I2C3").SetFault(virtual.I2CStuck); return nil }, "panel", "SDA or SCL of its bus is held low"},
		"the port of e-paper":          {ePaper, noPort("/dev/spidev2.0"), "panel", spi},
		"a first pin of e-paper":       {ePaper, noPin("GPIO25"), "panel", pinName},
		"a second pin of e-paper":      {ePaper, noPin("GPIO17"), "panel", pinName},
		"a third pin of e-paper":       {ePaper, noPin("GPIO24"), "panel", pinName},
		"digits without power":         {oled, func(b *bench.Bench) error { b.Digits.SetPower(false); return nil }, "digits", wires},
		"the clock of digits":          {oled, noPin("GPIO22"), "digits", pinName},
		"the data of digits":           {oled, noPin("GPIO23"), "digits", pinName},
		"a pin of digits is in use":    {oled, func(*bench.Bench) error { gpioreg.ByName("GPIO23").(*virtual.Pin).Fail(syscall.EBUSY); return nil }, "digits", "is its pin used by something else"},
		"the port of lamps":            {oled, noPort("/dev/spidev1.0"), "lamps", spi},
		"the pin of an active buzzer":  {oled, noPin("GPIO26"), "buzzer", pinName},
		"the pin of a passive buzzer":  {ePaper, noPin("GPIO26"), "buzzer", pinName},
		"the PWM of a passive buzzer":  {pwm, func(b *bench.Bench) error { b.PWM().Fail(syscall.ENODEV); return nil }, "buzzer", "enable it with dtoverlay=pwm"},
		"a pin that somebody else has": {oled, func(*bench.Bench) error { gpioreg.ByName("GPIO26").(*virtual.Pin).Fail(syscall.EBUSY); return nil }, "buzzer", "is its pin used by something else"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := parse(t, test.config)
				b, err := bench.New(c)
				if err != nil {
					t.Fatal(err)
				}
				defer b.Close() // ignore its error: a device that was taken away has no name left
				if err := test.spoil(b); err != nil {
					t.Fatal(err)
				}
				found := hw.Probe(t.Context(), c, b.System())
				for _, h := range found {
					if broken := h.Device == test.device; h.OK == broken || broken && !strings.HasPrefix(h.Text, test.todo) {
						t.Errorf("it finds %+v", h)
					}
				}
				if test.device != "" && !slices.ContainsFunc(found, func(h hw.Health) bool { return h.Device == test.device }) {
					t.Errorf("it does not look at %q", test.device)
				}
			})
		})
	}
}
