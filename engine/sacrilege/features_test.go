package sacrilege_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

// lists returns the card lists of random games, besides the house list.
func lists(t testing.TB) map[string][]byte {
	t.Helper()
	return enginetest.PlayedLists(t, sacrilege.Game(), records, "workshop", "small", "throws")
}

// TestListsUseAll checks that the lists of random games use everything that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAllFeatures(t, sacrilege.Game(), lists(t)) }
