package sator

import (
	"slices"
	"strconv"

	"familiar/engine/cardlist"
)

// list describes the form of the card lists, which readPack reads.
func list() *cardlist.List {
	name, cell := cardlist.Value{Kind: cardlist.Name}, cardlist.Value{Kind: cardlist.Text}
	steps := cardlist.Within(-max(mostColumns, mostRows), max(mostColumns, mostRows))
	incertus := slices.Insert(cardFields(), 1, cardlist.Needed("copies", cardlist.Within(0, mostCopies)))
	return &cardlist.List{
		Tables: []cardlist.Section{
			{Name: "board", Fields: []cardlist.Field{cardlist.Needed("columns", cardlist.Within(1, mostColumns)), cardlist.Needed("rows", cardlist.Within(1, mostRows))}},
			{Name: "quadrant", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Needed("name", name), cardlist.Needed("from", cell), cardlist.Needed("to", cell)}},
			{Name: "colour", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Needed("name", name), cardlist.Needed("quadrant", cardlist.Named("quadrant.name")), cardlist.Needed("start", cell), cardlist.Needed("side", cardlist.OneOf(directionWords[:]...)),
			}},
			{Name: "bridges", Fields: []cardlist.Field{cardlist.Needed("types", cardlist.ListOf(name, types, types))}},
			{Name: "shape", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Needed("name", name), cardlist.Needed("cells", cardlist.ListOf(cardlist.ListOf(steps, 2, 2), 1, mostCells)),
				cardlist.Needed("orientations", cardlist.ListOf(cardlist.OneOf(orientationWords[:]...), 1, quarters)),
			}},
			{Name: "incertus", Rows: true, Label: "kind", Told: true, Fields: incertus},
			{Name: "prayer", Rows: true, Label: "kind", Told: true, Fields: cardFields()},
			{Name: "placement", Rows: true, Label: "card", Fields: []cardlist.Field{
				cardlist.Needed("card", name), cardlist.Needed("colour", cardlist.Named("colour.name")), cardlist.Needed("cells", cardlist.MapOf(cardlist.Named("colour.name"), cell)),
			}},
		},
		Say: say,
	}
}

// prices are the fields of a card of each effect, in the order in which the effect's sentence names them.
var prices = [effects][]string{
	doRotas: {"shape", "cost", "most"}, doMoves: {"type", "cost", "most"}, doEither: {"turn_cost", "turn_most", "cell_cost", "cell_most"}, doPush: {"levels"},
	doGargoyle: {"cost"}, doStride: {"cost", "most"}, doRelay: {"cost"}, doHaul: {"cost", "least", "most"}, doLeap: {"cost", "most"}, doFervour: {"cost", "most"},
	doRemove: {"cost"}, doManual: {"cost"},
}

// cardFields returns the fields of a kind of card.
func cardFields() []cardlist.Field {
	fields := []cardlist.Field{cardlist.Needed("kind", cardlist.Value{Kind: cardlist.Name}), cardlist.Needed("effect", cardlist.OneOf(effectWords[:]...))}
	amount := cardlist.Within(0, mostPrice)
	for _, f := range []cardlist.Field{
		cardlist.Maybe("shape", cardlist.Named("shape.name")), cardlist.Maybe("type", cardlist.Named("bridges.types")),
		cardlist.Needed("cost", amount), cardlist.Needed("least", amount), cardlist.Needed("most", amount),
		cardlist.Needed("turn_cost", amount), cardlist.Needed("turn_most", amount), cardlist.Needed("cell_cost", amount), cardlist.Needed("cell_most", amount),
		cardlist.Needed("levels", cardlist.ListOf(cardlist.ListOf(amount, 3, 3), 1, mostLevels)),
	} {
		var of []string
		for e, names := range prices {
			if slices.Contains(names, f.Name) {
				of = append(of, effectWords[e])
			}
		}
		fields = append(fields, f.If("effect", of...))
	}
	return fields
}

// say returns the words of the effect of a kind of card.
func say(_, _ string, row map[string]any) [][]string {
	word, _ := row["effect"].(string)
	does := slices.Index(effectWords[:], word)
	if does < 0 {
		return nil
	}
	words := []string{word}
	for _, name := range prices[does] {
		switch v := row[name].(type) {
		case string:
			words = append(words, v)
		case int64:
			words = append(words, strconv.FormatInt(v, 10))
		case []any:
			return levels(word, v)
		default:
			if name != "shape" && name != "type" {
				return nil
			}
			words = append(words, "any")
		}
	}
	return [][]string{words}
}

func levels(word string, list []any) [][]string {
	var all [][]string
	for _, l := range list {
		words := []string{word}
		numbers, _ := l.([]any)
		for _, n := range numbers {
			if n, ok := n.(int64); ok {
				words = append(words, strconv.FormatInt(n, 10))
			}
		}
		all = append(all, words)
	}
	return all
}
