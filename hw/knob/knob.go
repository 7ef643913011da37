// Package knob counts the steps of a rotary encoder on two GPIO pins, such as
// an EC11, alone or on a KY-040 module: its contacts A and B connect to ground,
// a quarter of a period apart (Alps EC11 datasheet, "Output wave"). The push
// button in it is a button like any other: see package button.
//
// A Knob waits with short timeouts only: for pins of periph's gpioioctl a
// timeout of zero means for ever.
//
// If both pins are lines of one chip of the kernel, it has a [Queue] of their
// edges, in order and each with its line and direction. None is lost if the
// program is late, for example with a picture to draw on a single core. Any
// other two pins have a goroutine each. These do not say which edge it was, so
// both levels are read after each; a read that is late by more than one edge
// misses a step.
package knob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/part"
)

// DefaultEdges is how many edges most encoders have from one detent to the next:
// both contacts are open in each.
const DefaultEdges = 4

// maxWait limits each wait on a pin, and so the time that Halt takes.
const maxWait = 100 * time.Millisecond

// queueLength is the number of events that wait for a slow receiver.
const queueLength = 16

// Opts describes an encoder. The zero value has four edges a detent and uses
// the Pi's own pull-ups. If an encoder counts the wrong way, exchange its pins.
type Opts struct {
	// Edges is how many edges both contacts have together from one detent to
	// the next: 4, or 2 for an encoder whose detents have both contacts open
	// and both closed in turn; 0 is DefaultEdges. If it is wrong, only every
	// other detent counts, or each counts twice.
	Edges int
}

// Event is a turn of the knob.
type Event struct {
	Steps int // detents clockwise; less than 0: counter-clockwise; never 0
	At    time.Time
}

// Health is the health of a knob.
type Health struct {
	OK        bool
	LastError error // kept after recovery; nil if it never failed
	Steps     int   // steps sent, in either direction
	Dropped   int   // steps lost because the queue was full
}

// Queue is the kernel's queue of the edges of two lines: a LineSet of periph's
// gpioioctl.
type Queue interface {
	// WaitForEdge returns the number of the line of the next edge, and which edge
	// it was. If there was none in time, the error is os.ErrDeadlineExceeded.
	WaitForEdge(timeout time.Duration) (line int, edge gpio.Edge, err error)
	// Read returns the levels of both lines: that of A in bit 0, that of B in bit 1.
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	Close() error
}

// Knob is a rotary encoder. Its methods may be called from any goroutine.
type Knob struct {
	name    string
	levels  func() (contacts, error)
	release func() error
	opts    Opts
	events  chan Event
	ctx     context.Context // of the goroutines that listen
	stop    context.CancelFunc
	halt    sync.Once
	done    sync.WaitGroup // those goroutines

	mu      sync.Mutex // held also while both pins are read: their levels must be of one moment
	counter quadrature
	dead    int // number of dead pins
	health  Health
}

// New starts listening to the encoder on two pins, until Halt. A is the contact
// that closes first when the knob is turned clockwise: CLK of a KY-040, whose DT
// is B.
func New(a, b gpio.PinIn, opts Opts) (*Knob, error) {
	if a == nil || b == nil {
		return nil, errors.New("knob: no such pin")
	}
	for _, pin := range []gpio.PinIn{a, b} {
		if err := pin.In(gpio.PullUp, gpio.BothEdges); err != nil {
			return nil, fmt.Errorf("knob: making %s an input: %w", pin, err)
		}
	}
	k, err := start(a.Name()+" and "+b.Name(), opts, func() (contacts, error) {
		return contactsOf(a.Read(), b.Read()), nil
	})
	if err != nil {
		return nil, err
	}
	k.release = func() error {
		var errs []error
		for _, pin := range []gpio.PinIn{a, b} {
			if err := pin.In(gpio.PullUp, gpio.NoEdge); err != nil {
				errs = append(errs, fmt.Errorf("knob: releasing %s: %w", pin, err))
			}
		}
		return errors.Join(errs...)
	}
	k.done.Go(func() { k.listenPin(a) })
	k.done.Go(func() { k.listenPin(b) })
	return k, nil
}

// NewQueued starts listening to the encoder on the two lines of a queue, until
// Halt, which closes the queue. a is the number of the line of contact A; the
// lines have their pulls already. The name stands for both lines.
func NewQueued(q Queue, a int, name string, opts Opts) (*Knob, error) {
	k, err := start(name, opts, func() (contacts, error) {
		bits, err := q.Read(0b11)
		return contactsOf(bits&0b01 != 0, bits&0b10 != 0), err
	})
	if err != nil {
		return nil, err
	}
	k.release = q.Close
	k.done.Go(func() { k.listenQueue(q, a) })
	return k, nil
}

// start makes a knob without its goroutines.
func start(name string, opts Opts, levels func() (contacts, error)) (*Knob, error) {
	opts.Edges = cmp.Or(opts.Edges, DefaultEdges)
	if opts.Edges != 2 && opts.Edges != 4 {
		return nil, fmt.Errorf("knob: %d edges a detent: an encoder has 2 or 4", opts.Edges)
	}
	now, err := levels()
	if err != nil {
		return nil, fmt.Errorf("knob: reading %s: %w", name, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Knob{
		name: name, levels: levels, opts: opts, ctx: ctx, stop: stop,
		events:  make(chan Event, queueLength),
		counter: quadrature{edges: opts.Edges, now: now},
		health:  Health{OK: true},
	}, nil
}

// Events carries the turns, in order. It is closed by Halt. If nobody receives
// them, the first 16 are queued and later ones are dropped.
func (k *Knob) Events() <-chan Event { return k.events }

// Health returns the current health.
func (k *Knob) Health() Health {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.health
}

// String names the knob by its pins.
func (k *Knob) String() string { return "knob on " + k.name }

// Halt stops listening and waits for the end, a tenth of a second at most.
func (k *Knob) Halt() error {
	k.halt.Do(func() {
		k.stop()
		k.done.Wait()
		close(k.events)
	})
	return k.release()
}

// listenQueue counts the edges of a queue. When there was no edge for a while it
// reads the levels, too: a full queue loses edges.
func (k *Knob) listenQueue(q Queue, a int) {
	dead := false
	for k.ctx.Err() == nil {
		start := time.Now()
		line, edge, err := q.WaitForEdge(maxWait)
		now := time.Now()
		timedOut := errors.Is(err, os.ErrDeadlineExceeded)
		if err != nil && !timedOut || timedOut && now.Sub(start) < maxWait/2 {
			k.setDead(k.name, &dead, true)
			k.pause()
			continue
		}
		k.setDead(k.name, &dead, false)
		if timedOut {
			k.read(now)
			continue
		}
		k.mu.Lock()
		is := k.counter.now &^ contactsOf(line == a, line != a)
		if edge == gpio.RisingEdge {
			is |= contactsOf(line == a, line != a)
		}
		k.count(now, is)
		k.mu.Unlock()
	}
}

// listenPin reads the contacts after each edge of a pin. When there was no edge
// for a while it reads them, too: one may have been lost.
func (k *Knob) listenPin(pin gpio.PinIn) {
	dead := false
	for k.ctx.Err() == nil {
		start := time.Now()
		moved := pin.WaitForEdge(maxWait)
		now := time.Now()
		if !moved && now.Sub(start) < maxWait/2 {
			// The level of such a pin means nothing, and trying again at once
			// would take a whole core.
			k.setDead(pin.String(), &dead, true)
			k.pause()
			continue
		}
		k.setDead(pin.String(), &dead, false)
		k.read(now)
	}
}

// read counts the contacts' current state. It does nothing while a pin is dead.
func (k *Knob) read(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead > 0 {
		return
	}
	if is, err := k.levels(); err == nil { // after an error the goroutine that waits for the line finds it dead
		k.count(now, is)
	}
}

// count takes the state of the contacts, and sends an event if it completes a
// step; k.mu is held.
func (k *Knob) count(now time.Time, is contacts) {
	steps := k.counter.read(is)
	if steps == 0 {
		return
	}
	n := max(steps, -steps)
	select {
	case k.events <- Event{Steps: steps, At: now}:
		k.health.Steps += n
	default:
		k.health.Dropped += n
	}
}

func contactsOf(a, b gpio.Level) (c contacts) {
	if a == gpio.High {
		c |= 0b10
	}
	if b == gpio.High {
		c |= 0b01
	}
	return c
}

// setDead records whether a pin is dead; was holds what was last recorded for it.
func (k *Knob) setDead(pin string, was *bool, dead bool) {
	if *was == dead {
		return
	}
	*was = dead
	k.mu.Lock()
	defer k.mu.Unlock()
	if dead {
		k.dead++
		k.health.LastError = fmt.Errorf("knob: %s: %w", pin, part.ErrDead)
	} else if k.dead--; k.dead == 0 {
		// Edges were missed while a pin was dead.
		k.counter.moved = 0
		if is, err := k.levels(); err == nil {
			k.counter.now = is
		}
	}
	k.health.OK = k.dead == 0
}

// pause waits before a dead pin is tried again.
func (k *Knob) pause() {
	select {
	case <-time.After(maxWait):
	case <-k.ctx.Done():
	}
}
