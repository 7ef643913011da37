package commands

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/packs"
	"familiar/engine"
	"familiar/engine/cardlist"
)

// Packs checks and copies card lists of own boxes.
type Packs struct {
	Check  packsCheck  `cmd:"" help:"Tell what is wrong with a card list, and in which line."`
	List   packsList   `cmd:"" help:"List the card lists that there are."`
	Export packsExport `cmd:"" help:"Write a card list to the standard output."`
	Import packsImport `cmd:"" help:"Take a file over as a card list of the own box."`
}

type packsCheck struct {
	File string `arg:"" help:"The card list, or - for the standard input."`
}

// Run checks a file.
func (c packsCheck) Run(e cli.Env) error {
	_, _, validation, err := validateFile(e, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "%s is good: %s.\n", c.File, summary(validation))
	return nil
}

// summary describes a good card list in few words.
func summary(j packs.Validation) string {
	return fmt.Sprintf("%d kinds of cards, %d cards", j.Kinds, j.Cards)
}

// validateFile reads a card list and checks it with its game. It prints the list's faults; of a list that its game refuses the error is cli.ErrReported.
func validateFile(e cli.Env, name string) (g engine.Game, data []byte, validation packs.Validation, err error) {
	if data, err = readList(e, name); err != nil {
		return g, nil, validation, err
	}
	file, err := cardlist.Parse(data)
	if err != nil {
		validation.Faults = []packs.Fault{{Whole: err.Error()}}
	} else if g, err = gameNamed(e, file.Game()); err != nil {
		validation.Faults = []packs.Fault{{Whole: fmt.Sprintf("game = %q: %v", file.Game(), err)}}
	} else {
		validation = packs.Validate(g, data)
	}
	for _, f := range validation.Faults {
		fmt.Fprintf(e.Stdout, "%s: %s\n", name, f.Whole)
	}
	if validation.State == nil {
		return g, nil, validation, cli.ErrReported
	}
	return g, data, validation, nil
}

func readList(e cli.Env, name string) ([]byte, error) {
	from, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	data, err := io.ReadAll(io.LimitReader(from, packs.MaxSize+1))
	if err == nil && len(data) > packs.MaxSize {
		err = fmt.Errorf("%s: a card list is not longer than %d KiB", name, packs.MaxSize>>10)
	}
	return data, err
}

func gameNamed(e cli.Env, id string) (engine.Game, error) {
	i := slices.IndexFunc(e.Games, func(g engine.Game) bool { return g.ID == id })
	if i < 0 {
		return engine.Game{}, errors.New("there is no such game")
	}
	return e.Games[i], nil
}

type packsList struct {
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where card lists are kept (default: ${state})."`
}

// Run lists all card lists.
func (l packsList) Run(e cli.Env) error {
	dir, err := install.StateAt(e.Installed, l.State)
	if err != nil {
		return err
	}
	for _, g := range e.Games {
		fmt.Fprintf(e.Stdout, "%-12s %-16s %s\n", g.ID, engine.HousePack, summary(packs.Validate(g, g.House)))
		names, err := packs.Names(dir, g.ID)
		if err != nil {
			return err
		}
		for _, name := range names {
			text := ""
			if data, err := packs.Read(dir, g.ID, name); err != nil {
				text = err.Error()
			} else if validation := packs.Validate(g, data); validation.State == nil {
				text = validation.Faults[0].Whole
			} else {
				text = summary(validation)
			}
			fmt.Fprintf(e.Stdout, "%-12s %-16s %s\n", g.ID, name, text)
		}
	}
	return nil
}

// ownList names an owner's card list.
type ownList struct {
	Game  string `default:"${game}" placeholder:"GAME" help:"The game (default: ${default})."`
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where card lists are kept (default: ${state})."`
}

type packsExport struct {
	ownList
	Name string `arg:"" help:"Its name, or house."`
}

// Run writes the list.
func (x packsExport) Run(e cli.Env) error {
	g, err := gameNamed(e, x.Game)
	if err != nil {
		return fmt.Errorf("%s: %w", x.Game, err)
	}
	data, err := listOf(e, g, x.Name, x.State)
	if err != nil {
		return err
	}
	_, err = e.Stdout.Write(data)
	return err
}

// listOf returns a card list of a game: the one that comes with it, or one of its owner's.
func listOf(e cli.Env, g engine.Game, name, state string) ([]byte, error) {
	if name == engine.HousePack {
		return g.House, nil
	}
	dir, err := install.StateAt(e.Installed, state)
	if err != nil {
		return nil, err
	}
	return packs.Read(dir, g.ID, name)
}

type packsImport struct {
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where card lists are kept (default: ${state})."`
	File  string `arg:"" help:"The card list, or - for the standard input."`
	Name  string `arg:"" help:"How it is to be called: lower case letters, digits and -."`
	Over  bool   `help:"In the place of a list of that name."`
}

// Run imports a list that has no faults.
func (i packsImport) Run(e cli.Env) error {
	g, data, validation, err := validateFile(e, i.File)
	if err != nil {
		return err
	}
	dir, err := install.StateAt(e.Installed, i.State)
	if err != nil {
		return err
	}
	err = packs.Write(dir, g.ID, i.Name, data, i.Over)
	if errors.Is(err, packs.ErrExists) {
		return fmt.Errorf("%w: choose another one, or replace it with --over", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "The card list %s of %s: %s.\n", i.Name, g.ID, summary(validation))
	return nil
}
