package stage

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"slices"
	"sync"
	"time"

	"familiar/companion/scene"
)

// Panel shows pictures. Show may take its time.
type Panel interface{ Show(image.Image) }

// Digits show a number, or nothing.
type Digits interface {
	Show(number int)
	Blank()
}

// Chain shows frames of lamps.
type Chain interface{ Show([]color.NRGBA) }

// Buzzer plays a tune and may break off the one before. Play need not wait for the end.
type Buzzer interface{ Play([]Note) }

// Devices are the devices of a table; nil where the table has none.
type Devices struct {
	Panel  Panel
	Screen Screen // of the panel
	Digits Digits
	Lamps  Chain
	Row    Row // where the lamps are
	Buzzer Buzzer
	Quiet  func(time.Time) bool // reports whether the buzzer must be silent at a moment; nil: never. It changes only at whole minutes.
}

// Stage shows scenes on the devices of a table.
type Stage struct {
	devices Devices

	mu    sync.Mutex
	scene scene.Scene
	shown bool        // there was a scene
	flash scene.Cue   // the last one that has a flash
	began time.Time   // when that flash began
	cues  []scene.Cue // not yet played

	panelWake, digitsWake, ringWake, buzzerWake chan struct{}
}

const (
	// frameTime is the time between two frames of the lamps during an animation.
	frameTime = 50 * time.Millisecond
	// maxCues is how many cues wait for their turn; of more than these, the oldest are not played.
	maxCues = 3
)

// New makes a stage. Run starts it.
func New(devices Devices) *Stage {
	wake := func() chan struct{} { return make(chan struct{}, 1) }
	return &Stage{devices: devices, panelWake: wake(), digitsWake: wake(), ringWake: wake(), buzzerWake: wake()}
}

// Show replaces the scene. It never waits, and may be called from any goroutine. The caller must not change the scene
// afterwards.
func (s *Stage) Show(sc scene.Scene) {
	s.mu.Lock()
	if sc.CueN != s.scene.CueN {
		s.cue(sc.Cue)
	}
	s.scene, s.shown = sc, true
	s.mu.Unlock()
	for _, wake := range []chan struct{}{s.panelWake, s.digitsWake, s.ringWake, s.buzzerWake} {
		select {
		case wake <- struct{}{}:
		default: // the goroutine will see this scene next time anyway
		}
	}
}

func (s *Stage) cue(cue scene.Cue) {
	if flashOf(cue).length > 0 {
		s.flash, s.began = cue, time.Now()
	}
	if cue == scene.CueTick && len(s.cues) > 0 {
		return // a late tick would give the wrong time
	}
	s.cues = append(s.cues, cue)
	s.cues = s.cues[max(0, len(s.cues)-maxCues):]
}

// Run shows the scenes given to Show until the context ends, and returns once the last call to a device has
// returned.
func (s *Stage) Run(ctx context.Context) {
	var all sync.WaitGroup
	if s.devices.Panel != nil {
		all.Go(func() { s.runPanel(ctx) })
	}
	if s.devices.Digits != nil {
		all.Go(func() { s.runDigits(ctx) })
	}
	if s.devices.Lamps != nil {
		all.Go(func() { s.runRing(ctx) })
	}
	if s.devices.Buzzer != nil {
		all.Go(func() { s.runBuzzer(ctx) })
	}
	<-ctx.Done()
	all.Wait()
}

// Scene returns the current scene. In quiet hours it is muted.
func (s *Stage) Scene() scene.Scene {
	sc, _ := s.latest(time.Now())
	return sc
}

func (s *Stage) latest(now time.Time) (sc scene.Scene, shown bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sc = s.scene
	sc.Muted = sc.Muted || s.devices.Quiet != nil && s.devices.Quiet(now)
	return sc, s.shown
}

// runPanel draws at each scene, when a timer has one second less, and when the next page is due; but it shows a picture only if it differs
// from the last one.
func (s *Stage) runPanel(ctx context.Context) {
	var (
		last   []uint8
		turner pageTurner
	)
	for {
		now := time.Now()
		sc, shown := s.latest(now)
		var next time.Duration // until the next picture; 0: never
		if shown {
			pages, text := pagesOf(sc, s.devices.Screen, now)
			page, turn := turner.page(text, len(pages), now)
			if p := pages[page]; !bytes.Equal(p.Pix, last) {
				last = slices.Clone(p.Pix)
				s.devices.Panel.Show(p)
				now = time.Now()
			}
			next = sooner(turn, sooner(untilNextSecond(sc, now), s.untilNextMinute(now)))
		}
		if !wait(ctx, s.panelWake, next) {
			return
		}
	}
}

// runDigits shows the seconds of a timer when they change, and nothing while there is none.
func (s *Stage) runDigits(ctx context.Context) {
	const blank = -1
	last := blank
	for {
		now := time.Now()
		sc, _ := s.latest(now)
		number, ok := Seconds(sc, now)
		switch {
		case ok && number != last:
			s.devices.Digits.Show(number)
			last = number
		case !ok && last != blank:
			s.devices.Digits.Blank()
			last = blank
		}
		if !wait(ctx, s.digitsWake, untilNextSecond(sc, now)) {
			return
		}
	}
}

// sooner returns the shorter of two times, where 0 means never.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// untilNextSecond returns the time until the displayed seconds change; 0 if they do not.
func untilNextSecond(sc scene.Scene, now time.Time) time.Duration {
	if !counts(sc, now) {
		return 0
	}
	if part := remaining(sc.Timer, now) % time.Second; part > 0 {
		return part
	}
	return time.Second
}

// untilNextMinute returns the time until the quiet hours are checked again; 0 if there are none. A check every minute also notices when the clock was set.
func (s *Stage) untilNextMinute(now time.Time) time.Duration {
	if s.devices.Quiet == nil {
		return 0
	}
	return now.Truncate(time.Minute).Add(time.Minute).Sub(now)
}

// counts reports whether a timer is running down.
func counts(sc scene.Scene, now time.Time) bool {
	return sc.Timer != nil && !sc.Timer.Paused && remaining(sc.Timer, now) > 0
}

// runRing shows a frame at each scene, and further ones during an animation.
func (s *Stage) runRing(ctx context.Context) {
	var last []color.NRGBA
	for {
		now := time.Now()
		sc, shown := s.latest(now)
		var next time.Duration // until the next frame; 0: never
		if shown {
			frame := Lamps(sc, s.devices.Row, now)
			cue, gone := s.flashing(now)
			if Flash(cue, frame, s.devices.Row, gone) || counts(sc, now) {
				next = frameTime
			}
			if !slices.Equal(frame, last) {
				last = slices.Clone(frame)
				s.devices.Lamps.Show(frame)
			}
		}
		if !wait(ctx, s.ringWake, next) {
			return
		}
	}
}

// flashing returns the last cue that has a flash, and how long ago it came.
func (s *Stage) flashing(now time.Time) (scene.Cue, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flash, now.Sub(s.began)
}

// runBuzzer plays one cue after the other, each to its end. Cues that come while the table is muted are dropped.
func (s *Stage) runBuzzer(ctx context.Context) {
	for wait(ctx, s.buzzerWake, 0) {
		for {
			cue, ok := s.nextCue()
			if !ok {
				break
			}
			tune := Tune(cue)
			if sc, _ := s.latest(time.Now()); sc.Muted || len(tune) == 0 {
				continue
			}
			s.devices.Buzzer.Play(tune)
			if !wait(ctx, nil, length(tune)) {
				return
			}
		}
	}
}

func (s *Stage) nextCue() (scene.Cue, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.cues) == 0 {
		return scene.CueNone, false
	}
	cue := s.cues[0]
	s.cues = s.cues[1:]
	return cue, true
}

// wait returns when it is woken, or after a time if that is not 0. It returns false once the context has ended.
func wait(ctx context.Context, wake <-chan struct{}, most time.Duration) bool {
	var after <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		after = timer.C
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-after:
	}
	return ctx.Err() == nil
}
