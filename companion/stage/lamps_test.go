package stage

import (
	"image/color"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/companion"
)

// brightness sums up a frame.
func brightness(frame []color.NRGBA) int {
	sum := 0
	for _, c := range frame {
		sum += int(c.R) + int(c.G) + int(c.B)
	}
	return sum
}

func TestSeatsHaveTheirArcs(t *testing.T) {
	scene := game(func(s *companion.Scene) { s.Turn, s.Asked = 0, 2 }, six[:3]...)
	got := Lamps(scene, 12, evening)
	orange, teal := seatColour(scene, 0), seatColour(scene, 2)
	soft := dim(orange, glow)
	want := []color.NRGBA{soft, soft, soft, soft, dark, dark, dark, dark,
		dim(teal, 0.425), dim(teal, 0.675), dim(teal, 0.675), dim(teal, 0.425)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the ring (-want +got):\n%s", diff)
	}

	scene.Asked = 0 // who is awaited outshines whose turn it is
	if got := Lamps(scene, 12, evening); brightness(got[:4]) <= brightness(want[:4]) || brightness(got[4:]) != 0 {
		t.Errorf("awaited in its own turn: %v", got)
	}
	scene.Asked, scene.Turn = -1, -1
	if got := Lamps(scene, 12, evening); brightness(got) != 0 {
		t.Errorf("nobody's turn: %v", got)
	}
}

func TestRingCountsDown(t *testing.T) {
	scene := game(func(s *companion.Scene) { s.Timer = timer(6 * time.Second) }, "Ann", "Ben")
	at := func(gone time.Duration) []color.NRGBA { return Lamps(scene, 12, evening.Add(gone)) }

	full := dim(gold, counting)
	for i, c := range at(0) {
		if c != full {
			t.Errorf("lamp %d at the beginning: %v, want %v", i, c, full)
		}
	}
	quarter := at(1500 * time.Millisecond)
	if brightness(quarter[:3]) != 0 || slices.Contains(quarter[3:], dark) {
		t.Errorf("after a quarter the first three lamps are out: %v", quarter)
	}
	if c := quarter[11]; c.G >= full.G || c.R != full.R {
		t.Errorf("after a quarter the ring is redder: %v", c)
	}
	half := at(250 * time.Millisecond)[0] // half a lamp has gone
	if want := dim(mix(red, gold, 5.75/6), counting/2); half != want {
		t.Errorf("the first lamp is %v, want %v", half, want)
	}
	if got := at(7 * time.Second); brightness(got) != 0 {
		t.Errorf("after the end: %v", got)
	}

	scene.Timer.Paused, scene.Timer.Left = true, 3*time.Second
	paused := at(0)
	if !slices.Equal(paused, at(time.Hour)) {
		t.Error("the ring goes on while the timer stands still")
	}
	if brightness(paused[:6]) != 0 || brightness(paused[6:]) == 0 || brightness(paused) >= brightness(at(3*time.Second))*7 {
		t.Errorf("paused: %v", paused)
	}
}

func TestRingNeverGrowsWhileCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scene := game(func(s *companion.Scene) { s.Timer = timer(6 * time.Second) }, "Ann", "Ben")
		n := rapid.IntRange(1, 60).Draw(t, "lamps")
		ms := rapid.IntRange(0, 6000)
		a, b := ms.Draw(t, "a"), ms.Draw(t, "b")
		earlier := Lamps(scene, n, evening.Add(time.Duration(min(a, b))*time.Millisecond))
		later := Lamps(scene, n, evening.Add(time.Duration(max(a, b))*time.Millisecond))
		for i := range n {
			if later[i].R > earlier[i].R || later[i].G > earlier[i].G {
				t.Fatalf("lamp %d was %v and is %v", i, earlier[i], later[i])
			}
		}
	})
}

func TestRainbow(t *testing.T) {
	scene := game(func(s *companion.Scene) { s.Phase, s.Winner = "over", 1 }, "Ann", "Ben")
	ring := Lamps(scene, 24, evening)
	if c, want := ring[0], dim(ofHue(hueOf(seatColour(scene, 1))), cheering); c != want {
		t.Errorf("the first lamp is %v, want the winner's %v", c, want)
	}
	kinds := make(map[color.NRGBA]bool)
	for _, c := range ring {
		kinds[c] = true
	}
	if len(kinds) < 10 {
		t.Errorf("only %d colours", len(kinds))
	}
}

func TestOtherRings(t *testing.T) {
	enrol := Lamps(companion.Scene{Enrol: &companion.Enrol{Done: 5, Total: 20}}, 8, evening)
	if brightness(enrol[:2]) == 0 || brightness(enrol[2:]) != 0 {
		t.Errorf("a quarter is enrolled: %v", enrol)
	}
	lobby := Lamps(companion.Scene{Phase: "lobby"}, 3, evening)
	if want := dim(candleLight, candle); lobby[0] != want || lobby[2] != want {
		t.Errorf("the lobby: %v, want %v", lobby, want)
	}
	paused := Lamps(companion.Scene{Phase: "game", Paused: true, Timer: timer(time.Second)}, 3, evening)
	if paused[0] != lobby[0] || paused[1] != dark || paused[2] != lobby[2] {
		t.Errorf("a pause: %v", paused)
	}
	trouble := Lamps(companion.Scene{Phase: "lobby", Trouble: "the panel is stuck"}, 3, evening)
	if trouble[0] == lobby[0] || trouble[1] != lobby[1] {
		t.Errorf("trouble: %v", trouble)
	}
}

func TestHues(t *testing.T) {
	for _, c := range []color.NRGBA{red, {0, 0xFF, 0, 0xFF}, {0, 0, 0xFF, 0xFF}, {0xFF, 0xFF, 0, 0xFF}, {0xFF, 0, 0xFF, 0xFF}, {0, 0xFF, 0xFF, 0xFF}} {
		if got := ofHue(hueOf(c)); got != c {
			t.Errorf("%v has become %v", c, got)
		}
	}
	if h := hueOf(light); h != 0 {
		t.Errorf("white has the hue %v", h)
	}
}

func TestFlashes(t *testing.T) {
	quiet := []companion.Cue{companion.CueNone, companion.CueTurn, companion.CueTick}
	for cue := companion.CueNone; cue <= companion.CueTrouble; cue++ {
		_, length := Flash(cue)
		if want := !slices.Contains(quiet, cue); (length > 0) != want || length > 2*time.Second {
			t.Errorf("cue %d flashes for %v", cue, length)
		}
	}
	yes, short := Flash(companion.CueAccept)
	no, long := Flash(companion.CueRefuse)
	if yes != green || no != red || short >= long {
		t.Errorf("accept %v for %v, refuse %v for %v", yes, short, no, long)
	}
}
