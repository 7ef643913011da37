package companion_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
)

func TestDiskRefusesTheMove(t *testing.T) {
	for name, test := range map[string]struct {
		broken error
		says   string
	}{
		"full":      {journal.ErrFull, "is full"},
		"read-only": {journal.ErrUnwritable, "cannot be written to"},
	} {
		t.Run(name, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				if err := h.table.BreakDisk(t.Context(), fmt.Errorf("writing: %w", test.broken)); err != nil {
					t.Fatal(err)
				}
				if a := h.mustRefuse(ann, move("draw")); !strings.Contains(a.Text, test.says) {
					t.Errorf("answer %+v", a)
				}
				h.expectFact(ben, "ann.hand", "5")
				h.layCard("altar-2", "knight")
				h.expectFact(ben, "ben.altar.count", "0")
				if v := h.game(ben).Verdict; v == nil || v.OK || !strings.Contains(v.Words, "nothing is lost") {
					t.Errorf("verdict %+v", v)
				}
				if n := ben.Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, test.says) {
					t.Errorf("notices %+v", n)
				}
				if on := h.shown.scene().Trouble; !strings.Contains(on, test.says) {
					t.Errorf("the panel says %q", on)
				}
				if a := h.mustRefuse(ann, protocol.UndoRequest{}); !strings.Contains(a.Text, test.says) {
					t.Errorf("answer %+v", a)
				}
				h.expectFact(ben, "grave", "king")
				if a := h.mustRefuse(h.phone(""), protocol.EndRequest{}); !strings.Contains(a.Text, test.says) {
					t.Errorf("answer %+v", a)
				}
				if err := h.table.BreakDisk(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				h.must(ann, move("draw"))
				h.expectFact(ben, "ann.hand", "6")
				if n, on := ben.Snapshot().Notices, h.shown.scene().Trouble; len(n) > 0 || on != "" {
					t.Errorf("notices %+v, the panel says %q", n, on)
				}
				h.stop()
				h.start()
				defer h.stop()
				h.expectFact(h.phone(""), "ann.hand", "6")
			})
		})
	}
}

// If the amen cannot be written at its time, it is made as soon as it can be.
func TestAmenWaitsForTheDisk(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		if err := h.table.BreakDisk(t.Context(), journal.ErrFull); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		h.expectFact(ann, "ritual", "ann")
		if err := h.table.BreakDisk(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		h.expectFact(ann, "ann.favours", "1")
	})
}

// What a write has left that was interrupted by a power cut is removed at the next start.
func TestStartTidiesUp(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		h.stop()
		left := filepath.Join(h.option.State, "."+access.File+"123456789")
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it is still there: %v", err)
		}
	})
}
