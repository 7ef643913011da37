package companion_test

import (
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
