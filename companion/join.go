package companion

import (
	"context"
	"errors"
	"slices"
	"time"

	"familiar/companion/access"
	"familiar/engine"
	"familiar/engine/lang"
)

// Join lets a visitor in. The caller must call Leave in the end.
func (t *Table) Join(ctx context.Context, v access.Visitor) (*Phone, error) {
	type joined struct {
		phone   *Phone
		saved   <-chan struct{} // of a phone that was not known before
		refused error
	}
	j, err := ask(ctx, t.mailbox, func(t *Table) joined {
		p, err := t.roster.join(v, t.languageOf(v.Language))
		if err != nil {
			// A wrong code is shown to hosts. Nothing else is shown, because strangers may try as often as they like.
			t.same = !errors.Is(err, access.ErrWrongCode)
			return joined{refused: err}
		}
		p.mailbox = t.mailbox
		if p.kept.Absent {
			t.roster.taken(p, t.referee.game)
		}
		j := joined{phone: p}
		if p.Token() != v.Token {
			j.saved = t.roster.saver.Saved()
		}
		return j
	}, func(t *Table, j joined) {
		if j.refused == nil {
			t.roster.disconnected(j.phone, t.referee.game)
			t.show()
		}
	})
	if err != nil || j.refused != nil {
		return nil, errors.Join(err, j.refused)
	}
	if err := t.mailbox.wait(ctx, j.saved); err != nil {
		j.phone.Leave()
		return nil, err
	}
	return j.phone, nil
}

// languageOf returns the language with a code if the table or one of its games has it, or else English.
func (t *Table) languageOf(code string) string {
	if lang.HasLanguage(code) || slices.ContainsFunc(t.library.Games, func(g engine.Game) bool { _, ok := g.Languages[code]; return ok }) {
		return code
	}
	return lang.English
}

// JoinCode returns the code that lets a phone in. A host may change it. It may be called from any goroutine.
func (t *Table) JoinCode() string { return t.roster.joinCode() }

// Leave ends the visit. The phone keeps its seat.
func (p *Phone) Leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// If the table has ended, it has no phones, and there is nothing to do.
	_ = p.mailbox.put(ctx, event{at: time.Now(), do: func(t *Table) { t.roster.disconnected(p, t.referee.game) }})
}
