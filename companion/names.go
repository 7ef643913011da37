package companion

import (
	"slices"

	"familiar/companion/protocol"
	"familiar/engine"
)

// namesOf makes the names of a game for its viewers.
func (v *localizer) namesOf(id string) *protocol.Names {
	g := v.game
	n := &protocol.Names{Type: "names", Game: id, Names: make(map[string]protocol.NameView), Verbs: make(map[string]string), Counts: []protocol.CountView{}, Shared: []protocol.CountView{}, Amends: []protocol.AmendView{}, Hold: []int{}, Fits: []protocol.FitView{}}
	for i := 1; i < g.catalog.Len(); i++ {
		name := engine.Name(i)
		e := g.catalog.Entry(name)
		view := viewName(g.catalog, v.Phrases, name)
		n.Names[e.Word] = view
		if e.Class&engine.ClassVerb != 0 {
			n.Verbs[e.Word] = view.Title
			if w, ok := v.Verbs[e.Word]; ok {
				n.Verbs[e.Word] = w
			}
		}
	}
	for _, c := range v.Counts {
		n.Counts = append(n.Counts, protocol.CountView{Fact: c.Fact, Label: c.Label, List: c.List})
	}
	for _, c := range v.Shared {
		n.Shared = append(n.Shared, protocol.CountView{Fact: c.Fact, Label: c.Label, List: c.List})
	}
	if h := v.Hint; h != nil {
		n.Hint = &protocol.HintView{Ask: h.Ask, None: h.None}
	}
	addForms(n, v)
	return n
}

// viewName is what there is to say of a name.
func viewName(c *engine.Catalog, p *engine.Phrases, name engine.Name) protocol.NameView {
	e := c.Entry(name)
	view := protocol.NameView{Title: p.Name(c, name), Sort: "word", Text: p.Text(c, name), Copies: e.Copies, Token: e.Token, Traits: e.Traits}
	switch {
	case e.Class&engine.ClassCard != 0:
		view.Sort = "card"
	case e.Class&engine.ClassPlayer != 0:
		view.Sort = "seat"
	case e.Class&engine.ClassPlace != 0:
		view.Sort = "place"
	case e.Class&engine.ClassThing != 0:
		view.Sort = "thing"
	}
	return view
}

// addForms tells what can be put right by hand, by key in the order of the forms, and what a hand may hold. What fits is told once
// for all arguments of the same sorts.
func addForms(n *protocol.Names, v *localizer) {
	g := v.game
	known := make(map[engine.Class]int)
	fits := func(args []engine.Class) []int {
		form := make([]int, len(args))
		for i, class := range args {
			fit, ok := known[class]
			if !ok {
				fit = len(n.Fits)
				known[class] = fit
				n.Fits = append(n.Fits, fitOf(g.catalog, class))
			}
			form[i] = fit
		}
		return form
	}
	for _, f := range g.catalog.Signatures(g.amend) {
		at := slices.IndexFunc(n.Amends, func(a protocol.AmendView) bool { return a.Key == f.Key })
		if at < 0 {
			words := v.Amends[f.Key]
			at = len(n.Amends)
			n.Amends = append(n.Amends, protocol.AmendView{Key: f.Key, Title: words.Title, Labels: words.Args})
		}
		n.Amends[at].Forms = append(n.Amends[at].Forms, fits(f.Args))
	}
	var hold []engine.Class // whatever may stand in each argument
	for _, f := range g.catalog.Signatures(g.hold) {
		for i, class := range f.Args {
			if i == len(hold) {
				hold = append(hold, 0)
			}
			hold[i] |= class
		}
	}
	n.Hold = fits(hold)
}

func fitOf(c *engine.Catalog, class engine.Class) protocol.FitView {
	var fit protocol.FitView
	for _, name := range c.Names(class &^ engine.ClassNumber) {
		fit.Words = append(fit.Words, c.Word(name))
	}
	if class&engine.ClassNumber != 0 {
		fit.Number = engine.MaxNumber
	}
	return fit
}
