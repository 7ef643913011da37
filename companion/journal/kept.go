package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"familiar/engine/lang"
	"familiar/engine/record"
)

// ErrNoJournal says that no journal is called so.
var ErrNoJournal error = lang.T("there is no record of that name")

// Kept is the journal of a game as it lies there, read whole.
type Kept struct {
	Game
	Steps []record.Step // all that can be trusted, also what was taken back
	Text  string        // the file itself
}

// Names lists the journals in the state directory dir, those of the newest games first.
func Names(dir string) ([]string, error) {
	names, err := newestFirst(filepath.Join(dir, Folder))
	if err != nil {
		return nil, fmt.Errorf("listing journals: %w", bare(err))
	}
	return names, nil
}

// Read reads the journal of that name in the state directory dir, and changes nothing. What cannot be trusted is told in its Damage.
// The error is ErrNoJournal if there is none.
func Read(dir, name string) (*Kept, error) {
	f, err := find(dir, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	k := &Kept{Game: Game{Name: name, Path: f.Name()}}
	data, err := readAll(f)
	if err != nil {
		return nil, fmt.Errorf("reading journal %s: %w", name, bare(err))
	}
	if len(data) == 0 {
		return nil, ErrNoJournal // reserved for a game that never began
	}
	k.Steps, k.Text = k.fill(data), string(data)
	return k, nil
}

// Whole is what a copy holds of a journal's file: all of it, but for a line or a step that is only half there because it is being written just now.
func Whole(data []byte) []byte {
	c, err := read(data)
	if err != nil {
		return data
	}
	if c.growing() {
		return data[:c.size]
	}
	return data
}

// Glance tells of a game as List does, but of one that has ended from the head and the last line of its journal alone: then Moves is -1, and damage
// between them is not noticed.
func Glance(dir, name string) (Game, error) {
	f, err := find(dir, name)
	if err != nil {
		return Game{}, err
	}
	defer f.Close()
	g := Game{Name: name, Path: f.Name(), Moves: -1}
	if g.skim(f) {
		return g, nil
	}
	k, err := Read(dir, name)
	if err != nil {
		return Game{}, err
	}
	return k.Game, nil
}

// find opens a journal to be read. The name may come from anywhere: nothing but a journal is opened.
func find(dir, name string) (*os.File, error) {
	if name != filepath.Base(name) || !strings.HasSuffix(name, extension) {
		return nil, ErrNoJournal
	}
	path := filepath.Join(dir, Folder, name)
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, ErrNoJournal
	}
	if err != nil {
		return nil, fmt.Errorf("looking for journal %s: %w", name, bare(err))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening journal %s: %w", name, bare(err))
	}
	return f, nil
}

// longHead is more than the head of any usual journal.
const longHead = 4 << 10

// skim reads the head and the last line, if the game has ended.
func (g *Game) skim(f *os.File) bool {
	last, err := lastLine(f)
	if err != nil || len(last) < sealLength {
		return false
	}
	at, reason, ended := parseMark(endedWord, string(last[:len(last)-sealLength+1]))
	if !ended {
		return false
	}
	head := make([]byte, longHead)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	c, _, err := readHead(head[:n])
	if err != nil {
		return false
	}
	g.Setup, g.Began, g.Cards, g.Last, g.Ended, g.Reason = c.setup, c.began, c.cards, at, true, reason
	return true
}

// lastLine is the last line of a file without its line end; of a line that is longer than one that ends a game, the end.
func lastLine(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	const most = 512 // longer than any line that ends a game
	end := make([]byte, min(info.Size(), most))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	end = bytes.TrimSuffix(end, []byte("\n"))
	return end[bytes.LastIndexByte(end, '\n')+1:], nil
}
