package companion

import (
	"time"

	"familiar/companion/clock"
	"familiar/companion/scene"
	"familiar/engine/lang"
)

// dial is the menu from which somebody chooses with a knob. There is one panel, and so one menu at a time: it belongs to the knob that was used last.
type dial struct {
	knob   *Knob    // nil: no menu is open
	path   []string // the keys of the items that have led into this menu
	menu   menu
	at     int         // the chosen item
	chosen string      // its key
	title  string      // of the menu, in English: another title is another question
	since  time.Time   // when the table last changed the question or the chosen item
	idle   clock.Alarm // closes a menu that nobody touches
}

const (
	// menuIdleTime is how long a menu stays open without a touch of its knob.
	menuIdleTime = 30 * time.Second
	// reactionTime is the time in which nobody can have read a menu that the table has changed. A push within it was meant for the earlier menu.
	reactionTime = 400 * time.Millisecond
)

// turn handles a turn of a knob by some steps, clockwise if positive. The first step opens the menu.
func (d *dial) turn(k Knob, steps int, menus *menus) {
	if steps == 0 {
		return
	}
	if !d.open(k) {
		d.follow(menus)
		steps = max(0, steps-1) // the menu opens at its first item
	}
	last := len(d.menu.items) - 1
	d.at = min(max(0, d.at+min(max(-last, steps), last)), last)
	d.chosen = d.menu.items[d.at].key
}

// push handles the push button of a knob, and returns the item that must be done, if there is one. The first push opens the menu; a long push goes a level
// up, or closes the menu.
func (d *dial) push(k Knob, long bool, now time.Time) (i item, ok bool) {
	if long && !d.isOf(k) {
		return i, false
	}
	switch {
	case !d.open(k):
	case long && len(d.path) == 0:
		d.close()
	case long:
		last := len(d.path) - 1
		d.path, d.chosen = d.path[:last], d.path[last]
	case now.Sub(d.since) < reactionTime:
	default:
		if i = d.menu.items[d.at]; i.below == nil {
			return i, true
		}
		d.path, d.at, d.chosen = append(d.path, i.key), 0, ""
	}
	return i, false
}

// done is called when an item was done. The menu closes, so that people see the result, unless the same gesture has another question.
func (d *dial) done(i item, moreAsked bool) {
	if !i.narrows || !moreAsked {
		d.close()
		return
	}
	d.path, d.at, d.chosen = nil, 0, ""
}

// isOf reports whether a menu is open for a knob.
func (d *dial) isOf(k Knob) bool { return d.knob != nil && d.knob.Name == k.Name }

// open opens the menu for a knob, and reports whether it was open already.
func (d *dial) open(k Knob) bool {
	d.idle.Set(menuIdleTime)
	if d.isOf(k) {
		return true
	}
	*d = dial{knob: &k, idle: d.idle}
	return false
}

// close closes the menu.
func (d *dial) close() {
	d.idle.Stop()
	*d = dial{}
}

// follow makes the menu anew when the table has changed. The chosen item stays chosen if it is still there.
func (d *dial) follow(menus *menus) {
	if d.knob == nil {
		return
	}
	d.menu = menus.of(*d.knob)
	for i, key := range d.path {
		at := d.menu.find(key)
		if at < 0 || d.menu.items[at].below == nil {
			d.path = d.path[:i]
			break
		}
		d.menu = d.menu.items[at].below()
	}
	chosenBefore, titleBefore := d.chosen, d.title
	d.title = d.menu.title.In(lang.English)
	switch at := d.menu.find(d.chosen); {
	case at >= 0:
		d.at = at
	case d.title != titleBefore:
		d.at = 0
	default:
		d.at = min(d.at, len(d.menu.items)-1)
	}
	if d.chosen = d.menu.items[d.at].key; d.chosen != chosenBefore || d.title != titleBefore {
		d.since = time.Now()
	}
}

// scene returns the menu as the panel shows it, nil if none is open.
func (d *dial) scene() *scene.Choice {
	if d.knob == nil {
		return nil
	}
	c := &scene.Choice{Title: d.title, At: d.at}
	for _, i := range d.menu.items {
		c.Items = append(c.Items, i.text.In(lang.English))
	}
	return c
}
