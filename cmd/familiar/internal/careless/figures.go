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
	{"right, %", func(s people.Score) float64 { return number(s.Right) }, one, 100},
	{"gestures a move", func(s people.Score) float64 { return float64(s.Beyond()) }, moves, 1},
	{"questions", func(s people.Score) float64 { return float64(s.Questions) }, moves, 100},
	{"avoidable", func(s people.Score) float64 { return float64(s.Avoidable) }, moves, 100},
	{"refused again", func(s people.Score) float64 { return float64(s.RefusedAgain) }, moves, 100},
	{"believed wrong", func(s people.Score) float64 { return float64(s.Wrong) }, moves, 100},
	{"repairs", func(s people.Score) float64 { return float64(s.Repairs) }, moves, 100},
	{"stuck", func(s people.Score) float64 { return float64(s.Stuck) }, moves, 100},
}

// limitFigures are those of the games whose limits were found.
var limitFigures = []figure{
	{"limit: in step, %", limitOf(func(l people.Limit) float64 { return float64(l.InStep) }), limitOf(func(l people.Limit) float64 { return float64(l.Told) }), 100},
	{"limit: right, %", limitOf(func(l people.Limit) float64 { return number(l.Right) }), limitOf(func(people.Limit) float64 { return 1 }), 100},
	{"limit: questions", limitOf(func(l people.Limit) float64 { return float64(l.Questions) }), limitOf(func(l people.Limit) float64 { return float64(l.Told) }), 100},
}

// limitOf counts something of a limit, and nothing of a game whose limit was not found.
func limitOf(count func(l people.Limit) float64) func(people.Score) float64 {
	return func(s people.Score) float64 {
		if s.Limit == nil {
			return 0
		}
		return count(*s.Limit)
	}
}

// number returns 1 for true, and 0 for false.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
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
	columns := figures
	if slices.ContainsFunc(results, func(r result) bool { return r.Score.Limit != nil }) {
		columns = slices.Concat(figures, limitFigures)
	}
	for _, f := range columns {
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
			for _, f := range columns {
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
