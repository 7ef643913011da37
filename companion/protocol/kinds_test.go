package protocol

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestKindsAreDocumented: docs/protocol.md has a row of the table for each kind, which names the kind's fields and no other ones, and no further rows.
func TestKindsAreDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	fields := make(map[string]bool)
	for f := range reflect.TypeFor[Request]().Fields() {
		fields[f.Tag.Get("json")] = true
	}
	_, text, _ := strings.Cut(string(data), "## What a client asks for")
	text, _, _ = strings.Cut(text, "\n### ")
	rows := make(map[Kind][]string)
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.HasPrefix(cells[1], " `") || cells[1] == " `type` " {
			continue
		}
		kind := Kind(strings.Trim(cells[1], " `"))
		if rows[kind] == nil {
			rows[kind] = []string{}
		}
		for _, word := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(cells[2], -1) {
			if fields[word[1]] && !slices.Contains(rows[kind], word[1]) {
				rows[kind] = append(rows[kind], word[1])
			}
		}
	}
	for _, d := range Kinds {
		row, ok := rows[d.Kind]
		if !ok {
			t.Errorf("docs/protocol.md has no row of %s", d.Kind)
			continue
		}
		for _, f := range d.Fields {
			if !fields[f] {
				t.Errorf("%s: a request has no field %q", d.Kind, f)
			}
			if !slices.Contains(row, f) {
				t.Errorf("%s: docs/protocol.md does not name the field %s", d.Kind, f)
			}
		}
		for _, f := range row {
			if !slices.Contains(d.Fields, f) {
				t.Errorf("%s: docs/protocol.md names the field %s, which it does not have", d.Kind, f)
			}
		}
		delete(rows, d.Kind)
	}
	for kind := range rows {
		t.Errorf("docs/protocol.md has a row of %s, and there is no such request", kind)
	}
}
