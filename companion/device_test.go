package companion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
	"familiar/companion/protocol"
)

// Readers are called by their seat and place, and by the player's name once somebody sits there.
func TestDevicesAreCalledByWhatTheyStandFor(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons[0].Title = "Draw a card"
		o.Readers = append(o.Readers, companion.Reader{Name: "seat-2", Seat: 2}, companion.Reader{Name: "pile", Place: "grave"},
			companion.Reader{Name: "hearth-1", Seat: 1, Place: "hearth"}, companion.Reader{Name: "oven", Title: "The oven", Place: "oven"})
	}, func(t *testing.T, h *testTable) {
		p := h.phone("")
		for _, name := range []string{"altar-1", "altar-6", "seat-2", "pile", "middle", "draw", "end", "panel"} {
			if err := h.table.Device(t.Context(), protocol.Device{Name: name, Text: "check its wires"}); err != nil {
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
		want("Ann's altar", "Seat 6: altar", "Ben", "Graveyard")
		for _, name := range []string{"altar-1", "altar-6", "seat-2", "pile", "middle", "hearth-1", "oven"} {
			if err := h.table.Device(t.Context(), protocol.Device{Name: name, OK: true}); err != nil {
				t.Fatal(err)
			}
		}
		h.settle()
		said := make(map[string]string)
		for _, d := range p.Snapshot().Devices {
			if d.OK && d.Text != "" {
				said[d.Name] = d.Text
			}
		}
		if diff := cmp.Diff(map[string]string{
			"Seat 6: altar": "nobody sits there in this game",
			"Ann's hearth":  "Sacrilege has no place \"hearth\": it stands for the seat alone",
			"The oven":      "Sacrilege has no place \"oven\": it stands for nothing",
		}, said); diff != "" {
			t.Errorf("of what stands for nothing is said (-want +got):\n%s", diff)
		}
		h.must(p, protocol.SitRequest{Seat: "ann"})
		h.layCard("pile", "king")
		if log := h.game(p).Log; len(log) != 1 || log[0].Source != "Graveyard" {
			t.Errorf("log %+v", log)
		}
	})
}

// A button with several words says the first one that has a reading now, for its own seat or else for the seat that must answer.
func TestButtonsOfSeveralWords(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons,
			companion.Button{Name: "done", Press: "done pass  end", Long: "drop undo"},
			companion.Button{Name: "ben's", Seat: 2, Press: "purge draw end"},
			companion.Button{Name: "which", Press: "pass skip accept"},
			companion.Button{Name: "go on", Press: "confirm draw"},
			companion.Button{Name: "foreign", Press: "pass flame"},
		)
	}, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		refused := func(words string) {
			t.Helper()
			if v := h.game(ann).Verdict; v.OK || !strings.Contains(v.Words, words) {
				t.Errorf("verdict %+v", v)
			}
		}
		h.press("go on", false) // nothing to confirm
		h.expectFact(ann, "ann.actions", "draw")
		h.press("go on", false) // nor to draw: refused as the first of its words
		refused("nothing to confirm")
		h.layCard("altar-1", "knight")
		h.press("done", true) // a question to drop
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("gesture %+v", g)
		}
		h.press("done", true) // nothing to drop, but a move to take back
		h.expectFact(ann, "ann.actions", "none")
		h.press("which", false)
		if v := h.game(ann).Verdict; v.OK || v.Rule != "ask.none" || v.Text != "Ann leaves it" { // skip is known
			t.Errorf("verdict %+v", v)
		}
		h.press("foreign", false)
		refused("“Foreign” means nothing in Sacrilege.")
		h.must(ann, move("draw"))
		h.must(ann, move("sacrifice", "knight", "ann"))
		h.press("ben's", false) // Ann's turn is not Ben's to end
		h.expectFact(ann, "turn", "ann")
		h.press("done", false)
		h.expectFact(ann, "turn", "ben")
		h.press("ben's", false)
		h.expectFact(ben, "ben.actions", "draw")
	})
}

// A button may have words for a long press only. A short press then does nothing, with a game and without one.
func TestButtonThatIsOnlyHeld(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons = []companion.Button{{Name: "back", Long: "undo"}, {Name: "often", Long: "all"}}
	}, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.press("back", false)
		if s := h.shown.scene(); s.Verdict != nil || len(h.shown.cues()) > 0 {
			t.Errorf("without a game it says %+v, %v", s.Verdict, h.shown.cues())
		}
		h.begin(host, "ann", "ben")
		h.layCard("middle", "king")
		before, cues := *h.game(host).Verdict, h.shown.cues()
		for _, name := range []string{"back", "often"} {
			h.press(name, false)
		}
		h.press("often", true) // as often as nothing
		if v := h.game(host).Verdict; v.N != before.N || !slices.Equal(h.shown.cues(), cues) {
			t.Errorf("it says %+v, %v", v, h.shown.cues())
		}
		h.expectFact(host, "grave", "king")
		h.press("back", true)
		h.expectFact(host, "grave", "")
	})
}

// Every phone can ask how the readers have done, by the names that people know.
func TestReaderStats(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		start := time.Now()
		o.ReaderStats = func() []companion.ReaderStats {
			return []companion.ReaderStats{{Device: "altar-1", Answered: start, Polls: 1000, Errors: 3, Retries: 2, Returns: 1}, {Device: "middle"}}
		}
	}, func(t *testing.T, h *testTable) {
		p := h.phone("")
		h.begin(p, "ann", "ben")
		time.Sleep(time.Second)
		a := p.Do(t.Context(), protocol.DevicesRequest{})
		if len(a.Devices) != 2 {
			t.Fatalf("a is %+v", a)
		}
		want := []protocol.ReaderStatsView{
			{Device: "Ann's altar", Ago: a.Devices[0].Ago, Polls: 1000, Errors: 3, Retries: 2, Returns: 1},
			{Device: "middle", Ago: -1},
		}
		if diff := cmp.Diff(want, a.Devices); diff != "" || a.Devices[0].Ago < 1000 {
			t.Errorf("%+v (-want +got):\n%s", a, diff)
		}
	})
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if a := h.phone("").Do(t.Context(), protocol.DevicesRequest{}); !a.OK || len(a.Devices) != 0 {
			t.Errorf("without readers: %+v", a)
		}
	})
}
