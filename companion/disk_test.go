package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/journal"
)

func TestFullDiskRefusesTheMove(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, ben := played(t, dir, nil)
		full := fmt.Errorf("writing: %w", journal.ErrFull)
		if err := h.table.BreakDisk(t.Context(), full); err != nil {
			t.Fatal(err)
		}
		if a := h.refused(ann, move("draw")); !strings.Contains(a.Text, "disk is full") {
			t.Errorf("answer %+v", a)
		}
		h.fact(ben, "ann.hand", "5")
		h.lay("altar-2", "knight")
		h.fact(ben, "ben.altar.count", "0")
		if v := h.game(ben).Verdict; v == nil || v.OK || !strings.Contains(v.Words, "nothing is lost") {
			t.Errorf("verdict %+v", v)
		}
		if n := ben.Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "full") {
			t.Errorf("notices %+v", n)
		}
		if a := h.refused(ann, companion.Request{Kind: "undo"}); a.Text == "" {
			t.Errorf("answer %+v", a)
		}
		h.fact(ben, "grave", "king")
		if err := h.table.BreakDisk(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		h.must(ann, move("draw"))
		h.fact(ben, "ann.hand", "6")
		h.stop()
		h.start()
		defer h.stop()
		h.fact(h.phone(""), "ann.hand", "6")
	})
}

// The amen cannot be written at its time: it is made as soon as it can.
func TestAmenWaitsForTheDisk(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, _ := prayed(t, dir)
		defer h.stop()
		if err := h.table.BreakDisk(t.Context(), journal.ErrFull); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		h.fact(ann, "ritual", "ann")
		if err := h.table.BreakDisk(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		h.fact(ann, "ann.favours", "1")
	})
}
