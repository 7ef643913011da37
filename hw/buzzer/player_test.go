package buzzer_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"familiar/hw/buzzer"
	"familiar/hw/virtual"
)

const ms = time.Millisecond

var accept = buzzer.Tune{{Hz: 880, For: 80 * ms}, {For: 20 * ms}, {Hz: 1320, For: 120 * ms}}

// heard is a tone with its times from the start of the test.
type heard struct {
	At  time.Duration
	Hz  int
	For time.Duration
}

func tones(b *virtual.Buzzer, start time.Time) []heard {
	var all []heard
	for _, t := range b.Tones() {
		all = append(all, heard{t.At.Sub(start), t.Hz, t.For})
	}
	return all
}

func newPlayer(t *testing.T, s buzzer.Sounder) *buzzer.Player {
	t.Helper()
	p := buzzer.NewPlayer(func() (buzzer.Sounder, error) { return s, nil })
	t.Cleanup(func() { _ = p.Halt() }) // the tests that need its error check it themselves
	synctest.Wait()
	return p
}

func TestPlay(t *testing.T) {
	tests := map[string]struct {
		buzzer func(*virtual.Pin) *virtual.Buzzer
		drive  func(gpio.PinOut) buzzer.Sounder
		want   []heard
	}{
		"passive": {
			buzzer: virtual.NewPassiveBuzzer,
			drive:  func(p gpio.PinOut) buzzer.Sounder { return buzzer.Passive{Pin: p} },
			want:   []heard{{0, 880, 80 * ms}, {100 * ms, 1320, 120 * ms}},
		},
		"active": {
			buzzer: virtual.NewActiveBuzzer,
			drive:  func(p gpio.PinOut) buzzer.Sounder { return buzzer.Active{Pin: p} },
			want:   []heard{{0, 2300, 80 * ms}, {100 * ms, 2300, 120 * ms}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pin := virtual.NewPWMPin("GPIO18", 18)
				ear := test.buzzer(pin)
				p := newPlayer(t, test.drive(pin))
				start := time.Now()
				p.Play(accept)
				time.Sleep(time.Second)
				if diff := cmp.Diff(test.want, tones(ear, start)); diff != "" {
					t.Errorf("heard (-want +got):\n%s", diff)
				}
				if ear.Hz() != 0 {
					t.Errorf("%d Hz sound on", ear.Hz())
				}
				if h := p.Health(); !h.OK {
					t.Errorf("health %+v", h)
				}
			})
		})
	}
}

func TestActiveLow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO18", 18)
		p := newPlayer(t, buzzer.Active{Pin: pin, Low: true})
		if pin.Level() != gpio.High {
			t.Error("the buzzer sounds at the start")
		}
		p.Play(accept)
		time.Sleep(10 * ms)
		if pin.Level() != gpio.Low {
			t.Error("the buzzer does not sound")
		}
		if err := p.Halt(); err != nil {
			t.Fatal(err)
		}
		if pin.Level() != gpio.High {
			t.Error("the buzzer sounds at the end")
		}
	})
}

func TestLatestWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPWMPin("GPIO18", 18)
		ear := virtual.NewPassiveBuzzer(pin)
		p := newPlayer(t, buzzer.Passive{Pin: pin})
		start := time.Now()
		p.Play(buzzer.Tune{{Hz: 100, For: time.Hour}})
		time.Sleep(50 * ms)
		for hz := range 20 {
			p.Play(buzzer.Tune{{Hz: 200 + hz, For: 30 * ms}})
		}
		time.Sleep(time.Second)
		want := []heard{{0, 100, 50 * ms}, {50 * ms, 219, 30 * ms}}
		got := tones(ear, start)
		if diff := cmp.Diff(want[0], got[0]); diff != "" {
			t.Errorf("the tune that was broken off (-want +got):\n%s", diff)
		}
		// The player may have started some of the twenty and interrupted them at once.
		if diff := cmp.Diff(want[1], got[len(got)-1]); diff != "" {
			t.Errorf("the last tune (-want +got):\n%s", diff)
		}
		p.Play(buzzer.Tune{{Hz: 300, For: time.Hour}})
		time.Sleep(ms)
		p.Play(nil)
		synctest.Wait()
		if ear.Hz() != 0 {
			t.Errorf("%d Hz after the empty tune", ear.Hz())
		}
	})
}

func TestHaltSilences(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPWMPin("GPIO18", 18)
		ear := virtual.NewPassiveBuzzer(pin)
		p := newPlayer(t, buzzer.Passive{Pin: pin})
		p.Play(buzzer.Tune{{Hz: 440, For: time.Hour}})
		time.Sleep(time.Second)
		if ear.Hz() != 440 {
			t.Fatalf("%d Hz", ear.Hz())
		}
		for range 2 {
			if err := p.Halt(); err != nil {
				t.Fatal(err)
			}
		}
		if ear.Hz() != 0 || pin.Level() != gpio.Low {
			t.Error("the buzzer sounds after Halt")
		}
		for range 3 {
			p.Play(accept)
		}
		time.Sleep(time.Second)
		if ear.Hz() != 0 {
			t.Error("the buzzer plays a tune after Halt")
		}
	})
}

// TestNoPWM plays on a pin without PWM: the error is reported, the tune ends, the buzzer is silent and opened again.
func TestNoPWM(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPin("GPIO18", 18)
		p := newPlayer(t, buzzer.Passive{Pin: pin})
		p.Play(buzzer.Tune{{Hz: 440, For: time.Second}})
		time.Sleep(500 * ms)
		if h := p.Health(); h.OK || h.Errors != 1 {
			t.Errorf("health while it fails %+v", h)
		}
		time.Sleep(time.Second)
		h := p.Health()
		if !h.OK || h.LastError == nil {
			t.Errorf("health after it %+v", h)
		}
		err := buzzer.Passive{Pin: pin}.Sound(440)
		if !errors.Is(err, virtual.ErrNoPWM) {
			t.Errorf("error %v", err)
		}
	})
}

// TestOpenAgain: a PWM that is missing at first, and again in the middle of a tune, is used within two seconds of its return.
func TestOpenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const dir = "/sys/class/pwm/pwmchip0"
		gone := errors.New("no such device")
		pin := virtual.NewPWMPin("GPIO18", 18)
		ear := virtual.NewPassiveBuzzer(pin)
		chip := virtual.NewPWMChip(dir, pin)
		chip.Fail(gone)
		p := buzzer.NewPlayer(func() (buzzer.Sounder, error) { return buzzer.OpenPWM(chip, dir, 0) })
		defer p.Halt()
		synctest.Wait()
		for range 3 {
			p.Play(accept)
			time.Sleep(3 * time.Second)
			if h := p.Health(); h.OK || h.LastError == nil {
				t.Errorf("there is none: %+v", h)
			}
			chip.Fail(nil)
			time.Sleep(2 * time.Second)
			if h := p.Health(); !h.OK || ear.Hz() != 0 {
				t.Errorf("there is one: %+v, and it sounds %d Hz", h, ear.Hz())
			}
			p.Play(buzzer.Tune{{Hz: 1000, For: 100 * ms}, {Hz: 2000, For: time.Hour}})
			time.Sleep(50 * ms)
			if ear.Hz() != 1000 {
				t.Errorf("it sounds %d Hz", ear.Hz())
			}
			chip.Fail(gone)
			time.Sleep(100 * ms)
		}
		if err := p.Halt(); err != nil {
			t.Error(err)
		}
		if chip.Exported(0) {
			t.Error("the channel is still exported")
		}
	})
}

// FuzzTune plays any notes: the tune lasts as long as it says and ends silent.
func FuzzTune(f *testing.F) {
	f.Add([]byte{3, 10, 0, 5, 200, 255})
	f.Fuzz(func(t *testing.T, notes []byte) {
		synctest.Test(t, func(t *testing.T) {
			var tune buzzer.Tune
			for ; len(notes) >= 2; notes = notes[2:] {
				tune = append(tune, buzzer.Note{Hz: (int(notes[0]) - 20) * 40, For: (time.Duration(notes[1]) - 5) * ms})
			}
			pin := virtual.NewPWMPin("GPIO18", 18)
			ear := virtual.NewPassiveBuzzer(pin)
			p := newPlayer(t, buzzer.Passive{Pin: pin})
			start := time.Now()
			p.Play(tune)
			time.Sleep(length(tune) + ms)
			if ear.Hz() != 0 {
				t.Errorf("%d Hz sound on", ear.Hz())
			}
			changes, _ := pin.Changes(0)
			if last := changes[len(changes)-1]; last.At.Sub(start) > length(tune) {
				t.Errorf("ends after %s of %s", last.At.Sub(start), length(tune))
			}
			for _, c := range changes {
				if c.Freq > 0 && c.Freq < physic.Hertz {
					t.Errorf("frequency %s", c.Freq)
				}
			}
		})
	})
}

// length returns how long a tune sounds.
func length(t buzzer.Tune) time.Duration {
	var sum time.Duration
	for _, n := range t {
		sum += max(n.For, 0)
	}
	return sum
}

// hoarse is a buzzer that fails until it is opened for the second time.
type hoarse struct{ opened, ended atomic.Int32 }

var errHoarse = errors.New("it is stuck")

func (h *hoarse) open() (buzzer.Sounder, error) {
	h.opened.Add(1)
	return h, nil
}

func (h *hoarse) Sound(int) error {
	if h.opened.Load() < 2 {
		return errHoarse
	}
	return nil
}

func (h *hoarse) Halt() error {
	h.ended.Add(1)
	return nil
}

func (h *hoarse) String() string { return "hoarse" }

// TestBuzzerThatCannotBeSilenced: one that fails as soon as it is opened is released, and opened again a second later.
func TestBuzzerThatCannotBeSilenced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h hoarse
		p := buzzer.NewPlayer(h.open)
		defer p.Halt()
		synctest.Wait()
		if health := p.Health(); health.OK || !errors.Is(health.LastError, errHoarse) || h.opened.Load() != 1 || h.ended.Load() != 1 {
			t.Errorf("it is opened %d times, and released %d times; health %+v", h.opened.Load(), h.ended.Load(), health)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if health := p.Health(); !health.OK || health.Errors != 1 || h.opened.Load() != 2 || h.ended.Load() != 1 {
			t.Errorf("opened again, it is opened %d times, and released %d times; health %+v", h.opened.Load(), h.ended.Load(), health)
		}
	})
}

// TestPinOfABuzzerFails: the error names what was to be done, and the pin.
func TestPinOfABuzzerFails(t *testing.T) {
	pin := virtual.NewPWMPin("GPIO18", 18)
	active, low, passive := buzzer.Active{Pin: pin}, buzzer.Active{Pin: pin, Low: true}, buzzer.Passive{Pin: pin}
	broken := errors.New("no such line")
	pin.Fail(broken)
	for want, err := range map[string]error{
		"buzzer: setting GPIO18 High": active.Sound(440), "buzzer: setting GPIO18 Low": active.Halt(), "buzzer: setting GPIO18 Low ": low.Sound(440),
		"buzzer: 440 Hz on GPIO18": passive.Sound(440), "buzzer: setting GPIO18 low": passive.Halt(),
	} {
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), strings.TrimSpace(want)+": ") {
			t.Errorf("it says %v, not %s", err, want)
		}
	}
	if active.String() != "active buzzer on GPIO18" || passive.String() != "passive buzzer on GPIO18" {
		t.Errorf("they are called %q and %q", active, passive)
	}
}
