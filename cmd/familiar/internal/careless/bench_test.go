//go:build careless

package careless

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	resultsFile = flag.String("results", "", "keep the result of each game in this file, and go on there if the bench was stopped")
	only        = flag.String("only", "", "play only games whose name begins so: LINE/GAME/NUMBER")
	share       = flag.Int("share", 1, "play a game of so many of the whole bench")
	findLimit   = flag.Bool("limit", false, "find what the best of all tables would know of each game, too, and play at most fifty of a line")
	follow      = flag.String("follow", "", "the game that TestFollow logs: LINE/GAME/NUMBER")
)

// mostGames is the most games of a line, and limitGames those of which the limit is found.
const (
	mostGames  = 1000
	limitGames = 50
)

// TestBench plays the whole bench, for hours. `make careless` builds and runs it.
func TestBench(t *testing.T) {
	if *resultsFile == "" {
		t.Fatal("name a file for the results with -results")
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
		most := tk.line.games
		if *findLimit {
			most = min(most, limitGames)
		}
		if tk.n*(*share) >= most || !strings.HasPrefix(tk.name(), *only) {
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
	playAll(t, tasks, *findLimit, func(r result) {
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

// TestFollow logs the game that -follow names.
func TestFollow(t *testing.T) {
	for _, tk := range tasksOf(lines, mostGames) {
		if tk.name() == *follow {
			r := tk.line.play(t, tk.game, tk.n, sitWithoutDevices, t.Logf, *findLimit)
			t.Logf("%+v", r.Score)
			if limit := r.Score.Limit; limit != nil {
				t.Logf("the limit: %+v", *limit)
			}
			return
		}
	}
	var names []string
	for _, l := range lines {
		names = append(names, l.name)
	}
	t.Fatalf("there is no game %q: the lines are %q", *follow, names)
}
