package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/record"
)

// book is a journal as it lies on the disk, replayed by the engine alone.
type book struct {
	id     string // its file's name
	seats  []string
	ended  bool
	leaves []leaf // the first one is the beginning
}

// leaf is a game as it stood after a statement of its journal.
type leaf struct {
	said  string
	moves int                               // that stand
	facts map[engine.Seat]map[string]string // as each seat sees it, and the table
}

// readBooks replays the journals of a state directory, from the oldest on. What is torn at the end of the last one is passed over.
func readBooks(t testing.TB, state string, from int) []book {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(state, journal.Folder, "*.table"))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".table"), strings.TrimSuffix(b, ".table"))
	})
	var books []book
	for i, name := range names {
		if i < from {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) == 0 {
			continue // a game that never began
		}
		books = append(books, readBook(t, name, data[:bytes.LastIndexByte(data, '\n')+1]))
	}
	return books
}

func readBook(t testing.TB, path string, data []byte) book {
	t.Helper()
	rec, err := record.Parse(path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	table, failure := record.Begin(rec, games(), nil)
	if failure != nil {
		t.Fatal(failure)
	}
	b := book{id: filepath.Base(path), seats: rec.Setup.Seats, ended: bytes.Contains(data, []byte("\n# ended: "))}
	b.leaves = append(b.leaves, leafOf("", table.History))
	for _, l := range rec.Lines {
		if failure := table.Step(l); failure != nil {
			t.Fatal(failure)
		}
		if l.Kind == record.Play || l.Kind == record.Undo {
			b.leaves = append(b.leaves, leafOf(l.Said(), table.History))
		}
	}
	return b
}

func leafOf(said string, h *engine.History) leaf {
	p := leaf{said: said, moves: len(h.Moves()), facts: make(map[engine.Seat]map[string]string)}
	viewers := []engine.Seat{engine.Table}
	for seat := range h.State().Catalog().Seats() {
		viewers = append(viewers, engine.Seat(seat))
	}
	for _, seat := range viewers {
		p.facts[seat] = make(map[string]string)
		for path, value := range h.State().View(seat).Facts {
			p.facts[seat][path] = value
		}
	}
	return p
}
