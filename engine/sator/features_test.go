package sator_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) {
	lists := [][]byte{sator.Game().House}
	for _, name := range []string{"workshop", "small", "cellar"} {
		lists = append(lists, enginetest.ReadFile(t, records, name+".toml"))
	}
	enginetest.UseAll(t, sator.Game(), lists...)
}
