package stage

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"slices"
	"sync"
	"time"

	"familiar/companion"
)

// Panel shows pictures. It may take its time over one.
type Panel interface{ Show(image.Image) }

// Ring shows frames of lamps.
type Ring interface{ Show([]color.NRGBA) }

// Buzzer plays a tune and may break off what it is playing. It need not wait for the end.
type Buzzer interface{ Play([]Note) }

// Devices are what a table has. Those that are nil are not there.
type Devices struct {
	Panel  Panel
	Size   image.Point // of the panel, in pixels
	Ring   Ring
	Lamps  int // of the ring
	Buzzer Buzzer
}

// Stage shows scenes on the devices of a table.
type Stage struct {
	devices Devices

	mu    sync.Mutex
	scene companion.Scene
	shown bool            // there was a scene
	flash flash           // the last one that began
	cues  []companion.Cue // not yet heard

	panelWake, ringWake, buzzerWake chan struct{}
}

type flash struct {
	colour color.NRGBA
	length time.Duration
	began  time.Time
}

const (
	// frameTime is the time between two frames of lamps while something moves.
	frameTime = 50 * time.Millisecond
	// maxCues is how many cues wait for their turn; of more, the oldest are not heard.
	maxCues = 3
)

// New makes a stage. Run sets it going.
func New(devices Devices) *Stage {
	wake := func() chan struct{} { return make(chan struct{}, 1) }
	return &Stage{devices: devices, panelWake: wake(), ringWake: wake(), buzzerWake: wake()}
}

// Show shows a scene in place of the one before. It never waits, and may be called from any goroutine. The scene must not
// be changed any more.
func (s *Stage) Show(scene companion.Scene) {
	s.mu.Lock()
	if scene.CueN != s.scene.CueN {
		s.cue(scene.Cue)
	}
	s.scene, s.shown = scene, true
	s.mu.Unlock()
	for _, wake := range []chan struct{}{s.panelWake, s.ringWake, s.buzzerWake} {
		select {
		case wake <- struct{}{}:
		default: // it will see this scene when it comes to it
		}
	}
}

func (s *Stage) cue(cue companion.Cue) {
	if colour, length := Flash(cue); length > 0 {
		s.flash = flash{colour, length, time.Now()}
	}
	if cue == companion.CueTick && len(s.cues) > 0 {
		return // late, it would tell a wrong time
	}
	s.cues = append(s.cues, cue)
	s.cues = s.cues[max(0, len(s.cues)-maxCues):]
}

// Run shows what Show is given until the context ends, and returns when the last device has been handed what it was
// about to be handed.
func (s *Stage) Run(ctx context.Context) {
	var all sync.WaitGroup
	if s.devices.Panel != nil {
		all.Go(func() { s.runPanel(ctx) })
	}
	if s.devices.Ring != nil {
		all.Go(func() { s.runRing(ctx) })
	}
	if s.devices.Buzzer != nil {
		all.Go(func() { s.runBuzzer(ctx) })
	}
	<-ctx.Done()
	all.Wait()
}

// Scene is the scene that is shown.
func (s *Stage) Scene() companion.Scene {
	scene, _, _ := s.latest()
	return scene
}

func (s *Stage) latest() (scene companion.Scene, f flash, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scene, s.flash, s.shown
}

// runPanel draws at each scene, and when a timer has a whole second less; but only what differs from what is there.
func (s *Stage) runPanel(ctx context.Context) {
	var last []uint8
	for wait(ctx, s.panelWake, 0) {
		for {
			scene, _, ok := s.latest()
			if !ok {
				break
			}
			p := picture(scene, s.devices.Size, time.Now())
			if !bytes.Equal(p.Pix, last) {
				last = slices.Clone(p.Pix)
				s.devices.Panel.Show(p)
			}
			next := untilNextSecond(scene, time.Now())
			if next == 0 {
				break
			}
			if !wait(ctx, s.panelWake, next) {
				return
			}
		}
	}
}

// untilNextSecond is the time until the seconds that are left change; 0 if they do not.
func untilNextSecond(scene companion.Scene, now time.Time) time.Duration {
	if !counts(scene, now) {
		return 0
	}
	left := remaining(scene.Timer, now)
	return left - left.Truncate(time.Second) + whole(left%time.Second == 0)
}

// whole is a second if there is no part of one.
func whole(none bool) time.Duration {
	if none {
		return time.Second
	}
	return 0
}

// counts tells whether a timer is running down.
func counts(scene companion.Scene, now time.Time) bool {
	return scene.Timer != nil && !scene.Timer.Paused && remaining(scene.Timer, now) > 0
}

// runRing hands out a frame at each scene, and more of them as long as something moves.
func (s *Stage) runRing(ctx context.Context) {
	var last []color.NRGBA
	for wait(ctx, s.ringWake, 0) {
		for {
			scene, f, ok := s.latest()
			if !ok {
				break
			}
			now := time.Now()
			frame := Lamps(scene, s.devices.Lamps, now)
			flashing := f.over(frame, now)
			if !slices.Equal(frame, last) {
				last = slices.Clone(frame)
				s.devices.Ring.Show(frame)
			}
			if !flashing && !counts(scene, now) {
				break
			}
			if !wait(ctx, s.ringWake, frameTime) {
				return
			}
		}
	}
}

// over lays the flash over a frame and tells whether it is still to be seen.
func (f flash) over(frame []color.NRGBA, now time.Time) bool {
	gone := now.Sub(f.began)
	if gone >= f.length {
		return false
	}
	for i, c := range frame {
		frame[i] = mix(f.colour, c, float64(gone)/float64(f.length))
	}
	return true
}

// runBuzzer plays one cue after the other, each to its end.
func (s *Stage) runBuzzer(ctx context.Context) {
	for wait(ctx, s.buzzerWake, 0) {
		for {
			cue, ok := s.nextCue()
			if !ok {
				break
			}
			tune := Tune(cue)
			if len(tune) == 0 {
				continue
			}
			s.devices.Buzzer.Play(tune)
			if !wait(ctx, nil, length(tune)) {
				return
			}
		}
	}
}

func (s *Stage) nextCue() (companion.Cue, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.cues) == 0 {
		return companion.CueNone, false
	}
	cue := s.cues[0]
	s.cues = s.cues[1:]
	return cue, true
}

// wait returns at a wake, or after a time if it is not 0. It is false when the context has ended.
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
