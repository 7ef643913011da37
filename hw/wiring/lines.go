package wiring

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/hw/board"
)

// enableSPI lists the lines of config.txt for the used SPI buses with their chip selects: the kernel takes all lines of a bus, including
// unused ones.
func (p *planner) enableSPI() {
	for _, name := range slices.Sorted(maps.Keys(p.selects)) {
		bus, _ := p.model.Bus(name)
		moved := p.selects[name]
		count := len(moved)
		if name == "SPI0" {
			count = len(bus.Selects) // the number with dtparam=spi=on
		}
		line := bus.Boot
		if strings.Contains(line, "%d") {
			line = fmt.Sprintf(line, count)
		} else if slices.ContainsFunc(moved, func(cs string) bool { return cs != "" }) {
			line = "dtoverlay=spi0-2cs"
		}
		for n := range count {
			cs := ""
			if n < len(moved) {
				cs = moved[n]
			}
			if cs != "" {
				line += fmt.Sprintf(",cs%d_pin=%s", n, strings.TrimPrefix(cs, "GPIO"))
			} else {
				cs = bus.Selects[n]
			}
			p.uses(cs, fmt.Sprintf("chip select CE%d of %s", n, name))
		}
		for _, w := range bus.Wires {
			p.uses(w.Line, w.Signal+" of "+name)
		}
		p.Boot = append(p.Boot, line)
	}
	slices.Sort(p.Boot)
	p.Boot = slices.Compact(p.Boot)
}

// collisions reports lines that are used for two things.
func (p *planner) collisions() {
	for n := range 28 {
		line := fmt.Sprintf("GPIO%d", n)
		if users := p.users[line]; len(users) > 1 {
			p.problem("%s (pin %d) is %s", line, int(board.PinOf(line)), strings.Join(users, " and "))
		}
	}
}
