package virtual_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
	"pgregory.net/rapid"

	"familiar/hw/virtual"
)

func TestPinTimeouts(t *testing.T) {
	tests := map[string]struct {
		timeout time.Duration
		edgeAt  time.Duration // 0: none
		want    bool
		takes   time.Duration
	}{
		"no edge in time":      {timeout: time.Second, takes: time.Second},
		"edge in time":         {timeout: time.Second, edgeAt: 300 * time.Millisecond, want: true, takes: 300 * time.Millisecond},
		"zero is for ever":     {timeout: 0, edgeAt: time.Hour, want: true, takes: time.Hour},
		"negative is not long": {timeout: -1, edgeAt: time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := virtual.NewPin("GPIO5", 5)
				if err := p.In(gpio.PullUp, gpio.FallingEdge); err != nil {
					t.Fatal(err)
				}
				if test.edgeAt > 0 {
					time.AfterFunc(test.edgeAt, func() { p.Set(gpio.Low) })
				}
				start := time.Now()
				if got := p.WaitForEdge(test.timeout); got != test.want {
					t.Errorf("edge %t", got)
				}
				if got := time.Since(start); got != test.takes {
					t.Errorf("took %s, want %s", got, test.takes)
				}
			})
		})
	}
}

// TestPinNegativeTimeout does not take a queued edge either.
func TestPinNegativeTimeout(t *testing.T) {
	p := virtual.NewPin("GPIO5", 5)
	if err := p.In(gpio.PullUp, gpio.BothEdges); err != nil {
		t.Fatal(err)
	}
	p.Set(gpio.Low)
	if p.WaitForEdge(-1) {
		t.Error("WaitForEdge with a negative timeout returned an edge")
	}
	if !p.WaitForEdge(time.Second) {
		t.Error("the queued edge is lost")
	}
}

func TestPinEdges(t *testing.T) {
	tests := map[string]struct {
		edge   gpio.Edge
		levels []gpio.Level // after High
		want   int
	}{
		"both":            {gpio.BothEdges, []gpio.Level{gpio.Low, gpio.High, gpio.Low}, 3},
		"rising":          {gpio.RisingEdge, []gpio.Level{gpio.Low, gpio.High, gpio.Low}, 1},
		"falling":         {gpio.FallingEdge, []gpio.Level{gpio.Low, gpio.High, gpio.Low}, 2},
		"none":            {gpio.NoEdge, []gpio.Level{gpio.Low, gpio.High, gpio.Low}, 0},
		"same level":      {gpio.BothEdges, []gpio.Level{gpio.High, gpio.High}, 0},
		"queue overflows": {gpio.BothEdges, make([]gpio.Level, 0), 16},
	}
	for range 10 {
		q := tests["queue overflows"]
		q.levels = append(q.levels, gpio.Low, gpio.High)
		tests["queue overflows"] = q
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := virtual.NewPin("GPIO5", 5)
				if err := p.In(gpio.PullUp, test.edge); err != nil {
					t.Fatal(err)
				}
				for _, l := range test.levels {
					p.Set(l)
				}
				got := 0
				for p.WaitForEdge(time.Millisecond) {
					got++
				}
				if got != test.want {
					t.Errorf("%d edges, want %d", got, test.want)
				}
			})
		})
	}
}

func TestPinHalt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := virtual.NewPin("GPIO5", 5)
		if err := p.In(gpio.PullUp, gpio.BothEdges); err != nil {
			t.Fatal(err)
		}
		if err := p.Halt(); err != nil { // no wait is under way: no effect
			t.Fatal(err)
		}
		start := time.Now()
		if p.WaitForEdge(time.Second) || time.Since(start) != time.Second {
			t.Errorf("a wait after Halt took %s", time.Since(start))
		}
		ended := make(chan bool)
		go func() { ended <- p.WaitForEdge(0) }()
		synctest.Wait()
		if err := p.Halt(); err != nil {
			t.Fatal(err)
		}
		if <-ended {
			t.Error("Halt made WaitForEdge return an edge")
		}
	})
}

func TestPinLevels(t *testing.T) {
	p := virtual.NewPin("GPIO5", 5)
	check := func(what string, want gpio.Level) {
		t.Helper()
		if got := p.Level(); got != want {
			t.Errorf("%s: level %s, want %s", what, got, want)
		}
	}
	check("new", gpio.Low)
	for _, step := range []struct {
		what string
		pull gpio.Pull
		want gpio.Level
	}{{"pulled up", gpio.PullUp, gpio.High}, {"pulled down", gpio.PullDown, gpio.Low}} {
		if err := p.In(step.pull, gpio.NoEdge); err != nil {
			t.Fatal(err)
		}
		check(step.what, step.want)
	}
	p.Set(gpio.High)
	check("driven against the pull", gpio.High)
	p.Float()
	check("let go", gpio.Low)
	if err := p.Out(gpio.High); err != nil {
		t.Fatal(err)
	}
	check("output", gpio.High)
	if p.Function() != "Out/High" || p.Pull() != gpio.PullNoChange {
		t.Errorf("an output is %s with pull %s", p.Function(), p.Pull())
	}
	// gpioioctl turns an output into an input when it is read.
	if p.Read() != gpio.High || p.Function() != "In/High" || p.Pull() != gpio.PullUp {
		t.Errorf("an output that was read is %s with pull %s", p.Function(), p.Pull())
	}
}

func TestPinRegistry(t *testing.T) {
	p := virtual.NewPin("GPIO5", 5)
	if err := p.Register(); err != nil {
		t.Fatal(err)
	}
	if err := virtual.NewPin("GPIO5", 5).Register(); err == nil {
		t.Error("no error for registering a pin twice")
	}
	for _, name := range []string{"GPIO5", "5"} {
		got := gpioreg.ByName(name)
		if got == nil {
			t.Fatalf("no pin %s", name)
		}
		if alias, ok := got.(gpio.RealPin); ok {
			got = alias.Real()
		}
		if got != gpio.PinIO(p) {
			t.Errorf("pin %s is %v", name, got)
		}
	}
	if err := p.Unregister(); err != nil {
		t.Fatal(err)
	}
	if got := gpioreg.ByName("GPIO5"); got != nil {
		t.Errorf("after unregistering there is %v", got)
	}
	if err := p.Unregister(); err == nil {
		t.Error("no error for unregistering a pin twice")
	}
}

func TestPinPWM(t *testing.T) {
	if err := virtual.NewPin("GPIO5", 5).PWM(gpio.DutyHalf, physic.KiloHertz); !errors.Is(err, virtual.ErrNoPWM) {
		t.Errorf("PWM on a plain pin: %v", err)
	}
	p := virtual.NewPWMPin("GPIO18", 18)
	for _, bad := range []struct {
		duty gpio.Duty
		f    physic.Frequency
	}{{-1, physic.Hertz}, {gpio.DutyMax + 1, physic.Hertz}, {gpio.DutyHalf, 0}, {gpio.DutyHalf, -physic.Hertz}} {
		if err := p.PWM(bad.duty, bad.f); err == nil {
			t.Errorf("no error for duty %d at %s", bad.duty, bad.f)
		}
	}
	if changes, _ := p.Changes(0); len(changes) != 0 {
		t.Errorf("errors changed the pin: %v", changes)
	}
}

// TestPinChanges reads the record in parts while it grows beyond its limit.
func TestPinChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := virtual.NewPin("GPIO5", 5)
		next, read, wrote, unread := 0, 0, 0, 0
		level := gpio.Low
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			n := rapid.IntRange(0, 400).Draw(t, "writes")
			for range n {
				level = !level
				if err := p.Out(level); err != nil {
					t.Fatal(err)
				}
				if err := p.Out(level); err != nil { // is no change
					t.Fatal(err)
				}
			}
			wrote += n
			unread += n
			if rapid.Bool().Draw(t, "reads") {
				var got []virtual.Change
				got, next = p.Changes(next)
				read += len(got)
				if len(got) > unread || (unread <= 512 && len(got) != unread) {
					t.Fatalf("%d changes read of %d", len(got), unread)
				}
				if len(got) > 0 && got[len(got)-1].Level != level {
					t.Fatal("Changes does not end with the last change")
				}
				unread = 0
			}
		}
		if next+unread != wrote || read > wrote {
			t.Fatalf("%d of %d changes read, next %d", read, wrote, next)
		}
	})
}

// TestPinWatch sees one signal for many changes, from both sides of the pin.
func TestPinWatch(t *testing.T) {
	p := virtual.NewPin("GPIO5", 5)
	changed, stop := p.Watch()
	signals := func() int {
		n := 0
		for {
			select {
			case <-changed:
				n++
			default:
				return n
			}
		}
	}
	for _, step := range []struct {
		what string
		do   func()
		want int
	}{
		{"nothing", func() {}, 0},
		{"set", func() { p.Set(gpio.High) }, 1},
		{"set again", func() { p.Set(gpio.High) }, 0},
		{"many", func() {
			for range 10 {
				p.Set(gpio.Low)
				p.Set(gpio.High)
			}
		}, 1},
		{"output", func() {
			if err := p.Out(gpio.High); err != nil {
				t.Error(err)
			}
		}, 1},
		{"after the end", func() { stop(); stop(); p.Set(gpio.Low) }, 0},
	} {
		step.do()
		if got := signals(); got != step.want {
			t.Errorf("%s: %d signals, want %d", step.what, got, step.want)
		}
	}
}

func TestBuzzers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := virtual.NewPWMPin("GPIO18", 18)
		active, passive := virtual.NewActiveBuzzer(pin), virtual.NewPassiveBuzzer(pin)
		if active.Hz() != 0 || len(active.Tones()) != 0 {
			t.Error("a buzzer sounds by itself")
		}
		start := time.Now()
		do := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
		}
		do(pin.Out(gpio.Low))
		do(pin.Out(gpio.High))
		do(pin.PWM(gpio.DutyHalf, 440*physic.Hertz))
		do(pin.PWM(0, 440*physic.Hertz))
		do(pin.Out(gpio.Low))
		do(pin.PWM(gpio.DutyHalf/4, 1000*physic.Hertz))
		tone := func(at, hz, d int) virtual.Tone {
			return virtual.Tone{At: start.Add(time.Duration(at) * time.Millisecond), Hz: hz, For: time.Duration(d) * time.Millisecond}
		}
		if diff := cmp.Diff([]virtual.Tone{tone(200, 440, 100), tone(500, 1000, 100)}, passive.Tones()); diff != "" {
			t.Errorf("passive (-want +got):\n%s", diff)
		}
		if passive.Hz() != 1000 || active.Hz() != 2300 {
			t.Errorf("now passive %d Hz, active %d Hz", passive.Hz(), active.Hz())
		}
		if got := active.Tones()[0]; got != tone(100, 2300, 100) {
			t.Errorf("active %v", got)
		}
	})
}

// TestPinFails: a failed line returns an error in every use, ends a wait, and is neither input nor output when it is repaired.
func TestPinFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("gone")
		p := virtual.NewPWMPin("GPIO5", 5)
		if err := p.In(gpio.PullUp, gpio.BothEdges); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Second, func() { p.Fail(gone) })
		began := time.Now()
		if p.WaitForEdge(time.Minute) || time.Since(began) != time.Second {
			t.Errorf("the wait ended after %v", time.Since(began))
		}
		for what, err := range map[string]error{
			"In": p.In(gpio.PullUp, gpio.BothEdges), "Out": p.Out(gpio.High), "PWM": p.PWM(gpio.DutyHalf, physic.KiloHertz),
		} {
			if !errors.Is(err, gone) {
				t.Errorf("%s: %v", what, err)
			}
		}
		p.Set(gpio.High)
		if p.Read() != gpio.Low {
			t.Error("a failed pin reads high")
		}
		p.Fail(nil)
		began = time.Now()
		if p.WaitForEdge(time.Minute) || time.Since(began) != 0 {
			t.Error("a repaired pin waits for edges without a new In")
		}
		if changes, _ := p.Changes(0); len(changes) != 0 {
			t.Errorf("it was put to %v", changes)
		}
		if err := p.Out(gpio.High); err != nil || p.Level() != gpio.High {
			t.Errorf("mended: %v, %v", err, p.Level())
		}
	})
}
