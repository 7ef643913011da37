package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/durable"
	"familiar/companion/packs"
	"familiar/engine/record"
)

// Replay replays table records.
type Replay struct {
	Files   []string `arg:"" name:"file" help:"Records, folders with records (*.table, also in folders below), or - for the standard input."`
	Packs   string   `placeholder:"DIR" help:"Where to look for card lists that are not beside their record."`
	Quiet   bool     `short:"q" xor:"volume" help:"Print the last line only."`
	Verbose bool     `short:"v" xor:"volume" help:"Print a line for records that pass, too."`
}

// Help is shown below the flags.
func (Replay) Help() string {
	return `A record passes if all of its statements hold. Of one that fails the first statement that does not hold is printed,
and below it what held instead. The exit status is 0 only if all records pass.

Examples:
  familiar replay games/2026-05-01.table
  familiar replay --packs my-packs games/
  printf 'game GAME\nseat ann\nseat ben\n= turn ann\n' | familiar replay -`
}

// Run replays all records, and fails unless they all pass.
func (r Replay) Run(e cli.Env) error {
	files := find(r.Files)
	done := r.start(e, files)
	passed := 0
	for i, file := range files {
		o := <-done[i]
		if o.failed == nil {
			passed++
		}
		r.print(e.Stdout, file.name, o)
	}
	failed := len(files) - passed
	fmt.Fprintf(e.Stdout, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return cli.ErrReported
	}
	return nil
}

// source is a file to replay.
type source struct {
	name string
	err  error // why it cannot be read
}

// find lists the records for the arguments, in their order; those of a folder are sorted.
func find(args []string) []source {
	var found []source
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == cli.Dash:
			found = append(found, source{name: arg})
		case err != nil:
			found = append(found, source{arg, err})
		case info.IsDir():
			found = append(found, findIn(arg)...)
		default:
			found = append(found, source{name: arg})
		}
	}
	return found
}

func findIn(folder string) []source {
	var found []source
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			found = append(found, source{path, err})
		case !d.IsDir() && filepath.Ext(path) == ".table":
			found = append(found, fileAt(path))
		}
		return nil
	})
	if err != nil {
		found = append(found, source{folder, err})
	}
	if len(found) == 0 {
		found = append(found, source{folder, errors.New("no record (*.table) in this folder")})
	}
	return found
}

// fileAt returns the record that a folder has at a path. A pipe there is an error, because replaying it would wait for somebody; so is whatever else is no file.
func fileAt(path string) source {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = durable.ErrNoFile
	}
	return source{path, err}
}

// outcome is the result of replaying a source.
type outcome struct {
	result record.Result
	failed error // nil: it passed
}

// start replays all records, as many at a time as there are processors. Each outcome arrives in a channel of its own,
// so that they can be printed in order; all must be received.
func (r Replay) start(e cli.Env, files []source) []chan outcome {
	done := make([]chan outcome, len(files))
	next := make(chan int, len(files))
	for i := range files {
		done[i] = make(chan outcome, 1)
		next <- i
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		go func() {
			for i := range next {
				done[i] <- r.replay(e, files[i])
			}
		}()
	}
	return done
}

func (r Replay) replay(e cli.Env, file source) outcome {
	if file.err != nil {
		return outcome{failed: file.err}
	}
	rec, err := read(e, file.name)
	if err != nil {
		return outcome{failed: err}
	}
	folders := []string{filepath.Dir(file.name)}
	if r.Packs != "" {
		folders = append(folders, r.Packs)
	}
	result := record.Replay(rec, e.Games, record.FindPacks(readPack, folders...))
	if !result.Passed() {
		return outcome{result, result.Failure}
	}
	return outcome{result: result}
}

// readPack reads the card list that a record names. Whoever has written the record may have named a device, or a file without end.
func readPack(path string) ([]byte, error) { return durable.Read(path, packs.MaxSize) }

func read(e cli.Env, name string) (*record.Record, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if name == cli.Dash {
		name = "stdin"
	}
	return record.Parse(name, f)
}

func (r Replay) print(out io.Writer, name string, o outcome) {
	switch {
	case o.failed != nil && !r.Quiet:
		fmt.Fprintln(out, cli.Printable(describeFailure(name, o.failed)))
	case o.failed == nil && r.Verbose:
		fmt.Fprintf(out, "ok %s: %d moves, %d checks\n", cli.Printable(name), o.result.Moves, o.result.Checks)
	}
}

// describeFailure returns the text of a failure, with the name of its file.
func describeFailure(name string, err error) string {
	text := err.Error()
	if strings.Contains(text, name) || name == cli.Dash {
		return text
	}
	return name + ": " + text
}
