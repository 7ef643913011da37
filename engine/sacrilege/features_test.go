package sacrilege_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

// played are the card lists of the package that random games are played with, besides that of the house.
var played = []string{"workshop", "small", "throws"}

func lists(t testing.TB) [][]byte {
	t.Helper()
	var all [][]byte
	for _, name := range played {
		all = append(all, enginetest.ReadFile(t, records, name+".toml"))
	}
	return append(all, sacrilege.Game().House)
}

// everything is a card list with all that no other one has.
func everything(t testing.TB) []byte {
	t.Helper()
	return enginetest.Everything(t, sacrilege.Game(), lists(t)...)
}

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) {
	enginetest.UseAll(t, sacrilege.Game(), append(lists(t), everything(t))...)
}
