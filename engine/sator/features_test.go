package sator_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

// TestListsUseAll checks that the lists of random games use everything that a list may have.
func TestListsUseAll(t *testing.T) {
	enginetest.UseAllFeatures(t, sator.Game(), map[string][]byte{
		"workshop": enginetest.ReadFile(t, records, "workshop.toml"),
		"small":    enginetest.ReadFile(t, records, "small.toml"),
		"cellar":   enginetest.ReadFile(t, records, "cellar.toml"),
	})
}
