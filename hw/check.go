package hw

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	minSettle = 50 * time.Millisecond // a reader looks every hundredth of a second
	maxSettle = 5 * time.Second

	maxLamps = 300
	maxSeats = 8
	maxLabel = 60 // runes
)

// How the kernel's devices are called. Others of their names are refused, so that nothing is used twice under two names.
var (
	busForm = regexp.MustCompile(`^SPI(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)$`)
	pinForm = regexp.MustCompile(`^GPIO(0|[1-9][0-9]?)$`)
	pwmForm = regexp.MustCompile(`^/sys/class/pwm/pwmchip[0-9]{1,3}/pwm[0-9]{1,3}$`)
)

// spiWires are the pins that carry the data and the clock of an SPI bus, which are the same on every Raspberry Pi. Chip selects
// may be moved to other pins, so they are left to the kernel to refuse.
var spiWires = map[string]string{
	"GPIO9": "SPI0", "GPIO10": "SPI0", "GPIO11": "SPI0",
	"GPIO19": "SPI1", "GPIO20": "SPI1", "GPIO21": "SPI1",
}

// checker holds the devices against each other.
type checker struct {
	*parser
	names map[string]bool
	taken map[string]string // bus or pin: by what
}

// check finds what is wrong with the devices.
func (p *parser) check() {
	// Those that have no name of their own are called what they are.
	k := &checker{p, map[string]bool{"panel": true, "lamps": true, "buzzer": true}, make(map[string]string)}
	c := p.config
	for _, s := range p.sections {
		switch s.kind {
		case "reader":
			k.reader(s, c.Readers[s.index])
		case "button":
			k.button(s, c.Buttons[s.index])
		case "panel":
			k.panel(s, c.Panel)
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
	k.known(s, "chip", r.Chip, ChipMFRC522)
	k.bus(s, r.Bus)
	k.seat(s, r.Seat)
	if _, ok := gains[r.Gain]; !ok {
		k.about(s, "gain", "gain is %d; it is one of %v dB", r.Gain, slices.Sorted(maps.Keys(gains)))
	}
	if d := time.Duration(r.Settle); d != 0 && (d < minSettle || d > maxSettle) {
		k.about(s, "settle", "settle is %v; it is %v to %v", d, minSettle, maxSettle)
	}
}

func (k *checker) button(s *section, b Button) {
	k.name(s, b.Name)
	k.labels(s, map[string]string{"name": b.Name, "title": b.Title, "press": b.Press, "long": b.Long})
	k.words(s, "press", b.Press)
	k.words(s, "long", b.Long)
	k.pin(s, "pin", b.Pin)
	k.seat(s, b.Seat)
	if b.Press == "" && (b.Long == "" || b.Long == allOfIt) {
		k.about(s, "press", "neither press nor long says what it does")
	}
}

func (k *checker) panel(s *section, p *Panel) {
	k.known(s, "model", p.Model, PanelWaveshare)
	k.bus(s, p.Bus)
	k.pin(s, "dc", p.DC)
	k.pin(s, "reset", p.Reset)
	k.pin(s, "busy", p.Busy)
}

func (k *checker) lamps(s *section, l *Lamps) {
	k.known(s, "model", l.Model, LampsAPA102)
	k.bus(s, l.Bus)
	if bus, _, _ := strings.Cut(l.Bus, "."); k.config.users(bus) > 1 {
		// Without a chip select they show what is meant for others.
		k.about(s, "bus", "bus is %s, and something else hangs on %s; lamps have no chip select and need a bus of their own", l.Bus, bus)
	}
	if l.Count < 1 || l.Count > maxLamps {
		k.about(s, "count", "count is %d; it is 1 to %d", l.Count, maxLamps)
	}
	if l.Brightness < 1 || l.Brightness > 100 {
		k.about(s, "brightness", "brightness is %d; it is a percentage, 1 to 100", l.Brightness)
	}
}

func (k *checker) buzzer(s *section, b *Buzzer) {
	k.known(s, "kind", b.Kind, BuzzerActive, BuzzerPassive)
	switch {
	case b.PWM == "":
		k.pin(s, "pin", b.Pin)
	case b.Pin != "":
		k.about(s, "pwm", "it has a pin and a pwm; it can be wired to one of them only")
	case b.Kind == BuzzerActive:
		k.about(s, "pwm", "an active buzzer hangs on a pin; a passive one has a pwm")
	case !pwmForm.MatchString(b.PWM):
		k.about(s, "pwm", "pwm is %q; it looks like /sys/class/pwm/pwmchip0/pwm0", b.PWM)
	}
}

// about says what is wrong with a key of a device, in its line or else in that of the header.
func (k *checker) about(s *section, key, format string, args ...any) {
	line := s.keys[key]
	if line == 0 {
		line = s.line
	}
	k.wrong(line, s, format, args...)
}

func (k *checker) name(s *section, name string) {
	if name != "" && k.names[name] {
		k.about(s, "name", "something else is called %q too; give it a name of its own", name)
	}
	k.names[name] = true
}

// labels checks what is shown on screens.
func (k *checker) labels(s *section, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if label := labels[key]; !isLabel(label) {
			k.about(s, key, "%s is too long, or not to be read: it is at most %d letters in one line", key, maxLabel)
		}
	}
}

// words checks the words that a button says: another time the same one would never count.
func (k *checker) words(s *section, key, said string) {
	words := strings.Fields(said)
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			k.about(s, key, "%s says %q twice", key, w)
			return
		}
	}
}

func isLabel(s string) bool {
	return utf8.RuneCountInString(s) <= maxLabel && strings.TrimSpace(s) == s &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

func (k *checker) known(s *section, key, got string, known ...string) {
	if !slices.Contains(known, got) {
		k.about(s, key, "%s %q is not known; it is one of %s", key, got, strings.Join(known, ", "))
	}
}

func (k *checker) bus(s *section, bus string) {
	if bus != "" && !busForm.MatchString(bus) {
		k.about(s, "bus", "bus is %q; it looks like SPI0.0, which is /dev/spidev0.0", bus)
		return
	}
	k.take(s, "bus", bus)
}

func (k *checker) pin(s *section, key, pin string) {
	if pin != "" && !pinForm.MatchString(pin) {
		k.about(s, key, "%s is %q; a Pi calls its pins GPIO0 to GPIO27", key, pin)
		return
	}
	k.take(s, key, pin)
	if spi := spiWires[pin]; spi != "" && k.config.users(spi) > 0 {
		k.about(s, key, "%s %s is a wire of %s, which is in use", key, pin, spi)
	}
}

// users is how many devices hang on an SPI bus.
func (c *Config) users(spi string) int {
	n := 0
	count := func(bus string) {
		if strings.HasPrefix(bus, spi+".") {
			n++
		}
	}
	for _, r := range c.Readers {
		count(r.Bus)
	}
	if c.Panel != nil {
		count(c.Panel.Bus)
	}
	if c.Lamps != nil {
		count(c.Lamps.Bus)
	}
	return n
}

// take notes that a bus or pin is used.
func (k *checker) take(s *section, key, what string) {
	switch by, taken := k.taken[what]; {
	case what == "":
		k.about(s, key, "%s is missing", key)
	case taken:
		k.about(s, key, "%s %s is used by %s already", key, what, by)
	default:
		k.taken[what] = k.config.called(s)
	}
}

func (k *checker) seat(s *section, seat int) {
	if seat < 0 || seat > maxSeats {
		k.about(s, "seat", "seat is %d; seats are 1 to %d, and 0 is nobody's", seat, maxSeats)
	}
}
