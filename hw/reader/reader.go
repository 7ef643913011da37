// Package reader lists the chips that read tags. A chip is a value, a Driver: all that the wired table has to know of it. To add a chip, write its
// driver below package nfc and its value here; its emulator is registered by package bench.
package reader

import (
	"context"
	"slices"
	"time"

	"familiar/hw/nfc"
	"familiar/hw/part"
)

// Driver is a chip that reads tags.
type Driver struct {
	Chip   string // its name in a config
	Market string // what its modules are called on the market
	part.Module
	// Gains are those that its receiver can be set to, dB; none if the chip sets its own.
	Gains []int
	// Open opens a reader.
	Open func(context.Context, Opts) (nfc.Reader, error)
	// Interval is the pause between two polls; 0 is the usual one.
	Interval time.Duration
	// Advice is what to do about its errors.
	Advice []part.Advice
}

// Opts are the settings of a reader.
type Opts struct {
	Bus  string // the name of a port or bus, or the path of a serial port
	Gain int    // one of the chip's Gains, dB; ignored if it has none
}

// UsualGain is the gain of a reader for which nothing else is said, dB.
const UsualGain = 33

// Drivers lists the chips. The first is that of a reader for which nothing else is said. Where a bus is searched they are asked in this order, so a
// chip that takes the questions of another one for its own comes before it. The first one stays first: configs rely on it.
func Drivers() []Driver { return []Driver{mfrc522Driver(), pn532Driver()} }

// Find returns the driver of a chip. It is an error if there is none.
func Find(chip string) (Driver, error) {
	return part.Find("chip", chip, Drivers(), func(d Driver) string { return d.Chip })
}

// Gains lists the gains that a receiver of any chip can be set to, dB.
func Gains() []int {
	var all []int
	for _, d := range Drivers() {
		all = append(all, d.Gains...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
