package companion

import (
	"context"
	"time"
)

// mailbox takes what happens to the goroutine of a table. Everybody else has the mailbox alone, and not the table.
type mailbox struct {
	events    chan event
	heartbeat chan struct{}
	ended     chan struct{} // closed when the goroutine has ended
}

func newMailbox() *mailbox {
	return &mailbox{events: make(chan event, 64), heartbeat: make(chan struct{}), ended: make(chan struct{})}
}

// event is something for the table's goroutine to do.
type event struct {
	at time.Time // when it happened at the table
	do func(t *Table)
	// told, if there is one, is called when everybody has been shown what came of it.
	told func(t *Table)
}

// hand gives something to the table's goroutine and waits until it is taken.
func (m *mailbox) hand(ctx context.Context, e event) error {
	select {
	case m.events <- e:
		return nil
	case <-m.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask has the table's goroutine find something out, and waits for it: the answer comes when everybody has been shown what
// came of the question. If nobody waits any more, undo is called with what was found, on that goroutine.
func ask[T any](ctx context.Context, m *mailbox, find func(*Table) T, undo func(*Table, T)) (T, error) {
	found := make(chan T)
	var answer, none T
	err := m.hand(ctx, event{
		at: time.Now(),
		do: func(t *Table) { answer = find(t) },
		told: func(t *Table) {
			select {
			case found <- answer:
			case <-ctx.Done():
				undo(t, answer)
			}
		},
	})
	if err != nil {
		return none, err
	}
	select {
	case a := <-found:
		return a, nil
	case <-m.ended:
		return none, ErrEnded
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// beat waits until the table's goroutine has dealt with one thing and asks for the next.
func (m *mailbox) beat(ctx context.Context) error {
	select {
	case m.heartbeat <- struct{}{}:
		return nil
	case <-m.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}
