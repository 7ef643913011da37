package resolver

import (
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// plainWords are moves and names as records write them.
type plainWords struct{ catalog *engine.Catalog }

func (w plainWords) Moves(moves ...engine.Move) lang.Localized {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = w.catalog.Format(m)
	}
	return lang.T("{1}", strings.Join(all, ", then "))
}

func (w plainWords) Name(n engine.Name) lang.Localized { return lang.T("{1}", w.catalog.Word(n)) }

func (w plainWords) Seat(seat engine.Seat) lang.Localized {
	return lang.T("{1}", w.catalog.SeatWord(seat))
}

func (w plainWords) Verb(verb engine.Name) lang.Localized { return w.Name(verb) }

func (w plainWords) Observed(o Observation) lang.Localized {
	words := []string{w.catalog.Word(o.Verb)}
	if o.Verb == engine.None {
		words = nil
	}
	for _, n := range o.Names {
		words = append(words, w.catalog.Word(n))
	}
	if len(words) == 0 {
		words = append(words, w.catalog.SeatWord(o.By))
	}
	return lang.T("{1}", strings.Join(words, " "))
}
