package sator_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

// TestListsUseAll: the lists that random games are played with use all that a list may have.
func TestListsUseAll(t *testing.T) {
	enginetest.UseAll(t, sator.Game(), map[string][]byte{
		"workshop": enginetest.ReadFile(t, records, "workshop.toml"),
		"small":    enginetest.ReadFile(t, records, "small.toml"),
		"cellar":   enginetest.ReadFile(t, records, "cellar.toml"),
	})
}
