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
	incertus := slices.Insert(cardFields(), 1, cardlist.Required("copies", cardlist.Within(0, mostCopies)))
	return &cardlist.List{
		Tables: []cardlist.Section{
			{Name: "board", Fields: []cardlist.Field{cardlist.Required("columns", cardlist.Within(1, mostColumns)), cardlist.Required("rows", cardlist.Within(1, mostRows))}},
			{Name: "quadrant", Rows: true, Label: "name", Fields: []cardlist.Field{cardlist.Required("name", name), cardlist.Required("from", cell), cardlist.Required("to", cell)}},
			{Name: "colour", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Required("name", name), cardlist.Required("quadrant", cardlist.DefinedIn("quadrant.name")), cardlist.Required("start", cell), cardlist.Required("side", cardlist.OneOf(directionWords[:]...)),
			}},
			{Name: "bridges", Fields: []cardlist.Field{cardlist.Required("types", cardlist.ListOf(name, typesPerShape, typesPerShape))}},
			{Name: "shape", Rows: true, Label: "name", Fields: []cardlist.Field{
				cardlist.Required("name", name), cardlist.Required("cells", cardlist.ListOf(cardlist.ListOf(steps, 2, 2), 1, mostCells)),
				cardlist.Required("orientations", cardlist.ListOf(cardlist.OneOf(orientationWords[:]...), 1, orientations)),
			}},
			{Name: "incertus", Rows: true, Label: "kind", IsEffect: true, Fields: incertus},
			{Name: "prayer", Rows: true, Label: "kind", IsEffect: true, Fields: cardFields()},
			{Name: "placement", Rows: true, Label: "card", Fields: []cardlist.Field{
				cardlist.Required("card", name), cardlist.Required("colour", cardlist.DefinedIn("colour.name")), cardlist.Required("cells", cardlist.MapOf(cardlist.DefinedIn("colour.name"), cell)),
			}},
		},
		Sentences: effectSentences,
	}
}

// effectFields are the fields of a card of each effect, in the order in which the effect's sentence names them.
var effectFields = [effects][]string{
	doRotas: {"shape", "cost", "most"}, doMoves: {"type", "cost", "most"}, doEither: {"turn_cost", "turn_most", "cell_cost", "cell_most"}, doPush: {"levels"},
	doGargoyle: {"cost"}, doStride: {"cost", "most"}, doRelay: {"cost"}, doHaul: {"cost", "least", "most"}, doLeap: {"cost", "most"}, doFervour: {"cost", "most"},
	doRemove: {"cost"}, doManual: {"cost"},
}

// cardFields returns the fields of a kind of card.
func cardFields() []cardlist.Field {
	fields := []cardlist.Field{cardlist.Required("kind", cardlist.Value{Kind: cardlist.Name}), cardlist.Required("effect", cardlist.OneOf(effectWords[:]...))}
	amount := cardlist.Within(0, mostPrice)
	for _, f := range []cardlist.Field{
		cardlist.Optional("shape", cardlist.DefinedIn("shape.name")), cardlist.Optional("type", cardlist.DefinedIn("bridges.types")),
		cardlist.Required("cost", amount), cardlist.Required("least", amount), cardlist.Required("most", amount),
		cardlist.Required("turn_cost", amount), cardlist.Required("turn_most", amount), cardlist.Required("cell_cost", amount), cardlist.Required("cell_most", amount),
		cardlist.Required("levels", cardlist.ListOf(cardlist.ListOf(amount, 3, 3), 1, mostLevels)),
	} {
		var of []string
		for e, names := range effectFields {
			if slices.Contains(names, f.Name) {
				of = append(of, effectWords[e])
			}
		}
		fields = append(fields, f.If("effect", of...))
	}
	return fields
}

// effectSentences returns the words of the effect of a kind of card.
func effectSentences(_, _ string, row map[string]any) [][]string {
	word, _ := row["effect"].(string)
	does := slices.Index(effectWords[:], word)
	if does < 0 {
		return nil
	}
	words := []string{word}
	for _, name := range effectFields[does] {
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
