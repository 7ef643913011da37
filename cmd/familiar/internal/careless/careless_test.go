package careless

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
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
const fewGames = 2

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
			if rig.Raced && g.Seek != nil {
				t.Skip("with the race detector such a long game takes minutes")
			}
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
	build, err := thisBuild()
	if err != nil {
		t.Fatal(err)
	}
	results, err := readResults(*resultsFile, build)
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
		r.Build = build
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

// thisBuild returns a checksum of this program, so that results of different versions are not taken together.
func thisBuild() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), nil
}

// readResults reads the results of a bench of this build that was stopped. A last line that was cut off is taken away.
func readResults(name, build string) (all []result, err error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	for line := range bytes.Lines(whole) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, len(all)+1, err)
		}
		if r.Build != build {
			return nil, fmt.Errorf("%s has results of another version: move it away, or name another file", name)
		}
		all = append(all, r)
	}
	return all, os.Truncate(name, int64(len(whole)))
}

// TestResultsAreKept: a bench goes on with the results that it has, without a line that was cut off, and not with those of another version.
func TestResultsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	if all, err := readResults(name, "b1"); len(all) != 0 || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	const line = `{"Build":"b1","Line":"neat","Game":"oracle","N":3,"Score":{"Moves":7}}` + "\n"
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(line + line[:20])
	all, err := readResults(name, "b1")
	data, _ := os.ReadFile(name)
	if err != nil || len(all) != 1 || all[0].N != 3 || all[0].Score.Moves != 7 || string(data) != line {
		t.Errorf("results %+v, %v; the file is now %q", all, err, data)
	}
	if _, err := readResults(name, "b2"); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("with results of another version: %v", err)
	}
	write(line + "no result\n")
	if _, err := readResults(name, "b1"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("with a broken line: %v", err)
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
