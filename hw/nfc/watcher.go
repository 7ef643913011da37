package nfc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// DefaultInterval is the pause between two polls. It suits an MFRC522,
	// where a poll of an empty field takes less than a millisecond, and one
	// that reads a tag four to six: a card is noticed some ten milliseconds
	// after it was put down. The packages of other chips have intervals of
	// their own.
	DefaultInterval = 8 * time.Millisecond
	// IdleInterval is the time from one poll to the next while nobody uses the
	// table: a card is noticed up to a twentieth of a second later, at a sixth of
	// the work.
	IdleInterval = 60 * time.Millisecond
	// DefaultErrors is how many polls in a row may fail before a reader is lost.
	DefaultErrors = 5

	// openTimeout and pollTimeout are how long a device may take before it
	// counts as failed; both are far longer than a working one takes.
	openTimeout = 5 * time.Second
	pollTimeout = time.Second

	// foundPolls is how many complete polls see all tags that lay on a reader
	// before its first poll: the very first one may miss a tag.
	foundPolls = 2

	// A dead reader is opened again after backoffMin, then after twice as long
	// each time, and for ever every backoffMax. If its bus was stuck, where a
	// try takes a second, it is back two seconds after that ended.
	backoffMin = 100 * time.Millisecond
	backoffMax = 800 * time.Millisecond
)

// Watcher owns one reader. Its fields are set before Run and not changed afterwards.
type Watcher struct {
	// Name is the reader's name in events, such as "ann" or "altar".
	Name string
	// Open opens the reader, at the start and whenever it has died.
	Open func(ctx context.Context) (Reader, error)
	// Notify is called with each event.
	Notify func(Event)
	// Interval is the pause between two polls; 0 stands for DefaultInterval.
	Interval time.Duration
	// Idle, if not nil, reports whether nobody uses the table: then polls
	// are IdleInterval apart, those of all readers at the same moments.
	Idle func() bool
	// Grace is how long a tag may be unseen before it has left; 0 stands for
	// DefaultGrace.
	Grace time.Duration
	// Settle is how long a tag has to lie in the field before it has arrived;
	// with 0 it arrives at once.
	Settle time.Duration
	// Errors is how many polls in a row may fail before the reader is lost; 0
	// stands for DefaultErrors.
	Errors int

	mu     sync.Mutex
	health Health
}

// Run watches the reader until ctx is done, and then halts it. It never gives
// up on a reader: a failure is reported as Lost, once per outage, and the
// reader is opened again. Its error is only that of the last Halt. Run is
// called once.
func (w *Watcher) Run(ctx context.Context) error {
	watch := &watch{
		Watcher:  w,
		presence: Presence{Grace: w.Grace, Settle: w.Settle},
		backoff:  backoffMin,
		pause:    time.NewTimer(time.Hour),
		endPolls: func() {},
	}
	defer watch.pause.Stop()
	defer func() { watch.endPolls() }()
	for {
		reader, err := watch.open(ctx)
		if err == nil {
			err = watch.poll(ctx, reader)
			w.update(func(h *Health) { h.Open = false })
			if haltErr := reader.Halt(); ctx.Err() != nil && haltErr != nil {
				return fmt.Errorf("halting reader %s: %w", w.Name, haltErr)
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		watch.reportLost(err)
		if !watch.sleep(ctx, watch.nextBackoff()) {
			return nil
		}
	}
}

// watch is the state of one Run.
type watch struct {
	*Watcher
	presence      Presence
	lost          bool // reported as Lost and not yet as Back
	backoff       time.Duration
	since         time.Time // when the current reader first answered; zero before
	completePolls int       // number of complete polls, foundPolls at most
	foundUntil    time.Time // the time of the last of them
	pause         *time.Timer
	polling       context.Context // the context of polls, until renewed
	renew         time.Time
	endPolls      context.CancelFunc
	retries       uint64 // of the current reader, counted in the health already
	tags          []UID  // reused from poll to poll
	events        []Event
}

func (w *watch) open(ctx context.Context) (Reader, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	reader, err := w.Open(ctx)
	if err != nil {
		err = fmt.Errorf("opening reader %s: %w", w.Name, err)
		w.update(func(h *Health) { h.failed(err) })
		return nil, err
	}
	w.since, w.retries = time.Time{}, 0
	return reader, nil
}

// poll polls the reader until it dies, and returns the reason, or until ctx is
// done.
func (w *watch) poll(ctx context.Context, reader Reader) error {
	allowed := cmp.Or(w.Errors, DefaultErrors)
	failed := 0
	for {
		err := w.pollOnce(ctx, reader)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			failed = 0
		default:
			failed++
			if failed >= allowed || errors.Is(err, ErrGone) {
				return err
			}
		}
		if !w.sleep(ctx, w.interval()) {
			return ctx.Err()
		}
	}
}

// interval returns the pause before the next poll.
func (w *watch) interval() time.Duration {
	if w.Idle != nil && w.Idle() {
		// All readers are polled at the same moments: the processor wakes up
		// once for all of them.
		return IdleInterval - time.Duration(time.Now().UnixNano())%IdleInterval
	}
	return cmp.Or(w.Interval, DefaultInterval)
}

// pollContext returns a context that ends in pollTimeout, or up to a quarter
// earlier: polls mostly take almost no time, so several share a context.
func (w *watch) pollContext(ctx context.Context) context.Context {
	if now := time.Now(); now.After(w.renew) {
		w.endPolls()
		w.polling, w.endPolls = context.WithDeadline(ctx, now.Add(pollTimeout))
		w.renew = now.Add(pollTimeout / 4)
	}
	return w.polling
}

// pollOnce polls the reader once and reports the resulting events.
func (w *watch) pollOnce(ctx context.Context, reader Reader) error {
	var err error
	w.tags, err = reader.Tags(w.pollContext(ctx), w.tags[:0])
	if r, ok := reader.(Retrier); ok {
		n := r.Retries()
		w.update(func(h *Health) { h.Retries += n - w.retries })
		w.retries = n
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("polling reader %s (%v): %w", w.Name, reader, err)
		w.update(func(h *Health) {
			h.Polls++
			h.failed(err)
		})
		return err
	}
	now := time.Now()
	w.firstAnswer(now)
	if w.completePolls < foundPolls {
		w.completePolls++
		w.foundUntil = now
	}
	w.events = w.presence.See(now, w.tags, w.events[:0])
	w.update(func(h *Health) {
		h.Polls++
		h.Open, h.Ready = true, w.completePolls == foundPolls
		h.LastAnswer, h.Tags = now, len(w.presence.present)
	})
	for _, e := range w.events {
		if e.Kind == Arrived && !e.At.After(w.foundUntil) {
			e.Kind = Found
		}
		w.notify(e)
	}
	return nil
}

// firstAnswer handles the first answer of a reader that was just opened. Only an
// answer shows that it is back: a chip with a bad supply can be opened and dies
// as soon as its field is on.
func (w *watch) firstAnswer(now time.Time) {
	if !w.since.IsZero() {
		return
	}
	w.since = now
	if !w.lost {
		return
	}
	w.lost = false
	w.update(func(h *Health) { h.Reopenings++ })
	w.presence.Resume(now)
	w.notify(Event{Kind: Back, At: now})
}

// reportLost reports once that the reader is lost.
func (w *watch) reportLost(err error) {
	if w.lost {
		return
	}
	w.lost = true
	w.notify(Event{Kind: Lost, At: time.Now(), Err: err})
}

// nextBackoff returns the pause before the reader is opened again. It starts
// from the shortest again only after the reader has worked for a while, so that
// one that dies again and again does not fill the screens.
func (w *watch) nextBackoff() time.Duration {
	if !w.since.IsZero() && time.Since(w.since) >= backoffMax {
		w.backoff = backoffMin
	}
	pause := w.backoff
	w.backoff = min(2*w.backoff, backoffMax)
	return pause
}

func (w *watch) notify(e Event) {
	e.Reader = w.Name
	w.Notify(e)
}

// sleep waits, and reports whether it did so to the end.
func (w *watch) sleep(ctx context.Context, d time.Duration) bool {
	w.pause.Reset(d)
	select {
	case <-ctx.Done():
		return false
	case <-w.pause.C:
		return true
	}
}
