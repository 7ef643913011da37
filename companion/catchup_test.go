package companion_test

import (
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
)

// forgetsToEnd has Ann do her two actions, and not say that her turn has ended.
func (h *testTable) forgetsToEnd(ann *companion.Phone) {
	h.Helper()
	h.must(ann, move("draw"))
	h.must(ann, move("sacrifice", "knight", "ann"))
}

func TestForgottenEndIsOffered(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.forgetsToEnd(ann)
		// Ben lays a plain card on Ann's altar: it is not his turn, and Ann has no action left.
		h.layCard("altar-1", "friar")
		g := h.game(ben).Gesture
		if g == nil || g.Kind != "catch-up" {
			t.Fatalf("gesture %+v, verdict %+v", g, h.game(ben).Verdict)
		}
		picked := false
		for i, o := range g.Options {
			if o.Seat == 1 && strings.Contains(o.Text, "ends the turn") {
				h.must(ben, protocol.PickRequest{Gesture: g.ID, Option: i})
				picked = true
			}
		}
		if !picked {
			t.Fatalf("no way through the end of Ann's turn in %+v", g.Options)
		}
		h.expectFact(ben, "turn", "ben")
		h.expectFact(ben, "ann.altar", "friar knight")
	})
}

func TestForgottenEndIsTakenAtOnce(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Boldness = protocol.Bold }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.forgetsToEnd(ann)
		h.layCard("altar-1", "friar") // Ann has no action left: only Ben's sacrifice after her end fits
		h.expectFact(ann, "turn", "ben")
		h.expectFact(ann, "ann.altar", "friar knight")
	})
}

func TestMistakeIsReplaced(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("sacrifice", "imp", "ann"))
		h.must(ben, protocol.UndoRequest{})
		h.expectFact(ann, "ann.altar.count", "0")
		h.must(ann, move("draw"))
		h.must(ann, move("sacrifice", "knight", "ann"))
		// It was not on her own altar.
		h.layCard("altar-2", "knight")
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "replace" || len(g.Options) != 1 {
			t.Fatalf("gesture %+v", g)
		}
		h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: 0})
		h.expectFact(ann, "ben.altar", "knight")
		h.expectFact(ann, "ann.altar.count", "0")
	})
}

// One action is left, and the card is where only the next seat can have put it.
func TestForgottenEndWithAnActionLeft(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("end"))
		h.must(ben, move("sacrifice", "knight", "ben"))
		h.layCard("altar-1", "saint")
		g := h.game(ben).Gesture
		if g == nil || g.Kind != "catch-up" || len(g.Options) < 2 {
			t.Fatalf("gesture %+v, verdict %+v", g, h.game(ben).Verdict)
		}
	})
}

func TestPlayersKeepTheirSeatsInTheNextGame(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, protocol.EndRequest{})
		h.begin(ann, "cai", "ann")
		if s := ann.Snapshot(); s.You.Seat != 1 {
			t.Errorf("Ann sits at %d", s.You.Seat)
		}
		if s := ben.Snapshot(); s.You.Seat != -1 {
			t.Errorf("Ben, who does not play, sits at %d", s.You.Seat)
		}
	})
}

// Moves that were forgotten before one that a phone tells are offered, as they are for a card. That holds for a bold table, too: a tap too early ends nobody's turn.
func TestForgottenEndIsOfferedToAPhone(t *testing.T) {
	for _, boldness := range []protocol.Boldness{protocol.Careful, protocol.Bold} {
		t.Run(string(boldness), func(t *testing.T) {
			inGame(t, func(o *companion.Options) { o.Boldness = boldness }, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				h.forgetsToEnd(ann)
				if a := h.mustRefuse(ben, move("sacrifice", "friar", "ann")); a.Rule != "turn.other" {
					t.Errorf("Ben is told %+v", a)
				}
				g := h.game(ann).Gesture
				if g == nil || g.Kind != "catch-up" || len(g.Options) != 1 {
					t.Fatalf("Ann is shown %+v", g)
				}
				h.must(ben, protocol.PickRequest{Gesture: g.ID, Option: 0})
				h.expectFact(ben, "turn", "ben")
				h.expectFact(ben, "ann.altar", "friar knight")
				h.wantNotes(ann, "Ben has answered for Ann.")
			})
		})
	}
}

// An offer stays when others say what they hold, and when they take that back, because the offered moves still fit. Any other move ends the offer.
func TestOffersStayWhileHandsAreTold(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.forgetsToEnd(ann)
		h.layCard("altar-1", "friar")
		h.lift("altar-1", "friar")
		offered := h.game(ann).Gesture
		if offered == nil || offered.Kind != "catch-up" {
			t.Fatalf("Ann is shown %+v", offered)
		}
		h.must(ben, move("hold", "page"))
		h.must(ben, protocol.UndoRequest{Steps: 1})
		if g := h.game(ann).Gesture; g == nil || g.ID != offered.ID {
			t.Fatalf("then Ann is shown %+v", g)
		}
		h.must(ben, tableMove("amend", "ann.favours", "2"))
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("after another move Ann is shown %+v", g)
		}
	})
}

// Somebody who tries a forbidden move over and over keeps nobody waiting: what was forgotten is looked for a few times only.
func TestForbiddenMovesOverAndOver(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.forgetsToEnd(ann)
		offered := func() bool {
			h.mustRefuse(ben, move("sacrifice", "friar", "ann"))
			g := h.game(ben).Gesture
			if g != nil {
				h.must(ben, protocol.DropRequest{Gesture: g.ID})
			}
			return g != nil
		}
		for i := range 5 {
			if !offered() {
				t.Errorf("try %d is not offered what was forgotten", i)
			}
		}
		if offered() {
			t.Error("the sixth search at once is made, too")
		}
		time.Sleep(5 * time.Second)
		if !offered() {
			t.Error("five seconds later nothing is offered")
		}
	})
}
