package enginetest

import (
	"io/fs"
	"strings"
	"testing"

	"familiar/engine"
)

// FuzzLine plays the fuzzed lines of a text in a game in progress: none may panic. The seeds are the records of fsys.
func FuzzLine(f *testing.F, g engine.Game, setup engine.Setup, fsys fs.FS, pattern string) {
	files, err := fs.Glob(fsys, pattern)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("table: undo\n? ann: hold = -\n= turn ann\n!x ann: y\n")
	first, err := g.New(setup, g.House)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		playback := newPlayback(g, first)
		for line := range strings.Lines(text) {
			tryLine(playback, strings.TrimRight(line, "\r\n"))
		}
	})
}

const (
	fuzzedMoves  = 60 // in a game with a fuzzed card list
	fuzzedListed = 40 // moves listed before each move
)

// FuzzPack begins games with fuzzed card lists: none may panic, and in games with a valid list conserve must hold. The seeds are the house list, the
// lists of fsys and the further ones.
func FuzzPack(f *testing.F, g engine.Game, conserve func(engine.State) error, fsys fs.FS, further ...string) {
	files, err := fs.Glob(fsys, "*.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(g.House)
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, pack := range further {
		f.Add([]byte(pack))
	}
	f.Fuzz(func(t *testing.T, pack []byte) {
		s, err := g.New(engine.Setup{Game: g.ID, Seats: players[:g.MinSeats]}, pack)
		if err != nil {
			return
		}
		for range fuzzedMoves {
			m, ok := oneOf(s)
			if !ok {
				return
			}
			if v := s.Play(m); !v.OK() {
				t.Fatalf("%s is listed, and refused for %s", s.Catalog().Format(m), v.Rule)
			}
			if err := conserve(s); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// oneOf returns one of the first legal moves.
func oneOf(s engine.State) (last engine.Move, ok bool) {
	n := 0
	for m := range s.Moves {
		last = m
		if n++; n > fuzzedListed {
			break
		}
	}
	return last, n > 0
}
