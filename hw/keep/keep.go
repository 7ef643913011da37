// Package keep keeps a device that shows something open and up to date.
//
// A Keeper owns its device in a goroutine: Show hands over what is to be shown
// and returns, and of several frames the latest wins. A device that fails is
// opened again every half second, for as long as it takes, and shows the latest
// frame then.
package keep

import (
	"errors"
	"math"
	"sync"
	"time"
)

// Pause is the time from a failure to the next attempt. With it, whatever
// answers at once works again within a second of the end of its fault.
const Pause = 500 * time.Millisecond

// Idle is what Step returns if nothing is due until another frame is wanted.
const Idle = time.Duration(math.MaxInt64)

// Device is an open device that shows frames. Its methods are called by the
// goroutine of its Keeper, and the last call is End or Abandon.
type Device[F any] interface {
	// Step does what is due, if the frame is what is wanted now, and says in how
	// long something will be due again. It is called after that time, and when
	// another frame is wanted.
	Step(wanted *F) (time.Duration, error)
	// End shows the frame if that means something to a device without a program,
	// turns the device off and closes it. The frame is nil if none was ever wanted.
	End(wanted *F) error
	// Abandon closes a device of which Step has failed.
	Abandon() error
}

// Health is how a device does.
type Health struct {
	OK        bool      // it was told something, and does it
	Since     time.Time // since when it is so
	LastError error     // also after it was mended; nil if it never failed
	Opens     int       // attempts to open
}

// Supervisor is a device with its goroutine. Its methods may be called from any
// goroutine.
type Supervisor[F any] struct {
	open func() (Device[F], error)
	next chan *F // holds the latest frame that was not taken
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// The goroutine's own.
	wanted *F    // the latest frame taken; nil before the first
	err    error // of the end

	mu     sync.Mutex
	health Health
}

// New opens a device by a function, again and again if it fails, and shows
// frames on it until Halt. The first is wanted before the first Show; if it is
// nil, the device is told nothing until then, and nobody knows how it does. New
// returns at once.
func New[F any](open func() (Device[F], error), first *F) *Supervisor[F] {
	k := &Supervisor[F]{
		open:   open,
		next:   make(chan *F, 1),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
		wanted: first,
		health: Health{Since: time.Now()},
	}
	go k.run()
	return k
}

// Show shows a frame when the device can. It does not wait; the frame must not
// be changed after it.
func (k *Supervisor[F]) Show(frame *F) {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.next:
	default:
	}
	k.next <- frame
}

// Health returns how the device does now.
func (k *Supervisor[F]) Health() Health {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.health
}

// Halt ends the device, if it is open, and waits for it. Its error is that of
// the end.
func (k *Supervisor[F]) Halt() error {
	k.halt.Do(func() { close(k.stop) })
	<-k.done
	return k.err
}

func (k *Supervisor[F]) run() {
	defer close(k.done)
	for {
		err := k.session()
		if err == nil {
			return
		}
		k.note(err)
		if !k.rest() {
			return
		}
	}
}

// session opens the device and shows frames until it fails or until Halt, which
// is no error.
func (k *Supervisor[F]) session() error {
	k.mu.Lock()
	k.health.Opens++
	k.mu.Unlock()
	dev, err := k.open()
	if err != nil {
		return err
	}
	if err := k.serve(dev); err != nil {
		return errors.Join(err, dev.Abandon())
	}
	select {
	case k.wanted = <-k.next:
	default:
	}
	k.err = dev.End(k.wanted)
	return nil
}

// serve shows frames until the device fails or until Halt.
func (k *Supervisor[F]) serve(dev Device[F]) error {
	for {
		wait := Idle
		if k.wanted != nil {
			var err error
			if wait, err = dev.Step(k.wanted); err != nil {
				return err
			}
			k.note(nil)
		}
		due := time.NewTimer(wait)
		select {
		case k.wanted = <-k.next:
		case <-due.C:
		case <-k.stop:
			due.Stop()
			return nil
		}
		due.Stop()
	}
}

// rest waits until the next attempt and keeps taking frames; it returns false at
// once on Halt.
func (k *Supervisor[F]) rest() bool {
	over := time.NewTimer(Pause)
	defer over.Stop()
	for {
		select {
		case k.wanted = <-k.next:
		case <-over.C:
			return true
		case <-k.stop:
			return false
		}
	}
}

// note notes how the last thing went that the device was told.
func (k *Supervisor[F]) note(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if ok := err == nil; ok != k.health.OK {
		k.health.OK, k.health.Since = ok, time.Now()
	}
	if err != nil {
		k.health.LastError = err
	}
}
