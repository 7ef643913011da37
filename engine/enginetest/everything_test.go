package enginetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/redtest"
)

// atMost lets a game read only lists with so many kinds, and so many effects of a kind.
func atMost(g *engine.Game, most, effects int) {
	g.New = readKinds(g.New, func(kinds []listKind) error {
		if len(kinds) > most {
			return errors.New("there are too many kinds")
		}
		for _, k := range kinds {
			if len(k.Gives) > effects {
				return fmt.Errorf("the kind %q gives too much", k.Name)
			}
		}
		return nil
	})
}

// TestEverything: a list is extended with what no list has: on cards of its own, or on those that are there if the game takes no further one.
func TestEverything(t *testing.T) {
	const all = "kind.gives: points; kind.gives: points.n; kind.gives: rob; kind.gives: rob.who = left; kind.gives: rob.who = right"
	for _, c := range []struct {
		name   string
		change func(g *engine.Game)
		rows   string // the names of the kinds, each with the number of its effects
		want   string
	}{
		{"a further card", func(g *engine.Game) { atMost(g, 9, 9) }, "one 1, two 0, further-1 2", all},
		{"three effects on a card", func(g *engine.Game) {
			g.List.Find("kind").Fields[3].Each.EffectForms().Forms[1].Args[0].Words = []string{"left", "right", "both", "all", "none", "me", "you"}
			atMost(g, 9, 9)
		}, "one 1, two 0, further-1 3, further-2 3, further-3 1",
			"kind.gives: points; kind.gives: points.n; kind.gives: rob; kind.gives: rob.who = all; kind.gives: rob.who = both; kind.gives: rob.who = left; " +
				"kind.gives: rob.who = me; kind.gives: rob.who = none; kind.gives: rob.who = right; kind.gives: rob.who = you"},
		{"the further card is full", func(g *engine.Game) { atMost(g, 9, 1) }, "one 1, two 0, further-1 1, further-2 1", all},
		{"no further card", func(g *engine.Game) { atMost(g, 2, 3) }, "one 3, two 0", all},
		{"the first card is full", func(g *engine.Game) { atMost(g, 2, 1) }, "one 1, two 1",
			"kind.gives: points; kind.gives: points.n; kind.gives: rob; kind.gives: rob.who = right"},
		{"no card has an effect", func(g *engine.Game) {
			g.House = []byte(strings.Replace(listHouse, "gives = [{ do = \"points\", n = 2 }]\n", "", 1))
			atMost(g, 9, 9)
		}, "one 3, two 0", all},
		{"the first card may have no effect", func(g *engine.Game) {
			g.House = []byte(strings.Replace(listHouse, "gives = [{ do = \"points\", n = 2 }]\n", "", 1) + "open = true\n")
			kind := g.List.Find("kind")
			kind.Fields[3] = kind.Fields[3].If("open", "true")
		}, "one 0, two 3", strings.ReplaceAll(all, "gives", "gives(open true)")},
		{"cards with titles", func(g *engine.Game) {
			g.House = []byte(strings.Replace(listHouse, "name = \"one\"\n", "name = \"one\"\ntitle = \"One\"\n", 1))
			kind := g.List.Find("kind")
			kind.Fields = append(kind.Fields, cardlist.Optional("title", cardlist.Value{Kind: cardlist.Text}))
		}, "one One 1, two 0, further-1 Further 1 2", all},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := listGame()
			c.change(&g)
			list := makeEverything(t, g, g.House)
			if _, err := g.Sample("everything", list); err != nil {
				t.Fatal(err)
			}
			file, err := cardlist.Parse(list)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, row := range file.Rows("kind") {
				gives, _ := row["gives"].([]any)
				text := fmt.Sprint(row["name"])
				if row["title"] != nil {
					text += fmt.Sprint(" ", row["title"])
				}
				rows = append(rows, fmt.Sprint(text, " ", len(gives)))
			}
			if got := strings.Join(rows, ", "); got != c.rows {
				t.Errorf("the kinds with their effects are %s, not %s", got, c.rows)
			}
			has := make(map[string]bool)
			f := features{g.List}
			f.inList(file, func(feature string) {
				if strings.HasPrefix(feature, "kind.gives") {
					has[feature] = true
				}
			})
			if got := featureText(has); got != c.want {
				t.Errorf("it has\n%s, not\n%s", got, c.want)
			}
		})
	}
	redtest.Expect(t, "expected value", func(t *testing.T) { makeEverything(t, listGame(), []byte("game = ")) })
}

// TestPlayedLists: the named lists come as they are. What any of them has, also the house list, is not added to the first one.
func TestPlayedLists(t *testing.T) {
	g := listGame()
	left := strings.Replace(listHouse, `{ do = "points", n = 2 }`, `{ do = "rob", who = "left" }`, 1)
	right := strings.Replace(left, "left", "right", 1)
	folder := texts(map[string]string{"left.toml": left, "right.toml": right})
	lists := PlayedLists(t, g, folder, "left", "right")
	if len(lists) != 3 || string(lists["left"]) != left || string(lists["right"]) != right || string(lists["everything"]) != left {
		t.Errorf("the lists are %q", lists)
	}
	if lists := PlayedLists(t, g, folder, "left"); string(lists["everything"]) == left || !strings.Contains(string(lists["everything"]), `who = "right"`) {
		t.Errorf("everything is\n%s", lists["everything"])
	}
	redtest.Expect(t, "none.toml", func(t *testing.T) { PlayedLists(t, g, folder, "none") })
}
