package clock

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/engine"
)

// A prayer of six seconds rings at every full second and is over at the sixth; a pause in the middle takes nothing away.
func TestCountdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Countdown
		if c.Wake() != nil || c.IsCounting() || c.Active {
			t.Fatal("a countdown without a timer runs")
		}
		prayer := engine.Timer{For: 6 * time.Second, Run: 1, Seat: 1}
		began := time.Now()
		c.Follow(prayer, began)
		for second := 1; second <= 2; second++ {
			if at := <-c.Wake(); at.Sub(began) != time.Duration(second)*time.Second || c.Due(at) {
				t.Errorf("it rings %v after its beginning, over: %v", at.Sub(began), c.Due(at))
			}
		}
		time.Sleep(300 * time.Millisecond)
		prayer.Paused = true
		c.Follow(prayer, time.Now())
		time.Sleep(time.Hour)
		if left := c.LeftAt(time.Now()); left != 3700*time.Millisecond || !c.StandsStill() || c.Wake() != nil || c.EndedBefore(time.Now()) {
			t.Errorf("after a long pause %v are left, standing still: %v", left, c.StandsStill())
		}
		prayer.Paused = false
		again := time.Now()
		c.Follow(prayer, again)
		if end := c.Ends(); end.Sub(again) != 3700*time.Millisecond || c.EndedBefore(end) || !c.EndedBefore(end.Add(1)) {
			t.Errorf("it would end %v after the pause", end.Sub(again))
		}
		rings := 0
		for {
			at := <-c.Wake()
			if rings++; c.Due(at) {
				if at.Sub(again) != 3700*time.Millisecond {
					t.Errorf("it is over %v after the pause", at.Sub(again))
				}
				break
			}
		}
		if rings != 4 {
			t.Errorf("after the pause it rang %d times", rings)
		}
		c.Retry()
		if at := <-c.Wake(); at.Sub(again) != 4700*time.Millisecond {
			t.Errorf("it rings again %v after the pause", at.Sub(again))
		}
		c.Follow(engine.Timer{}, time.Now())
		if c.Active || c.Wake() != nil {
			t.Error("it goes on without a timer")
		}
	})
}

// A new run of the timer begins anew, and one that was paused before a restart has what it had left, never more than all.
func TestCountdownOfAnotherRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Countdown
		c.Follow(engine.Timer{For: 6 * time.Second, Run: 1}, time.Now())
		time.Sleep(5 * time.Second)
		c.Follow(engine.Timer{For: 6 * time.Second, Run: 2, Paused: true}, time.Now())
		if left := c.LeftAt(time.Now()); left != 6*time.Second || c.Run != 2 {
			t.Errorf("run %d begins with %v", c.Run, left)
		}
		for given, want := range map[time.Duration]time.Duration{2 * time.Second: 2 * time.Second, -time.Second: 0, time.Hour: 6 * time.Second} {
			if c.SetLeft(given); c.Left() != want {
				t.Errorf("with %v kept, %v are left", given, c.Left())
			}
		}
	})
}
