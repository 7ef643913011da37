package knob

import (
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// fakeQueue is a queue like the kernel's. Its levels are the final ones long before its edges are taken.
type fakeQueue struct {
	mu     sync.Mutex
	edges  []lineEdge
	levels gpio.GPIOValue
	broken error
	closed int
}

type lineEdge struct {
	line int
	edge gpio.Edge
}

// The lines of the contacts.
const (
	lineA = 20
	lineB = 21
)

// turn puts the edges of some detents into the queue, all at once.
func (q *fakeQueue) turn(detents int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	order := []lineEdge{{lineA, gpio.FallingEdge}, {lineB, gpio.FallingEdge}, {lineA, gpio.RisingEdge}, {lineB, gpio.RisingEdge}}
	if detents < 0 {
		order = []lineEdge{{lineB, gpio.FallingEdge}, {lineA, gpio.FallingEdge}, {lineB, gpio.RisingEdge}, {lineA, gpio.RisingEdge}}
		detents = -detents
	}
	q.edges = append(q.edges, slices.Repeat(order, detents)...)
	q.levels = 0b11
}

func (q *fakeQueue) WaitForEdge(timeout time.Duration) (int, gpio.Edge, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.broken != nil {
		return 0, gpio.NoEdge, q.broken
	}
	if len(q.edges) == 0 {
		q.mu.Unlock()
		time.Sleep(timeout)
		q.mu.Lock()
		return 0, gpio.NoEdge, &os.PathError{Op: "read", Path: "lines", Err: os.ErrDeadlineExceeded}
	}
	next := q.edges[0]
	q.edges = q.edges[1:]
	return next.line, next.edge, nil
}

func (q *fakeQueue) Read(gpio.GPIOValue) (gpio.GPIOValue, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.levels, q.broken
}

func (q *fakeQueue) Close() error {
	q.closed++
	return nil
}

// TestQueued counts every detent of a turn that ended before its first edge was taken.
func TestQueued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &fakeQueue{levels: 0b11}
		k, err := NewQueued(q, lineA, "GPIO20 and GPIO21", Opts{})
		if err != nil {
			t.Fatal(err)
		}
		// The knob reads its queue at the same moments as this test: pass lets the knob go first.
		pass := func() {
			time.Sleep(2 * maxWait)
			synctest.Wait()
		}
		for _, turn := range []int{12, -7} {
			q.turn(turn)
			pass()
			got := 0
			for len(k.Events()) > 0 {
				got += (<-k.Events()).Steps
			}
			if got != turn {
				t.Errorf("%d detents were %d", turn, got)
			}
		}
		q.mu.Lock()
		q.broken = errors.New("the chip is gone")
		q.mu.Unlock()
		pass()
		if h := k.Health(); h.OK || h.LastError == nil {
			t.Errorf("it is broken, and its health is %+v", h)
		}
		q.mu.Lock()
		q.broken = nil
		q.mu.Unlock()
		pass()
		if h := k.Health(); !h.OK {
			t.Errorf("it works again, and its health is %+v", h)
		}
		if err := k.Halt(); err != nil || q.closed != 1 {
			t.Errorf("Halt: %v, closed %d times", err, q.closed)
		}
		if k.String() != "knob on GPIO20 and GPIO21" {
			t.Errorf("it is %v", k)
		}
	})
}

// TestQueuedErrors refuses wrong options.
func TestQueuedErrors(t *testing.T) {
	if _, err := NewQueued(&fakeQueue{}, lineA, "two lines", Opts{Edges: 3}); err == nil {
		t.Error("no error for three edges a detent")
	}
	if _, err := NewQueued(&fakeQueue{broken: errors.New("busy")}, lineA, "two lines", Opts{}); err == nil {
		t.Error("no error for lines that cannot be read")
	}
}
