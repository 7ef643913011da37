package virtual

import (
	"cmp"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// EncoderOpts describes an emulated encoder and how it is turned. The zero
// value is an EC11 with four edges a detent, turned at about 30 detents a
// second, whose contacts do not bounce.
type EncoderOpts struct {
	// Edges is how many edges both contacts have together from one detent to
	// the next: 4, or 2 for an encoder whose detents have both contacts open
	// and both closed in turn. 0: 4.
	Edges int
	// Edge is the time from one edge to the next; 0: 8 ms.
	Edge time.Duration
	// Bounces is how often a contact goes back and forth before it is stable.
	// The datasheet of the EC11 allows 3 ms for this ("chattering").
	Bounces int
	// Bounce is how long each of these takes; 0: 0.2 ms.
	Bounce time.Duration
}

// Encoder is a rotary encoder between two pins and ground, with contacts A and B
// that close in a Gray code: clockwise A closes before B and opens before it.
// Pull-ups make an open contact high.
type Encoder struct {
	mu    sync.Mutex // only one hand turns it at a time
	a, b  *Pin
	opts  EncoderOpts
	phase int // edges clockwise from where both contacts are open, 0 to 3
}

// NewEncoder puts an encoder at rest on two pins, both contacts open.
func NewEncoder(a, b *Pin, opts EncoderOpts) *Encoder {
	opts.Edges = cmp.Or(opts.Edges, 4)
	opts.Edge = cmp.Or(opts.Edge, 8*time.Millisecond)
	opts.Bounce = cmp.Or(opts.Bounce, 200*time.Microsecond)
	a.Float()
	b.Float()
	return &Encoder{a: a, b: b, opts: opts}
}

// Turn turns the knob by some detents, clockwise or, if less than 0,
// counter-clockwise. It returns when the knob rests.
func (e *Encoder) Turn(detents int) {
	e.TurnEdges(detents * e.opts.Edges)
}

// TurnEdges turns the knob by some edges, which may leave it between two
// detents.
func (e *Encoder) TurnEdges(edges int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	way := 1
	if edges < 0 {
		way, edges = -1, -edges
	}
	for range edges {
		a := (way > 0) == (e.phase%2 == 0) // A moves in this step
		e.phase = (e.phase + way + 4) % 4
		e.edge(a)
	}
}

// closed reports whether A, or else B, is closed in the current phase.
func (e *Encoder) closed(a bool) bool {
	if a {
		return e.phase == 1 || e.phase == 2
	}
	return e.phase == 2 || e.phase == 3
}

// edge moves a contact to its state in the current phase. It bounces, and then
// waits for the time of an edge.
func (e *Encoder) edge(a bool) {
	closed := e.closed(a)
	pin := e.b
	if a {
		pin = e.a
	}
	for range e.opts.Bounces {
		contact(pin, closed)
		time.Sleep(e.opts.Bounce)
		contact(pin, !closed)
		time.Sleep(e.opts.Bounce)
	}
	contact(pin, closed)
	time.Sleep(e.opts.Edge)
}

func contact(pin *Pin, closed bool) {
	if closed {
		pin.Set(gpio.Low)
		return
	}
	pin.Float()
}
