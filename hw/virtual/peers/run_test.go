//go:build peers && linux

package peers

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/hw/virtual"
)

// TestBoard runs lines on boards with each kind of connection.
func TestBoard(t *testing.T) {
	spi := func(*testing.T) *board { return &board{spi: virtual.NewMFRC522("SPI0.0")} }
	pn532 := func(wire string) func(t *testing.T) *board {
		return func(t *testing.T) *board {
			_, b := pn532Board(t, wire)
			return b
		}
	}
	for name, test := range map[string]struct {
		board   func(t *testing.T) *board
		lines   []string
		answers []string
		results []string
		fails   bool
	}{
		"SPI": {spi, []string{"select 0", "spi 1000000 ee", "spi 1000000 00", "select 1", "= version 92", "spi 1000000 -"},
			[]string{"ok", "00", "92", "ok", "-"}, []string{"version 92"}, false},
		// A pin takes 4 µs, a byte 8 µs, the clock 1 µs.
		"time": {spi, []string{"time", "select 0", "spi 1000000 ee", "time", "delay 1000000", "time"},
			[]string{"1", "ok", "00", "14", "ok", "1000015"}, nil, false},
		"serial": {pn532("serial"), []string{"serial 55", "delay 2000", "serial 0000ff03fdd4140117", "available", "received 6 100000", "received 99 100000", "available", "received 1 0"},
			[]string{"ok", "ok", "ok", "0", "0000ff00ff00", "0000ff02fed5151600", "0", "-"}, nil, false},
		"I2C": {pn532("i2c"), []string{"i2c-write 0000ff02fed4022a", "delay 1000", "i2c-read 1", "i2c-read 7"},
			[]string{"ok", "ok", "01", "010000ff00ff00"}, nil, false},
		"nothing":         {spi, nil, nil, nil, false},
		"another wiring":  {spi, []string{"serial 55"}, nil, nil, true},
		"no such line":    {spi, []string{"= before", "jump"}, nil, []string{"before"}, true},
		"an empty line":   {spi, []string{""}, nil, nil, true},
		"too few words":   {spi, []string{"spi 1000000"}, nil, nil, true},
		"half a byte":     {spi, []string{"spi 1000000 e"}, nil, nil, true},
		"no clock":        {spi, []string{"spi 0 ee"}, nil, nil, true},
		"a negative time": {spi, []string{"delay -1"}, nil, nil, true},
		"a long line":     {spi, []string{"spi 1000000 " + strings.Repeat("00", lineLength)}, nil, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said, input strings.Builder
				for _, line := range test.lines {
					input.WriteString(line + "\n")
				}
				results, err := test.board(t).started(t).run(&said, strings.NewReader(input.String()))
				if (err != nil) != test.fails {
					t.Errorf("%v, want an error: %t", err, test.fails)
				}
				answers := strings.FieldsFunc(said.String(), func(r rune) bool { return r == '\n' })
				answers = slices.DeleteFunc(answers, func(s string) bool { return test.fails && strings.HasPrefix(s, "error ") })
				if !slices.Equal(answers, test.answers) || !slices.Equal(results, test.results) {
					t.Errorf("answers %q, results %q, want %q, %q", answers, results, test.answers, test.results)
				}
			})
		})
	}
}
