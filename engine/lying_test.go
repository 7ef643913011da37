package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

// TestLyingFollowsMoves plays random moves: where a card has gone, it lies.
func TestLyingFollowsMoves(t *testing.T) {
	for _, test := range []struct {
		game   engine.Game
		places []string // whose cards the facts list
	}{
		{sacrilege.Game(), []string{"ann.altar", "ben.altar", "grave"}},
		{pantacle.Game(), []string{"discard"}},
		{athame.Game(), []string{"ann.events", "ben.events"}},
		{oracle.Game(), []string{"left", "right"}},
		{sator.Game(), []string{"ann.out", "ben.out"}},
	} {
		t.Run(test.game.ID, func(t *testing.T) {
			found := make(map[string]int)
			for seed := range uint64(20) {
				s, err := test.game.New(engine.Setup{Game: test.game.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, test.game.House)
				if err != nil {
					t.Fatal(err)
				}
				rng := rand.New(rand.NewPCG(seed, 0))
				c := s.Catalog()
				for range 300 {
					all := slices.Collect(s.Moves)
					if len(all) == 0 {
						break
					}
					m := all[rng.IntN(len(all))]
					place, card := c.Word(s.Destination(m)), c.Word(m.Args[0])
					s.Play(m)
					if !slices.Contains(test.places, place) || !c.IsCard(card) || len(s.Events()) > 0 {
						continue
					}
					if !engine.Lies(s, card, place) {
						cards, known := engine.Lying(s, place)
						t.Fatalf("after %s there lie %v in %s (known: %v)", c.Format(m), cards, place, known)
					}
					found[place]++
				}
			}
			for _, place := range test.places {
				if found[place] == 0 {
					t.Errorf("no card has gone to %s", place)
				}
			}
		})
	}
}
