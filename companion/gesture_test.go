package companion_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/journal"
	"familiar/companion/protocol"
)

// A question stays open while others move, and the move that it stands for settles it.
func TestQuestionWhileOthersMove(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("altar-1", "knight")
		before := h.game(ann).Gesture
		h.must(ben, move("hold", "monk"))
		if now := h.game(ann).Gesture; now == nil || now.ID != before.ID {
			t.Errorf("a hand was shown, and the question is %+v", now)
		}
		// With a draw and an invocation only the sacrifice is left, and it is not made unasked.
		h.must(ann, move("invoke", "baker"))
		now := h.game(ann).Gesture
		if now == nil || now.ID == before.ID || len(now.Options) != 1 || now.Options[0].Verb != "sacrifice" {
			t.Fatalf("gesture %+v", now)
		}
		if a := h.mustRefuse(ann, protocol.PickRequest{Gesture: before.ID}); !strings.Contains(a.Text, "settled") {
			t.Errorf("answer %+v", a)
		}
		h.must(ann, move("sacrifice", "knight", "ann"))
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("the question is still %+v", g)
		}
		h.expectFact(ann, "ann.altar", "baker knight")
		// What has no reading any more is not asked any more.
		h.must(ann, move("end"))
		h.layCard("altar-2", "friar")
		if g := h.game(ben).Gesture; g == nil {
			t.Fatal("Ben is not asked")
		}
		h.must(ben, move("end"))
		if g := h.game(ben).Gesture; g != nil {
			t.Errorf("the question is still %+v", g)
		}
	})
}

// A card that has nothing to do with an open question is read by itself, and a card that fits nothing leaves the question open.
func TestUnrelatedCards(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-1", "knight")
		h.layCard("middle", "king") // lies in the Graveyard
		if g := h.game(ann).Gesture; g == nil || g.Words[0] != "knight" {
			t.Errorf("gesture %+v, verdict %+v", g, h.game(ann).Verdict)
		}
		if v := h.game(ann).Verdict; v.OK {
			t.Errorf("verdict %+v", v)
		}
		h.layCard("altar-2", "miller") // only a sacrifice
		h.expectFact(ann, "ben.altar", "miller")
		h.press("yes", true)
		h.must(ann, protocol.UndoRequest{})
		h.layCard("altar-1", "knight")
		h.layCard("altar-2", "knight") // not there, but here
		h.expectFact(ann, "ben.altar", "knight")
	})
}

// A card does not continue a gesture of long ago.
func TestOldGestureIsLeftAlone(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "invoke", Press: "invoke"})
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.press("invoke", false)
		time.Sleep(10 * time.Minute)
		h.layCard("altar-1", "knight")
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 {
			t.Fatalf("gesture %+v", g)
		}
		h.press("invoke", false) // card, then verb
		h.expectFact(ann, "ann.actions", "invoke")
	})
}

// The confirm button never makes a move that nobody has thought of.
func TestConfirm(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.press("yes", false)
		if v := h.game(ann).Verdict; v.OK || v.Words != "There is nothing to confirm." {
			t.Errorf("verdict %+v", v)
		}
		h.must(ann, move("draw"))
		h.must(ann, move("sacrifice", "knight", "ann")) // only the end of her turn is left
		h.tap("middle", "04AABBCCDDEEFF")
		h.press("yes", false)
		h.expectFact(ann, "turn", "ann")
		h.layCard("altar-2", "knight")
		h.press("yes", false) // instead of the last move
		h.expectFact(ann, "ben.altar", "knight")
		h.must(ann, move("end"))
		h.layCard("altar-2", "friar")
		h.press("yes", false)
		if v := h.game(ben).Verdict; v.OK || v.Words != "That can still mean several things: What was done?" {
			t.Errorf("verdict %+v", v)
		}
	})
}

// A player's tag names an altar, or says who made the move.
func TestSeatTags(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "to-ann", Press: "ann"}, companion.Button{Name: "to-ben", Press: "ben"},
			companion.Button{Name: "sacrifice", Press: "sacrifice"})
	}, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("middle", "knight")
		h.press("to-ben", false)
		h.expectFact(ann, "ben.altar", "knight")
		h.layCard("altar-1", "imp") // green: hers, his, or turned up
		h.press("sacrifice", false)
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 {
			t.Fatalf("gesture %+v", g)
		}
		h.press("to-ben", false)
		h.expectFact(ben, "ann.altar", "imp")
		if log := h.game(ben).Log; !strings.HasPrefix(log[len(log)-1].Text, "Ben ") {
			t.Errorf("log %+v", log)
		}
	})
}

// The verb that shows a hand waits for its cards, on any reader.
func TestHoldByButton(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "show", Press: "hold", Seat: 1},
			companion.Button{Name: "somebody", Press: "hold"}, companion.Button{Name: "ben", Press: "ben"})
	}, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.press("show", false)
		if g := h.game(ann).Gesture; g == nil || g.Kind != "wait" {
			t.Fatalf("gesture %+v, verdict %+v", g, h.game(ann).Verdict)
		}
		if g := h.game(ben).Gesture; g != nil {
			t.Fatalf("Ben sees %+v", g)
		}
		h.layCard("middle", "monk")
		h.expectFact(ann, "ann.hand.seen", "monk")
		h.expectFact(ben, "ann.hand.seen", "")
		h.press("somebody", false) // whose hand it is, a player's tag says
		h.press("ben", false)
		h.layCard("middle", "friar")
		h.expectFact(ben, "ben.hand.seen", "friar")
		h.expectFact(ann, "ben.hand.seen", "")
	})
}

// A tag may stand for a command.
func TestCommandTags(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		for i, word := range []string{"undo", "drop", "confirm"} {
			uid := uidOf(strings.Repeat("x", i+1))
			h.tap("middle", uid)
			h.must(ann, protocol.EnrolRequest{Action: "name", Args: []string{word}})
		}
		h.layCard("altar-1", "knight")
		h.tap("middle", uidOf("xx"))
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("gesture %+v", g)
		}
		h.tap("middle", uidOf("x"))
		h.expectFact(ann, "grave.count", "0")
		h.tap("middle", uidOf("x"))
		if v := h.game(ann).Verdict; v.OK || v.Words != "There is no move to take back." {
			t.Errorf("verdict %+v", v)
		}
	})
}

// A move that cannot be written is refused for that reason, also when the table catches up by itself.
func TestCatchingUpOnAFullDisk(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Boldness = protocol.Bold }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("draw"))
		h.must(ann, move("sacrifice", "knight", "ann"))
		if err := h.table.BreakDisk(t.Context(), journal.ErrFull); err != nil {
			t.Fatal(err)
		}
		h.layCard("altar-1", "friar")
		if v := h.game(ann).Verdict; v.OK || v.Words != "The disk is full, so the move is not made and nothing is lost. Make room on it, then try again." {
			t.Errorf("verdict %+v", v)
		}
		if a := h.mustRefuse(ann, protocol.UndoRequest{}); a.Text != "The disk is full, so the move is not made and nothing is lost. Make room on it, then try again." {
			t.Errorf("answer %+v", a)
		}
		if n := len(ann.Snapshot().Notices); n != 1 {
			t.Errorf("%d notices", n)
		}
		if err := h.table.BreakDisk(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		h.layCard("altar-1", "friar")
		h.expectFact(ann, "turn", "ben")
		if n := ann.Snapshot().Notices; len(n) > 0 {
			t.Errorf("notices %+v", n)
		}
		synctest.Wait()
	})
}
