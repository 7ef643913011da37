package hw

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Config says what is wired where, and what it stands for. docs/wiring.md tells it to people.
type Config struct {
	Readers []Reader `toml:"reader"`
	Buttons []Button `toml:"button"`
	Panel   *Panel   `toml:"panel"`
	Lamps   *Lamps   `toml:"lamps"`
	Buzzer  *Buzzer  `toml:"buzzer"`
}

// Reader is a reader of tags.
type Reader struct {
	Name  string `toml:"name"`  // unique; made of the bus when left out
	Title string `toml:"title"` // as people call it
	Chip  string `toml:"chip"`  // "mfrc522", the default
	Bus   string `toml:"bus"`   // SPI port: "SPI0.0"
	Seat  int    `toml:"seat"`  // whose it is, counted from 1; 0: nobody's
	Place string `toml:"place"` // for which place of that seat, or of the table, it stands
}

// Button is a push button between a pin and ground.
type Button struct {
	Name       string `toml:"name"`
	Title      string `toml:"title"`
	Pin        string `toml:"pin"`   // "GPIO5"
	Press      string `toml:"press"` // the word that it says
	Long       string `toml:"long"`  // the word that a long press says
	Seat       int    `toml:"seat"`
	ActiveHigh bool   `toml:"active-high"` // it connects to 3.3 V instead
}

// Panel is an e-ink panel.
type Panel struct {
	Model string `toml:"model"` // "waveshare2in13v2", the default
	Bus   string `toml:"bus"`   // SPI port
	DC    string `toml:"dc"`    // pins
	Reset string `toml:"reset"`
	Busy  string `toml:"busy"`
}

// Lamps are a ring or strip of lamps.
type Lamps struct {
	Model      string `toml:"model"` // "apa102", the default
	Bus        string `toml:"bus"`   // SPI port
	Count      int    `toml:"count"`
	Brightness int    `toml:"brightness"` // percent, 25 when left out
}

// Buzzer is an active buzzer on a pin, or a passive one on a pin or a PWM of the kernel.
type Buzzer struct {
	Kind string `toml:"kind"` // "active", the default, or "passive"
	Pin  string `toml:"pin"`
	PWM  string `toml:"pwm"` // a directory: /sys/class/pwm/pwmchip0/pwm0
}

// Models that are known so far.
const (
	chipMFRC522    = "mfrc522"
	panelWaveshare = "waveshare2in13v2"
	lampsAPA102    = "apa102"
	buzzerActive   = "active"
	buzzerPassive  = "passive"

	maxLamps = 300
	maxSeats = 8
)

// ReadConfig reads a config and checks it as a whole. Its error lists everything that is wrong, each with its line.
func ReadConfig(path string) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	c, err := ParseConfig(data)
	if err != nil {
		return nil, fmt.Errorf("config %s: %w", path, err)
	}
	return c, nil
}

// ParseConfig reads a config from its text.
func ParseConfig(data []byte) (*Config, error) {
	c := new(Config)
	meta, err := toml.Decode(string(data), c)
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return nil, fmt.Errorf("line %d: %s", parse.Position.Line, parse.Message)
	}
	if err != nil {
		return nil, err
	}
	k := &checker{text: string(data), taken: make(map[string]string)}
	for _, key := range meta.Undecoded() {
		k.problems = append(k.problems, fmt.Errorf("line %d: %s means nothing here", k.lineOf(key[len(key)-1], 1), key))
	}
	c.fillIn()
	c.check(k)
	return c, errors.Join(k.problems...)
}

// fillIn sets what was left out.
func (c *Config) fillIn() {
	for i := range c.Readers {
		r := &c.Readers[i]
		r.Chip = or(r.Chip, chipMFRC522)
		r.Name = or(r.Name, strings.ToLower(r.Bus))
	}
	for i := range c.Buttons {
		b := &c.Buttons[i]
		b.Name = or(b.Name, or(b.Press, strings.ToLower(b.Pin)))
	}
	if p := c.Panel; p != nil {
		p.Model = or(p.Model, panelWaveshare)
	}
	if l := c.Lamps; l != nil {
		l.Model = or(l.Model, lampsAPA102)
		if l.Brightness == 0 {
			l.Brightness = 25
		}
	}
	if b := c.Buzzer; b != nil {
		b.Kind = or(b.Kind, buzzerActive)
	}
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// checker collects what is wrong with a config.
type checker struct {
	text     string // of the config
	problems []error
	taken    map[string]string // bus or pin: by what
	names    []string
}

func (c *Config) check(k *checker) {
	for i, r := range c.Readers {
		where := k.at("[[reader]]", i+1, "reader "+r.Name)
		k.name(where, r.Name)
		k.model(where, "chip", r.Chip, chipMFRC522)
		k.take(where, "bus", r.Bus)
		k.seat(where, r.Seat)
	}
	for i, b := range c.Buttons {
		where := k.at("[[button]]", i+1, "button "+b.Name)
		k.name(where, b.Name)
		k.take(where, "pin", b.Pin)
		k.seat(where, b.Seat)
		if b.Press == "" && b.Long == "" {
			k.wrong(where, "neither press nor long says what it does")
		}
	}
	if p := c.Panel; p != nil {
		where := k.at("[panel]", 1, "panel")
		k.model(where, "model", p.Model, panelWaveshare)
		k.take(where, "bus", p.Bus)
		k.take(where, "dc", p.DC)
		k.take(where, "reset", p.Reset)
		k.take(where, "busy", p.Busy)
	}
	if l := c.Lamps; l != nil {
		k.lamps(k.at("[lamps]", 1, "lamps"), l)
	}
	if b := c.Buzzer; b != nil {
		k.buzzer(k.at("[buzzer]", 1, "buzzer"), b)
	}
}

func (k *checker) lamps(where string, l *Lamps) {
	k.model(where, "model", l.Model, lampsAPA102)
	k.take(where, "bus", l.Bus)
	if l.Count < 1 || l.Count > maxLamps {
		k.wrong(where, "count is %d; it must be 1 to %d", l.Count, maxLamps)
	}
	if l.Brightness < 1 || l.Brightness > 100 {
		k.wrong(where, "brightness is %d; it is a percentage, 1 to 100", l.Brightness)
	}
}

func (k *checker) buzzer(where string, b *Buzzer) {
	k.model(where, "kind", b.Kind, buzzerActive, buzzerPassive)
	switch {
	case b.Pin != "" && b.PWM != "":
		k.wrong(where, "has a pin and a pwm; it can be wired to one of them only")
	case b.PWM != "" && b.Kind == buzzerActive:
		k.wrong(where, "an active buzzer needs a pin, not a pwm")
	case b.PWM == "":
		k.take(where, "pin", b.Pin)
	}
}

// at names a device with the line on which it begins.
func (k *checker) at(header string, nth int, device string) string {
	return fmt.Sprintf("line %d: %s", k.lineOf(header, nth), device)
}

// lineOf is the line of the nth place at which a line begins with some text, 0 if there is none.
func (k *checker) lineOf(start string, nth int) int {
	line := 0
	for text := range strings.Lines(k.text) {
		line++
		if strings.HasPrefix(strings.ReplaceAll(text, " ", ""), start) {
			if nth--; nth == 0 {
				return line
			}
		}
	}
	return 0
}

func (k *checker) wrong(where, format string, args ...any) {
	k.problems = append(k.problems, fmt.Errorf("%s: "+format, append([]any{where}, args...)...))
}

func (k *checker) name(where, name string) {
	if slices.Contains(k.names, name) {
		k.wrong(where, "another device has the name %q too", name)
	}
	k.names = append(k.names, name)
}

func (k *checker) model(where, key, got string, known ...string) {
	if !slices.Contains(known, got) {
		k.wrong(where, "%s %q is not known; it is one of %s", key, got, strings.Join(known, ", "))
	}
}

func (k *checker) take(where, key, what string) {
	switch other, taken := k.taken[what]; {
	case what == "":
		k.wrong(where, "%s is missing", key)
	case taken:
		k.wrong(where, "%s %s is used by %s already", key, what, other)
	default:
		k.taken[what] = where
	}
}

func (k *checker) seat(where string, seat int) {
	if seat < 0 || seat > maxSeats {
		k.wrong(where, "seat is %d; seats are counted from 1 to %d, 0 is nobody's", seat, maxSeats)
	}
}
