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
// and nothing else. texts are the English texts; folder is where the files are, for the message about missing translations.
func Complete(t *testing.T, files fs.FS, pattern, folder string, texts map[string]bool) {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 || len(texts) == 0 {
		t.Fatalf("%d languages and %d texts, %v", len(names), len(texts), err)
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
			var missing bytes.Buffer
			for _, text := range slices.Sorted(maps.Keys(texts)) {
				translation, ok := language[text]
				switch {
				case !ok:
					fmt.Fprintf(&missing, "  %s: \"\",\n", quoted(text))
				case strings.TrimSpace(translation) == "":
					t.Errorf("%s has an empty translation", quoted(text))
				case !slices.Equal(Placeholders(translation), Placeholders(text)):
					t.Errorf("%s has the placeholders %v, not %v: %s", quoted(text), Placeholders(translation), Placeholders(text), quoted(translation))
				}
			}
			if missing.Len() > 0 {
				t.Errorf("%s lacks:\n%s", path.Join(folder, name), &missing)
			}
			for _, text := range slices.Sorted(maps.Keys(language)) {
				if !texts[text] {
					t.Errorf("%s is used nowhere", quoted(text))
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

var placeholder = regexp.MustCompile(`\{\d+\}`)

// Placeholders returns the placeholders in a text, sorted, each once.
func Placeholders(text string) []string {
	all := placeholder.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}
