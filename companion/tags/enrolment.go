package tags

import (
	"fmt"
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// Item is a name that gets tags.
type Item struct {
	Word   string
	Title  string // as people read it
	Copies int    // how many tags it gets
	// Optional means that the game can be followed without these tags: it is no card, or a card with so many copies that a token stands for them.
	Optional bool
}

// Items lists what can be enrolled of a game: its cards in the order of the card list, then one token for each kind that has too many copies
// to tag each, and then its other things.
func Items(c *engine.Catalog, p *engine.Phrases) []Item {
	var cards, tokens, things []Item
	for _, n := range c.Names(engine.ClassCard | engine.ClassThing) {
		item := Item{Word: c.Word(n), Title: p.Name(c, n), Copies: max(1, c.Entry(n).Copies)}
		switch class := c.Class(n); {
		case class&engine.ClassUnseen != 0:
		case class&engine.ClassCard == 0:
			item.Optional = true
			things = append(things, item)
		case c.Entry(n).Token:
			item.Copies, item.Optional = 1, true
			tokens = append(tokens, item)
		default:
			cards = append(cards, item)
		}
	}
	return slices.Concat(cards, tokens, things)
}

// Enrolment gives tags to the names of a box, one after the other, by tapping one thing at a time; things that need a tag come first. Tags that
// the box has already count, so an enrolment that was broken off goes on where it stopped.
type Enrolment struct {
	tags    *Tags
	box     Box
	slots   []slot
	at      int   // the slot whose tag is awaited; len(slots) at the end
	undo    []int // the slots that were filled or skipped, in order
	blocked UID   // the tag that was refused last because it is enrolled already
}

// slot is one copy of an item.
type slot struct {
	item    Item
	copy    int // from 1
	uid     UID // empty: it has no tag yet
	skipped bool
}

// NewEnrolment begins the enrolment of a box, or continues it.
func NewEnrolment(t *Tags, b Box, items []Item) *Enrolment {
	e := &Enrolment{tags: t, box: b}
	have := make(map[string][]UID)
	words := t.Words(b)
	for _, uid := range sorted(words) {
		have[words[uid]] = append(have[words[uid]], uid)
	}
	for _, item := range items {
		for n := range item.Copies {
			p := slot{item: item, copy: n + 1}
			if n < len(have[item.Word]) {
				p.uid = have[item.Word][n]
			}
			e.slots = append(e.slots, p)
		}
	}
	e.advance(0)
	return e
}

// Done returns how many copies have their tags.
func (e *Enrolment) Done() int {
	done := 0
	for _, p := range e.slots {
		if p.uid != "" {
			done++
		}
	}
	return done
}

// Total returns how many copies there are.
func (e *Enrolment) Total() int { return len(e.slots) }

// Missing returns how many copies that need a tag have none.
func (e *Enrolment) Missing() int {
	bare := 0
	for _, p := range e.slots {
		if p.uid == "" && !p.item.Optional {
			bare++
		}
	}
	return bare
}

// Next returns the item whose tag is awaited, and the number of its copy, from 1. At the end there is none.
func (e *Enrolment) Next() (item Item, number int, ok bool) {
	if e.at == len(e.slots) {
		return Item{}, 0, false
	}
	p := e.slots[e.at]
	return p.item, p.copy, true
}

// Result is the kind of an Outcome.
type Result int

const (
	Assigned Result = iota // the tag now stands for the awaited item
	Already                // the tag stands for something already, and nothing has changed
	Unfit                  // the tag cannot be enrolled: it has another UID each time
	Complete               // no tag is awaited any more
)

// Outcome is the effect of a tap.
type Outcome struct {
	Result Result
	Word   string // Assigned: the name that the tag stands for now; Already: the name that it stood for before
	Title  string // as people read it
	Copy   int    // the number of the copy, from 1; 0 if the name is not enrolled here
}

// Text describes the outcome to people. title is what they call the thing that the tag stands for.
func (o Outcome) Text(title lang.Localized) lang.Localized {
	switch o.Result {
	case Assigned:
		return lang.T("{1} is enrolled.", title)
	case Already:
		return lang.T("This tag is {1} already. Take another one, or redo: then it can be tapped again for this one.", title)
	case Unfit:
		return lang.T("This tag changes its number each time, as phones do. Take another one.")
	}
	return lang.T("All tags are enrolled.")
}

// Tap gives a tag to the awaited item, and saves that. A tag that stands for something already keeps its name; after
// Redo it can be tapped again.
func (e *Enrolment) Tap(uid UID) (Outcome, error) {
	e.blocked = ""
	if word, ok := e.tags.Word(e.box, uid); ok {
		e.blocked = uid
		return e.already(word, uid), nil
	}
	if e.at == len(e.slots) {
		return Outcome{Result: Complete}, nil
	}
	if uid.Random() {
		return Outcome{Result: Unfit}, nil
	}
	p := &e.slots[e.at]
	if err := e.tags.Assign(e.box, uid, p.item.Word); err != nil {
		return Outcome{}, fmt.Errorf("enrolling %s: %w", p.item.Word, err)
	}
	if i := e.find(uid); i >= 0 {
		e.slots[i].uid = "" // somebody has removed the tag from the file meanwhile
	}
	p.uid, p.skipped = uid, false
	e.undo = append(e.undo, e.at)
	e.advance(e.at + 1)
	return Outcome{Assigned, p.item.Word, p.item.Title, p.copy}, nil
}

func (e *Enrolment) already(word string, uid UID) Outcome {
	if i := e.find(uid); i >= 0 {
		return Outcome{Already, word, e.slots[i].item.Title, e.slots[i].copy}
	}
	return Outcome{Already, word, word, 0}
}

func (e *Enrolment) find(uid UID) int {
	return slices.IndexFunc(e.slots, func(p slot) bool { return p.uid == uid })
}

// Skip leaves the item without a tag for now.
func (e *Enrolment) Skip() {
	e.blocked = ""
	if e.at == len(e.slots) {
		return
	}
	e.slots[e.at].skipped = true
	e.undo = append(e.undo, e.at)
	e.advance(e.at + 1)
}

// Redo goes back to the previous slot and forgets its tag. Right after a tap that was refused because the tag is
// enrolled already, it frees that tag instead and still waits for the same item, so that tapping again moves the tag. It
// returns the awaited item.
func (e *Enrolment) Redo() (Item, error) {
	if e.blocked != "" {
		return e.free()
	}
	back := e.at - 1
	if n := len(e.undo); n > 0 {
		back = e.undo[n-1]
	}
	if back < 0 {
		item, _, _ := e.Next()
		return item, nil
	}
	p := &e.slots[back]
	if p.uid != "" {
		if err := e.tags.Forget(e.box, p.uid); err != nil {
			return Item{}, fmt.Errorf("forgetting the tag of %s: %w", p.item.Word, err)
		}
	}
	p.uid, p.skipped = "", false
	e.undo = e.undo[:max(len(e.undo)-1, 0)]
	e.at = back
	return p.item, nil
}

// free forgets the tag that was refused. The slot that had this tag is open again, and comes after the others.
func (e *Enrolment) free() (Item, error) {
	if err := e.tags.Forget(e.box, e.blocked); err != nil {
		return Item{}, fmt.Errorf("freeing a tag: %w", err)
	}
	if i := e.find(e.blocked); i >= 0 {
		e.slots[i].uid = ""
		e.undo = slices.DeleteFunc(e.undo, func(u int) bool { return u == i })
	}
	e.blocked = ""
	e.advance(e.at)
	item, _, _ := e.Next()
	return item, nil
}

// advance waits for the first open slot, starting at from and wrapping around. Slots that need no tag come only after
// all slots that need one.
func (e *Enrolment) advance(from int) {
	for _, optional := range []bool{false, true} {
		for n := range len(e.slots) {
			i := (from + n) % len(e.slots)
			if p := e.slots[i]; p.uid == "" && !p.skipped && p.item.Optional == optional {
				e.at = i
				return
			}
		}
	}
	e.at = len(e.slots)
}
