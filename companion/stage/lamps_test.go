package stage

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/companion/palette"
	"familiar/companion/palette/palettetest"
	"familiar/companion/protocol"
	"familiar/companion/scene"
)

var all = palettetest.All[0] // normal colour vision

func rgb(c color.NRGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// brightness sums up a frame.
func brightness(frame []color.NRGBA) int {
	sum := 0
	for _, c := range frame {
		sum += int(c.R) + int(c.G) + int(c.B)
	}
	return sum
}

func TestSeatsHaveTheirArcs(t *testing.T) {
	sc := game(func(s *scene.Scene) { s.Turn, s.Asked = 0, 2 }, six[:3]...)
	got := Lamps(sc, Row{Count: 12}, evening)
	orange, teal := seatColour(sc, 0), seatColour(sc, 2)
	soft := dim(orange, glow)
	want := []color.NRGBA{soft, dark, soft, dark, dark, dark, dark, dark,
		dim(teal, 0.45), dim(teal, 0.75), dim(teal, 0.75), dim(teal, 0.45)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the ring (-want +got):\n%s", diff)
	}

	sc.Asked = 0 // answering is brighter than being in turn
	if got := Lamps(sc, Row{Count: 12}, evening); brightness(got[:4]) <= brightness(want[:4]) || brightness(got[4:]) != 0 {
		t.Errorf("awaited in its own turn: %v", got)
	}
	sc.Asked, sc.Turn = -1, -1
	if got := Lamps(sc, Row{Count: 12}, evening); brightness(got) != 0 {
		t.Errorf("nobody's turn: %v", got)
	}
}

var someRow = rapid.Custom(func(t *rapid.T) Row {
	n := rapid.IntRange(1, 300).Draw(t, "lamps")
	return Row{n, rapid.Bool().Draw(t, "strip"), rapid.IntRange(0, n).Draw(t, "first"), rapid.Bool().Draw(t, "reversed")}
})

// TestRows checks the order on the wire, for a frame whose first lamp is at the top of the ring or at the beginning of the strip.
func TestRows(t *testing.T) {
	letters := map[color.NRGBA]string{red: "r", green: "g", blue: "b", gold: "o", light: "w"}
	for _, tc := range []struct {
		row  Row
		want string
	}{
		{Row{}, "rgbow"},
		{Row{First: 1}, "rgbow"},
		{Row{First: 3}, "owrgb"},
		{Row{Reversed: true}, "rwobg"},
		{Row{First: 3, Reversed: true}, "bgrwo"},
		{Row{First: 8}, "owrgb"}, // round and round
		{Row{Strip: true}, "rgbow"},
		{Row{Strip: true, First: 3}, "rgbow"},
		{Row{Strip: true, Reversed: true}, "wobgr"},
	} {
		got := ""
		for _, c := range tc.row.wired([]color.NRGBA{red, green, blue, gold, light}) {
			got += letters[c]
		}
		if got != tc.want {
			t.Errorf("%+v: %s, not %s", tc.row, got, tc.want)
		}
	}
}

// A frame has as many lamps as there are, and they show the same however they are wired.
func TestAnyLamps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc, row := someScene.Draw(t, "scene"), someRow.Draw(t, "row")
		if frame := Lamps(sc, Row{Count: -row.Count}, evening); len(frame) != 0 {
			t.Errorf("%d lamps of none", len(frame))
		}
		plain, frame := Lamps(sc, Row{Count: row.Count, Strip: row.Strip}, evening), Lamps(sc, row, evening)
		cue, gone := scene.Cue(rapid.IntRange(-1, 20).Draw(t, "cue")), time.Duration(rapid.Int64Range(-1e9, 2e9).Draw(t, "gone"))
		Flash(cue, plain, Row{Strip: row.Strip}, gone)
		Flash(cue, frame, row, gone)
		if len(frame) != row.Count || !slices.Equal(row.wired(plain), frame) {
			t.Fatalf("%v on the wire of %+v is %v", plain, row, frame)
		}
	})
}

func TestRingCountsDown(t *testing.T) {
	sc := game(func(s *scene.Scene) { s.Timer = timer(6 * time.Second) }, "Ann", "Ben")
	at := func(gone time.Duration) []color.NRGBA { return Lamps(sc, Row{Count: 12}, evening.Add(gone)) }

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
	half := at(250 * time.Millisecond)[0] // half a lamp has gone out
	if want := dim(mix(red, gold, 5.75/6), counting/2); half != want {
		t.Errorf("the first lamp is %v, want %v", half, want)
	}
	if got := at(7 * time.Second); brightness(got) != 0 {
		t.Errorf("after the end: %v", got)
	}

	sc.Timer.Paused, sc.Timer.Left = true, 3*time.Second
	paused := at(0)
	if !slices.Equal(paused, at(time.Hour)) {
		t.Error("the ring goes on while the timer stands still")
	}
	if brightness(paused[:6]) != 0 || brightness(paused[6:]) == 0 || brightness(paused) >= brightness(at(3*time.Second))*7 {
		t.Errorf("paused: %v", paused)
	}
	if want := dim(mix(red, gold, 0.5), standing); paused[11] != want {
		t.Errorf("paused, a lamp is %v, not %v", paused[11], want)
	}
}

// A strip shrinks from its end towards its beginning.
func TestStripCountsDown(t *testing.T) {
	sc := game(func(s *scene.Scene) { s.Timer = timer(6 * time.Second) }, "Ann", "Ben")
	got := Lamps(sc, Row{Count: 8, Strip: true}, evening.Add(1500*time.Millisecond))
	if slices.Contains(got[:6], dark) || brightness(got[6:]) != 0 {
		t.Errorf("after a quarter: %v", got)
	}
	if back := Lamps(sc, Row{Count: 8, Strip: true, Reversed: true}, evening.Add(1500*time.Millisecond)); brightness(back[:2]) != 0 || back[7] != got[0] {
		t.Errorf("reversed: %v", back)
	}
}

func TestRingNeverGrowsWhileCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := game(func(s *scene.Scene) { s.Timer = timer(6 * time.Second) }, "Ann", "Ben")
		row := someRow.Draw(t, "row")
		ms := rapid.IntRange(0, 6000)
		a, b := ms.Draw(t, "a"), ms.Draw(t, "b")
		earlier := Lamps(sc, row, evening.Add(time.Duration(min(a, b))*time.Millisecond))
		later := Lamps(sc, row, evening.Add(time.Duration(max(a, b))*time.Millisecond))
		for i := range row.Count {
			if later[i].R > earlier[i].R || later[i].G > earlier[i].G {
				t.Fatalf("lamp %d was %v and is %v", i, earlier[i], later[i])
			}
		}
	})
}

func TestRainbow(t *testing.T) {
	sc := game(func(s *scene.Scene) { s.Phase, s.Winner = "over", 1 }, "Ann", "Ben")
	ring := Lamps(sc, Row{Count: 24}, evening)
	if c, want := ring[0], dim(ofHue(hueOf(seatColour(sc, 1))), cheering); c != want {
		t.Errorf("the first lamp is %v, want the winner's %v", c, want)
	}
	kinds := make(map[color.NRGBA]bool)
	for _, c := range ring {
		kinds[c] = true
	}
	if len(kinds) < 10 {
		t.Errorf("only %d colours", len(kinds))
	}
	// Neighbours have similar colours all around a ring; the ends of a strip need not.
	for i, c := range ring {
		if d := all.Distance(rgb(c), rgb(ring[(i+1)%len(ring)])); d > 45 {
			t.Errorf("lamps %d and %d are %.0f apart", i, i+1, d)
		}
	}
	for _, n := range []int{1, 3, 25} {
		strip := Lamps(sc, Row{Count: n, Strip: true}, evening)
		if c := strip[n/2]; c != ring[0] {
			t.Errorf("the middle of %d lamps is %v, want %v", n, c, ring[0])
		}
		if n > 1 && all.Distance(rgb(strip[0]), rgb(strip[n-1])) < 60 {
			t.Errorf("the ends of %d lamps are alike: %v", n, strip)
		}
	}
}

func TestOtherRings(t *testing.T) {
	enrol := Lamps(scene.Scene{Enrol: &protocol.Enrol{Done: 5, Total: 20}}, Row{Count: 8}, evening)
	if brightness(enrol[:2]) == 0 || brightness(enrol[2:]) != 0 {
		t.Errorf("a quarter is enrolled: %v", enrol)
	}
	lobby := Lamps(scene.Scene{Phase: "lobby"}, Row{Count: 3}, evening)
	if want := dim(candleLight, candle); lobby[0] != want || lobby[2] != want {
		t.Errorf("the lobby: %v, want %v", lobby, want)
	}
	paused := Lamps(scene.Scene{Phase: "game", Paused: true, Timer: timer(time.Second)}, Row{Count: 3}, evening)
	if paused[0] != lobby[0] || paused[1] != dark || paused[2] != lobby[2] {
		t.Errorf("a pause: %v", paused)
	}
	trouble := Lamps(scene.Scene{Phase: "lobby", Trouble: "the panel is stuck"}, Row{Count: 3}, evening)
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

// Even a few lamps show which seat must answer, to all eyes; and two show whether it is that seat's own turn.
func TestFewLamps(t *testing.T) {
	const least = 8.0
	sc := game(nil, six...)
	for i := range sc.Seats {
		sc.Seats[i].Colour = seatColours(t)[i]
	}
	show := func(turn, asked, n int) []color.NRGBA {
		sc.Turn, sc.Asked = turn, asked
		return Lamps(sc, Row{Count: n}, evening)
	}
	for _, n := range []int{1, 2, 3, 5, 6, 8, 24} {
		for a := range sc.Seats {
			if n == 1 && show(a, a, n)[0] != show((a+1)%6, a, n)[0] {
				t.Errorf("one lamp is not for who is awaited")
			}
			if n > 1 && differ(show(a, a, n), show((a+1)%6, a, n)) < least {
				t.Errorf("of %d lamps: the turns of %d and %d look alike while %d is awaited", n, a, (a+1)%6, a)
			}
			if d := differ(show(a, a, n), show(a, -1, n)); d < least {
				t.Errorf("of %d lamps: whether seat %d is awaited in its turn makes %.0f", n, a, d)
			}
			for b := range a {
				if d := differ(show(a, a, n), show(b, b, n)); d < least {
					t.Errorf("of %d lamps: seats %d and %d are %.0f apart", n, a, b, d)
				}
			}
		}
	}
	if got := show(-1, -1, 3); brightness(got) != 0 {
		t.Errorf("nobody's turn: %v", got)
	}
}

// seatColours returns the colours of seats.
func seatColours(t *testing.T) (all [][3]uint8) {
	t.Helper()
	for _, c := range palette.Colours() {
		v, err := strconv.ParseUint(strings.TrimPrefix(c.Colour, "#"), 16, 24)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, [3]uint8{uint8(v >> 16), uint8(v >> 8), uint8(v)})
	}
	return all
}

// differ returns the largest difference between two frames, for the eyes that see it least.
func differ(a, b []color.NRGBA) float64 {
	least := math.Inf(1)
	for _, eye := range palettetest.All {
		most := 0.0
		for i := range a {
			most = max(most, eye.Distance(rgb(a[i]), rgb(b[i])))
		}
		least = min(least, most)
	}
	return least
}

// The seat whose turn it is and the seat that must answer differ by brightness and by pattern, whatever their colours are.
func TestTurnAndAwaited(t *testing.T) {
	for _, turn := range seatColours(t) {
		for _, asked := range seatColours(t) {
			sc := game(func(s *scene.Scene) { s.Turn, s.Asked = 0, 1 }, "Ann", "Ben")
			sc.Seats[0].Colour, sc.Seats[1].Colour = turn, asked
			frame := Lamps(sc, Row{Count: 12}, evening)
			for _, eye := range palettetest.All {
				if soft, bright := eye.Lightness(rgb(frame[2])), eye.Lightness(rgb(frame[8])); bright < 1.5*soft {
					t.Errorf("who lacks %s sees the turn of %x as light as %.0f, and %x awaited %.0f", eye.Lacks, turn, soft, asked, bright)
				}
			}
			if lit(frame[:6]) != "#.#.#." || lit(frame[6:]) != "######" {
				t.Errorf("the pattern is %s", lit(frame))
			}
		}
	}
}

// lit draws which lamps are lit.
func lit(frame []color.NRGBA) string {
	s := ""
	for _, c := range frame {
		if c == dark {
			s += "."
		} else {
			s += "#"
		}
	}
	return s
}

func TestChoiceOnLamps(t *testing.T) {
	list := func(items, at int) scene.Scene {
		return scene.Scene{Phase: "lobby", Choice: &scene.Choice{Items: make([]string, items), At: at}}
	}
	// There is a dot for each item, and the chosen one fills nearly all of its stretch.
	got := Lamps(list(3, 1), Row{Count: 24}, evening)
	if lit(got) != "...##...#######....##..." || brightness(got[8:9]) < 5*brightness(got[3:4]) {
		t.Errorf("the second of three: %s", lit(got))
	}
	// Each step is visible, even if several items share a lamp.
	rapid.Check(t, func(t *rapid.T) {
		row := someRow.Draw(t, "row")
		items := rapid.IntRange(2, min(60, 8*row.Count)).Draw(t, "items")
		at := rapid.IntRange(1, items-1).Draw(t, "at")
		if d := differ(Lamps(list(items, at-1), row, evening), Lamps(list(items, at), row, evening)); d < 4 {
			t.Errorf("steps %d and %d of %d are %.1f apart on %+v", at-1, at, items, d, row)
		}
	})
	// The last of the items that share a lamp is as bright as one that has a lamp to itself.
	if got, want := Lamps(list(16, 1), Row{Count: 8}, evening)[0], dim(light, awaited); got.R+1 < want.R {
		t.Errorf("the second of two items on a lamp: %v, not %v", got, want)
	}
	// During a countdown only the chosen item is shown.
	sc := list(4, 2)
	sc.Phase, sc.Timer = "game", timer(3*time.Second)
	with := Lamps(sc, Row{Count: 8}, evening)
	sc.Choice = nil
	without := Lamps(sc, Row{Count: 8}, evening)
	if with[4] != dim(light, awaited) || !slices.Equal(with[:4], without[:4]) || !slices.Equal(with[5:], without[5:]) {
		t.Errorf("over a countdown: %v, without %v", with, without)
	}
}

func BenchmarkLamps(b *testing.B) {
	for _, name := range []string{"game-6", "prayer", "choice", "over-6"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				frame := Lamps(scenes[name], Row{Count: 300, Reversed: true}, evening)
				Flash(scene.CueAsk, frame, Row{}, 0)
			}
		})
	}
}
