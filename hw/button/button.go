// Package button detects presses of a push button on a GPIO pin.
//
// Contacts bounce for some milliseconds (Ganssle, "A Guide to Debouncing"), so
// a level counts only after it has been stable for 20 ms. A Button has a
// goroutine of its own, which waits on the pin with short timeouts only: for
// pins of periph's gpioioctl a timeout of zero means for ever, and they queue
// every edge, so the level is read after each.
package button

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/part"
)

const (
	// Debounce is how long a level has to be stable until it counts.
	Debounce = 20 * time.Millisecond
	// DefaultLong is the usual length of a long press.
	DefaultLong = 800 * time.Millisecond
)

// maxWait limits each wait on the pin, and so the time that Halt takes.
const maxWait = 100 * time.Millisecond

// queueLength is the number of presses that wait for a slow receiver.
const queueLength = 16

// Opts says how a button is wired and which presses it has. The zero value is a
// button between the pin and ground, with the Pi's own pull-up and without long
// presses.
type Opts struct {
	ActiveHigh bool          // the pressed button connects to 3.3 V
	Long       time.Duration // 0: no long press; else its length, such as DefaultLong
}

// pull returns the Pi's own resistor that the button works against.
func (o Opts) pull() gpio.Pull {
	if o.ActiveHigh {
		return gpio.PullDown
	}
	return gpio.PullUp
}

// Event is a press.
type Event struct {
	Kind Kind
	At   time.Time // when the debouncer recognized it
}

// Health is the health of a button.
type Health struct {
	OK        bool
	LastError error // kept after recovery; nil if it never failed
	Presses   int   // presses sent, including long ones
	Dropped   int   // presses lost because the queue was full
}

// Button is a push button. Its methods may be called from any goroutine.
type Button struct {
	pin    gpio.PinIn
	opts   Opts
	events chan Event
	stop   context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	health Health
}

// New starts listening to the button on the pin, until Halt.
func New(pin gpio.PinIn, opts Opts) (*Button, error) {
	if pin == nil {
		return nil, errors.New("button: no such pin")
	}
	if opts.Long < 0 {
		return nil, fmt.Errorf("button: %s: negative time", pin)
	}
	if err := pin.In(opts.pull(), gpio.BothEdges); err != nil {
		return nil, fmt.Errorf("button: making %s an input: %w", pin, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	b := &Button{
		pin:    pin,
		opts:   opts,
		events: make(chan Event, queueLength),
		stop:   stop,
		done:   make(chan struct{}),
		health: Health{OK: true},
	}
	go b.run(ctx, newDebouncer(Debounce, opts.Long, b.pressed()))
	return b, nil
}

// Events carries the presses, in order. It is closed at the end. If nobody
// receives them, the first 16 are queued and later ones are dropped.
func (b *Button) Events() <-chan Event { return b.events }

// Health returns the current health.
func (b *Button) Health() Health {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.health
}

// String names the button by its pin.
func (b *Button) String() string { return "button on " + b.pin.Name() }

// Halt stops listening and waits for the end, a tenth of a second at most.
func (b *Button) Halt() error {
	b.stop()
	<-b.done
	if err := b.pin.In(b.opts.pull(), gpio.NoEdge); err != nil {
		return fmt.Errorf("button: releasing %s: %w", b.pin, err)
	}
	return nil
}

func (b *Button) run(ctx context.Context, d *debouncer) {
	defer close(b.done)
	defer close(b.events)
	for ctx.Err() == nil {
		start := time.Now()
		wait := b.wait(d, start)
		moved := b.pin.WaitForEdge(wait)
		now := time.Now()
		if !moved && now.Sub(start) < wait/2 {
			// The level of such a pin means nothing, and trying again at once
			// would take a whole core.
			b.setOK(false)
			select {
			case <-time.After(maxWait):
			case <-ctx.Done():
			}
			continue
		}
		b.setOK(true)
		if kind := d.step(now, b.pressed(), moved); kind != none {
			b.send(Event{Kind: kind, At: now})
		}
	}
}

// wait returns how long to wait for an edge: never zero, which would be for ever.
func (b *Button) wait(d *debouncer, now time.Time) time.Duration {
	wait, ok := d.nextStep(now)
	if !ok {
		return maxWait
	}
	return min(max(wait, time.Millisecond), maxWait)
}

func (b *Button) pressed() bool {
	return (b.pin.Read() == gpio.High) == b.opts.ActiveHigh
}

func (b *Button) send(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.events <- e:
		b.health.Presses++
	default:
		b.health.Dropped++
	}
}

// setOK records whether the pin waits for edges.
func (b *Button) setOK(ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ok && b.health.OK {
		b.health.LastError = fmt.Errorf("button: %s: %w", b.pin, part.ErrDead)
	}
	b.health.OK = ok
}
