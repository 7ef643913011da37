package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// built builds the present program in a folder, and returns its path.
func built(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "familiar")
	if out, err := exec.Command("go", "build", "-o", path, "familiar/cmd/familiar").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return path
}

// TestMeasuresAProgram measures the present program once and checks that each row has a figure.
func TestMeasuresAProgram(t *testing.T) {
	path := built(t, t.TempDir())
	var out strings.Builder
	c := command{Program: path, Rounds: 1, Records: filepath.Join("..", "..", "engine")}
	few := workload{starts: 1, cards: 2, moves: 2, idle: 100 * time.Millisecond, rest: 0, journal: 20}
	if err := c.run(t.Context(), few, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + out.String())
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")[1:]
	for i, f := range append(figures, snapshots()...) {
		if row := rows[i]; !strings.Contains(row, f.title+", "+f.unit) || strings.Contains(row, "NaN") || strings.Contains(row, " 0.00 ") {
			t.Errorf("%s reads %q", f.title, row)
		}
	}
}

// TestProgramThatFailsOnTheWay: whichever start of the program fails, no figures are printed as if they were whole.
func TestProgramThatFailsOnTheWay(t *testing.T) {
	dir := t.TempDir()
	path, wrapper := built(t, dir), filepath.Join(dir, "fails")
	starts := filepath.Join(dir, "starts")
	c := command{Program: wrapper, Rounds: 1, Records: filepath.Join("..", "..", "engine")}
	few := workload{starts: 1, cards: 1, moves: 1, idle: 10 * time.Millisecond, rest: 0, journal: 2}
	for failing := 1; failing <= 4; failing++ { // of the journal, the snapshots, the rest and the rounds
		script := fmt.Sprintf("#!/bin/sh\necho >>%s\n[ $(wc -l <%[1]s) = %d ] && exit 1\nexec %s \"$@\"\n", starts, failing, path)
		if err := errors.Join(os.RemoveAll(starts), os.WriteFile(wrapper, []byte(script), 0o755)); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := c.run(t.Context(), few, &out, io.Discard); err == nil || out.Len() > 0 {
			t.Errorf("start %d fails: %v, and it prints\n%s", failing, err, out.String())
		}
	}
}

func TestOlderProgramComesFirst(t *testing.T) {
	for old, want := range map[string][]string{"": {"new"}, "old": {"old", "new"}} {
		if got := (command{Program: "new", Against: old}).paths(); !slices.Equal(got, want) {
			t.Errorf("against %q %q are measured, not %q", old, got, want)
		}
	}
}

func TestProgramThatEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "familiar")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	err := command{Program: path, Rounds: 1}.run(t.Context(), standard, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "does not get ready") || time.Since(began) > timeout/2 {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

// A program that runs may take its time to get ready; one that has ended is not waited for.
func TestEnded(t *testing.T) {
	program := &table{cmd: exec.CommandContext(t.Context(), "sleep", "60")}
	if err := program.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if program.ended() {
		t.Error("a program that runs has ended")
	}
	if err := program.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(timeout); !program.ended(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("a program that was killed has not ended")
		}
	}
	_ = program.cmd.Wait() // it was killed
}

func TestCompare(t *testing.T) {
	steady := func(v float64) *result {
		r := new(result)
		for i := range 10 {
			r.add(v+float64(i)/100, v+float64(i)/100)
		}
		return r
	}
	once := func(v float64) *result { return &result{rounds: [][]float64{{v}}} }
	for name, test := range map[string]struct {
		exact       bool
		before, now *result
		want        string
	}{
		"as before":                     {false, steady(10), steady(10), "1.00\t(1.00–1.00)\twithin noise\t"},
		"slower":                        {false, steady(10), steady(12), "1.20\t(1.20–1.20)\tMORE\t"},
		"faster":                        {false, steady(10), steady(5), "0.50\t(0.50–0.50)\tless\t"},
		"one round says nothing":        {false, once(10), once(20), "2.00\t(-Inf–+Inf)\twithin noise\t"},
		"a few bytes more":              {true, once(100), once(100.5), "1.00\t(0.99–1.01)\twithin noise\t"},
		"many bytes more":               {true, once(100), once(150), "1.50\t(1.49–1.51)\tMORE\t"},
		"the median of a round's is it": {true, &result{rounds: [][]float64{{1, 2, 30}}}, &result{rounds: [][]float64{{1, 2, 3}}}, "1.00\t(0.99–1.01)\twithin noise\t"},
	} {
		if got := (figure{exact: test.exact}).compare(test.before, test.now); got != test.want {
			t.Errorf("%s: %q, not %q", name, got, test.want)
		}
	}
}

func TestPercentile(t *testing.T) {
	samples := []float64{5, 1, 4, 2, 3}
	for percent, want := range map[int]float64{0: 1, 50: 3, 99: 5, 100: 5} {
		if got := percentile(samples, percent); got != want {
			t.Errorf("%d%%: %v, not %v", percent, got, want)
		}
	}
	if samples[0] != 5 {
		t.Error("the samples were put into another order")
	}
}

// TestFolderThatIsGone: where a state cannot be made, no program is started with another one.
func TestFolderThatIsGone(t *testing.T) {
	p := &program{path: "true", dir: filepath.Join(t.TempDir(), "gone"), records: filepath.Join("..", "..", "engine")}
	_, ofFull := p.startFull(t.Context())
	for what, err := range map[string]error{"the page": p.measurePage(t.Context()), "a snapshot": p.measureSnapshot(t.Context(), "sator"), "a full table": ofFull} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: it ends with %v", what, err)
		}
	}
}

// TestTableThatIsNotFilled: where a game is under way already, no other one can begin, and nothing is measured at that table.
func TestTableThatIsNotFilled(t *testing.T) {
	dir := t.TempDir()
	p := &program{path: built(t, dir), dir: dir}
	full, err := p.startFull(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := full.stop(); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\ncp -r %s/. \"$3\"\nexec %s \"$@\"\n", full.state, p.path) // $3 is the folder for the state
	p.path = filepath.Join(dir, "resumes")
	if err := os.WriteFile(p.path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if again, err := p.startFull(t.Context()); again != nil || err == nil || !strings.Contains(err.Error(), "under way") {
		t.Errorf("the table is %v, and the error is %v", again, err)
	}
}

// TestFailureIsAnExitStatus: a script that runs figures notices by the exit status that they failed.
func TestFailureIsAnExitStatus(t *testing.T) {
	if os.Getenv("FIGURES_FAIL") != "" {
		os.Args = []string{"figures", "--records=.", "figures_test.go"} // which is no program
		main()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFailureIsAnExitStatus$")
	cmd.Env = append(os.Environ(), "FIGURES_FAIL=1")
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "figures: ") {
		t.Errorf("it ends with %d, %v:\n%s", code, err, out)
	}
}
