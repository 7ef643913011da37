package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/cardlist"
)

const (
	maxEffects = 3   // on an added card
	maxDraws   = 400 // random effects to try for each word
)

// PlayedLists returns the card lists, besides the house list, for a game's random games: the named files, and under the name "everything" the first
// of them extended with all that no other list has.
func PlayedLists(t testing.TB, g engine.Game, fsys fs.FS, names ...string) map[string][]byte {
	t.Helper()
	lists := make(map[string][]byte)
	var all [][]byte
	for _, name := range names {
		lists[name] = ReadFile(t, fsys, name+".toml")
		all = append(all, lists[name])
	}
	lists["everything"] = makeEverything(t, g, append(all, g.House)...)
	return lists
}

// makeEverything returns the first of some card lists of a game, extended with cards. The new cards have every effect, and every argument of an
// effect, that is in none of the lists.
func makeEverything(t testing.TB, g engine.Game, lists ...[]byte) []byte {
	t.Helper()
	e := everything{game: g, rng: rand.New(rand.NewPCG(1, 2)), f: features{g.List}, has: make(map[string]bool)}
	for i, list := range lists {
		file, err := cardlist.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			e.file = file
		}
		e.f.inList(file, func(feature string) { e.has[feature] = true })
	}
	for i := range g.List.Tables {
		table := &g.List.Tables[i]
		for j := range table.Fields {
			if f := &table.Fields[j]; f.Kind == cardlist.Many && f.Each.Kind == cardlist.Effect {
				e.fill(table, f)
			}
		}
	}
	return e.file.Bytes()
}

// everything is a card list to which effects are added.
type everything struct {
	game engine.Game
	rng  *rand.Rand
	f    features
	has  map[string]bool
	file *cardlist.File
	rows int // number of added rows
}

// fill adds the effects that a field may have and that no list has.
func (e *everything) fill(table *cardlist.Section, field *cardlist.Field) {
	steps, at, full := field.Each.EffectForms(), -1, 0
	for i := range steps.Forms {
		for range maxDraws {
			effect := e.draw(steps, &steps.Forms[i])
			var fresh []string
			e.f.effect(fieldName(table.Name, field), steps, effect, func(feature string) {
				if !e.has[feature] {
					fresh = append(fresh, feature)
				}
			})
			if len(fresh) == 0 {
				continue
			}
			if at < 0 || full == maxEffects || !e.extend(table, field, at, effect) {
				if at = e.add(table, field, effect); at < 0 {
					continue
				}
				full = 0
			}
			full++
			for _, feature := range fresh {
				e.has[feature] = true
			}
		}
	}
}

// draw returns a random effect.
func (e *everything) draw(of *cardlist.EffectForms, form *cardlist.EffectForm) map[string]any {
	effect := map[string]any{of.Lead: form.Word}
	for i := range form.Args {
		if a := &form.Args[i]; a.Holds(effect) && (a.Required || e.rng.IntN(3) == 0) {
			effect[a.Name] = e.value(&a.Value)
		}
	}
	return effect
}

func (e *everything) value(v *cardlist.Value) any {
	switch v.Kind {
	case cardlist.Number:
		if len(v.Words) > 0 && e.rng.IntN(2) == 0 {
			return v.Words[e.rng.IntN(len(v.Words))]
		}
		least, most := max(v.Min, -2), min(v.Max, 3)
		return int64(least + e.rng.IntN(most-least+1))
	case cardlist.Flag:
		return true
	case cardlist.Word:
		words := e.file.Words(v)
		return words[e.rng.IntN(len(words))]
	case cardlist.Many:
		all := make([]any, max(v.Min, 1))
		for i := range all {
			all[i] = e.value(v.Each)
		}
		return all
	case cardlist.Effect:
		steps := v.EffectForms()
		return e.draw(steps, &steps.Forms[0])
	}
	return "carry it out"
}

// try accepts an edited list if a game can begin with it.
func (e *everything) try(edited *cardlist.File, err error) bool {
	if err != nil {
		return false
	}
	if _, err := e.game.Sample("try", edited.Bytes()); err != nil {
		return false
	}
	e.file = edited
	return true
}

// extend adds an effect to a row that has a list of effects.
func (e *everything) extend(table *cardlist.Section, field *cardlist.Field, row int, effect map[string]any) bool {
	rows := e.file.Rows(table.Name)
	if row >= len(rows) || !field.Holds(rows[row]) {
		return false
	}
	all, _ := cardlist.ToPage(&field.Value, rows[row][field.Name]).([]any)
	return e.try(e.file.Set(e.game.List, table.Name, row, field.Name, append(slices.Clone(all), effect)))
}

// add adds a card with an effect, as a copy of a card that has effects. If the game takes no further card, an existing one gets the effect. It
// returns the row, -1 if there is none.
func (e *everything) add(table *cardlist.Section, field *cardlist.Field, effect map[string]any) int {
	rows := e.file.Rows(table.Name)
	for _, row := range rows {
		if !table.Rows || !field.Holds(row) || row[field.Name] == nil {
			continue
		}
		fresh := maps.Clone(row)
		fresh[table.Label], fresh[field.Name] = fmt.Sprintf("further-%d", e.rows+1), []any{effect}
		if _, ok := fresh["title"]; ok {
			fresh["title"] = fmt.Sprintf("Further %d", e.rows+1)
		}
		if e.try(e.file.Add(e.game.List, table.Name, -1, fresh)) {
			e.rows++
			return len(rows)
		}
		break
	}
	for i := range rows {
		if e.extend(table, field, i, effect) {
			return i
		}
	}
	return -1
}
