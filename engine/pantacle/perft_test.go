package pantacle_test

import (
	"fmt"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

// TestPerft counts the sequences of legal moves, from the start and from a Sacrifice with cubes for curse cards.
func TestPerft(t *testing.T) {
	game := pantacle.Game()
	small := enginetest.ReadFile(t, records, "small.toml")
	sacrifice := func(anns, bens string) []string {
		return []string{"ann: favor hunt", "ben: pass", "ann: moon " + anns, "table: amend ann.adepts 3", "table: amend ann.influence 6",
			"ben: favor recruitment", "ann: pass", "ben: moon " + bens}
	}
	players := []string{"ann", "ben", "cai", "dee", "eli"}
	for _, c := range []struct {
		name   string
		data   []byte
		seats  int
		before []string
		counts []uint64 // of depth 1, 2 …
	}{
		{"house", game.House, 2, nil, []uint64{7, 445, 7462, 44772, 1373840}},
		{"house", game.House, 3, nil, []uint64{7, 445, 7781, 51478, 1373264}},
		{"house", game.House, 5, nil, []uint64{7, 445, 7781, 51797, 1380289}},
		{"house, a Sacrifice", game.House, 2, sacrifice("oracle-full", "beekeeper-waning"), []uint64{25, 525, 14125, 330215}},
		{"small", small, 2, nil, []uint64{7, 87, 348, 2088, 25516, 169299}},
		{"small", small, 3, nil, []uint64{7, 87, 407, 2268, 25492, 141820}},
		{"small", small, 5, nil, []uint64{7, 87, 407, 2327, 25731, 142000}},
		{"small, a Sacrifice", small, 2, sacrifice("elm", "rye"), []uint64{25, 125, 880, 4360, 24692, 170855}},
	} {
		t.Run(fmt.Sprintf("%s with %d seats", c.name, c.seats), func(t *testing.T) {
			first, err := game.New(engine.Setup{Game: game.ID, Pack: "any", Seats: players[:c.seats]}, c.data)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.PlayLines(t, first, c.before...)
			enginetest.CheckPerft(t, first, c.counts)
		})
	}
}
