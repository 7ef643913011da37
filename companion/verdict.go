package companion

import (
	"strings"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// verdict is what became of the last gesture or request.
type verdict struct {
	n       int // rises with each
	ok      bool
	text    lang.Localized    // what was tried, or done; nil: nothing is said of it
	words   lang.Localized    // why it was refused, if not by a rule
	made    *session.Entry    // the move that was made: each seat reads it in its own words; nil: none
	refusal *resolver.Refusal // the moves that were refused, and for which rule; nil, or without a rule: none
	times   int               // so often
	old     bool              // it has been read by now: the wired table shows what is asked again

	refusalText map[*session.Localizer]protocol.Verdict // the refusal in the languages in which somebody has read it
}

// refuses reports whether moves were refused.
func (v *verdict) refuses() bool { return v.refusal != nil && !v.refusal.Why.OK() }

// refusalIn is why the moves were refused, in a language.
func (v *verdict) refusalIn(words *session.Localizer) protocol.Verdict {
	text, ok := v.refusalText[words]
	if !ok {
		text = words.Refusal(v.refusal)
		if v.refusalText == nil {
			v.refusalText = make(map[*session.Localizer]protocol.Verdict)
		}
		v.refusalText[words] = text
	}
	return text
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// verdictTo is the last verdict that a seat may read, in a language; engine.Public reads what everybody may.
func (t *Table) verdictTo(seat engine.Seat, language string) *protocol.Verdict {
	v, apart := t.privateVerdicts[seat]
	if !apart {
		v = t.verdict
	}
	if v == nil {
		return nil
	}
	var seen protocol.Verdict
	switch {
	case v.made != nil:
		seen.Text = t.game.InLanguage(language).Render(v.made).To(seat)
	case v.refuses():
		seen = v.refusalIn(t.game.InLanguage(language))
	}
	if v.text != nil {
		seen.Text = v.text.In(language)
	}
	if v.words != nil {
		seen.Words = v.words.In(language)
	}
	seen.N, seen.OK = v.n, v.ok
	if seen.Text == "" && (seen.OK || v.refuses()) {
		seen.Text = inSecret.In(language)
	}
	if v.times > 1 {
		seen.Text = lang.T("{1}, {2} times.", strings.TrimSuffix(seen.Text, "."), v.times).In(language)
	}
	return &seen
}

var inSecret = lang.T("Something was shown in secret.")

// announce makes known what became of a gesture or request: text, sound and audience, for panel, lamps and phones alike. Without a sound nothing is heard of
// it.
func (t *Table) announce(v verdict, to resolver.Audience, sound scene.Cue) {
	t.verdicts++
	v.n = t.verdicts
	if sound != scene.CueNone {
		t.sound(sound)
	}
	if seat, only := to.Seat(); only {
		t.privateVerdicts[seat] = &v
		return
	}
	t.verdict = &v
	clear(t.privateVerdicts)
	t.fade.Set(verdictTime)
}

// retract takes back what everyone was told last, or what one seat was.
func (t *Table) retract(to resolver.Audience) {
	if seat, only := to.Seat(); only {
		t.privateVerdicts[seat] = nil
		return
	}
	t.verdict = nil
	clear(t.privateVerdicts)
}

// verdictFades is called when the last verdict has stood for its time.
func (t *Table) verdictFades() {
	t.fade.Stop()
	if t.verdict != nil {
		t.verdict.old = true
	}
	t.show()
}

// announceMove says that the last gesture was made.
func (t *Table) announceMove() {
	last := t.game.Log[len(t.game.Log)-1]
	t.announce(verdict{ok: true, made: &last, times: t.game.LastGesture()}, resolver.Everyone, scene.CueNone)
}

// refuse says why something is not done.
func (t *Table) refuse(refusals []resolver.Refusal) {
	for _, r := range refusals {
		sound := scene.CueRefuse
		if r.Silent {
			sound = scene.CueNone
		}
		t.announce(verdict{text: r.Text, words: r.Reason, refusal: &r}, r.To, sound)
	}
}

// refuseMoves refuses moves that the disk has not taken.
func (t *Table) refuseMoves(out resolver.Outcome, cause error) {
	to := out.Observation.Audience()
	tried := t.game.Moves(resolver.Redacted(t.game.History.State(), out.Moves, to.Viewer())...)
	t.announce(verdict{text: tried, words: lang.Sentence(t.notWritten(cause))}, to, scene.CueRefuse)
}

// refuseText refuses something that is no move.
func (t *Table) refuseText(why error, to resolver.Audience) {
	t.announce(verdict{words: lang.Sentence(why)}, to, scene.CueRefuse)
}
