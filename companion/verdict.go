package companion

import (
	"errors"

	"familiar/companion/journal"
	"familiar/engine"
)

func (t *Table) newVerdict(v Verdict) *Verdict {
	t.verdicts++
	v.N = t.verdicts
	t.secret = ""
	return &v
}

// verdictOK says that a move was made, in the words that everybody may read.
func (t *Table) verdictOK() {
	last := t.game.log[len(t.game.log)-1]
	t.verdict = t.newVerdict(Verdict{OK: true, Text: last.toldTo(engine.Table)})
}

// refuse says why moves were not made.
func (t *Table) refuse(r *refused) {
	secret := t.secret
	t.verdict = t.newVerdict(t.verdictOn(r))
	t.secret = secret
	t.sound(CueRefuse)
}

// verdictOn is a refusal in words.
func (t *Table) verdictOn(r *refused) Verdict {
	v := Verdict{Text: t.tell([]engine.Move{r.move})}
	if r.cause != nil {
		v.Words = "The move could not be written down, so it is not made: " + r.cause.Error() + "."
		if errors.Is(r.cause, journal.ErrFull) {
			v.Words = "The disk is full, so the move is not made and nothing is lost. Make room on it, then show the card again."
			t.notice("warning", "The disk is full: moves are refused until there is room.")
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

// refuseText refuses something that is no move.
func (t *Table) refuseText(words, rule string, names []string) {
	t.verdict = t.newVerdict(Verdict{Words: words, Rule: rule, Names: names})
	t.sound(CueRefuse)
}

// secretFor keeps what was shown at a hand's own reader to that hand's seat.
func (t *Table) secretFor(s shown) {
	t.secret = ""
	if t.game.catalog.Sort(s.place)&engine.SortHand != 0 {
		t.secret = t.game.catalog.SeatWord(s.seat)
	}
}
