package companion_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine/sator"
)

// bridges begins a game of Sator with some tags, and plays what everybody may do first until something holds.
func bridges(t *testing.T, dir string, until func(*protocol.Game) bool) (h *house, ann, ben *companion.Phone) {
	t.Helper()
	h = newHouse(t, dir, func(o *companion.Options) {
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

// firstOf is the first list of words of a tree.
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

// What lies on a reader can mean thousands of moves: then little is asked at once, and a phone that says the whole move answers it.
func TestPhoneSaysTheWholeMove(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := bridges(t, t.TempDir(), func(g *protocol.Game) bool { return g.Facts["phase"] == "bridges" })
		for _, reader := range []string{"middle", "altar-1", "hand-1"} { // the last two are in front of her, and stand for no place of this game or for a hand
			h.lay(reader, "tee4-oak")
			g := h.game(ann).Gesture
			if g == nil || g.Kind != "ask" || len(g.Options) != 4 || g.Words[0] != "tee4-oak" {
				t.Fatalf("gesture on %s: %+v", reader, g)
			}
			h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: 1})
			if g := h.game(ann).Gesture; g == nil || g.Kind != "wait" {
				t.Fatalf("gesture on %s: %+v", reader, g)
			}
			h.must(ann, move("place", "tee4-oak", "c4", "r0")) // she has thought of another one
			h.fact(ben, "bridge.tee4-oak", "b4 c4 c5 d4")
			if g := h.game(ann).Gesture; g != nil {
				t.Errorf("after the phone's move it is asked %+v", g)
			}
			h.lift(reader, "tee4-oak")
			h.must(ann, protocol.UndoRequest{})
		}
		h.lay("middle", "tee4-oak")
		h.lay("altar-1", "line2-iron")
		h.must(ann, move("place", "tee4-oak", "c4", "r0"))
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("it is Ben's turn, and of Ann's bridge is asked %+v", g)
		}
	})
}

// fetching brings Ann to where she draws one card. In the pile were all cards that neither had, among them one Line of two, which Ben has drawn and told
// the table of; the others are in the hands.
func fetching(t *testing.T, dir string) (h *house, ann, ben *companion.Phone) {
	h, ann, ben = bridges(t, dir, func(g *protocol.Game) bool { return g.Facts["phase"] == "swap" })
	for kind, copies := range map[string]int{
		"rotas-line2": 1, "rotas-line3": 6, "rotas-line4": 6, "rotas-tee4": 6, "rotas-corner3": 6, "rotas-corner5": 6,
		"moves-oak": 5, "moves-iron": 9, "moves-stone": 9, "moves-rope": 9,
	} {
		for range copies {
			h.must(ann, tableMove("amend", kind, "pile", "discard"))
		}
	}
	h.fact(ann, "pile", "63") // the discard pile was shuffled
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

// Whether it is asked what a card is that is shown in secret depends on nothing that its seat does not know.
func TestSecretIsAskedByWhatItsSeatKnows(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := fetching(t, t.TempDir())
		for _, card := range []string{"rotas-tee4", "rotas-line2"} {
			h.lay("hand-1", card)
			g := h.game(ann).Gesture
			if g == nil || len(g.Options) != 2 || g.Options[0].Verb != "draw" || g.Options[1].Verb != "hold" {
				t.Fatalf("%s: gesture %+v", card, g)
			}
			if g := h.game(ben).Gesture; g == nil || g.Kind != "hidden" {
				t.Errorf("%s: Ben is shown %+v", card, g)
			}
			if card == "rotas-line2" {
				h.refused(ann, protocol.PickRequest{Gesture: g.ID, Option: 0}) // Ben has it
			}
			h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: 1})
			h.fact(ann, "ann.hand.seen", card)
			h.lift("hand-1", card)
			h.must(ann, protocol.UndoRequest{})
		}
	})
}

// A button that says from which pile one draws draws from it.
func TestWordThatSettlesAVerb(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := fetching(t, t.TempDir())
		h.press("draw", false)
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 || !strings.Contains(g.Options[0].Text, "ommon pile") {
			t.Fatalf("from which pile? %+v", g)
		}
		h.press("pile", false) // which answers it
		h.fact(ann, "ann.hand", "5")
		h.must(ann, protocol.UndoRequest{})
		h.fact(ann, "ann.hand", "4")
		h.press("pile", false)
		h.fact(ann, "ann.hand", "5")
		h.fact(ann, "ann.hand.fidei", "0")
		h.must(ann, move("swap", "draw"))
		h.press("pile", false)
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("two cards are to be discarded first, and the verdict is %+v", v)
		}
		h.fact(ann, "ann.hand", "5")
	})
}

// Held, it draws all cards that are wanted.
func TestWordThatSettlesAVerbHeld(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := bridges(t, t.TempDir(), func(g *protocol.Game) bool { return g.Facts["phase"] == "swap" })
		h.must(ann, move("rest"))
		h.press("pile", true)
		h.fact(ann, "ann.hand", "6")
		h.fact(ann, "turn", "ben")
		h.must(ann, protocol.UndoRequest{})
		h.fact(ann, "turn", "ann")
	})
}
