package companion

import (
	"log/slog"
	"strings"
	"time"

	"familiar/companion/clock"
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

// announcer says what became of gestures and requests: text, sound and audience, for panel, lamps and phones alike. It also keeps the notices.
type announcer struct {
	log      *slog.Logger
	verdict  *verdict                 // the last one that everybody may read
	private  map[engine.Seat]*verdict // what a seat alone reads since then
	verdicts int                      // so many were announced
	fade     clock.Alarm              // of the verdict
	cue      scene.Cue                // the last sound
	cues     int                      // so many were heard
	notices  []notice
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// verdictTo is the last verdict that a seat may read, in a language; engine.Public reads what everybody may.
func (a *announcer) verdictTo(seat engine.Seat, language string, g *session.Game) *protocol.Verdict {
	v, apart := a.private[seat]
	if !apart {
		v = a.verdict
	}
	if v == nil {
		return nil
	}
	var seen protocol.Verdict
	switch {
	case v.made != nil:
		seen.Text = g.InLanguage(language).Render(v.made).To(seat)
	case v.refuses():
		seen = v.refusalIn(g.InLanguage(language))
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

// announce makes known what became of a gesture or request, to those who may know of it. Without a sound nothing is heard of it.
func (a *announcer) announce(v verdict, to resolver.Audience, sound scene.Cue) {
	a.verdicts++
	v.n = a.verdicts
	if sound != scene.CueNone {
		a.sound(sound)
	}
	if seat, only := to.Seat(); only {
		if a.private == nil {
			a.private = make(map[engine.Seat]*verdict)
		}
		a.private[seat] = &v
		return
	}
	a.verdict = &v
	clear(a.private)
	a.fade.Set(verdictTime)
}

// retract takes back what everyone was told last, or what one seat was.
func (a *announcer) retract(to resolver.Audience) {
	if seat, only := to.Seat(); only {
		if a.private != nil {
			a.private[seat] = nil
		}
		return
	}
	a.forget()
}

// forget drops all verdicts: the game that they are about has gone.
func (a *announcer) forget() {
	a.verdict = nil
	clear(a.private)
}

// fades is called when the last verdict has stood for its time.
func (a *announcer) fades() {
	a.fade.Stop()
	if a.verdict != nil {
		a.verdict.old = true
	}
}

// announceMove says that the last gesture of a game was made.
func (a *announcer) announceMove(g *session.Game) {
	last := g.Log[len(g.Log)-1]
	a.announce(verdict{ok: true, made: &last, times: g.LastGesture()}, resolver.Everyone, scene.CueNone)
}

// refuse says why moves are not made.
func (a *announcer) refuse(refusals []resolver.Refusal) {
	for _, r := range refusals {
		sound := scene.CueRefuse
		if r.Silent {
			sound = scene.CueNone
		}
		a.announce(verdict{text: r.Text, words: r.Reason, refusal: &r}, r.To, sound)
	}
}

// refuseText says why something that is no move is not done.
func (a *announcer) refuseText(why error, to resolver.Audience) {
	a.announce(verdict{words: lang.Sentence(why)}, to, scene.CueRefuse)
}

// sound has a sound heard.
func (a *announcer) sound(c scene.Cue) {
	a.cue = c
	a.cues++
}
