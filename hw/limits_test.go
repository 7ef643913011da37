package hw_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/hw"
)

// Devices with one key still to be set.
const (
	ofReader  = "[[reader]]\nname = \"x\"\nbus = \"SPI0.0\"\n"
	ofButton  = "[[button]]\nname = \"x\"\npin = \"GPIO5\"\n"
	ofKnob    = "[[knob]]\nname = \"x\"\na = \"GPIO5\"\nb = \"GPIO6\"\npress = \"GPIO13\"\n"
	ofPanel   = "[panel]\nmodel = \"ssd1306\"\n"
	ofLamps   = "[lamps]\nbus = \"SPI1.0\"\n"
	ofWS2812  = "[lamps]\nmodel = \"ws2812\"\nbus = \"SPI1.0\"\n"
	ofPN532   = "[[reader]]\nname = \"x\"\nchip = \"pn532\"\n"
	ofMFRC522 = "[[reader]]\nname = \"x\"\n"
	ofDigits  = "[digits]\nclk = \"GPIO5\"\n"
	ofBuzzer  = "[buzzer]\nkind = \"passive\"\n"
)

// TestLimits: the devices accept the lowest and the highest value that a config allows, and a value beyond is refused in its line.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		device, key string
		fine        []string // the lowest and the highest value, or all if they are few
		refused     []string // the values just beyond
	}{
		{ofReader, "gain", []string{"18", "23", "33", "38", "43", "48"}, []string{"-18", "0", "17", "19", "22", "24", "32", "34", "47", "49"}},
		{ofReader, "settle", []string{`"0s"`, `"50ms"`, `"5s"`}, []string{`"-50ms"`, `"1ns"`, `"49.999999ms"`, `"5.000000001s"`}},
		{ofReader, "seat", []string{"0", "1", "8"}, []string{"-1", "9"}},
		{ofMFRC522, "bus", []string{`"SPI0.0"`, `"SPI99.99"`}, []string{`"SPI-1.0"`, `"SPI0.-1"`, `"SPI100.0"`, `"SPI0.100"`, `"SPI00.0"`}},
		{ofPN532, "bus", []string{`"I2C0"`, `"I2C99"`, `"SPI0.0"`, `"SPI99.99"`}, []string{`"I2C-1"`, `"I2C100"`, `"SPI100.0"`, `"/dev/serial100"`, `"/dev/ttyS-1"`}},
		{ofButton + "press = \"end\"\n", "seat", []string{"0", "1", "8"}, []string{"-1", "9"}},
		{"[[button]]\nname = \"x\"\npress = \"end\"\n", "pin", []string{`"GPIO0"`, `"GPIO99"`}, []string{`"GPIO-1"`, `"GPIO100"`, `"GPIO00"`}},
		{ofButton + "press = \"end\"\n", "title", []string{`""`, long(60)}, []string{long(61)}},
		{ofButton, "press", []string{long(1), long(60)}, []string{`""`, long(61)}},
		{ofButton, "long", []string{long(1), long(60)}, []string{long(61)}},
		{ofKnob, "edges", []string{"2", "4"}, []string{"-4", "0", "1", "3", "5"}},
		{ofKnob, "seat", []string{"0", "1", "8"}, []string{"-1", "9"}},
		{ofPanel + "bus = \"I2C1\"\n", "size", []string{`"128x32"`, `"128x64"`}, []string{`"128x31"`, `"128x65"`, `"127x64"`}},
		{ofPanel, "bus", []string{`"I2C0"`, `"I2C99"`}, []string{`"I2C-1"`, `"I2C100"`}},
		{ofLamps, "count", []string{"1", "300"}, []string{"-1", "0", "301"}},
		{ofWS2812, "count", []string{"1", "300"}, []string{"-1", "0", "301"}},
		{ofLamps + "count = 12\n", "first", []string{"1", "12"}, []string{"0", "13"}},
		{ofLamps + "count = 12\nshape = \"strip\"\n", "first", []string{"1"}, []string{"0", "2"}},
		{ofLamps + "count = 12\n", "brightness", []string{"1", "100"}, []string{"-1", "0", "101"}},
		{ofWS2812 + "count = 12\n", "brightness", []string{"1", "100"}, []string{"-1", "0", "101"}},
		{ofDigits, "dio", []string{`"GPIO0"`, `"GPIO99"`}, []string{`"GPIO-1"`, `"GPIO100"`, `"GPIO5"`}},
		{ofDigits + "dio = \"GPIO6\"\n", "brightness", []string{"1", "100"}, []string{"-1", "0", "101"}},
		{ofBuzzer, "pwm", []string{`"/sys/class/pwm/pwmchip0/pwm0"`, `"/sys/class/pwm/pwmchip999/pwm999"`},
			[]string{`"/sys/class/pwm/pwmchip1000/pwm0"`, `"/sys/class/pwm/pwmchip0/pwm1000"`, `"/sys/class/pwm/pwmchip0/pwm-1"`}},
	} {
		header, _, _ := strings.Cut(test.device, "\n")
		for _, value := range test.fine {
			t.Run(header+" "+test.key+" "+value, func(t *testing.T) {
				onBench(t, test.device+test.key+" = "+value+"\n", func(r *rig) {
					got := r.heard(2 * time.Second)
					if len(got) != 1 || !strings.HasSuffix(got[0], " ok=true") {
						t.Errorf("the device says %q", got)
					}
				})
			})
		}
		for _, value := range test.refused {
			_, err := hw.ParseConfig([]byte(test.device + test.key + " = " + value + "\n"))
			at := fmt.Sprintf("line %d: ", strings.Count(test.device, "\n")+1)
			if err == nil || !slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(s string) bool { return strings.HasPrefix(s, at) }) {
				t.Errorf("%s %s = %s: %v, want an error in %s", header, test.key, value, err, at)
			}
		}
	}
}

// long is a word of n letters, as a config writes it.
func long(n int) string { return `"` + strings.Repeat("ü", n) + `"` }

// TestLongestLine: a line of a config may have a thousand bytes.
func TestLongestLine(t *testing.T) {
	line := func(n int) []byte { return []byte("#" + strings.Repeat("x", n-1)) }
	if _, err := hw.ParseConfig(line(1000)); err != nil {
		t.Errorf("1000 bytes: %v", err)
	}
	if _, err := hw.ParseConfig(line(1001)); err == nil || err.Error() != "line 1: it is longer than 1000 bytes" {
		t.Errorf("1001 bytes: %v", err)
	}
}
