// Command mutants finds code that no test checks. It changes one small thing in the code at a time – a comparison, a number, a
// statement that is left out – and runs the tests. A change that makes no test fail survives, and is listed with its code.
//
//	go run ./cmd/mutants                       a sample of all code
//	go run ./cmd/mutants --since main          of the lines that differ from main
//	go run ./cmd/mutants --room hw --count 40  of a part of it
//	go run ./cmd/mutants --at hw/text.go:36    of one line, to see whether a new test notices its changes
//
// A seed determines the sample, so a run can be repeated; each room, a part of the code, has the same share in it. The tree is not
// changed: the go command gets the changed file as an overlay.
//
// The existing tools for this want to change everything, which takes days here, and they do not leave out statements or errors that are
// returned, where most survivors were found.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/alecthomas/kong"
)

type command struct {
	Count   int           `default:"100" help:"How many mutants are tried (default: ${default})."`
	Seed    uint64        `help:"By what the sample is drawn (default: another one each time)."`
	From    int           `help:"How many of the sample are passed over, to go on with a run that was interrupted (default: none)."`
	Room    []string      `placeholder:"ROOM" help:"Rooms from which it is drawn, such as engine/cards, companion or hw, or folders, such as companion/access (default: all rooms)."`
	Since   string        `placeholder:"COMMIT" help:"Change only what differs from this commit."`
	At      []string      `sep:"none" placeholder:"FILE:LINE" help:"Change only this line, such as engine/move.go:30, or make only this change, written as it is listed. Can be repeated (default: all lines)."`
	Skip    string        `placeholder:"REGEXP" help:"Tests of the whole program that are not run (default: none). Tests in files named …browser_test.go are never run: they take too long, and a browser."`
	Side    int           `default:"1" help:"How many are tried side by side (default: ${default})."`
	Timeout time.Duration `default:"5m" help:"For the tests of a package (default: ${default}), or three times what they take without a change, if that is more. A mutant that takes longer is killed."`
	Above   bool          `negatable:"" default:"true" help:"Also run the tests of packages that use the changed one."`
	Without []string      `placeholder:"PACKAGE" help:"Packages above whose tests are not run, such as familiar/cmd/familiar, which take minutes."`
}

func main() {
	var c command
	kong.Parse(&c, kong.Description("Changes the code in small ways, and lists the changes that no test notices."), kong.UsageOnError())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Seed == 0 {
		c.Seed = rand.Uint64N(1_000_000)
	}
	survived, err := c.run(ctx, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if survived > 0 {
		os.Exit(1)
	}
}

// run tests a sample and returns how many mutants have survived.
func (c command) run(ctx context.Context, out io.Writer) (survived int, err error) {
	mod, err := loadModule(ctx)
	if err != nil {
		return 0, err
	}
	all, err := mod.mutants(ctx, c.Since)
	if err != nil {
		return 0, err
	}
	if len(c.At) > 0 {
		all = slices.DeleteFunc(all, func(m mutant) bool { return !m.isAt(c.At) })
	}
	sample := draw(all, c.Room, rand.New(rand.NewPCG(c.Seed, 1)))
	if len(sample) == 0 {
		return 0, errors.New("there is nothing to change")
	}
	wanted := min(c.Count, max(0, len(sample)-c.From))
	fmt.Fprintf(out, "%d of %d mutants, by seed %d\n", wanted, len(all), c.Seed)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tally := make(map[string]*count)
	var mu sync.Mutex
	var wait sync.WaitGroup
	next, tried := c.From, 0
	begun := make(map[int]bool) // places in the sample
	take := func() (at int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if next >= len(sample) || tried == c.Count || ctx.Err() != nil {
			return 0, false
		}
		begun[next] = true
		next++
		tried++
		return next - 1, true
	}
	for range max(1, c.Side) {
		wait.Go(func() {
			for at, ok := take(); ok; at, ok = take() {
				m := sample[at]
				fate, by, problem := mod.try(ctx, c, m)
				if problem != nil {
					stop(problem)
				}
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				delete(begun, at)
				if fate == unfit {
					tried-- // another one takes its place
				} else {
					tally[m.room] = tally[m.room].add(fate)
					fmt.Fprintf(out, "%3d/%d %s %s\n", tried, wanted, m, by)
				}
				if fate == alive {
					survived++
					fmt.Fprint(out, m.code())
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	fmt.Fprintf(out, "\n%-24s %7s %9s\n", "room", "killed", "of")
	for _, room := range slices.Sorted(maps.Keys(tally)) {
		fmt.Fprintf(out, "%-24s %7d %9d\n", room, tally[room].killed, tally[room].all)
	}
	if len(begun) > 0 {
		fmt.Fprintf(out, "\nGo on with --seed %d --from %d.\n", c.Seed, slices.Min(slices.Collect(maps.Keys(begun))))
	}
	return survived, context.Cause(ctx)
}

// count is how many mutants of a room were killed, and how many were tested.
type count struct{ killed, all int }

func (c *count) add(f fate) *count {
	if c == nil {
		c = new(count)
	}
	c.all++
	if f == killed {
		c.killed++
	}
	return c
}

// draw orders mutants at random, with equal shares of the rooms as long as these have some left. A folder that is asked for is a room.
func draw(all []mutant, rooms []string, rng *rand.Rand) []mutant {
	byRoom := make(map[string][]mutant)
	for _, m := range all {
		if folder := filepath.ToSlash(filepath.Dir(m.path)); slices.Contains(rooms, folder) {
			m.room = folder
		}
		if len(rooms) == 0 || slices.Contains(rooms, m.room) {
			byRoom[m.room] = append(byRoom[m.room], m)
		}
	}
	var sample []mutant
	for _, room := range slices.Sorted(maps.Keys(byRoom)) {
		rng.Shuffle(len(byRoom[room]), func(i, k int) { byRoom[room][i], byRoom[room][k] = byRoom[room][k], byRoom[room][i] })
	}
	for len(byRoom) > 0 {
		for _, room := range slices.Sorted(maps.Keys(byRoom)) {
			sample = append(sample, byRoom[room][0])
			if byRoom[room] = byRoom[room][1:]; len(byRoom[room]) == 0 {
				delete(byRoom, room)
			}
		}
	}
	return sample
}
