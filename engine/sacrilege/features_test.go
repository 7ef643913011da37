package sacrilege_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

// lists are the card lists that random games are played with, besides that of the house.
func lists(t testing.TB) map[string][]byte {
	t.Helper()
	return enginetest.PlayedLists(t, sacrilege.Game(), records, "workshop", "small", "throws")
}

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAll(t, sacrilege.Game(), lists(t)) }
