package panel_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"periph.io/x/conn/v3/i2c"
	"pgregory.net/rapid"

	"familiar/hw/keep"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/virtual"
)

var update = flag.Bool("update", false, "write the golden pictures")

const ms = time.Millisecond

// kind is a panel with its emulation.
type kind struct {
	opts    panel.Opts
	refresh time.Duration // time of a full refresh, from Show to the picture
	more    time.Duration // what it needs beyond the others: for its refresh, its pauses and its watchdog
	dark    bool          // light on dark
	new     func(t *testing.T) (virtual.Panel, func() (panel.Wires, error))
}

var (
	v2 = kind{
		opts:    panel.Opts{Model: panel.WaveshareV2, Size: image.Pt(250, 122)},
		refresh: 1900 * ms,
		new:     ePaper(virtual.NewWaveshareV2),
	}
	v4 = kind{
		opts:    panel.Opts{Model: panel.WaveshareV4, Size: image.Pt(250, 122)},
		refresh: 4200 * ms,
		new:     ePaper(virtual.NewWaveshareV4),
	}
	inky = kind{
		opts:    panel.Opts{Model: panel.InkyPHAT, Size: image.Pt(212, 104)},
		refresh: 9 * time.Second,
		more:    20 * time.Second,
		new:     ePaper(virtual.NewInkyPHAT),
	}
	oled64 = kind{
		opts:    panel.Opts{Model: panel.SSD1306, Size: image.Pt(128, 64)},
		refresh: 110 * ms,
		dark:    true,
		new:     oled(virtual.NewOLED, 64),
	}
	oled32 = kind{
		opts:    panel.Opts{Model: panel.SSD1306, Size: image.Pt(128, 32)},
		refresh: 110 * ms,
		dark:    true,
		new:     oled(virtual.NewOLED, 32),
	}
	sh1106 = kind{
		opts:    panel.Opts{Model: panel.SH1106, Size: image.Pt(128, 64)},
		refresh: 130 * ms,
		dark:    true,
		new:     oled(func(bus *virtual.I2CBus, _ int) (*virtual.OLED, error) { return virtual.NewSH1106(bus) }, 64),
	}
	kinds = map[string]kind{"v2": v2, "v4": v4, "inky": inky, "oled 64": oled64, "oled 32": oled32, "sh1106": sh1106}
	oleds = map[string]kind{"oled 64": oled64, "oled 32": oled32, "sh1106": sh1106}
)

// ePaper makes an emulated panel and opens it like Names.Open opens the real one.
func ePaper(model func(port string, dc, rst, busy *virtual.Pin) *virtual.EPaper) func(*testing.T) (virtual.Panel, func() (panel.Wires, error)) {
	return func(*testing.T) (virtual.Panel, func() (panel.Wires, error)) {
		glass := model("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
		return glass, func() (panel.Wires, error) {
			port, err := glass.Open()
			return panel.Wires{Port: port, DC: glass.DC, RST: glass.RST, BUSY: glass.BUSY}, err
		}
	}
}

// oled does the same for an OLED with the given number of lines.
func oled(model func(*virtual.I2CBus, int) (*virtual.OLED, error), height int) func(*testing.T) (virtual.Panel, func() (panel.Wires, error)) {
	return func(t *testing.T) (virtual.Panel, func() (panel.Wires, error)) {
		bus := virtual.NewI2CBus("I2C1")
		glass, err := model(bus, height)
		if err != nil {
			t.Fatal(err)
		}
		return glass, func() (panel.Wires, error) {
			b, err := bus.Open()
			return panel.Wires{I2C: b}, err
		}
	}
}

// rig is a panel on emulated hardware.
type rig struct {
	*testing.T
	kind
	glass virtual.Panel
	panel *panel.Panel
}

// on runs a test in a bubble with a panel of a kind. A goroutine that is left running would fail
// the bubble.
func on(t *testing.T, k kind, test func(r *rig)) {
	synctest.Test(t, func(t *testing.T) {
		glass, open := k.new(t)
		opts := k.opts
		opts.Open = open
		p, err := panel.New(opts)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = p.Halt() }() // the tests that need its error check it themselves
		test(&rig{t, k, glass, p})
	})
}

// onAll runs a test with a panel of each kind.
func onAll(t *testing.T, test func(r *rig)) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) { on(t, k, test) })
	}
}

// show shows a picture and waits until it must be visible.
func (r *rig) show(img image.Image, wait time.Duration) {
	r.panel.Show(img)
	time.Sleep(wait)
	synctest.Wait()
}

// page returns a white picture with a frame and lines of text.
func (k kind) page(lines ...string) *image.Gray {
	size := k.opts.Size
	img := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for x := range size.X {
		img.SetGray(x, 0, color.Gray{})
		img.SetGray(x, size.Y-1, color.Gray{})
	}
	for y := range size.Y {
		img.SetGray(0, y, color.Gray{})
		img.SetGray(size.X-1, y, color.Gray{})
	}
	d := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13}
	top := 16
	if size.Y < 100 {
		top = 13
	}
	for i, line := range lines {
		d.Dot = fixed.P(6, top+15*i)
		d.DrawString(line)
	}
	for i, y := range img.Pix {
		img.Pix[i] = 0
		if y >= 0x80 {
			img.Pix[i] = 0xFF
		}
	}
	return img
}

// sees checks the picture on the glass.
func (r *rig) sees(want *image.Gray) {
	r.Helper()
	if n := differ(r.glass.Image(), r.shown(want)); n != 0 {
		r.Errorf("the glass shows another picture: %d of %d pixels differ", n, len(want.Pix))
	}
}

// shown returns a picture as the glass shows it.
func (k kind) shown(img *image.Gray) *image.Gray {
	got := image.NewGray(img.Rect)
	for i, y := range img.Pix {
		if got.Pix[i] = y; k.dark {
			got.Pix[i] = ^y
		}
	}
	return got
}

// differ returns in how many pixels two pictures differ.
func differ(a, b *image.Gray) int {
	if a.Rect != b.Rect {
		return len(b.Pix)
	}
	n := 0
	for i := range b.Pix {
		if a.Pix[i] != b.Pix[i] {
			n++
		}
	}
	return n
}

// counts checks the number of e-paper refreshes, on the glass and in the health.
func (r *rig) counts(full, partial int) {
	r.Helper()
	gotFull, gotPartial := r.glass.Refreshes()
	h := r.panel.Health()
	if r.opts.Model == panel.WaveshareV4 {
		h.Full *= 2 // the driver refreshes twice
	}
	if gotFull != full || gotPartial != partial || h.Full != full || h.Partial != partial {
		r.Errorf("%d full and %d partial refreshes, told %d and %d, want %d and %d", gotFull, gotPartial, h.Full, h.Partial, full, partial)
	}
}

// lawful checks that the driver did nothing that the datasheet forbids.
func (r *rig) lawful() {
	r.Helper()
	if c := r.glass.Complaints(); len(c) != 0 {
		r.Errorf("the chip complains:\n%s", strings.Join(c, "\n"))
	}
}

// golden compares a picture with a file.
func golden(t *testing.T, file string, got *image.Gray) {
	t.Helper()
	file = filepath.Join("testdata", file+".png")
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
	if n := differ(got, want); n != 0 {
		t.Errorf("%s: %d of %d pixels differ", file, n, len(want.Pix))
	}
}

// scene returns a picture with something in each corner.
func (k kind) scene() *image.Gray {
	if k.opts.Size.X < 200 {
		return k.page("Ann: summon?", "deck 23", "", "> or press")
	}
	return k.page("Ann's turn: summon or pass", "", "cubes   Ann 3   Ben 5   Cem 1", "deck 23  discard 7", "", "> lay a card on a reader", "  or press to end the turn")
}

// TestGolden compares the glass of each kind; both e-papers show the same, and so do both OLEDs of 64 lines.
func TestGolden(t *testing.T) {
	files := map[string]string{"v2": "epaper", "v4": "epaper", "inky": "inky", "oled 64": "oled_64", "oled 32": "oled_32", "sh1106": "oled_64"}
	for name, k := range kinds {
		for _, upsideDown := range []bool{false, true} {
			file := files[name]
			if upsideDown {
				file += "_upside_down"
			}
			k.opts.UpsideDown = upsideDown
			t.Run(name+" "+file, func(t *testing.T) {
				var got *image.Gray
				on(t, k, func(r *rig) {
					r.show(r.scene(), 5*time.Second+r.more)
					got = r.glass.Image()
					if !upsideDown {
						r.sees(r.scene())
					}
					r.lawful()
				})
				golden(t, file, got)
			})
		}
	}
}

// TestPartial changes a small part: it alone goes over the wire, in a partial
// refresh, and the picture is exact.
func TestPartial(t *testing.T) {
	for name, k := range map[string]kind{"v2": v2, "oled 64": oled64, "oled 32": oled32, "sh1106": sh1106} {
		t.Run(name, func(t *testing.T) {
			on(t, k, func(r *rig) {
				before, _ := r.glass.Traffic()
				r.show(r.page("six", "1"), 5100*ms)
				whole, _ := r.glass.Traffic()
				r.show(r.page("six", "2"), time.Second)
				r.sees(r.page("six", "2"))
				after, _ := r.glass.Traffic()
				r.show(r.page("six", "3"), 600*ms)
				part, _ := r.glass.Traffic()
				r.sees(r.page("six", "3"))
				r.lawful()
				if part -= after; part*10 > whole-before {
					r.Errorf("%d bytes for a figure, %d for the first picture", part, whole-before)
				}
				if !r.dark {
					r.counts(1, 2)
				} else if h := r.panel.Health(); h.Full != 1 || h.Partial != 3 { // the first picture is an empty one
					r.Errorf("health %+v", h)
				}
			})
		})
	}
}

// TestFullOnly changes a small part on a panel that can only draw the whole picture.
func TestFullOnly(t *testing.T) {
	on(t, inky, func(r *rig) {
		r.show(r.page("six", "1"), 15*time.Second)
		r.counts(1, 0)
		r.show(r.page("six", "2"), 26*time.Second)
		r.sees(r.page("six", "2"))
		r.counts(2, 0)
		r.lawful()
	})
	on(t, v4, func(r *rig) {
		r.show(r.page("six", "1"), 15*time.Second)
		r.counts(2, 0)
		r.show(r.page("six", "2"), 10*time.Second)
		r.sees(r.page("six", "2"))
		r.counts(4, 0)
		r.lawful()
	})
}

func TestNothingChanged(t *testing.T) {
	onAll(t, func(r *rig) {
		r.show(r.scene(), 5*time.Second+r.more)
		full, partial := r.glass.Refreshes()
		for range 10 {
			r.show(r.scene(), 3*time.Second)
		}
		if f, p := r.glass.Refreshes(); f != full || p != partial {
			r.Errorf("%d full and %d partial refreshes for no change", f-full, p-partial)
		}
	})
	// A change that is taken back before it is drawn causes no refresh.
	on(t, v2, func(r *rig) {
		r.show(r.page("one"), 5*time.Second)
		r.show(r.page("two"), 500*ms)
		r.show(r.page("one"), 100*ms)
		r.show(r.page("two"), 5*time.Second)
		r.counts(1, 1)
		r.sees(r.page("two"))
	})
	on(t, v4, func(r *rig) {
		r.show(r.page("one"), 15*time.Second)
		r.show(r.page("two"), 500*ms)
		r.show(r.page("one"), 15*time.Second)
		r.counts(2, 0)
	})
}

// TestPacing shows a new picture every twentieth of a second for a while.
func TestPacing(t *testing.T) {
	for name, want := range map[string]struct {
		lasts         time.Duration
		full, partial [2]int
	}{
		"v2":      {70 * time.Second, [2]int{3, 3}, [2]int{65, 68}},
		"v4":      {70 * time.Second, [2]int{14, 16}, [2]int{0, 0}}, // two for each picture
		"inky":    {70 * time.Second, [2]int{5, 6}, [2]int{0, 0}},
		"oled 64": {10 * time.Second, [2]int{1, 2}, [2]int{90, 101}},
		"oled 32": {10 * time.Second, [2]int{1, 2}, [2]int{90, 101}},
	} {
		t.Run(name, func(t *testing.T) {
			on(t, kinds[name], func(r *rig) {
				img := r.page("a dot comes")
				for i := range int(want.lasts / (50 * ms)) {
					img.SetGray(1+i%100, 20, color.Gray{Y: uint8(255 * (i / 100 % 2))})
					r.show(img, 50*ms)
				}
				time.Sleep(15*time.Second + r.more)
				r.sees(img)
				r.lawful()
				full, partial := r.glass.Refreshes()
				if full < want.full[0] || full > want.full[1] || partial < want.partial[0] || partial > want.partial[1] {
					r.Errorf("%d full and %d partial refreshes in %s", full, partial, want.lasts)
				}
			})
		})
	}
}

// TestShowDoesNotWait shows pictures while the panel is busy; the image may be
// painted over at once.
func TestShowDoesNotWait(t *testing.T) {
	onAll(t, func(r *rig) {
		start := time.Now()
		img := r.page("first")
		for range 50 {
			r.panel.Show(img)
		}
		draw.Draw(img, img.Rect, image.Black, image.Point{}, draw.Src)
		if d := time.Since(start); d != 0 {
			r.Errorf("took %s", d)
		}
		time.Sleep(5*time.Second + r.more)
		r.sees(r.page("first"))
	})
}

func TestHalt(t *testing.T) {
	onAll(t, func(r *rig) {
		r.show(r.scene(), 5*time.Second+r.more)
		r.show(r.page("one"), 500*ms)
		last := r.page("good night")
		r.panel.Show(last)
		start := time.Now()
		for range 2 {
			if err := r.panel.Halt(); err != nil {
				r.Fatal(err)
			}
		}
		if d := time.Since(start); d > r.refresh {
			r.Errorf("Halt took %s", d)
		}
		if !r.glass.Asleep() {
			r.Error("the panel is awake after Halt")
		}
		if r.dark { // the glass of an OLED does not keep a picture
			last = r.page()
			draw.Draw(last, last.Rect, image.White, image.Point{}, draw.Src)
		}
		r.sees(last)
		for range 3 {
			r.panel.Show(r.scene()) // does not block
		}
		time.Sleep(5 * time.Second)
		r.sees(last)
		r.lawful()
	})
}

// TestFaults breaks the panel in the middle of a game with each fault: it is reported, and within
// two seconds after the fault's end, plus the time of a refresh, the latest picture is shown. If
// the fault ends before it is noticed, the panel shows the next picture.
func TestFaults(t *testing.T) {
	faults := map[string]virtual.PanelFault{
		"bus fails": virtual.PanelBusFails, "stuck": virtual.PanelStuck, "unplugged": virtual.PanelUnplugged,
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			for kind, k := range kinds {
				for _, lasts := range []time.Duration{20 * time.Second, 20700 * ms, 21400 * ms} {
					t.Run(fmt.Sprint(kind, " for ", lasts), func(t *testing.T) {
						on(t, k, func(r *rig) {
							r.show(r.scene(), 15*time.Second+r.more)
							if h := r.panel.Health(); !h.OK || h.LastError != nil {
								r.Errorf("health of a sound panel %+v", h)
							}
							r.glass.SetFault(fault)
							r.show(r.page("one"), lasts+r.more)
							h := r.panel.Health()
							if h.OK || time.Since(h.Since) < lasts-12*time.Second || h.LastError == nil || h.Opens < 3 {
								r.Errorf("health with the fault %+v", h)
							}
							if (fault == virtual.PanelStuck && !r.dark) != (h.Stuck > 0) {
								r.Errorf("the watchdog bit %d times", h.Stuck)
							}
							// A reopened panel that has this picture already would draw it first.
							r.show(r.page("two"), 3*time.Second)
							r.glass.SetFault(virtual.PanelSound)
							time.Sleep(2*time.Second + r.refresh)
							synctest.Wait()
							r.sees(r.page("two"))
							if h := r.panel.Health(); !h.OK || h.LastError == nil {
								r.Errorf("health after the fault %+v", h)
							}
						})
					})
				}
			}
		})
	}
}

// TestHung makes the controller hang in a refresh until it is reset: the fault is noticed, and the
// reset at the next opening repairs it.
func TestHung(t *testing.T) {
	for name, k := range map[string]kind{"v2": v2, "v4": v4, "inky": inky} {
		t.Run(name, func(t *testing.T) {
			on(t, k, func(r *rig) {
				r.show(r.scene(), 15*time.Second+r.more)
				r.glass.SetFault(virtual.PanelHung)
				r.show(r.page("one"), 1500*ms+r.more/10) // it hangs now
				r.glass.SetFault(virtual.PanelSound)
				time.Sleep(10*time.Second + r.more + r.refresh + keep.RetryInterval)
				synctest.Wait()
				r.sees(r.page("one"))
				if h := r.panel.Health(); !h.OK || h.Stuck != 1 || !errors.Is(h.LastError, panel.ErrStuck) {
					r.Errorf("health %+v", h)
				}
			})
		})
	}
}

// TestBrownout makes the controller reset itself, and interrupts the supply for a moment, at any
// time of a refresh and after it. An OLED shows its picture again within two seconds, and e-paper,
// which keeps its picture, shows the next one.
func TestBrownout(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			for at := time.Duration(0); at < k.refresh*6/5; at += k.refresh / 10 {
				for _, cut := range []bool{false, true} {
					on(t, k, func(r *rig) {
						r.show(r.scene(), 15*time.Second+r.more)
						r.show(r.page("one"), at)
						if cut {
							r.glass.SetFault(virtual.PanelUnplugged)
							time.Sleep(10 * ms)
							r.glass.SetFault(virtual.PanelSound)
						} else {
							r.glass.SetFault(virtual.PanelBrownout)
						}
						if r.dark {
							time.Sleep(2 * time.Second)
							synctest.Wait()
							r.sees(r.page("one"))
						}
						time.Sleep(15 * time.Second)
						r.show(r.page("two"), 10*time.Second+r.more+2*r.refresh)
						r.sees(r.page("two"))
						if h := r.panel.Health(); !h.OK {
							r.Errorf("after %s: health %+v", at, h)
						}
						if r.Failed() {
							r.Fatalf("at %s, cut %t", at, cut)
						}
					})
				}
			}
		})
	}
}

// TestUnpluggedAtRest removes an OLED while no new picture is wanted: it is reported within two
// seconds. E-paper cannot be checked.
func TestUnpluggedAtRest(t *testing.T) {
	for name, k := range map[string]kind{"oled 64": oled64, "oled 32": oled32} {
		t.Run(name, func(t *testing.T) {
			on(t, k, func(r *rig) {
				r.show(r.scene(), time.Minute)
				r.glass.SetFault(virtual.PanelUnplugged)
				time.Sleep(2 * time.Second)
				if h := r.panel.Health(); h.OK || !errors.Is(h.LastError, virtual.ErrNAK) {
					r.Errorf("health %+v", h)
				}
				time.Sleep(time.Minute)
				r.glass.SetFault(virtual.PanelSound)
				time.Sleep(2 * time.Second)
				synctest.Wait()
				r.sees(r.scene())
				if h := r.panel.Health(); !h.OK {
					r.Errorf("health %+v", h)
				}
			})
		})
	}
}

// TestDimming leaves a picture on an OLED: it gets dim, goes off, and comes back
// with the next one, also if the panel was reset in the dark.
func TestDimming(t *testing.T) {
	for name, k := range oleds {
		t.Run(name, func(t *testing.T) { testDimming(t, k) })
	}
}

func testDimming(t *testing.T, k kind) {
	on(t, k, func(r *rig) {
		glass := r.glass.(*virtual.OLED)
		is := func(want uint8, on bool) {
			r.Helper()
			synctest.Wait()
			if got, gotOn := glass.Contrast(); got != want || gotOn != on {
				r.Errorf("contrast %d, on %t; want %d, on %t", got, gotOn, want, on)
			}
		}
		r.show(r.scene(), time.Second)
		is(0xFF, true)
		r.show(r.scene(), 4*time.Minute+50*time.Second) // no change
		is(0xFF, true)
		time.Sleep(15 * time.Second)
		is(1, true)
		r.sees(r.scene())
		r.show(r.page("one"), time.Second)
		is(0xFF, true)
		r.sees(r.page("one"))
		for _, fault := range []virtual.PanelFault{virtual.PanelSound, virtual.PanelBrownout} {
			time.Sleep(59 * time.Minute)
			is(1, true)
			time.Sleep(2 * time.Minute)
			is(1, false)
			if !glass.Asleep() {
				r.Error("the panel is lit after an hour with one picture")
			}
			r.glass.SetFault(fault)
			time.Sleep(time.Hour)
			if level, on := glass.Contrast(); on {
				r.Errorf("on again, with contrast %d", level)
			}
			r.show(r.page(fmt.Sprint(fault)), time.Second)
			is(0xFF, true)
			r.sees(r.page(fmt.Sprint(fault)))
		}
		if h := r.panel.Health(); !h.OK || h.Opens != 1 {
			r.Errorf("health %+v", h)
		}
		r.lawful()
	})
}

// mute is a bus without reads, as with clones of a controller that have no status.
type mute struct{ i2c.BusCloser }

func (m mute) Tx(addr uint16, w, r []byte) error {
	if len(r) > 0 {
		return virtual.ErrNAK
	}
	return m.BusCloser.Tx(addr, w, nil)
}

// TestSilent has an OLED without a status: it is OK as long as it acknowledges.
func TestSilent(t *testing.T) {
	for name, k := range oleds {
		t.Run(name, func(t *testing.T) { testSilent(t, k) })
	}
}

func testSilent(t *testing.T, k kind) {
	silent := k
	silent.new = func(t *testing.T) (virtual.Panel, func() (panel.Wires, error)) {
		glass, open := k.new(t)
		return glass, func() (panel.Wires, error) {
			wires, err := open()
			wires.I2C = mute{wires.I2C}
			return wires, err
		}
	}
	on(t, silent, func(r *rig) {
		r.show(r.scene(), 10*time.Minute)
		r.sees(r.scene())
		if h := r.panel.Health(); !h.OK || h.Opens != 1 {
			r.Errorf("health %+v", h)
		}
		r.glass.SetFault(virtual.PanelUnplugged)
		time.Sleep(2 * time.Second)
		if h := r.panel.Health(); h.OK {
			r.Errorf("health without it %+v", h)
		}
		r.glass.SetFault(virtual.PanelSound)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		r.sees(r.scene())
		r.lawful()
	})
}

// TestHaltOfFaulty halts broken panels: in time, and with an error if the fault is new.
func TestHaltOfFaulty(t *testing.T) {
	onAll(t, func(r *rig) {
		r.show(r.scene(), 15*time.Second+r.more)
		r.glass.SetFault(virtual.PanelBusFails)
		asleep := r.glass.Asleep() // then there is nothing to send to it
		if err := r.panel.Halt(); !errors.Is(err, virtual.ErrBus) && !asleep {
			r.Errorf("Halt without the bus: %v", err)
		}
	})
	for name, fault := range map[string]virtual.PanelFault{"stuck": virtual.PanelStuck, "hung": virtual.PanelHung, "unplugged": virtual.PanelUnplugged} {
		t.Run(name, func(t *testing.T) {
			onAll(t, func(r *rig) {
				r.show(r.scene(), 15*time.Second+r.more)
				r.glass.SetFault(fault)
				r.panel.Show(r.page("one"))
				start := time.Now()
				_ = r.panel.Halt() // it is chance whether it has noticed the fault
				if d := time.Since(start); d > 30*time.Second {
					r.Errorf("Halt took %s", d)
				}
			})
		})
	}
}

// TestBadInput shows nil and opens wrong options: neither does harm.
func TestBadInput(t *testing.T) {
	onAll(t, func(r *rig) {
		full, partial := r.glass.Refreshes()
		r.show(nil, 5*time.Second)
		if h := r.panel.Health(); h.OK != r.dark || h.LastError != nil {
			r.Errorf("health before the first picture %+v", h)
		}
		if !r.dark {
			r.counts(full, partial)
		}
		r.show(image.NewGray(image.Rectangle{}), 15*time.Second)
		r.lawful()
	})
	for _, opts := range []panel.Opts{
		{Open: panel.Names{}.Open},
		{Model: "waveshare2in13v3", Open: panel.Names{}.Open},
		{Model: panel.WaveshareV2, Open: panel.Names{}.Open, Size: image.Pt(128, 64)},
		{Model: panel.SSD1306, Open: panel.Names{}.Open, Size: image.Pt(64, 48)},
		{Model: panel.SH1106, Open: panel.Names{}.Open, Size: image.Pt(128, 32)},
		{Model: panel.SSD1306},
	} {
		if p, err := panel.New(opts); err == nil {
			t.Errorf("no error for %q of %v: %s", opts.Model, opts.Size, p)
		}
	}
	for _, model := range []panel.Model{panel.WaveshareV2, panel.WaveshareV4, panel.InkyPHAT, panel.SSD1306, panel.SH1106} {
		k := kind{opts: panel.Opts{Model: model}, new: func(*testing.T) (virtual.Panel, func() (panel.Wires, error)) {
			return nil, func() (panel.Wires, error) { return panel.Wires{}, nil }
		}}
		on(t, k, func(r *rig) {
			time.Sleep(1200 * ms)
			if h := r.panel.Health(); h.OK || h.Opens != 3 || h.LastError == nil {
				r.Errorf("%s without wires: health %+v", model, h)
			}
		})
	}
}

func TestByName(t *testing.T) {
	names := panel.Names{Port: "SPI0.0", DC: "GPIO25", RST: "GPIO17", BUSY: "GPIO24"}
	named := v2
	named.new = func(t *testing.T) (virtual.Panel, func() (panel.Wires, error)) {
		glass, _ := v2.new(t)
		if _, err := names.Open(); !errors.Is(err, part.ErrPin) || !strings.Contains(err.Error(), "GPIO24") {
			t.Errorf("opening what is not there: %v", err)
		}
		registered(t, glass.(*virtual.EPaper))
		elsewhere := names
		elsewhere.Port = "SPI0.1"
		if _, err := elsewhere.Open(); !errors.Is(err, part.ErrSPI) || !strings.Contains(err.Error(), "SPI0.1") {
			t.Errorf("opening a port that is not there: %v", err)
		}
		return glass, names.Open
	}
	on(t, named, func(r *rig) {
		r.show(r.scene(), 5*time.Second)
		r.sees(r.scene())
	})
	onI2C := oled64
	onI2C.new = func(t *testing.T) (virtual.Panel, func() (panel.Wires, error)) {
		bus := virtual.NewI2CBus("I2C1")
		if _, err := (panel.Names{I2C: "I2C1"}).Open(); !errors.Is(err, part.ErrI2C) || !strings.Contains(err.Error(), "I2C1") {
			t.Errorf("opening what is not there: %v", err)
		}
		registered(t, bus)
		glass, err := virtual.NewOLED(bus, 64)
		if err != nil {
			t.Fatal(err)
		}
		return glass, panel.Names{I2C: "I2C1"}.Open
	}
	on(t, onI2C, func(r *rig) {
		r.show(r.scene(), 5*time.Second)
		r.sees(r.scene())
	})
}

func registered(t *testing.T, part interface {
	Register() error
	Unregister() error
}) {
	t.Helper()
	if err := part.Register(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := part.Unregister(); err != nil {
			t.Error(err)
		}
	})
}

// TestAnyPictures shows random pictures at random times: the glass shows the last one in the end,
// whatever parts were sent.
func TestAnyPictures(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				steps := rapid.SliceOfN(genStep(k.opts.Size), 1, 8).Draw(rt, "steps")
				on(t, k, func(r *rig) {
					img := r.page()
					for _, s := range steps {
						s.draw(img)
						r.show(img, s.pause)
					}
					time.Sleep(15*time.Second + r.more)
					r.sees(img)
					r.lawful()
				})
			})
		})
	}
}

// step is a box painted on the last picture, and a pause.
type step struct {
	box   image.Rectangle
	white bool
	pause time.Duration
	fault virtual.PanelFault
}

func genStep(size image.Point) *rapid.Generator[step] {
	return rapid.Custom(func(t *rapid.T) step {
		x, y := rapid.IntRange(-10, size.X).Draw(t, "x"), rapid.IntRange(-10, size.Y).Draw(t, "y")
		w, h := rapid.IntRange(1, 100).Draw(t, "w"), rapid.IntRange(1, 60).Draw(t, "h")
		return step{
			box:   image.Rect(x, y, x+w, y+h),
			white: rapid.Bool().Draw(t, "white"),
			pause: time.Duration(rapid.IntRange(0, 2500).Draw(t, "pause")) * ms,
			fault: virtual.PanelFault(rapid.IntRange(int(virtual.PanelSound), int(virtual.PanelBrownout)).Draw(t, "fault")),
		}
	})
}

func (s step) draw(img *image.Gray) {
	ink := image.Black
	if s.white {
		ink = image.White
	}
	draw.Draw(img, s.box, ink, image.Point{}, draw.Src)
}

// TestAnyFaults breaks the panel at random between the pictures of a game. The first picture that
// is shown after all faults is visible in time. There is one exception, as e-paper never answers:
// faults in a row may look like a refresh, if BUSY is stuck in the moment after the panel was
// unplugged. Then the next full refresh shows the whole picture.
func TestAnyFaults(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				steps := rapid.SliceOfN(genStep(k.opts.Size), 1, 8).Draw(rt, "steps")
				on(t, k, func(r *rig) {
					img := r.page()
					for _, s := range steps {
						s.draw(img)
						r.panel.Show(img)
						r.glass.SetFault(s.fault)
						time.Sleep(s.pause)
					}
					r.glass.SetFault(virtual.PanelSound)
					// A controller that hangs is noticed only by its BUSY line.
					time.Sleep(15*time.Second + r.more)
					last := r.page("last")
					r.show(last, 15*time.Second+r.more+r.refresh)
					fulls, _ := r.glass.Refreshes()
					for i := 0; differ(r.glass.Image(), r.shown(last)) != 0; i++ {
						if full, _ := r.glass.Refreshes(); full > fulls || i > 40 {
							break
						}
						r.show(r.page(fmt.Sprint(i)), 15*time.Second+r.more+r.refresh)
						r.show(last, 15*time.Second+r.more+r.refresh)
					}
					r.sees(last)
					if h := r.panel.Health(); !h.OK {
						r.Errorf("health %+v", h)
					}
				})
				if t.Failed() {
					rt.Fatalf("after %+v", steps)
				}
			})
		})
	}
}
