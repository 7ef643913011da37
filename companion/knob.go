package companion

import (
	"time"

	"familiar/companion/clock"
	"familiar/companion/scene"
	"familiar/engine/lang"
)

// Knob is a knob of the wired table: turned it chooses from a list on the panel, pushed it takes what is chosen. What the list is about is found
// in menu.go.
type Knob struct {
	Name  string
	Title string // as people call it
	Seat  int    // for whom it answers, counted from 1; 0: for whoever is awaited
}

// dial is the list from which a knob chooses, while somebody does so. There is one panel for it, and so one list: the knob that was used last has it.
type dial struct {
	knob   *Knob    // nil: no list is open
	path   []string // the keys of the items that have led into this list
	menu   menu
	at     int
	chosen string      // the key of the item there
	title  string      // in English, to notice when something else is asked
	since  time.Time   // when the table has put another item, or another question, before the person
	idle   clock.Alarm // closes a list that nobody touches
}

const (
	// menuIdleTime is for how long nobody may touch the knob before the list closes.
	menuIdleTime = 30 * time.Second
	// lookingTime is how long nobody can have read a list that the table has changed: what is pushed then was meant for what stood there before.
	lookingTime = 400 * time.Millisecond
)

// turn takes so many steps of a knob, clockwise. The first step shows the list.
func (d *dial) turn(k Knob, steps int, menus *menus) {
	if steps == 0 {
		return
	}
	if !d.open(k) {
		d.follow(menus)
		steps = max(0, steps-1) // the list opens at its first item, and nothing is before that
	}
	last := len(d.menu.items) - 1
	d.at = min(max(0, d.at+min(max(-last, steps), last)), last)
	d.chosen = d.menu.items[d.at].key
}

// push takes the push button of a knob, and returns the item that is to be done, if it is one. The first push shows the list; a long one goes a step back, or closes it.
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
	case now.Sub(d.since) < lookingTime:
	default:
		if i = d.menu.items[d.at]; i.below == nil {
			return i, true
		}
		d.path, d.at, d.chosen = append(d.path, i.key), 0, ""
	}
	return i, false
}

// taken is called when an item was done. The list closes, so that all see what; but what is asked next of the same gesture is listed at once.
func (d *dial) taken(i item, asked bool) {
	if !i.narrows || !asked {
		d.close()
		return
	}
	d.path, d.at, d.chosen = nil, 0, ""
}

// isOf reports whether the list is open, and a knob's own.
func (d *dial) isOf(k Knob) bool { return d.knob != nil && d.knob.Name == k.Name }

// open opens the list of a knob, and reports whether it was open before.
func (d *dial) open(k Knob) bool {
	d.idle.Set(menuIdleTime)
	if d.isOf(k) {
		return true
	}
	*d = dial{knob: &k, idle: d.idle}
	return false
}

// close closes the list.
func (d *dial) close() {
	d.idle.Stop()
	*d = dial{}
}

// follow makes the list anew after whatever happened at the table. What is chosen stays chosen, if it is still there.
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
	was, asked := d.chosen, d.title
	d.title = d.menu.title.In(lang.English)
	switch at := d.menu.find(d.chosen); {
	case at >= 0:
		d.at = at
	case d.title != asked:
		d.at = 0
	default:
		d.at = min(d.at, len(d.menu.items)-1)
	}
	if d.chosen = d.menu.items[d.at].key; d.chosen != was || d.title != asked {
		d.since = time.Now()
	}
}

// scene is the list as the panel shows it.
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
