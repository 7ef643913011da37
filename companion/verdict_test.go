package companion_test

import (
	"familiar/companion"
	"testing"
	"testing/synctest"
	"time"
)

// The panel has little room: after a while the prompt replaces a refusal.
func TestVerdictFadesFromThePanel(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-2", "king") // it lies in the Graveyard
		if h.shown.scene().Verdict == nil || h.shown.scene().Verdict.OK {
			t.Fatalf("the panel shows %+v", h.shown.scene().Verdict)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if h.shown.scene().Verdict != nil {
			t.Errorf("the panel still shows %+v", h.shown.scene().Verdict)
		}
		if h.game(ann).Verdict == nil {
			t.Error("the phone has lost it")
		}
	})
}
