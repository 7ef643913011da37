package companion_test

import (
	"strings"
	"testing"

	"familiar/companion"
)

func TestHandIsSeenByItsSeatAlone(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, ben := played(t, dir, nil)
		defer h.stop()
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
				h.must(ann, companion.Request{Kind: "pick", Gesture: g.ID, Option: i})
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
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, ben := played(t, dir, nil)
		defer h.stop()
		h.lay("hand-1", "king") // it lies in the Graveyard
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("verdict %+v", v)
		}
		if v := h.game(ben).Verdict; v != nil {
			t.Errorf("Ben sees %+v", v)
		}
		if h.shown.scene().Verdict != nil {
			t.Errorf("the panel shows %+v", h.shown.scene().Verdict)
		}
	})
}

func TestPhonesMoveTheirOwnSeatOnly(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, _, ben := played(t, dir, nil)
		defer h.stop()
		a := h.refused(ben, companion.Request{Kind: "move", Seat: "ann", Verb: "draw"})
		if !strings.Contains(a.Text, "seat of Ben") {
			t.Errorf("answer %+v", a)
		}
		if a := h.refused(ben, move("draw")); a.Rule != "turn.other" {
			t.Errorf("answer %+v", a)
		}
		second := h.phone("")
		if a := h.refused(second, companion.Request{Kind: "sit", Seat: "ben"}); !strings.Contains(a.Text, "nother phone") {
			t.Errorf("answer %+v", a)
		}
		if a := h.refused(second, move("draw")); !strings.Contains(a.Text, "watching") {
			t.Errorf("answer %+v", a)
		}
	})
}

// A question asked on a phone is answered from what that phone may know.
func TestCheckTellsNoSecrets(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, ben := played(t, dir, nil)
		defer h.stop()
		h.must(ben, move("hold", "imp"))
		check := companion.Request{Kind: "check", Verb: "sacrifice", Args: []string{"imp", "ann"}}
		h.must(ann, check) // as far as Ann knows she may have it
		h.refused(ann, companion.Request{Kind: "check", Verb: "sacrifice", Args: []string{"king", "ann"}})
	})
}

// Who tries on a phone what somebody else has told of a hand is seen to do it: what is put right is refused in public.
func TestProbingIsSeen(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h, ann, ben := played(t, dir, nil)
		defer h.stop()
		h.must(ben, move("hold", "nun", "page", "abbot", "jailer"))
		h.must(ben, move("hold", "witness"))
		before := h.game(ben).Verdict.N
		h.refused(ann, tableMove("amend", "king", "deck", "ann.hand")) // lies open elsewhere, as everybody knows
		if v := h.game(ben).Verdict; v.N != before {
			t.Errorf("verdict %+v", v)
		}
		probe := tableMove("amend", "monk", "ben.hand", "deck")
		h.must(ann, companion.Request{Kind: "check", Seat: "table", Verb: probe.Verb, Args: probe.Args})
		a := h.refused(ann, probe)
		for _, v := range []*companion.Verdict{h.game(ann).Verdict, h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v.N == before || v.OK || v.Rule != a.Rule || !strings.HasPrefix(v.Text, "Put right: an unseen card ") || len(v.Names) > 0 {
				t.Errorf("verdict %+v", v)
			}
		}
	})
}
