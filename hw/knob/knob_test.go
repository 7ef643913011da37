package knob_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"pgregory.net/rapid"

	"familiar/hw/knob"
	"familiar/hw/part"
	"familiar/hw/virtual"
)

const ms = time.Millisecond

// newKnob returns an encoder and the knob that listens to it, in the bubble of the
// test.
func newKnob(t *testing.T, opts knob.Opts, of virtual.EncoderOpts) (*knob.Knob, *virtual.Encoder) {
	t.Helper()
	a, b := virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
	return listening(t, a, b, opts), virtual.NewEncoder(a, b, of)
}

func listening(t *testing.T, a, b gpio.PinIn, opts knob.Opts) *knob.Knob {
	t.Helper()
	k, err := knob.New(a, b, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Halt(); err != nil {
			t.Error(err)
		}
	})
	return k
}

// taken returns the sum of the steps that are queued on the knob's channel.
func taken(k *knob.Knob) int {
	synctest.Wait()
	steps := 0
	for {
		select {
		case e := <-k.Events():
			steps += e.Steps
		default:
			return steps
		}
	}
}

func TestTurns(t *testing.T) {
	encoders := map[string]struct {
		opts knob.Opts
		of   virtual.EncoderOpts
	}{
		"four edges":          {knob.Opts{}, virtual.EncoderOpts{}},
		"two edges":           {knob.Opts{Edges: 2}, virtual.EncoderOpts{Edges: 2}},
		"bouncing":            {knob.Opts{}, virtual.EncoderOpts{Bounces: 7}},
		"two edges, bouncing": {knob.Opts{Edges: 2}, virtual.EncoderOpts{Edges: 2, Bounces: 7}},
		"fast":                {knob.Opts{}, virtual.EncoderOpts{Edge: ms / 2}},
		"fast and bouncing":   {knob.Opts{}, virtual.EncoderOpts{Edge: ms / 2, Bounces: 3, Bounce: 20 * time.Microsecond}},
		"slow":                {knob.Opts{}, virtual.EncoderOpts{Edge: 700 * ms}},
	}
	for name, c := range encoders {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k, e := newKnob(t, c.opts, c.of)
				told := 0
				for _, detents := range []int{1, -1, 3, -8, 1, 15} {
					e.Turn(detents)
					got := taken(k)
					if got != detents {
						t.Errorf("%d steps of %d", got, detents)
					}
					told += max(got, -got)
				}
				if h := k.Health(); !h.OK || h.Steps != told || h.Dropped != 0 || h.LastError != nil {
					t.Errorf("health %+v", h)
				}
			})
		})
	}
}

// TestTurnBackAndForth turns the knob like hands that change their mind, also between two
// detents: the sum of the steps is where it comes to rest.
func TestTurnBackAndForth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		edges := rapid.SampledFrom([]int{2, 4}).Draw(rt, "edges")
		of := virtual.EncoderOpts{Edges: edges, Bounces: rapid.IntRange(0, 4).Draw(rt, "bounces")}
		turns := rapid.SliceOfN(rapid.IntRange(-9, 9), 1, 12).Draw(rt, "turns")
		synctest.Test(t, func(t *testing.T) {
			k, e := newKnob(t, knob.Opts{Edges: edges}, of)
			at, told := 0, 0
			for _, by := range turns {
				e.TurnEdges(by)
				at += by
				if told += taken(k); at%edges == 0 && told != at/edges {
					rt.Fatalf("%d steps after %d edges", told, at)
				}
			}
		})
	})
}

// TestAtOnce sends a step when the detent is reached, and none before.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, e := newKnob(t, knob.Opts{}, virtual.EncoderOpts{Edge: 10 * ms})
		start := time.Now()
		go e.Turn(-1)
		got := <-k.Events()
		if got.Steps != -1 || got.At.Sub(start) != 30*ms {
			t.Errorf("%d steps after %s", got.Steps, got.At.Sub(start))
		}
		time.Sleep(time.Second)
	})
}

// TestBetweenDetents starts with a knob that was left between two detents.
func TestBetweenDetents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
		e := virtual.NewEncoder(a, b, virtual.EncoderOpts{})
		e.TurnEdges(1)
		k := listening(t, a, b, knob.Opts{})
		e.TurnEdges(3)
		if got := taken(k); got != 1 {
			t.Errorf("%d steps into the detent", got)
		}
		e.TurnEdges(-1)
		e.TurnEdges(1)
		if got := taken(k); got != 0 {
			t.Errorf("%d steps of a tremble", got)
		}
	})
}

func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, e := newKnob(t, knob.Opts{}, virtual.EncoderOpts{})
		e.Turn(20)
		if got := taken(k); got != 16 {
			t.Errorf("%d steps wait", got)
		}
		if h := k.Health(); h.Steps != 16 || h.Dropped != 4 {
			t.Errorf("health %+v", h)
		}
	})
}

// lossy is a pin that loses edges: WaitForEdge does not return for a lost edge, so its
// level is only seen after the timeout.
type lossy struct {
	*virtual.Pin
	lost  atomic.Bool
	waits atomic.Int64
}

func (p *lossy) WaitForEdge(d time.Duration) bool {
	p.waits.Add(1)
	for start := time.Now(); ; {
		left := d - time.Since(start)
		if left <= 0 {
			return false
		}
		if p.Pin.WaitForEdge(left) && !p.lost.Load() {
			return true
		}
	}
}

// TestLostEdges loses all edges of a pin: those of the other one still show the
// direction, and no step goes the wrong way.
func TestLostEdges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &lossy{Pin: virtual.NewPin("GPIO5", 5)}, &lossy{Pin: virtual.NewPin("GPIO6", 6)}
		k := listening(t, a, b, knob.Opts{})
		e := virtual.NewEncoder(a.Pin, b.Pin, virtual.EncoderOpts{Edge: 5 * ms})
		for _, p := range []*lossy{a, b} {
			p.lost.Store(true)
			e.Turn(10)
			if got := taken(k); got < 0 || got > 10 {
				t.Errorf("%d steps of 10", got)
			}
			p.lost.Store(false)
			time.Sleep(time.Second)
			taken(k)
			e.Turn(-3)
			if got := taken(k); got != -3 {
				t.Errorf("%d steps of -3 with all edges", got)
			}
		}
	})
}

// TestIdle: while nobody turns, the pins are read ten times a second.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &lossy{Pin: virtual.NewPin("GPIO5", 5)}, &lossy{Pin: virtual.NewPin("GPIO6", 6)}
		listening(t, a, b, knob.Opts{})
		time.Sleep(10*time.Second + ms)
		if n := a.waits.Load() + b.waits.Load(); n > 202 {
			t.Errorf("waited %d times in 10 s", n)
		}
	})
}

// deadPin has no edges and no level while it is dead, like a line whose chip is gone.
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
		a, b := &deadPin{Pin: virtual.NewPin("GPIO5", 5)}, &deadPin{Pin: virtual.NewPin("GPIO6", 6)}
		k := listening(t, a, b, knob.Opts{})
		e := virtual.NewEncoder(a.Pin, b.Pin, virtual.EncoderOpts{})
		for _, dead := range [][]*deadPin{{a}, {b}, {a, b}} {
			for _, p := range dead {
				p.dead.Store(true)
				p.waits.Store(0)
			}
			time.Sleep(time.Second)
			e.Turn(5)
			time.Sleep(10 * time.Second)
			if got := taken(k); got != 0 {
				t.Errorf("a dead pin told %d steps", got)
			}
			if h := k.Health(); h.OK || !errors.Is(h.LastError, part.ErrDead) || !strings.Contains(h.LastError.Error(), "GPIO") {
				t.Errorf("health %+v", h)
			}
			for _, p := range dead {
				if n := p.waits.Load(); n > 130 {
					t.Errorf("asked %d times in 11 s", n)
				}
				p.dead.Store(false)
			}
			time.Sleep(time.Second)
			e.Turn(-2)
			if got := taken(k); got != -2 {
				t.Errorf("%d steps of -2 once the pin was back", got)
			}
			if h := k.Health(); !h.OK || h.LastError == nil {
				t.Errorf("health of the knob that came back %+v", h)
			}
		}
	})
}

func TestHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
		k := listening(t, a, b, knob.Opts{})
		time.Sleep(30 * ms)
		start := time.Now()
		for range 2 {
			if err := k.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d > 100*ms {
			t.Errorf("Halt took %s", d)
		}
		if _, ok := <-k.Events(); ok {
			t.Error("events after Halt")
		}
		if a.WaitForEdge(time.Second) || b.WaitForEdge(time.Second) {
			t.Error("the pins still have edges")
		}
		if k.String() != "knob on GPIO5 and GPIO6" {
			t.Errorf("it is called %s", k)
		}
	})
}

// brokenPin cannot be an input.
type brokenPin struct{ *virtual.Pin }

var errBroken = errors.New("line is busy")

func (brokenPin) In(gpio.Pull, gpio.Edge) error { return errBroken }

func TestNewErrors(t *testing.T) {
	pin := virtual.NewPin("GPIO5", 5)
	for _, pins := range [][2]gpio.PinIn{{nil, pin}, {pin, nil}} {
		if _, err := knob.New(pins[0], pins[1], knob.Opts{}); err == nil {
			t.Errorf("no error for the pins %v", pins)
		}
	}
	if _, err := knob.New(pin, brokenPin{pin}, knob.Opts{}); !errors.Is(err, errBroken) {
		t.Errorf("broken pin: %v", err)
	}
	for _, edges := range []int{-4, -1, 1, 3, 5} {
		if _, err := knob.New(pin, pin, knob.Opts{Edges: edges}); err == nil {
			t.Errorf("no error for %d edges", edges)
		}
	}
}
