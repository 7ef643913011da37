package careless

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readResults reads the results of a bench of this build that was stopped. A last line that was cut off is taken away.
func readResults(name, build string) (all []result, err error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	for line := range bytes.Lines(whole) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, len(all)+1, err)
		}
		if r.Build != build {
			return nil, fmt.Errorf("%s has results of another version: move it away, or name another file", name)
		}
		all = append(all, r)
	}
	return all, os.Truncate(name, int64(len(whole)))
}

// TestResultsAreKept: a bench goes on with the results that it has, without a line that was cut off, and not with those of another version.
func TestResultsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	if all, err := readResults(name, "b1"); len(all) != 0 || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	const line = `{"Build":"b1","Line":"neat","Game":"oracle","N":3,"Score":{"Moves":7}}` + "\n"
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(line + line[:20])
	all, err := readResults(name, "b1")
	data, _ := os.ReadFile(name)
	if err != nil || len(all) != 1 || all[0].N != 3 || all[0].Score.Moves != 7 || string(data) != line {
		t.Errorf("results %+v, %v; the file is now %q", all, err, data)
	}
	if _, err := readResults(name, "b2"); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("with results of another version: %v", err)
	}
	write(line + "no result\n")
	if _, err := readResults(name, "b1"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("with a broken line: %v", err)
	}
}
