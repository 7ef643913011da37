package wiring

import (
	"slices"
	"strings"

	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/panel"
)

// Free lists the lines of the header that a config does not use, in the order of the pins. It leaves out the lines that are reserved for the memory of
// HATs, for I2C1 and for the serial port.
func Free(c *hw.Config, m board.Model) []string {
	p := plan(c, m)
	var free []string
	for pin := board.Pin(1); pin <= board.Pins; pin++ {
		line := pin.String()
		reserved := slices.Contains([]string{"GPIO0", "GPIO1", "GPIO2", "GPIO3", "GPIO14", "GPIO15"}, line)
		if strings.HasPrefix(line, "GPIO") && !reserved && len(p.users[line]) == 0 {
			free = append(free, line)
		}
	}
	return free
}

// Suggest returns a config of further parts on free lines: a knob, two buttons, a buzzer, lamps if there is a bus for them, and e-paper if there is no
// panel yet. It leaves out parts for which there are not enough free lines.
func Suggest(c *hw.Config, m board.Model) *hw.Config {
	s := suggester{all: *c, more: new(hw.Config), model: m}
	// E-paper comes first: its wires are those of the HAT.
	if c.Panel == nil {
		s.add(func(more *hw.Config, _ []string) {
			hat := panel.Drivers()[0]
			more.Panel = &hw.Panel{Model: hat.Model, Bus: hat.HAT.Port, DC: hat.HAT.DC, Reset: hat.HAT.RST, Busy: hat.HAT.BUSY}
		})
	}
	for _, bus := range []string{"SPI1.0", "SPI5.0"} {
		if s.more.Lamps == nil {
			s.add(func(more *hw.Config, _ []string) {
				more.Lamps = &hw.Lamps{Model: hw.LampsAPA102, Bus: bus, Count: 24, Shape: hw.ShapeRing, First: 1, Brightness: 25}
			})
		}
	}
	s.add(func(more *hw.Config, free []string) {
		more.Knobs = []hw.Knob{{Name: "knob", A: free[0], B: free[1], Press: free[2], Edges: 4}}
	})
	s.add(func(more *hw.Config, free []string) {
		more.Buttons = append(more.Buttons, hw.Button{Name: "yes", Title: "Yes (hold: undo)", Pin: free[0], Press: "confirm", Long: "undo"})
	})
	s.add(func(more *hw.Config, free []string) {
		more.Buttons = append(more.Buttons, hw.Button{Name: "end", Title: "End, pass, done", Pin: free[0], Press: "end pass done rest"})
	})
	s.add(func(more *hw.Config, free []string) {
		more.Buzzer = &hw.Buzzer{Kind: hw.BuzzerActive, Pin: free[0]}
	})
	return s.more
}

// suggester adds one suggestion after the other.
type suggester struct {
	all   hw.Config // the config with the suggestions so far
	more  *hw.Config
	model board.Model
}

// maxLines is the maximum number of lines of a suggestion.
const maxLines = 3

// add adds a suggestion if all of it can be wired and the config stays valid.
func (s *suggester) add(suggest func(more *hw.Config, free []string)) {
	free := Free(&s.all, s.model)
	if len(free) < maxLines {
		return
	}
	all, more := s.all, *s.more
	for _, c := range []*hw.Config{&all, &more} {
		c.Buttons = slices.Clone(c.Buttons)
		suggest(c, free)
	}
	if _, err := hw.ParseConfig([]byte(all.Text())); err != nil || len(Of(&all, s.model).Problems) > len(Of(&s.all, s.model).Problems) {
		return
	}
	s.all, s.more = all, &more
}
