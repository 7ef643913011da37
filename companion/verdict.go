package companion

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
)

// verdict is what became of the last gesture or request.
type verdict struct {
	Verdict
	made  *entry   // the move that was made: each seat reads it in its own words; nil: none
	why   *refused // the moves that were refused, and for which rule; nil: none
	times int      // so often
	old   bool     // it has been read by now: the wired table shows what is asked again
}

// verdictTime is how long the wired table shows a verdict.
const verdictTime = 12 * time.Second

// verdictTo is the last verdict that a seat may read, in a language; engine.Table reads what everybody may.
func (t *Table) verdictTo(seat engine.Seat, language string) *Verdict {
	v, apart := t.apart[seat]
	if !apart {
		v = t.verdict
	}
	if v == nil {
		return nil
	}
	seen := v.Verdict
	switch {
	case v.made != nil:
		seen.Text = t.game.speaks(language).says(v.made).to(seat)
	case v.why != nil && language != engine.English:
		said := t.game.speaks(language).refusal(v.why)
		seen.Text, seen.Words, seen.Names = said.Text, said.Words, said.Names
	}
	if seen.OK && seen.Text == "" {
		seen.Text = inSecret
	}
	if v.times > 1 {
		seen.Text = fmt.Sprintf("%s, %d times.", strings.TrimSuffix(seen.Text, "."), v.times)
	}
	return &seen
}

const inSecret = "Something was shown in secret."

// judge makes a verdict known: to everybody, or to one seat alone, so that others see no change.
func (t *Table) judge(v Verdict, only engine.Seat) *verdict {
	t.verdicts++
	v.N = t.verdicts
	made := &verdict{Verdict: v}
	if only != engine.Stranger {
		t.apart[only] = made
		return made
	}
	t.verdict = made
	clear(t.apart)
	t.fade.set(verdictTime)
	return made
}

// judgeRefused makes a refusal known.
func (t *Table) judgeRefused(r *refused, only engine.Seat) {
	v := t.judge(t.verdictOn(r), only)
	if r.cause == nil {
		v.why = r
	}
}

// unsay takes back what everybody was told last, or what one seat was.
func (t *Table) unsay(only engine.Seat) {
	if only != engine.Stranger {
		t.apart[only] = nil
		return
	}
	t.verdict = nil
	clear(t.apart)
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
	t.judge(Verdict{OK: true}, engine.Stranger)
	t.verdict.made, t.verdict.times = &last, t.game.lastGesture()
}

// refuse says why the moves of a gesture were not made, to those who may know what was shown. What everybody took for possible is
// forbidden by what was told of a hand: that is said to nobody but the seat that makes the move, without a sound.
func (t *Table) refuse(r *refused, s shown) {
	only := s.audience()
	public, known := r.to(s.viewer())
	v := t.verdictOn(public)
	switch seat := r.moves[0].Seat; {
	case r.cause != nil:
		v.Text = t.tell(t.game.told(r.before, r.moves, s.viewer()))
	case known || only != engine.Stranger:
	case seat != engine.Table:
		mine, _ := r.to(seat)
		t.judgeRefused(mine, seat)
		return
	default: // whoever has told that of a hand can mend it
		v = Verdict{Text: capital(t.naming(s)), Words: "It does not fit what the table knows."}
		defer t.refuseApart(r)
	}
	t.judge(v, only)
	t.sound(CueRefuse)
}

// refuseApart tells those seats why the table's move was refused that know it.
func (t *Table) refuseApart(r *refused) {
	for seat := range engine.Seat(t.game.catalog.Seats()) {
		if told, known := r.to(seat); known {
			t.judgeRefused(told, seat)
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

// told are moves as a viewer may know them, those left out of which it must not know.
func (g *game) told(state engine.State, moves []engine.Move, viewer engine.Seat) []engine.Move {
	var told []engine.Move
	state = state.Clone()
	for _, m := range moves {
		if known, ok := state.Told(m, viewer); ok {
			told = append(told, known)
		}
		state.Play(m)
	}
	return told
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
	return t.game.speaks(engine.English).refusal(r)
}
