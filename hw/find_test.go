package hw_test

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
	"familiar/hw/virtual"
)

// mixedTable has devices that answer and devices that cannot, side by side on the buses of a Raspberry Pi.
const mixedTable = `
[[reader]]
name = "altar-1"
bus = "SPI0.0"
seat = 1
place = "altar"
[[knob]]
name = "knob"
a = "GPIO5"
b = "GPIO6"
press = "GPIO13"
[panel]
model = "waveshare2in13v2"
bus = "SPI0.1"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
model = "apa102"
bus = "SPI1.0"
count = 12
`

// TestBusesHaveTheKernelsNames checks that the emulated buses have the names that periph registers on a Raspberry Pi (host v3.8.5, sysfs/spi.go and
// sysfs/i2c.go): the kernel's device is the name, and the short name that configs use is an alias.
func TestBusesHaveTheKernelsNames(t *testing.T) {
	b, err := bench.New(parse(t, mixedTable+"[[reader]]\nchip = \"pn532\"\nbus = \"I2C1\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var names []string
	for _, r := range spireg.All() {
		names = append(names, r.Name+" "+strings.Join(r.Aliases, " "))
	}
	for _, r := range i2creg.All() {
		names = append(names, r.Name+" "+strings.Join(r.Aliases, " "))
	}
	want := []string{"/dev/spidev0.0 SPI0.0", "/dev/spidev0.1 SPI0.1", "/dev/spidev1.0 SPI1.0", "/dev/i2c-1 I2C1"}
	if !slices.Equal(names, want) {
		t.Errorf("registered are %q, want %q", names, want)
	}
}

// TestSearchDoesNotDisturbPanel searches buses that have other devices than readers, too, and then opens the whole table: devices that cannot answer
// still work.
func TestSearchDoesNotDisturbPanel(t *testing.T) {
	onSpoiltBench(t, mixedTable, mixedTable, func(b *bench.Bench) {
		lines := []string{"GPIO5", "GPIO6", "GPIO13", "GPIO25", "GPIO17", "GPIO24"}
		before := functions(lines)
		result := hw.Search{System: b.System()}.Run(context.Background())
		if r := result.Config.Readers; len(r) != 1 || r[0].Bus != "SPI0.0" || result.Config.Panel != nil || result.Config.Lamps != nil {
			t.Errorf("found is\n%s", result.Config.Text())
		}
		if after := functions(lines); !slices.Equal(before, after) {
			t.Errorf("pins were %q and are %q", before, after)
		}
		// Commands that write permanently into a controller (SSD1680 datasheet 0.14 and SSD1675B datasheet 1.0, section 7: program OTP), and the one
		// that starts a refresh. The emulated controller complains about each command that it does not know.
		for _, forbidden := range []string{"0x08", "0x20", "0x2a", "0x30", "0x36", "0x39"} {
			for _, complaint := range b.Panel.Complaints() {
				if strings.Contains(complaint, "command "+forbidden) {
					t.Errorf("the panel was sent %q", complaint)
				}
			}
		}
		if full, partial := b.Panel.Refreshes(); full+partial != 0 {
			t.Errorf("the panel was refreshed %d times", full+partial)
		}
		if len(b.Panel.Complaints()) == 0 {
			t.Error("the panel was not asked, so nothing was tried")
		}
	}, func(r *rig) {
		red := color.NRGBA{R: 0xFF, A: 0xFF}
		r.Panel.Show(page(0))
		r.Lamps.Show(slices.Repeat([]color.NRGBA{red}, 12))
		r.heard(10 * time.Second)
		if slices.Contains(r.bench.Panel.Image().Pix, 0xFF) {
			t.Error("after the search the panel is not black, as it was told")
		}
		for i, c := range r.bench.Lights() {
			if c.R == 0 || c.G != 0 || c.B != 0 {
				t.Errorf("after the search lamp %d is %v", i, c)
			}
		}
		if err := r.bench.Turn("knob", 1); err != nil {
			t.Error(err)
		}
		r.expect(time.Second, "turn knob 1")
	})
}

// functions returns the function of each pin, with its level.
func functions(names []string) []string {
	var all []string
	for _, name := range names {
		pin := gpioreg.ByName(name).(*virtual.Pin)
		all = append(all, name+" "+pin.Function()+" "+pin.Level().String())
	}
	return all
}

// TestSearchSkips leaves a bus alone if Skip gives a reason, and lists it with the reason.
func TestSearchSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := bench.New(parse(t, "[[reader]]\nbus = \"SPI0.0\"\n[[reader]]\nbus = \"SPI0.1\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var looked []string
		result := hw.Search{
			System: b.System(),
			Skip: func(bus string) string {
				if bus == "SPI0.0" {
					return "it is busy"
				}
				return ""
			},
			Look: func(bus string) { looked = append(looked, bus) },
		}.Run(t.Context())
		want := []string{"SPI0.1"}
		if !slices.Equal(looked, want) || !slices.Equal(result.Asked, want) || !slices.Equal(result.Skipped, []string{"SPI0.0 (it is busy)"}) {
			t.Errorf("looked at %q, asked %q, skipped %q", looked, result.Asked, result.Skipped)
		}
		if _, calls := b.Reader("spi0.0").(*virtual.MFRC522).Traffic(); calls != 0 {
			t.Errorf("the reader that is left alone was asked %d times", calls)
		}
	})
}

// TestSearchSkipsOtherHosts: a bus that no config can name, such as one of an adapter, is not touched.
func TestSearchSkipsOtherHosts(t *testing.T) {
	opened := false
	err := i2creg.Register("ft232h", []string{"FT232H.I2C"}, -1, func() (i2c.BusCloser, error) {
		opened = true
		return nil, virtual.ErrBus
	})
	if err != nil {
		t.Fatal(err)
	}
	defer i2creg.Unregister("ft232h")
	result := hw.Search{System: hw.System{Ports: map[string]string{}}}.Run(t.Context())
	if mentioned := func(bus string) bool { return strings.Contains(bus, "232") || bus == "" }; opened || slices.ContainsFunc(append(result.Asked, result.Skipped...), mentioned) {
		t.Errorf("it is opened: %t; asked %q, skipped %q", opened, result.Asked, result.Skipped)
	}
}

// TestSearchFindsEveryChip puts each chip, and each panel that can answer, alone on each kind of bus: the search finds it there, and takes it for no other.
func TestSearchFindsEveryChip(t *testing.T) {
	buses := map[part.Bus]string{part.SPI: "SPI0.0", part.I2C: "I2C1", part.Serial: "/dev/serial0"}
	for _, d := range reader.Drivers() {
		for _, c := range d.Connections {
			t.Run(d.Chip+" on "+string(c.Bus), func(t *testing.T) {
				there := &hw.Config{Readers: []hw.Reader{{Name: "r", Chip: d.Chip, Bus: buses[c.Bus]}}}
				check := func(t *testing.T) {
					if all := searched(t, there).Readers; len(all) != 1 || all[0].Chip != d.Chip || all[0].Bus != buses[c.Bus] {
						t.Errorf("the search finds %+v", all)
					}
				}
				if c.Bus == part.Serial {
					check(t) // a serial port is a file, for which a bubble cannot wait
					return
				}
				synctest.Test(t, check)
			})
		}
	}
	for _, d := range panel.Drivers() {
		if d.Probe == nil {
			continue
		}
		t.Run(string(d.Model), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				found := searched(t, &hw.Config{Panel: &hw.Panel{Model: d.Model, Bus: buses[part.I2C]}})
				if found.Panel == nil || found.Panel.Model != d.Model || len(found.Readers) != 0 {
					t.Errorf("the search finds %+v", found)
				}
			})
		})
	}
}

// TestSearchGivesSeats: the only reader is the middle of the table; several are altars, each of the next seat, and those beyond the last seat stand for nobody.
func TestSearchGivesSeats(t *testing.T) {
	buses := []string{"SPI0.0", "SPI0.1", "SPI1.0", "SPI1.1", "SPI1.2", "SPI3.0", "SPI3.1", "SPI6.0", "SPI6.1"}
	for n := 1; n <= len(buses); n++ {
		synctest.Test(t, func(t *testing.T) {
			there := new(hw.Config)
			for i, bus := range buses[:n] {
				there.Readers = append(there.Readers, hw.Reader{Name: fmt.Sprint("r", i), Chip: reader.MFRC522, Bus: bus})
			}
			for i, r := range searched(t, there).Readers {
				name, seat, place := fmt.Sprintf("altar-%d", i+1), i+1, "altar"
				switch {
				case n == 1:
					name, seat, place = "table", 0, ""
				case i >= 8:
					name, seat, place = "spi6.1", 0, ""
				}
				if r.Bus != buses[i] || r.Name != name || r.Seat != seat || r.Place != place {
					t.Errorf("of %d readers number %d is %+v", n, i+1, r)
				}
			}
		})
	}
}

// searched returns what the search finds on a bench with the devices of a config.
func searched(t *testing.T, there *hw.Config) *hw.Config {
	t.Helper()
	b, err := bench.New(there)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	return hw.Search{System: b.System()}.Run(t.Context()).Config
}
