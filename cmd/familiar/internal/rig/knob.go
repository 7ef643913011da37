package rig

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/scene"
	"familiar/engine"
)

// KnobChoice returns the list on the panel, nil if there is none.
func (r *Rig) KnobChoice() *scene.Choice {
	sc, seen := r.Scene()
	if !seen {
		return r.Recording.nextChoice(r.T)
	}
	r.Recording.addChoice(sc.Choice)
	return sc.Choice
}

// KnobList returns the list on the panel, which the knob opens.
func (r *Rig) KnobList() *scene.Choice {
	r.Helper()
	if r.KnobChoice() == nil {
		r.Press("knob", false)
	}
	if r.KnobChoice() == nil {
		r.Fatal("the knob opens no list")
	}
	return r.KnobChoice()
}

// Choose turns the knob to an item, and pushes it.
func (r *Rig) Choose(item string) {
	r.Helper()
	list := r.KnobList()
	r.Verbosef("  knob: %s of %q", item, list.Items)
	at := slices.Index(list.Items, item)
	if at < 0 {
		r.Fatalf("there is no %q in %+v", item, list)
	}
	r.Pass(400 * time.Millisecond) // to read the list
	r.AddStep("%s turns the knob to “%s”.", r.steps.actor, item)
	if err := r.Devices().Turn("knob", at-list.At); err != nil {
		r.Fatal(err)
	}
	r.settle() // the panel shows the item
	r.Press("knob", false)
}

// ChooseMove chooses from the lists of the knob until a move is made, and reports whether that was possible; if not, it closes the lists
// again. Players who do not have to answer are under "somebody else".
func (r *Rig) ChooseMove(state engine.State, words *engine.Phrases, m engine.Move) bool {
	r.Helper()
	c := state.Catalog()
	list := r.KnobList()
	if ask := state.Status().Ask; m.Seat != ask.Seat && m.Seat != engine.Nobody {
		const others = "Somebody else"
		if !slices.Contains(list.Items, others) {
			r.closeLists()
			return false
		}
		r.Choose(others)
		r.Choose(words.Seat(c, m.Seat))
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
	for list := r.KnobChoice(); list != nil && !r.Failed(); list = r.KnobChoice() {
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
			r.closeLists()
			return false
		}
		said := strings.Replace(item, ": ", ", ", 1)
		if !strings.HasPrefix(left, said) {
			left = strings.TrimPrefix(left, verb+", ")
		}
		left = strings.TrimPrefix(strings.TrimPrefix(left, said), ", ")
		r.Choose(item)
	}
	return true
}

// closeLists closes the lists of the knob: a long push goes back.
func (r *Rig) closeLists() {
	r.Helper()
	for range 6 {
		if r.KnobChoice() == nil {
			return
		}
		r.Press("knob", true)
	}
	r.Fatal("the lists of the knob cannot be left")
}
