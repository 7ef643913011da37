package enginetest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// poorPack is a card list without points: the game ends when all its cards are played.
const poorPack = "game = \"toy\"\npack = \"poor\"\n[[kind]]\nname = \"nought\"\nvalue = 0\ncopies = 6\n"

// packGame returns a toy game for two, as FuzzPack begins it.
func packGame(w twist) engine.Game {
	g := twistedGame(w)
	g.MinSeats = 2
	return g
}

func FuzzToyPack(f *testing.F) {
	FuzzPack(f, packGame(twist{}), conserveToy, os.DirFS("testdata"), poorPack, "game = ")
}

// brokenFuzz are fuzz tests that must fail, each with a part of its report.
var brokenFuzz = map[string]struct {
	says string
	fuzz func(f *testing.F)
}{
	"a listed move of a pack is refused": {"ann: play three is listed, and refused for bell.one", func(f *testing.F) {
		FuzzPack(f, packGame(twist{play: refuse("play")}), conserveToy, os.DirFS("testdata"))
	}},
	"a card of a pack is lost": {"where is the nought?", func(f *testing.F) {
		FuzzPack(f, packGame(twist{}), func(s engine.State) error {
			if s.Catalog().Name("nought") != engine.Unknown {
				return errors.New("where is the nought?")
			}
			return nil
		}, os.DirFS("testdata"), poorPack)
	}},
	"a card of a pack in the folder is lost": {"where is the nought?", func(f *testing.F) {
		FuzzPack(f, packGame(twist{}), func(s engine.State) error {
			if s.Catalog().Name("nought") != engine.Unknown {
				return errors.New("where is the nought?")
			}
			return nil
		}, texts(map[string]string{"poor.toml": poorPack}))
	}},
	"a pack that cannot be read": {"read poor.toml", func(f *testing.F) {
		FuzzPack(f, packGame(twist{}), conserveToy, fstest.MapFS{"poor.toml": &fstest.MapFile{Mode: fs.ModeDir}})
	}},
	"a line brings the game down": {"a strange word", func(f *testing.F) {
		FuzzLine(f, twistedGame(twist{check: func(s engine.State, m engine.Move) engine.Violation {
			if m.Has(engine.Unknown) {
				panic("a strange word")
			}
			return s.Check(m)
		}}), toySetup, texts(map[string]string{"a.table": "game toy\n! ann: draw goblin\n"}), "*.table")
	}},
	"a record of lines that cannot be read": {"read a.table", func(f *testing.F) {
		FuzzLine(f, toygame.Game(), toySetup, fstest.MapFS{"a.table": &fstest.MapFile{Mode: fs.ModeDir}}, "*.table")
	}},
	"a game for lines that does not begin": {"1 seats, where", func(f *testing.F) {
		FuzzLine(f, toygame.Game(), engine.Setup{Seats: []string{"ann"}}, os.DirFS("testdata"), "*.table")
	}},
}

// brokenName is the environment variable with the name of the broken fuzz test that FuzzBroken runs.
const brokenName = "ENGINETEST_BROKEN_FUZZ"

// FuzzBroken is run by TestBrokenFuzz, in a process of its own, since a test cannot run a fuzz test.
func FuzzBroken(f *testing.F) {
	name := os.Getenv(brokenName)
	if name == "" {
		f.Skip("TestBrokenFuzz runs it")
	}
	brokenFuzz[name].fuzz(f)
}

// TestBrokenFuzz: the fuzz tests of games and their card lists report what is wrong.
func TestBrokenFuzz(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range brokenFuzz {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), program, "-test.run=^FuzzBroken$")
			cmd.Env = append(os.Environ(), brokenName+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.says) {
				t.Errorf("it ends with %v, and says:\n%s\nwithout %q", err, out, c.says)
			}
		})
	}
}
