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

// TestListsUseAll checks that the lists of random games use everything that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAllFeatures(t, athame.Game(), lists(t)) }
