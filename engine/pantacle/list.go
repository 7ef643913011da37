package pantacle

import (
	"slices"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	name := cardlist.Value{Kind: cardlist.Name}
	keeper := cardlist.Value{Kind: cardlist.Name, Of: []string{"blade.keeper"}}
	copies := cardlist.Maybe("copies", cardlist.Within(1, mostCards)).Else("1")
	stock := cardlist.Within(0, engine.MaxNumber)
	return &cardlist.List{Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Needed("phases", cardlist.ListOf(name, 0, 0)), cardlist.Needed("hound", keeper)}},
		{Name: "reserve", Fields: []cardlist.Field{cardlist.Needed("influence", stock), cardlist.Needed("adepts", stock)}},
		{Name: "blade", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", name), cardlist.Needed("keeper", keeper), cardlist.Needed("phase", cardlist.Named("phases")), copies,
		}},
		{Name: "favor", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", cardlist.OneOf(favorWords[:]...)), cardlist.Needed("keepers", cardlist.ListOf(keeper, 2, 2)), cardlist.Needed("phase", cardlist.Named("phases").Or("none")),
		}},
		{Name: "curse", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Needed("name", name), cardlist.Needed("type", cardlist.OneOf("permanent", "exhaustion")), copies,
			cardlist.Maybe("effects", cardlist.ListOf(cardlist.StepOf(burdens(false)), 0, 0)).If("type", "permanent", ""),
			cardlist.Maybe("effects", cardlist.ListOf(cardlist.StepOf(burdens(true)), 0, 0)).If("type", "exhaustion"),
			cardlist.Maybe("text", cardlist.Value{Kind: cardlist.Text}),
		}},
	}}
}

// burdens returns the forms of the effects of a curse, which curse.read reads.
func burdens(exhaustion bool) *cardlist.Steps {
	number := func(least int) cardlist.Field { return cardlist.Needed("n", cardlist.Within(least, engine.MaxNumber)) }
	which := cardlist.OneOf("powers", "adepts", "all")
	pieces := []cardlist.Field{cardlist.Needed("pieces", cardlist.OneOf("influence", "adepts")), number(1)}
	words := []cardlist.StepWord{
		{Word: "no-purchase"}, {Word: "no-bribe"}, {Word: "no-hounds"}, {Word: "no-compensation"}, {Word: "no-moon"}, {Word: "no-benefit"},
		{Word: "no-sacrifice", Args: []cardlist.Field{cardlist.Needed("sacrifice", which.Or("one"))}},
		{Word: "no-favor", Args: []cardlist.Field{cardlist.Needed("favor", cardlist.OneOf(favorWords[:]...))}},
		{Word: "adept-cost", Args: []cardlist.Field{number(-engine.MaxNumber)}},
		{Word: "hand-size", Args: []cardlist.Field{number(-engine.MaxNumber)}},
		{Word: "bribe-extra", Args: []cardlist.Field{number(1)}},
		{Word: "influence-less", Args: []cardlist.Field{number(1)}},
		{Word: "sacrifice-cost", Args: []cardlist.Field{cardlist.Needed("sacrifice", which), number(1)}},
		{Word: "toll", Args: pieces}, {Word: "load", Args: pieces}, {Word: "manual"},
	}
	if !exhaustion {
		words = slices.DeleteFunc(words, func(w cardlist.StepWord) bool { return w.Word == "load" })
	}
	return &cardlist.Steps{Lead: "do", Plain: true, Words: words}
}
