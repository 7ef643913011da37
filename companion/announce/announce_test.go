package announce

import (
	"log/slog"
	"testing"

	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/lang"
)

// expectVerdict checks the last verdict that a seat may read.
func expectVerdict(t *testing.T, a *Announcer, seat engine.Seat, text, words string) {
	t.Helper()
	var got struct{ text, words string }
	if v := a.VerdictTo(seat, lang.English, nil); v != nil {
		got.text, got.words = v.Text, v.Words
	}
	if got.text != text || got.words != words {
		t.Errorf("seat %d reads %q, %q, not %q, %q", seat, got.text, got.words, text, words)
	}
}

func TestPrivateVerdictIsForOneSeat(t *testing.T) {
	var a Announcer
	a.RefuseText(lang.T("that is wrong"), resolver.Everyone)
	a.RefuseText(lang.T("that is wrong, Ann"), resolver.Only(0))
	expectVerdict(t, &a, 0, "", "That is wrong, Ann.")
	expectVerdict(t, &a, 1, "", "That is wrong.")
	expectVerdict(t, &a, engine.Public, "", "That is wrong.")
	a.Retract(resolver.Only(0))
	expectVerdict(t, &a, 0, "", "")
	expectVerdict(t, &a, 1, "", "That is wrong.")
	// What everyone is told later is told to that seat, too.
	a.Announce(lang.T("It is done."), resolver.Everyone, scene.CueAccept)
	expectVerdict(t, &a, 0, "It is done.", "")
	if a.Cue() != scene.CueAccept || a.Cues() != 3 {
		t.Errorf("the last of %d sounds is %v", a.Cues(), a.Cue())
	}
	a.Fade()
	if v, _ := a.Shown(nil); v != nil {
		t.Errorf("the wired table still shows %+v", v)
	}
	expectVerdict(t, &a, 0, "It is done.", "")
	a.Forget()
	expectVerdict(t, &a, 0, "", "")
}

func TestNoticesAreUnique(t *testing.T) {
	a := Announcer{Log: slog.New(slog.DiscardHandler)}
	for i := range 10 {
		a.Notice(lang.T("Notice {1}.", i))
		a.Notice(lang.T("Notice {1}.", i))
	}
	seen := a.NoticesIn(lang.English)
	if len(seen) != maxNotices || seen[0].Text != "Notice 2." || seen[7].Text != "Notice 9." {
		t.Errorf("the notices are %+v", seen)
	}
}
