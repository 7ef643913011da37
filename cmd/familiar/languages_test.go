package main

import (
	"maps"
	"slices"
	"testing"
)

// TestLanguages checks that every game has all languages, and lacks no text in any of them.
func TestLanguages(t *testing.T) {
	all := make(map[string]bool)
	for _, g := range games() {
		for code := range g.Languages {
			all[code] = true
		}
	}
	for _, code := range slices.Sorted(maps.Keys(all)) {
		for _, g := range games() {
			if err := g.CheckTranslation(code); err != nil {
				t.Errorf("%s in %s:\n%v", g.ID, code, err)
			}
			if unnamed, err := g.Unnamed(code); err != nil || len(unnamed) > 0 {
				t.Errorf("%s in %s has no name for %q, %v", g.ID, code, unnamed, err)
			}
		}
	}
}
