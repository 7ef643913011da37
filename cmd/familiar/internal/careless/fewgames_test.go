//go:build !race

// With the race detector these games take too long; `make test-games` plays them without it.

package careless

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "keep the figures as they are now")

// fewGames is how many games of each line are played in the usual tests.
const fewGames = 2

// keptFile holds the figures of those games, with their standard errors.
const keptFile = "testdata/kept.json"

// kept is a figure as it was when it was last kept.
type kept struct{ Value, Error float64 }

// TestFewGames plays a few games of some lines, and holds their figures against the kept ones: none may differ by more than three standard errors.
func TestFewGames(t *testing.T) {
	few := lines[:3]
	var results []result
	playAll(t, tasksOf(few, fewGames), false, func(r result) { results = append(results, r) })
	now := make(map[string]kept)
	for _, l := range few {
		for _, g := range gameIDs() {
			of := scores(results, l.name, g)
			for _, f := range figures {
				now[l.name+"/"+g+"/"+f.name] = kept{round(f.value(of)), round(f.standardError(of))}
			}
		}
	}
	if *update {
		data, err := json.MarshalIndent(now, "", "\t")
		if err == nil {
			err = os.WriteFile(keptFile, append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	var before map[string]kept
	if err := json.Unmarshal(data, &before); err != nil {
		t.Fatal(err)
	}
	for name, is := range now {
		was, ok := before[name]
		if !ok {
			t.Errorf("%s is %.2f, and no figure is kept: run this test with -update", name, is.Value)
			continue
		}
		if math.Abs(is.Value-was.Value) > 3*was.Error+0.01 {
			t.Errorf("%s was %.2f, give or take %.2f, and is %.2f: if it is meant to be, keep it with -update", name, was.Value, was.Error, is.Value)
		}
	}
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }
