// Package wiring plans which wire of a config's parts goes to which pin of a Raspberry Pi. It describes the plan in words and as a
// picture, with the lines of config.txt that enable the buses, and the problems.
package wiring

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// Plan is the wiring of a config on a model.
type Plan struct {
	Parts    []Part
	Boot     []string // lines of config.txt that enable its buses
	Problems []string // the reasons why parts cannot be wired
}

// Part is a part of the table, and its wires.
type Part struct {
	Name  string // its name in errors: "reader altar-1"
	What  string // the name of the product: "push button"
	Wires []Wire
	Note  string // what else has to be done; may be empty
}

// Wire goes from a terminal of a part to the header.
type Wire struct {
	Terminal string // the label on the part
	To       string // "GPIO10", board.Power3V3, or another place: "5 V of its own"
	Pin      board.Pin
	Via      string // the part in between: "level shifter"; may be empty

	bus bool // it is a wire of a bus, which its chips share
}

// String describes the wire in words: "MOSI to pin 19 (GPIO10)".
func (w Wire) String() string {
	text := w.Terminal + " to "
	if w.Via != "" {
		text = w.Terminal + " through a " + w.Via + " to "
	}
	if w.Pin == 0 {
		return text + w.To
	}
	return fmt.Sprintf("%spin %d (%s)", text, int(w.Pin), w.To)
}

// Of plans the wiring of a config. For an unknown model it uses only the buses that every Raspberry Pi has.
func Of(c *hw.Config, m board.Model) Plan { return plan(c, m).Plan }

// plan plans a config and returns the planner, which also has the uses of all lines.
func plan(c *hw.Config, m board.Model) *planner {
	p := &planner{model: m, users: make(map[string][]string), selects: make(map[string][]string)}
	for _, r := range c.Readers {
		p.reader(r)
	}
	if c.Panel != nil {
		p.panel(*c.Panel)
	}
	if c.Digits != nil {
		p.digits(*c.Digits)
	}
	if c.Lamps != nil {
		p.lamps(*c.Lamps)
	}
	for _, k := range c.Knobs {
		p.add(hw.DeviceName("knob", k.Name), "rotary encoder with a button (KY-040, or a bare EC11 without its +)", "",
			p.line("CLK", k.A), p.line("DT", k.B), p.line("SW", k.Press), p.power("+"), p.ground("GND"))
	}
	for _, b := range c.Buttons {
		other := p.ground("other leg")
		if b.ActiveHigh {
			other = p.power("other leg")
		}
		p.add(hw.DeviceName("button", b.Name), "push button", "", p.line("one leg", b.Pin), other)
	}
	if c.Buzzer != nil {
		p.buzzer(*c.Buzzer)
	}
	p.enableSPI()
	p.collisions()
	return p
}

// planner makes a plan.
type planner struct {
	Plan
	model   board.Model
	powers  int                 // terminals at 3.3 V so far
	grounds int                 // … at ground
	users   map[string][]string // the uses of each line, in words
	selects map[string][]string // lines of the chip selects of each SPI bus in use, in order; "" is the usual line
}

func (p *planner) add(name, what, note string, wires ...Wire) {
	for _, w := range wires {
		if !w.bus && strings.HasPrefix(w.To, "GPIO") {
			p.uses(w.To, w.Terminal+" of "+name)
		}
	}
	p.Parts = append(p.Parts, Part{name, what, wires, note})
}

// uses records a use of a line. The wires of a bus count once, for the bus.
func (p *planner) uses(line, what string) { p.users[line] = append(p.users[line], what) }

func (p *planner) problem(format string, args ...any) {
	p.Problems = append(p.Problems, fmt.Sprintf(format, args...))
}

// The pins that the terminals share.
var (
	powerPins  = [...]board.Pin{1, 17}
	groundPins = [...]board.Pin{6, 9, 14, 20, 25, 30, 34, 39}
)

func (p *planner) power(terminal string) Wire {
	p.powers++
	return Wire{Terminal: terminal, To: board.Power3V3, Pin: powerPins[(p.powers-1)%len(powerPins)]}
}

func (p *planner) ground(terminal string) Wire {
	p.grounds++
	return Wire{Terminal: terminal, To: board.Ground, Pin: groundPins[(p.grounds-1)%len(groundPins)]}
}

func (p *planner) line(terminal, line string) Wire {
	pin := board.PinOf(line)
	if pin == 0 {
		p.problem("%s is not on the header", line)
	}
	return Wire{Terminal: terminal, To: line, Pin: pin}
}

func (p *planner) reader(r hw.Reader) {
	name := hw.DeviceName("reader", r.Name)
	d, err := reader.Find(r.Chip)
	if err != nil {
		p.problem("%s: %v", name, err)
		return
	}
	wires, note := p.module(name, r.Bus, r.CS, d.Module)
	p.add(name, d.Market+" module", note, wires...)
}

// module returns the wires of a module on a bus, and what else has to be done to connect it.
func (p *planner) module(name, bus, cs string, m part.Module) (wires []Wire, note string) {
	c, ok := m.On(bus)
	if !ok {
		p.problem("%s: it cannot hang on %s", name, bus)
		return nil, ""
	}
	for _, terminal := range m.Power {
		wires = append(wires, p.power(terminal))
	}
	wires = append(wires, p.ground(m.Ground))
	if c.Bus == part.SPI {
		return append(wires, p.spi(name, bus, cs, c.Terminals)...), c.Note
	}
	return append(wires, p.shared(name, bus, c.Terminals)...), c.Note
}

func (p *planner) panel(c hw.Panel) {
	const name = "panel"
	d, err := panel.Find(c.Model)
	if err != nil {
		p.problem("%s: %v", name, err)
		return
	}
	wires, note := p.module(name, c.Bus, c.CS, d.Module)
	if d.Pins {
		wires = append(wires, p.line("DC", c.DC), p.line("RST", c.Reset), p.line("BUSY", c.Busy))
	}
	p.add(name, productOf(d, c), note, wires...)
}

// productOf names a panel as a shop does.
func productOf(d panel.Driver, c hw.Panel) string {
	what := d.Market
	if d.Version != "" {
		return what + ", " + d.Version
	}
	if size, ok := d.Size(c.Size); ok {
		what += fmt.Sprintf(", %d × %d", size.X, size.Y)
	}
	if part.I2C.Names(c.Bus) {
		what += ", on I2C"
	}
	return what
}

func (p *planner) digits(c hw.Digits) {
	d, err := digits.Find(c.Model)
	if err != nil {
		p.problem("digits: %v", err)
		return
	}
	p.add("digits", d.Market, "", p.power(d.Power), p.ground(d.Ground), p.line(d.Clock, c.Clk), p.line(d.Data, c.Dio))
}

func (p *planner) lamps(l hw.Lamps) {
	const name, own = "lamps", "5 V of a supply of its own"
	what, terminals := "APA102", map[string]string{"MOSI": "DI", "SCK": "CI"}
	if l.Model == hw.LampsWS2812 {
		what, terminals = "WS2812", map[string]string{"MOSI": "DIN"}
	}
	wires := []Wire{{Terminal: "5V", To: own}, p.ground("GND")}
	for _, w := range p.spi(name, l.Bus, "", terminals) {
		w.Via = "level shifter"
		wires = append(wires, w)
	}
	p.add(name, fmt.Sprintf("%s of %d %s lamps", l.Shape, l.Count, what), "the supply's ground goes to the Raspberry Pi's, too", wires...)
}

func (p *planner) buzzer(b hw.Buzzer) {
	line := b.Pin
	if b.PWM != "" {
		line = cmp.Or(line, "GPIO18") // the default of the kernel's overlay
		p.Boot = append(p.Boot, board.PWMBoot(line))
	}
	p.add("buzzer", b.Kind+" buzzer module", "", p.line("S", line), p.power("+"), p.ground("-"))
}

// spi returns the wires of a chip on an SPI bus, with the terminal for each signal. A chip may lack some.
func (p *planner) spi(name, port, cs string, terminals map[string]string) []Wire {
	bus, ok := p.model.Bus(port)
	if !ok {
		p.problem("%s: %s", name, p.noBus(port))
		return nil
	}
	_, number, _ := strings.Cut(port, ".")
	n, err := strconv.Atoi(number)
	if err != nil || n >= len(bus.Selects) {
		p.problem("%s: %s has %d chip selects, so %s is none", name, bus.Name, len(bus.Selects), port)
		return nil
	}
	for len(p.selects[bus.Name]) <= n {
		p.selects[bus.Name] = append(p.selects[bus.Name], "")
	}
	p.selects[bus.Name][n] = cs
	var wires []Wire
	for _, w := range bus.Wires {
		if terminal := terminals[w.Signal]; terminal != "" {
			wires = append(wires, Wire{Terminal: terminal, To: w.Line, Pin: board.PinOf(w.Line), bus: true})
		}
	}
	if selected := terminals["CS"]; selected != "" {
		line := cmp.Or(cs, bus.Selects[n])
		wires = append(wires, Wire{Terminal: selected, To: line, Pin: board.PinOf(line), bus: true})
	}
	return wires
}

// shared returns the wires of a chip on a bus without chip selects, with the terminal for each signal.
func (p *planner) shared(name, busName string, terminals map[string]string) []Wire {
	bus, ok := p.model.Bus(busName)
	if !ok {
		if strings.HasPrefix(busName, "/") {
			return nil // an adapter on USB
		}
		p.problem("%s: %s", name, p.noBus(busName))
		return nil
	}
	if !slices.Contains(p.Boot, bus.Boot) {
		p.Boot = append(p.Boot, bus.Boot)
	}
	for _, w := range bus.Wires {
		if use := w.Signal + " of " + bus.Name; !slices.Contains(p.users[w.Line], use) {
			p.uses(w.Line, use)
		}
	}
	var wires []Wire
	for _, w := range bus.Wires {
		wires = append(wires, Wire{Terminal: terminals[w.Signal], To: w.Line, Pin: board.PinOf(w.Line), bus: true})
	}
	return wires
}

func (p *planner) noBus(name string) string {
	name, _, _ = strings.Cut(name, ".")
	if p.model == board.Unknown {
		return fmt.Sprintf("where %s comes out depends on the model of the Raspberry Pi", name)
	}
	return fmt.Sprintf("a %s has no %s on its header", p.model, name)
}
