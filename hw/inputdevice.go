package hw

import (
	"context"
	"errors"
	"sync"
	"time"

	"familiar/hw/button"
	"familiar/hw/knob"
)

// lookAgain is how often a missing button or knob is looked for, and how soon a dead one is noticed.
const lookAgain = time.Second

// inputDevice is a device that sends events: a button, a knob.
type inputDevice[E any] interface {
	Events() <-chan E
	Halt() error
}

// inputSupervisor keeps an input device open: it opens the device again whenever its pins are not available or stop working.
type inputSupervisor[E any] struct {
	open func() (inputDevice[E], error)
	// well returns the health of the open device.
	well func(inputDevice[E]) (ok bool, lastError string)
	tell func(E)
	todo string // the advice for errors that have none of their own

	mu      sync.Mutex
	present inputDevice[E] // nil: there is none
	err     error          // why there is none
}

// run passes on the device's events until ctx ends, and then halts it.
func (s *inputSupervisor[E]) run(ctx context.Context) error {
	for {
		dev, err := s.open()
		if err == nil {
			s.is(dev, nil)
			s.listen(ctx, dev)
			err = dev.Halt()
			if ctx.Err() != nil {
				return err
			}
			err = errors.Join(errDead, err)
		}
		s.is(nil, err)
		wait := time.NewTimer(lookAgain)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return nil
		}
	}
}

// errDead is why an open device is closed and opened again.
var errDead = errors.New("its pin does not wait for edges")

// listen passes on the device's events until it is dead or ctx ends.
func (s *inputSupervisor[E]) listen(ctx context.Context, dev inputDevice[E]) {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		select {
		case e := <-dev.Events():
			s.tell(e)
		case <-look.C:
			if ok, _ := s.well(dev); !ok {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (s *inputSupervisor[E]) is(dev inputDevice[E], err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.present, s.err = dev, err
}

// keepButton returns the supervisor of the button on a pin.
func keepButton(pinName string, opts button.Opts, tell func(button.Event)) *inputSupervisor[button.Event] {
	return &inputSupervisor[button.Event]{
		open: func() (inputDevice[button.Event], error) {
			pin, err := findPin(pinName)
			if err != nil {
				return nil, err
			}
			return button.New(pin, opts)
		},
		well: func(b inputDevice[button.Event]) (bool, string) {
			h := b.(*button.Button).Health()
			return h.OK, h.LastError
		},
		tell: tell, todo: checkButton,
	}
}

// keepKnob returns the supervisor of a knob's encoder.
func keepKnob(k Knob, tell func(knob.Event)) *inputSupervisor[knob.Event] {
	return &inputSupervisor[knob.Event]{
		open: func() (inputDevice[knob.Event], error) {
			a, err1 := findPin(k.A)
			b, err2 := findPin(k.B)
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			opts := knob.Opts{Edges: k.Edges}
			if lines, err := together(a, b); err != nil {
				return nil, err
			} else if lines != nil {
				queued, err := knob.NewQueued(lines, lines.Lines()[0].Number(), a.Name()+" and "+b.Name(), opts)
				if err != nil {
					return nil, errors.Join(err, lines.Close())
				}
				return queued, nil
			}
			return knob.New(a, b, opts)
		},
		well: func(e inputDevice[knob.Event]) (bool, string) {
			h := e.(*knob.Knob).Health()
			return h.OK, h.LastError
		},
		tell: tell, todo: checkButton,
	}
}

// state returns the state of the device.
func (s *inputSupervisor[E]) state() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.present != nil:
		ok, lastError := s.well(s.present)
		return ofHealth(ok, lastError, s.todo)
	case s.err != nil:
		return state{trouble: advise(s.err, s.todo)}
	}
	return state{}
}
