package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pin is the number of a pin of the header, from 1 to Pins.
type Pin int

// Pins is the number of pins: odd ones are in the row away from the board's edge, even ones at the edge.
const Pins = 40

// The names of pins that are no GPIO lines.
const (
	Power3V3 = "3.3 V"
	Power5V  = "5 V"
	Ground   = "ground"
)

// header holds the name of each pin, from pin 1 on.
var header = [Pins]string{
	Power3V3, Power5V,
	"GPIO2", Power5V,
	"GPIO3", Ground,
	"GPIO4", "GPIO14",
	Ground, "GPIO15",
	"GPIO17", "GPIO18",
	"GPIO27", Ground,
	"GPIO22", "GPIO23",
	Power3V3, "GPIO24",
	"GPIO10", Ground,
	"GPIO9", "GPIO25",
	"GPIO11", "GPIO8",
	Ground, "GPIO7",
	"GPIO0", "GPIO1",
	"GPIO5", Ground,
	"GPIO6", "GPIO12",
	"GPIO13", Ground,
	"GPIO19", "GPIO16",
	"GPIO26", "GPIO20",
	Ground, "GPIO21",
}

// String returns the name of the pin: "GPIO10", "ground"; "" for a pin that does not exist.
func (p Pin) String() string {
	if p < 1 || p > Pins {
		return ""
	}
	return header[p-1]
}

// PinOf returns the first pin of a name; 0 if there is none.
func PinOf(name string) Pin { return Pin(slices.Index(header[:], name) + 1) }

// Bus is a bus with its wires: their names at a chip, and their GPIO lines.
type Bus struct {
	Name  string // "SPI0", "I2C1", "/dev/serial0"
	Wires []BusWire
	// Selects are the usual lines of an SPI bus's chip selects.
	Selects []string
	// Boot is the line in config.txt that enables the bus; %d is the number of its chip selects.
	Boot string
}

// BusWire is a wire of a bus.
type BusWire struct {
	Signal string // "MOSI", "SDA"
	Line   string // "GPIO10"
}

func spi(name, boot string, miso, mosi, sclk int, selects ...int) Bus {
	b := Bus{Name: name, Boot: boot, Wires: []BusWire{{"MOSI", line(mosi)}, {"MISO", line(miso)}, {"SCK", line(sclk)}}}
	for _, s := range selects {
		b.Selects = append(b.Selects, line(s))
	}
	return b
}

func i2c(name, boot string, sda, scl int) Bus {
	return Bus{Name: name, Boot: boot, Wires: []BusWire{{"SDA", line(sda)}, {"SCL", line(scl)}}}
}

func serial(name, boot string) Bus {
	return Bus{Name: name, Boot: boot, Wires: []BusWire{{"TXD", line(14)}, {"RXD", line(15)}}}
}

func line(n int) string { return "GPIO" + strconv.Itoa(n) }

// common lists the buses that every model has.
var common = []Bus{
	spi("SPI0", "dtparam=spi=on", 9, 10, 11, 8, 7),
	spi("SPI1", "dtoverlay=spi1-%dcs", 19, 20, 21, 18, 17, 16),
	i2c("I2C1", "dtparam=i2c_arm=on", 2, 3),
}

// Buses lists the buses that the header of a model can have. For an unknown model it lists the common ones only.
func (m Model) Buses() []Bus {
	all := slices.Clone(common)
	switch m {
	case Pi4:
		all = append(all,
			spi("SPI3", "dtoverlay=spi3-%dcs", 1, 2, 3, 0, 24),
			spi("SPI4", "dtoverlay=spi4-%dcs", 5, 6, 7, 4, 25),
			spi("SPI5", "dtoverlay=spi5-%dcs", 13, 14, 15, 12, 26),
			spi("SPI6", "dtoverlay=spi6-%dcs", 19, 20, 21, 18, 27),
			i2c("I2C3", "dtoverlay=i2c3", 4, 5),
			i2c("I2C4", "dtoverlay=i2c4", 8, 9),
			i2c("I2C5", "dtoverlay=i2c5", 12, 13),
			i2c("I2C6", "dtoverlay=i2c6", 22, 23))
	case Pi5:
		all = append(all,
			spi("SPI2", "dtoverlay=spi2-%dcs-pi5", 1, 2, 3, 0, 24),
			spi("SPI3", "dtoverlay=spi3-%dcs-pi5", 5, 6, 7, 4, 25),
			spi("SPI5", "dtoverlay=spi5-%dcs-pi5", 13, 14, 15, 12, 26),
			i2c("I2C0", "dtoverlay=i2c0-pi5", 0, 1),
			i2c("I2C2", "dtoverlay=i2c2-pi5", 4, 5),
			i2c("I2C3", "dtoverlay=i2c3-pi5", 6, 7))
	}
	boot := "enable_uart=1"
	if m == Pi5 {
		boot = "dtparam=uart0=on"
	}
	for _, port := range [...]string{"/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0"} {
		all = append(all, serial(port, boot))
	}
	return all
}

// PWMLines lists the lines that can be outputs of a PWM.
var PWMLines = []string{"GPIO12", "GPIO13", "GPIO18", "GPIO19"}

// PWMBoot returns the line in config.txt that makes one of PWMLines the output of a PWM.
func PWMBoot(line string) string {
	if line == "GPIO18" {
		return "dtoverlay=pwm"
	}
	function := map[string]int{"GPIO12": 4, "GPIO13": 4, "GPIO19": 2}[line]
	return fmt.Sprintf("dtoverlay=pwm,pin=%s,func=%d", strings.TrimPrefix(line, "GPIO"), function)
}

// Bus returns the bus with a name, or the bus of a port: SPI0 for "SPI0.1".
func (m Model) Bus(name string) (Bus, bool) {
	if !strings.HasPrefix(name, "/") {
		name, _, _ = strings.Cut(name, ".")
	}
	all := m.Buses()
	i := slices.IndexFunc(all, func(b Bus) bool { return b.Name == name })
	if i < 0 {
		return Bus{}, false
	}
	return all[i], true
}
