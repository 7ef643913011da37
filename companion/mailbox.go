package companion

import (
	"context"
	"time"
)

// mailbox hands events to the goroutine of a table. Other goroutines have the mailbox only, and not the table.
type mailbox struct {
	events    chan event
	heartbeat chan struct{}
	ended     chan struct{} // closed when the goroutine has ended
}

func newMailbox() *mailbox {
	return &mailbox{events: make(chan event, 64), heartbeat: make(chan struct{}), ended: make(chan struct{})}
}

// event is something for the table's goroutine to handle.
type event struct {
	at time.Time // when it happened at the table
	do func(t *Table)
	// afterShow is called when everybody has been shown the result; nil: nothing is called.
	afterShow func(t *Table)
}

// put puts an event into the mailbox. It waits for room, not until the event is handled.
func (m *mailbox) put(ctx context.Context, e event) error {
	select {
	case m.events <- e:
		return nil
	case <-m.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask calls find on the table's goroutine and returns its result, once everybody has been shown what changed. If the caller has given up meanwhile, undo
// is called on that goroutine with the result; undo may be nil.
func ask[T any](ctx context.Context, m *mailbox, find func(*Table) T, undo func(*Table, T)) (T, error) {
	result := make(chan T)
	var answer, none T
	err := m.put(ctx, event{
		at: time.Now(),
		do: func(t *Table) { answer = find(t) },
		afterShow: func(t *Table) {
			select {
			case result <- answer:
			case <-ctx.Done():
				if undo != nil {
					undo(t, answer)
				}
			}
		},
	})
	if err != nil {
		return none, err
	}
	select {
	case a := <-result:
		return a, nil
	case <-m.ended:
		return none, ErrEnded
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// beat waits until the table's goroutine asks for its next event.
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

// wait waits until something is saved, if it is not nil. When the table's goroutine has ended, everything is.
func (m *mailbox) wait(ctx context.Context, saved <-chan struct{}) error {
	if saved == nil {
		return nil
	}
	select {
	case <-saved:
		return nil
	case <-m.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// post implements access.Post.
func (m *mailbox) post(ctx context.Context, do, shown func()) error {
	e := event{at: time.Now(), do: func(t *Table) {
		before := t.announcer.Changes()
		do()
		t.same = t.announcer.Changes() == before
	}}
	if shown != nil {
		e.afterShow = func(*Table) { shown() }
	}
	return m.put(ctx, e)
}
