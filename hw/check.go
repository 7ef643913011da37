package hw

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/hw/board"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
)

const (
	minSettle = 50 * time.Millisecond // a few polls
	maxSettle = 5 * time.Second

	maxLamps = 300
	maxSeats = 8
	maxLabel = 60 // runes
)

// The forms of the names of pins and of the kernel's PWMs. Other names of the same ones are refused, so that none is used under two names.
var (
	pinForm = regexp.MustCompile(`^GPIO(0|[1-9][0-9]?)$`)
	pwmForm = regexp.MustCompile(`^/sys/class/pwm/pwmchip[0-9]{1,3}/pwm[0-9]{1,3}$`)
)

// busesOn returns those buses of every Raspberry Pi that use a pin. The pins of other buses depend on the model, and chip selects may be moved to
// other pins: package wiring checks both.
func busesOn(pin string) []string {
	var buses []string
	for _, b := range board.Unknown.Buses() {
		if slices.ContainsFunc(b.Wires, func(w board.BusWire) bool { return w.Line == pin }) {
			buses = append(buses, b.Name)
		}
	}
	return buses
}

// checker compares the devices of a config with each other.
type checker struct {
	*parser
	names map[string]bool
	taken map[string]string // bus or pin: the device that uses it
}

// check finds the problems of all devices.
func (p *parser) check() {
	// Devices without a name of their own are called by their kind.
	k := &checker{p, map[string]bool{"panel": true, "digits": true, "lamps": true, "buzzer": true}, make(map[string]string)}
	c := p.config
	for _, s := range p.sections {
		switch s.kind {
		case "reader":
			k.reader(s, c.Readers[s.index])
		case "button":
			k.button(s, c.Buttons[s.index])
		case "knob":
			k.knob(s, c.Knobs[s.index])
		case "panel":
			k.panel(s, c.Panel)
		case "digits":
			k.digits(s, c.Digits)
		case "lamps":
			k.lamps(s, c.Lamps)
		case "buzzer":
			k.buzzer(s, c.Buzzer)
		}
	}
}

func (k *checker) reader(s *section, r Reader) {
	k.name(s, r.Name)
	k.labels(s, map[string]string{"name": r.Name, "title": r.Title, "place": r.Place})
	gains := reader.Gains()
	if driver, err := r.driver(); err != nil {
		k.problemAt(s, "chip", "%v", err)
	} else {
		k.bus(s, r.Bus, driver.Module)
		if len(driver.Gains) > 0 {
			gains = driver.Gains
		} else {
			k.without(s, "gain", "a "+driver.Market+" sets its own")
		}
	}
	k.chipSelect(s, r.Bus, r.CS)
	k.seat(s, r.Seat)
	if !slices.Contains(gains, r.Gain) {
		k.problemAt(s, "gain", "gain is %d; it is one of %v dB", r.Gain, gains)
	}
	if d := time.Duration(r.Settle); d != 0 && (d < minSettle || d > maxSettle) {
		k.problemAt(s, "settle", "settle is %v; it is %v to %v", d, minSettle, maxSettle)
	}
}

func (k *checker) button(s *section, b Button) {
	k.name(s, b.Name)
	k.labels(s, map[string]string{"name": b.Name, "title": b.Title, "press": b.Press, "long": b.Long})
	k.words(s, "press", b.Press)
	k.words(s, "long", b.Long)
	k.pin(s, "pin", b.Pin)
	k.seat(s, b.Seat)
	if b.Press == "" && (b.Long == "" || b.Long == longAll) {
		k.problemAt(s, "press", "neither press nor long says what it does")
	}
}

func (k *checker) knob(s *section, n Knob) {
	k.name(s, n.Name)
	k.labels(s, map[string]string{"name": n.Name, "title": n.Title})
	k.pin(s, "a", n.A)
	k.pin(s, "b", n.B)
	k.pin(s, "press", n.Press)
	if n.Edges != 2 && n.Edges != defaultEdges {
		k.problemAt(s, "edges", "edges is %d; an encoder has 2 or 4 from one click to the next", n.Edges)
	}
	k.seat(s, n.Seat)
}

func (k *checker) panel(s *section, p *Panel) {
	k.chipSelect(s, p.Bus, p.CS)
	d, err := p.driver()
	if err != nil {
		k.problemAt(s, "model", "%v", err)
		return
	}
	k.bus(s, p.Bus, d.Module)
	if len(d.Sizes) == 1 {
		k.without(s, "size", d.Kind+" has one size")
	} else if _, ok := d.Size(p.Size); !ok {
		var names []string
		for _, size := range d.Sizes {
			names = append(names, panel.SizeName(size))
		}
		k.oneOf(s, "size", p.Size, names...)
	}
	for _, pin := range []struct{ key, name string }{{"dc", p.DC}, {"reset", p.Reset}, {"busy", p.Busy}} {
		if d.Pins {
			k.pin(s, pin.key, pin.name)
		} else {
			k.without(s, pin.key, d.Kind+" has no such wire")
		}
	}
}

func (k *checker) digits(s *section, d *Digits) {
	if _, err := d.driver(); err != nil {
		k.problemAt(s, "model", "%v", err)
	}
	k.pin(s, "clk", d.Clk)
	k.pin(s, "dio", d.Dio)
	k.brightness(s, d.Brightness)
}

// brightness checks a percentage.
func (k *checker) brightness(s *section, percent int) {
	if percent < 1 || percent > 100 {
		k.problemAt(s, "brightness", "brightness is %d; it is a percentage, 1 to 100", percent)
	}
}

func (k *checker) lamps(s *section, l *Lamps) {
	k.oneOf(s, "model", l.Model, LampsAPA102, LampsWS2812)
	k.oneOf(s, "shape", l.Shape, ShapeRing, ShapeStrip)
	k.bus(s, l.Bus, onSPI)
	if bus, _, _ := strings.Cut(l.Bus, "."); bus != "" && k.config.users(bus) > 1 {
		// Without a chip select the lamps would show the data of other devices.
		k.problemAt(s, "bus", "bus is %s, and something else hangs on %s; lamps have no chip select and need a bus of their own", l.Bus, bus)
	}
	if l.Count < 1 || l.Count > maxLamps {
		k.problemAt(s, "count", "count is %d; it is 1 to %d", l.Count, maxLamps)
	} else if l.Shape == ShapeStrip && l.First != 1 {
		k.problemAt(s, "first", "first is for a ring; a strip begins at its end")
	} else if l.First < 1 || l.First > l.Count {
		k.problemAt(s, "first", "first is %d; it is one of the lamps, 1 to %d", l.First, l.Count)
	}
	k.brightness(s, l.Brightness)
}

func (k *checker) buzzer(s *section, b *Buzzer) {
	k.oneOf(s, "kind", b.Kind, BuzzerActive, BuzzerPassive)
	switch {
	case b.PWM == "":
		k.pin(s, "pin", b.Pin)
	case b.Kind == BuzzerActive:
		k.problemAt(s, "pwm", "use pin for an active buzzer, pwm for a passive one")
	case !pwmForm.MatchString(b.PWM):
		k.problemAt(s, "pwm", "pwm is %q; it looks like /sys/class/pwm/pwmchip0/pwm0", b.PWM)
	case b.Pin != "" && !slices.Contains(board.PWMLines, b.Pin):
		k.problemAt(s, "pin", "pin is %q; a pwm comes out at one of %s", b.Pin, strings.Join(board.PWMLines, ", "))
	case b.Pin != "":
		k.pin(s, "pin", b.Pin)
	}
}

// problemAt records a problem with a key, at the key's line, or at the header's if the key was left out.
func (k *checker) problemAt(s *section, key, format string, args ...any) {
	line := s.keys[key]
	if line == 0 {
		line = s.line
	}
	k.wrong(line, s, format, args...)
}

// name checks that no other device has the name.
func (k *checker) name(s *section, name string) {
	if name != "" && k.names[name] {
		k.problemAt(s, "name", "something else is called %q too; give it a name of its own", name)
	}
	k.names[name] = true
}

// labels checks texts that are shown on screens.
func (k *checker) labels(s *section, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if label := labels[key]; !isLabel(label) {
			k.problemAt(s, key, "%s is too long, or not to be read: it is at most %d letters in one line", key, maxLabel)
		}
	}
}

// words checks the words of a button: a repeated word would never be used.
func (k *checker) words(s *section, key, text string) {
	words := strings.Fields(text)
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			k.problemAt(s, key, "%s says %q twice", key, w)
			return
		}
	}
}

// isLabel reports whether a text fits on screens: short, in one line, without blanks at its ends.
func isLabel(s string) bool {
	return utf8.RuneCountInString(s) <= maxLabel && strings.TrimSpace(s) == s &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// oneOf checks that a value is one of the known ones.
func (k *checker) oneOf(s *section, key, got string, known ...string) {
	if !slices.Contains(known, got) {
		k.problemAt(s, key, "%s %q is not known; it is one of %s", key, got, strings.Join(known, ", "))
	}
}

// onSPI is a module on SPI.
var onSPI = part.Module{Connections: []part.Connection{{Bus: part.SPI}}}

// bus checks the name of a module's bus, and takes it for the module. Several chips can share an I2C bus, so there only the address is taken.
func (k *checker) bus(s *section, bus string, m part.Module) {
	c, ok := m.On(bus)
	if bus != "" && !ok {
		var examples []string
		for _, c := range m.Connections {
			examples = append(examples, c.Bus.Example())
		}
		k.problemAt(s, "bus", "bus is %q; it looks like %s", bus, strings.Join(examples, ", or "))
		return
	}
	if c.Bus == part.I2C {
		bus = fmt.Sprintf("%s, address %#x,", bus, c.Address)
	}
	k.take(s, "bus", bus)
}

// chipSelect checks the pin of a moved chip select.
func (k *checker) chipSelect(s *section, bus, pin string) {
	switch {
	case pin == "":
	case !part.SPI.Names(bus):
		k.problemAt(s, "cs", "cs is for a chip on SPI")
	default:
		k.pin(s, "cs", pin)
	}
}

// without checks that a key is left out.
func (k *checker) without(s *section, key, why string) {
	if s.keys[key] > 0 {
		k.problemAt(s, key, "leave out %s: %s", key, why)
	}
}

// pin checks the name of a pin, and takes it for the device.
func (k *checker) pin(s *section, key, pin string) {
	if pin != "" && !pinForm.MatchString(pin) {
		k.problemAt(s, key, "%s is %q; a Pi calls its pins GPIO0 to GPIO27", key, pin)
		return
	}
	k.take(s, key, pin)
	for _, bus := range busesOn(pin) {
		if k.config.users(bus) > 0 {
			k.problemAt(s, key, "%s %s is a wire of %s, which is in use", key, pin, bus)
		}
	}
}

// Buses lists the buses of the devices, one entry for each device.
func (c *Config) Buses() []string {
	var all []string
	for _, r := range c.Readers {
		all = append(all, r.Bus)
	}
	if c.Panel != nil {
		all = append(all, c.Panel.Bus)
	}
	if c.Lamps != nil {
		all = append(all, c.Lamps.Bus)
	}
	return all
}

// users returns how many devices are on a bus.
func (c *Config) users(bus string) int {
	n := 0
	for _, b := range c.Buses() {
		if b == bus || strings.HasPrefix(b, bus+".") {
			n++
		}
	}
	return n
}

// Uses reports whether a device is on a bus of a kind: "SPI", "I2C".
func (c *Config) Uses(kind string) bool {
	return slices.ContainsFunc(c.Buses(), func(bus string) bool { return strings.HasPrefix(bus, kind) })
}

// take records that a device uses a bus or a pin, unless another one does already.
func (k *checker) take(s *section, key, what string) {
	switch by, taken := k.taken[what]; {
	case what == "":
		k.problemAt(s, key, "%s is missing", key)
	case taken:
		k.problemAt(s, key, "%s %s is used by %s already", key, what, by)
	default:
		k.taken[what] = k.config.deviceName(s)
	}
}

// seat checks the number of a seat.
func (k *checker) seat(s *section, seat int) {
	if seat < 0 || seat > maxSeats {
		k.problemAt(s, "seat", "seat is %d; seats are 1 to %d, and 0 is nobody's", seat, maxSeats)
	}
}
