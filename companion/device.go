package companion

import (
	"fmt"
	"slices"
	"strings"

	"familiar/engine"
)

// What made a move, as the journal says it: these, and the name of the device.
const (
	viaReader = "reader "
	viaButton = "button "
)

// deviceIs notes how a device is.
func (t *Table) deviceIs(d Device) {
	i := slices.IndexFunc(t.devices, func(o Device) bool { return o.Name == d.Name })
	if !d.OK && (i < 0 || t.devices[i].OK) {
		t.sound(CueTrouble)
	}
	if i >= 0 {
		t.devices[i] = d
		return
	}
	at, _ := slices.BinarySearchFunc(t.devices, d.Name, func(o Device, name string) int { return strings.Compare(o.Name, name) })
	t.devices = slices.Insert(t.devices, at, d)
}

// devicesSeen are the devices as people call them.
func (t *Table) devicesSeen() []Device {
	seen := make([]Device, len(t.devices))
	for i, d := range t.devices {
		seen[i] = d
		seen[i].Name = t.deviceTitle(d.Name)
		if d.OK && d.Text == "" {
			seen[i].Text = t.idle(d.Name)
		}
	}
	return seen
}

// idle says of a reader that the game under way does not have the place for which it was meant, and for what it stands instead.
func (t *Table) idle(name string) string {
	i := slices.IndexFunc(t.opt.Readers, func(r Reader) bool { return r.Name == name })
	if t.game == nil || i < 0 {
		return ""
	}
	r := t.opt.Readers[i]
	switch {
	case r.Seat > t.game.catalog.Seats():
		return "nobody sits there in this game"
	case r.Place == "" || t.game.placeOf(r) != engine.None:
		return ""
	case r.Seat > 0:
		return fmt.Sprintf("%s has no place %q: it stands for the seat alone", t.game.words.Title, r.Place)
	}
	return fmt.Sprintf("%s has no place %q: it stands for nothing", t.game.words.Title, r.Place)
}

// deviceTitle is what people call a device: a reader by what it stands for, a button by what is written on it.
func (t *Table) deviceTitle(name string) string {
	if i := slices.IndexFunc(t.opt.Readers, func(r Reader) bool { return r.Name == name }); i >= 0 {
		return t.readerTitle(t.opt.Readers[i])
	}
	i := slices.IndexFunc(t.opt.Buttons, func(b Button) bool { return b.Name == name })
	if i >= 0 && t.opt.Buttons[i].Title != "" {
		return t.opt.Buttons[i].Title
	}
	return name
}

// viaTitle tells people what made a move.
func (t *Table) viaTitle(via string) string {
	for _, kind := range []string{viaReader, viaButton} {
		if name, ok := strings.CutPrefix(via, kind); ok {
			return t.deviceTitle(name)
		}
	}
	return via
}
