package athame

import (
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// TestAnArtificeReachesEveryOpponent: a step for each opponent is also one for the first player, who has no Seal against artifices.
func TestAnArtificeReachesEveryOpponent(t *testing.T) {
	list := strings.Replace(string(house), "Draw two cards from the bank.\"\neffect = [{ do = \"draw\", count = 2 }]",
		"Each opponent discards a card.\"\neffect = [{ do = \"discard\", who = \"opponents\", count = 1 }]", 1)
	s, err := newState(engine.Setup{Game: gameID, Seats: []string{"ann", "ben"}}, []byte(list))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, "table: reveal square", "table: reveal square", "table: reveal circle", "table: reveal circle",
		"ann: ritual ring-of-ash", "ben: ritual ring-of-lamps", "ann: draw market", "table: reveal square", "table: reveal square",
		"table: reveal circle", "table: reveal circle", "table: amend night-bell bank ben.hand", "ben: use night-bell")
	if ask := s.Status().Ask; ask.Seat != 0 || ask.Key == "act" {
		t.Errorf("after Ben's artifice seat %d is asked for %q, and not Ann for a card", ask.Seat, ask.Key)
	}
	enginetest.PlayLines(t, s, "ann: discard square")
}
