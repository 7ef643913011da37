package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
		"no JSON":          `{`,
		"no version":       `{"__meta": 6, "api": {}, "javascript": {}, "css": {}, "html": {}}`,
		"no object":        `{"__meta": {"version": "6"}, "api": [], "javascript": {}, "css": {}, "html": {}}`,
		"no compatibility": `{"__meta": {"version": "6"}, "api": {"Element": {"odd": {"__compat": 6}}}, "javascript": {}, "css": {}, "html": {}}`,
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

// TestNames checks what a feature of MDN's data is called here, by where it stands there.
func TestNames(t *testing.T) {
	for at, want := range map[string][]string{
		"api AbortSignal":                                    {"global AbortSignal"},
		"api AbortSignal timeout_static":                     {"static AbortSignal.timeout"},
		"api Element inert":                                  {"member inert", "call inert"},
		"api Element inert on_svg":                           nil,
		"javascript builtins Iterator":                       {"global Iterator"},
		"javascript builtins Array at":                       {"static Array.at", "member at", "call at"},
		"javascript operators pipe":                          {"syntax operators.pipe"},
		"javascript builtins Array at with_a_fraction":       {"syntax builtins.Array.at.with_a_fraction"},
		"css properties inset":                               {"property inset"},
		"css properties display grid-lanes":                  {"value display:grid-lanes"},
		"css properties display multi_keyword":               nil,
		"css selectors has":                                  {"selector has"},
		"css selectors has nested":                           nil,
		"css at-rules layer":                                 {"rule layer"},
		"css types length cap":                               {"unit cap"},
		"css types length viewport_percentage_units_dynamic": {"unit dvh", "unit dvw", "unit dvmin", "unit dvmax", "unit dvb", "unit dvi"},
		"css types color-mix":                                {"function color-mix"},
		"css types color color-mix":                          {"function color-mix"},
		"css types color space_separated":                    nil,
		"html elements dialog":                               {"element dialog"},
		"html elements dialog closedby":                      nil,
		"html global_attributes inert":                       nil,
	} {
		var got []string
		for _, f := range featuresOf(strings.Fields(at)) {
			got = append(got, f.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", at, diff)
		}
	}
}

// TestSince checks which versions have a feature.
func TestSince(t *testing.T) {
	for name, test := range map[string]struct {
		support string // of Safari, whose floor is 15.0
		want    bool
	}{
		"of the floor's version":      {`{"version_added": "15"}`, true},
		"of a minor version later":    {`{"version_added": "15.1"}`, false},
		"before some version":         {`{"version_added": "≤13"}`, true},
		"removed later":               {`{"version_added": "3", "version_removed": "15.1"}`, true},
		"removed, and there again":    {`[{"version_added": "16"}, {"version_added": "3", "version_removed": "15"}]`, false},
		"removed for good":            {`{"version_added": "3", "version_removed": "10"}`, true}, // nobody has it, which people know
		"never":                       {`{"version_added": false}`, true},
		"with a prefix":               {`[{"version_added": "17"}, {"version_added": "3", "prefix": "-webkit-"}]`, false},
		"in a version without number": {`{"version_added": "preview"}`, true},
	} {
		got, err := floorHas(map[string]json.RawMessage{"safari": json.RawMessage(test.support)})
		if err != nil || got != test.want {
			t.Errorf("%s: %t, %v", name, got, err)
		}
	}
}

func TestDataThatIsNotThere(t *testing.T) {
	if err := distil(filepath.Join(t.TempDir(), "gone.json"), filepath.Join(t.TempDir(), "above.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}
