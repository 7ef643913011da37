package pantacle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

// played are the card lists of the package that random games are played with, besides that of the house.
var played = []string{"workshop", "small", "twins"}

func lists(t testing.TB) [][]byte {
	t.Helper()
	var all [][]byte
	for _, name := range played {
		all = append(all, enginetest.ReadFile(t, records, name+".toml"))
	}
	return append(all, pantacle.Game().House)
}

// everything is a card list with all that no other one has.
func everything(t testing.TB) []byte {
	t.Helper()
	return enginetest.Everything(t, pantacle.Game(), lists(t)...)
}

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) {
	enginetest.UseAll(t, pantacle.Game(), append(lists(t), everything(t))...)
}
