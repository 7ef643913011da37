package companion_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/durable"
	"familiar/companion/journal"
)

// No other table can use the state directory until this one has ended, not even in the lobby.
func TestStateDirectoryIsLocked(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if _, err := companion.New(h.option); !errors.Is(err, durable.ErrHeld) {
			t.Errorf("a second table: %v, want ErrHeld", err)
		}
		h.stop()
		h.start()
		h.stop()
	})
}

// restoring makes a state directory in which a restore was cut off before anything was moved. The backup has another join code.
func restoring(t *testing.T) (dir, aside string) {
	t.Helper()
	dir = t.TempDir()
	aside = filepath.Join(dir, "before-restore-20261122-181500")
	ready := filepath.Join(dir, "restore-20261122-181500.ready")
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "phones.json"), []byte(`{"code":"BBBBBB"}`), 0o600),
		os.Mkdir(ready, 0o700),
		os.WriteFile(filepath.Join(ready, "phones.json"), []byte(`{"code":"CCCCCC"}`), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return dir, aside
}

func TestStartCompletesARestore(t *testing.T) {
	dir, aside := restoring(t)
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, nil)
		defer h.stop()
		if code := h.table.JoinCode(); code != "CCCCCC" {
			t.Errorf("the code is %s", code)
		}
		if n := h.phone("").Snapshot().Notices; len(n) > 0 {
			t.Errorf("notices %+v", n)
		}
		if before, err := os.ReadFile(filepath.Join(aside, "phones.json")); err != nil || string(before) != `{"code":"BBBBBB"}` {
			t.Errorf("set aside is %q, %v", before, err)
		}
	})
}

// A restore that cannot be completed is a notice, and keeps nobody from the table.
func TestStartCannotCompleteARestore(t *testing.T) {
	dir, aside := restoring(t)
	if err := os.WriteFile(aside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, nil)
		if n := h.phone("").Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "could not be completed") {
			t.Errorf("notices %+v", n)
		}
		h.stop()
		if err := os.Remove(aside); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		if code := h.table.JoinCode(); code != "CCCCCC" {
			t.Errorf("the code is %s", code)
		}
	})
}

// Games that cannot be read are a notice, and are left alone.
func TestGamesCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games"), []byte("no folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, nil)
		defer h.stop()
		if n := h.phone("").Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "games that are kept cannot be read") {
			t.Errorf("notices %+v", n)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "games")); err != nil || string(text) != "no folder" {
			t.Errorf("%q, %v", text, err)
		}
	})
}

// A table whose game another Familiar has open does not run. It leaves the state directory to the next one.
func TestGameIsOpenElsewhere(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, _ := startGame(t, dir, nil)
		before := h.game(ann).ID
		h.stop()
		other, _, err := journal.Resume(dir)
		if err != nil || other == nil {
			t.Fatalf("the game does not go on: %v", err)
		}
		table, err := companion.New(h.option)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Run(t.Context()); !errors.Is(err, journal.ErrInUse) {
			t.Errorf("the table has run: %v", err)
		}
		if err := table.Heartbeat(t.Context()); !errors.Is(err, companion.ErrEnded) {
			t.Errorf("the table is alive: %v", err)
		}
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		if g := h.game(h.phone("ann")); g.ID != before || g.Undoable != 1 {
			t.Errorf("the game that goes on is %s with %d moves, not %s", g.ID, g.Undoable, before)
		}
	})
}
