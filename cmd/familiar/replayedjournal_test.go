package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/player"
	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/record"
)

// replayedJournal is a journal from the disk, replayed by the engine alone.
type replayedJournal struct {
	id        string // its file's name
	seats     []string
	ended     bool
	positions []position // the first one is the beginning
}

// position is the state of a game after a statement of its journal.
type position struct {
	statement string
	moves     int                               // without those that were undone
	facts     map[engine.Seat]map[string]string // as each seat sees them, and the table; nil if not needed
}

// endedMark begins the last line of a journal whose game is not resumed any more.
const endedMark = "\n# ended: "

// journalNames lists the journals of a state directory, the oldest first, without empty ones, whose games never began.
func journalNames(t testing.TB, state string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(state, journal.Folder, "*.table"))
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.Size() == 0
	})
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".table"), strings.TrimSuffix(b, ".table"))
	})
	return names
}

// replayJournals replays the journals of a state directory, without the oldest ones. In the first of these, facts are needed only from
// a position on.
func replayJournals(t testing.TB, state string, past, from int) []replayedJournal {
	t.Helper()
	var journals []replayedJournal
	for _, name := range journalNames(t, state)[past:] {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		journals = append(journals, replayJournal(t, name, data, from))
		from = 0
	}
	return journals
}

func replayJournal(t testing.TB, path string, data []byte, from int) replayedJournal {
	t.Helper()
	rec, err := record.Parse(path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	table, failure := record.Begin(rec, games(), nil)
	if failure != nil {
		t.Fatal(failure)
	}
	b := replayedJournal{id: filepath.Base(path), seats: rec.Setup.Seats, ended: bytes.Contains(data, []byte(endedMark))}
	add := func(said string) {
		l := position{statement: said, moves: len(table.History.Moves())}
		if len(b.positions) >= from {
			l.facts = player.FactsByViewer(table.History.State())
		}
		b.positions = append(b.positions, l)
	}
	add("")
	for _, l := range rec.Lines {
		if failure := table.Step(l); failure != nil {
			t.Fatal(failure)
		}
		if l.Kind == record.Play || l.Kind == record.Undo {
			add(l.Statement())
		}
	}
	return b
}
