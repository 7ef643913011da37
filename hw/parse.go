package hw

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/reader"
)

// ErrConfig means that a file is too long to be a config.
var ErrConfig = errors.New("this is no config")

const (
	// maxLine is the maximum length of a line in bytes. TOML's parser takes time that grows with the square of the length of a
	// dotted key.
	maxLine = 1000
	// maxProblems limits the problems in one error: a file of another kind has one in each line.
	maxProblems = 20
)

// ParseConfig reads a config from its text and checks it. Its error lists what is wrong, each with its line and its device.
//
// A config is TOML in which each line is complete: a header, or a key with text, a number, true or false. So each line is parsed
// on its own, every error knows its line, and none hides another.
func ParseConfig(data []byte) (*Config, error) {
	if len(data) > maxConfig {
		return nil, fmt.Errorf("%w: it is longer than %d KiB", ErrConfig, maxConfig>>10)
	}
	p := &parser{config: new(Config)}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		p.line(n, line)
	}
	p.config.setDefaults()
	p.check()
	if err := p.err(); err != nil {
		return nil, err
	}
	return p.config, nil
}

// parser reads a config line by line.
type parser struct {
	config   *Config
	sections []*section
	device   any  // the device that the next keys belong to, nil if there is none
	skip     bool // the last header was wrong, so its keys are ignored
	problems []problem
}

// section is a device of the config: a header and the keys below it.
type section struct {
	kind  string // "reader"
	index int    // among the devices of its kind
	line  int    // of its header
	keys  map[string]int
}

// problem describes what is wrong with a line.
type problem struct {
	line int
	of   *section // nil: the line belongs to no device
	text string
}

// line parses one line.
func (p *parser) line(n int, text string) {
	values := make(map[string]any)
	if len(text) > maxLine {
		p.wrong(n, nil, "it is longer than %d bytes", maxLine)
		return
	}
	if _, err := toml.Decode(text, &values); err != nil {
		p.wrong(n, nil, "it is not understood: %s. Text stands in \"quotes\", and ends in its line", message(err))
		return
	}
	for key, value := range values { // there is at most one
		if strings.HasPrefix(strings.TrimLeft(text, "\ufeff \t"), "[") {
			p.header(n, key, value)
		} else {
			p.key(n, key, text)
		}
	}
}

// message returns the text of an error of TOML's parser without its position, which counts within the line only.
func message(err error) string {
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return parse.Message
	}
	return err.Error()
}

// header begins a new device.
func (p *parser) header(n int, kind string, value any) {
	many, isMany := value.([]map[string]any)
	one, _ := value.(map[string]any)
	p.device, p.skip = nil, true
	if len(one) > 0 || isMany && len(many[0]) > 0 {
		p.wrong(n, nil, "a header is one of %s", headers)
		return
	}
	single, known := singleKinds[kind]
	switch before := p.section(kind); {
	case !known:
		p.wrong(n, nil, "unknown header %q: it is one of %s", kind, headers)
	case single && isMany:
		p.wrong(n, nil, "there can be one %s only: write [%[1]s]", kind)
	case !single && !isMany:
		p.wrong(n, nil, "there can be several of them: write [[%s]]", kind)
	case single && before != nil:
		p.wrong(n, nil, "there is a [%s] in line %d already", kind, before.line)
	default:
		s := &section{kind: kind, line: n, keys: make(map[string]int)}
		p.device, s.index = p.config.begin(kind)
		p.sections, p.skip = append(p.sections, s), false
	}
}

// singleKinds holds the kinds of devices; true means that a config may have only one.
var singleKinds = map[string]bool{"reader": false, "button": false, "knob": false, "panel": true, "digits": true, "lamps": true, "buzzer": true}

const headers = "[[reader]], [[button]], [[knob]], [panel], [digits], [lamps] and [buzzer]"

// section returns the first section of a kind, nil if there is none.
func (p *parser) section(kind string) *section {
	i := slices.IndexFunc(p.sections, func(s *section) bool { return s.kind == kind })
	if i < 0 {
		return nil
	}
	return p.sections[i]
}

// begin adds a device of a known kind with its defaults. Its keys are filled in before the next one begins.
func (c *Config) begin(kind string) (device any, index int) {
	switch kind {
	case "reader":
		c.Readers = append(c.Readers, Reader{Chip: reader.Drivers()[0].Chip, Gain: reader.UsualGain})
		index = len(c.Readers) - 1
		return &c.Readers[index], index
	case "button":
		c.Buttons = append(c.Buttons, Button{})
		index = len(c.Buttons) - 1
		return &c.Buttons[index], index
	case "knob":
		c.Knobs = append(c.Knobs, Knob{Edges: defaultEdges})
		index = len(c.Knobs) - 1
		return &c.Knobs[index], index
	case "panel":
		c.Panel = &Panel{Model: panel.Drivers()[0].Model}
		return c.Panel, 0
	case "digits":
		c.Digits = &Digits{Model: digits.Drivers()[0].Model, Brightness: digits.DefaultBrightness}
		return c.Digits, 0
	case "lamps":
		c.Lamps = &Lamps{Model: LampsAPA102, Brightness: defaultBrightness, Shape: ShapeRing, First: 1}
		return c.Lamps, 0
	default:
		c.Buzzer = &Buzzer{Kind: BuzzerActive}
		return c.Buzzer, 0
	}
}

// key sets a key of the current device.
func (p *parser) key(n int, key, text string) {
	if p.skip {
		return
	}
	if p.device == nil {
		p.wrong(n, nil, "%s stands below no header; a header is one of %s", key, headers)
		return
	}
	s := p.sections[len(p.sections)-1]
	id := strings.ToLower(key) // TOML's decoder ignores upper and lower case
	if before := s.keys[id]; before > 0 {
		p.wrong(n, s, "%s is set in line %d already", key, before)
		return
	}
	s.keys[id] = n
	meta, err := toml.Decode(text, p.device)
	switch {
	case err != nil:
		p.wrong(n, s, "%s must be %s", key, expectedValue(err))
	case len(meta.Undecoded()) > 0:
		p.wrong(n, s, "unknown key %s", key)
	}
}

// expectedValue describes the values that a key takes, given the decoder's error about a value of another kind.
func expectedValue(err error) string {
	switch _, kind, _ := strings.Cut(message(err), "destination has type "); kind {
	case "string":
		return "text in \"quotes\""
	case "integer":
		return "a whole number"
	case "boolean":
		return "true or false"
	}
	switch {
	case strings.Contains(message(err), "duration"):
		return "a time, such as \"700ms\""
	case strings.Contains(message(err), errHours.Error()):
		return "two times of the day, such as \"22:00-07:00\""
	}
	return "something else: " + message(err)
}

// setDefaults sets the defaults that depend on other keys: names, and the size of a panel whose model has several.
func (c *Config) setDefaults() {
	for i := range c.Readers {
		r := &c.Readers[i]
		r.Name = cmp.Or(r.Name, strings.ToLower(strings.TrimPrefix(r.Bus, "/dev/")))
	}
	for i := range c.Buttons {
		b := &c.Buttons[i]
		b.Name = cmp.Or(b.Name, firstWord(b.Press), firstWord(b.Long), strings.ToLower(b.Pin))
	}
	for i := range c.Knobs {
		c.Knobs[i].Name = cmp.Or(c.Knobs[i].Name, "knob")
	}
	if p := c.Panel; p != nil && p.Size == "" {
		if d, err := p.driver(); err == nil && len(d.Sizes) > 1 {
			p.Size = panel.SizeName(d.Sizes[0])
		}
	}
}

// firstWord returns the first of several words.
func firstWord(words string) string {
	for word := range strings.FieldsSeq(words) {
		return word
	}
	return ""
}

// wrong records a problem.
func (p *parser) wrong(line int, of *section, format string, args ...any) {
	p.problems = append(p.problems, problem{line, of, fmt.Sprintf(format, args...)})
}

// err returns all problems as one error, in the order of their lines; nil if there are none.
func (p *parser) err() error {
	slices.SortStableFunc(p.problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
	var errs []error
	for i, w := range p.problems {
		if i == maxProblems {
			errs = append(errs, fmt.Errorf("and %d more", len(p.problems)-i))
			break
		}
		if w.of == nil {
			errs = append(errs, fmt.Errorf("line %d: %s", w.line, w.text))
		} else {
			errs = append(errs, fmt.Errorf("line %d: %s: %s", w.line, p.config.deviceName(w.of), w.text))
		}
	}
	return errors.Join(errs...)
}

// deviceName returns the name of a section's device in messages: "reader altar-1", "panel".
func (c *Config) deviceName(s *section) string {
	name := ""
	switch s.kind {
	case "reader":
		name = c.Readers[s.index].Name
	case "button":
		name = c.Buttons[s.index].Name
	case "knob":
		name = c.Knobs[s.index].Name
	}
	if !isLabel(name) {
		return s.kind
	}
	return DeviceName(s.kind, name)
}

// DeviceName returns the name of a device in messages: its kind and its name in the config, "reader altar-1"; only "knob" for a knob of that name.
func DeviceName(kind, name string) string {
	if name == "" || name == kind {
		return kind
	}
	return kind + " " + name
}
