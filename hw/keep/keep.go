// Package keep keeps an output device open and up to date.
//
// A Supervisor owns its device in a goroutine: Show hands over a frame and
// returns, and of several frames the latest wins. It opens a failed device
// again every half second, for as long as it takes, and then shows the latest
// frame.
package keep

import (
	"errors"
	"math"
	"sync"
	"time"
)

// RetryInterval is the time from a failure to the next attempt to open the
// device. With it, a device that answers at once works again within a second of
// the end of its fault.
const RetryInterval = 500 * time.Millisecond

// Idle is what Step returns if nothing is due until the next frame.
const Idle = time.Duration(math.MaxInt64)

// Device is an open device that shows frames. Its methods are called by the
// goroutine of its Supervisor, and the last call is End or Abandon.
type Device[F any] interface {
	// Step does what is due to show the wanted frame, and returns in how long
	// something will be due again. It is called after that time, and when
	// another frame is wanted.
	Step(wanted *F) (time.Duration, error)
	// End turns the device off and closes it. A device that keeps its picture
	// without a program shows the frame first. The frame is nil if none was
	// ever wanted.
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

// Supervisor keeps a device open. Its methods may be called from any goroutine.
type Supervisor[F any] struct {
	open func() (Device[F], error)
	next chan *F // holds the latest frame that was not taken
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// Used by the goroutine only.
	wanted *F    // the latest frame taken; nil before the first
	err    error // the error of Device.End

	mu     sync.Mutex
	health Health
}

// New opens a device with the function open, again and again if it fails, and
// shows frames on it until Halt. The frame first is wanted until the first
// Show; if it is nil, nothing is shown until then, and the device's health is
// not known. New returns at once.
func New[F any](open func() (Device[F], error), first *F) *Supervisor[F] {
	s := &Supervisor[F]{
		open:   open,
		next:   make(chan *F, 1),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
		wanted: first,
		health: Health{Since: time.Now()},
	}
	go s.run()
	return s
}

// Show shows a frame as soon as the device can. It does not wait; the frame
// must not be changed afterwards.
func (s *Supervisor[F]) Show(frame *F) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.next:
	default:
	}
	s.next <- frame
}

// Health returns the current health.
func (s *Supervisor[F]) Health() Health {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.health
}

// Halt ends the device, if it is open, and waits for it. Its error is that of
// Device.End.
func (s *Supervisor[F]) Halt() error {
	s.halt.Do(func() { close(s.stop) })
	<-s.done
	return s.err
}

func (s *Supervisor[F]) run() {
	defer close(s.done)
	for {
		err := s.session()
		if err == nil {
			return
		}
		s.note(err)
		if !s.pause() {
			return
		}
	}
}

// session opens the device and shows frames until it fails or until Halt, which
// is no error.
func (s *Supervisor[F]) session() error {
	s.mu.Lock()
	s.health.Opens++
	s.mu.Unlock()
	dev, err := s.open()
	if err != nil {
		return err
	}
	if err := s.serve(dev); err != nil {
		return errors.Join(err, dev.Abandon())
	}
	select {
	case s.wanted = <-s.next:
	default:
	}
	s.err = dev.End(s.wanted)
	return nil
}

// serve shows frames until the device fails or until Halt.
func (s *Supervisor[F]) serve(dev Device[F]) error {
	for {
		wait := Idle
		if s.wanted != nil {
			var err error
			if wait, err = dev.Step(s.wanted); err != nil {
				return err
			}
			s.note(nil)
		}
		select {
		case s.wanted = <-s.next:
		case <-time.After(wait):
		case <-s.stop:
			return nil
		}
	}
}

// pause waits before the next attempt, and keeps receiving frames. It returns
// false at once on Halt.
func (s *Supervisor[F]) pause() bool {
	over := time.After(RetryInterval)
	for {
		select {
		case s.wanted = <-s.next:
		case <-over:
			return true
		case <-s.stop:
			return false
		}
	}
}

// note updates the health with the result of the last operation.
func (s *Supervisor[F]) note(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok := err == nil; ok != s.health.OK {
		s.health.OK, s.health.Since = ok, time.Now()
	}
	if err != nil {
		s.health.LastError = err
	}
}
