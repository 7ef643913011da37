// Familiar follows a tabletop game through its cards and buttons; see `familiar --help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/commands"
	"familiar/cmd/familiar/internal/doctor"
	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/engine"
)

// version is set by the build of a release: -ldflags "-X main.version=v1.2.3".
var version string

func main() {
	os.Exit(mainImpl(cli.Env{
		Ctx: context.Background(), Games: games(), Installed: install.PackageDefaults(), Version: version, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}, os.Args[1:]))
}

// program lists the commands of the program.
type program struct {
	Run     run.Command          `cmd:"" help:"Follow a game: readers, buttons, panel and phones."`
	Replay  commands.Replay      `cmd:"" help:"Replay table records and tell whether they hold."`
	Tags    commands.Tags        `cmd:"" help:"Tell which NFC tag stands for which card, and change it."`
	Packs   commands.Packs       `cmd:"" help:"Check, list, export and import card lists of own boxes."`
	Join    commands.Join        `cmd:"" help:"Tell where phones find the table, and its join code."`
	Cert    commands.Certificate `cmd:"" name:"certificate" help:"Show the authority that phones have to trust for an encrypted connection, or make a new one."`
	Doctor  doctor.Command       `cmd:"" help:"Tell what is configured, what answers, and what to do about the rest."`
	Backup  commands.Backup      `cmd:"" help:"Keep games, tags, card lists and phones in one file."`
	Restore commands.Restore     `cmd:"" help:"Put back what was kept in such a file."`
	Version commands.Version     `cmd:"" help:"Tell which version this is."`
}

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // the command failed, or found a fault
	exitUsage  = 2 // the command line is wrong
)

func mainImpl(e cli.Env, args []string) int {
	parser, err := kong.New(&program{},
		kong.Name("familiar"),
		kong.Description("Familiar sits beside a tabletop game, watches its cards and keeps count."),
		kong.Writers(e.Stdout, e.Stderr),
		kong.Vars{"listen": install.DefaultListen, "state": install.StateForHelp(e.Installed), "game": e.Games[0].ID, "pack": engine.HousePack},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(e.Stderr, "familiar:", err)
		return exitUsage
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(e.Stderr, "familiar: %v\nTry `familiar --help`.\n", err)
		return exitUsage
	}
	out := &cli.Output{Writer: e.Stdout}
	e.Stdout = out
	err = ctx.Run(e)
	// A table can be played even if its address could not be printed.
	if err == nil && ctx.Command() != "run" {
		err = out.Err
	}
	if err != nil && !errors.Is(err, cli.ErrReported) {
		fmt.Fprintln(e.Stderr, "familiar:", err)
	}
	if err != nil {
		return exitFailed
	}
	return exitOK
}
