package record_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/record"
)

func replay(t *testing.T, text string, packs record.Packs) record.Result {
	t.Helper()
	r, err := record.Parse("x.table", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return record.Replay(r, []engine.Game{toygame.Game()}, packs)
}

func TestReplayCounts(t *testing.T) {
	result := replay(t, "game toy\nseat ann\nseat ben\n= turn ann\ntable: reveal one\ntable: undo\n? table = reveal\n", nil)
	if !result.Passed() || result.Moves != 1 || result.Checks != 2 {
		t.Errorf("got %+v", result)
	}
}

// TestReplayFailures covers failures of single statements; the program's scripts cover the complete output.
func TestReplayFailures(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"stops at the first", "= turn ben\n= turn cai\n", "x.table:4: = turn ben\n\tit is ann"},
		{"undo of nothing", "table: undo\n", "x.table:4: table: undo\n\tno move is left that could be taken back"},
		{"undo cannot be refused", "table: reveal one\n! table: undo\n", "x.table:5: ! table: undo\n\tthere is a move that can be taken back"},
		{"undo breaks no rule", "!turn.other table: undo\n", "x.table:4: !turn.other table: undo\n\trefused, but not for a rule: no rule speaks of undo"},
		{"five cards", "ann: hold one one one one one\n", "x.table:4: ann: hold one one one one one\n\tillegal: move.form (hold)\n\tThere is no such move."},
		{"another list of verbs", "table: reveal one\n? ann = end | fly | play | wind\n", "x.table:5: ? ann = end | fly | play | wind\n\tnot legal: fly\n\tlegal too: draw"},
		{"a path that is not there", "= ann.age 7\n", "x.table:4: = ann.age 7\n\tthere is no such path\n\tthere are ann.hand | ann.points"},
		{"a path unlike all others", "= moon full\n", "x.table:4: = moon full\n\tthere is no such path"},
		{"a malformed move is refused", "!move.form ann: play goblin\n! zoe: draw\n!move.form ann: draw ten\n! table: undo\n= over true\n", "x.table:8: = over true\n\tit is false"},
		{"a number is none", "! ann: draw 10000\n= over true\n", "x.table:5: = over true\n\tit is false"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			result := replay(t, "game toy\nseat ann\nseat ben\n"+tc.text, nil)
			if result.Passed() {
				t.Fatal("it passes")
			}
			if got := result.Failure.Error(); got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

func TestFindPacks(t *testing.T) {
	broken := errors.New("broken")
	files := map[string]string{
		"a/one.toml": "one", "b/toy.two.toml": "two", "b/one.toml": "other", "a/sub/three.toml": "three", "/abs/four.toml": "four",
	}
	read := func(path string) ([]byte, error) {
		if strings.Contains(path, "broken") {
			return nil, broken
		}
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
	packs := record.FindPacks(read, "a", "b")
	for pack, want := range map[string]string{
		"one": "one", "two": "two", "sub/three.toml": "three", "one.toml": "one", "../b/one.toml": "other", "/abs/four.toml": "four",
	} {
		if got, err := packs(toygame.Game(), pack); err != nil || string(got) != want {
			t.Errorf("pack %s: %q, %v; want %q", pack, got, err, want)
		}
	}
	for _, pack := range []string{"three", "two.toml", "sub/two", "..", "One"} {
		if got, err := packs(toygame.Game(), pack); err == nil || !strings.Contains(err.Error(), pack) {
			t.Errorf("pack %s: %q, %v", pack, got, err)
		}
	}
	for _, pack := range []string{"broken", "broken.toml"} {
		if _, err := packs(toygame.Game(), pack); !errors.Is(err, broken) {
			t.Errorf("pack %s: %v", pack, err)
		}
	}
}

func TestReplayPack(t *testing.T) {
	text := "game toy\npack p\nseat ann\nseat ben\n"
	if result := replay(t, text, nil); result.Passed() {
		t.Error("a pack is found where there is none")
	}
	house := func(engine.Game, string) ([]byte, error) { return toygame.Game().House, nil }
	if result := replay(t, text, house); !result.Passed() {
		t.Error(result.Failure)
	}
	none := func(engine.Game, string) ([]byte, error) { return nil, errors.New("not asked for") }
	if result := replay(t, strings.Replace(text, "pack p", "pack house", 1), none); !result.Passed() {
		t.Error(result.Failure)
	}
}

// TestGamesThatCannotBegin: the failure points at the line of the header that is to blame, or at the first line if there is none.
func TestGamesThatCannotBegin(t *testing.T) {
	broken := func(engine.Game, string) ([]byte, error) { return nil, errors.New("it cannot be read") }
	for _, tc := range []struct {
		name, text string
		packs      record.Packs
		want       string
	}{
		{"another game", "# chess\ngame chess\n", nil, "x.table:2: game chess\n\tthere is no game \"chess\": the games are toy, things"},
		{"no pack but the house list", "game toy\npack p\nseat ann\nseat ben\n", nil, "x.table:2: pack p\n\tthere is no pack but house here"},
		{"a pack that cannot be read", "game toy\npack p\nseat ann\nseat ben\n", broken, "x.table:2: pack p\n\tit cannot be read"},
		{"too few seats", "seat ann\ngame toy\n", nil, "x.table:2: game toy\n\tthe game cannot begin: 1 seats, where the game is for 2 to 4 players"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := record.Parse("x.table", strings.NewReader(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			result := record.Replay(r, []engine.Game{toygame.Game(), enginetest.ThingsGame("things")}, tc.packs)
			if result.Passed() {
				t.Fatal("it passes")
			}
			if got := result.Failure.Error(); got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
	none := &record.Record{Name: "x.table"}
	if _, failure := record.Begin(none, []engine.Game{toygame.Game()}, nil); failure == nil || failure.Line != 1 {
		t.Errorf("a record without a line fails with %+v", failure)
	}
}

func TestFormatMove(t *testing.T) {
	s, err := toygame.Game().New(engine.Setup{Seats: []string{"ann", "ben"}}, toygame.Game().House)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Catalog()
	for _, tc := range []struct{ got, want string }{
		{record.FormatMove(c, c.Move("ann", "end"), ""), "ann: end"},
		{record.FormatMove(c, c.Move("table", "amend", "ann.points", "3"), "10:00"), "table: amend ann.points 3               # 10:00"},
		{record.FormatMove(c, c.Move("ann", "hold", "one", "two"), "two\nlines\x00\xff "), "ann: hold one two                       # twolines"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
