package companion

import (
	"slices"
	"time"

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

// dial is the list from which a knob chooses, as long as somebody does so. There is one panel for it, and so one list: whose knob was used last has it.
type dial struct {
	knob   Knob
	path   []string // the keys of the items that have led into this list
	menu   menu
	at     int
	chosen string    // the key of the item there
	title  string    // in English, to notice when something else is asked
	since  time.Time // when the table has put another item, or another question, before the person
}

const (
	// menuIdleTime is for how long nobody may touch the knob before the list closes.
	menuIdleTime = 30 * time.Second
	// lookingTime is how long nobody can have read a list that the table has changed: what is pushed then was meant for what stood there before.
	lookingTime = 400 * time.Millisecond
)

// turned takes a knob that was turned. The first step shows the list.
func (t *Table) turned(knob string, steps int) {
	d, open := t.dialOf(knob)
	switch {
	case d == nil || steps == 0:
		return
	case !open:
		t.followDial()
		steps = max(0, steps-1) // the list opens at its first item, and nothing is before that
	}
	last := len(d.menu.items) - 1
	d.at = min(max(0, d.at+min(max(-last, steps), last)), last)
	d.chosen = d.menu.items[d.at].key
}

// pushed takes the push button of a knob. The first push shows the list; a long one goes a step back, or closes it.
func (t *Table) pushed(knob string, long bool) {
	if long && (t.dial == nil || t.dial.knob.Name != knob) {
		return
	}
	d, open := t.dialOf(knob)
	switch {
	case d == nil || !open:
	case long && len(d.path) == 0:
		t.closeDial()
	case long:
		last := len(d.path) - 1
		d.path, d.chosen = d.path[:last], d.path[last]
	case t.now.Sub(d.since) < lookingTime:
	default:
		t.taken(d, d.menu.items[d.at])
	}
}

// taken takes an item of a list. When something was done the list closes, so that all see what; but what is asked next of the same gesture is
// listed at once.
func (t *Table) taken(d *dial, i item) {
	if i.below != nil {
		d.path, d.at, d.chosen = append(d.path, i.key), 0, ""
		return
	}
	if i.take != nil {
		i.take(sourceKnob + d.knob.Name)
	}
	if !i.narrows || !t.publicQuestion() {
		t.closeDial()
		return
	}
	d.path, d.at, d.chosen = nil, 0, ""
}

// dialOf is the list of a knob, and whether it was open before; nil if there is no such knob.
func (t *Table) dialOf(knob string) (d *dial, open bool) {
	i := slices.IndexFunc(t.wiring.knobs, func(k Knob) bool { return k.Name == knob })
	if i < 0 {
		t.log.Warn("a knob that is not configured was used", "knob", knob)
		return nil, false
	}
	t.menuIdle.Set(menuIdleTime)
	if t.dial != nil && t.dial.knob.Name == knob {
		return t.dial, true
	}
	t.dial = &dial{knob: t.wiring.knobs[i]}
	return t.dial, false
}

func (t *Table) closeDial() {
	t.dial = nil
	t.menuIdle.Stop()
}

// dialLeft is called when nobody has touched a knob for its time.
func (t *Table) dialLeft() {
	t.closeDial()
	t.show()
}

// followDial makes the list anew after whatever happened at the table. What is chosen stays chosen, if it is still there.
func (t *Table) followDial() {
	d := t.dial
	if d == nil {
		return
	}
	d.menu = t.menuOf(d.knob)
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
	if d == nil {
		return nil
	}
	c := &scene.Choice{Title: d.title, At: d.at}
	for _, i := range d.menu.items {
		c.Items = append(c.Items, i.text.In(lang.English))
	}
	return c
}
