package panel_test

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"pgregory.net/rapid"

	"familiar/hw/panel"
	"familiar/hw/virtual"
)

var update = flag.Bool("update", false, "write the golden pictures")

const ms = time.Millisecond

// newGlass is an emulated panel.
func newGlass() *virtual.Panel {
	return virtual.NewPanel("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
}

// wires opens the emulated panel as Names.Open does the real one.
func wires(glass *virtual.Panel) func() (panel.Wires, error) {
	return func() (panel.Wires, error) {
		port, err := glass.Open()
		return panel.Wires{Port: port, DC: glass.DC, RST: glass.RST, BUSY: glass.BUSY}, err
	}
}

func newPanel(t *testing.T, opts panel.Opts) *panel.Panel {
	t.Helper()
	p := panel.New(opts)
	t.Cleanup(func() { _ = p.Halt() }) // its error is the test's own affair
	return p
}

// page is a white picture with a frame and lines of text.
func page(lines ...string) *image.Gray {
	img := image.NewGray(panel.Bounds())
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for x := range panel.Width {
		img.SetGray(x, 0, color.Gray{})
		img.SetGray(x, panel.Height-1, color.Gray{})
	}
	for y := range panel.Height {
		img.SetGray(0, y, color.Gray{})
		img.SetGray(panel.Width-1, y, color.Gray{})
	}
	d := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13}
	for i, line := range lines {
		d.Dot = fixed.P(6, 16+15*i)
		d.DrawString(line)
	}
	return binary(img)
}

// binary makes an image black and white.
func binary(img *image.Gray) *image.Gray {
	for i, y := range img.Pix {
		img.Pix[i] = 0
		if y >= 0x80 {
			img.Pix[i] = 0xFF
		}
	}
	return img
}

// sees checks what is on the glass.
func sees(t *testing.T, glass *virtual.Panel, want *image.Gray) {
	t.Helper()
	if got := glass.Image(); !bytes.Equal(got.Pix, want.Pix) || got.Rect != want.Rect {
		t.Errorf("the glass shows another picture: %d of %d pixels differ", differ(got, want), len(want.Pix))
	}
}

func differ(a, b *image.Gray) int {
	n := 0
	for i := range b.Pix {
		if a.Pix[i] != b.Pix[i] {
			n++
		}
	}
	return n
}

// counts checks the refreshes of the glass, which are those of the health.
func counts(t *testing.T, glass *virtual.Panel, p *panel.Panel, full, partial int) {
	t.Helper()
	gotFull, gotPartial := glass.Refreshes()
	h := p.Health()
	if gotFull != full || gotPartial != partial || h.Full != full || h.Partial != partial {
		t.Errorf("%d full and %d partial refreshes, told %d and %d, want %d and %d", gotFull, gotPartial, h.Full, h.Partial, full, partial)
	}
}

// lawful checks that the driver did nothing that the datasheet forbids.
func lawful(t *testing.T, glass *virtual.Panel) {
	t.Helper()
	if c := glass.Complaints(); len(c) != 0 {
		t.Errorf("the chip complains:\n%s", strings.Join(c, "\n"))
	}
}

// golden compares a picture with the file of the test's name.
func golden(t *testing.T, got *image.Gray) {
	t.Helper()
	file := filepath.Join("testdata", filepath.Base(t.Name())+".png")
	if *update {
		var b bytes.Buffer
		if err := png.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	want, ok := img.(*image.Gray)
	if !ok {
		t.Fatalf("%s is a %T", file, img)
	}
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%s: %d of %d pixels differ", file, differ(got, want), len(want.Pix))
	}
}

var scene = page("Ann's turn: summon or pass", "", "cubes   Ann 3   Ben 5   Cem 1", "deck 23  discard 7", "", "> lay a card on a reader", "  or press to end the turn")

func TestGolden(t *testing.T) {
	tests := map[string]bool{"landscape": false, "upside_down": true}
	for name, upsideDown := range tests {
		t.Run(name, func(t *testing.T) {
			var got *image.Gray
			synctest.Test(t, func(t *testing.T) {
				glass := newGlass()
				p := newPanel(t, panel.Opts{Open: wires(glass), UpsideDown: upsideDown})
				p.Show(scene)
				time.Sleep(5 * time.Second)
				got = glass.Image()
				if !upsideDown {
					sees(t, glass, scene)
				}
				counts(t, glass, p, 1, 0)
				lawful(t, glass)
			})
			golden(t, got)
		})
	}
}

// TestPartial changes a small part: it alone goes over the wire, in a partial
// refresh, and the picture is exact.
func TestPartial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(page("six", "1"))
		time.Sleep(5 * time.Second)
		whole, _ := glass.Traffic()
		p.Show(page("six", "2"))
		time.Sleep(time.Second)
		sees(t, glass, page("six", "2"))
		p.Show(page("six", "3"))
		before, _ := glass.Traffic()
		time.Sleep(time.Second)
		after, _ := glass.Traffic()
		sees(t, glass, page("six", "3"))
		counts(t, glass, p, 1, 2)
		lawful(t, glass)
		if part := after - before; part*10 > whole {
			t.Errorf("%d bytes for a figure, %d for the first picture", part, whole)
		}
	})
}

func TestNothingChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		for range 10 {
			p.Show(scene)
			time.Sleep(3 * time.Second)
		}
		counts(t, glass, p, 1, 0)

		// A change that is taken back before its turn has come is none.
		p.Show(page("one"))
		time.Sleep(500 * ms)
		p.Show(page("two"))
		time.Sleep(100 * ms)
		p.Show(page("one"))
		time.Sleep(5 * time.Second)
		counts(t, glass, p, 1, 1)
		sees(t, glass, page("one"))
	})
}

// TestPacing shows a new picture every tenth of a second for two minutes.
func TestPacing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		start := time.Now()
		last := page()
		for time.Since(start) < 2*time.Minute {
			last = page(time.Since(start).String())
			p.Show(last)
			time.Sleep(100 * ms)
		}
		time.Sleep(2 * time.Second)
		full, partial := glass.Refreshes()
		if full < 4 || full > 5 || partial < 110 || full+partial > 122 {
			t.Errorf("%d full and %d partial refreshes in two minutes", full, partial)
		}
		sees(t, glass, last)
		lawful(t, glass)
	})
}

// TestShowDoesNotWait shows pictures while the panel is busy; the image may be
// painted over at once.
func TestShowDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		start := time.Now()
		img := page("first")
		for range 50 {
			p.Show(img)
		}
		draw.Draw(img, img.Rect, image.Black, image.Point{}, draw.Src)
		if d := time.Since(start); d != 0 {
			t.Errorf("took %s", d)
		}
		time.Sleep(5 * time.Second)
		sees(t, glass, page("first"))
		counts(t, glass, p, 1, 0)
	})
}

func TestHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(scene)
		time.Sleep(5 * time.Second)
		p.Show(page("one"))
		time.Sleep(500 * ms)
		p.Show(page("good night"))
		start := time.Now()
		for range 2 {
			if err := p.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d > time.Second {
			t.Errorf("Halt took %s", d)
		}
		sees(t, glass, page("good night"))
		if !glass.Asleep() {
			t.Error("the panel is awake")
		}
		for range 3 {
			p.Show(scene) // does not block
		}
		time.Sleep(5 * time.Second)
		sees(t, glass, page("good night"))
		lawful(t, glass)
	})
}

// TestStuck lets BUSY hang in the midst of a game: it is told after ten
// seconds, the panel is tried again for as long as it takes, and then the
// latest picture comes, in a full refresh.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		var told []bool
		p := newPanel(t, panel.Opts{Open: wires(glass), OnHealth: func(h panel.Health) { told = append(told, h.OK) }})
		p.Show(scene)
		time.Sleep(5 * time.Second)
		if h := p.Health(); !h.OK || h.LastError != "" {
			t.Errorf("health of a sound panel %+v", h)
		}

		glass.SetFault(virtual.PanelStuck)
		p.Show(page("one"))
		time.Sleep(9 * time.Second)
		if h := p.Health(); !h.OK {
			t.Errorf("health after nine seconds %+v", h)
		}
		time.Sleep(2 * time.Second)
		h := p.Health()
		if h.OK || h.Stuck != 1 || !strings.Contains(h.LastError, panel.ErrStuck.Error()) || time.Since(h.Since) > 2*time.Second {
			t.Errorf("health after eleven seconds %+v", h)
		}
		p.Show(page("two"))
		time.Sleep(time.Minute)
		if h := p.Health(); h.OK || h.Stuck < 3 || h.Opens < 4 {
			t.Errorf("health after a minute %+v", h)
		}
		p.Show(page("three"))
		glass.SetFault(virtual.PanelSound)
		time.Sleep(time.Minute)
		sees(t, glass, page("three"))
		counts(t, glass, p, 2, 0)
		if h := p.Health(); !h.OK || h.LastError == "" {
			t.Errorf("health of the mended panel %+v", h)
		}
		synctest.Wait() // the panel's goroutine has told
		if !told[0] || told[1] || !told[len(told)-1] {
			t.Errorf("told %v", told)
		}
	})
}

// TestStuckLeaks counts goroutines while a panel is stuck: there is its own,
// and none more with each attempt.
func TestStuckLeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		glass.SetFault(virtual.PanelStuck)
		before := runtime.NumGoroutine()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(scene)
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := runtime.NumGoroutine() - before; n > 1 {
			t.Errorf("%d goroutines after an hour", n)
		}
		if h := p.Health(); h.Opens < 50 {
			t.Errorf("health after an hour %+v", h)
		}
		start := time.Now()
		if err := p.Halt(); err != nil {
			t.Error(err)
		}
		if d := time.Since(start); d > 11*time.Second {
			t.Errorf("Halt took %s", d)
		}
	})
}

func TestUnplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		glass.SetFault(virtual.PanelUnplugged)
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(scene)
		time.Sleep(time.Second)
		if h := p.Health(); h.OK || !strings.Contains(h.LastError, panel.ErrAbsent.Error()) {
			t.Errorf("health without a panel %+v", h)
		}
		glass.SetFault(virtual.PanelSound)
		time.Sleep(10 * time.Second)
		sees(t, glass, scene)
		if h := p.Health(); !h.OK {
			t.Errorf("health with one %+v", h)
		}

		// And once more in the midst of things, with the panel's registers lost.
		glass.SetFault(virtual.PanelUnplugged)
		time.Sleep(time.Second)
		glass.SetFault(virtual.PanelSound)
		p.Show(page("one"))
		time.Sleep(10 * time.Second)
		sees(t, glass, page("one"))
	})
}

// TestBusFails makes the port fail while the panel is used, and at opening.
func TestBusFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(scene)
		time.Sleep(5 * time.Second)
		gone := errors.New("no such device")
		glass.FailBus(gone)
		p.Show(page("one"))
		time.Sleep(10 * time.Second)
		if h := p.Health(); h.OK || h.Opens < 3 || !strings.Contains(h.LastError, gone.Error()) {
			t.Errorf("health %+v", h)
		}
		glass.FailBus(nil)
		time.Sleep(20 * time.Second)
		sees(t, glass, page("one"))

		glass.FailBus(gone)
		if err := p.Halt(); !errors.Is(err, gone) {
			t.Errorf("Halt without the port: %v", err)
		}
	})
}

// TestBadInput shows nothing and opens nothing: neither does harm.
func TestBadInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		p := newPanel(t, panel.Opts{Open: wires(glass)})
		p.Show(nil)
		time.Sleep(5 * time.Second)
		counts(t, glass, p, 0, 0)

		for name, open := range map[string]func() (panel.Wires, error){
			"no HAT":   nil,
			"no wires": func() (panel.Wires, error) { return panel.Wires{}, nil },
		} {
			p := newPanel(t, panel.Opts{Open: open})
			p.Show(scene)
			time.Sleep(5 * time.Second)
			if h := p.Health(); h.OK || h.Opens != 3 || h.LastError == "" {
				t.Errorf("%s: health %+v", name, h)
			}
		}
	})
}

func TestByName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		glass := newGlass()
		if _, err := panel.Hat.Open(); err == nil || !strings.Contains(err.Error(), `"GPIO24"`) {
			t.Errorf("opening what is not there: %v", err)
		}
		if err := glass.Register(); err != nil {
			t.Fatal(err)
		}
		p := newPanel(t, panel.Opts{Open: panel.Hat.Open})
		p.Show(scene)
		time.Sleep(5 * time.Second)
		sees(t, glass, scene)
		if err := glass.Unregister(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnyPictures shows pictures drawn at random at random times: the glass
// ends with the last of them, whatever parts of it were sent.
func TestAnyPictures(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		type step struct {
			box   image.Rectangle
			white bool
			pause time.Duration
		}
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
			x, y := rapid.IntRange(-10, panel.Width).Draw(t, "x"), rapid.IntRange(-10, panel.Height).Draw(t, "y")
			w, h := rapid.IntRange(1, 100).Draw(t, "w"), rapid.IntRange(1, 60).Draw(t, "h")
			return step{
				box:   image.Rect(x, y, x+w, y+h),
				white: rapid.Bool().Draw(t, "white"),
				pause: time.Duration(rapid.IntRange(0, 2500).Draw(t, "pause")) * ms,
			}
		}), 1, 12).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) {
			glass := newGlass()
			p := newPanel(t, panel.Opts{Open: wires(glass)})
			img := page()
			for _, s := range steps {
				ink := image.Black
				if s.white {
					ink = image.White
				}
				draw.Draw(img, s.box, ink, image.Point{}, draw.Src)
				p.Show(img)
				time.Sleep(s.pause)
			}
			time.Sleep(5 * time.Second)
			sees(t, glass, img)
			lawful(t, glass)
		})
	})
}
