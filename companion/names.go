package companion

import "familiar/engine"

// namesOf makes the names of a game for its viewers.
func namesOf(g *game, id string) *Names {
	n := &Names{Type: "names", Game: id, Names: make(map[string]NameView), Verbs: make(map[string]string), Counts: []CountView{}, Shared: []CountView{}}
	for i := 1; i < g.catalog.Len(); i++ {
		name := engine.Name(i)
		e := g.catalog.Entry(name)
		view := NameView{Title: g.words.Name(g.catalog, name), Sort: "word", Text: e.Text, Copies: e.Copies, Traits: e.Traits}
		switch {
		case e.Sort&engine.SortCard != 0:
			view.Sort = "card"
		case e.Sort&engine.SortPlayer != 0:
			view.Sort = "seat"
		case e.Sort&engine.SortPlace != 0:
			view.Sort = "place"
		}
		n.Names[e.Word] = view
		if e.Sort&engine.SortVerb != 0 {
			n.Verbs[e.Word] = view.Title
			if w, ok := g.words.Verbs[e.Word]; ok {
				n.Verbs[e.Word] = w
			}
		}
	}
	for _, c := range g.words.Counts {
		n.Counts = append(n.Counts, CountView{c.Fact, c.Label})
	}
	for _, c := range g.words.Shared {
		n.Shared = append(n.Shared, CountView{c.Fact, c.Label})
	}
	return n
}
