package companion_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/scene"
)

func TestHandIsSeenByItsSeatAlone(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		watcher := h.phone("")
		// Ann's turn: a card on her own hand's reader may have been drawn, or be shown.
		h.lay("hand-1", "monk")
		for _, p := range []*companion.Phone{ben, watcher} {
			g := h.game(p).Gesture
			if g == nil || g.Kind != "hidden" || len(g.Shown)+len(g.Words)+len(g.Options) > 0 {
				t.Errorf("somebody else sees %+v", g)
			}
		}
		if strings.Contains(h.shown.scene().Prompt, "onk") {
			t.Errorf("the panel tells: %s", h.shown.scene().Prompt)
		}
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "ask" {
			t.Fatalf("gesture %+v", g)
		}
		for i, o := range g.Options {
			if o.Verb == "hold" {
				h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
			}
		}
		h.fact(ann, "ann.hand.seen", "monk")
		h.fact(ben, "ann.hand.seen", "")
		for _, p := range []*companion.Phone{ben, watcher} {
			for _, l := range h.game(p).Log {
				if strings.Contains(l.Text, "Monk") {
					t.Errorf("the log tells: %s", l.Text)
				}
			}
			if v := h.game(p).Verdict; v != nil && strings.Contains(v.Text, "Monk") {
				t.Errorf("the verdict tells: %s", v.Text)
			}
		}
	})
}

func TestRefusalAtAHandStaysSecret(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		before := h.game(ben).Verdict
		h.lay("hand-1", "king") // it lies in the Graveyard
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("verdict %+v", v)
		}
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v == nil || !reflect.DeepEqual(v, before) {
				t.Errorf("others see %+v", v)
			}
		}
	})
}

// A button that confirms says nothing to others of a question that is asked of one hand.
func TestConfirmingAtAHandStaysSecret(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		before := h.game(ben).Verdict
		h.lay("hand-1", "monk")
		h.press("yes", false)
		if v := h.game(ann).Verdict; v == nil || v.OK || !strings.HasPrefix(v.Words, "That can still mean several things: ") {
			t.Errorf("verdict %+v", v)
		}
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v == nil || !reflect.DeepEqual(v, before) {
				t.Errorf("others see %+v", v)
			}
		}
	})
}

func TestPhonesMoveTheirOwnSeatOnly(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, _, ben *companion.Phone) {
		a := h.refused(ben, protocol.MoveRequest{Seat: "ann", Verb: "draw"})
		if a.Text != "You sit at the seat of Ben, not of ann." {
			t.Errorf("answer %+v", a)
		}
		if a := h.refused(ben, move("draw")); a.Rule != "turn.other" {
			t.Errorf("answer %+v", a)
		}
		second := h.phone("")
		if a := h.refused(second, protocol.SitRequest{Seat: "ben"}); a.Text != "Another phone has the seat of Ben: it can give it back, or the host can take it while that phone is away." {
			t.Errorf("answer %+v", a)
		}
		if a := h.refused(second, move("draw")); a.Text != "You are watching: take a seat first." {
			t.Errorf("answer %+v", a)
		}
	})
}

// A question asked on a phone is answered from what that phone may know.
func TestCheckTellsNoSecrets(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "imp"))
		check := protocol.CheckRequest{Verb: "sacrifice", Args: []string{"imp", "ann"}}
		h.must(ann, check) // as far as Ann knows she may have it
		h.refused(ann, protocol.CheckRequest{Verb: "sacrifice", Args: []string{"king", "ann"}})
	})
}

// Who tries on a phone what somebody else has told of a hand is seen to do it: what is put right is refused in public.
func TestProbingIsSeen(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "nun", "page", "abbot", "jailer"))
		h.must(ben, move("hold", "witness"))
		before := h.game(ben).Verdict.N
		h.refused(ann, tableMove("amend", "king", "deck", "ann.hand")) // lies open elsewhere, as everybody knows
		if v := h.game(ben).Verdict; v.N != before {
			t.Errorf("verdict %+v", v)
		}
		probe := tableMove("amend", "monk", "ben.hand", "deck")
		h.must(ann, protocol.CheckRequest{Seat: "table", Verb: probe.Verb, Args: probe.Args})
		a := h.refused(ann, probe)
		for _, v := range []*protocol.Verdict{h.game(ann).Verdict, h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v.N == before || v.OK || v.Rule != a.Rule || !strings.HasPrefix(v.Text, "Put right: an unseen card ") || len(v.Names) > 0 {
				t.Errorf("verdict %+v", v)
			}
		}
		// The same holds for a move of her own that only Ben's hand forbids.
		before = h.game(ben).Verdict.N
		h.must(ann, protocol.CheckRequest{Verb: "draw", Args: []string{"nun"}})
		a = h.refused(ann, move("draw", "nun"))
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v.N == before || v.OK || v.Rule != a.Rule || strings.Contains(v.Text, "Nun") || len(v.Names) > 0 {
				t.Errorf("verdict %+v", v)
			}
		}
		if h.refused(ann, move("hold", "nun")); h.game(ben).Verdict.Text != "Something was shown in secret." {
			t.Errorf("verdict %+v", h.game(ben).Verdict)
		}
	})
}

// others is all that some see, and how often anybody hears something, but for what merely counts.
func (h *house) others(phones ...*companion.Phone) string {
	h.Helper()
	sc := h.shown.scene()
	sc.Cue, sc.CueN, sc.Code = scene.CueNone, 0, ""
	seen := []any{sc, len(h.shown.cues())}
	for _, p := range phones {
		game := *h.game(p)
		game.ID = ""
		seen = append(seen, game)
	}
	data, err := json.Marshal(seen)
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

// Two hands of Ben's, and cards that are in neither.
var hands = [2][]string{{"monk", "friar", "baker", "miller", "saint"}, {"nun", "page", "abbot", "jailer", "witness"}}

// told is a table on which it is Ben's turn and he has told his whole hand.
func told(t *testing.T, dir string, hand []string, change func(*companion.Options)) (h *house, ann, ben *companion.Phone) {
	t.Helper()
	h, ann, ben = played(t, dir, change)
	h.must(ben, move("hold", hand[:4]...))
	h.must(ben, move("hold", hand[4:]...))
	h.must(ann, tableMove("amend", "turn", "ben"))
	return h, ann, ben
}

// What everybody takes for possible, and only what a seat has told of its hand forbids, is refused to that seat alone: nobody else sees
// or hears anything of it.
func TestRefusedForAHand(t *testing.T) {
	for _, hand := range hands {
		run(t, func(t *testing.T) {
			h, ann, ben := told(t, t.TempDir(), hand, func(o *companion.Options) {
				o.Buttons = append(o.Buttons, companion.Button{Name: "sacrifice", Press: "sacrifice"}, companion.Button{Name: "to-ben", Press: "ben"})
			})
			watcher := h.phone("")
			unseen := func(what string, do func()) {
				t.Helper()
				n := 0
				if v := h.game(ben).Verdict; v != nil {
					n = v.N
				}
				before := h.others(ann, watcher)
				do()
				if v := h.game(ben).Verdict; v == nil || v.N == n || v.OK || v.Rule == "" || !strings.Contains(v.Text, "Cook") {
					t.Errorf("%s: Ben is told %+v", what, v)
				}
				if after := h.others(ann, watcher); after != before {
					t.Errorf("%s: others see\n%s\nand saw\n%s", what, after, before)
				}
			}
			h.must(ben, move("invoke", "knight"))
			unseen("laid", func() { h.lay("altar-2", "cook") })
			h.press("sacrifice", false)
			h.lay("middle", "cook")
			g := h.game(ann).Gesture
			if g == nil || len(g.Options) != 2 {
				t.Fatalf("gesture %+v", g)
			}
			pick := protocol.PickRequest{Gesture: g.ID}
			unseen("picked", func() {
				if a := h.refused(ann, pick); a.Rule != "" || len(a.Names) > 0 || !strings.Contains(a.Text, "has been told why") {
					t.Errorf("answer %+v", a)
				}
			})
			unseen("picked by himself", func() {
				if a := h.refused(ben, pick); a.Rule != h.game(ben).Verdict.Rule {
					t.Errorf("answer %+v", a)
				}
			})
			unseen("confirmed", func() {
				h.press("to-ben", false)
			})
		})
	}
}

// What the table is told openly, and what somebody has told of a hand forbids, is refused to all without a reason; whose hand it is learns it.
func TestTableRefusedForAHand(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "reveal", Press: "reveal"})
	}, func(t *testing.T, h *house) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		ann, ben := h.phone("ann"), h.phone("ben")
		h.must(ben, move("hold", "monk"))
		h.press("reveal", false) // the verb beside the card is not what was refused
		h.lay("middle", "monk")
		for _, v := range []*protocol.Verdict{h.game(ann).Verdict, h.game(host).Verdict, h.shown.scene().Verdict} {
			if v == nil || v.OK || v.Text != "Monk" || v.Rule != "" || len(v.Names) > 0 || v.Words != "It does not fit what the table knows." {
				t.Errorf("verdict %+v", v)
			}
		}
		if v := h.game(ben).Verdict; v.OK || v.Rule == "" {
			t.Errorf("Ben is told %+v", v)
		}
		h.lay("middle", "king")
		h.fact(ann, "grave", "king")
		if v := h.game(ben).Verdict; !v.OK {
			t.Errorf("Ben is told %+v", v)
		}
	})
}
