package nfc_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"familiar/hw/nfc"
)

var errWire = errors.New("loose wire")

// fakeReader is a reader that the test controls, and its opener.
type fakeReader struct {
	mu      sync.Mutex
	tags    []nfc.UID
	err     error // of Tags
	openErr error
	haltErr error
	hang    bool // Tags returns only when its context is done
	opened  []time.Time
	halted  int
}

func (f *fakeReader) set(change func(*fakeReader)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

func (f *fakeReader) open(context.Context) (nfc.Reader, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opened = append(f.opened, time.Now())
	if f.openErr != nil {
		return nil, f.openErr
	}
	return f, nil
}

func (f *fakeReader) String() string { return "fake" }

func (f *fakeReader) Tags(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	f.mu.Lock()
	hang := f.hang
	f.mu.Unlock()
	if hang {
		<-ctx.Done()
		return dst, ctx.Err()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return dst, f.err
	}
	return append(dst, f.tags...), nil
}

func (f *fakeReader) Halt() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.halted++
	return f.haltErr
}

// watched runs a watcher in a synctest bubble and records its events with the time since its start.
type watched struct {
	t       *testing.T
	reader  *fakeReader
	watcher *nfc.Watcher
	start   time.Time
	stop    func() error

	mu     sync.Mutex
	events []string
}

func watch(t *testing.T, reader *fakeReader, open func(context.Context) (nfc.Reader, error)) *watched {
	w := &watched{t: t, reader: reader, start: time.Now()}
	w.watcher = &nfc.Watcher{Name: "altar", Open: open, Notify: w.note}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- w.watcher.Run(ctx) }()
	w.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() { w.stop() })
	return w
}

func (w *watched) note(e nfc.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.Kind == nfc.Lost && e.Err == nil || e.Kind != nfc.Lost && e.Err != nil || e.Reader != "altar" || !e.At.Equal(time.Now()) {
		w.t.Errorf("strange event %#v", e)
	}
	s := e.Kind.String()
	if !e.Tag.IsZero() {
		s += " " + e.Tag.String()
	}
	w.events = append(w.events, fmt.Sprintf("%d %s", time.Since(w.start).Milliseconds(), s))
}

// expect waits, and compares the events since the last call with the wanted ones.
func (w *watched) expect(wait time.Duration, want ...string) {
	w.t.Helper()
	time.Sleep(wait)
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if diff := cmp.Diff(want, w.events, cmpopts.EquateEmpty()); diff != "" {
		w.t.Errorf("after %v (-want +got):\n%s", time.Since(w.start), diff)
	}
	w.events = nil
}

func TestWatcherReportsTags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{}
		w := watch(t, r, r.open)
		w.expect(100 * time.Millisecond)
		r.set(func(r *fakeReader) { r.tags = []nfc.UID{uid(t, "DEADBEEF")} })
		w.expect(100*time.Millisecond, "104 arrived DEADBEEF")
		r.set(func(r *fakeReader) { r.tags = nil })
		w.expect(400*time.Millisecond, "504 left DEADBEEF")
		if err := w.stop(); err != nil {
			t.Error(err)
		}
		if r.halted != 1 {
			t.Errorf("the reader was halted %d times, want once", r.halted)
		}
		if h := w.watcher.Health(); h.Open || h.Errors != 0 || h.Polls != 76 || h.Tags != 0 {
			t.Errorf("health at the end: %+v", h)
		}
	})
}

// TestFirstPolls: tags that the first two complete polls see are Found, as when a table is switched on; later ones arrive.
func TestFirstPolls(t *testing.T) {
	lay := func(r *fakeReader, tag nfc.UID) { r.set(func(r *fakeReader) { r.tags = append(r.tags, tag) }) }
	before, missed, laid := uid(t, "DEADBEEF"), uid(t, "0BADCAFE"), uid(t, "FEEDF00D")
	t.Run("the second shows what the first has missed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := &fakeReader{tags: []nfc.UID{before}}
			w := watch(t, r, r.open)
			w.expect(4*time.Millisecond, "0 found DEADBEEF")
			if w.watcher.Health().Ready {
				t.Error("ready after one poll")
			}
			lay(r, missed)
			w.expect(8*time.Millisecond, "8 found 0BADCAFE")
			if !w.watcher.Health().Ready {
				t.Error("not ready after two polls")
			}
			lay(r, laid)
			w.expect(8*time.Millisecond, "16 arrived FEEDF00D")
		})
	})
	t.Run("one that failed does not count", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := &fakeReader{err: errWire}
			w := watch(t, r, r.open)
			w.expect(12 * time.Millisecond) // two polls
			r.set(func(r *fakeReader) { r.err, r.tags = nil, []nfc.UID{before} })
			w.expect(8*time.Millisecond, "16 found DEADBEEF")
			lay(r, missed)
			w.expect(8*time.Millisecond, "24 found 0BADCAFE")
			lay(r, laid)
			w.expect(8*time.Millisecond, "32 arrived FEEDF00D")
		})
	})
	t.Run("a reader that comes back was not away before", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := &fakeReader{tags: []nfc.UID{before}}
			w := watch(t, r, r.open)
			w.expect(100*time.Millisecond, "0 found DEADBEEF")
			r.set(func(r *fakeReader) { r.err = nfc.ErrGone })
			w.expect(50*time.Millisecond, "104 lost")
			r.set(func(r *fakeReader) { r.err = nil })
			lay(r, laid)
			w.expect(100*time.Millisecond, "204 back", "204 arrived FEEDF00D")
		})
	})
	t.Run("a tag that has to settle is judged by when it came", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := &fakeReader{tags: []nfc.UID{before}}
			var events []string
			w := &nfc.Watcher{Name: "altar", Open: r.open, Settle: 50 * time.Millisecond, Notify: func(e nfc.Event) { events = append(events, e.String()) }}
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			time.AfterFunc(12*time.Millisecond, func() { lay(r, laid) })
			if err := w.Run(ctx); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff([]string{"altar: DEADBEEF found", "altar: FEEDF00D arrived"}, events); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	})
}

func TestWatcherForgivesSingleErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{tags: []nfc.UID{uid(t, "DEADBEEF")}}
		w := watch(t, r, r.open)
		w.expect(time.Millisecond, "0 found DEADBEEF")
		r.set(func(r *fakeReader) { r.err = errWire })
		w.expect(32 * time.Millisecond) // four polls
		r.set(func(r *fakeReader) { r.err = nil })
		w.expect(time.Second)
		h := w.watcher.Health()
		if h.Errors != 4 || !errors.Is(h.LastError, errWire) || !h.Open || h.Tags != 1 || h.Reopenings != 0 {
			t.Errorf("health: %+v", h)
		}
	})
}

func TestWatcherReopensDeadReader(t *testing.T) {
	tests := map[string]struct {
		err  error
		lost string
	}{
		"after errors in a row":  {errWire, "232 lost"},
		"at once if it says so":  {fmt.Errorf("wrapped: %w", nfc.ErrGone), "200 lost"},
		"also if polls time out": {context.DeadlineExceeded, "232 lost"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &fakeReader{tags: []nfc.UID{uid(t, "DEADBEEF"), uid(t, "04A1B2C3D4E5F6")}}
				w := watch(t, r, r.open)
				w.expect(199*time.Millisecond, "0 found DEADBEEF", "0 found 04A1B2C3D4E5F6")
				r.set(func(r *fakeReader) { r.err, r.openErr = test.err, errWire })
				w.expect(9801*time.Millisecond, test.lost)
				if h := w.watcher.Health(); h.Open || h.Tags != 2 || !errors.Is(h.LastError, errWire) {
					t.Errorf("health while it is lost: %+v", h)
				}
				if r.halted != 1 {
					t.Errorf("the dead reader was halted %d times, want once", r.halted)
				}
				// The reader is back: one tag is still there, one has left, one is new.
				r.set(func(r *fakeReader) {
					r.err, r.openErr = nil, nil
					r.tags = []nfc.UID{uid(t, "DEADBEEF"), uid(t, "00000001")}
				})
				time.Sleep(2 * time.Second)
				synctest.Wait()
				back := r.opened[len(r.opened)-1].Sub(w.start).Milliseconds()
				left := back + (nfc.DefaultGrace+nfc.DefaultInterval-1).Milliseconds()/8*8
				w.expect(0,
					fmt.Sprintf("%d back", back),
					fmt.Sprintf("%d arrived 00000001", back),
					fmt.Sprintf("%d left 04A1B2C3D4E5F6", left))
				if h := w.watcher.Health(); !h.Open || h.Reopenings != 1 || h.Tags != 2 {
					t.Errorf("health when it is back: %+v", h)
				}
			})
		})
	}
}

func TestWatcherBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{openErr: errWire}
		w := watch(t, r, r.open)
		w.expect(10*time.Second, "0 lost")
		var got []int64
		for i := range len(r.opened) - 1 {
			got = append(got, r.opened[i+1].Sub(r.opened[i]).Milliseconds())
		}
		if want := append([]int64{100, 200, 400}, slices.Repeat([]int64{800}, 11)...); !slices.Equal(got, want) {
			t.Errorf("pauses of %v ms, want %v", got, want)
		}
		if h := w.watcher.Health(); h.Errors != 15 || h.Polls != 0 || h.Open || !h.LastAnswer.IsZero() {
			t.Errorf("health: %+v", h)
		}
		r.set(func(r *fakeReader) { r.openErr = nil })
		w.expect(2*time.Second, "10300 back")
	})
}

// TestWatcherBacksOffWhileReaderFlaps has a reader that dies right after its first answer: it is not opened ten times a second.
func TestWatcherBacksOffWhileReaderFlaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{}
		answers := 0
		w := watch(t, r, func(ctx context.Context) (nfc.Reader, error) {
			answers = 0
			reader, err := r.open(ctx)
			return dying{reader, &answers}, err
		})
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := len(r.opened); n < 60 || n > 80 {
			t.Errorf("opened %d times in a minute, want about every 0.8 seconds", n)
		}
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	})
}

// dying answers once.
type dying struct {
	nfc.Reader
	answers *int
}

func (d dying) Tags(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	if *d.answers++; *d.answers > 1 {
		return dst, nfc.ErrGone
	}
	return d.Reader.Tags(ctx, dst)
}

func TestWatcherBoundsPolls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{hang: true}
		w := watch(t, r, r.open)
		w.expect(6*time.Second, "5032 lost")
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestWatcherStops(t *testing.T) {
	tests := map[string]func(*fakeReader){
		"while polling":      func(r *fakeReader) {},
		"while a poll hangs": func(r *fakeReader) { r.hang = true },
		"while it backs off": func(r *fakeReader) { r.openErr = errWire },
		"while polls fail":   func(r *fakeReader) { r.err = errWire },
		"while readers die":  func(r *fakeReader) { r.err = nfc.ErrGone },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &fakeReader{}
				change(r)
				w := watch(t, r, r.open)
				time.Sleep(345 * time.Millisecond)
				before := time.Now()
				if err := w.stop(); err != nil {
					t.Error(err)
				}
				if d := time.Since(before); d != 0 {
					t.Errorf("it took %v", d)
				}
				opened := len(r.opened)
				if r.openErr == nil && r.halted != opened {
					t.Errorf("opened %d times and halted %d times", opened, r.halted)
				}
			})
		})
	}
}

func TestWatcherReturnsHaltErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{haltErr: errWire}
		w := watch(t, r, r.open)
		time.Sleep(50 * time.Millisecond)
		if err := w.stop(); !errors.Is(err, errWire) {
			t.Errorf("Run: %v, want the error of Halt", err)
		}
	})
}

func TestWatcherSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{tags: []nfc.UID{uid(t, "DEADBEEF")}}
		var events []nfc.Event
		w := &nfc.Watcher{
			Name: "altar", Open: r.open, Interval: 100 * time.Millisecond, Grace: time.Second, Errors: 2,
			Notify: func(e nfc.Event) { events = append(events, e) },
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3050*time.Millisecond)
		defer cancel()
		start := time.Now()
		time.AfterFunc(50*time.Millisecond, func() { r.set(func(r *fakeReader) { r.tags = nil }) })
		time.AfterFunc(2050*time.Millisecond, func() { r.set(func(r *fakeReader) { r.err = errWire }) })
		time.AfterFunc(2250*time.Millisecond, func() { r.set(func(r *fakeReader) { r.err = nil }) })
		if err := w.Run(ctx); err != nil {
			t.Error(err)
		}
		var got []string
		for _, e := range events {
			got = append(got, fmt.Sprintf("%v %v", e.At.Sub(start), e))
		}
		want := []string{
			"0s altar: DEADBEEF found",
			"1s altar: DEADBEEF left",
			"2.2s altar: lost: polling reader altar (fake): loose wire",
			"2.3s altar: back",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// TestHealthIsSafeForConcurrentUse is for the race detector.
func TestHealthIsSafeForConcurrentUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &fakeReader{}
		w := watch(t, r, r.open)
		var last uint64
		for range 50 {
			time.Sleep(10 * time.Millisecond)
			h := w.watcher.Health()
			if h.Polls < last {
				t.Errorf("polls went from %d to %d", last, h.Polls)
			}
			last = h.Polls
		}
		if last < 50 {
			t.Errorf("%d polls in half a second", last)
		}
	})
}
