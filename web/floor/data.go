package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// floor is the oldest version of each browser that the page is made for, by the name that MDN has for it.
var floor = map[string]version{
	"safari": {15, 0}, "safari_ios": {15, 0},
	"chrome": {87, 0}, "chrome_android": {87, 0},
	"firefox": {91, 0}, "firefox_android": {91, 0},
}

func floorText() string { return "Safari 15.0, Chrome 87 or Firefox 91" }

type version struct{ major, minor int }

func (v version) after(w version) bool {
	return v.major > w.major || v.major == w.major && v.minor > w.minor
}

// support is since when a browser has a feature, in MDN's data.
type support struct {
	Added   any             `json:"version_added"` // a text, or false
	Removed any             `json:"version_removed"`
	Prefix  string          `json:"prefix"`
	Other   string          `json:"alternative_name"`
	Flags   json.RawMessage `json:"flags"`
}

// isNamed reports whether the feature has its own name there, and is for everybody.
func (s support) isNamed() bool { return s.Prefix == "" && s.Other == "" && s.Flags == nil }

// had reports whether a version had the feature.
func (s support) had(v version) bool {
	added, ok := parseVersion(s.Added)
	removed, gone := parseVersion(s.Removed)
	return ok && !added.after(v) && (!gone || removed.after(v))
}

func parseVersion(v any) (version, bool) {
	text, ok := v.(string)
	major, minor, _ := strings.Cut(strings.TrimPrefix(text, "≤"), ".")
	m, err := strconv.Atoi(major)
	if !ok || err != nil {
		return version{}, false
	}
	n, _ := strconv.Atoi(minor)
	return version{m, n}, true
}

// floorHas reports whether every browser of the floor has a feature. A browser that never got it does not count: whoever uses such a feature knows that it is missing
// there.
func floorHas(all map[string]json.RawMessage) (bool, error) {
	for browser, v := range floor {
		raw := all[browser]
		if len(raw) == 0 {
			continue
		}
		if raw[0] == '{' {
			raw = slices.Concat([]byte("["), raw, []byte("]"))
		}
		var some []support
		if err := json.Unmarshal(raw, &some); err != nil {
			return false, err
		}
		has, late := false, false
		for _, s := range some {
			if s.isNamed() {
				has = has || s.had(v)
				_, added := parseVersion(s.Added)
				late = late || added && s.Removed == nil
			}
		}
		if late && !has {
			return false, nil
		}
	}
	return true, nil
}

// distil writes the list of what the floor lacks, from MDN's data. A name that several things have is not in it if the floor has one of them: which one a script
// means cannot be told from the name.
func distil(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	var meta struct{ Version string }
	if err := json.Unmarshal(all["__meta"], &meta); err != nil {
		return err
	}
	known := make(map[feature]bool) // whether the floor has it
	for _, part := range []string{"api", "javascript", "css", "html"} {
		if err := walk([]string{part}, all[part], func(at []string, has bool) {
			for _, f := range featuresOf(at) {
				known[f] = known[f] || has
			}
		}); err != nil {
			return err
		}
	}
	lines := []string{fmt.Sprintf("# What %s lack: @mdn/browser-compat-data %s", floorText(), meta.Version)}
	for _, f := range slices.SortedFunc(maps.Keys(known), func(a, b feature) int { return strings.Compare(a.String(), b.String()) }) {
		if !known[f] {
			lines = append(lines, f.String())
		}
	}
	return os.WriteFile(to, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// walk calls visit for every feature of a part of MDN's data.
func walk(at []string, raw json.RawMessage, visit func(at []string, has bool)) error {
	var node map[string]json.RawMessage
	if err := json.Unmarshal(raw, &node); err != nil {
		return err
	}
	for key, child := range node {
		if key != "__compat" {
			if err := walk(append(slices.Clone(at), key), child, visit); err != nil {
				return err
			}
			continue
		}
		var compat struct{ Support map[string]json.RawMessage }
		if err := json.Unmarshal(child, &compat); err != nil {
			return err
		}
		has, err := floorHas(compat.Support)
		if err != nil {
			return fmt.Errorf("%s: %w", strings.Join(at, "."), err)
		}
		visit(at, has)
	}
	return nil
}

// units are the families of units that MDN describes together.
var units = map[string]string{"viewport_percentage_units_dynamic": "dv", "viewport_percentage_units_large": "lv", "viewport_percentage_units_small": "sv"}

var word = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// featuresOf returns what a feature of MDN's data is called here; nothing if it cannot be seen in a file.
func featuresOf(at []string) []feature {
	last := at[len(at)-1]
	switch name, depth := strings.Join(at[:min(len(at), 2)], "."), len(at); {
	case at[0] == "api" && depth == 2:
		return []feature{{"global", last}}
	case at[0] == "api" && depth == 3 && strings.HasSuffix(last, "_static"):
		return []feature{{"static", at[1] + "." + strings.TrimSuffix(last, "_static")}}
	case at[0] == "api" && depth == 3:
		return []feature{{"member", last}, {"call", last}}
	case name == "javascript.builtins" && depth == 3:
		return []feature{{"global", last}}
	case name == "javascript.builtins" && depth == 4:
		return []feature{{"static", at[2] + "." + last}, {"member", last}, {"call", last}}
	case at[0] == "javascript":
		return []feature{{"syntax", strings.Join(at[1:], ".")}}
	case name == "css.properties" && depth == 3:
		return []feature{{"property", last}}
	case name == "css.properties" && depth == 4 && word.MatchString(last):
		return []feature{{"value", at[2] + ":" + last}}
	case name == "css.selectors" && depth == 3:
		return []feature{{"selector", last}}
	case name == "css.at-rules" && depth == 3:
		return []feature{{"rule", last}}
	case len(at) == 4 && at[2] == "length" && units[last] != "":
		var all []feature
		for _, side := range []string{"h", "w", "min", "max", "b", "i"} {
			all = append(all, feature{"unit", units[last] + side})
		}
		return all
	case name == "css.types" && depth == 4 && at[2] == "length":
		return []feature{{"unit", last}}
	case name == "css.types" && depth >= 3 && word.MatchString(last):
		return []feature{{"function", last}}
	case name == "html.elements" && depth == 3:
		return []feature{{"element", last}}
	}
	return nil
}

// readAbove reads the list of what the floor lacks.
func readAbove(name string) (map[feature]bool, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	lacks := make(map[feature]bool)
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if kind, name, ok := strings.Cut(lines.Text(), " "); ok && kind != "#" {
			lacks[feature{kind, name}] = true
		}
	}
	return lacks, nil
}
