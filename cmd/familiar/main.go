// Familiar follows a tabletop game through its cards and buttons; see `familiar --help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"familiar/engine"
)

func main() {
	os.Exit(mainImpl(env{
		ctx: context.Background(), games: games(), installed: packageDefaults(), machine: thisMachine(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	}, os.Args[1:]))
}

// commands are the commands of the program, each in a file of its own.
type commands struct {
	Run     runCommand         `cmd:"" help:"Follow a game: readers, buttons, panel and phones."`
	Replay  replayCommand      `cmd:"" help:"Replay table records and tell whether they hold."`
	Tags    tagsCommand        `cmd:"" help:"Tell which NFC tag stands for which card, and change it."`
	Packs   packsCommand       `cmd:"" help:"Check, list, export and import card lists of own boxes."`
	Join    joinCommand        `cmd:"" help:"Tell where phones find the table, and its join code."`
	Cert    certificateCommand `cmd:"" name:"certificate" help:"Show the authority that phones have to trust for an encrypted connection, or make a new one."`
	Doctor  doctorCommand      `cmd:"" help:"Tell what is configured, what answers, and what to do about the rest."`
	Backup  backupCommand      `cmd:"" help:"Keep games, tags, card lists and phones in one file."`
	Restore restoreCommand     `cmd:"" help:"Put back what was kept in such a file."`
	Version versionCommand     `cmd:"" help:"Tell which version this is."`
}

// env is the environment of the commands.
type env struct {
	ctx            context.Context
	games          []engine.Game
	installed      Service
	machine        host
	stdin          io.Reader
	stdout, stderr io.Writer
}

// open opens a file, or the standard input for stdinName.
func (e env) open(name string) (io.ReadCloser, error) {
	if name == stdinName {
		return io.NopCloser(e.stdin), nil
	}
	return os.Open(name)
}

// errReported is the error of a command that has already printed why it failed.
var errReported = errors.New("failed")

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // the command failed, or found a fault
	exitUsage  = 2 // the command line is wrong
)

func mainImpl(e env, args []string) int {
	parser, err := kong.New(&commands{},
		kong.Name("familiar"),
		kong.Description("Familiar sits beside a tabletop game, watches its cards and keeps count."),
		kong.Writers(e.stdout, e.stderr),
		kong.Vars{"listen": defaultListen, "state": stateForHelp(e), "game": e.games[0].ID, "pack": engine.HousePack},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(e.stderr, "familiar:", err)
		return exitUsage
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(e.stderr, "familiar: %v\nTry `familiar --help`.\n", err)
		return exitUsage
	}
	out := &Output{Writer: e.stdout}
	e.stdout = out
	err = ctx.Run(e)
	// A table can be played even if its address could not be printed.
	if err == nil && ctx.Command() != "run" {
		err = out.Err
	}
	if err != nil && !errors.Is(err, errReported) {
		fmt.Fprintln(e.stderr, "familiar:", err)
	}
	if err != nil {
		return exitFailed
	}
	return exitOK
}
