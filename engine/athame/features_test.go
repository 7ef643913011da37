package athame_test

import (
	"testing"

	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

// lists returns the card lists of random games, besides the house list.
func lists(t testing.TB) map[string][]byte {
	t.Helper()
	return enginetest.PlayedLists(t, athame.Game(), records, "workshop", "small", "few")
}

// TestListsUseAll checks that the card lists of random games together use everything that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAll(t, athame.Game(), lists(t)) }
