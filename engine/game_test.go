package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/engine"
)

func TestResolveOptions(t *testing.T) {
	defs := []engine.OptionDef{{Name: "chain", Values: []string{"queue", "stack"}}, {Name: "swing", Values: []string{"yes", "no"}}}
	got, err := engine.ResolveOptions(defs, []engine.OptionValue{{Name: "chain", Value: "stack"}})
	if err != nil || got["chain"] != "stack" || got["swing"] != "yes" || len(got) != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, tc := range []struct{ option, value, says string }{
		{"chains", "stack", "the options are chain, swing"},
		{"chain", "heap", "it is one of queue, stack"},
	} {
		if _, err := engine.ResolveOptions(defs, []engine.OptionValue{{Name: tc.option, Value: tc.value}}); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s %s: %v", tc.option, tc.value, err)
		}
	}
}

func TestCheckSeats(t *testing.T) {
	for _, tc := range []struct{ seats, says string }{
		{"ann ben", ""},
		{"ann ben cai", ""},
		{"ann-2 2-ben", ""},
		{"ann", "1 seats, where the game is for 2 to 3 players"},
		{"ann ben cai dee", "4 seats"},
		{"ann Ben", `seat "Ben"`},
		{"ann ?", `seat "?"`},
		{"ann 12", "a number cannot be"},
		{"ann table", "means something else"},
		{"none ann", "means something else"},
		{"ann ann", "twice"},
	} {
		err := engine.CheckSeats(strings.Fields(tc.seats), 2, 3, "none")
		if (err == nil) != (tc.says == "") || err != nil && !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v, expected %q", tc.seats, err, tc.says)
		}
	}
	if err := engine.CheckSeats([]string{"ann", ""}, 2, 3); err == nil {
		t.Error("a seat without a name is accepted")
	}
}

func TestIsName(t *testing.T) {
	for word, want := range map[string]bool{
		"ann": true, "bell-ringer": true, "7": true, "-": true,
		"": false, "Ann": false, "a.b": false, "?": false, "a b": false, "é": false, "a_b": false,
	} {
		if got := engine.IsName(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// TestGamesHaveOneLayout: the same part of each game is in a file of the same name. Sator has no agenda: its questions follow from the board.
func TestGamesHaveOneLayout(t *testing.T) {
	for _, game := range []string{"sacrilege", "pantacle", "athame", "oracle", "sator"} {
		for _, part := range strings.Fields("doc game names catalog lexicon signatures pack list state status view moves check play amend facts agenda") {
			if game == "sator" && part == "agenda" {
				continue
			}
			if _, err := os.Stat(filepath.Join(game, part+".go")); err != nil {
				t.Error(err)
			}
		}
	}
}
