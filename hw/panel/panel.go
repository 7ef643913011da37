package panel

import (
	"errors"
	"image"
	"sync"
	"time"
)

// The pauses before a panel is opened again: doubled from the first to the last.
const (
	firstPause = time.Second
	lastPause  = time.Minute
)

// Opts says where a panel is.
type Opts struct {
	// Open opens the panel's wires: Names.Open or a function like it; nil is
	// Hat.Open. It is called at the start and after each fault.
	Open func() (Wires, error)
	// UpsideDown turns the picture by half a turn.
	UpsideDown bool
	// OnHealth, if any, is told of each change of Health.OK and of each failed
	// attempt to open. It is called by the panel's goroutine and must not block.
	OnHealth func(Health)
}

// Health is how a panel does. Only a refresh tells whether there is one.
type Health struct {
	OK        bool      // the last picture wanted was drawn, or is on its way
	Since     time.Time // since when it is so
	LastError string    // also after it was mended
	Full      int       // full refreshes
	Partial   int       // partial refreshes
	Stuck     int       // times the watchdog bit
	Opens     int       // attempts to open
}

// Panel is a panel with its goroutine. Its methods may be called from any
// goroutine.
type Panel struct {
	opts Opts
	next chan *picture // holds the latest picture that was not taken
	stop chan struct{}
	done chan struct{}
	halt sync.Once

	// The goroutine's own.
	wanted *picture // the latest picture taken; nil before the first
	err    error    // of going to sleep

	mu     sync.Mutex
	health Health
}

// New opens the panel and shows pictures on it until Halt. It returns at once;
// whether there is a panel is said by its Health.
func New(opts Opts) *Panel {
	if opts.Open == nil {
		opts.Open = Hat.Open
	}
	p := &Panel{
		opts:   opts,
		next:   make(chan *picture, 1),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
		health: Health{Since: time.Now()},
	}
	go p.run()
	return p
}

// Show shows the upper left 250×122 pixels of an image, when the panel can. It
// does not wait, and the image may be changed after it. A nil image is ignored.
func (p *Panel) Show(img image.Image) {
	if img == nil {
		return
	}
	pic := newPicture(img)
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.next:
	default:
	}
	p.next <- pic
}

// Health returns how the panel does now.
func (p *Panel) Health() Health {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.health
}

// String names the panel.
func (p *Panel) String() string { return `Waveshare 2.13" v2` }

// Halt shows the last picture, if the panel is well, puts it to sleep and waits
// for the end: three seconds at most, thrice the watchdog's ten if the panel
// gets stuck just then. E-paper keeps its picture without power: what is to
// be seen when the daemon is gone is to be shown before.
func (p *Panel) Halt() error {
	p.halt.Do(func() { close(p.stop) })
	<-p.done
	return p.err
}

// run opens the panel again and again, with pauses that grow until it draws.
func (p *Panel) run() {
	defer close(p.done)
	pause := firstPause
	for {
		drawn, err := p.session()
		if err == nil {
			return
		}
		p.failed(err)
		if drawn {
			pause = firstPause
		}
		if !p.sleep(pause) {
			return
		}
		pause = min(2*pause, lastPause)
	}
}

// session opens the panel and draws until it fails or until Halt, which is no
// error. Drawn says that it has drawn something.
func (p *Panel) session() (drawn bool, err error) {
	p.count(func(h *Health) { h.Opens++ })
	w, err := openWaveshare(p.opts.Open, p.opts.UpsideDown)
	if err != nil {
		return false, err
	}
	s := session{panel: p, dev: w}
	if err := s.run(); err != nil {
		return s.shown != nil, errors.Join(err, w.abandon())
	}
	p.err = w.sleep()
	return s.shown != nil, nil
}

// sleep waits for a time and keeps taking pictures; it returns false at once on
// Halt.
func (p *Panel) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case p.wanted = <-p.next:
		case <-t.C:
			return true
		case <-p.stop:
			return false
		}
	}
}

// session is the time from opening a panel to its end.
type session struct {
	panel *Panel
	dev   *waveshare
	pace  pace
	shown *picture // nil before the first
}

func (s *session) run() error {
	p := s.panel
	for {
		var timer <-chan time.Time
		if s.due() {
			wait := s.pace.wait(time.Now())
			if wait == 0 {
				if err := s.draw(); err != nil {
					return err
				}
				continue
			}
			timer = time.After(wait)
		}
		select {
		case p.wanted = <-p.next:
		case <-timer:
		case <-p.stop:
			return s.last()
		}
	}
}

// due says whether a picture is wanted that is not shown.
func (s *session) due() bool {
	wanted := s.panel.wanted
	return wanted != nil && (s.shown == nil || !changed(s.shown, wanted).Empty())
}

// last draws what is wanted at the end, without regard to the pace.
func (s *session) last() error {
	select {
	case s.panel.wanted = <-s.panel.next:
	default:
	}
	if !s.due() {
		return nil
	}
	return s.draw()
}

// draw shows the wanted picture.
func (s *session) draw() error {
	p, full := s.panel, s.pace.full()
	part := p.wanted.Rect
	if s.shown != nil {
		part = changed(s.shown, p.wanted)
	}
	began := time.Now()
	if err := s.dev.draw(p.wanted, part, full); err != nil {
		return err
	}
	s.pace.drew(began, full)
	s.shown = p.wanted
	p.count(func(h *Health) {
		if full {
			h.Full++
		} else {
			h.Partial++
		}
	})
	p.well()
	return nil
}

func (p *Panel) count(change func(*Health)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(&p.health)
}

// well notes that the panel does what it is told.
func (p *Panel) well() {
	p.mu.Lock()
	news := !p.health.OK
	if news {
		p.health.OK, p.health.Since = true, time.Now()
	}
	h := p.health
	p.mu.Unlock()
	if news {
		p.tell(h)
	}
}

// failed notes a fault.
func (p *Panel) failed(err error) {
	p.mu.Lock()
	if p.health.OK {
		p.health.OK, p.health.Since = false, time.Now()
	}
	p.health.LastError = err.Error()
	if errors.Is(err, ErrStuck) {
		p.health.Stuck++
	}
	h := p.health
	p.mu.Unlock()
	p.tell(h)
}

func (p *Panel) tell(h Health) {
	if p.opts.OnHealth != nil {
		p.opts.OnHealth(h)
	}
}
