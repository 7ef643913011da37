package digits_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw/digits"
	"familiar/hw/virtual"
)

// rig is a display on an emulated chip.
type rig struct {
	*testing.T
	*digits.Display
	chip *virtual.TM1637
}

// on runs a test in a bubble. A goroutine that is left running would fail the bubble; at the end the chip must have no complaint.
func on(t *testing.T, brightness int, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		chip := virtual.NewTM1637(virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6))
		open := func() (digits.Wires, error) { return digits.Wires{Clock: chip.CLK, Data: chip.DIO}, nil }
		d, err := digits.New(digits.Opts{Model: digits.TM1637, Open: open, Brightness: brightness})
		if err != nil {
			t.Fatal(err)
		}
		r := &rig{t, d, chip}
		time.Sleep(10 * time.Millisecond)
		test(r)
		_ = d.Halt() // the tests that need its error check it themselves
		if all := chip.Complaints(); len(all) > 0 {
			t.Errorf("the chip complains:\n%s", strings.Join(all, "\n"))
		}
	})
}

// reads waits until the display must show a text.
func (r *rig) reads(want string) {
	r.Helper()
	time.Sleep(10 * time.Millisecond)
	synctest.Wait()
	if got := r.chip.Text(); got != want {
		r.Errorf("it reads %q, want %q", got, want)
	}
}

func TestNumbers(t *testing.T) {
	on(t, 0, func(r *rig) {
		r.reads("    ")
		if !r.Health().OK {
			r.Errorf("health before the first number %+v", r.Health())
		}
		for _, test := range []struct {
			number int
			want   string
		}{{6, "   6"}, {5, "   5"}, {0, "   0"}, {10, "  10"}, {307, " 307"}, {4289, "4289"}, {9999, "9999"}, {10000, "9999"}, {-1, "   0"}} {
			r.Show(test.number)
			r.reads(test.want)
		}
		for _, number := range []int{1, 2, 3} { // the latest wins
			r.Show(number)
		}
		r.reads("   3")
		r.Blank()
		r.reads("    ")
		if n := r.chip.Brightness(); n != 0 {
			r.Errorf("blank, its brightness is %d", n)
		}
	})
}

func TestBrightness(t *testing.T) {
	for percent, want := range map[int]int{1: 1, 12: 1, 13: 2, 50: 4, 51: 5, 99: 8, 100: 8, 0: 4} {
		on(t, percent, func(r *rig) {
			r.Show(8)
			r.reads("   8")
			if got := r.chip.Brightness(); got != want {
				r.Errorf("at %d %% the brightness is %d, want %d", percent, got, want)
			}
		})
	}
}

// TestPowerFails takes the supply away: that is noticed within a second, and a second after its return the number is there again.
func TestPowerFails(t *testing.T) {
	on(t, 0, func(r *rig) {
		r.Show(42)
		r.reads("  42")
		r.chip.SetPower(false)
		time.Sleep(1010 * time.Millisecond)
		if h := r.Health(); h.OK || !errors.Is(h.LastError, digits.ErrNoAnswer) || h.LastError.Error() != "digits on GPIO5 and GPIO6: the display does not answer" {
			r.Errorf("health without a supply %+v", h)
		}
		r.Show(41)
		time.Sleep(time.Minute)
		r.chip.SetPower(true)
		time.Sleep(time.Second)
		r.reads("  41")
		if h := r.Health(); !h.OK {
			r.Errorf("health %+v", h)
		}
		// A dip of the supply, too short to be noticed, makes it forget the number.
		r.chip.SetPower(false)
		r.chip.SetPower(true)
		r.reads("    ")
		time.Sleep(time.Second)
		r.reads("  41")
	})
}

// TestDarkDisplayFails takes the supply of a dark display away: that is noticed after ten seconds, as nothing is sent to it before, or at once when a
// number is wanted.
func TestDarkDisplayFails(t *testing.T) {
	for _, c := range []struct {
		name  string
		after time.Duration
		do    func(*digits.Display)
	}{
		{"after ten seconds", 10 * time.Second, func(*digits.Display) {}},
		{"when a number is wanted", 9 * time.Second, func(d *digits.Display) { d.Show(41) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, 0, func(r *rig) {
				r.Show(42)
				r.Blank()
				r.reads("    ")
				r.chip.SetPower(false)
				time.Sleep(c.after - time.Second)
				if h := r.Health(); !h.OK {
					r.Errorf("health %+v, though nothing was due", h)
				}
				time.Sleep(time.Second)
				c.do(r.Display)
				time.Sleep(10 * time.Millisecond)
				if h := r.Health(); h.OK || !errors.Is(h.LastError, digits.ErrNoAnswer) {
					r.Errorf("health without a supply %+v", h)
				}
			})
		})
	}
}

// TestPinsFail breaks each of the lines for a while.
func TestPinsFail(t *testing.T) {
	broken := errors.New("no such line")
	for name, line := range map[string]func(*virtual.TM1637) *virtual.Pin{
		"the clock": func(c *virtual.TM1637) *virtual.Pin { return c.CLK }, "the data": func(c *virtual.TM1637) *virtual.Pin { return c.DIO },
	} {
		t.Run(name, func(t *testing.T) {
			on(t, 0, func(r *rig) {
				line(r.chip).Fail(broken)
				r.Show(7)
				time.Sleep(10 * time.Millisecond)
				if h := r.Health(); h.OK || !errors.Is(h.LastError, broken) {
					r.Errorf("health %+v", h)
				}
				line(r.chip).Fail(nil)
				time.Sleep(time.Second)
				r.reads("   7")
			})
		})
	}
}

func TestHalt(t *testing.T) {
	on(t, 0, func(r *rig) {
		r.Show(42)
		r.reads("  42")
		for range 2 {
			if err := r.Halt(); err != nil {
				r.Error(err)
			}
		}
		r.reads("    ")
		r.Show(1) // does not block
	})
	on(t, 0, func(r *rig) {
		r.chip.SetPower(false)
		if err := r.Halt(); !errors.Is(err, digits.ErrNoAnswer) {
			r.Errorf("without a supply: %v", err)
		}
	})
}

// TestOpensAgain opens a display whose lines are not there at first.
func TestOpensAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := virtual.NewTM1637(virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6))
		tries := 0
		missing := errors.New("there is no such pin")
		d, err := digits.New(digits.Opts{Model: digits.TM1637, Open: func() (digits.Wires, error) {
			if tries++; tries < 3 {
				return digits.Wires{}, missing
			}
			return digits.Wires{Clock: chip.CLK, Data: chip.DIO}, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Halt()
		d.Show(3)
		time.Sleep(100 * time.Millisecond)
		if h := d.Health(); h.OK || !errors.Is(h.LastError, missing) {
			t.Errorf("health %+v", h)
		}
		time.Sleep(time.Second)
		if got := chip.Text(); got != "   3" {
			t.Errorf("it reads %q", got)
		}
	})
}

// TestProbe: a display answers, and is dark afterwards.
func TestProbe(t *testing.T) {
	for _, d := range digits.Drivers() {
		chip := virtual.NewTM1637(virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6))
		wires := digits.Wires{Clock: chip.CLK, Data: chip.DIO}
		if err := d.Probe(wires); err != nil || chip.Brightness() != 0 {
			t.Errorf("%s: %v, its brightness is %d", d.Model, err, chip.Brightness())
		}
		chip.SetPower(false)
		if err := d.Probe(wires); !errors.Is(err, digits.ErrNoAnswer) {
			t.Errorf("%s without a supply: %v", d.Model, err)
		}
	}
}

func TestDrivers(t *testing.T) {
	for _, d := range digits.Drivers() {
		if d.Model == "" || d.Market == "" || d.Power == "" || d.Ground == "" || d.Clock == "" || d.Data == "" || len(d.Advice) == 0 {
			t.Errorf("the driver of %q lacks something: %+v", d.Model, d)
		}
		if got, err := digits.Find(d.Model); err != nil || got.Model != d.Model {
			t.Errorf("%s: %s, %v", d.Model, got.Model, err)
		}
	}
	if _, err := digits.Find("tm1638"); err == nil || err.Error() != `model "tm1638" is not known; it is one of tm1637` {
		t.Error(err)
	}
}

func TestBadOptions(t *testing.T) {
	open := func() (digits.Wires, error) { return digits.Wires{}, nil }
	for _, opts := range []digits.Opts{
		{Open: open}, {Model: "tm1638", Open: open}, {Model: digits.TM1637}, {Model: digits.TM1637, Open: open, Brightness: -1}, {Model: digits.TM1637, Open: open, Brightness: 101},
	} {
		if d, err := digits.New(opts); err == nil {
			t.Errorf("no error for %+v: %s", opts, d)
		}
	}
}

func ExampleNew() {
	chip := virtual.NewTM1637(virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)) // on a Raspberry Pi: two pins of gpioreg
	d, err := digits.New(digits.Opts{
		Model: digits.TM1637,
		Open:  func() (digits.Wires, error) { return digits.Wires{Clock: chip.CLK, Data: chip.DIO}, nil },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Halt()
	changed, stop := chip.Watch()
	defer stop()
	d.Show(6)
	for chip.Text() != "   6" {
		<-changed
	}
	fmt.Println(chip.Text())
	// Output: 6
}
