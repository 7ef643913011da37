package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"familiar/engine/lang"
	"familiar/engine/record"
)

// ErrNoJournal means that no journal has that name.
var ErrNoJournal error = lang.T("there is no record of that name")

// Kept is the whole journal of a game, as it was read from the disk.
type Kept struct {
	Game
	Steps []record.Step // all steps that can be trusted, also those that were undone
}

// Names lists the journals in the state directory dir, those of the newest games first.
func Names(dir string) ([]string, error) {
	names, _, err := newestFirst(filepath.Join(dir, Folder))
	if err != nil {
		return nil, fmt.Errorf("listing journals: %w", withoutPath(err))
	}
	return names, nil
}

// Read reads the journal with that name in the state directory dir, and changes nothing. Damage describes lines that cannot be trusted.
// The error is ErrNoJournal if there is no such journal.
func Read(dir, name string) (*Kept, error) {
	path, data, err := load(dir, name)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, ErrNoJournal // reserved for a game that never began
	}
	k := &Kept{Game: Game{Name: name, Path: path}}
	k.Steps = k.readFrom(data)
	return k, nil
}

// Lost returns a notice if the journal with that name, of the game that was on the table, is lost: it is not there or empty, and no part of it was set aside. Otherwise it
// returns nil, also for an empty name: then no game was on the table.
func Lost(dir, name string) []lang.Localized {
	if _, err := Glance(dir, name); name == "" || !errors.Is(err, ErrNoJournal) {
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(dir, Folder))
	aside := func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), name+"."+damagedWord+"-") }
	if err != nil && !errors.Is(err, os.ErrNotExist) || slices.ContainsFunc(entries, aside) {
		return nil
	}
	return []lang.Localized{lang.T("The record of the game that was on the table is gone or empty: {1}. If nobody has deleted it, the disk may be failing: save what is on it.",
		filepath.Join(Folder, name))}
}

// Text returns a journal as it lies on the disk. It looks at nothing but its length.
func Text(dir, name string) (string, error) {
	_, data, err := load(dir, name)
	if err == nil && len(data) > record.MaxFile {
		return "", fmt.Errorf("reading journal %s: %w", name, errTooLong)
	}
	return string(data), err
}

func load(dir, name string) (path string, data []byte, err error) {
	f, err := find(dir, name)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	if data, err = readAll(f); err != nil {
		return "", nil, fmt.Errorf("reading journal %s: %w", name, withoutPath(err))
	}
	return f.Name(), data, nil
}

// Whole returns the part of a journal's file that goes into a copy: everything except a line or step at the end that is still being written.
func Whole(data []byte) []byte {
	if c, err := read(data); err == nil && c.isGrowing() {
		return data[:c.size]
	}
	return data
}

// Glance returns what List does, but for a game that has ended it reads only the header and the last line of the journal. Then Moves is -1, and damage
// between these two is not noticed.
func Glance(dir, name string) (Game, error) {
	f, err := find(dir, name)
	if err != nil {
		return Game{}, err
	}
	defer f.Close()
	g := Game{Name: name, Path: f.Name(), Moves: -1}
	switch ended, err := g.skim(f); {
	case err != nil:
		return Game{}, fmt.Errorf("reading journal %s: %w", name, withoutPath(err))
	case ended:
		return g, nil
	}
	k, err := Read(dir, name)
	if err != nil {
		return Game{}, err
	}
	return k.Game, nil
}

// find opens a journal for reading. It opens nothing but a journal, since the name may come from anywhere.
func find(dir, name string) (*os.File, error) {
	if name != filepath.Base(name) || !strings.HasSuffix(name, extension) || strings.Contains(name, "\x00") {
		return nil, ErrNoJournal
	}
	path := filepath.Join(dir, Folder, name)
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, ErrNoJournal
	}
	if err != nil {
		return nil, fmt.Errorf("looking for journal %s: %w", name, withoutPath(err))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening journal %s: %w", name, withoutPath(err))
	}
	return f, nil
}

// maxHead is more than the length of any usual header.
const maxHead = 4 << 10

// skim reads header and last line, and reports whether these say that the game has ended.
func (g *Game) skim(f *os.File) (ended bool, err error) {
	last, err := lastLine(f)
	if err != nil || len(last) < sealLength {
		return false, err
	}
	at, reason, ended := parseMark(endedWord, string(last[:len(last)-sealLength+1]))
	if !ended {
		return false, nil
	}
	head := make([]byte, maxHead)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	c, _, wrong := readHead(head[:n])
	if wrong != nil {
		return false, nil
	}
	g.Setup, g.Began, g.Cards, g.Last, g.Ended, g.Reason = c.setup, c.began, c.cards, at, true, reason
	return true, nil
}

// lastLine returns the last line of a file without its line end; of a line longer than any that ends a game, only the end.
func lastLine(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	end := make([]byte, min(info.Size(), maxEndLine))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	end = bytes.TrimSuffix(end, []byte("\n"))
	return end[bytes.LastIndexByte(end, '\n')+1:], nil
}
