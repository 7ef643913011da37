package board_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/hw/board"
)

func TestDetect(t *testing.T) {
	for name, want := range map[string]board.Model{
		"Raspberry Pi Zero W Rev 1.1":                board.Zero,
		"Raspberry Pi Zero 2 W Rev 1.0":              board.Zero2,
		"Raspberry Pi 2 Model B Rev 1.1":             board.Pi3,
		"Raspberry Pi 3 Model B Plus Rev 1.3":        board.Pi3,
		"Raspberry Pi Compute Module 3 Plus Rev 1.0": board.Pi3,
		"Raspberry Pi 4 Model B Rev 1.5":             board.Pi4,
		"Raspberry Pi 400 Rev 1.0":                   board.Pi4,
		"Raspberry Pi Compute Module 4 Rev 1.1":      board.Pi4,
		"Raspberry Pi 5 Model B Rev 1.0":             board.Pi5,
		"Raspberry Pi 500 Rev 1.0":                   board.Pi5,
		"Raspberry Pi Compute Module 5 Rev 1.0":      board.Pi5,
		"Raspberry Pi Compute Module 5 Lite Rev 1.0": board.Pi5,
		"Raspberry Pi Model B Rev 2":                 board.Unknown,
		"Raspberry Pi 50":                            board.Unknown,
		"linux,dummy-virt":                           board.Unknown,
		"Radxa ROCK Pi 4":                            board.Unknown,
		"":                                           board.Unknown,
	} {
		root := fstest.MapFS{"proc/device-tree/model": {Data: []byte(name + "\x00")}}
		got, called, err := board.Detect(root)
		if err != nil || got != want || called != name {
			t.Errorf("%q is a %v, called %q (%v); want a %v", name, got, called, err, want)
		}
		if got.RootRefused() != (want == board.Pi5) {
			t.Errorf("%q: root is refused: %t", name, got.RootRefused())
		}
	}
	if m, name, err := board.Detect(fstest.MapFS{}); m != board.Unknown || name != "" || err != nil {
		t.Errorf("no Raspberry Pi: %v, %q, %v", m, name, err)
	}
	if m, _, err := board.Detect(fstest.MapFS{"proc/device-tree/model": {Mode: fs.ModeDir}}); m != board.Unknown || err == nil {
		t.Errorf("what cannot be read: %v, %v", m, err)
	}
}

// TestHeader: every line is on the header once, and PinOf finds it.
func TestHeader(t *testing.T) {
	count := make(map[string]int)
	for p := board.Pin(1); p <= board.Pins; p++ {
		count[p.String()]++
		if strings.HasPrefix(p.String(), "GPIO") && board.PinOf(p.String()) != p {
			t.Errorf("%s is found at pin %d, not %d", p, board.PinOf(p.String()), int(p))
		}
	}
	for n := range 28 {
		if count[fmt.Sprintf("GPIO%d", n)] != 1 {
			t.Errorf("GPIO%d is there %d times", n, count[fmt.Sprintf("GPIO%d", n)])
		}
	}
	if count[board.Power3V3] != 2 || count[board.Power5V] != 2 || count[board.Ground] != 8 || len(count) != 31 {
		t.Errorf("%v", count)
	}
	if s := board.Pin(0).String() + board.Pin(41).String(); s != "" || board.PinOf("GPIO28") != 0 {
		t.Errorf("pins that are not there: %q", s)
	}
}

// TestBuses: every model has the common buses, all their lines are on the header, and no bus uses
// one twice.
func TestBuses(t *testing.T) {
	for m := board.Unknown; m <= board.Pi5; m++ {
		for _, name := range []string{"SPI0.1", "SPI1.2", "I2C1", "/dev/serial0"} {
			if _, ok := m.Bus(name); !ok {
				t.Errorf("a %s has no %s", m, name)
			}
		}
		names := make(map[string]bool)
		for _, b := range m.Buses() {
			lines := slices.Clone(b.Selects)
			for _, w := range b.Wires {
				lines = append(lines, w.Line)
			}
			slices.Sort(lines)
			if len(slices.Compact(slices.Clone(lines))) != len(lines) || names[b.Name] || b.Boot == "" {
				t.Errorf("%s of a %s: %v, %q", b.Name, m, lines, b.Boot)
			}
			names[b.Name] = true
			for _, line := range lines {
				if board.PinOf(line) == 0 {
					t.Errorf("%s of a %s: %s is not on the header", b.Name, m, line)
				}
			}
		}
	}
	if _, ok := board.Pi5.Bus("SPI6.0"); ok {
		t.Error("a Raspberry Pi 5 has SPI6")
	}
	for line, want := range map[string]string{"GPIO18": "dtoverlay=pwm", "GPIO12": "dtoverlay=pwm,pin=12,func=4", "GPIO19": "dtoverlay=pwm,pin=19,func=2"} {
		if got := board.PWMBoot(line); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestRemarks: the remarks on a model are about its differences and no other model's.
func TestRemarks(t *testing.T) {
	const (
		buses     = "SPI0 and SPI1 are all there is"
		lamps     = "lamps of the kind ws2812 need core_freq=250 in config.txt: the clock of SPI follows that of the core"
		bluetooth = "the serial port of the header is given to Bluetooth's: set dtoverlay=disable-bt or enable_uart=1 in config.txt for a reader on /dev/serial0"
	)
	for m, want := range map[board.Model][]string{
		board.Unknown: nil,
		board.Zero:    {"one core of 1 GHz: two or three readers are enough for it", buses, lamps, bluetooth},
		board.Zero2:   {buses, lamps, bluetooth},
		board.Pi3:     {buses, lamps, bluetooth},
		board.Pi4:     {"lamps of the kind ws2812 need core_freq_min=500 in config.txt: the clock of SPI follows that of the core"},
		board.Pi5: {
			"do not run Familiar as root: the GPIO library would write to the wrong registers",
			"SPI3 comes out where a Raspberry Pi 4 has SPI4, and SPI2 where that has SPI3; there is no SPI4 and no SPI6",
			"the serial port of the header is /dev/ttyAMA0 with dtparam=uart0=on; /dev/serial0 may be the one between the HDMI sockets",
			"the PWM of a passive buzzer may be pwmchip2 with an early kernel",
		},
	} {
		if got := m.Remarks(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", m, got, want)
		}
		// Remarks mention more buses exactly if the model has them.
		_, more := m.Bus("SPI3.0")
		if says := slices.Contains(want, buses); m != board.Unknown && says == more {
			t.Errorf("%s: SPI3 is there: %t, and the remark says that there are no more: %t", m, more, says)
		}
	}
}

// TestNamesOfModels: each model has the name that people know, and what is no model has one, too.
func TestNamesOfModels(t *testing.T) {
	for m, want := range map[board.Model]string{
		board.Unknown: "unknown model", board.Zero: "Raspberry Pi Zero", board.Zero2: "Raspberry Pi Zero 2", board.Pi3: "Raspberry Pi 3", board.Pi4: "Raspberry Pi 4",
		board.Pi5: "Raspberry Pi 5", board.Pi5 + 1: "unknown model",
	} {
		if got := m.String(); got != want {
			t.Errorf("model %d is called %q, not %q", int(m), got, want)
		}
	}
}
