package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// verdict is what became of the last gesture or request.
type verdict struct {
	n     int // rises with each
	ok    bool
	text  lang.Localized // what was tried, or done; nil: nothing is said of it
	words lang.Localized // why it was refused, if not by a rule
	made  *entry         // the move that was made: each seat reads it in its own words; nil: none
	why   *refused       // the moves that were refused, and for which rule; nil: none
	times int            // so often
	old   bool           // it has been read by now: the wired table shows what is asked again
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// verdictTo is the last verdict that a seat may read, in a language; engine.Public reads what everybody may.
func (t *Table) verdictTo(seat engine.Seat, language string) *Verdict {
	v, apart := t.privateVerdicts[seat]
	if !apart {
		v = t.verdict
	}
	if v == nil {
		return nil
	}
	var seen Verdict
	switch {
	case v.made != nil:
		seen.Text = t.game.inLanguage(language).render(v.made).to(seat)
	case v.why != nil:
		seen = t.game.inLanguage(language).refusal(v.why)
	}
	if v.text != nil {
		seen.Text = v.text.In(language)
	}
	if v.words != nil {
		seen.Words = v.words.In(language)
	}
	seen.N, seen.OK = v.n, v.ok
	if seen.Text == "" && (seen.OK || v.why != nil) {
		seen.Text = inSecret.In(language)
	}
	if v.times > 1 {
		seen.Text = lang.T("{1}, {2} times.", strings.TrimSuffix(seen.Text, "."), v.times).In(language)
	}
	return &seen
}

var inSecret = lang.T("Something was shown in secret.")

// announce makes a verdict known: to everyone, or to one seat alone, so that others see no change.
func (t *Table) announce(v verdict, to Audience) {
	t.verdicts++
	v.n = t.verdicts
	if seat, only := to.only(); only {
		t.privateVerdicts[seat] = &v
		return
	}
	t.verdict = &v
	clear(t.privateVerdicts)
	t.fade.set(verdictTime)
}

// retract takes back what everyone was told last, or what one seat was.
func (t *Table) retract(to Audience) {
	if seat, only := to.only(); only {
		t.privateVerdicts[seat] = nil
		return
	}
	t.verdict = nil
	clear(t.privateVerdicts)
}

// verdictFades is called when the last verdict has stood for its time.
func (t *Table) verdictFades() {
	t.fade.stop()
	if t.verdict != nil {
		t.verdict.old = true
	}
	t.show()
}

// verdictOK says that the last gesture was made.
func (t *Table) verdictOK() {
	last := t.game.log[len(t.game.log)-1]
	t.announce(verdict{ok: true, made: &last, times: t.game.lastGesture()}, Everyone)
}

// refuse says why the moves of a gesture were not made, to those who may know what was shown. If a move looked legal to everyone, and only a disclosed
// hand rules it out, only the acting seat is told, without a sound.
func (t *Table) refuse(r *refused, s observation) {
	to := s.audience()
	public, known := r.to(to.viewer())
	var v verdict
	switch seat := r.moves[0].Seat; {
	case r.cause != nil:
		v = verdict{text: t.game.moved(t.game.redacted(r.before, r.moves, to.viewer())...), words: sentence{t.notWritten(r.cause)}}
	case known || to != Everyone:
		v.why = public
	case seat != engine.Nobody:
		mine, _ := r.to(seat)
		t.announce(verdict{why: mine}, Only(seat))
		return
	default: // whoever has told that of a hand can mend it
		v = verdict{text: t.naming(s), words: lang.T("It does not fit what the table knows.")}
		defer t.refuseApart(r)
	}
	t.announce(v, to)
	t.sound(CueRefuse)
}

// refuseApart tells those seats why the table's move was refused that know it.
func (t *Table) refuseApart(r *refused) {
	for seat := range engine.Seat(t.game.catalog.Seats()) {
		if told, known := r.to(seat); known {
			t.announce(verdict{why: told}, Only(seat))
		}
	}
}

// to is a refusal as a seat may know it, and whether the seat knew that the move cannot be made: if it did not, it is told no
// names beside those of the move.
func (r *refused) to(seat engine.Seat) (told *refused, known bool) {
	if r.cause != nil {
		return r, false
	}
	m, of := r.moves[0], *r
	if of.why = r.before.View(seat).Check(m); !of.why.OK() {
		return &of, true
	}
	of.why.Rule = r.why.Rule
	copy(of.why.Names[:], slices.DeleteFunc(slices.Clone(r.why.Names[:]), func(n engine.Name) bool { return !m.Has(n) }))
	return &of, false
}

// redacted are moves as a viewer may know them, those left out of which it must not know.
func (g *game) redacted(state engine.State, moves []engine.Move, viewer engine.Seat) []engine.Move {
	var told []engine.Move
	state = state.Clone()
	for _, m := range moves {
		if known, ok := state.Redacted(m, viewer); ok {
			told = append(told, known)
		}
		state.Play(m)
	}
	return told
}

// refuseText refuses something that is no move.
func (t *Table) refuseText(why error, to Audience) {
	t.announce(verdict{words: sentence{why}}, to)
	t.sound(CueRefuse)
}
