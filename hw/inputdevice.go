package hw

import (
	"context"
	"errors"
	"sync"
	"time"

	"familiar/hw/button"
	"familiar/hw/knob"
	"familiar/hw/part"
)

// retryInterval is how often a missing button or knob is looked for, and how soon a dead one is noticed.
const retryInterval = time.Second

// inputDevice is a device that sends events: a button, a knob.
type inputDevice[E any] interface {
	Events() <-chan E
	Halt() error
}

// inputSupervisor keeps an input device open: it opens the device again whenever its pins are not available or stop working.
type inputSupervisor[E any] struct {
	open func() (inputDevice[E], error)
	// health returns the health of an open device.
	health  func(inputDevice[E]) (ok bool, lastError error)
	deliver func(E) // takes each event
	advice  string  // for unknown errors

	mu     sync.Mutex
	device inputDevice[E] // the open device; nil: there is none
	err    error          // why there is none
}

// run passes on the device's events until ctx ends, and then halts it.
func (s *inputSupervisor[E]) run(ctx context.Context) error {
	for {
		dev, err := s.open()
		if err == nil {
			s.set(dev, nil)
			dead := s.listen(ctx, dev)
			err = dev.Halt()
			if ctx.Err() != nil {
				return err
			}
			err = errors.Join(dead, err)
		}
		s.set(nil, err)
		select {
		case <-time.After(retryInterval):
		case <-ctx.Done():
			return nil
		}
	}
}

// listen passes on the device's events until ctx ends, or the device is dead: then it returns why, and the device has to be opened again.
func (s *inputSupervisor[E]) listen(ctx context.Context, dev inputDevice[E]) (dead error) {
	look := time.NewTicker(retryInterval)
	defer look.Stop()
	for {
		select {
		case e := <-dev.Events():
			s.deliver(e)
		case <-look.C:
			if ok, lastError := s.health(dev); !ok {
				return lastError
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *inputSupervisor[E]) set(dev inputDevice[E], err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.device, s.err = dev, err
}

// superviseButton returns the supervisor of the button on a pin.
func superviseButton(pinName string, opts button.Opts, deliver func(button.Event)) *inputSupervisor[button.Event] {
	return &inputSupervisor[button.Event]{
		open: func() (inputDevice[button.Event], error) {
			pin, err := part.FindPin(pinName)
			if err != nil {
				return nil, err
			}
			return button.New(pin, opts)
		},
		health: func(b inputDevice[button.Event]) (bool, error) {
			h := b.(*button.Button).Health()
			return h.OK, h.LastError
		},
		deliver: deliver, advice: buttonAdvice,
	}
}

// superviseKnob returns the supervisor of a knob's encoder.
func superviseKnob(k Knob, deliver func(knob.Event)) *inputSupervisor[knob.Event] {
	return &inputSupervisor[knob.Event]{
		open: func() (inputDevice[knob.Event], error) {
			a, err1 := part.FindPin(k.A)
			b, err2 := part.FindPin(k.B)
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			opts := knob.Opts{Edges: k.Edges}
			if lines, err := requestLines(a, b); err != nil {
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
		health: func(e inputDevice[knob.Event]) (bool, error) {
			h := e.(*knob.Knob).Health()
			return h.OK, h.LastError
		},
		deliver: deliver, advice: buttonAdvice,
	}
}

// state returns the state of the device.
func (s *inputSupervisor[E]) state() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.device != nil:
		ok, lastError := s.health(s.device)
		return newState(ok, lastError, s.advice)
	case s.err != nil:
		return state{trouble: advise(s.err, s.advice)}
	}
	return state{}
}
