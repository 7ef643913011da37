package companion_test

import (
	"testing"

	"familiar/companion"
)

// Devices are called by what they stand for, which has a name once somebody sits there.
func TestDevicesAreCalledByWhatTheyStandFor(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newHouse(t, dir, func(o *companion.Options) {
			o.Buttons[0].Title = "Draw a card"
			o.Readers = append(o.Readers, companion.Reader{Name: "seat-2", Seat: 2}, companion.Reader{Name: "pile", Place: "grave"})
		})
		defer h.stop()
		p := h.phone("")
		for _, name := range []string{"altar-1", "altar-6", "seat-2", "pile", "middle", "draw", "end", "panel"} {
			if err := h.table.Device(t.Context(), companion.Device{Name: name, Text: "check its wires"}); err != nil {
				t.Fatal(err)
			}
		}
		h.settle()
		want := func(names ...string) {
			t.Helper()
			seen := make(map[string]bool)
			for _, d := range p.Snapshot().Devices {
				seen[d.Name] = true
			}
			for _, name := range names {
				if !seen[name] {
					t.Errorf("no %q among %v", name, seen)
				}
			}
		}
		want("Seat 1: altar", "Seat 6: altar", "Seat 2", "grave", "middle", "Draw a card", "end", "panel")
		h.begin(p, "ann", "ben")
		want("Ann's altar", "Seat 6: altar", "Ben", "grave")
		h.must(p, companion.Request{Kind: "sit", Seat: "ann"})
		h.lay("pile", "king")
		if log := h.game(p).Log; len(log) != 1 || log[0].Via != "grave" {
			t.Errorf("log %+v", log)
		}
	})
}
