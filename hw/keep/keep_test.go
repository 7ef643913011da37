package keep_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/hw/keep"
)

const ms = time.Millisecond

var errGone = errors.New("no such device")

// shelf is a device that shows numbers. It takes a while for each, and can be broken.
type shelf struct {
	takes  time.Duration
	rest   time.Duration
	closes error

	mu    sync.Mutex
	fault error
	seen  seen
}

// seen is what has happened to a shelf.
type seen struct {
	opens []time.Time
	shown []int
	ended []int
	gone  int // calls of Abandon
}

// breaks breaks the shelf, or repairs it if the fault is nil.
func (s *shelf) breaks(fault error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

// look returns what has happened to the shelf, once all goroutines wait.
func (s *shelf) look() seen {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

func (s *shelf) open() (keep.Device[int], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.opens = append(s.seen.opens, time.Now())
	if s.fault != nil {
		return nil, s.fault
	}
	return s, nil
}

func (s *shelf) Step(n *int) (time.Duration, error) {
	time.Sleep(s.takes)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault != nil {
		return 0, s.fault
	}
	s.seen.shown = append(s.seen.shown, *n)
	return s.rest, nil
}

func (s *shelf) End(n *int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.ended = append(s.seen.ended, *n)
	return s.closes
}

func (s *shelf) Abandon() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.gone++
	return nil
}

// kept runs a test in a bubble with a shelf. A goroutine that the supervisor
// left running would fail the bubble.
func kept(t *testing.T, s *shelf, test func(t *testing.T, k *keep.Supervisor[int])) {
	synctest.Test(t, func(t *testing.T) {
		k := keep.New(s.open, new(0))
		test(t, k)
		_ = k.Halt() // a test that cares has checked its error
	})
}

func TestLatestWins(t *testing.T) {
	s := &shelf{takes: 100 * ms, rest: keep.Idle}
	kept(t, s, func(t *testing.T, k *keep.Supervisor[int]) {
		time.Sleep(time.Second)
		for n := 1; n <= 50; n++ {
			k.Show(new(n))
			time.Sleep(10 * ms)
		}
		time.Sleep(time.Second)
		shown := s.look().shown
		if len(shown) < 5 || len(shown) > 8 || shown[0] != 0 || shown[len(shown)-1] != 50 || !slices.IsSorted(shown) {
			t.Errorf("shown %v", shown)
		}
	})
}

func TestStepIsCalledWhenDue(t *testing.T) {
	s := &shelf{rest: time.Second}
	kept(t, s, func(t *testing.T, k *keep.Supervisor[int]) {
		time.Sleep(2500 * ms)
		k.Show(new(7))
		time.Sleep(1200 * ms)
		if diff := cmp.Diff([]int{0, 0, 0, 7, 7}, s.look().shown); diff != "" {
			t.Errorf("steps (-want +got):\n%s", diff)
		}
	})
}

// TestRecovery breaks the device at the start and in use: it is opened every
// half second, its health has the time of the failure, and the latest frame is
// shown in the end.
func TestRecovery(t *testing.T) {
	s := &shelf{rest: keep.Idle, fault: errGone}
	kept(t, s, func(t *testing.T, k *keep.Supervisor[int]) {
		start := time.Now()
		time.Sleep(100*time.Second + keep.RetryInterval/2) // between two attempts
		k.Show(new(1))
		if h := k.Health(); h.OK || h.Since != start || !errors.Is(h.LastError, errGone) || h.Opens < 200 {
			t.Errorf("health %+v", h)
		}
		s.breaks(nil)
		time.Sleep(keep.RetryInterval)
		if got, h := s.look(), k.Health(); !h.OK || time.Since(h.Since) > keep.RetryInterval || !slices.Equal(got.shown, []int{1}) {
			t.Errorf("health %+v, shown %v", h, got.shown)
		}

		s.breaks(errGone)
		k.Show(new(2))
		const fails = 10*time.Second + keep.RetryInterval/2
		time.Sleep(fails)
		if got, h := s.look(), k.Health(); h.OK || time.Since(h.Since) != fails || got.gone != 1 {
			t.Errorf("health %+v, abandoned %d times", h, got.gone)
		}
		s.breaks(nil)
		k.Show(new(3))
		time.Sleep(keep.RetryInterval)
		if got, h := s.look(), k.Health(); !h.OK || h.LastError == nil || !slices.Equal(got.shown, []int{1, 3}) {
			t.Errorf("health %+v, shown %v", h, got.shown)
		}
	})
}

func TestHalt(t *testing.T) {
	broken := errors.New("it does not go off")
	s := &shelf{takes: 100 * ms, rest: keep.Idle, closes: broken}
	kept(t, s, func(t *testing.T, k *keep.Supervisor[int]) {
		time.Sleep(time.Second)
		k.Show(new(1))
		time.Sleep(50 * ms)
		k.Show(new(2))
		for range 2 {
			if err := k.Halt(); err != broken {
				t.Errorf("Halt: %v", err)
			}
		}
		if got := s.look(); !slices.Equal(got.ended, []int{2}) || got.gone != 0 {
			t.Errorf("ended with %v, abandoned %d times", got.ended, got.gone)
		}
		for range 3 {
			k.Show(new(3)) // does not block
		}
	})
	closed := &shelf{fault: errGone}
	kept(t, closed, func(t *testing.T, k *keep.Supervisor[int]) {
		time.Sleep(1200 * ms)
		before := time.Now()
		if err := k.Halt(); err != nil || time.Since(before) != 0 || len(closed.look().ended) != 0 {
			t.Errorf("Halt of what is not open: %v after %s", err, time.Since(before))
		}
	})
}

// TestNothingWanted opens a device and shows no frame: before the first frame
// its health is not known.
func TestNothingWanted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{rest: keep.Idle}
		k := keep.New(s.open, nil)
		time.Sleep(time.Minute)
		if got, h := s.look(), k.Health(); h.OK || h.LastError != nil || h.Opens != 1 || len(got.shown) != 0 {
			t.Errorf("health %+v, shown %v", h, got.shown)
		}
		k.Show(new(1))
		if got, h := s.look(), k.Health(); !h.OK || !slices.Equal(got.shown, []int{1}) {
			t.Errorf("health %+v, shown %v", h, got.shown)
		}
		if err := k.Halt(); err != nil {
			t.Error(err)
		}
	})
}

// TestAnyFaults breaks and repairs the device at random times: two attempts to
// open it are half a second apart at least, and in the end the last frame is
// shown within half a second.
func TestAnyFaults(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pauses := rapid.SliceOfN(rapid.IntRange(0, 3000), 1, 30).Draw(rt, "pauses in ms")
		s := &shelf{rest: time.Second}
		kept(t, s, func(t *testing.T, k *keep.Supervisor[int]) {
			for i, pause := range pauses {
				s.breaks([]error{errGone, nil}[i%2])
				k.Show(new(i + 1))
				time.Sleep(time.Duration(pause) * ms)
			}
			s.breaks(nil)
			time.Sleep(keep.RetryInterval)
			got := s.look()
			if h := k.Health(); !h.OK || got.shown[len(got.shown)-1] != len(pauses) {
				t.Errorf("health %+v, shown %v", h, got.shown)
			}
			for i := 1; i < len(got.opens); i++ {
				if d := got.opens[i].Sub(got.opens[i-1]); d < keep.RetryInterval {
					t.Errorf("opened %s after the time before", d)
				}
			}
		})
	})
}
