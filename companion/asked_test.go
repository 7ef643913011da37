package companion_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine/athame"
	"familiar/engine/sator"
)

// startSator begins a game of Sator with some tags, and makes the first move that is offered until a condition holds.
func startSator(t *testing.T, dir string, until func(*protocol.Game) bool) (h *testTable, ann, ben *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, func(o *companion.Options) {
		o.Games = append(o.Games, sator.Game())
		o.Buttons = append(o.Buttons, companion.Button{Name: "pile", Press: "incertus draw", Long: "all"})
		all := make(map[tags.UID]string)
		for _, word := range []string{"tee4-oak", "line2-iron", "rotas-line2", "rotas-tee4"} {
			all[tags.UID(uidOf(word))] = word
		}
		known, err := tags.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.AssignAll(tags.Box{Game: "sator"}, all); err != nil {
			t.Fatal(err)
		}
	})
	host := h.phone("")
	h.must(host, protocol.StartRequest{Game: "sator", Seats: []string{"ann", "ben"}})
	ann, ben = h.phone("ann"), h.phone("ben")
	for range 40 {
		if until(h.game(ann)) {
			return h, ann, ben
		}
		if words := firstOf(h.game(ann).TableMoves); words != nil {
			h.must(ann, tableMove(words[0], words[1:]...))
		} else if words := firstOf(h.game(ann).Moves); words != nil {
			h.must(ann, move(words[0], words[1:]...))
		} else {
			words := firstOf(h.game(ben).Moves)
			h.must(ben, move(words[0], words[1:]...))
		}
	}
	h.Fatalf("the game has come to %v", h.game(ann).Facts)
	return nil, nil, nil
}

// firstOf returns the first list of words of a tree.
func firstOf(t protocol.Tree) []string {
	var words []string
	for t = t.Plain(); len(t) > 0; {
		word := slices.Min(slices.Collect(maps.Keys(t)))
		if words, t = append(words, word), t[word]; word == "" {
			break
		}
	}
	return words
}

// A card on a reader may fit thousands of moves. Then the question lists few of them at a time, and a phone may answer with the whole move.
func TestPhoneAnswersWithTheWholeMove(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startSator(t, t.TempDir(), func(g *protocol.Game) bool { return g.Facts["phase"] == "bridges" })
		for _, reader := range []string{"middle", "altar-1", "hand-1"} { // the last two are in front of her, and stand for no place of this game or for a hand
			h.layCard(reader, "tee4-oak")
			g := h.game(ann).Gesture
			if g == nil || g.Kind != "ask" || len(g.Options) != 4 || g.Words[0] != "tee4-oak" {
				t.Fatalf("gesture on %s: %+v", reader, g)
			}
			h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: 1})
			if g := h.game(ann).Gesture; g == nil || g.Kind != "wait" {
				t.Fatalf("gesture on %s: %+v", reader, g)
			}
			h.must(ann, move("place", "tee4-oak", "c4", "r0")) // she has thought of another one
			h.expectFact(ben, "bridge.tee4-oak", "b4 c4 c5 d4")
			if g := h.game(ann).Gesture; g != nil {
				t.Errorf("after the phone's move it is asked %+v", g)
			}
			h.lift(reader, "tee4-oak")
			h.must(ann, protocol.UndoRequest{})
		}
		h.layCard("middle", "tee4-oak")
		h.layCard("altar-1", "line2-iron")
		h.must(ann, move("place", "tee4-oak", "c4", "r0"))
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("it is Ben's turn, and of Ann's bridge is asked %+v", g)
		}
	})
}

// startDrawing plays until Ann draws one card. In the pile were all cards that neither player had, among them one Line of two. Ben has drawn it and shown
// it to the table; the others are in the hands.
func startDrawing(t *testing.T, dir string) (h *testTable, ann, ben *companion.Phone) {
	h, ann, ben = startSator(t, dir, func(g *protocol.Game) bool { return g.Facts["phase"] == "swap" })
	for kind, copies := range map[string]int{
		"rotas-line2": 1, "rotas-line3": 6, "rotas-line4": 6, "rotas-tee4": 6, "rotas-corner3": 6, "rotas-corner5": 6,
		"moves-oak": 5, "moves-iron": 9, "moves-stone": 9, "moves-rope": 9,
	} {
		for range copies {
			h.must(ann, tableMove("amend", kind, "pile", "discard"))
		}
	}
	h.expectFact(ann, "pile", "63") // the discard pile was shuffled
	h.must(ann, move("rest"))
	h.must(ann, move("draw", "incertus"))
	h.must(ann, move("draw", "incertus"))
	h.must(ben, move("rest"))
	h.must(ben, move("draw", "incertus", "rotas-line2"))
	h.must(ann, move("swap", "draw"))
	h.must(ann, move("discard", "moves-oak"))
	h.must(ann, move("discard", "moves-oak"))
	return h, ann, ben
}

// A move that is made as often as possible ends where another hand forbids it. That tells as much as a refusal, so its player is named, and slowed.
func TestSweepByRepeatedMovesIsSlow(t *testing.T) {
	run(t, func(t *testing.T) {
		h := newTestTable(t, t.TempDir(), func(o *companion.Options) { o.Games = append(o.Games, athame.Game()) })
		h.must(h.phone(""), protocol.StartRequest{Game: "athame", Seats: []string{"ann", "ben"}})
		ann, ben := h.phone("ann"), h.phone("ben")
		for _, m := range []protocol.MoveRequest{
			tableMove("reveal", "square"), tableMove("reveal", "triangle"), tableMove("reveal", "circle"), tableMove("reveal", "line"),
		} {
			h.must(ann, m)
		}
		h.must(ann, move("ritual", "ring-of-ash"))
		h.must(ben, move("ritual", "ring-of-thorns"))
		h.must(ann, move("draw", "bank"))
		for range 4 {
			h.must(ann, move("take", "circle"))
		}
		h.must(ann, move("end"))
		h.must(ben, move("draw", "market")) // with a circle
		for range 34 {
			h.must(ann, tableMove("amend", "circle", "bank", "ben.hand")) // of 40: one is left
		}
		twice := tableMove("reveal", "circle")
		twice.Times = 2
		for n := range 4 {
			if n == 3 {
				h.mustRefuseWith(ben, twice, waitAMinute)
				break
			}
			h.must(ben, twice)
			h.must(ben, protocol.UndoRequest{Steps: 1})
		}
		told, undone := "Ben has told something that cannot be.", "Ben has taken the last move back."
		h.wantNotes(ann, told, undone, told, undone, told, undone)
	})
}

// A secret move is told one at a time. If it were repeated in one request, others would see that some hidden cards are alike, and its player where another hand ends it.
func TestSecretMovesAreToldOneAtATime(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startSator(t, t.TempDir(), func(g *protocol.Game) bool { return g.Facts["phase"] == "swap" })
		h.must(ben, move("hold", "rotas-line2", "rotas-line2", "rotas-line2", "rotas-line2"))
		h.must(ann, tableMove("amend", "rotas-line2", "pile", "discard")) // one of six is left
		h.must(ann, move("rest"))
		for _, drawn := range []string{"rotas-line2", "rotas-tee4"} {
			twice := move("draw", "incertus", drawn)
			twice.Times = 2
			h.mustRefuseWith(ann, twice, "Tell these cards one at a time: how many of them are alike is a secret.")
		}
		unseen := move("draw", "incertus", "?")
		unseen.Times = 2
		h.must(ann, unseen)
	})
}

// Whether there is a question about a card on a secret reader depends only on what its seat knows.
func TestSecretQuestionsRevealNoOtherHand(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startDrawing(t, t.TempDir())
		for _, card := range []string{"rotas-tee4", "rotas-line2"} {
			h.layCard("hand-1", card)
			g := h.game(ann).Gesture
			if g == nil || len(g.Options) != 2 || g.Options[0].Verb != "draw" || g.Options[1].Verb != "hold" {
				t.Fatalf("%s: gesture %+v", card, g)
			}
			if g := h.game(ben).Gesture; g != nil {
				t.Errorf("%s: Ben is shown %+v", card, g)
			}
			if card == "rotas-line2" {
				h.mustRefuse(ann, protocol.PickRequest{Gesture: g.ID, Option: 0}) // Ben has it
			}
			h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: 1})
			h.expectFact(ann, "ann.hand.seen", card)
			h.lift("hand-1", card)
			h.must(ann, protocol.UndoRequest{})
		}
	})
}

// A button with the name of a pile draws from that pile.
func TestButtonForAPile(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startDrawing(t, t.TempDir())
		h.press("draw", false)
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 || !strings.Contains(g.Options[0].Text, "ommon pile") {
			t.Fatalf("from which pile? %+v", g)
		}
		h.press("pile", false) // which answers it
		h.expectFact(ann, "ann.hand", "5")
		h.must(ann, protocol.UndoRequest{})
		h.expectFact(ann, "ann.hand", "4")
		h.press("pile", false)
		h.expectFact(ann, "ann.hand", "5")
		h.expectFact(ann, "ann.hand.fidei", "0")
		h.must(ann, move("swap", "draw"))
		h.press("pile", false)
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("two cards are to be discarded first, and the verdict is %+v", v)
		}
		h.expectFact(ann, "ann.hand", "5")
	})
}

// A long press draws all cards that the question wants.
func TestLongPressOfAButtonForAPile(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startSator(t, t.TempDir(), func(g *protocol.Game) bool { return g.Facts["phase"] == "swap" })
		h.must(ann, move("rest"))
		h.press("pile", true)
		h.expectFact(ann, "ann.hand", "6")
		h.expectFact(ann, "turn", "ben")
		h.must(ann, protocol.UndoRequest{})
		h.expectFact(ann, "turn", "ann")
	})
}
