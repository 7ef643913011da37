package button

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const ms = time.Millisecond

// timedPress is a press and when it was sent, from the start.
type timedPress struct {
	At   time.Duration
	Kind Kind
}

// drive moves a contact at the given times, from open or from held, and steps
// the debouncer as the goroutine does: at each move, and when nextStep says so.
// Each of these steps is delayed by late.
func drive(d *debouncer, pressed bool, moves []time.Duration, until, late time.Duration) []timedPress {
	start := time.Unix(0, 0)
	var out []timedPress
	step := func(at time.Duration, moved bool) {
		if kind := d.step(start.Add(at), pressed, moved); kind != none {
			out = append(out, timedPress{at, kind})
		}
	}
	now := time.Duration(0)
	for len(moves) > 0 || now < until {
		next := until
		if len(moves) > 0 {
			next = moves[0]
		}
		if wait, ok := d.nextStep(start.Add(now)); ok && now+wait+late < next {
			now += wait + late
			step(now, false)
			continue
		}
		now = max(now, next)
		if len(moves) == 0 {
			step(now, false)
			break
		}
		pressed, moves = !pressed, moves[1:]
		step(now, true)
	}
	return out
}

func TestDebouncer(t *testing.T) {
	tests := map[string]struct {
		long  time.Duration
		held  bool
		moves []time.Duration
		want  []timedPress
	}{
		"press is told when it has settled": {
			moves: []time.Duration{100 * ms, 300 * ms},
			want:  []timedPress{{120 * ms, Press}},
		},
		"press is told at the release if it could become long": {
			long:  800 * ms,
			moves: []time.Duration{100 * ms, 300 * ms},
			want:  []timedPress{{320 * ms, Press}},
		},
		"long press is told while held, once": {
			long:  800 * ms,
			moves: []time.Duration{100 * ms, 3000 * ms},
			want:  []timedPress{{900 * ms, LongPress}},
		},
		"held for ever without a long press": {
			moves: []time.Duration{100 * ms},
			want:  []timedPress{{120 * ms, Press}},
		},
		"bounces at both ends": {
			moves: []time.Duration{100 * ms, 101 * ms, 103 * ms, 104 * ms, 108 * ms, 300 * ms, 302 * ms, 305 * ms},
			want:  []timedPress{{128 * ms, Press}},
		},
		"spike is nothing": {
			moves: []time.Duration{100 * ms, 119 * ms},
		},
		"just long enough": {
			moves: []time.Duration{100 * ms, 121 * ms},
			want:  []timedPress{{120 * ms, Press}},
		},
		"gap in a long press does not end it": {
			long:  800 * ms,
			moves: []time.Duration{100 * ms, 500 * ms, 510 * ms, 1500 * ms},
			want:  []timedPress{{900 * ms, LongPress}},
		},
		"release just before the long press is a press": {
			long:  800 * ms,
			moves: []time.Duration{100 * ms, 890 * ms},
			want:  []timedPress{{910 * ms, Press}},
		},
		"held at the start is no press": {
			held:  true,
			moves: []time.Duration{500 * ms},
		},
		"held at the start is no long press": {
			long:  800 * ms,
			held:  true,
			moves: []time.Duration{2000 * ms, 2500 * ms, 2600 * ms},
			want:  []timedPress{{2620 * ms, Press}},
		},
		"two presses": {
			moves: []time.Duration{100 * ms, 150 * ms, 200 * ms, 250 * ms},
			want:  []timedPress{{120 * ms, Press}, {220 * ms, Press}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDebouncer(Debounce, test.long, test.held)
			got := drive(d, test.held, test.moves, 5000*ms, 0)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDebouncerSteps makes single steps, like a goroutine that is late.
func TestDebouncerSteps(t *testing.T) {
	type step struct {
		at             time.Duration
		pressed, moved bool
		want           Kind
	}
	tests := map[string]struct {
		long  time.Duration
		steps []step
	}{
		"first look at a long press after it": {DefaultLong, []step{
			{0, true, true, none},
			{20 * ms, true, false, none},
			{900 * ms, false, true, none},
			{920 * ms, false, false, LongPress},
		}},
		"out and back between two looks": {0, []step{
			{0, true, true, none},
			{15 * ms, true, true, none},
			{20 * ms, true, false, none},
			{35 * ms, true, false, Press},
		}},
		"press between two looks": {0, []step{
			{0, false, true, none},
			{50 * ms, false, false, none},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDebouncer(Debounce, test.long, false)
			for _, s := range test.steps {
				if got := d.step(time.Unix(0, 0).Add(s.at), s.pressed, s.moved); got != s.want {
					t.Errorf("at %s: %s, want %s", s.at, got, s.want)
				}
			}
		})
	}
}

// TestDebouncerCounts draws presses and bounces: every press that is stable for
// longer than the debounce time is sent exactly once and with the right kind,
// whatever the bounces and however late the steps.
func TestDebouncerCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.SampledFrom([]time.Duration{0, DefaultLong}).Draw(t, "long")
		late := time.Duration(rapid.IntRange(0, 5000).Draw(t, "late")) * time.Microsecond
		var moves []time.Duration
		var want []Kind
		now := time.Duration(0)
		// bounce moves the contact an odd number of times.
		bounce := func(label string) {
			n := 2*rapid.IntRange(0, 6).Draw(t, label) + 1
			for i := range n {
				if i > 0 {
					now += time.Duration(rapid.IntRange(1, 3000).Draw(t, "apart")) * time.Microsecond
				}
				moves = append(moves, now)
			}
		}
		for range rapid.IntRange(0, 8).Draw(t, "presses") {
			now += time.Duration(rapid.IntRange(30, 2000).Draw(t, "idle")) * ms
			bounce("bounces down")
			stands := now
			now += time.Duration(rapid.OneOf(rapid.IntRange(26, 770), rapid.IntRange(810, 2000)).Draw(t, "held")) * ms
			kind := Press
			if long > 0 && now-stands >= long {
				kind = LongPress
			}
			want = append(want, kind)
			bounce("bounces up")
		}
		var got []Kind
		d := newDebouncer(Debounce, long, false)
		for _, e := range drive(d, false, moves, now+time.Second, late) {
			got = append(got, e.Kind)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("told (-want +got):\n%s\nmoves %v", diff, moves)
		}
	})
}

// TestDebouncerNoise shakes the contact without ever letting it settle.
func TestDebouncerNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gaps := rapid.SliceOf(rapid.IntRange(1, 19999)).Draw(t, "gaps in µs")
		var moves []time.Duration
		now := 50 * ms
		for _, g := range gaps {
			moves = append(moves, now)
			now += time.Duration(g) * time.Microsecond
		}
		if len(moves)%2 == 1 {
			moves = append(moves, now) // it ends open
		}
		d := newDebouncer(Debounce, 0, false)
		if got := drive(d, false, moves, now+time.Second, 0); len(got) != 0 {
			t.Fatalf("told %v of noise", got)
		}
	})
}

// TestNamesOfPresses names each kind of press for logs.
func TestNamesOfPresses(t *testing.T) {
	for kind, want := range map[Kind]string{none: "none", Press: "press", LongPress: "long press"} {
		if got := kind.String(); got != want {
			t.Errorf("kind %d is called %q, not %q", int(kind), got, want)
		}
	}
}
