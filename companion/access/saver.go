package access

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/budget"
)

// Saver writes the phones and what they have set to disk, beside the goroutine that owns them: a slow disk delays no card. Changes that come while it writes are
// written together after that. All methods belong to that goroutine.
type Saver struct {
	saving func() func() error // see Access.Saving
	report func(error)         // is told the result of each write, on the owner's goroutine

	post    Post // nil: everything is written at once
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	changes int           // how many there were
	next    *batch        // of the changes that wait to be written; nil: none wait
	current *batch        // of those that are being written; nil: none are
	pace    *rate.Limiter // of writes
	rests   bool          // it was written too often lately
	failed  bool          // the last write has failed, as far as is known
	retries bool          // it is tried again soon
}

// batch holds those who wait for changes that are written together.
type batch struct {
	saved chan struct{} // closed when they are on the disk, or could not be written
	after []func()      // what is called then
}

// end tells them that the changes are on the disk, or could not be written.
func (b *batch) end() {
	close(b.saved)
	for _, do := range b.after {
		do()
	}
}

// Post has the owner's goroutine call do, and, when everybody has been shown what that changed, shown, which may be nil.
type Post func(ctx context.Context, do, shown func()) error

// NewSaver returns a saver that writes at once, until Begin.
func NewSaver(a *Access, report func(error)) *Saver {
	return &Saver{saving: a.Saving, report: report, failed: a.SaveErr != nil}
}

// writes is how often the file is written: each time wears the card a little.
var writes = budget.Budget{Times: 20, Again: time.Second / 2}

// retryEvery is how long it takes until what could not be written is tried again, if nothing else is written before.
const retryEvery = 10 * time.Second

// Begin makes the saver write beside the owner's goroutine, until End.
func (s *Saver) Begin(post Post) {
	s.post, s.pace = post, writes.Limiter()
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.retry()
}

// Failed reports whether the last write has failed: what changed since then is lost with the next restart, unless the disk is mended before.
func (s *Saver) Failed() bool { return s.failed }

// Changes returns how many changes there were.
func (s *Saver) Changes() int { return s.changes }

// Save writes a change to disk, soon.
func (s *Saver) Save() {
	s.changes++
	s.writeAll()
}

// writeAll writes everything, soon.
func (s *Saver) writeAll() {
	if s.next == nil {
		s.next = &batch{saved: make(chan struct{})}
	}
	s.write()
}

// last returns the batch of the last change; nil if all changes are written.
func (s *Saver) last() *batch {
	if s.next != nil {
		return s.next
	}
	return s.current
}

// Saved returns a channel that is closed when all changes so far are on the disk, or could not be written. It is nil if that is so already.
func (s *Saver) Saved() <-chan struct{} {
	if b := s.last(); b != nil {
		return b.saved
	}
	return nil
}

// AfterSave calls do, on the owner's goroutine, when all changes so far are on the disk, or could not be written.
func (s *Saver) AfterSave(do func()) {
	if b := s.last(); b != nil {
		b.after = append(b.after, do)
		return
	}
	do()
}

// write starts writing what waits, unless a write is under way, or there were too many lately.
func (s *Saver) write() {
	if s.next == nil || s.current != nil || s.rests {
		return
	}
	s.current, s.next = s.next, nil
	write := s.saving()
	if s.post == nil {
		s.written(write())
		s.shown()
		return
	}
	s.beside(write, s.written, s.shown)
}

// written is called when the disk has what was written, or an error.
func (s *Saver) written(err error) {
	s.failed = err != nil
	s.report(err)
	if s.post == nil {
		return
	}
	s.retry()
	if pause := s.pace.Reserve().Delay(); pause > 0 {
		s.rests = true
		s.beside(func() error { s.rest(pause); return nil }, func(error) {
			s.rests = false
			s.write()
		}, nil)
	}
}

// retry writes everything once more after a while, if the last write has failed.
func (s *Saver) retry() {
	if !s.failed || s.retries {
		return
	}
	s.retries = true
	s.beside(func() error { s.rest(retryEvery); return nil }, func(error) {
		if s.retries = false; s.failed {
			s.writeAll()
		}
	}, nil)
}

// shown is called when everybody has been shown whether it could be written.
func (s *Saver) shown() {
	written := s.current
	s.current = nil
	written.end()
	s.write()
}

// rest lets some time pass, unless the table ends.
func (s *Saver) rest(pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-s.ctx.Done():
	}
}

// beside does work in a goroutine of its own. After that, then is called on the owner's goroutine with the result, and shown when everybody has been shown
// what changed.
func (s *Saver) beside(work func() error, then func(error), shown func()) {
	post, ctx := s.post, s.ctx
	s.running.Go(func() {
		err := work()
		_ = post(ctx, func() { then(err) }, shown) // after the end, End writes what is left
	})
}

// End waits for what is being written, and writes the rest. It also writes again what could not be written the last time, or was written with a result that nobody
// was told.
func (s *Saver) End() {
	if s.post != nil {
		s.stop()
		s.running.Wait()
		s.post = nil
	}
	s.rests = false
	if s.current != nil {
		s.current.end()
		s.current, s.failed = nil, true
	}
	if s.failed {
		s.writeAll()
	} else {
		s.write()
	}
}
