// Command figures measures programs of Familiar from outside, as the people at a table would: it starts them, connects phones, and
// puts cards on the readers of their virtual table. It uses none of their code except the reading of records, so one set of definitions
// is valid for all versions: a figure of today can be compared with one of last year.
//
//	go run ./cmd/figures PROGRAM
//	go run ./cmd/figures --against OLD PROGRAM
//
// `make bench` and `make bench-against COMMIT=…` build the programs first.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"text/tabwriter"

	"github.com/alecthomas/kong"
	"golang.org/x/perf/benchmath"
)

type command struct {
	Program string `arg:"" type:"existingfile" help:"The program to measure."`
	Against string `type:"existingfile" placeholder:"PROGRAM" help:"An older one. Both are measured in turn, in pairs, and each figure is told of both."`
	Rounds  int    `default:"10" help:"How often everything is measured (default: ${default}). Six are the least from which a spread can be told."`
	Page    bool   `help:"Measure the page in a browser, on a slow phone, and nothing else."`
	Records string `default:"engine" type:"existingdir" placeholder:"DIR" help:"Where the records of games are that are played (default: ${default})."`
}

// Help is shown below the flags.
func (command) Help() string {
	return `Prints for each figure:

  median   of all that was measured
  p99      the value that one in a hundred exceeds
  spread   within which the median of a round lies, with a confidence of 95 %

and with --against the ratio of the new program to the old one: the median of the pairs, and where that lies with the same
confidence. A ratio that may be 1 is within noise.`
}

func main() {
	var c command
	kong.Parse(&c, kong.Description("Measures how fast Familiar is."), kong.UsageOnError())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.run(ctx, standard, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// paths returns the programs to measure, the older one first.
func (c command) paths() []string {
	if c.Against == "" {
		return []string{c.Program}
	}
	return []string{c.Against, c.Program}
}

func (c command) run(ctx context.Context, much workload, out, progress io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var programs []*program
	for _, path := range c.paths() {
		programs = append(programs, &program{path: path, dir: dir, records: c.Records, workload: much, results: make(results)})
	}
	if c.Page {
		if err := c.eachRound(progress, programs, func(p *program) error { return p.measurePage(ctx) }); err != nil {
			return err
		}
		return printTable(out, programs, pageFigures)
	}
	fmt.Fprintln(progress, "writing a long journal")
	// The oldest program writes it: newer ones can read it.
	journal, err := programs[0].writeJournal(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(progress, "measuring snapshots")
	for _, p := range programs {
		if err := p.measureSnapshots(ctx); err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
	}
	fmt.Fprintln(progress, "waiting until the tables rest, for a minute")
	if err := measureRest(ctx, programs, much.rest, c.Rounds); err != nil {
		return err
	}
	if err := c.eachRound(progress, programs, func(p *program) error { return p.round(ctx, journal) }); err != nil {
		return err
	}
	return printTable(out, programs, append(slices.Clone(figures), snapshots()...))
}

// eachRound measures each program in each round.
func (c command) eachRound(progress io.Writer, programs []*program, measure func(*program) error) error {
	for i := range c.Rounds {
		fmt.Fprintf(progress, "round %d of %d\n", i+1, c.Rounds)
		for n := range programs {
			// The first program runs on a colder machine, so they take turns.
			p := programs[(n+i)%len(programs)]
			if err := measure(p); err != nil {
				return fmt.Errorf("%s: %w", p.path, err)
			}
		}
	}
	return nil
}

// printTable prints a table of some figures: of the only program, or of the old one, the new one and their ratio.
func printTable(out io.Writer, programs []*program, some []figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "median\tp99\tspread\t"
	if len(programs) > 1 {
		fmt.Fprintf(w, "\tbefore: %snow: %sratio\t\t\t\n", head, head)
	} else {
		fmt.Fprintf(w, "\t%s\n", head)
	}
	for _, f := range some {
		fmt.Fprintf(w, "%s, %s\t", f.title, f.unit)
		for _, p := range programs {
			fmt.Fprint(w, p.results[f].print(f))
		}
		if len(programs) > 1 {
			fmt.Fprint(w, f.compare(programs[0].results[f], programs[1].results[f]))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// results are the samples of all figures.
type results map[figure]*result

func (r results) of(f figure) *result {
	if r[f] == nil {
		r[f] = new(result)
	}
	return r[f]
}

// result holds the samples of one figure, by round.
type result struct{ rounds [][]float64 }

func (r *result) add(samples ...float64) { r.rounds = append(r.rounds, samples) }

// medians returns the median of each round.
func (r *result) medians() []float64 {
	var all []float64
	for _, samples := range r.rounds {
		all = append(all, percentile(samples, 50))
	}
	return all
}

// print returns the columns for a result: median, p99 and spread.
func (r *result) print(f figure) string {
	var all []float64
	for _, samples := range r.rounds {
		all = append(all, samples...)
	}
	spread := "exact"
	if !f.exact {
		spread = "±" + summary(r.medians()).PctRangeString()
	}
	return fmt.Sprintf("%s\t%s\t%s\t", number(percentile(all, 50)), number(percentile(all, 99)), spread)
}

// compare returns the ratio of paired results, and the conclusion.
func (f figure) compare(before, now *result) string {
	old, fresh := before.medians(), now.medians()
	var ratios []float64
	for i := range min(len(old), len(fresh)) {
		ratios = append(ratios, fresh[i]/old[i])
	}
	s := summary(ratios)
	if f.exact {
		// A snapshot contains the time of day, which may be a few bytes longer or shorter.
		s.Lo, s.Hi = s.Center-0.01, s.Center+0.01
	}
	verdict := "within noise"
	switch {
	case s.Lo > 1:
		verdict = "MORE"
	case s.Hi < 1:
		verdict = "less"
	}
	return fmt.Sprintf("%.2f\t(%.2f–%.2f)\t%s\t", s.Center, s.Lo, s.Hi, verdict)
}

const confidence = 0.95

func summary(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), confidence)
}
