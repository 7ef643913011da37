package people

import (
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

// TestGamesEnd plays games to their real end with each policy.
func TestGamesEnd(t *testing.T) {
	for _, rules := range []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()} {
		for _, policy := range Policies() {
			t.Run(rules.ID+", "+policy.String(), func(t *testing.T) {
				t.Parallel()
				g, err := NewGame(rules, max(2, rules.MinSeats), policy, 1)
				if err != nil {
					t.Fatal(err)
				}
				made := 0
				for ; made < 10000; made++ {
					m, ok := g.Next()
					if !ok {
						break
					}
					if err := g.Play(m); err != nil {
						t.Fatal(err)
					}
				}
				if !g.State().Status().Over {
					t.Errorf("the game is not over after %d moves", made)
				}
				if _, ok := g.Next(); ok {
					t.Error("there is a next move")
				}
			})
		}
	}
}
