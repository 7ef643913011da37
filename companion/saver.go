package companion

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/access"
	"familiar/companion/budget"
)

// saver writes the phones and what they have set to disk, beside the table's goroutine: a slow disk delays no card. Changes that come while it writes are
// written together after that.
type saver struct {
	access *access.Access
	report func(error) // is told the result of each write, on the table's goroutine

	mailbox *mailbox // nil: the table does not run, and everything is written at once
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	changes int           // how many there were
	next    chan struct{} // closed when the changes that wait to be written are on the disk; nil: none wait
	current chan struct{} // the same for those that are being written; nil: none are
	pace    *rate.Limiter // of writes
	rests   bool
}

// writes is how often the file is written: each time wears the card a little.
var writes = budget.Budget{Times: 20, Again: time.Second / 2}

// begins makes the saver write beside the goroutine that has a mailbox, from now on and until end.
func (s *saver) begins(m *mailbox) {
	s.mailbox, s.pace = m, writes.Limiter()
	s.ctx, s.stop = context.WithCancel(context.Background())
}

// save writes a change to disk, soon.
func (s *saver) save() {
	s.changes++
	if s.next == nil {
		s.next = make(chan struct{})
	}
	s.write()
}

// saved returns a channel that is closed when all changes so far are on the disk, or could not be written.
func (s *saver) saved() <-chan struct{} {
	if s.next != nil {
		return s.next
	}
	return s.current
}

// write writes what waits, unless something is being written, or was too often lately.
func (s *saver) write() {
	if s.next == nil || s.current != nil || s.rests {
		return
	}
	s.current, s.next = s.next, nil
	write := s.access.Saving()
	if s.mailbox == nil {
		s.written(write())
		s.shown()
		return
	}
	s.beside(write, s.written, s.shown)
}

// written is called when the disk has what was written, or an error.
func (s *saver) written(err error) {
	s.report(err)
	if s.mailbox == nil {
		return
	}
	if pause := s.pace.Reserve().Delay(); pause > 0 {
		s.rests = true
		s.beside(func() error { s.rest(pause); return nil }, func(error) {
			s.rests = false
			s.write()
		}, nil)
	}
}

// shown is called when everybody has been shown whether it could be written.
func (s *saver) shown() {
	close(s.current)
	s.current = nil
	s.write()
}

// rest lets some time pass, unless the table ends.
func (s *saver) rest(pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-s.ctx.Done():
	}
}

// beside does work in a goroutine of its own. After that, then is called on the table's goroutine with the result, and shown when everybody has been shown
// what changed.
func (s *saver) beside(work func() error, then func(error), shown func()) {
	m, ctx := s.mailbox, s.ctx
	s.running.Go(func() {
		err := work()
		e := event{at: time.Now(), do: func(*Table) { then(err) }}
		if shown != nil {
			e.afterShow = func(*Table) { shown() }
		}
		_ = m.put(ctx, e) // after the end, end writes what is left
	})
}

// end waits for what is being written, and writes the rest.
func (s *saver) end() {
	if s.mailbox != nil {
		s.stop()
		s.running.Wait()
		s.mailbox = nil
	}
	if s.rests = false; s.current != nil {
		s.shown()
	}
	s.write()
}
