package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDistil makes the list of what the floor lacks from a piece of MDN's data.
func TestDistil(t *testing.T) {
	const every = `"chrome": {"version_added": "20"}, "firefox": {"version_added": "20"}`
	data := `{
		"__meta": {"version": "6.0.0"},
		"api": {"Element": {
			"late": {"__compat": {"support": {` + every + `, "safari": {"version_added": "15.4"}}}},
			"flagged": {"__compat": {"support": {` + every + `, "safari": [{"version_added": "16"}, {"version_added": "14", "flags": [{"type": "preference"}]}]}}},
			"renamed": {"__compat": {"support": {` + every + `, "safari": [{"version_added": "16"}, {"version_added": "14", "alternative_name": "named"}]}}},
			"early": {"__compat": {"support": {` + every + `, "safari": {"version_added": "14"}}}}
		}},
		"javascript": {"operators": {"pipe": {"__compat": {"support": {"chrome": {"version_added": "200"}, "firefox": {"version_added": false}, "safari": {"version_added": false}}}}}},
		"css": {"at-rules": {
			"layer": {"__compat": {"support": {` + every + `, "safari": {"version_added": "15.4"}}}},
			"media": {"__compat": {"support": {` + every + `, "safari": [{"version_added": "3"}, {"version_added": "1", "prefix": "-webkit-"}]}}}
		}, "properties": {"inset": {"__compat": {"support": {` + every + `, "safari": {"version_added": "16"}}}}}},
		"html": {}
	}`
	from, to := filepath.Join(t.TempDir(), "data.json"), filepath.Join(t.TempDir(), "above.txt")
	if err := os.WriteFile(from, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := distil(from, to); err != nil {
		t.Fatal(err)
	}
	lacks, err := readAbove(to)
	if err != nil {
		t.Fatal(err)
	}
	want := map[feature]bool{
		{"member", "late"}: true, {"call", "late"}: true, {"syntax", "operators.pipe"}: true, {"rule", "layer"}: true,
		{"member", "flagged"}: true, {"call", "flagged"}: true, {"member", "renamed"}: true, {"call", "renamed"}: true, {"property", "inset"}: true,
	}
	if diff := cmp.Diff(want, lacks, cmp.AllowUnexported(feature{})); diff != "" {
		t.Errorf("lacking (-want +got):\n%s", diff)
	}
	for name, bad := range map[string]string{
		"no JSON":    `{`,
		"no version": `{"__meta": 6, "api": {}, "javascript": {}, "css": {}, "html": {}}`,
		"no object":  `{"__meta": {"version": "6"}, "api": [], "javascript": {}, "css": {}, "html": {}}`,
		"a support that is none": `{"__meta": {"version": "6"}, "api": {"Element": {"odd": {"__compat": {"support": {"safari": "15"}}}}},
			"javascript": {}, "css": {}, "html": {}}`,
	} {
		if err := os.WriteFile(from, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := distil(from, to); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
