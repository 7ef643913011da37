package companion

import (
	"context"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/record"
)

// failing is a journal on a disk that takes nothing.
type failing struct {
	session.Journal
	err error
}

func (f failing) Append(record.Step) error { return f.err }

func (f failing) Finish(string, time.Time) error { return f.err }

// BreakDisk makes writing the journal fail, and repairs it with nil.
func (t *Table) BreakDisk(ctx context.Context, err error) error {
	_, failed := ask(ctx, t.mailbox, func(t *Table) bool {
		g := t.referee.game
		if f, ok := g.Journal.(failing); ok {
			g.Journal = f.Journal
		}
		if err != nil {
			g.Journal = failing{g.Journal, err}
		}
		return true
	}, nil)
	return failed
}

// ShowAgain shows the table to everybody once more, as after an event. The table must be idle.
func (t *Table) ShowAgain() {
	t.referee.game.ForgetViews()
	t.show()
}

// Busy keeps the table busy from now on.
func (t *Table) Busy(d time.Duration) {
	t.mailbox.events <- event{at: time.Now(), do: func(*Table) { time.Sleep(d) }}
}

// KnownPhones returns how many phones are known. The table must be idle.
func (t *Table) KnownPhones() int {
	n := 0
	for range t.roster.access.Phones {
		n++
	}
	return n
}

// Here returns how many phones are connected. The table must be idle.
func (t *Table) Here() int { return len(t.roster.phones) }

// TagArrivedNow puts a tag on a reader, on the caller's goroutine. The table must be idle.
func (t *Table) TagArrivedNow(reader, uid string) { t.tagArrived(reader, uid) }

// LegalTree returns the tree of a seat's moves.
func LegalTree(state engine.State, seat engine.Seat) protocol.Tree {
	return (&session.View{View: resolver.View{State: state}}).Tree(seat)
}

// PressNow presses a button on the caller's goroutine. The table must be idle.
func (t *Table) PressNow(button string) { t.pressed(button, false) }
