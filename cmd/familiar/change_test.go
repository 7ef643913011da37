package main

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The table may send a snapshot as a change since an earlier one, as docs/protocol.md describes. Tests make such changes of the whole snapshots that it
// sends today.

// patched returns a JSON value with a change applied, as a JSON Merge Patch does. Neither of them is modified.
func patched(value, change any) any {
	parts, ok := change.(map[string]any)
	if !ok {
		return change
	}
	next := make(map[string]any)
	if before, ok := value.(map[string]any); ok {
		for key, v := range before {
			next[key] = v
		}
	}
	for key, part := range parts {
		if next[key] = patched(next[key], part); part == nil {
			delete(next, key)
		}
	}
	return next
}

// patchOf returns the change that makes one JSON object of another one.
func patchOf(before, now map[string]any) map[string]any {
	change := make(map[string]any)
	for key := range before {
		if now[key] == nil {
			change[key] = nil
		}
	}
	for key, v := range now {
		was, isObject := before[key].(map[string]any)
		is, staysObject := v.(map[string]any)
		switch {
		case reflect.DeepEqual(before[key], v):
		case isObject && staysObject:
			change[key] = patchOf(was, is)
		default:
			change[key] = v
		}
	}
	return change
}

// changeOf returns a snapshot as a change since the one before, if there is one.
func changeOf(before, now map[string]any) map[string]any {
	if before == nil {
		return now
	}
	change := patchOf(before, now)
	change["type"], change["revision"], change["since"] = now["type"], now["revision"], before["revision"]
	return change
}

// wholeOf returns the snapshot of a message that is whole or a change, after the one before; nil if it is a change since another one.
func wholeOf(before, message map[string]any) map[string]any {
	since, isChange := message["since"]
	if !isChange {
		return message
	}
	if before == nil || before["revision"] != since {
		return nil
	}
	whole := patched(before, message).(map[string]any)
	delete(whole, "since")
	return whole
}

// clone returns a copy of a JSON object that shares nothing with it.
func clone(v map[string]any) map[string]any {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // it was read from JSON
	}
	var c map[string]any
	if err := json.Unmarshal(data, &c); err != nil {
		panic(err)
	}
	return c
}

// patches are values, changes and what these make of them: the examples of RFC 7396, appendix A.
var patches = [][3]string{
	{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
	{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
	{`{"a":"b"}`, `{"a":null}`, `{}`},
	{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
	{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
	{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
	{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
	{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
	{`["a","b"]`, `["c","d"]`, `["c","d"]`},
	{`{"a":"b"}`, `["c"]`, `["c"]`},
	{`{"a":"foo"}`, `null`, `null`},
	{`{"a":"foo"}`, `"bar"`, `"bar"`},
	{`{"e":null}`, `{"a":1}`, `{"a":1,"e":null}`},
	{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
	{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
}

func TestPatched(t *testing.T) {
	for _, p := range patches {
		var all [3]any
		for i, text := range p {
			if err := json.Unmarshal([]byte(text), &all[i]); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(all[2], patched(all[0], all[1])); diff != "" {
			t.Errorf("%s changed by %s (-want +got):\n%s", p[0], p[1], diff)
		}
	}
}

// TestTranscriptsOfChanges plays evenings at which phones get every snapshot but the first one as a change: what they see is the same.
func TestTranscriptsOfChanges(t *testing.T) {
	// A list that is null is left out in a change, which means the same.
	null := regexp.MustCompile(`snapshot game\.(log|gesture\.words) (= null|is gone)$`)
	lines := func(text string) (all []string) {
		for line := range strings.SplitSeq(text, "\n") {
			if !null.MatchString(line) {
				all = append(all, line)
			}
		}
		return all
	}
	playTranscripts(t, true, func(t *testing.T, _, want, got string) {
		if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
			t.Errorf("(-whole +changes):\n%s", diff)
		}
	})
}
