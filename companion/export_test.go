package companion

import (
	"context"

	"familiar/companion/journal"
)

// failing is a journal whose disk takes nothing.
type failing struct {
	ledger
	err error
}

func (f failing) Append(...journal.Line) error { return f.err }

// BreakDisk makes writing the journal fail, and mends it with nil.
func (t *Table) BreakDisk(ctx context.Context, err error) error {
	_, failed := ask(ctx, t, func() bool {
		if f, ok := t.game.journal.(failing); ok {
			t.game.journal = f.ledger
		}
		if err != nil {
			t.game.journal = failing{t.game.journal, err}
		}
		return true
	}, func(bool) {})
	return failed
}

// ShowAgain shows the table to everybody once more. The table must be idle.
func (t *Table) ShowAgain() { t.show() }
