package virtual

import (
	"fmt"
	"image/color"
	"math"
	"time"

	"periph.io/x/conn/v3/physic"
)

// ws2812 is the protocol of WS2812B lamps (datasheet, "Data transfer time"): a
// bit is a pulse, short for 0 and long for 1. Each lamp keeps the first 24
// bits, green, red, blue, the highest of each first, and passes on the rest; a
// line that stays low begins the next frame. On an SPI bus the lamps see its
// bits as times at the speed of the bus.
type ws2812 struct {
	ended time.Time // when the last transfer ended
	at    int       // the lamp that takes the next word
}

const (
	// ws2812Threshold separates short and long pulses. It is between the
	// longest 0 and the shortest 1.
	ws2812Threshold = 565 * time.Nanosecond
	// ws2812Reset is how long the line has to be low before a frame: 50 µs in
	// the first version, 280 µs since version 5.
	ws2812Reset = 280 * time.Microsecond
)

// span is the range of times for a part of a pulse.
type span struct{ min, max time.Duration }

func (s span) String() string { return fmt.Sprintf("%s to %s", s.min, s.max) }

// ws2812High and ws2812Low are the times of bits 0 and 1. The versions of the
// datasheet differ, in T0H so much that hardly any time suits all of them:
//
//	     first WS2812B   later ones
//	T0H  400 ± 150 ns    220 to 380 ns
//	T1H  800 ± 150 ns    580 ns to 1.6 µs
//	T0L  850 ± 150 ns    580 ns to 1.6 µs
//	T1L  450 ± 150 ns    220 to 420 ns
//
// Lamps of either version only distinguish long pulses from short ones, and
// accept times that the datasheet of the other allows: periph's nrzled sends
// highs of 400 ns and 1.2 µs, and lights them. So a time is right if one of the
// two allows it.
var (
	ws2812High = [2]span{{220 * time.Nanosecond, 550 * time.Nanosecond}, {580 * time.Nanosecond, 1600 * time.Nanosecond}}
	ws2812Low  = [2]span{{580 * time.Nanosecond, 1600 * time.Nanosecond}, {220 * time.Nanosecond, 600 * time.Nanosecond}}
)

func (p *ws2812) take(lamps []Lamp, w []byte, speed physic.Frequency) (began bool, err error) {
	now := time.Now()
	gap := now.Sub(p.ended)
	p.ended = now
	if gap >= ws2812Reset {
		p.at = 0
	} else {
		err = fmt.Errorf("a frame %s after the one before, not %s", gap, ws2812Reset)
	}
	began = p.at == 0
	bits, wrong := pulses(w, speed.Period())
	if wrong == nil && len(bits)%24 != 0 {
		wrong = fmt.Errorf("%d bits, which are no whole words", len(bits))
	}
	if err == nil {
		err = wrong
	}
	for ; len(bits) >= 24; bits = bits[24:] {
		if p.at < len(lamps) {
			lamps[p.at] = Lamp{Color: color.NRGBA{G: octet(bits), R: octet(bits[8:]), B: octet(bits[16:]), A: 0xFF}, Brightness: 31}
		}
		p.at++
	}
	return began, err
}

// octet returns the byte of eight bits.
func octet(bits []byte) uint8 {
	var b uint8
	for _, bit := range bits[:8] {
		b = b<<1 | bit
	}
	return b
}

// pulses reads the bits from the pulses on a line, where each bit of w lasts a
// tick. The line is low after w. The error is the first wrong pulse.
func pulses(w []byte, tick time.Duration) (bits []byte, err error) {
	total := 8 * len(w)
	level := func(i int) byte { return w[i/8] >> (7 - i%8) & 1 }
	for i := 0; i < total; {
		if level(i) == 0 {
			i++
			continue
		}
		start := i
		for i < total && level(i) == 1 {
			i++
		}
		high := time.Duration(i-start) * tick
		fell := i
		for i < total && level(i) == 0 {
			i++
		}
		low := time.Duration(i-fell) * tick
		if i == total {
			low = math.MaxInt64
		}
		bit := byte(0)
		if high >= ws2812Threshold {
			bit = 1
		}
		if wrong := wrongTimes(bit, high, low); err == nil && wrong != nil {
			err = fmt.Errorf("bit %d: %w", len(bits), wrong)
		}
		bits = append(bits, bit)
	}
	return bits, err
}

// wrongTimes returns what is wrong with the times of a bit, nil if nothing is.
// The last low may be longer.
func wrongTimes(bit byte, high, low time.Duration) error {
	within := func(d time.Duration, s span) bool { return s.min <= d && d <= s.max }
	switch {
	case !within(high, ws2812High[bit]):
		return fmt.Errorf("a %d that is high for %s, not %s", bit, high, ws2812High[bit])
	case low != math.MaxInt64 && !within(low, ws2812Low[bit]):
		return fmt.Errorf("a %d that is low for %s, not %s", bit, low, ws2812Low[bit])
	}
	return nil
}
