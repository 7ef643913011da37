package buzzer

import (
	"sync"
	"time"
)

// Health is how a buzzer does.
type Health struct {
	OK        bool
	Since     time.Time // since when it is so
	LastError string    // also after it was mended
	Tunes     int       // begun
	Errors    int
}

// Player plays tunes on a buzzer, one at a time, in a goroutine of its own. Its
// methods may be called from any goroutine.
type Player struct {
	sounder Sounder
	next    chan Tune // holds the latest tune that has not begun
	stop    chan struct{}
	done    chan struct{}
	halt    sync.Once
	haltErr error

	mu     sync.Mutex
	health Health
}

// NewPlayer takes the buzzer over, until Halt.
func NewPlayer(s Sounder) *Player {
	p := &Player{
		sounder: s,
		next:    make(chan Tune, 1),
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
		health:  Health{OK: true, Since: time.Now()},
	}
	go p.run()
	return p
}

// Play breaks off what sounds and plays the tune; an empty one is silence. It
// does not wait. After Halt it does nothing.
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

// Health returns how the buzzer does now.
func (p *Player) Health() Health {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.health
}

// String names the buzzer.
func (p *Player) String() string { return p.sounder.String() }

// Halt breaks off what sounds, silences the buzzer and waits for it.
func (p *Player) Halt() error {
	p.halt.Do(func() {
		close(p.stop)
		<-p.done
		p.haltErr = p.sounder.Halt()
	})
	return p.haltErr
}

func (p *Player) run() {
	defer close(p.done)
	p.sound(0)
	for {
		select {
		case t := <-p.next:
			for t != nil {
				t = p.play(t)
			}
		case <-p.stop:
			return
		}
	}
}

// play plays a tune to its end or until it is broken off, and returns the tune
// that did so, if one did. Notes end at times counted from the beginning, so a
// slow buzzer does not slow the tune.
func (p *Player) play(t Tune) (next Tune) {
	p.begin()
	defer p.sound(0)
	timer := time.NewTimer(0)
	defer timer.Stop()
	end := time.Now()
	for _, n := range t {
		if n.For <= 0 {
			continue
		}
		p.sound(n.Hz)
		end = end.Add(n.For)
		timer.Reset(time.Until(end))
		select {
		case <-timer.C:
		case next := <-p.next:
			return next
		case <-p.stop:
			return nil
		}
	}
	return nil
}

// begin counts a tune.
func (p *Player) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.health.Tunes++
}

// sound sounds a pitch and keeps the health.
func (p *Player) sound(hz int) {
	err := p.sounder.Sound(hz)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.health.Errors++
		p.health.LastError = err.Error()
	}
	if ok := err == nil; ok != p.health.OK {
		p.health.OK, p.health.Since = ok, time.Now()
	}
}
