package main

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/scene"
	"familiar/engine"
)

// choice returns the list on the panel, nil if there is none.
func (r *rig) choice() *scene.Choice {
	sc, seen := r.scene()
	if !seen {
		return r.tape.nextChoice(r.T)
	}
	r.tape.keepChoice(sc.Choice)
	return sc.Choice
}

// list returns the list on the panel, which the knob opens.
func (r *rig) list() *scene.Choice {
	r.Helper()
	if r.choice() == nil {
		r.press("knob", false)
	}
	if r.choice() == nil {
		r.Fatal("the knob opens no list")
	}
	return r.choice()
}

// take turns the knob to an item, and pushes it.
func (r *rig) take(item string) {
	r.Helper()
	list := r.list()
	r.verbosely("  knob: %s of %q", item, list.Items)
	at := slices.Index(list.Items, item)
	if at < 0 {
		r.Fatalf("there is no %q in %+v", item, list)
	}
	r.pass(400 * time.Millisecond) // to read the list
	if err := r.devices().Turn("knob", at-list.At); err != nil {
		r.Fatal(err)
	}
	r.settle() // the panel shows the item
	r.press("knob", false)
}

// turnTo chooses from the lists of the knob until a move is made, and reports whether that was possible; if not, it closes the lists
// again. Players who do not have to answer are under "somebody else".
func (r *rig) turnTo(state engine.State, words *engine.Phrases, m engine.Move) bool {
	r.Helper()
	c := state.Catalog()
	list := r.list()
	if ask := state.Status().Ask; m.Seat != ask.Seat && m.Seat != engine.Nobody {
		const others = "Somebody else"
		if !slices.Contains(list.Items, others) {
			r.leave()
			return false
		}
		r.take(others)
		r.take(words.Seat(c, m.Seat))
	}
	verb := engine.TitleOf(c.Word(m.Verb))
	if v, ok := words.Verbs[c.Word(m.Verb)]; ok {
		verb = v
	}
	var names []string
	for _, n := range m.Args[:m.Arity()] {
		names = append(names, words.Name(c, n))
	}
	left := strings.Join(append([]string{verb}, names...), ", ")
	for list := r.choice(); list != nil && !r.Failed(); list = r.choice() {
		item := ""
		// The verb may be left out, and the other words may be in one or more lists.
		for _, i := range list.Items {
			said := strings.Replace(i, ": ", ", ", 1)
			for _, whole := range []string{left, strings.TrimPrefix(left, verb+", ")} {
				if (whole+", ") == said+", " || strings.HasPrefix(whole+", ", said+", ") && len(i) > len(item) {
					item = i
				}
			}
		}
		if item == "" {
			r.leave()
			return false
		}
		said := strings.Replace(item, ": ", ", ", 1)
		if !strings.HasPrefix(left, said) {
			left = strings.TrimPrefix(left, verb+", ")
		}
		left = strings.TrimPrefix(strings.TrimPrefix(left, said), ", ")
		r.take(item)
	}
	return true
}

// leave closes the lists of the knob: a long push goes back.
func (r *rig) leave() {
	r.Helper()
	for range 6 {
		if r.choice() == nil {
			return
		}
		r.press("knob", true)
	}
	r.Fatal("the lists of the knob cannot be left")
}
