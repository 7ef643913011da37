package stage

import (
	"context"
	"image"
	"image/color"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
)

// stand is a table of devices that remember when they were handed what.
type stand struct {
	mu     sync.Mutex
	began  time.Time
	panels []time.Duration
	last   image.Image
	slow   time.Duration // a picture takes that long
	rings  []time.Duration
	ring   []color.NRGBA
	tunes  []sounded
}

type sounded struct {
	At    time.Duration
	Notes int
}

type (
	panelOf  struct{ *stand }
	ringOf   struct{ *stand }
	buzzerOf struct{ *stand }
)

func (p panelOf) Show(i image.Image) {
	p.mu.Lock()
	p.panels = append(p.panels, time.Since(p.began))
	p.last = i
	slow := p.slow
	p.mu.Unlock()
	time.Sleep(slow)
}

func (r ringOf) Show(frame []color.NRGBA) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rings = append(r.rings, time.Since(r.began))
	r.ring = frame
}

func (b buzzerOf) Play(tune []Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tunes = append(b.tunes, sounded{time.Since(b.began), len(tune)})
}

// lamp is what a lamp shows now.
func (d *stand) lamp(i int) color.NRGBA {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ring[i]
}

// set runs a stage in a bubble of its own, and ends it.
func set(t *testing.T, play func(s *Stage, d *stand)) *stand {
	t.Helper()
	d := new(stand)
	synctest.Test(t, func(t *testing.T) {
		d.began = time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		s := New(Devices{Panel: panelOf{d}, Size: glass, Ring: ringOf{d}, Lamps: 12, Buzzer: buzzerOf{d}})
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		synctest.Wait()
		play(s, d)
		synctest.Wait()
		cancel()
		<-done
	})
	return d
}

func TestNothingWithoutAScene(t *testing.T) {
	d := set(t, func(*Stage, *stand) { time.Sleep(time.Hour) })
	if len(d.panels)+len(d.rings)+len(d.tunes) > 0 {
		t.Errorf("shown: %v, %v, %v", d.panels, d.rings, d.tunes)
	}
}

func TestStillScene(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(scenes["game-2"])
		time.Sleep(time.Hour)
		s.Show(scenes["game-2"]) // the same again
		time.Sleep(time.Hour)
	})
	if !cmp.Equal(d.panels, []time.Duration{0}) || !cmp.Equal(d.rings, []time.Duration{0}) || len(d.tunes) > 0 {
		t.Errorf("shown: panel %v, ring %v, tunes %v", d.panels, d.rings, d.tunes)
	}
}

func prayer(left time.Duration) companion.Scene {
	return game(func(s *companion.Scene) {
		s.Timer = &companion.SceneTimer{Total: 6 * time.Second, Left: left, Ends: time.Now().Add(left)}
	}, "Ann", "Ben")
}

func TestCountdown(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(prayer(5700 * time.Millisecond))
		time.Sleep(time.Hour)
	})
	ms := time.Millisecond
	want := []time.Duration{0, 700 * ms, 1700 * ms, 2700 * ms, 3700 * ms, 4700 * ms, 5700 * ms}
	if diff := cmp.Diff(want, d.panels); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
	if n := len(d.rings); n < 100 || n > 116 {
		t.Errorf("%d frames of lamps in 5.7 s, want 20 a second", n)
	}
	if last := d.rings[len(d.rings)-1]; last > 5800*ms || brightness(d.ring) != 0 {
		t.Errorf("the last frame came after %v: %v", last, d.ring)
	}
}

func TestPausedCountdown(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		scene := prayer(3500 * time.Millisecond)
		scene.Timer.Paused = true
		s.Show(scene)
		time.Sleep(time.Hour)
	})
	if len(d.panels) != 1 || len(d.rings) != 1 {
		t.Errorf("%d pictures and %d frames while the timer stands still", len(d.panels), len(d.rings))
	}
}

func cued(cue companion.Cue, n int) companion.Scene {
	return game(func(s *companion.Scene) { s.Cue, s.CueN = cue, n }, "Ann", "Ben")
}

func TestCues(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(cued(companion.CueAccept, 1))
		synctest.Wait()
		if c := d.lamp(6); c != green {
			t.Errorf("the ring flashes %v", c)
		}
		s.Show(cued(companion.CueAccept, 1)) // the same scene again is no new cue
		time.Sleep(time.Second)
		if c := d.lamp(6); c != dark {
			t.Errorf("the flash leaves %v", c)
		}
		s.Show(cued(companion.CueAccept, 2))
		time.Sleep(time.Second)
	})
	want := []sounded{{0, 3}, {time.Second, 3}}
	if diff := cmp.Diff(want, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
	if len(d.rings) < 12 || len(d.rings) > 16 {
		t.Errorf("%d frames for two flashes of 0.3 s", len(d.rings))
	}
}

// Cues that come close upon each other are heard one after the other; a tick does not queue, and of
// many only the last ones do.
func TestCuesQueue(t *testing.T) {
	accept, turn := length(Tune(companion.CueAccept)), length(Tune(companion.CueTurn))
	d := set(t, func(s *Stage, d *stand) {
		s.Show(cued(companion.CueAccept, 1))
		synctest.Wait()
		s.Show(cued(companion.CueTurn, 2))
		s.Show(cued(companion.CueTick, 3))
		s.Show(cued(companion.CueRefuse, 4))
		time.Sleep(time.Minute)
		for i := range 10 {
			s.Show(cued(companion.CueRefuse, 5+i))
			if i == 0 {
				synctest.Wait() // the first one sounds already
			}
		}
		time.Sleep(time.Minute)
	})
	refuse := length(Tune(companion.CueRefuse))
	want := []sounded{{0, 3}, {accept, 1}, {accept + turn, 1},
		{time.Minute, 1}, {time.Minute + refuse, 1}, {time.Minute + 2*refuse, 1}, {time.Minute + 3*refuse, 1}}
	if diff := cmp.Diff(want, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
}

// A slow panel misses scenes in between, shows the last one, and delays nobody.
func TestSlowPanel(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		d.slow = 2 * time.Second
		for i := range 20 {
			s.Show(game(func(s *companion.Scene) { s.Prompt = six[i%6]; s.Turn = i % 2; s.Asked = i % 2 }, "Ann", "Ben"))
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
	})
	if diff := cmp.Diff([]time.Duration{0, 2 * time.Second}, d.panels); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
	want := Picture(game(func(s *companion.Scene) { s.Prompt = six[19%6]; s.Turn = 1; s.Asked = 1 }, "Ann", "Ben"), glass, evening)
	if !slices.Equal(want.(*image.Paletted).Pix, d.last.(*image.Paletted).Pix) {
		t.Error("the last picture is not that of the last scene")
	}
	if len(d.rings) != 20 {
		t.Errorf("%d frames of lamps, want 20", len(d.rings))
	}
}

func TestNoDevices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := New(Devices{})
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		for i := range 100 {
			s.Show(cued(companion.CueAccept, i))
		}
		synctest.Wait()
		cancel()
		<-done
		if len(s.cues) > maxCues {
			t.Errorf("%d cues wait for nobody", len(s.cues))
		}
	})
}
