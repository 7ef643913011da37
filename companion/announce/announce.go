// Package announce announces what becomes of the things that people do at a table: once for panel, lamps, buzzer and phones.
package announce

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

// Announcer announces the results of gestures, and of requests that concern more than the phone that made them: with text, sound and audience, for panel, lamps,
// buzzer and phones alike. A request that is refused to its phone alone gets an answer, and is not announced. An Announcer also keeps the notices. It belongs to the
// table's goroutine.
type Announcer struct {
	Log      *slog.Logger
	verdict  *verdict                 // the last one that everybody may read
	private  map[engine.Seat]*verdict // later ones for a single seat; nil: withdrawn
	verdicts int                      // how many were announced
	numbers  resolver.Numbers         // of the verdicts
	fade     clock.Alarm              // when the verdict fades
	cue      scene.Cue                // the sound of the next scene
	cues     int                      // how many sounds there were
	notices  []lang.Localized
	changes  int // see Changes
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// VerdictTo returns the last verdict that a seat may read, in a language; engine.Public reads what everybody may read.
func (a *Announcer) VerdictTo(seat engine.Seat, language string, g *session.Game) *protocol.Verdict {
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
		out.Text = SecretText.In(language)
	}
	if v.times > 1 {
		out.Text = lang.T("{1}, {2} times.", strings.TrimSuffix(out.Text, "."), v.times).In(language)
	}
	return &out
}

// SecretText is the text about what only others may know.
var SecretText = lang.T("Something was shown in secret.")

// Announce announces that something was done, with a sound unless that is CueNone.
func (a *Announcer) Announce(done lang.Localized, to resolver.Audience, sound scene.Cue) {
	a.give(verdict{done: done}, to, sound)
}

// give gives a verdict to its audience.
func (a *Announcer) give(v verdict, to resolver.Audience, sound scene.Cue) {
	a.changes++
	a.verdicts++
	v.n = a.numbers.Next(to)
	if sound != scene.CueNone {
		a.Sound(sound)
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

// Retract withdraws the last verdict for an audience.
func (a *Announcer) Retract(to resolver.Audience) {
	a.changes++
	if seat, only := to.Seat(); only {
		if a.private != nil {
			a.private[seat] = nil
		}
		return
	}
	a.Forget()
}

// Forget drops all verdicts.
func (a *Announcer) Forget() {
	a.changes++
	a.verdict = nil
	clear(a.private)
}

// Shown returns the last verdict as the wired table shows it, and the move that was made, if it is about one. Both are nil once people have read it.
func (a *Announcer) Shown(g *session.Game) (v *protocol.Verdict, made *session.Entry) {
	if a.verdict == nil || a.verdict.faded {
		return nil, nil
	}
	return a.VerdictTo(engine.Public, engine.English, g), a.verdict.made
}

// Changes returns how often something was announced, sounded, noticed or withdrawn.
func (a *Announcer) Changes() int { return a.changes }

// Verdicts returns how many verdicts there were.
func (a *Announcer) Verdicts() int { return a.verdicts }

// Fading returns a channel that is readable when Fade is to be called.
func (a *Announcer) Fading() <-chan time.Time { return a.fade.Wake() }

// Stop stops the time after which the last verdict fades.
func (a *Announcer) Stop() { a.fade.Stop() }

// Fade ends the time for which the wired table shows the last verdict.
func (a *Announcer) Fade() {
	a.fade.Stop()
	if a.verdict != nil {
		a.verdict.faded = true
	}
}

// AnnounceMove announces the last gesture of a game.
func (a *Announcer) AnnounceMove(g *session.Game) {
	last := g.Log[len(g.Log)-1]
	a.give(verdict{made: &last, times: g.LastGesture()}, resolver.Everyone, scene.CueNone)
}

// Refuse announces what is refused, and why.
func (a *Announcer) Refuse(refusals ...resolver.Refusal) {
	for _, r := range refusals {
		sound := scene.CueRefuse
		if r.Silent {
			sound = scene.CueNone
		}
		a.give(verdict{refusal: &r}, r.To, sound)
	}
}

// RefuseText announces why something is refused. It does not say what was tried.
func (a *Announcer) RefuseText(why error, to resolver.Audience) {
	a.Refuse(resolver.Refusal{To: to, Reason: lang.Sentence(why)})
}

// Sound plays a sound with the next scene.
func (a *Announcer) Sound(c scene.Cue) {
	a.changes++
	a.cue = c
	a.cues++
}

// Cue returns the sound of the next scene.
func (a *Announcer) Cue() scene.Cue { return a.cue }

// Cues returns how many sounds there were.
func (a *Announcer) Cues() int { return a.cues }

// Played ends the sound of a scene that was shown.
func (a *Announcer) Played() { a.cue = scene.CueNone }
