package athame_test

import (
	"testing"

	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

// lists are the card lists that random games are played with, besides that of the house.
func lists(t testing.TB) map[string][]byte {
	t.Helper()
	return enginetest.PlayedLists(t, athame.Game(), records, "workshop", "small", "few")
}

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAll(t, athame.Game(), lists(t)) }
