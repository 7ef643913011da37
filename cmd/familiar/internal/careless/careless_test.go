package careless

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/people"
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
	"familiar/hw"
)

var (
	resultsFile = flag.String("results", "", "play the whole bench, keep the result of each game in this file, and go on there if it was stopped")
	share       = flag.Int("share", 1, "play a game of so many of the whole bench")
	update      = flag.Bool("update", false, "keep the figures as they are now")
	follow      = flag.String("follow", "", "log what happens in one game: LINE/GAME/NUMBER")
)

func games() []engine.Game {
	return []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()}
}

func gameIDs() (ids []string) {
	for _, g := range games() {
		ids = append(ids, g.ID)
	}
	return ids
}

// task is a game that is to be played.
type task struct {
	line line
	game engine.Game
	n    int
}

func (tk task) name() string { return fmt.Sprintf("%s/%s/%d", tk.line.name, tk.game.ID, tk.n) }

// tasksOf returns the first games of some lines, at most so many of each line and game, in the order in which they are played.
func tasksOf(of []line, most int) (tasks []task) {
	for n := range most {
		for _, l := range of {
			for _, g := range games() {
				if n < l.games {
					tasks = append(tasks, task{l, g, n})
				}
			}
		}
	}
	return tasks
}

// playAll plays games, as many at a time as there are processors, and hands over each result as it comes.
func playAll(t *testing.T, tasks []task, then func(r result)) {
	var mu sync.Mutex
	t.Run("games", func(t *testing.T) {
		for _, tk := range tasks {
			t.Run(tk.name(), func(t *testing.T) {
				t.Parallel()
				r := tk.line.play(t, tk.game, tk.n, sitWithoutDevices, nil)
				mu.Lock()
				defer mu.Unlock()
				then(r)
			})
		}
	})
}

// fewGames is how many games of each line are played in the usual tests.
const fewGames = 3

// keptFile holds the figures of those games, with their standard errors.
const keptFile = "testdata/kept.json"

// kept is a figure as it was when it was last kept.
type kept struct{ Value, Error float64 }

// TestNeatPeople: a table whose readers see all that lies on them follows people who tell every move to the end, without any fault.
func TestNeatPeople(t *testing.T) {
	if *resultsFile != "" || *follow != "" {
		t.Skip("other games are played")
	}
	sitAt := func(t *testing.T, game *people.Game, config *hw.Config, state string, _ *rand.Rand, trace trace) gameTable {
		return sitWithoutDevices(t, game, config, state, nil, trace)
	}
	for _, g := range games() {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			if s := lines[0].play(t, g, 0, sitAt, nil).Score; s.InStep != s.Told || s.Told != s.Moves || !s.Right || s.Wrong+s.RefusedAgain > 0 {
				t.Errorf("a neat game was followed so: %+v", s)
			}
		})
	}
}

// TestFewGames plays a few games of some lines, and holds their figures against the kept ones: none may differ by more than three standard errors.
func TestFewGames(t *testing.T) {
	if *resultsFile != "" || *follow != "" {
		t.Skip("other games are played")
	}
	if rig.Raced {
		t.Skip("with the race detector it takes too long: make test-games plays them without it")
	}
	few := lines[:3]
	var results []result
	playAll(t, tasksOf(few, fewGames), func(r result) { results = append(results, r) })
	now := make(map[string]kept)
	for _, l := range few {
		for _, g := range gameIDs() {
			of := scores(results, l.name, g)
			for _, f := range figures {
				now[l.name+"/"+g+"/"+f.name] = kept{round(f.value(of)), round(f.standardError(of))}
			}
		}
	}
	if *update {
		data, err := json.MarshalIndent(now, "", "\t")
		if err == nil {
			err = os.WriteFile(keptFile, append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	var before map[string]kept
	if err := json.Unmarshal(data, &before); err != nil {
		t.Fatal(err)
	}
	for name, is := range now {
		was, ok := before[name]
		if !ok {
			t.Errorf("%s is %.2f, and no figure is kept: run this test with -update", name, is.Value)
			continue
		}
		if math.Abs(is.Value-was.Value) > 3*was.Error+0.01 {
			t.Errorf("%s was %.2f, give or take %.2f, and is %.2f: if it is meant to be, keep it with -update", name, was.Value, was.Error, is.Value)
		}
	}
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }

// mostGames is the most games of a line.
const mostGames = 1000

// TestBench plays the whole bench. `make careless` runs it.
func TestBench(t *testing.T) {
	if *resultsFile == "" {
		t.Skip("it takes hours: make careless runs it")
	}
	results, err := readResults(*resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, r := range results {
		known[fmt.Sprintf("%s/%s/%d", r.Line, r.Game, r.N)] = true
	}
	var tasks []task
	all := 0
	for _, tk := range tasksOf(lines, mostGames) {
		if tk.n*(*share) >= tk.line.games {
			continue
		}
		if all++; !known[tk.name()] {
			tasks = append(tasks, tk)
		}
	}
	file, err := os.OpenFile(*resultsFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	began, played := time.Now(), 0
	playAll(t, tasks, func(r result) {
		results = append(results, r)
		data, err := json.Marshal(r)
		if err == nil {
			_, err = file.Write(append(data, '\n'))
		}
		if err != nil {
			t.Error(err)
		}
		played++
		left := time.Duration(float64(time.Since(began)) / float64(played) * float64(len(tasks)-played))
		fmt.Fprintf(os.Stderr, "\r%s %d of %d games, %v left ", bar(len(results), all), len(results), all, left.Round(time.Second))
	})
	fmt.Fprintln(os.Stderr)
	report(os.Stdout, results, gameIDs())
}

// bar draws a progress bar.
func bar(done, all int) string {
	const width = 30
	full := min(width, width*done/max(1, all))
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", width-full) + "]"
}

// readResults reads the results of a bench that was stopped.
func readResults(name string) (all []result, err error) {
	file, err := os.Open(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for d := json.NewDecoder(file); ; {
		var r result
		switch err := d.Decode(&r); err {
		case nil:
			all = append(all, r)
		case io.EOF, io.ErrUnexpectedEOF: // the last line may have been cut off
			return all, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// TestFollow logs one game.
func TestFollow(t *testing.T) {
	if *follow == "" {
		t.Skip("no game is named with -follow")
	}
	for _, tk := range tasksOf(lines, mostGames) {
		if tk.name() == *follow {
			r := tk.line.play(t, tk.game, tk.n, sitWithoutDevices, t.Logf)
			t.Logf("%+v", r.Score)
			return
		}
	}
	var names []string
	for _, l := range lines {
		names = append(names, l.name)
	}
	t.Fatalf("there is no game %q: the lines are %q", *follow, names)
}
