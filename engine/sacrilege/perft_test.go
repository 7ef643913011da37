package sacrilege_test

import (
	"fmt"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

// TestPerft counts the sequences of legal moves from the start. The first move is always the first card of the Graveyard.
func TestPerft(t *testing.T) {
	game := sacrilege.Game()
	small := enginetest.ReadFile(t, records, "small.toml")
	players := []string{"ann", "ben", "cai", "dee", "eli", "fay"}
	for _, c := range []struct {
		pack   string
		data   []byte
		seats  int
		counts []uint64 // of depth 1, 2 …
	}{
		{"house", game.House, 2, []uint64{66, 19372, 3293583}},
		{"house", game.House, 3, []uint64{66, 27822, 6029288}},
		{"house", game.House, 6, []uint64{66, 65652}},
		{"small", small, 2, []uint64{5, 120, 1865, 19840, 197759, 1864616}},
		{"small", small, 3, []uint64{5, 165, 1680, 13330, 127189, 1027867}},
		{"small", small, 6, []uint64{5, 360, 5400, 122035, 2284714}},
	} {
		t.Run(fmt.Sprintf("%s with %d seats", c.pack, c.seats), func(t *testing.T) {
			first, err := game.New(engine.Setup{Game: game.ID, Pack: c.pack, Seats: players[:c.seats]}, c.data)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.CheckPerft(t, first, c.counts)
		})
	}
}
