package companion

import (
	"context"
	"slices"
	"time"

	"familiar/companion/access"
	"familiar/engine"
	"familiar/engine/lang"
)

// Join lets a visitor in. The phone must be left in the end.
func (t *Table) Join(ctx context.Context, v access.Visitor) (*Phone, error) {
	type joined struct {
		phone   *Phone
		refused error
	}
	j, err := ask(ctx, t.mailbox, func(t *Table) joined {
		p, err := t.roster.join(v, t.languageOf(v.Language))
		if err == nil {
			p.mailbox = t.mailbox
		}
		return joined{p, err}
	}, func(t *Table, j joined) {
		if j.refused == nil {
			t.roster.left(j.phone)
			t.show()
		}
	})
	if err != nil {
		return nil, err
	}
	return j.phone, j.refused
}

// languageOf is a language that the table speaks, or one of its games: the one of a code, or else English.
func (t *Table) languageOf(code string) string {
	if lang.HasLanguage(code) || slices.ContainsFunc(t.library.Games, func(g engine.Game) bool { _, ok := g.Languages[code]; return ok }) {
		return code
	}
	return lang.English
}

// JoinCode is the code that lets a phone in. A host may change it. It may be asked from any goroutine.
func (t *Table) JoinCode() string { return t.roster.joinCode() }

// Leave ends the visit. The seat stays the phone's own.
func (p *Phone) Leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// A table that has ended has no phones, so that nothing is left to do.
	_ = p.mailbox.hand(ctx, event{at: time.Now(), do: func(t *Table) { t.roster.left(p) }})
}
