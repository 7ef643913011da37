package people

import (
	"math"
	"math/rand/v2"
	"testing"

	"familiar/engine"
)

// TestDosesAreAverages draws the slips of many games: however much persons, verbs and attention differ, each slip is as frequent as its dose says.
func TestDosesAreAverages(t *testing.T) {
	const games, moves = 4000, 200
	for name, dose := range map[string]Dose{"light": Light, "heavy": Heavy, "none": None} {
		var drawn [slips]int
		for game := range games {
			c := newCarelessness(dose, rand.New(rand.NewPCG(uint64(game), 5)))
			for n := range moves {
				drawn[c.draw(engine.NewMove(engine.Seat(n/3%3), engine.Name(1+n%7)))]++
			}
		}
		for s := Untold; s < slips; s++ {
			if got := float64(drawn[s]) / games / moves; math.Abs(got-dose[s]) > dose[s]/20 {
				t.Errorf("of the moves in the %s dose %.4f are %s, want %.4f", name, got, s, dose[s])
			}
		}
	}
}

// TestSlipsCluster: whoever has just slipped is likelier to slip again.
func TestSlipsCluster(t *testing.T) {
	var all, after, again int
	for game := range 2000 {
		c := newCarelessness(Light, rand.New(rand.NewPCG(uint64(game), 6)))
		slipped := false
		for range 200 {
			s := c.draw(engine.NewMove(0, 1)) != Neat
			if s {
				all++
			}
			if slipped {
				after++
				if s {
					again++
				}
			}
			slipped = s
		}
	}
	usual, then := float64(all)/2000/200, float64(again)/float64(after)
	if then < 1.3*usual {
		t.Errorf("a slip has the probability %.3f, and %.3f after another one", usual, then)
	}
}

// TestHandsDiffer: the times of a hand have the mean that is asked for, and some hands are slower than others.
func TestHandsDiffer(t *testing.T) {
	const people, times = 500, 50
	var sum float64
	var fastest, slowest float64 = math.Inf(1), 0
	for person := range people {
		c := newCarelessness(Light, rand.New(rand.NewPCG(uint64(person), 7)))
		var own float64
		for range times {
			own += c.pause(0, 2) / times
		}
		sum += own / people
		fastest, slowest = min(fastest, own), max(slowest, own)
	}
	if sum < 1.8 || sum > 2.4 || slowest < 2*fastest {
		t.Errorf("what takes two seconds takes %.2f on average, %.2f the fastest hand and %.2f the slowest", sum, fastest, slowest)
	}
}
