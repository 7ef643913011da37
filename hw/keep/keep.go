// Package keep keeps an output device open and up to date.
//
// A Supervisor owns its device in a goroutine: Show hands over a frame and returns, and of several frames the latest wins. It opens
// a failed device again every half second, for as long as it takes, and then shows the latest frame.
package keep

import (
	"errors"
	"math"
	"sync"
	"time"
)

// Pause is the time from a failure to the next attempt. With it, a device that
// answers at once works again within a second of the end of its fault.
const Pause = 500 * time.Millisecond

// Idle is what Step returns if nothing is due until the next frame.
const Idle = time.Duration(math.MaxInt64)

// Device is an open device that shows frames. Its methods are called by the
// goroutine of its Supervisor, and the last call is End or Abandon.
type Device[F any] interface {
	// Step does what is due to show the wanted frame, and returns in how
	// long something will be due again. It is called after that time, and when
	// another frame is wanted.
	Step(wanted *F) (time.Duration, error)
	// End turns the device off and closes it. A device that keeps its picture without a program shows
	// the frame first. The frame is nil if none was ever wanted.
	End(wanted *F) error
	// Abandon closes a device after an error of Step.
	Abandon() error
}

// Health is the health of a device.
type Health struct {
	OK        bool      // it shows the frames
	Since     time.Time // since when OK has this value
	LastError error     // kept after recovery; nil if it never failed
	Opens     int       // attempts to open
}

// Supervisor keeps a device open. Its methods may be called from any
// goroutine.
type Supervisor[F any] struct {
	open func() (Device[F], error)
	next chan *F // holds the latest frame that was not taken
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// Used by the goroutine only.
	wanted *F    // the latest frame taken; nil before the first
	err    error // of Device.End

	mu     sync.Mutex
	health Health
}

// New opens a device with the function open, again and again if it fails, and shows
// frames on it until Halt. The frame first is wanted until the first Show; if it is
// nil, nothing is shown until then, and the device's health is not known. New
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

// Show shows a frame as soon as the device can. It does not wait; the frame must not
// be changed afterwards.
func (k *Supervisor[F]) Show(frame *F) {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.next:
	default:
	}
	k.next <- frame
}

// Health returns the current health.
func (k *Supervisor[F]) Health() Health {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.health
}

// Halt ends the device, if it is open, and waits for it. Its error is that of
// Device.End.
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

// rest waits until the next attempt and keeps receiving frames; it returns false at
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

// note updates the health with the result of the last operation.
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
