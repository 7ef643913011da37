package bench_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/digits"
	"familiar/hw/nfc"
	"familiar/hw/panel"
	"familiar/hw/reader"
)

const all = `
[[reader]]
name = "ann"
bus = "SPI0.0"
[[reader]]
name = "ben"
bus = "SPI0.1"
[[button]]
name = "end"
pin = "GPIO5"
press = "end"
[panel]
bus = "SPI1.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
bus = "SPI2.0"
count = 12
[buzzer]
pin = "GPIO18"
`

func parse(t *testing.T, config string) *hw.Config {
	t.Helper()
	c, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newBench(t *testing.T, config string) *bench.Bench {
	t.Helper()
	b, err := bench.New(parse(t, config))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// registered lists the names of all registered devices.
func registered() []string {
	var names []string
	for _, p := range spireg.All() {
		names = append(names, p.Name)
	}
	for _, p := range gpioreg.All() {
		names = append(names, p.Name())
	}
	for _, p := range gpioreg.Aliases() {
		names = append(names, p.Name())
	}
	return names
}

func TestBenchAfterBench(t *testing.T) {
	before := registered()
	for range 3 {
		b, err := bench.New(parse(t, all))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(registered()) - len(before); got != 4+5+5 {
			t.Errorf("%d names are registered, want those of 4 ports and 5 pins, and 5 numbers", got)
		}
		for range 2 {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
		if after := registered(); !slices.Equal(before, after) {
			t.Errorf("registered before: %v, after: %v", before, after)
		}
	}
}

func TestFailedBenchUnregisters(t *testing.T) {
	newBench(t, "[buzzer]\npin = \"GPIO18\"\n")
	before := registered()
	if _, err := bench.New(parse(t, all)); err == nil {
		t.Error("GPIO18 twice: no error")
	}
	for name, c := range map[string]*hw.Config{
		"a pin of no board": {Buttons: []hw.Button{{Name: "end", Pin: "X5"}}},
		"a panel's pin":     {Readers: []hw.Reader{{Bus: "SPI0.0"}}, Panel: &hw.Panel{Bus: "SPI0.1", DC: "GPIO25", Reset: "17", Busy: "GPIO24"}},
		"a port's name":     {Lamps: &hw.Lamps{Bus: "0"}},
		"a knob's A":        {Buttons: []hw.Button{{Name: "end", Pin: "GPIO4"}}, Knobs: []hw.Knob{{A: "5", B: "GPIO6", Press: "GPIO7"}}},
		"a knob's B":        {Knobs: []hw.Knob{{A: "GPIO5", B: "GPIO5", Press: "GPIO7"}}},
		"a knob's button":   {Knobs: []hw.Knob{{A: "GPIO5", B: "GPIO6", Press: "GPIO-"}}},
		"a clock":           {Digits: &hw.Digits{Model: digits.TM1637, Clk: "GPIO", Dio: "GPIO6"}},
		"a data line":       {Digits: &hw.Digits{Model: digits.TM1637, Clk: "GPIO5", Dio: "GPIO5"}},
		"a PWM":             {Readers: []hw.Reader{{Name: "ann", Chip: reader.MFRC522, Bus: "SPI0.0"}}, Buzzer: &hw.Buzzer{PWM: "/sys/class/pwm/pwmchip0"}},
		"a reader's bus":    {Buttons: []hw.Button{{Name: "end", Pin: "GPIO4"}}, Readers: []hw.Reader{{Name: "ann", Chip: reader.PN532, Bus: "USB1"}}},
		"an OLED's bus":     {Buttons: []hw.Button{{Name: "end", Pin: "GPIO4"}}, Panel: &hw.Panel{Model: panel.SSD1306, Bus: "1", Size: "128x64"}},
		"another OLED's":    {Buttons: []hw.Button{{Name: "end", Pin: "GPIO4"}}, Panel: &hw.Panel{Model: panel.SH1106, Bus: "1", Size: "128x64"}},
	} {
		if _, err := bench.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
		if after := registered(); !slices.Equal(before, after) {
			t.Fatalf("%s: registered before: %v, after: %v", name, before, after)
		}
	}
	if after := registered(); !slices.Equal(before, after) {
		t.Errorf("registered before: %v, after: %v", before, after)
	}
}

func TestTagLiesOnOneReader(t *testing.T) {
	b := newBench(t, all)
	uid, err := nfc.ParseUID("04A1B2C3D4E5F6")
	if err != nil {
		t.Fatal(err)
	}
	for _, reader := range []string{"ann", "ben", "ben", "ann"} {
		if err := b.Lay(uid, reader); err != nil {
			t.Fatal(err)
		}
		for _, r := range []string{"ann", "ben"} {
			if lies := slices.Contains(b.Tags(r), uid); lies != (r == reader) || len(b.Tags(r)) > 1 {
				t.Errorf("laid on %s; on %s lie %v", reader, r, b.Tags(r))
			}
		}
	}
	b.Lift(uid)
	b.Lift(uid)
	b.Lift(nfc.UID{})
	if got := append(b.Tags("ann"), b.Tags("ben")...); len(got) != 0 {
		t.Errorf("lifted, and %v lie there", got)
	}
}

func TestPressTakesTime(t *testing.T) {
	for long, want := range map[bool]time.Duration{false: 120 * time.Millisecond, true: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, all)
			start := time.Now()
			time.AfterFunc(want-time.Millisecond, func() {
				if !b.Down("end") {
					t.Error("the button is up too early")
				}
			})
			if err := b.Press("end", long); err != nil {
				t.Error(err)
			}
			if d := time.Since(start); d != want || b.Down("end") {
				t.Errorf("after %v, down: %v; want %v", d, b.Down("end"), want)
			}
		})
	}
}

func TestUnknownDevices(t *testing.T) {
	b := newBench(t, "")
	uid, err := nfc.ParseUID("DEADBEEF")
	if err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"lay": b.Lay(uid, "ann"), "press": b.Press("end", false), "fault": b.Fault("ann", bench.FaultUnplug),
	} {
		if !errors.Is(err, bench.ErrNoDevice) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if b.Picture() != nil || b.Lights() != nil || b.Hz() != 0 || b.Tags("ann") != nil || b.Down("end") || b.Reader("ann") != nil {
		t.Error("an empty bench has a picture, lights, a sound, tags, a pressed button or a reader")
	}
	full := newBench(t, all)
	if err := full.Lay(nfc.UID{}, "ann"); !errors.Is(err, nfc.ErrUID) {
		t.Errorf("laying no tag: %v", err)
	}
	if err := full.Fault("ann", "drown"); err == nil {
		t.Error("an unknown fault: no error")
	}
	if full.Picture() == nil || len(full.Lights()) != 12 {
		t.Error("the full bench has no panel or not all lamps")
	}
}

// TestPace: transfers over SPI take no time, unless they are to take the time that they take on wires.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, all)
		const bytes = 100
		onWires := time.Duration(8*bytes) * time.Microsecond // at 1 MHz
		for _, name := range []string{"SPI0.0", "SPI1.0", "SPI2.0"} {
			port, err := spireg.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			conn, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
			if err != nil {
				t.Fatal(err)
			}
			takes := func() time.Duration {
				start := time.Now()
				if err := conn.Tx(make([]byte, bytes), nil); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				return time.Since(start)
			}
			free := takes()
			b.Pace(true)
			if paced := takes(); free >= onWires || paced < onWires {
				t.Errorf("%s: it takes %v, and at the pace of wires %v", name, free, paced)
			}
			b.Pace(false)
			if again := takes(); again >= onWires {
				t.Errorf("%s: it takes %v after that", name, again)
			}
			if err := port.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
