package buzzer

import (
	"errors"
	"sync"
	"time"
)

// Health is the health of a buzzer.
type Health struct {
	OK        bool
	LastError error // kept after recovery
	Errors    int   // failures to open the buzzer or to sound it
}

// retryInterval is the pause between a failure of a buzzer and the next attempt to open it.
const retryInterval = time.Second

// Player plays tunes on a buzzer, one at a time, in a goroutine of its own. A
// buzzer that cannot be opened, or fails, is opened again every second; tunes
// that are played meanwhile are lost. Its methods may be called from any
// goroutine.
type Player struct {
	open func() (Sounder, error)
	next chan Tune // holds the latest tune that has not started
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// Used by the goroutine only.
	sounder Sounder
	haltErr error

	mu     sync.Mutex
	health Health
}

// NewPlayer opens a buzzer with the function open, and plays on it until Halt.
// It returns at once; Health reports whether there is a buzzer.
func NewPlayer(open func() (Sounder, error)) *Player {
	p := &Player{
		open: open,
		next: make(chan Tune, 1),
		stop: make(chan struct{}),
		done: make(chan struct{}),
	}
	go p.run()
	return p
}

// Play interrupts the current tune and plays a new one; an empty one is
// silence. It does not wait. After Halt it does nothing.
func (p *Player) Play(t Tune) {
	t = append(Tune(nil), t...)
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.next:
	default:
	}
	p.next <- t
}

// Health returns the current health.
func (p *Player) Health() Health {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.health
}

// Halt interrupts the current tune, silences the buzzer and waits for it.
func (p *Player) Halt() error {
	p.halt.Do(func() { close(p.stop) })
	<-p.done
	return p.haltErr
}

// run opens the buzzer and plays on it until it fails, again and again.
func (p *Player) run() {
	defer close(p.done)
	for {
		err := p.session()
		if err == nil {
			return
		}
		p.note(err)
		if !p.pause() {
			return
		}
	}
}

// session opens the buzzer and plays on it until it fails or until Halt, which
// is no error.
func (p *Player) session() error {
	sounder, err := p.open()
	if err != nil {
		return err
	}
	p.sounder = sounder
	if err := p.serve(); err != nil {
		return errors.Join(err, sounder.Halt())
	}
	p.haltErr = sounder.Halt()
	return nil
}

// serve plays tunes until the buzzer fails or until Halt, which is no error.
func (p *Player) serve() error {
	if err := p.sound(0); err != nil {
		return err
	}
	for {
		select {
		case t := <-p.next:
			for t != nil {
				var err error
				if t, err = p.play(t); err != nil {
					return err
				}
			}
		case <-p.stop:
			return nil
		}
	}
}

// pause waits before the next attempt to open the buzzer, and drops tunes
// meanwhile. It returns false at once on Halt.
func (p *Player) pause() bool {
	over := time.After(retryInterval)
	for {
		select {
		case <-p.next:
		case <-over:
			return true
		case <-p.stop:
			return false
		}
	}
}

// play plays a tune to its end or until another one interrupts it, and returns
// that one. Notes end at times counted from the beginning, so a slow buzzer
// does not slow the tune.
func (p *Player) play(t Tune) (next Tune, err error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	end := time.Now()
	for _, n := range t {
		if n.For <= 0 {
			continue
		}
		if err := p.sound(n.Hz); err != nil {
			return nil, err
		}
		end = end.Add(n.For)
		timer.Reset(time.Until(end))
		select {
		case <-timer.C:
		case next := <-p.next:
			return next, p.sound(0)
		case <-p.stop:
			return nil, p.sound(0)
		}
	}
	return nil, p.sound(0)
}

// sound sounds a pitch and updates the health.
func (p *Player) sound(hz int) error {
	err := p.sounder.Sound(hz)
	if err == nil {
		p.note(nil)
	}
	return err
}

// note updates the health with the result of opening the buzzer or of sounding it.
func (p *Player) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.health.Errors++
		p.health.LastError = err
	}
	p.health.OK = err == nil
}
