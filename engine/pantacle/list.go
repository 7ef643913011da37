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
	copies := cardlist.Optional("copies", cardlist.Within(1, mostCards)).WithDefault("1")
	stock := cardlist.Within(0, engine.MaxNumber)
	return &cardlist.List{Tables: []cardlist.Section{
		{Fields: []cardlist.Field{cardlist.Required("phases", cardlist.ListOf(name, 0, 0)), cardlist.Required("hound", keeper)}},
		{Name: "reserve", Fields: []cardlist.Field{cardlist.Required("influence", stock), cardlist.Required("adepts", stock)}},
		{Name: "blade", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", name), cardlist.Required("keeper", keeper), cardlist.Required("phase", cardlist.DefinedIn("phases")), copies,
		}},
		{Name: "favor", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", cardlist.OneOf(favorWords[:]...)), cardlist.Required("keepers", cardlist.ListOf(keeper, 2, 2)), cardlist.Required("phase", cardlist.DefinedIn("phases").Or("none")),
		}},
		{Name: "curse", Rows: true, Label: "name", Fields: []cardlist.Field{
			cardlist.Required("name", name), cardlist.Required("type", cardlist.OneOf("permanent", "exhaustion")), copies,
			cardlist.Optional("effects", cardlist.ListOf(cardlist.EffectOf(burdens(false)), 0, 0)).If("type", "permanent", ""),
			cardlist.Optional("effects", cardlist.ListOf(cardlist.EffectOf(burdens(true)), 0, 0)).If("type", "exhaustion"),
			cardlist.Optional("text", cardlist.Value{Kind: cardlist.Text}),
		}},
	}}
}

// burdens returns the forms of the effects of a curse, which curse.read reads.
func burdens(exhaustion bool) *cardlist.EffectForms {
	number := func(least int) cardlist.Field {
		return cardlist.Required("n", cardlist.Within(least, engine.MaxNumber))
	}
	which := cardlist.OneOf("powers", "adepts", "all")
	pieces := []cardlist.Field{cardlist.Required("pieces", cardlist.OneOf("influence", "adepts")), number(1)}
	words := []cardlist.EffectForm{
		{Word: "no-purchase"}, {Word: "no-bribe"}, {Word: "no-hounds"}, {Word: "no-compensation"}, {Word: "no-moon"}, {Word: "no-benefit"},
		{Word: "no-sacrifice", Args: []cardlist.Field{cardlist.Required("sacrifice", which.Or("one"))}},
		{Word: "no-favor", Args: []cardlist.Field{cardlist.Required("favor", cardlist.OneOf(favorWords[:]...))}},
		{Word: "adept-cost", Args: []cardlist.Field{number(-engine.MaxNumber)}},
		{Word: "hand-size", Args: []cardlist.Field{number(-engine.MaxNumber)}},
		{Word: "bribe-extra", Args: []cardlist.Field{number(1)}},
		{Word: "influence-less", Args: []cardlist.Field{number(1)}},
		{Word: "sacrifice-cost", Args: []cardlist.Field{cardlist.Required("sacrifice", which), number(1)}},
		{Word: "toll", Args: pieces}, {Word: "load", Args: pieces}, {Word: "manual"},
	}
	if !exhaustion {
		words = slices.DeleteFunc(words, func(w cardlist.EffectForm) bool { return w.Word == "load" })
	}
	return &cardlist.EffectForms{Lead: "do", Plain: true, Forms: words}
}
