package companion_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
)

// usually makes a table take what is usual.
func usually(o *companion.Options) { o.Boldness = protocol.Usual }

// expectOtherwise checks what else the last move may have been, as a phone shows it.
func (h *testTable) expectOtherwise(p *companion.Phone, want ...string) {
	h.Helper()
	var got []string
	if others := h.game(p).Otherwise; others != nil {
		for _, o := range others.Options {
			got = append(got, o.Text)
		}
	}
	if !slices.Equal(got, want) {
		h.Errorf("the last move may also be %q, and not %q", got, want)
	}
}

// The usual reading of a card is a move, and a tap makes another one of it.
func TestUsualReadingIsCorrected(t *testing.T) {
	inGame(t, usually, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("altar-2", "imp")
		h.expectFact(ann, "ben.altar", "imp")
		for _, p := range []*companion.Phone{ann, ben} {
			h.expectOtherwise(p, "It was Ben")
		}
		guest := h.guest("192.0.2.7")
		if g := h.game(guest); g.Otherwise != nil || g.Gesture != nil {
			t.Errorf("somebody who watches is asked %+v, %+v", g.Otherwise, g.Gesture)
		}
		id := h.game(ben).Otherwise.ID
		h.mustRefuseWith(guest, protocol.PickRequest{Gesture: id}, "You are watching: take a seat first.")
		h.mustRefuseWith(ben, protocol.DropRequest{Gesture: id}, "That question is settled already.")
		h.mustRefuseWith(ben, protocol.PickRequest{Gesture: id, Option: 1}, "There is no answer 1 to that question.")
		h.must(ben, protocol.PickRequest{Gesture: id})
		h.expectFact(ann, "ben.hand", "4")
		h.expectFact(ann, "ann.hand", "5")
		h.expectOtherwise(ann)
		h.mustRefuseWith(ben, protocol.PickRequest{Gesture: id}, "That question is settled already.")
	})
}

// What else a move may have been is forgotten with the next one, and when it is taken back.
func TestCorrectionGoesWithTheNextMove(t *testing.T) {
	inGame(t, usually, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for name, next := range map[string]protocol.Request{"a move": move("draw"), "a hand that is shown": move("hold", "monk"), "an undo": protocol.UndoRequest{}} {
			h.layCard("altar-1", "knight")
			h.expectOtherwise(ann, "Ann invokes Knight")
			h.must(ann, next)
			t.Log("after", name)
			h.expectOtherwise(ann)
			for h.game(ann).Undoable > 1 {
				h.must(ann, protocol.UndoRequest{})
			}
			h.lift("altar-1", "knight")
		}
	})
}

// A button says at once what was done with a card. Later it begins the next move.
func TestButtonJustAfterACard(t *testing.T) {
	change := func(o *companion.Options) {
		usually(o)
		o.Buttons = append(o.Buttons, companion.Button{Name: "invoke", Press: "purge invoke"})
	}
	inGame(t, change, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-1", "knight")
		h.press("invoke", false)
		h.expectFact(ann, "ann.actions", "invoke")
		h.expectFact(ann, "ann.altar", "knight")
		h.must(ann, protocol.UndoRequest{})
		h.lift("altar-1", "knight")
		h.layCard("altar-1", "knight")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		h.press("invoke", false)
		h.expectFact(ann, "ann.actions", "purge sacrifice")
	})
}

// A knob corrects the last move, too.
func TestKnobCorrectsTheUsualReading(t *testing.T) {
	change := func(o *companion.Options) { usually(o); withKnobs(o) }
	inGame(t, change, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-1", "knight")
		h.take("dial", "It was something else")
		h.push("dial", false)
		h.take("dial", "Ann invokes Knight")
		h.push("dial", false)
		h.expectFact(ann, "ann.actions", "invoke")
	})
}

// A host sets how much the table decides by itself. A table that is started again remembers it.
func TestBoldness(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		guest := h.guest("192.0.2.7")
		if b := ben.Snapshot().Boldness; b != "" {
			t.Errorf("at first the table is %q", b)
		}
		h.mustRefuseWith(guest, protocol.BoldnessRequest{As: protocol.Bold}, "Only the host can do that: whoever began the game, or a browser on the table's own machine.")
		h.mustRefuseWith(ann, protocol.BoldnessRequest{As: "reckless"}, "The table can be careful, usual or bold.")
		for range 2 {
			h.must(ann, protocol.BoldnessRequest{As: protocol.Usual})
		}
		h.wantNotes(ben, "Ann lets the table take what is usual.")
		h.stop()
		h.start()
		defer h.stop()
		ann = h.phone("ann")
		if b := ann.Snapshot().Boldness; b != protocol.Usual {
			t.Errorf("the table is %q", b)
		}
		h.layCard("altar-1", "knight")
		h.expectFact(ann, "ann.altar", "knight")
		h.must(ann, protocol.UndoRequest{})
		h.lift("altar-1", "knight")
		h.must(ann, protocol.BoldnessRequest{As: protocol.Careful})
		h.layCard("altar-1", "knight")
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 {
			t.Errorf("a careful table asks %+v", g)
		}
	})
}

// A host who changes again and again how much the table decides by itself has to wait: with each change, cards mean something else to everybody. The log tells each change.
func TestBoldnessIsChangedVeryOften(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		var notes []string
		for range 5 {
			h.must(ann, protocol.BoldnessRequest{As: protocol.Bold})
			h.must(ann, protocol.BoldnessRequest{As: protocol.Careful})
			notes = append(notes, "Ann lets the table make forgotten moves by itself.", "Ann lets the table ask whenever a card can mean several things.")
		}
		h.wantNotes(ben, notes...)
		h.mustRefuseWith(ann, protocol.BoldnessRequest{As: protocol.Bold}, "How much the table decides by itself was changed very often: wait half a minute.")
		time.Sleep(30 * time.Second)
		h.must(ann, protocol.BoldnessRequest{As: protocol.Bold})
	})
}

// A card in the middle does not go to an altar whose reader works: it was drawn.
func TestUsualReadingOfACardInTheMiddle(t *testing.T) {
	inGame(t, usually, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("middle", "knight")
		h.expectFact(ann, "ann.actions", "draw")
		h.expectOtherwise(ann, "Ann sacrifices Knight on the altar of Ann", "Ann sacrifices Knight on the altar of Ben", "Ann invokes Knight")
		h.must(ann, protocol.UndoRequest{})
		h.lift("middle", "knight")
		for _, name := range []string{"altar-1", "altar-2"} {
			if err := h.table.Device(t.Context(), protocol.Device{Name: name, Text: "no answer"}); err != nil {
				t.Fatal(err)
			}
		}
		h.layCard("middle", "knight")
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 4 {
			t.Errorf("without these readers it asks %+v", g)
		}
	})
}
