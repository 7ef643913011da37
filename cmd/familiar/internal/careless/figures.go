package careless

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"familiar/cmd/familiar/internal/people"
)

// figure is a figure of a line: a ratio of two sums over games.
type figure struct {
	name        string
	numerator   func(s people.Score) float64
	denominator func(s people.Score) float64
	factor      float64
}

func moves(s people.Score) float64 { return float64(s.Moves) }

func one(people.Score) float64 { return 1 }

// figures are the figures of each line.
var figures = []figure{
	{"in step, %", func(s people.Score) float64 { return float64(s.InStep) }, func(s people.Score) float64 { return float64(s.Told) }, 100},
	{"right, %", func(s people.Score) float64 {
		if s.Right {
			return 1
		}
		return 0
	}, one, 100},
	{"gestures a move", func(s people.Score) float64 { return float64(s.Beyond()) }, moves, 1},
	{"questions", func(s people.Score) float64 { return float64(s.Questions) }, moves, 100},
	{"avoidable", func(s people.Score) float64 { return float64(s.Avoidable) }, moves, 100},
	{"refused again", func(s people.Score) float64 { return float64(s.RefusedAgain) }, moves, 100},
	{"believed wrong", func(s people.Score) float64 { return float64(s.Wrong) }, moves, 100},
	{"repairs", func(s people.Score) float64 { return float64(s.Repairs) }, moves, 100},
	{"stuck", func(s people.Score) float64 { return float64(s.Stuck) }, moves, 100},
}

// value returns the figure over some games.
func (f figure) value(games []people.Score) float64 {
	var of, by float64
	for _, s := range games {
		of += f.numerator(s)
		by += f.denominator(s)
	}
	return f.factor * of / by
}

// resamples is how often games are drawn anew for an interval.
const resamples = 1000

// bootstrap returns the figures over games that are drawn anew from some, each as often as chance has it, in order.
func (f figure) bootstrap(games []people.Score) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	drawn := make([]people.Score, len(games))
	values := make([]float64, resamples)
	for i := range values {
		for j := range drawn {
			drawn[j] = games[rng.IntN(len(games))]
		}
		values[i] = f.value(drawn)
	}
	slices.Sort(values)
	return values
}

// interval returns where the figure lies with a probability of 95 %.
func (f figure) interval(games []people.Score) (low, high float64) {
	values := f.bootstrap(games)
	return values[len(values)*25/1000], values[len(values)*975/1000-1]
}

// standardError returns the standard error of the figure.
func (f figure) standardError(games []people.Score) float64 {
	values := f.bootstrap(games)
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

// report writes the figures of all lines and games, with their intervals.
func report(w io.Writer, results []result, games []string) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "line\tgame\tgames\t")
	for _, f := range figures {
		fmt.Fprintf(out, "%s\t", f.name)
	}
	fmt.Fprintln(out)
	for _, l := range lines {
		for _, game := range games {
			of := scores(results, l.name, game)
			if len(of) == 0 {
				continue
			}
			fmt.Fprintf(out, "%s\t%s\t%d\t", l.name, game, len(of))
			for _, f := range figures {
				low, high := f.interval(of)
				fmt.Fprintf(out, "%.2f (%.2f–%.2f)\t", f.value(of), low, high)
			}
			fmt.Fprintln(out)
		}
	}
	out.Flush()
}

// scores returns the scores of a line and a game, in the order of the games.
func scores(results []result, line, game string) []people.Score {
	var of []result
	for _, r := range results {
		if r.Line == line && r.Game == game {
			of = append(of, r)
		}
	}
	slices.SortFunc(of, func(a, b result) int { return a.N - b.N })
	var all []people.Score
	for _, r := range of {
		all = append(all, r.Score)
	}
	return all
}
