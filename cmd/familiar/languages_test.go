package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// TestFrenchSpaces checks that the spaces of French punctuation do not break: without that, a line may begin with a question mark.
func TestFrenchSpaces(t *testing.T) {
	breaks := regexp.MustCompile(`[^ \n] [:;?!»]|« `)
	for _, pattern := range []string{"web/page/lang/fr.json", "engine/lang/fr.json", "engine/*/words.fr.toml", "docs/rules/fr/*.md"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				if strings.HasPrefix(line, "#") && filepath.Ext(path) == ".toml" {
					continue // a comment
				}
				if at := breaks.FindString(line); at != "" {
					t.Errorf("%s: write a no-break space (U+00A0) in %q of\n%s", path, at, line)
				}
			}
		}
	}
}
