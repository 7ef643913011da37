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

// verdict is the result of a gesture or request.
type verdict struct {
	n       int               // rises with each
	done    lang.Localized    // what was done, if it is no move
	made    *session.Entry    // the move that was made, which each seat reads as it may know it
	times   int               // how often the move was made in the gesture
	refusal *resolver.Refusal // what was refused, and why; nil: nothing was
	faded   bool              // people have read it: the wired table shows the prompt again
}

// announcer announces the results of gestures, and of requests that concern more than the phone that made them: with text, sound and audience, for panel, lamps,
// buzzer and phones alike. A request that is refused to its phone alone gets an answer, and is not announced. The announcer also keeps the notices.
type announcer struct {
	log      *slog.Logger
	verdict  *verdict                 // the last one that everybody may read
	private  map[engine.Seat]*verdict // later ones for a single seat; nil: withdrawn
	verdicts int                      // how many were announced
	fade     clock.Alarm              // when the verdict fades
	cue      scene.Cue                // the sound of the next scene
	cues     int                      // how many sounds there were
	notices  []lang.Localized
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// verdictTo returns the last verdict that a seat may read, in a language; engine.Public reads what everybody may read.
func (a *announcer) verdictTo(seat engine.Seat, language string, g *session.Game) *protocol.Verdict {
	v, private := a.private[seat]
	if !private {
		v = a.verdict
	}
	if v == nil {
		return nil
	}
	var out protocol.Verdict
	switch {
	case v.refusal != nil && !v.refusal.Why.OK():
		out = g.InLanguage(language).Refusal(v.refusal)
	case v.refusal != nil:
		out.Words = v.refusal.Reason.In(language)
		if v.refusal.Text != nil {
			out.Text = v.refusal.Text.In(language)
		}
	case v.made != nil:
		out.Text = g.InLanguage(language).Render(v.made).To(seat)
	default:
		out.Text = v.done.In(language)
	}
	out.N, out.OK = v.n, v.refusal == nil
	if out.Text == "" && (out.OK || out.Rule != "") {
		out.Text = secretText.In(language)
	}
	if v.times > 1 {
		out.Text = lang.T("{1}, {2} times.", strings.TrimSuffix(out.Text, "."), v.times).In(language)
	}
	return &out
}

var secretText = lang.T("Something was shown in secret.")

// announce announces that something was done, with a sound unless that is CueNone.
func (a *announcer) announce(done lang.Localized, to resolver.Audience, sound scene.Cue) {
	a.give(verdict{done: done}, to, sound)
}

// give gives a verdict to its audience.
func (a *announcer) give(v verdict, to resolver.Audience, sound scene.Cue) {
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

// retract withdraws the last verdict for an audience.
func (a *announcer) retract(to resolver.Audience) {
	if seat, only := to.Seat(); only {
		if a.private != nil {
			a.private[seat] = nil
		}
		return
	}
	a.forget()
}

// forget drops all verdicts.
func (a *announcer) forget() {
	a.verdict = nil
	clear(a.private)
}

// fadeVerdict is called when the wired table has shown the last verdict for verdictTime.
func (a *announcer) fadeVerdict() {
	a.fade.Stop()
	if a.verdict != nil {
		a.verdict.faded = true
	}
}

// announceMove announces the last gesture of a game.
func (a *announcer) announceMove(g *session.Game) {
	last := g.Log[len(g.Log)-1]
	a.give(verdict{made: &last, times: g.LastGesture()}, resolver.Everyone, scene.CueNone)
}

// refuse announces what is refused, and why.
func (a *announcer) refuse(refusals ...resolver.Refusal) {
	for _, r := range refusals {
		sound := scene.CueRefuse
		if r.Silent {
			sound = scene.CueNone
		}
		a.give(verdict{refusal: &r}, r.To, sound)
	}
}

// refuseText announces why something is refused. It does not say what was tried.
func (a *announcer) refuseText(why error, to resolver.Audience) {
	a.refuse(resolver.Refusal{To: to, Reason: lang.Sentence(why)})
}

// sound plays a sound with the next scene.
func (a *announcer) sound(c scene.Cue) {
	a.cue = c
	a.cues++
}

// refusalAnswer returns a refusal as the answer to the phone that asked, which reads it in place of a verdict.
func refusalAnswer(v protocol.Verdict) answer {
	return answer{Answer: protocol.Answer{Rule: v.Rule, Text: v.Words, Names: v.Names}}
}
