package companion_test

import (
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
)

// Two people act at once: a card that is laid before its turn comes counts as soon as the move before is told. Nobody has to lay it again.
func TestCardThatIsLaidTooEarly(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("draw"))
		h.must(ann, move("sacrifice", "knight", "ann"))
		h.layCard("altar-2", "friar")
		h.expectFact(ann, "ben.altar", "")
		h.must(ann, move("end"))
		g := h.game(ann).Gesture
		if g == nil || len(g.Options) != 2 || g.Options[0].Text != "Ben sacrifices Friar on the altar of Ben" {
			t.Errorf("then it is asked %+v", g)
		}
	})
}

// An answer may come before its question. Then it fits nothing yet, or it fits something else.
func TestAnswerComesBeforeItsQuestion(t *testing.T) {
	for name, test := range map[string]struct{ reader, thrown, want string }{
		"it fits nothing":        {"grave", "crow-keeper", "Ann discards Monk."},
		"it fits something else": {"middle", "blackmailer", "Ben gives Monk away."},
	} {
		t.Run(name, func(t *testing.T) {
			withGrave := func(o *companion.Options) {
				o.Readers = append(o.Readers, companion.Reader{Name: "grave", Place: "grave"})
			}
			inGame(t, withGrave, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
				h.layCard(test.reader, "monk")
				h.must(ann, move("sacrifice", test.thrown, "ann"))
				g := h.game(ann)
				if last := g.Log[len(g.Log)-1].Text; last != test.want || g.Gesture != nil {
					t.Errorf("at last %q, and it is asked %+v", last, g.Gesture)
				}
			})
		})
	}
}

// A card does not count that was lifted, that has lain there for long, or that a correction of the game makes legal.
func TestCardsThatDoNotCountLater(t *testing.T) {
	for name, then := range map[string]func(h *testTable, ann *companion.Phone){
		"it is lifted": func(h *testTable, ann *companion.Phone) {
			h.lift("altar-2", "friar")
			h.must(ann, move("end"))
		},
		"long ago": func(h *testTable, ann *companion.Phone) {
			time.Sleep(11 * time.Second)
			synctest.Wait()
			h.must(ann, move("end"))
		},
		"a correction": func(h *testTable, ann *companion.Phone) {
			h.must(ann, tableMove("amend", "turn", "ben"))
		},
		"an undo": func(h *testTable, ann *companion.Phone) {
			h.must(ann, protocol.UndoRequest{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				h.must(ann, move("draw"))
				h.must(ann, move("sacrifice", "knight", "ann"))
				h.layCard("altar-2", "friar")
				then(h, ann)
				h.expectFact(ann, "ben.altar", "")
			})
		})
	}
}

// A card was laid, and meant nothing. Then a player tells on a phone what was done with it: it counts for nothing else later, though it still lies there.
func TestCardThatIsToldDoesNotCountAgain(t *testing.T) {
	withGrave := func(o *companion.Options) {
		o.Readers = append(o.Readers, companion.Reader{Name: "grave", Place: "grave"})
	}
	inGame(t, withGrave, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("grave", "tyrant")
		h.must(ann, move("invoke", "tyrant"))
		h.must(ann, tableMove("amend", "tyrant", "grave", "deck"))
		h.must(ann, move("sacrifice", "ghoul", "ann")) // two cards have to be turned up
		if g := h.game(ann); g.Log[len(g.Log)-1].Text != "Ann sacrifices Ghoul on the altar of Ann." || g.Gesture != nil {
			t.Errorf("at last %q, and it is asked %+v", g.Log[len(g.Log)-1].Text, g.Gesture)
		}
	})
}

// A card that was laid too early is no move because a player tells a card of the hand: nobody else is to know of that.
func TestToldHandTakesInNoCards(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, protocol.UndoRequest{})
		h.layCard("altar-1", "tyrant")
		h.layCard("altar-2", "saint")
		h.layCard("middle", "cutpurse") // once Ann's turn has begun, both fit: one of them is asked about
		before := h.game(ann)
		if before.Gesture == nil {
			t.Fatalf("nothing is asked after %+v", before.Log)
		}
		h.must(ben, move("hold", "leech"))
		if after := h.game(ann); !reflect.DeepEqual(after.Gesture, before.Gesture) || !reflect.DeepEqual(after.Log, before.Log) {
			t.Errorf("Ann sees %+v after %+v; after Ben tells a card she sees %+v after %+v", before.Gesture, before.Log, after.Gesture, after.Log)
		}
	})
}
