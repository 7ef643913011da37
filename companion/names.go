package companion

import (
	"slices"

	"familiar/engine"
)

// namesOf makes the names of a game for its viewers.
func (v *voice) namesOf(id string) *Names {
	g := v.game
	n := &Names{Type: "names", Game: id, Names: make(map[string]NameView), Verbs: make(map[string]string), Counts: []CountView{}, Shared: []CountView{}, Amends: []AmendView{}, Hold: []int{}, Fits: []FitView{}}
	for i := 1; i < g.catalog.Len(); i++ {
		name := engine.Name(i)
		e := g.catalog.Entry(name)
		view := viewName(g.catalog, v.Phrases, name)
		n.Names[e.Word] = view
		if e.Sort&engine.SortVerb != 0 {
			n.Verbs[e.Word] = view.Title
			if w, ok := v.Verbs[e.Word]; ok {
				n.Verbs[e.Word] = w
			}
		}
	}
	for _, c := range v.Counts {
		n.Counts = append(n.Counts, CountView{c.Fact, c.Label, c.List})
	}
	for _, c := range v.Shared {
		n.Shared = append(n.Shared, CountView{c.Fact, c.Label, c.List})
	}
	if h := v.Hint; h != nil {
		n.Hint = &HintView{h.Ask, h.None}
	}
	n.addForms(v)
	return n
}

// viewName is what there is to say of a name.
func viewName(c *engine.Catalog, p *engine.Phrases, name engine.Name) NameView {
	e := c.Entry(name)
	view := NameView{Title: p.Name(c, name), Sort: "word", Text: p.Text(c, name), Copies: e.Copies, Token: e.Token, Traits: e.Traits}
	switch {
	case e.Sort&engine.SortCard != 0:
		view.Sort = "card"
	case e.Sort&engine.SortPlayer != 0:
		view.Sort = "seat"
	case e.Sort&engine.SortPlace != 0:
		view.Sort = "place"
	case e.Sort&engine.SortThing != 0:
		view.Sort = "thing"
	}
	return view
}

// addForms tells what can be put right by hand, by key in the order of the forms, and what a hand may hold. What fits is told once
// for all arguments of the same sorts.
func (n *Names) addForms(v *voice) {
	g := v.game
	known := make(map[engine.Sort]int)
	fits := func(args []engine.Sort) []int {
		form := make([]int, len(args))
		for i, sort := range args {
			fit, ok := known[sort]
			if !ok {
				fit = len(n.Fits)
				known[sort] = fit
				n.Fits = append(n.Fits, fitOf(g.catalog, sort))
			}
			form[i] = fit
		}
		return form
	}
	for _, f := range g.catalog.Forms(g.amend) {
		at := slices.IndexFunc(n.Amends, func(a AmendView) bool { return a.Key == f.Key })
		if at < 0 {
			words := v.Amends[f.Key]
			at = len(n.Amends)
			n.Amends = append(n.Amends, AmendView{Key: f.Key, Title: words.Title, Labels: words.Args})
		}
		n.Amends[at].Forms = append(n.Amends[at].Forms, fits(f.Args))
	}
	var hold []engine.Sort // whatever may stand in each argument
	for _, f := range g.catalog.Forms(g.hold) {
		for i, sort := range f.Args {
			if i == len(hold) {
				hold = append(hold, 0)
			}
			hold[i] |= sort
		}
	}
	n.Hold = fits(hold)
}

func fitOf(c *engine.Catalog, sort engine.Sort) FitView {
	var fit FitView
	for _, name := range c.Names(sort &^ engine.SortNumber) {
		fit.Words = append(fit.Words, c.Word(name))
	}
	if sort&engine.SortNumber != 0 {
		fit.Number = engine.MaxNumber
	}
	return fit
}
