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

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

// stand is a table of devices that remember what they were given, and when.
type stand struct {
	mu     sync.Mutex
	began  time.Time
	ended  time.Duration // when the stage has ended
	panels []time.Duration
	last   image.Image
	slow   time.Duration // how long a picture takes
	rings  []time.Duration
	ring   []color.NRGBA
	tunes  []sounded
	number []shownNumber
}

// shownNumber is a number that was shown, none for -1.
type shownNumber struct {
	At     time.Duration
	Number int
}

type sounded struct {
	At    time.Duration
	Notes int
}

type (
	panelOf  struct{ *stand }
	ringOf   struct{ *stand }
	digitsOf struct{ *stand }
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

func (d digitsOf) Show(number int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.number = append(d.number, shownNumber{time.Since(d.began), number})
}

func (d digitsOf) Blank() { d.Show(-1) }

func (b buzzerOf) Play(tune []Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tunes = append(b.tunes, sounded{time.Since(b.began), len(tune)})
}

// lamp returns what a lamp shows now.
func (d *stand) lamp(i int) color.NRGBA {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ring[i]
}

// set runs a stage in a synctest bubble, and ends it.
func set(t *testing.T, play func(s *Stage, d *stand)) *stand {
	t.Helper()
	return setWith(t, func(time.Time) Devices { return Devices{Screen: glass, Row: Row{Count: 12}} }, play)
}

// setWith runs a stage with other devices, which are made when the bubble's clock begins.
func setWith(t *testing.T, devices func(now time.Time) Devices, play func(s *Stage, d *stand)) *stand {
	t.Helper()
	d := new(stand)
	synctest.Test(t, func(t *testing.T) {
		d.began = time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		all := devices(d.began)
		all.Panel, all.Digits, all.Lamps, all.Buzzer = panelOf{d}, digitsOf{d}, ringOf{d}, buzzerOf{d}
		s := New(all)
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		synctest.Wait()
		play(s, d)
		synctest.Wait()
		cancel()
		<-done
		d.ended = time.Since(d.began)
	})
	return d
}

func TestNothingWithoutAScene(t *testing.T) {
	d := set(t, func(*Stage, *stand) { time.Sleep(time.Hour) })
	if len(d.panels)+len(d.number)+len(d.rings)+len(d.tunes) > 0 {
		t.Errorf("shown: %v, %v, %v, %v", d.panels, d.number, d.rings, d.tunes)
	}
}

func TestStillScene(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(scenes["game-2"])
		time.Sleep(time.Hour)
		s.Show(scenes["game-2"]) // the same scene again
		time.Sleep(time.Hour)
	})
	if !cmp.Equal(d.panels, []time.Duration{0}) || !cmp.Equal(d.rings, []time.Duration{0}) || len(d.tunes) > 0 {
		t.Errorf("shown: panel %v, ring %v, tunes %v", d.panels, d.rings, d.tunes)
	}
}

func prayer(left time.Duration) scene.Scene {
	return game(func(s *scene.Scene) {
		s.Timer = &scene.Timer{Total: 6 * time.Second, Left: left, Ends: time.Now().Add(left)}
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

// TestDigitsCountDown shows the seconds of a timer on digits, and nothing before it and after it.
func TestDigitsCountDown(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(scenes["game-2"])
		time.Sleep(time.Second)
		s.Show(prayer(3700 * time.Millisecond))
		time.Sleep(10 * time.Second)
		s.Show(scenes["game-2"])
		time.Sleep(time.Second)
		sc := prayer(2500 * time.Millisecond)
		sc.Timer.Paused = true
		s.Show(sc)
		time.Sleep(time.Hour)
		over := prayer(2 * time.Second)
		over.Phase = protocol.PhaseOver
		s.Show(over)
		time.Sleep(time.Hour)
	})
	ms := time.Millisecond
	want := []shownNumber{
		{1000 * ms, 4}, {1700 * ms, 3}, {2700 * ms, 2}, {3700 * ms, 1}, {4700 * ms, 0}, {11 * time.Second, -1},
		{12 * time.Second, 3}, {12*time.Second + time.Hour, -1},
	}
	if diff := cmp.Diff(want, d.number); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

func TestPausedCountdown(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		sc := prayer(3500 * time.Millisecond)
		sc.Timer.Paused = true
		s.Show(sc)
		time.Sleep(time.Hour)
	})
	if len(d.panels) != 1 || len(d.rings) != 1 {
		t.Errorf("%d pictures and %d frames while the timer stands still", len(d.panels), len(d.rings))
	}
}

func cued(cue scene.Cue, n int) scene.Scene {
	return game(func(s *scene.Scene) { s.Cue, s.CueN = cue, n }, "Ann", "Ben")
}

func TestCues(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(cued(scene.CueAccept, 1))
		synctest.Wait()
		if c := d.lamp(6); c.G < 0x80 || c.R > 0 {
			t.Errorf("the ring flashes %v", c)
		}
		s.Show(cued(scene.CueAccept, 1)) // the same scene again is no new cue
		time.Sleep(time.Second)
		if c := d.lamp(6); c != dark {
			t.Errorf("the flash leaves %v", c)
		}
		s.Show(cued(scene.CueAccept, 2))
		time.Sleep(time.Second)
	})
	want := []sounded{{0, 3}, {time.Second, 3}}
	if diff := cmp.Diff(want, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
	if len(d.rings) < 16 || len(d.rings) > 20 {
		t.Errorf("%d frames for two flashes of 0.4 s", len(d.rings))
	}
}

// Cues that come close together are played one after the other. A tick does not queue, and of
// many cues only the last ones do.
func TestCuesQueue(t *testing.T) {
	accept, turn := length(Tune(scene.CueAccept)), length(Tune(scene.CueTurn))
	d := set(t, func(s *Stage, d *stand) {
		s.Show(cued(scene.CueAccept, 1))
		synctest.Wait()
		s.Show(cued(scene.CueTurn, 2))
		s.Show(cued(scene.CueTick, 3))
		s.Show(cued(scene.CueRefuse, 4))
		time.Sleep(time.Minute)
		for i := range 10 {
			s.Show(cued(scene.CueRefuse, 5+i))
			if i == 0 {
				synctest.Wait() // the first one plays already
			}
		}
		time.Sleep(time.Minute)
	})
	refuse := length(Tune(scene.CueRefuse))
	want := []sounded{{0, 3}, {accept, 1}, {accept + turn, 1},
		{time.Minute, 1}, {time.Minute + refuse, 1}, {time.Minute + 2*refuse, 1}, {time.Minute + 3*refuse, 1}}
	if diff := cmp.Diff(want, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
}

// A table that ends in the middle of a tune does not wait for its end, and plays none of those that would follow.
func TestEndInATune(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		s.Show(cued(scene.CueWin, 1))
		synctest.Wait()
		s.Show(cued(scene.CueTurn, 2))
		time.Sleep(100 * time.Millisecond)
	})
	if diff := cmp.Diff([]sounded{{0, len(Tune(scene.CueWin))}}, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
	if d.ended != 100*time.Millisecond {
		t.Errorf("it ends after %v", d.ended)
	}
}

// A slow panel misses scenes in between, shows the last one, and delays nobody.
func TestSlowPanel(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		d.slow = 2 * time.Second
		for i := range 20 {
			s.Show(game(func(s *scene.Scene) { s.Prompt = six[i%6]; s.Turn = i % 2; s.Asked = i % 2 }, "Ann", "Ben"))
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
	})
	if diff := cmp.Diff([]time.Duration{0, 2 * time.Second}, d.panels); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
	want := Picture(game(func(s *scene.Scene) { s.Prompt = six[19%6]; s.Turn = 1; s.Asked = 1 }, "Ann", "Ben"), glass, evening)
	if !slices.Equal(want.(*image.Paletted).Pix, d.last.(*image.Paletted).Pix) {
		t.Error("the last picture is not that of the last scene")
	}
	if len(d.rings) != 20 {
		t.Errorf("%d frames of lamps, want 20", len(d.rings))
	}
}

func TestMuted(t *testing.T) {
	d := set(t, func(s *Stage, d *stand) {
		muted := cued(scene.CueAccept, 1)
		muted.Muted = true
		s.Show(muted)
		synctest.Wait()
		if c := d.lamp(6); c == dark {
			t.Error("a muted table does not flash")
		}
		time.Sleep(time.Second)
		s.Show(cued(scene.CueAccept, 1)) // a cue that came during the mute is not played later
		time.Sleep(time.Second)
		s.Show(cued(scene.CueAccept, 2))
		time.Sleep(time.Second)
	})
	if diff := cmp.Diff([]sounded{{2 * time.Second, 3}}, d.tunes); diff != "" {
		t.Errorf("tunes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]time.Duration{0, time.Second}, d.panels); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
}

// In quiet hours the buzzer is silent, and the panel shows so from their first minute to their last.
func TestQuietHours(t *testing.T) {
	quiet := func(began time.Time) Devices {
		return Devices{Screen: glass, Row: Row{Count: 12}, Quiet: func(now time.Time) bool {
			gone := now.Sub(began)
			return 10*time.Minute <= gone && gone < 30*time.Minute
		}}
	}
	d := setWith(t, quiet, func(s *Stage, d *stand) {
		for i := range 5 { // 0, 8, 16, 24 and 32 minutes after the beginning
			s.Show(cued(scene.CueAccept, i+1))
			synctest.Wait()
			if muted := s.Scene().Muted; muted != (i == 2 || i == 3) {
				t.Errorf("after %v the scene is muted: %v", time.Since(d.began), muted)
			}
			time.Sleep(8 * time.Minute)
		}
	})
	minutes := func(n ...time.Duration) (all []time.Duration) {
		for _, m := range n {
			all = append(all, m*time.Minute)
		}
		return all
	}
	var heard []time.Duration
	for _, tune := range d.tunes {
		heard = append(heard, tune.At)
	}
	if diff := cmp.Diff(minutes(0, 8, 32), heard); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(minutes(0, 10, 30), d.panels); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
}

// A small panel turns the pages of a text that it cannot show at once, a few times, and then stays at the first.
func TestPagesTurn(t *testing.T) {
	sc := scenes["game-2-refused"]
	pages := Pages(sc, slit, evening)
	if len(pages) != 2 {
		t.Fatalf("%d pages", len(pages))
	}
	var seen []int
	d := setWith(t, func(time.Time) Devices { return Devices{Screen: slit, Row: Row{Count: 12}} }, func(s *Stage, d *stand) {
		s.Show(sc)
		for range 12 {
			time.Sleep(pageTime / 2)
			synctest.Wait()
			d.mu.Lock()
			seen = append(seen, slices.IndexFunc(pages, func(p image.Image) bool {
				return slices.Equal(p.(*image.Paletted).Pix, d.last.(*image.Paletted).Pix)
			}))
			d.mu.Unlock()
			time.Sleep(pageTime / 2)
		}
		time.Sleep(time.Hour)
		sc.Prompt, sc.Verdict = "Ann, it is your turn.", nil
		s.Show(sc)
		time.Sleep(time.Hour)
	})
	if diff := cmp.Diff([]int{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0}, seen); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if len(d.panels) != 2*rounds+2 {
		t.Errorf("%d pictures at %v", len(d.panels), d.panels)
	}
}

// A countdown goes on while pages turn, and does not turn them back.
func TestPagesTurnInACountdown(t *testing.T) {
	set := func(t *testing.T, timer bool) int {
		d := setWith(t, func(time.Time) Devices { return Devices{Screen: slit} }, func(s *Stage, d *stand) {
			sc := prayer(5700 * time.Millisecond)
			sc.Verdict = refusal
			if !timer {
				sc.Timer.Paused = true
			}
			s.Show(sc)
			time.Sleep(5500 * time.Millisecond)
		})
		return len(d.panels)
	}
	if still, running := set(t, false), set(t, true); still != 2 || running != 7 {
		t.Errorf("%d pictures while the timer stands still, %d while it runs; want 2 and 7", still, running)
	}
}

func TestNoDevices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := New(Devices{})
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		for i := range 100 {
			s.Show(cued(scene.CueAccept, i))
		}
		synctest.Wait()
		cancel()
		<-done
		if len(s.cues) > maxCues {
			t.Errorf("%d cues wait for nobody", len(s.cues))
		}
	})
}
