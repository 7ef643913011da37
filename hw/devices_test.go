package hw_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"periph.io/x/conn/v3/gpio"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/buzzer"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// Two cards, with UIDs of seven and of four bytes.
const (
	imp  = "04A1B2C3D4E5F6"
	monk = "DEADBEEF"
)

const twoReaders = `
[[reader]]
name = "ann"
bus = "SPI0.0"
[[reader]]
name = "ben"
bus = "SPI0.1"
gain = 48
`

// rig is a table that runs on a bench in synthetic time, and the log of its events.
type rig struct {
	*hw.Devices
	t     *testing.T
	bench *bench.Bench
	start time.Time
	stop  func() error // of Run

	mu   sync.Mutex
	said []string
}

// onBench runs a test with the table of a config.
func onBench(t *testing.T, config string, test func(r *rig)) {
	t.Helper()
	onSpoiltBench(t, config, config, func(*bench.Bench) {}, test)
}

// onSpoiltBench runs a test with the table of one config on a bench that was made from another config and then spoilt.
func onSpoiltBench(t *testing.T, config, there string, spoil func(*bench.Bench), test func(r *rig)) {
	t.Helper()
	c, onTable := parse(t, config), parse(t, there)
	synctest.Test(t, func(t *testing.T) {
		b, err := bench.New(onTable)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}()
		spoil(b)
		r := &rig{t: t, bench: b, start: time.Now()}
		r.Devices = hw.Open(c, b.System(), hw.Listener{
			Tag: func(e nfc.Event) { r.note(e.String()) },
			Press: func(button string, long bool, at time.Time) {
				if !at.Equal(time.Now()) {
					t.Errorf("%s was pressed at %v, it is %v", button, at, time.Now())
				}
				r.note(map[bool]string{false: "press ", true: "long press "}[long] + button)
			},
			Turn: func(knob string, steps int, _ time.Time) { r.note(fmt.Sprintf("turn %s %d", knob, steps)) },
			Push: func(knob string, long bool, _ time.Time) {
				r.note(map[bool]string{false: "push ", true: "long push "}[long] + knob)
			},
			Health: func(h hw.Health) {
				if h.OK != (h.Text == "") {
					t.Errorf("strange health %+v", h)
				}
				r.note(strings.TrimSpace(fmt.Sprintf("%s ok=%v %s", h.Device, h.OK, h.Text)))
			},
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.Run(ctx) }()
		r.stop = sync.OnceValue(func() error {
			cancel()
			return <-done
		})
		test(r)
		if err := r.stop(); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func parse(t *testing.T, config string) *hw.Config {
	t.Helper()
	c, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (r *rig) note(s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, s)
}

// heard waits, and returns the events since the last call.
func (r *rig) heard(wait time.Duration) []string {
	time.Sleep(wait)
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	said := r.said
	r.said = nil
	return said
}

// expect compares the events of the given time with those wanted.
func (r *rig) expect(wait time.Duration, want ...string) {
	r.t.Helper()
	if diff := cmp.Diff(want, r.heard(wait), cmpopts.EquateEmpty()); diff != "" {
		r.t.Errorf("after %v (-want +got):\n%s", time.Since(r.start), diff)
	}
}

func (r *rig) lay(tag, reader string) {
	r.t.Helper()
	if err := r.bench.Lay(uid(r.t, tag), reader); err != nil {
		r.t.Error(err)
	}
}

func (r *rig) lift(tag string) { r.bench.Lift(uid(r.t, tag)) }

func (r *rig) press(button string, long bool) {
	r.t.Helper()
	if err := r.bench.Press(button, long); err != nil {
		r.t.Error(err)
	}
}

func (r *rig) fault(reader, fault string) {
	r.t.Helper()
	if err := r.bench.Fault(reader, fault); err != nil {
		r.t.Error(err)
	}
}

func uid(t *testing.T, s string) nfc.UID {
	t.Helper()
	u, err := nfc.ParseUID(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// page returns a picture in a single gray.
func page(y uint8) image.Image {
	img := image.NewGray(image.Rect(0, 0, 250, 122))
	for i := range img.Pix {
		img.Pix[i] = y
	}
	return img
}

func TestEveryDeviceOfTheVirtualTable(t *testing.T) {
	text, err := os.ReadFile("builds/all.toml")
	if err != nil {
		t.Fatal(err)
	}
	c := parse(t, string(text))
	onBench(t, string(text), func(r *rig) {
		r.Panel.Show(page(0))
		want := []string{"panel ok=true", "digits ok=true", "lamps ok=true", "buzzer ok=true"}
		for _, reader := range c.Readers {
			want = append(want, reader.Name+" ok=true")
		}
		for _, b := range c.Buttons {
			want = append(want, b.Name+" ok=true")
		}
		for _, k := range c.Knobs {
			want = append(want, k.Name+" ok=true")
		}
		got := r.heard(4 * time.Second)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, reader := range c.Readers {
			r.lay(imp, reader.Name)
			if got := r.bench.Tags(reader.Name); !slices.Equal(got, []nfc.UID{uid(t, imp)}) {
				t.Errorf("on %s lies %v", reader.Name, got)
			}
			r.expect(time.Duration(reader.Settle))
			r.expect(100*time.Millisecond, reader.Name+": "+imp+" arrived")
			r.lift(imp)
			r.expect(time.Second, reader.Name+": "+imp+" left")
		}
		for _, b := range c.Buttons {
			r.press(b.Name, false)
			r.expect(time.Second, "press "+b.Name)
		}
		if _, _, y, _ := r.bench.Picture().At(100, 50).RGBA(); y != 0 {
			t.Error("the panel does not show the picture")
		}
	})
}

func TestTagIsReportedOnce(t *testing.T) {
	onBench(t, twoReaders, func(r *rig) {
		r.expect(time.Second, "ann ok=true", "ben ok=true")
		r.lay(imp, "ann")
		r.expect(10*time.Second, "ann: "+imp+" arrived")
		r.lift(imp)
		r.expect(time.Second, "ann: "+imp+" left")
		r.lay(imp, "ann")
		r.expect(time.Second, "ann: "+imp+" arrived")
	})
}

func TestTwoTagsAtOnce(t *testing.T) {
	onBench(t, twoReaders, func(r *rig) {
		r.heard(time.Second)
		r.lay(imp, "ben")
		r.lay(monk, "ben")
		got := r.heard(time.Second)
		slices.Sort(got)
		if diff := cmp.Diff([]string{"ben: " + imp + " arrived", "ben: " + monk + " arrived"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		r.lift(imp)
		r.expect(time.Second, "ben: "+imp+" left")
	})
}

func TestSameTagOnTwoReadersInTurn(t *testing.T) {
	onBench(t, twoReaders, func(r *rig) {
		r.heard(time.Second)
		r.lay(imp, "ann")
		r.expect(time.Second, "ann: "+imp+" arrived")
		r.lay(imp, "ben")
		r.expect(time.Second, "ben: "+imp+" arrived", "ann: "+imp+" left")
		r.lay(imp, "ann")
		r.expect(time.Second, "ann: "+imp+" arrived", "ben: "+imp+" left")
	})
}

func TestReaderIsUnplugged(t *testing.T) {
	onBench(t, twoReaders, func(r *rig) {
		r.heard(time.Second)
		r.lay(monk, "ben")
		r.expect(time.Second, "ben: "+monk+" arrived")
		r.fault("ben", bench.FaultUnplug)
		r.expect(time.Second,
			"ben ok=false check its wires and its 3.3 V (mfrc522(SPI0.1): listing tags: no MFRC522 answers (reader gone): version reads 0x00)")
		r.lay(imp, "ann")
		r.expect(time.Minute, "ann: "+imp+" arrived")
		r.fault("ben", bench.FaultNone)
		r.expect(2*time.Second+200*time.Millisecond, "ben ok=true")
		r.lift(monk)
		r.expect(time.Second, "ben: "+monk+" left")
	})
}

func TestReaderMissingAtStart(t *testing.T) {
	unplug := func(b *bench.Bench) { b.Reader("ann").SetFault(virtual.ChipLineHigh) }
	onSpoiltBench(t, twoReaders, twoReaders, unplug, func(r *rig) {
		got := r.heard(time.Second)
		slices.Sort(got)
		want := []string{
			"ann ok=false check its wires and its 3.3 V (mfrc522(SPI0.0): no MFRC522 answers (reader gone): version reads 0xff)",
			"ben ok=true",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		r.fault("ann", bench.FaultNone)
		r.expect(2*time.Second+200*time.Millisecond, "ann ok=true")
	})
}

func TestMissingPortAndPin(t *testing.T) {
	const buttons = "[[button]]\nname = \"end\"\npin = \"GPIO5\"\npress = \"end\"\n"
	const more = twoReaders + buttons + "[[reader]]\nname = \"cat\"\nbus = \"SPI9.0\"\n" +
		"[[button]]\nname = \"yes\"\npin = \"GPIO99\"\npress = \"yes\"\n" +
		"[panel]\nbus = \"SPI9.1\"\ndc = \"GPIO97\"\nreset = \"GPIO5\"\nbusy = \"GPIO98\"\n" +
		"[lamps]\nbus = \"SPI8.2\"\ncount = 1\n[buzzer]\npin = \"GPIO96\"\n"
	want := []string{
		"ann ok=true",
		"ben ok=true",
		"buzzer ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO96: there is no such pin)",
		`cat ok=false enable SPI, check the name of its bus and that you are in the group spi (SPI9.0: SPI port cannot be opened: spireg: can't open unknown port: "SPI9.0")`,
		"end ok=true",
		`lamps ok=false enable SPI, check the name of its bus and that you are in the group spi (lamp: SPI8.2: SPI port cannot be opened: spireg: can't open unknown port: "SPI8.2")`,
		"panel ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO97: there is no such pin; GPIO98: there is no such pin)",
		"yes ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO99: there is no such pin)",
	}
	onSpoiltBench(t, strings.Replace(more, "reset = \"GPIO5\"", "reset = \"GPIO95\"", 1), twoReaders+buttons+"[buzzer]\npin = \"GPIO95\"\n",
		func(*bench.Bench) {}, func(r *rig) {
			got := r.heard(time.Second)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			r.lay(imp, "ann")
			r.expect(time.Minute, "ann: "+imp+" arrived")
			r.press("end", false)
			r.expect(time.Second, "press end")
		})
}

const withPanel = twoReaders + `
[panel]
bus = "SPI1.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
`

func TestPanelIsStuck(t *testing.T) {
	onBench(t, withPanel, func(r *rig) {
		r.Panel.Show(page(0))
		r.expect(4*time.Second, "ann ok=true", "ben ok=true", "panel ok=true")
		r.bench.Panel.SetFault(virtual.PanelStuck)
		r.Panel.Show(page(255))
		r.lay(imp, "ann")
		r.expect(time.Second, "ann: "+imp+" arrived")
		r.lift(imp)
		r.expect(time.Second, "ann: "+imp+" left")
		got := r.heard(20 * time.Second)
		want := "panel ok=false check its wires, the names of its pins and that SPI is enabled (panel on SPI1.0: drawing: panel is stuck: BUSY does not fall)"
		if len(got) == 0 || got[0] != want {
			t.Errorf("got %q, want %q at first", got, want)
		}
		r.bench.Panel.SetFault(virtual.PanelSound)
		got = r.heard(2 * time.Minute)
		if len(got) == 0 || got[len(got)-1] != "panel ok=true" {
			t.Errorf("mended, it says %q", got)
		}
		if _, _, y, _ := r.bench.Picture().At(100, 50).RGBA(); y == 0 {
			t.Error("the last picture is not shown")
		}
	})
}

func TestSilentPanel(t *testing.T) {
	stick := func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelStuck) }
	onSpoiltBench(t, withPanel, withPanel, stick, func(r *rig) {
		r.expect(4*time.Second, "ann ok=true", "ben ok=true",
			"panel ok=false check its wires, the names of its pins and that SPI is enabled (panel on SPI1.0: initialising: panel is stuck: BUSY does not fall)")
	})
}

func TestPanelUpsideDown(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 250, 122))
	for i := range img.Pix[:len(img.Pix)/2] {
		img.Pix[i] = 255
	}
	for _, upsideDown := range []bool{false, true} {
		onBench(t, withPanel+fmt.Sprintf("upside-down = %v\n", upsideDown), func(r *rig) {
			r.Panel.Show(img)
			r.heard(4 * time.Second)
			if _, _, y, _ := r.bench.Picture().At(100, 10).RGBA(); (y == 0) != upsideDown {
				t.Errorf("upside down: %v, and the upper half is %#x", upsideDown, y)
			}
		})
	}
}

// TestModels opens panels and lamps of every model by name: they work, are reported when unplugged, and come back.
func TestModels(t *testing.T) {
	const pins = "bus = \"SPI1.0\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n"
	panels := map[string]struct {
		config string
		size   image.Point
		dark   bool
	}{
		"v2":      {"model = \"waveshare2in13v2\"\n" + pins, image.Pt(250, 122), false},
		"v4":      {"model = \"waveshare2in13v4\"\n" + pins, image.Pt(250, 122), false},
		"oled":    {"model = \"ssd1306\"\nbus = \"I2C1\"\n", image.Pt(128, 64), true},
		"oled 32": {"model = \"ssd1306\"\nbus = \"I2C1\"\nsize = \"128x32\"\n", image.Pt(128, 32), true},
	}
	for name, test := range panels {
		t.Run(name, func(t *testing.T) {
			onBench(t, twoReaders+"[panel]\n"+test.config, func(r *rig) {
				if got := r.Panel.Size(); got != test.size {
					t.Fatalf("%v pixels, want %v", got, test.size)
				}
				shows := func(light uint8) {
					t.Helper()
					y, _, _, _ := r.bench.Picture().At(test.size.X/2, test.size.Y/2).RGBA()
					if (y != 0) != (light != 0 != test.dark) {
						t.Errorf("the middle is %#x where %d was shown", y, light)
					}
				}
				show := func(light uint8) {
					img := image.NewGray(image.Rectangle{Max: test.size})
					for i := range img.Pix {
						img.Pix[i] = light
					}
					r.Panel.Show(img)
				}
				show(0)
				r.expect(15*time.Second, "ann ok=true", "ben ok=true", "panel ok=true")
				shows(0)
				r.bench.Panel.SetFault(virtual.PanelUnplugged)
				show(255)
				todo := "check its wires, the names of its pins and that SPI is enabled"
				if test.dark {
					todo = "check its wires, the name of its bus and that I2C is enabled"
				}
				if got := r.heard(20 * time.Second); len(got) == 0 || !strings.HasPrefix(got[0], "panel ok=false "+todo) {
					t.Errorf("unplugged, it says %q", got)
				}
				r.bench.Panel.SetFault(virtual.PanelSound)
				if got := r.heard(7 * time.Second); len(got) == 0 || got[len(got)-1] != "panel ok=true" {
					t.Errorf("plugged in, it says %q", got)
				}
				shows(255)
			})
		})
	}
	for _, model := range []string{"apa102", "ws2812"} {
		onBench(t, fmt.Sprintf("[lamps]\nmodel = %q\nbus = \"SPI0.0\"\ncount = 3\nbrightness = 100\n", model), func(r *rig) {
			want := []color.NRGBA{{R: 1, A: 255}, {G: 2, A: 255}, {B: 3, A: 255}}
			r.Lamps.Show(want)
			r.expect(time.Second, "lamps ok=true")
			if got := r.bench.Lights(); !slices.Equal(got, want) {
				t.Errorf("%s: light %v", model, got)
			}
		})
	}
}

func TestButtons(t *testing.T) {
	onBench(t, `
[[button]]
name = "yes"
pin = "GPIO26"
press = "confirm"
long = "undo"
[[button]]
name = "end"
pin = "GPIO16"
press = "end"
active-high = true
`, func(r *rig) {
		r.expect(time.Second, "yes ok=true", "end ok=true")
		r.press("yes", false)
		r.expect(time.Second, "press yes")
		r.press("yes", true)
		r.expect(time.Second, "long press yes")
		r.press("end", false)
		r.expect(time.Second, "press end")
		r.press("end", true) // its press has one word only
		r.expect(time.Second, "press end")
		if r.bench.Down("yes") || r.bench.Down("end") {
			t.Error("a button stayed down")
		}
	})
}

func TestBuzzerPlays(t *testing.T) {
	for kind, want := range map[string][]int{"active": {2300, 2300}, "passive": {880, 1320}} {
		t.Run(kind, func(t *testing.T) {
			onBench(t, "[buzzer]\npin = \"GPIO18\"\nkind = \""+kind+"\"\n", func(r *rig) {
				r.expect(time.Second, "buzzer ok=true")
				r.Buzzer.Play(buzzer.Tune{{Hz: 880, For: 100 * time.Millisecond}, {For: 50 * time.Millisecond}, {Hz: 1320, For: 200 * time.Millisecond}})
				time.Sleep(50 * time.Millisecond)
				if hz := r.bench.Hz(); hz != want[0] {
					t.Errorf("it sounds %d Hz, want %d", hz, want[0])
				}
				r.expect(time.Second)
				var got []int
				for _, tone := range r.bench.Buzzer.Tones() {
					got = append(got, tone.Hz)
				}
				if !slices.Equal(got, want) || r.bench.Hz() != 0 {
					t.Errorf("it sounded %v, want %v, and sounds %d Hz yet", got, want, r.bench.Hz())
				}
			})
		})
	}
}

// A Pi's pins have no PWM: without this check a passive buzzer on one of them would be reported as working, and stay silent.
func TestPassiveBuzzerOnPlainPin(t *testing.T) {
	onSpoiltBench(t, "[buzzer]\nkind = \"passive\"\npin = \"GPIO18\"\n", "[buzzer]\npin = \"GPIO18\"\n", func(*bench.Bench) {}, func(r *rig) {
		r.expect(time.Second, "buzzer ok=false a Pi's pins have no pitch: give it a pwm, or wire an active buzzer "+
			"(GPIO18: pin has no PWM: virtual: no PWM on this pin)")
	})
}

func TestMissingPWM(t *testing.T) {
	c := &hw.Config{Buzzer: &hw.Buzzer{Kind: hw.BuzzerPassive, PWM: filepath.Join(t.TempDir(), "pwmchip0", "pwm0")}}
	got := hw.Probe(t.Context(), c, hw.System{})
	if len(got) != 1 || got[0].OK || !strings.Contains(got[0].Text, "dtoverlay=pwm") {
		t.Errorf("got %+v", got)
	}
}

func TestLampsLight(t *testing.T) {
	onBench(t, "[lamps]\nbus = \"SPI0.0\"\ncount = 3\nbrightness = 100\n", func(r *rig) {
		r.expect(time.Second, "lamps ok=true")
		want := []color.NRGBA{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 255}}
		r.Lamps.Show(want)
		r.expect(time.Second)
		if diff := cmp.Diff(want, r.bench.Lights()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		r.bench.Lamps.Fail(virtual.ErrBus)
		r.Lamps.Show(nil)
		got := r.heard(500 * time.Millisecond)
		if len(got) != 1 || !strings.HasPrefix(got[0], "lamps ok=false check that SPI is enabled, and the name of its bus (lamp on SPI0.0: ") {
			t.Errorf("the port fails, and it says %q", got)
		}
		r.bench.Lamps.Fail(nil)
		got = r.heard(5 * time.Second)
		if len(got) == 0 || got[len(got)-1] != "lamps ok=true" {
			t.Errorf("mended, it says %q", got)
		}
	})
}

// TestRunEnds shows that Run leaves no goroutine behind: a bubble ends only when all its goroutines have ended.
func TestRunEnds(t *testing.T) {
	text, err := os.ReadFile("builds/all.toml")
	if err != nil {
		t.Fatal(err)
	}
	for name, after := range map[string]time.Duration{"at once": 0, "while all starts": 100 * time.Millisecond, "in mid-game": time.Minute} {
		t.Run(name, func(t *testing.T) {
			onBench(t, string(text), func(r *rig) {
				r.Panel.Show(page(0))
				r.Lamps.Show([]color.NRGBA{{R: 255, A: 255}})
				r.Buzzer.Play(buzzer.Tune{{Hz: 880, For: time.Hour}})
				time.Sleep(after)
				before := time.Now()
				if err := r.stop(); err != nil {
					t.Errorf("Run: %v", err)
				}
				if d := time.Since(before); d > 4*time.Second {
					t.Errorf("it took %v", d)
				}
				if r.bench.Hz() != 0 {
					t.Error("the buzzer still sounds")
				}
				if c := (color.NRGBA{A: 255}); r.bench.Lights()[0] != c {
					t.Error("a lamp is still on")
				}
				if !r.bench.Panel.Asleep() {
					t.Error("the panel is awake")
				}
				for _, name := range []string{"altar-1", "table"} {
					if r.bench.Reader(name).Field().On() {
						t.Errorf("the field of %s is on", name)
					}
				}
				r.heard(0)
				r.lay(imp, "table")
				r.press("end", false)
				r.expect(time.Minute)
			})
		})
	}
}

func TestRunEndsWhileThePanelHangs(t *testing.T) {
	onBench(t, withPanel, func(r *rig) {
		r.Panel.Show(page(0))
		r.heard(4 * time.Second)
		r.bench.Panel.SetFault(virtual.PanelStuck)
		r.Panel.Show(page(255))
		time.Sleep(100 * time.Millisecond)
		before := time.Now()
		if err := r.stop(); err != nil {
			t.Errorf("Run: %v", err)
		}
		if d := time.Since(before); d > 31*time.Second {
			t.Errorf("it took %v", d)
		}
	})
}

// probeOf probes the devices of a config, on a bench of it.
func probeOf(t *testing.T, config string) []hw.Health {
	t.Helper()
	c := parse(t, config)
	b, err := bench.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	return hw.Probe(t.Context(), c, hw.System{})
}

func TestProbe(t *testing.T) {
	const config = withPanel + "[[button]]\npin = \"GPIO5\"\npress = \"end\"\n[lamps]\nbus = \"SPI2.0\"\ncount = 2\n[buzzer]\nkind = \"passive\"\npin = \"GPIO18\"\n"
	want := []hw.Health{
		{Device: "reader ann", OK: true, Asked: true}, {Device: "reader ben", OK: true, Asked: true}, {Device: "button end", OK: true},
		{Device: "panel", OK: true}, {Device: "lamps", OK: true}, {Device: "buzzer", OK: true},
	}
	got := probeOf(t, config)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(hw.Health{}, "Stats")); diff != "" {
		t.Errorf("on the bench (-want +got):\n%s", diff)
	}
	for i, h := range got {
		const fares = " polls in 500ms, errors: 0, retries: 0, tags in its field: 0"
		if n, rest, _ := strings.Cut(h.Stats, " "); i < 2 && (n == "0" || " "+rest != fares) || i >= 2 && h.Stats != "" {
			t.Errorf("%s: %q", h.Device, h.Stats)
		}
	}
	const (
		noPort = "enable SPI, check the name of its bus and that you are in the group spi (%s: SPI port cannot be opened: "
		noPin  = "check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (%s: there is no such pin)"
	)
	missing := []string{
		fmt.Sprintf(noPort, "SPI0.0"), fmt.Sprintf(noPort, "SPI0.1"), fmt.Sprintf(noPin, "GPIO5"),
		fmt.Sprintf(noPort, "SPI1.0"), fmt.Sprintf(noPort, "SPI2.0"), fmt.Sprintf(noPin, "GPIO18"),
	}
	for i, h := range hw.Probe(t.Context(), parse(t, config), hw.System{}) {
		if h.OK || h.Device != want[i].Device || !strings.HasPrefix(h.Text, missing[i]) || strings.Contains(h.Text, "\n") {
			t.Errorf("without the bench: %+v, want %q", h, missing[i])
		}
	}
}

func TestProbeOfDeadReaders(t *testing.T) {
	for fault, want := range map[virtual.ChipFault]string{
		virtual.ChipLineLow:  "check its wires and its 3.3 V (mfrc522(SPI0.0): no MFRC522 answers (reader gone): version reads 0x00)",
		virtual.ChipFrozen:   "check its wires and its 3.3 V (mfrc522(SPI0.0): ",
		virtual.ChipBusFails: "enable SPI, check the name of its bus and that you are in the group spi (SPI0.0: SPI port cannot be opened: ",
	} {
		synctest.Test(t, func(t *testing.T) {
			c := parse(t, twoReaders)
			b, err := bench.New(c)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			b.Reader("ann").SetFault(fault)
			got := hw.Probe(t.Context(), c, hw.System{})
			if got[0].OK || !strings.HasPrefix(got[0].Text, want) || !got[1].OK {
				t.Errorf("fault %d: %+v", fault, got)
			}
		})
	}
}

// TestButtonAndBuzzerComeBack: pins that were in use elsewhere or missing work within two seconds of being available.
func TestButtonAndBuzzerComeBack(t *testing.T) {
	const config = "[[button]]\npin = \"GPIO5\"\npress = \"end\"\n[buzzer]\npin = \"GPIO6\"\n"
	onSpoiltBench(t, config, "", func(*bench.Bench) {}, func(r *rig) {
		missing := r.heard(3 * time.Second)
		slices.Sort(missing)
		want := []string{
			"buzzer ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO6: there is no such pin)",
			"end ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO5: there is no such pin)",
		}
		if diff := cmp.Diff(want, missing); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		end, horn := virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
		end.Set(gpio.High)
		for _, pin := range []*virtual.Pin{end, horn} {
			if err := pin.Register(); err != nil {
				t.Fatal(err)
			}
			defer pin.Unregister()
		}
		back := r.heard(2 * time.Second)
		slices.Sort(back)
		if diff := cmp.Diff([]string{"buzzer ok=true", "end ok=true"}, back); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		end.Set(gpio.Low)
		time.Sleep(100 * time.Millisecond)
		end.Set(gpio.High)
		r.expect(time.Second, "press end")
		ear := virtual.NewActiveBuzzer(horn)
		r.Buzzer.Play(buzzer.Tune{{Hz: 880, For: time.Second}})
		time.Sleep(100 * time.Millisecond)
		if ear.Hz() == 0 {
			t.Error("the buzzer is silent")
		}
	})
}

// TestPN532 reads cards with a PN532 on I2C and one on SPI, several at once, and goes on after a fault.
func TestPN532(t *testing.T) {
	const config = "[[reader]]\nname = \"ann\"\nchip = \"pn532\"\nbus = \"I2C1\"\n[[reader]]\nname = \"ben\"\nchip = \"pn532\"\nbus = \"SPI0.1\"\n"
	onBench(t, config, func(r *rig) {
		ready := r.heard(time.Second)
		slices.Sort(ready)
		if diff := cmp.Diff([]string{"ann ok=true", "ben ok=true"}, ready); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		for _, reader := range []string{"ann", "ben"} {
			r.lay(imp, reader)
			r.expect(time.Second, reader+": "+imp+" arrived")
			r.lay(monk, reader)
			r.expect(time.Second, reader+": "+monk+" arrived")
			r.lift(imp)
			r.expect(time.Second, reader+": "+imp+" left")
			r.fault(reader, bench.FaultUnplug)
			got := r.heard(2 * time.Second)
			if len(got) != 1 || !strings.HasPrefix(got[0], reader+" ok=false check its wires and its 3.3 V (") {
				t.Errorf("unplugged, and it says %q", got)
			}
			r.fault(reader, bench.FaultNone)
			r.expect(2*time.Second, reader+" ok=true")
			r.lift(monk)
			r.expect(time.Second, reader+": "+monk+" left")
		}
	})
}

// TestKnob: turns and pushes arrive one for one, and a knob is one device, which is OK only if all three of its pins are.
func TestKnob(t *testing.T) {
	const config = "[[knob]]\nname = \"ann\"\na = \"GPIO5\"\nb = \"GPIO6\"\npress = \"GPIO13\"\n[[knob]]\na = \"GPIO16\"\nb = \"GPIO26\"\npress = \"GPIO12\"\nedges = 2\n"
	onBench(t, config, func(r *rig) {
		ready := r.heard(time.Second)
		slices.Sort(ready)
		if diff := cmp.Diff([]string{"ann ok=true", "knob ok=true"}, ready); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		for _, name := range []string{"ann", "knob"} {
			for _, clicks := range []int{1, -1, 3, -5} {
				if err := r.bench.Turn(name, clicks); err != nil {
					t.Fatal(err)
				}
				got := r.heard(time.Second)
				sum := 0
				for _, said := range got {
					var steps int
					if _, err := fmt.Sscanf(said, "turn "+name+" %d", &steps); err != nil {
						t.Errorf("%q: %v", said, err)
					}
					sum += steps
				}
				if sum != clicks {
					t.Errorf("%s was turned by %d, and says %q", name, clicks, got)
				}
			}
			r.press(name, false)
			r.expect(time.Second, "push "+name)
			r.press(name, true)
			r.expect(time.Second, "long push "+name)
		}
		if err := r.bench.Turn("cat", 1); !errors.Is(err, bench.ErrNoDevice) {
			t.Errorf("a knob that is not there: %v", err)
		}
	})
	const other = "[[button]]\npin = \"GPIO5\"\npress = \"end\"\n[[button]]\npin = \"GPIO6\"\npress = \"yes\"\n"
	onSpoiltBench(t, config[:strings.Index(config, "[[knob]]\na")], other, func(*bench.Bench) {}, func(r *rig) {
		r.expect(3*time.Second, "ann ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 (GPIO13: there is no such pin)")
	})
}

// TestKnobWithFailedPin: if any of its three pins fails, at the start or later, the knob is reported as failed, and as OK again once that pin works.
func TestKnobWithFailedPin(t *testing.T) {
	const config = "[[knob]]\na = \"GPIO5\"\nb = \"GPIO6\"\npress = \"GPIO13\"\n"
	const todo = "knob ok=false is its pin used by something else, and are you in the group gpio? ("
	for _, pin := range []string{"GPIO5", "GPIO6", "GPIO13"} {
		t.Run(pin, func(t *testing.T) {
			busy := func(b *bench.Bench) { b.Pin(pin).Fail(syscall.EBUSY) }
			onSpoiltBench(t, config, config, busy, func(r *rig) {
				troubled := func(when string) {
					t.Helper()
					if got := r.heard(3 * time.Second); len(got) == 0 || !strings.HasPrefix(got[len(got)-1], todo) || slices.Contains(got, "knob ok=true") {
						t.Errorf("%s it says %q", when, got)
					}
				}
				troubled("at the start")
				r.bench.Pin(pin).Fail(nil)
				r.expect(3*time.Second, "knob ok=true")
				busy(r.bench)
				troubled("later")
				r.bench.Pin(pin).Fail(nil)
				r.expect(3*time.Second, "knob ok=true")
			})
		})
		t.Run(pin+" that is not there", func(t *testing.T) {
			var others strings.Builder // buttons on the pins that exist
			for _, there := range []string{"GPIO5", "GPIO6", "GPIO13"} {
				if there != pin {
					fmt.Fprintf(&others, "[[button]]\npin = %q\npress = %q\n", there, strings.ToLower(there))
				}
			}
			onSpoiltBench(t, config, others.String(), func(*bench.Bench) {}, func(r *rig) {
				r.expect(3*time.Second, "knob ok=false check the name of its pin: a Pi calls its pins GPIO0 to GPIO27 ("+pin+": there is no such pin)")
			})
		})
	}
}

// TestIdleTable: a table that nobody has used for a minute is polled less often; as soon as it is used, it is polled at the full rate again.
func TestIdleTable(t *testing.T) {
	const hands = "[[button]]\npin = \"GPIO5\"\npress = \"end\"\n[[knob]]\na = \"GPIO16\"\nb = \"GPIO26\"\npress = \"GPIO12\"\n"
	onBench(t, twoReaders+hands, func(r *rig) {
		r.heard(time.Second)
		polls := func(wait time.Duration) (n uint64) {
			before := r.Readers()[0].Polls
			r.heard(wait)
			return r.Readers()[0].Polls - before
		}
		awake := polls(time.Second)
		r.heard(time.Minute)
		asleep := polls(time.Second)
		if awake < 100 || asleep < 14 || asleep > 18 {
			t.Errorf("%d polls a second, and %d at rest", awake, asleep)
		}
		for what, use := range map[string]func() error{
			"press end":   func() error { return r.bench.Press("end", false) },
			"turn knob 1": func() error { return r.bench.Turn("knob", 1) },
			"push knob":   func() error { return r.bench.Press("knob", false) },
		} {
			if err := use(); err != nil {
				t.Fatal(err)
			}
			r.expect(100*time.Millisecond, what)
			if n := polls(time.Second); n < 100 {
				t.Errorf("%d polls a second after %s", n, what)
			}
			r.heard(2 * time.Minute)
		}
		laid := time.Now()
		r.lay(imp, "ben")
		for len(r.heard(time.Millisecond)) == 0 && time.Since(laid) < time.Second {
		}
		if d := time.Since(laid); d > 80*time.Millisecond {
			t.Errorf("a card at a table that rests is noticed after %v", d)
		}
	})
}
