package button_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"

	"familiar/hw/button"
	"familiar/hw/part"
	"familiar/hw/virtual"
)

const ms = time.Millisecond

// newButton returns a button on an emulated pin in the bubble of the test.
func newButton(t *testing.T, pin gpio.PinIn, opts button.Opts) *button.Button {
	t.Helper()
	b, err := button.New(pin, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Halt(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// hold presses the pin for the given time, with three bounces at each end.
func hold(pin *virtual.Pin, d time.Duration) {
	for range 3 {
		pin.Set(gpio.Low)
		time.Sleep(ms)
		pin.Float()
		time.Sleep(ms)
	}
	pin.Set(gpio.Low)
	time.Sleep(d)
	for range 3 {
		pin.Float()
		time.Sleep(ms)
		pin.Set(gpio.Low)
		time.Sleep(ms)
	}
	pin.Float()
	time.Sleep(100 * ms)
}

// taken receives the presses that are queued on the button's channel.
func taken(b *button.Button) []button.Kind {
	synctest.Wait()
	var kinds []button.Kind
	for {
		select {
		case e, ok := <-b.Events():
			if !ok {
				return kinds
			}
			kinds = append(kinds, e.Kind)
		default:
			return kinds
		}
	}
}

func TestPresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{Long: button.DefaultLong})
		time.Sleep(time.Second)
		hold(pin, 100*ms)
		hold(pin, 3*time.Second)
		hold(pin, 30*ms)
		want := []button.Kind{button.Press, button.LongPress, button.Press}
		if diff := cmp.Diff(want, taken(b)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		if h := b.Health(); !h.OK || h.Presses != 3 || h.LastError != nil {
			t.Errorf("health %+v", h)
		}
	})
}

func TestPressAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{})
		time.Sleep(time.Second)
		start := time.Now()
		pin.Set(gpio.Low)
		e := <-b.Events()
		if e.Kind != button.Press || e.At.Sub(start) != button.Debounce {
			t.Errorf("%s after %s", e.Kind, e.At.Sub(start))
		}
	})
}

// TestPressedAfterNew: a press counts as soon as New has returned.
func TestPressedAfterNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{})
		pin.Set(gpio.Low)
		time.Sleep(time.Second)
		if diff := cmp.Diff([]button.Kind{button.Press}, taken(b)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

func TestActiveHigh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{ActiveHigh: true})
		if pin.Pull() != gpio.PullDown {
			t.Errorf("pull %s", pin.Pull())
		}
		time.Sleep(time.Second)
		pin.Set(gpio.High)
		time.Sleep(time.Second)
		if diff := cmp.Diff([]button.Kind{button.Press}, taken(b)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

func TestHeldAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		pin.Set(gpio.Low)
		b := newButton(t, pin, button.Opts{Long: button.DefaultLong})
		time.Sleep(2 * time.Second)
		pin.Float()
		time.Sleep(time.Second)
		if got := taken(b); len(got) != 0 {
			t.Errorf("told %v", got)
		}
		hold(pin, 100*ms)
		if diff := cmp.Diff([]button.Kind{button.Press}, taken(b)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// TestQueuedEdges presses a button while nothing reads its pin: when the edges
// are read, the press is over and does not count.
func TestQueuedEdges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		if err := pin.In(gpio.PullUp, gpio.BothEdges); err != nil {
			t.Fatal(err)
		}
		hold(pin, 100*ms)
		b := newButton(t, pin, button.Opts{})
		time.Sleep(time.Second)
		if got := taken(b); len(got) != 0 {
			t.Errorf("told %v", got)
		}
	})
}

func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{})
		time.Sleep(time.Second)
		for range 20 {
			hold(pin, 50*ms)
		}
		if got := len(taken(b)); got != 16 {
			t.Errorf("%d events wait", got)
		}
		if h := b.Health(); h.Presses != 16 || h.Dropped != 4 {
			t.Errorf("health %+v", h)
		}
	})
}

// deadPin has no edges and no level while it is dead, like a line whose chip is
// gone.
type deadPin struct {
	*virtual.Pin
	dead  atomic.Bool
	waits atomic.Int64 // while dead
}

func (p *deadPin) WaitForEdge(d time.Duration) bool {
	if p.dead.Load() {
		p.waits.Add(1)
		return false
	}
	return p.Pin.WaitForEdge(d)
}

func (p *deadPin) Read() gpio.Level {
	if p.dead.Load() {
		return gpio.Low
	}
	return p.Pin.Read()
}

func TestDeadPin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := &deadPin{Pin: virtual.NewPin("GPIO24", 24)}
		b := newButton(t, pin, button.Opts{Long: button.DefaultLong})
		time.Sleep(time.Second)
		pin.dead.Store(true)
		time.Sleep(10 * time.Second)
		if got := taken(b); len(got) != 0 {
			t.Errorf("a dead pin told %v", got)
		}
		if h := b.Health(); h.OK || !errors.Is(h.LastError, part.ErrDead) {
			t.Errorf("health %+v", h)
		}
		if n := pin.waits.Load(); n > 101 {
			t.Errorf("asked %d times in 10 s", n)
		}

		pin.dead.Store(false)
		time.Sleep(time.Second)
		hold(pin.Pin, 100*ms)
		if diff := cmp.Diff([]button.Kind{button.Press}, taken(b)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		if h := b.Health(); !h.OK || h.LastError == nil {
			t.Errorf("health of the pin that came back %+v", h)
		}
	})
}

func TestHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO24", 24)
		b := newButton(t, pin, button.Opts{})
		start := time.Now()
		for range 2 {
			if err := b.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d > 100*ms {
			t.Errorf("Halt took %s", d)
		}
		if _, ok := <-b.Events(); ok {
			t.Error("events after Halt")
		}
		if pin.WaitForEdge(time.Second) {
			t.Error("the pin still has edges")
		}
	})
}

// brokenPin cannot be an input.
type brokenPin struct{ *virtual.Pin }

var errBroken = errors.New("line is busy")

func (brokenPin) In(gpio.Pull, gpio.Edge) error { return errBroken }

func TestNewErrors(t *testing.T) {
	if _, err := button.New(nil, button.Opts{}); err == nil {
		t.Error("no error for no pin")
	}
	if _, err := button.New(brokenPin{virtual.NewPin("GPIO24", 24)}, button.Opts{}); !errors.Is(err, errBroken) {
		t.Errorf("broken pin: %v", err)
	}
	if _, err := button.New(virtual.NewPin("GPIO24", 24), button.Opts{Long: -1}); err == nil {
		t.Error("no error for a negative time")
	}
}
