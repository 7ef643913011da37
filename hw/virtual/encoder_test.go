package virtual_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"

	"familiar/hw/virtual"
)

// newEncoder returns an encoder on two pins with pull-ups.
func newEncoder(t *testing.T, opts virtual.EncoderOpts) (a, b *virtual.Pin, e *virtual.Encoder) {
	t.Helper()
	a, b = virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
	for _, p := range []*virtual.Pin{a, b} {
		if err := p.In(gpio.PullUp, gpio.BothEdges); err != nil {
			t.Fatal(err)
		}
	}
	return a, b, virtual.NewEncoder(a, b, opts)
}

// levels returns those of two pins, A first, 1 for an open contact.
func levels(a, b *virtual.Pin) string {
	text := ""
	for _, p := range []*virtual.Pin{a, b} {
		if p.Level() == gpio.High {
			text += "1"
		} else {
			text += "0"
		}
	}
	return text
}

// TestEncoderPhases checks the phases of the EC11's datasheet, forward and back.
func TestEncoderPhases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, e := newEncoder(t, virtual.EncoderOpts{})
		got := []string{levels(a, b)}
		for _, edges := range []int{1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1} {
			e.TurnEdges(edges)
			got = append(got, levels(a, b))
		}
		want := []string{"11", "01", "00", "10", "11", "01", "00", "01", "11", "10", "00", "01", "11", "10"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("A and B (-want +got):\n%s", diff)
		}
	})
}

// TestEncoderDetents: a turn takes time, and ends in a detent.
func TestEncoderDetents(t *testing.T) {
	for _, c := range []struct {
		opts  virtual.EncoderOpts
		turn  int
		rest  string
		takes time.Duration
	}{
		{virtual.EncoderOpts{}, 1, "11", 32 * time.Millisecond},
		{virtual.EncoderOpts{}, -3, "11", 96 * time.Millisecond},
		{virtual.EncoderOpts{Edges: 2}, 1, "00", 16 * time.Millisecond},
		{virtual.EncoderOpts{Edges: 2, Edge: time.Millisecond}, -2, "11", 4 * time.Millisecond},
		{virtual.EncoderOpts{Bounces: 2}, 1, "11", 4 * (8*time.Millisecond + 2*400*time.Microsecond)},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, b, e := newEncoder(t, c.opts)
			start := time.Now()
			e.Turn(c.turn)
			if got := levels(a, b); got != c.rest {
				t.Errorf("%+v turned by %d rests at %s, not %s", c.opts, c.turn, got, c.rest)
			}
			if got := time.Since(start).Truncate(time.Millisecond); got != c.takes.Truncate(time.Millisecond) {
				t.Errorf("%+v turned by %d took %s, not %s", c.opts, c.turn, got, c.takes)
			}
		})
	}
}

// TestEncoderBounces counts the edges of one contact that closes.
func TestEncoderBounces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, e := newEncoder(t, virtual.EncoderOpts{Bounces: 3})
		e.TurnEdges(1)
		edges := func(p *virtual.Pin) (n int) {
			for p.WaitForEdge(time.Millisecond) {
				n++
			}
			return n
		}
		if onA, onB := edges(a), edges(b); onA != 7 || onB != 0 {
			t.Errorf("%d edges of A and %d of B", onA, onB)
		}
	})
}
