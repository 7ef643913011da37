package session_test

import (
	"testing"

	"familiar/companion/session"
)

// People count moves from one.
func TestRefusedMoveIsCounted(t *testing.T) {
	if got := (&session.Refused{At: 0, Rule: "turn.other"}).Error(); got != "move 1 is refused by turn.other" {
		t.Errorf("the first move is called %q", got)
	}
}
