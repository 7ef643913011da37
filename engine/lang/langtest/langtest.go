// Package langtest checks language files against the English texts that they have to translate.
package langtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Complete runs a subtest for each language, a file CODE.json that matches a pattern: the file must translate every text with the same placeholders,
// and nothing else. Where is the folder of the files, for the message that asks for an addition.
func Complete(t *testing.T, files fs.FS, pattern, where string, said map[string]bool) {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 || len(said) == 0 {
		t.Fatalf("%d languages and %d texts, %v", len(names), len(said), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(path.Base(name), ".json"), func(t *testing.T) {
			data, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			var language map[string]string
			if err := json.Unmarshal(data, &language); err != nil {
				t.Fatal(err)
			}
			var lacking bytes.Buffer
			for _, text := range slices.Sorted(maps.Keys(said)) {
				other, ok := language[text]
				switch {
				case !ok:
					fmt.Fprintf(&lacking, "  %s: \"\",\n", quoted(text))
				case strings.TrimSpace(other) == "":
					t.Errorf("%s says nothing", quoted(text))
				case !slices.Equal(PlacesOf(other), PlacesOf(text)):
					t.Errorf("%s has the places %v, not %v: %s", quoted(text), PlacesOf(other), PlacesOf(text), quoted(other))
				}
			}
			if lacking.Len() > 0 {
				t.Errorf("%s lacks:\n%s", path.Join(where, name), &lacking)
			}
			for _, text := range slices.Sorted(maps.Keys(language)) {
				if !said[text] {
					t.Errorf("%s is said nowhere", quoted(text))
				}
			}
		})
	}
}

// quoted returns a text as a language file writes it.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return strconv.Quote(text)
	}
	return strings.TrimSpace(b.String())
}

var aPlace = regexp.MustCompile(`\{\d+\}`)

// PlacesOf returns the placeholders in a text, sorted, each once.
func PlacesOf(text string) []string {
	all := aPlace.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}
