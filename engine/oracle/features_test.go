package oracle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

// lists are the card lists that random games are played with, besides that of the house.
func lists(t testing.TB) map[string][]byte {
	t.Helper()
	return enginetest.PlayedLists(t, oracle.Game(), records, "workshop", "small", "few")
}

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) { enginetest.UseAll(t, oracle.Game(), lists(t)) }
