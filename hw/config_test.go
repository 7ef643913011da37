package hw_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/hw"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/reader"
)

func TestParseConfig(t *testing.T) {
	tests := map[string]struct {
		text string
		want hw.Config
	}{
		"empty":         {"", hw.Config{}},
		"only comments": {"# nothing yet\n\n   # nor here", hw.Config{}},
		"all left out that can be": {
			`
[[reader]]
bus = "SPI0.0"
[[reader]]
bus = "SPI0.1"
[[button]]
pin = "GPIO5"
press = "end"
[[button]]
pin = "GPIO6"
long = "undo"
[panel]
bus = "SPI0.2"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
bus = "SPI1.1"
count = 12
[buzzer]
pin = "GPIO18"
[digits]
clk = "GPIO22"
dio = "GPIO23"
`,
			hw.Config{
				Readers: []hw.Reader{
					{Name: "spi0.0", Chip: reader.MFRC522, Bus: "SPI0.0", Gain: 33},
					{Name: "spi0.1", Chip: reader.MFRC522, Bus: "SPI0.1", Gain: 33},
				},
				Buttons: []hw.Button{{Name: "end", Pin: "GPIO5", Press: "end"}, {Name: "undo", Pin: "GPIO6", Long: "undo"}},
				Panel:   &hw.Panel{Model: panel.WaveshareV2, Bus: "SPI0.2", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24"},
				Digits:  &hw.Digits{Model: digits.TM1637, Clk: "GPIO22", Dio: "GPIO23", Brightness: 50},
				Lamps:   &hw.Lamps{Model: hw.LampsAPA102, Bus: "SPI1.1", Count: 12, Brightness: 25, Shape: hw.ShapeRing, First: 1},
				Buzzer:  &hw.Buzzer{Kind: hw.BuzzerActive, Pin: "GPIO18"},
			},
		},
		"everything said": {
			`
[[reader]] # Ann's
name = "altar-1"
title = "Ann's altar"
chip = "mfrc522"
bus = "SPI0.0"
cs = "GPIO27"
gain = 48
seat = 1
place = "altar"
settle = "0.7s"

[[button]]
name = "yes"
title = "Ja (halten: zurück)"
pin = "GPIO26"
press = "confirm"
long = "undo"
seat = 2
active-high = true

[panel]
model = "waveshare2in13v2"
bus = "SPI0.1"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
upside-down = true

[lamps]
model = "ws2812"
bus = "SPI1.0"
count = 300
brightness = 100
shape = "strip"
reversed = true

[buzzer]
kind = "passive"
pwm = "/sys/class/pwm/pwmchip0/pwm1"
quiet = "22:00-07:30"

[digits]
model = "tm1637"
clk = "GPIO22"
dio = "GPIO23"
brightness = 100

[[knob]]
name = "ben"
title = "Ben's knob"
a = "GPIO5"
b = "GPIO6"
press = "GPIO13"
edges = 2
seat = 2
`,
			hw.Config{
				Readers: []hw.Reader{{Name: "altar-1", Title: "Ann's altar", Chip: reader.MFRC522, Bus: "SPI0.0", CS: "GPIO27", Gain: 48, Seat: 1, Place: "altar", Settle: hw.Duration(700 * time.Millisecond)}},
				Buttons: []hw.Button{{Name: "yes", Title: "Ja (halten: zurück)", Pin: "GPIO26", Press: "confirm", Long: "undo", Seat: 2, ActiveHigh: true}},
				Knobs:   []hw.Knob{{Name: "ben", Title: "Ben's knob", A: "GPIO5", B: "GPIO6", Press: "GPIO13", Edges: 2, Seat: 2}},
				Panel: &hw.Panel{
					Model: panel.WaveshareV2, Bus: "SPI0.1", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24", UpsideDown: true,
				},
				Digits: &hw.Digits{Model: digits.TM1637, Clk: "GPIO22", Dio: "GPIO23", Brightness: 100},
				Lamps: &hw.Lamps{
					Model: hw.LampsWS2812, Bus: "SPI1.0", Count: 300, Brightness: 100, Shape: hw.ShapeStrip, First: 1, Reversed: true,
				},
				Buzzer: &hw.Buzzer{
					Kind: hw.BuzzerPassive, PWM: "/sys/class/pwm/pwmchip0/pwm1", Quiet: hw.Hours{From: 22 * time.Hour, To: 7*time.Hour + 30*time.Minute},
				},
			},
		},
		"as an editor of another system writes it": {
			"\ufeff[[ reader ]]\r\n\tBus = 'SPI0.0'\r\n[\"buzzer\"]\r\npin='GPIO5'",
			hw.Config{
				Readers: []hw.Reader{{Name: "spi0.0", Chip: reader.MFRC522, Bus: "SPI0.0", Gain: 33}},
				Buzzer:  &hw.Buzzer{Kind: hw.BuzzerActive, Pin: "GPIO5"},
			},
		},
		"chips on other buses than SPI": {
			`
[[reader]]
chip = "pn532"
bus = "I2C1"
[[reader]]
chip = "pn532"
bus = "/dev/serial0"
[[reader]]
chip = "pn532"
bus = "SPI0.1"
[panel]
model = "ssd1306"
bus = "I2C1"
[[knob]]
a = "GPIO5"
b = "GPIO6"
press = "GPIO13"
`,
			hw.Config{
				Readers: []hw.Reader{
					{Name: "i2c1", Chip: reader.PN532, Bus: "I2C1", Gain: 33},
					{Name: "serial0", Chip: reader.PN532, Bus: "/dev/serial0", Gain: 33},
					{Name: "spi0.1", Chip: reader.PN532, Bus: "SPI0.1", Gain: 33},
				},
				Knobs: []hw.Knob{{Name: "knob", A: "GPIO5", B: "GPIO6", Press: "GPIO13", Edges: 4}},
				Panel: &hw.Panel{Model: panel.SSD1306, Bus: "I2C1", Size: "128x64"},
			},
		},
		"a button of several words": {
			"[[button]]\npin = \"GPIO5\"\npress = \"end pass done\"\n[[button]]\npin = \"GPIO6\"\nlong = \"drop undo\"\n",
			hw.Config{Buttons: []hw.Button{
				{Name: "end", Pin: "GPIO5", Press: "end pass done"}, {Name: "drop", Pin: "GPIO6", Long: "drop undo"},
			}},
		},
		"pins of a bus that is not in use": {
			"[[button]]\npin = \"GPIO10\"\npress = \"end\"\n[[reader]]\nbus = \"SPI1.0\"\n",
			hw.Config{
				Readers: []hw.Reader{{Name: "spi1.0", Chip: reader.MFRC522, Bus: "SPI1.0", Gain: 33}},
				Buttons: []hw.Button{{Name: "end", Pin: "GPIO10", Press: "end"}},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := hw.ParseConfig([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := hw.ParseConfig([]byte(got.Text()))
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("written and read again (%v, -want +got):\n%s\n%s", err, diff, got.Text())
			}
		})
	}
}

// TestUsualValuesAreLeftOut: what is as usual is not written into a config, so that people read only what they have chosen.
func TestUsualValuesAreLeftOut(t *testing.T) {
	const chosen = `[[reader]]
bus = "SPI0.0"

[[knob]]
a = "GPIO5"
b = "GPIO6"
press = "GPIO13"

[lamps]
bus = "SPI1.1"
count = 12

[digits]
clk = "GPIO22"
dio = "GPIO23"
`
	c, err := hw.ParseConfig([]byte(chosen))
	if err != nil {
		t.Fatal(err)
	}
	for _, usual := range []string{"chip", "gain", "edges", "tm1637", "brightness", "first", `"knob"`} {
		if text := c.Text(); strings.Contains(text, usual) {
			t.Errorf("%s is written:\n%s", usual, text)
		}
	}
	c.Lamps.First = 2
	if !strings.Contains(c.Text(), "first = 2") {
		t.Errorf("the lamps of the first seat begin elsewhere, and that is not written:\n%s", c.Text())
	}
}

func TestGains(t *testing.T) {
	for dB := range 60 {
		_, err := hw.ParseConfig(fmt.Appendf(nil, "[[reader]]\nbus = \"SPI0.0\"\ngain = %d\n", dB))
		known := dB == 18 || dB == 23 || dB == 33 || dB == 38 || dB == 43 || dB == 48
		if known != (err == nil) {
			t.Errorf("gain = %d: %v", dB, err)
		}
	}
}

// TestHours parses times of the day, over midnight or not.
func TestHours(t *testing.T) {
	for text, want := range map[string]string{
		"22:00-07:00": "22:00-07:00", "7:05 - 8:00": "07:05-08:00", "00:00-23:59": "00:00-23:59", "12:00-12:00": "", "24:00-07:00": "", "22-7": "", "22:00": "", "": "",
	} {
		c, err := hw.ParseConfig(fmt.Appendf(nil, "[buzzer]\npin = \"GPIO5\"\nquiet = %q\n", text))
		if (err == nil) != (want != "") {
			t.Errorf("%q: %v", text, err)
		} else if err == nil && c.Buzzer.Quiet.String() != want {
			t.Errorf("%q: %v, want %s", text, c.Buzzer.Quiet, want)
		}
	}
	if text, err := (hw.Hours{}).MarshalText(); err != nil || len(text) > 0 {
		t.Errorf("no hours are written as %q, %v", text, err)
	}
	for clock, want := range map[string]bool{"21:59": false, "22:00": true, "23:30": true, "00:00": true, "06:59": true, "07:00": false, "12:00": false} {
		at, err := time.Parse("15:04", clock)
		if err != nil {
			t.Fatal(err)
		}
		night := hw.Hours{From: 22 * time.Hour, To: 7 * time.Hour}
		day := hw.Hours{From: 7 * time.Hour, To: 22 * time.Hour}
		if night.Include(at) != want || day.Include(at) == want || (hw.Hours{}).Include(at) {
			t.Errorf("%s: %v, %v", clock, night.Include(at), day.Include(at))
		}
	}
}

// TestSettle accepts zero, and times that a reader can measure and a person would wait.
func TestSettle(t *testing.T) {
	for text, fine := range map[string]bool{
		"0": true, "0s": true, "49ms": false, "50ms": true, "0.7s": true, "5s": true, "5001ms": false, "-1s": false, "1h": false, "": false, "700": false,
	} {
		_, err := hw.ParseConfig(fmt.Appendf(nil, "[[reader]]\nbus = \"SPI0.0\"\nsettle = %q\n", text))
		if fine != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "line 3: reader spi0.0: settle ") {
			t.Errorf("settle = %q: %v", text, err)
		}
	}
	_, err := hw.ParseConfig([]byte("[[reader]]\nbus = \"SPI0.0\"\nsettle = \"7s\"\n"))
	if err == nil || err.Error() != "line 3: reader spi0.0: settle is 7s; it is 50ms to 5s" {
		t.Error(err)
	}
}

func TestParseConfigRefuses(t *testing.T) {
	const (
		reader = "[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"
		button = "[[button]]\npin = \"GPIO5\"\npress = \"end\"\n"
		panel  = "[panel]\nbus = \"SPI0.1\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n"
		lamps  = "[lamps]\nbus = \"SPI1.0\"\ncount = 12\n"
	)
	tests := map[string]struct {
		text string
		want []string
	}{
		"not TOML": {"bus: SPI0.0\n", []string{
			`line 1: it is not understood: expected '.' or '=', but got ':' instead. Text stands in "quotes", and ends in its line`,
		}},
		"quotes forgotten": {reader + "title = Ann\n", []string{
			`line 4: it is not understood: expected value but found "Ann" instead. Text stands in "quotes", and ends in its line`,
		}},
		"several lines": {reader + "title = \"\"\"\nAnn\"\"\"\n", []string{
			`line 4: it is not understood: unexpected EOF; expected '"""'. Text stands in "quotes", and ends in its line`,
			`line 5: it is not understood: expected '.' or '=', but got '"' instead. Text stands in "quotes", and ends in its line`,
		}},
		"a line too long": {reader + "title = \"" + strings.Repeat("a", 1000) + "\"\n", []string{
			"line 4: it is longer than 1000 bytes",
		}},
		"below no header": {"bus = \"SPI0.0\"\n", []string{
			"line 1: bus stands below no header; a header is one of [[reader]], [[button]], [[knob]], [panel], [digits], [lamps] and [buzzer]",
		}},
		"another header, told once": {"[oven]\nbus = 1\nheat = 2\n", []string{
			`line 1: unknown header "oven": it is one of [[reader]], [[button]], [[knob]], [panel], [digits], [lamps] and [buzzer]`,
		}},
		"a header below a header": {reader + "[reader.antenna]\nturns = 3\n[[reader.x]]\n", []string{
			"line 4: a header is one of [[reader]], [[button]], [[knob]], [panel], [digits], [lamps] and [buzzer]",
			"line 6: a header is one of [[reader]], [[button]], [[knob]], [panel], [digits], [lamps] and [buzzer]",
		}},
		"one reader": {"[reader]\nbus = \"SPI0.0\"\n", []string{
			"line 1: there can be several of them: write [[reader]]",
		}},
		"several panels": {"[[panel]]\n", []string{
			"line 1: there can be one panel only: write [panel]",
		}},
		"a second panel": {panel + panel, []string{
			"line 6: there is a [panel] in line 1 already",
		}},
		"unknown key": {reader + "seta = 1\n" + reader[:11] + "bus = \"SPI0.1\"\nseta = 2\nname.first = \"Ann\"\n", []string{
			"line 4: reader altar: unknown key seta",
			"line 7: reader spi0.1: unknown key seta",
			`line 8: reader spi0.1: name must be text in "quotes"`,
		}},
		"key of another device": {reader + panel + "name = \"Paul\"\n", []string{
			"line 9: panel: unknown key name",
		}},
		"wrong kinds": {reader + "seat = \"1\"\nplace = 1\n" + button + "active-high = 1\nlong = [\"undo\"]\n" + lamps + "brightness = 0.5\n", []string{
			"line 4: reader altar: seat must be a whole number",
			`line 5: reader altar: place must be text in "quotes"`,
			"line 9: button end: active-high must be true or false",
			`line 10: button end: long must be text in "quotes"`,
			"line 14: lamps: brightness must be a whole number",
		}},
		"times": {reader + "settle = \"soon\"\n" + strings.Replace(reader, "altar", "b", 1) + "settle = 700\n" + strings.Replace(reader, "altar", "c", 1) + "settle = true\n", []string{
			`line 4: reader altar: settle must be a time, such as "700ms"`,
			"line 7: reader b: bus SPI0.0 is used by reader altar already",
			`line 8: reader b: settle must be a time, such as "700ms"`,
			"line 11: reader c: bus SPI0.0 is used by reader altar already",
			`line 12: reader c: settle must be a time, such as "700ms"`,
		}},
		"set twice": {reader + "Bus = \"SPI0.1\"\n", []string{
			"line 4: reader altar: Bus is set in line 3 already",
		}},
		"all of nothing": {reader + "[[button]]\nname = \"end\"\npin = \"GPIO5\"\nlong = \"all\"\n", []string{
			"line 4: button end: neither press nor long says what it does",
		}},
		"missing": {"[[reader]]\n[[button]]\n[panel]\n[lamps]\n[buzzer]\n", []string{
			"line 1: reader: bus is missing",
			"line 2: button: pin is missing",
			"line 2: button: neither press nor long says what it does",
			"line 3: panel: bus is missing",
			"line 3: panel: dc is missing",
			"line 3: panel: reset is missing",
			"line 3: panel: busy is missing",
			"line 4: lamps: bus is missing",
			"line 4: lamps: count is 0; it is 1 to 300",
			"line 5: buzzer: pin is missing",
		}},
		"taken": {
			reader + "[[reader]]\nbus = \"SPI0.0\"\n" + button + "[[button]]\npin = \"GPIO5\"\nlong = \"undo\"\n" +
				"[panel]\nbus = \"SPI0.0\"\ndc = \"GPIO25\"\nreset = \"GPIO25\"\nbusy = \"GPIO5\"\n",
			[]string{
				"line 5: reader spi0.0: bus SPI0.0 is used by reader altar already",
				"line 10: button undo: pin GPIO5 is used by button end already",
				"line 13: panel: bus SPI0.0 is used by reader altar already",
				"line 15: panel: reset GPIO25 is used by panel already",
				"line 16: panel: busy GPIO5 is used by button end already",
			},
		},
		"wires of a bus": {
			"[[button]]\npin = \"GPIO10\"\npress = \"end\"\n" + reader + lamps + "[buzzer]\npin = \"GPIO19\"\n",
			[]string{
				"line 2: button end: pin GPIO10 is a wire of SPI0, which is in use",
				"line 11: buzzer: pin GPIO19 is a wire of SPI1, which is in use",
			},
		},
		"lamps on a bus of others": {
			reader + lamps + panel[:8] + "bus = \"SPI1.1\"\n" + panel[23:],
			[]string{
				"line 5: lamps: bus is SPI1.0, and something else hangs on SPI1; lamps have no chip select and need a bus of their own",
			},
		},
		"names": {
			reader + "[[reader]]\nname = \"altar\"\nbus = \"SPI0.1\"\n" + button + "name = \"panel\"\n" +
				strings.Replace(button, "GPIO5", "GPIO6", 1) + "name = \"digits\"\n" + strings.Replace(button, "GPIO5", "GPIO12", 1) + "name = \"lamps\"\n" +
				strings.Replace(button, "GPIO5", "GPIO13", 1) + "name = \"buzzer\"\n",
			[]string{
				`line 5: reader altar: something else is called "altar" too; give it a name of its own`,
				`line 10: button panel: something else is called "panel" too; give it a name of its own`,
				`line 14: button digits: something else is called "digits" too; give it a name of its own`,
				`line 18: button lamps: something else is called "lamps" too; give it a name of its own`,
				`line 22: button buzzer: something else is called "buzzer" too; give it a name of its own`,
			},
		},
		"not to be shown": {
			"[[reader]]\nname = \"a\\u0007b\"\nbus = \"SPI0.0\"\ntitle = \"" + strings.Repeat("ü", 61) + "\"\nplace = \" altar\"\n" + button + "long = \"\\n\"\n",
			[]string{
				"line 2: reader: name is too long, or not to be read: it is at most 60 letters in one line",
				"line 4: reader: title is too long, or not to be read: it is at most 60 letters in one line",
				"line 5: reader: place is too long, or not to be read: it is at most 60 letters in one line",
				"line 9: button end: long is too long, or not to be read: it is at most 60 letters in one line",
			},
		},
		"the same word twice": {
			button + "long = \"undo drop undo drop\"\n[[button]]\npin = \"GPIO6\"\npress = \"pass pass\"\n",
			[]string{`line 4: button end: long says "undo" twice`, `line 7: button pass: press says "pass" twice`},
		},
		"words, or rather blanks": {
			"[[button]]\npin = \"GPIO5\"\npress = \"end \"\n[[button]]\npin = \"GPIO6\"\npress = \" \"\n[[button]]\npin = \"GPIO13\"\npress = \"go\\tpass\"\n",
			[]string{
				"line 3: button end: press is too long, or not to be read: it is at most 60 letters in one line",
				"line 6: button gpio6: press is too long, or not to be read: it is at most 60 letters in one line",
				"line 9: button go: press is too long, or not to be read: it is at most 60 letters in one line",
			},
		},
		"ranges": {
			reader + "seat = -1\ngain = 40\nchip = \"pn533\"\n" + button + "seat = 9\n" +
				"[panel]\nmodel = \"waveshare2in13v3\"\n" + panel[8:] + "[lamps]\nmodel = \"ws2811\"\ncount = 301\nbrightness = 0\nbus = \"SPI1.0\"\n" +
				"[buzzer]\nkind = \"loud\"\npin = \"GPIO18\"\n",
			[]string{
				"line 4: reader altar: seat is -1; seats are 1 to 8, and 0 is nobody's",
				"line 5: reader altar: gain is 40; it is one of [18 23 33 38 43 48] dB",
				`line 6: reader altar: chip "pn533" is not known; it is one of mfrc522, pn532`,
				"line 10: button end: seat is 9; seats are 1 to 8, and 0 is nobody's",
				`line 12: panel: model "waveshare2in13v3" is not known; it is one of waveshare2in13v2, waveshare2in13v4, inkyphat, ssd1306, sh1106`,
				`line 18: lamps: model "ws2811" is not known; it is one of apa102, ws2812`,
				"line 19: lamps: count is 301; it is 1 to 300",
				"line 20: lamps: brightness is 0; it is a percentage, 1 to 100",
				`line 23: buzzer: kind "loud" is not known; it is one of active, passive`,
			},
		},
		"too large a number": {reader + "seat = 99999999999999999999\n", []string{
			`line 4: it is not understood: 99999999999999999999 is out of range for int64. Text stands in "quotes", and ends in its line`,
		}},
		"other names of devices": {
			"[[reader]]\nbus = \"/dev/spidev0.0\"\n[[button]]\npin = \"5\"\npress = \"end\"\n[[button]]\npin = \"GPIO05\"\npress = \"yes\"\n",
			[]string{
				`line 2: reader spidev0.0: bus is "/dev/spidev0.0"; it looks like SPI0.0, which is /dev/spidev0.0`,
				`line 4: button end: pin is "5"; a Pi calls its pins GPIO0 to GPIO27`,
				`line 7: button yes: pin is "GPIO05"; a Pi calls its pins GPIO0 to GPIO27`,
			},
		},
		"what a chip does not have": {
			"[[reader]]\nchip = \"pn532\"\nbus = \"I2C1\"\ngain = 33\ncs = \"GPIO8\"\n" +
				"[panel]\nmodel = \"ssd1306\"\nbus = \"SPI0.0\"\ndc = \"GPIO25\"\nsize = \"64x48\"\n[buzzer]\npin = \"GPIO18\"\n",
			[]string{
				"line 4: reader i2c1: leave out gain: a PN532 sets its own",
				"line 5: reader i2c1: cs is for a chip on SPI",
				`line 8: panel: bus is "SPI0.0"; it looks like I2C1, which is /dev/i2c-1`,
				"line 9: panel: leave out dc: an OLED on I2C has no such wire",
				`line 10: panel: size "64x48" is not known; it is one of 128x64, 128x32`,
			},
		},
		"an Inky pHAT": {
			"[panel]\nmodel = \"inkyphat\"\nbus = \"I2C1\"\nsize = \"250x122\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\n",
			[]string{
				"line 1: panel: busy is missing",
				`line 3: panel: bus is "I2C1"; it looks like SPI0.0, which is /dev/spidev0.0`,
				"line 4: panel: leave out size: an Inky pHAT has one size",
			},
		},
		"an OLED with one size": {
			"[panel]\nmodel = \"sh1106\"\nbus = \"I2C1\"\nsize = \"128x32\"\nreset = \"GPIO27\"\n",
			[]string{
				"line 4: panel: leave out size: an OLED with an SH1106 has one size",
				"line 5: panel: leave out reset: an OLED with an SH1106 has no such wire",
			},
		},
		"an e-ink panel of another size": {panel + "size = \"128x64\"\n", []string{"line 6: panel: leave out size: an e-ink panel has one size"}},
		"one address twice": {
			"[[reader]]\nchip = \"pn532\"\nbus = \"I2C1\"\n[[reader]]\nname = \"b\"\nchip = \"pn532\"\nbus = \"I2C1\"\n[[button]]\npin = \"GPIO3\"\npress = \"end\"\n",
			[]string{
				"line 7: reader b: bus I2C1, address 0x24, is used by reader i2c1 already",
				"line 9: button end: pin GPIO3 is a wire of I2C1, which is in use",
			},
		},
		"another form of bus": {
			"[[reader]]\nchip = \"pn532\"\nbus = \"COM1\"\n" + lamps + "first = 13\n",
			[]string{
				`line 3: reader com1: bus is "COM1"; it looks like SPI0.0, which is /dev/spidev0.0, or I2C1, which is /dev/i2c-1, or /dev/serial0`,
				"line 7: lamps: first is 13; it is one of the lamps, 1 to 12",
			},
		},
		"a knob": {
			"[[knob]]\na = \"GPIO5\"\nb = \"GPIO5\"\n[[knob]]\na = \"GPIO6\"\nb = \"GPIO13\"\npress = \"GPIO26\"\nseat = 9\nedges = 3\n[knob]\n",
			[]string{
				"line 1: knob: press is missing",
				"line 3: knob: b GPIO5 is used by knob already",
				`line 4: knob: something else is called "knob" too; give it a name of its own`,
				"line 8: knob: seat is 9; seats are 1 to 8, and 0 is nobody's",
				"line 9: knob: edges is 3; an encoder has 2 or 4 from one click to the next",
				"line 10: there can be several of them: write [[knob]]",
			},
		},
		"digits": {
			button + "[digits]\nmodel = \"tm1638\"\nclk = \"GPIO5\"\nbrightness = 0\n[[digits]]\n[button]\n",
			[]string{
				"line 4: digits: dio is missing",
				`line 5: digits: model "tm1638" is not known; it is one of tm1637`,
				"line 6: digits: clk GPIO5 is used by button end already",
				"line 7: digits: brightness is 0; it is a percentage, 1 to 100",
				"line 8: there can be one digits only: write [digits]",
				"line 9: there can be several of them: write [[button]]",
			},
		},
		"a strip begins at its end": {lamps + "shape = \"strip\"\nfirst = 2\n", []string{"line 5: lamps: first is for a ring; a strip begins at its end"}},
		"hours": {
			"[buzzer]\npin = \"GPIO18\"\nquiet = \"night\"\n[lamps]\nbus = \"SPI1.0\"\ncount = 1\nshape = \"heart\"\n",
			[]string{
				`line 3: buzzer: quiet must be two times of the day, such as "22:00-07:00"`,
				`line 7: lamps: shape "heart" is not known; it is one of ring, strip`,
			},
		},
		"a pwm at a pin that has none": {
			"[buzzer]\nkind = \"passive\"\npin = \"GPIO5\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n",
			[]string{`line 3: buzzer: pin is "GPIO5"; a pwm comes out at one of GPIO12, GPIO13, GPIO18, GPIO19`},
		},
		"active on a pwm": {
			"[buzzer]\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n",
			[]string{"line 2: buzzer: use pin for an active buzzer, pwm for a passive one"},
		},
		"a pwm elsewhere": {
			"[buzzer]\nkind = \"passive\"\npwm = \"/etc/../pwm0\"\n",
			[]string{`line 3: buzzer: pwm is "/etc/../pwm0"; it looks like /sys/class/pwm/pwmchip0/pwm0`},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := hw.ParseConfig([]byte(test.text))
			if err == nil || c != nil {
				t.Fatalf("got %+v, %v", c, err)
			}
			if diff := cmp.Diff(test.want, strings.Split(err.Error(), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseConfigLimitsProblems(t *testing.T) {
	_, err := hw.ParseConfig([]byte(strings.Repeat("this is a letter\n", 100)))
	lines := strings.Split(fmt.Sprint(err), "\n")
	if len(lines) != 21 || lines[20] != "and 80 more" {
		t.Errorf("%d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
}

func TestReadConfig(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fine := append([]byte("[[reader]]\nbus = \"SPI0.0\"\n"), make([]byte, 0, 64<<10)...)
	for len(fine) < 64<<10 {
		fine = append(fine, '#', '\n')
	}
	if c, err := hw.ReadConfig(write("fine.toml", fine[:64<<10])); err != nil || len(c.Readers) != 1 {
		t.Errorf("64 KiB: %+v, %v", c, err)
	}
	if _, err := hw.ReadConfig(write("long.toml", append(fine, '#'))); !errors.Is(err, hw.ErrConfig) || !strings.HasSuffix(err.Error(), "it is longer than 64 KiB") {
		t.Errorf("more than 64 KiB: %v", err)
	}
	if _, err := hw.ReadConfig(filepath.Join(dir, "none.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := hw.ReadConfig(dir); err == nil {
		t.Error("a directory: no error")
	}
	bad := write("bad.toml", []byte("[[reader]]\n"))
	if _, err := hw.ReadConfig(bad); err == nil || err.Error() != "config "+bad+": line 1: reader: bus is missing" {
		t.Errorf("no bus: %v", err)
	}
}
