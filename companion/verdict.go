package companion

import (
	"errors"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
)

// verdict is what became of the last gesture or request, and who may read it.
type verdict struct {
	Verdict
	only engine.Seat // the one seat that may read it; engine.Stranger: everybody
	made *entry      // the move that was made: each seat reads it in its own words; nil: none
	old  bool        // it has been read by now: the wired table shows what is asked again
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// seenBy is the verdict as a seat may read it; engine.Table reads what everybody may.
func (v *verdict) seenBy(seat engine.Seat) *Verdict {
	if v == nil || v.only != engine.Stranger && v.only != seat {
		return nil
	}
	seen := v.Verdict
	if v.made != nil {
		seen.Text = v.made.toldTo(seat)
	}
	if seen.OK && seen.Text == "" {
		seen.Text = "Something was shown in secret."
	}
	return &seen
}

// judge makes a verdict known: to everybody, or to one seat alone.
func (t *Table) judge(v Verdict, only engine.Seat) {
	t.verdicts++
	v.N = t.verdicts
	t.verdict = &verdict{Verdict: v, only: only}
	t.fade.set(verdictTime)
}

// verdictFades is called when the last verdict has stood for its time.
func (t *Table) verdictFades() {
	t.fade.stop()
	if t.verdict != nil {
		t.verdict.old = true
	}
	t.show()
}

// verdictOK says that the last move was made.
func (t *Table) verdictOK() {
	last := t.game.log[len(t.game.log)-1]
	t.judge(Verdict{OK: true}, engine.Stranger)
	t.verdict.made = &last
}

// refuse says why moves were not made, to those who may know what was shown.
func (t *Table) refuse(r *refused, only engine.Seat) {
	t.judge(t.verdictOn(r), only)
	t.sound(CueRefuse)
}

// refuseText refuses something that is no move.
func (t *Table) refuseText(words string, only engine.Seat) {
	t.judge(Verdict{Words: words}, only)
	t.sound(CueRefuse)
}

const diskFull = "The disk is full: moves are refused until there is room."

// verdictOn is a refusal in words.
func (t *Table) verdictOn(r *refused) Verdict {
	v := Verdict{Text: t.tell(r.moves)}
	if r.cause != nil {
		v.Words = "It could not be written down, so it is not done: " + r.cause.Error() + "."
		if errors.Is(r.cause, journal.ErrFull) {
			v.Words = "The disk is full, so the move is not made and nothing is lost. Make room on it, then try again."
			t.notice("warning", diskFull)
		}
		return v
	}
	v.Rule = r.why.Rule
	v.Words = t.game.book.Words(r.why.Rule)
	for _, n := range r.why.Names {
		if n != engine.None {
			v.Names = append(v.Names, t.game.words.Name(t.game.catalog, n))
		}
	}
	return v
}
