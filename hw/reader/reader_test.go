package reader_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// signals are those of each kind of bus that a reader needs.
var signals = map[part.Bus][]string{part.SPI: {"CS", "MISO", "MOSI", "SCK"}, part.I2C: {"SCL", "SDA"}, part.Serial: {"RXD", "TXD"}}

// TestDriversAreComplete checks that nothing is missing in the description of a chip, and that no two are mistaken for each other.
func TestDriversAreComplete(t *testing.T) {
	taken := make(map[any]string)
	for _, d := range reader.Drivers() {
		if d.Chip == "" || d.Market == "" || len(d.Power) == 0 || d.Ground == "" || len(d.Connections) == 0 || d.Open == nil {
			t.Errorf("the driver of %q lacks something: %+v", d.Chip, d)
		}
		if len(d.Gains) > 0 && !slices.Contains(d.Gains, reader.UsualGain) {
			t.Errorf("%s: its gains are %v, without the usual one", d.Chip, d.Gains)
		}
		for _, c := range d.Connections {
			for _, signal := range signals[c.Bus] {
				if c.Terminals[signal] == "" {
					t.Errorf("%s on %s: no terminal is for %s", d.Chip, c.Bus, signal)
				}
			}
			if n := len(signals[c.Bus]); len(c.Terminals) != n || n == 0 {
				t.Errorf("%s on %s: its terminals are %v", d.Chip, c.Bus, c.Terminals)
			}
			if (c.Address != 0) != (c.Bus == part.I2C) {
				t.Errorf("%s on %s: its address is %#x", d.Chip, c.Bus, c.Address)
			}
			if other := taken[c.Address]; c.Address != 0 && other != "" {
				t.Errorf("%s and %s have one address", d.Chip, other)
			}
			taken[c.Address] = d.Chip
		}
		if other := taken[d.Chip]; other != "" {
			t.Errorf("two chips are called %s", d.Chip)
		}
		taken[d.Chip] = d.Chip
	}
}

// TestFind returns each driver by its name in a config, and for another name an error that tells the known ones.
func TestFind(t *testing.T) {
	for _, d := range reader.Drivers() {
		if got, err := reader.Find(d.Chip); err != nil || got.Chip != d.Chip {
			t.Errorf("%s: %s, %v", d.Chip, got.Chip, err)
		}
	}
	for _, chip := range []string{"", "pn533", "PN532"} {
		_, err := reader.Find(chip)
		if err == nil || !strings.HasSuffix(err.Error(), "is not known; it is one of mfrc522, pn532") {
			t.Errorf("%q: %v", chip, err)
		}
	}
}

// TestDriversReadEmulatedChips opens each chip on each kind of bus with its driver, and finds the tag that lies there.
func TestDriversReadEmulatedChips(t *testing.T) {
	uid, err := nfc.ParseUID("04A1B2C3D4E5F6")
	if err != nil {
		t.Fatal(err)
	}
	buses := map[part.Bus]string{part.SPI: "SPI0.1", part.I2C: "I2C1", part.Serial: "/dev/serial0"}
	for _, d := range reader.Drivers() {
		for _, c := range d.Connections {
			t.Run(d.Chip+" on "+string(c.Bus), func(t *testing.T) {
				if c.Bus == part.Serial {
					// A serial port is a file, for which a bubble cannot wait. A chip that gets no processor time does not answer in time.
					late := time.Now().Add(patience)
					err := readTag(t, d, buses[c.Bus], uid)
					for err != nil && time.Now().Before(late) {
						err = readTag(t, d, buses[c.Bus], uid)
					}
					if err != nil {
						t.Error(err)
					}
					return
				}
				synctest.Test(t, func(t *testing.T) {
					if err := readTag(t, d, buses[c.Bus], uid); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}

// patience is how long a chip on a serial port may need to answer on a busy machine.
const patience = 30 * time.Second

// readTag opens an emulated chip with its driver, reads the tag that lies there, and halts the chip twice.
func readTag(t *testing.T, d reader.Driver, bus string, uid nfc.UID) error {
	t.Helper()
	b, err := bench.New(&hw.Config{Readers: []hw.Reader{{Name: "r", Chip: d.Chip, Bus: bus}}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Lay(uid, "r"); err != nil {
		t.Fatal(err)
	}
	if port := b.System().Ports[bus]; port != "" {
		bus = port
	}
	r, err := d.Open(t.Context(), reader.Opts{Bus: bus, Gain: reader.UsualGain})
	if err != nil {
		return err
	}
	tags, err := r.Tags(t.Context(), nil)
	if err == nil && !slices.Equal(tags, []nfc.UID{uid}) {
		err = fmt.Errorf("it reads %v", tags)
	}
	return errors.Join(err, r.Halt(), r.Halt())
}

// TestGainOfNoChip: a gain that the chip does not have is an error, and nothing is opened.
func TestGainOfNoChip(t *testing.T) {
	for _, d := range reader.Drivers() {
		if len(d.Gains) == 0 {
			continue
		}
		if _, err := d.Open(t.Context(), reader.Opts{Bus: "SPI0.0", Gain: 40}); err == nil || err.Error() != "SPI0.0: there is no gain of 40 dB" {
			t.Errorf("%s: %v", d.Chip, err)
		}
	}
}
