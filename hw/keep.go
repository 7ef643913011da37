package hw

import (
	"context"
	"errors"
	"sync"
	"time"
)

// lookAgain is how soon a button or a knob is looked for again whose pin could not be had, and how soon it is noticed that one is dead.
const lookAgain = time.Second

// speaker is a device that says something by itself: a button, a knob.
type speaker[E any] interface {
	Events() <-chan E
	Halt() error
}

// kept is a device that speaks and is opened anew whenever its pins cannot be had or are dead.
type kept[E any] struct {
	open func() (speaker[E], error)
	// well is what the open device says of itself.
	well func(speaker[E]) (ok bool, lastError string)
	tell func(E)
	todo string // where its error does not say

	mu      sync.Mutex
	present speaker[E] // nil: there is none
	err     error      // why
}

// run listens to the device until ctx ends, and halts it then.
func (k *kept[E]) run(ctx context.Context) error {
	for {
		dev, err := k.open()
		if err == nil {
			k.is(dev, nil)
			k.listen(ctx, dev)
			err = dev.Halt()
			if ctx.Err() != nil {
				return err
			}
			err = errors.Join(errDead, err)
		}
		k.is(nil, err)
		wait := time.NewTimer(lookAgain)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return nil
		}
	}
}

// errDead is why a device is opened anew that was there.
var errDead = errors.New("its pin does not wait for edges")

// listen passes on what the device says until it is dead or ctx ends.
func (k *kept[E]) listen(ctx context.Context, dev speaker[E]) {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		select {
		case e := <-dev.Events():
			k.tell(e)
		case <-look.C:
			if ok, _ := k.well(dev); !ok {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (k *kept[E]) is(dev speaker[E], err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.present, k.err = dev, err
}

// state is how the device is.
func (k *kept[E]) state() state {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.present != nil:
		ok, lastError := k.well(k.present)
		return ofHealth(ok, lastError, k.todo)
	case k.err != nil:
		return state{trouble: advise(k.err, k.todo)}
	}
	return state{}
}
