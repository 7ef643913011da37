package commands

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/packs"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// fullDisk is where nothing can be written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestExportOfACardList writes the list to the standard output, or says why not.
func TestExportOfACardList(t *testing.T) {
	toy := toygame.Game()
	export := func(game, name string, out io.Writer) error {
		own := ownList{Game: game, State: t.TempDir()}
		return packsExport{own, name}.Run(cli.Env{Ctx: t.Context(), Games: []engine.Game{toy}, Stdout: out, Stderr: io.Discard})
	}
	var out strings.Builder
	if err := export(toy.ID, engine.HousePack, &out); err != nil || out.String() != string(toy.House) {
		t.Errorf("written is %q, %v", out.String(), err)
	}
	if err := export(toy.ID, engine.HousePack, fullDisk{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("where nothing can be written it says %v", err)
	}
	if err := export("chess", engine.HousePack, io.Discard); err == nil || !strings.HasPrefix(err.Error(), "chess: ") {
		t.Errorf("of a game that there is not it says %v", err)
	}
	if err := export(toy.ID, "mine", io.Discard); err == nil {
		t.Error("a list that there is not is written, without an error")
	}
}

// smallToy is the toy game with a number of players, without which no list of it can be checked.
func smallToy() engine.Game {
	toy := toygame.Game()
	toy.MinSeats = 2
	return toy
}

// toyList is a good card list of the toy game.
const toyList = "game = \"toy\"\n[[kind]]\nname = \"ace\"\nvalue = 1\ncopies = 20\n"

// TestCheckOfACardList says how many cards a list has, or what is wrong with it.
func TestCheckOfACardList(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, test := range map[string]struct {
		list, says string
		err        error
	}{
		"good":              {toyList, "- is good: 1 kinds of cards, 20 cards.\n", nil},
		"not TOML":          {"game = \"toy\"\n[[kind\n", "-: line 3: ", cli.ErrReported},
		"of another game":   {"game = \"chess\"\n", "-: game = \"chess\": there is no such game\n", cli.ErrReported},
		"refused":           {strings.Replace(toyList, "20", "0", 1), "-: the kind \"ace\" is none\n", cli.ErrReported},
		"as long as can be": {toyList + strings.Repeat("#", packs.MaxSize-len(toyList)), "- is good: ", nil},
		"too long":          {toyList + strings.Repeat("#", packs.MaxSize+1-len(toyList)), "", errors.New("-: a card list is not longer than 256 KiB")},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			e := cli.Env{Ctx: t.Context(), Games: []engine.Game{smallToy()}, Stdin: strings.NewReader(test.list), Stdout: &out}
			if err := (packsCheck{cli.Dash}).Run(e); errorText(err) != errorText(test.err) {
				t.Errorf("it ends with %v, not with %v", err, test.err)
			}
			if said := out.String(); !strings.HasPrefix(said, test.says) || test.says == "" && said != "" {
				t.Errorf("it says %q, not %q", said, test.says)
			}
		})
	}
	if err := (packsCheck{"nowhere.toml"}).Run(cli.Env{Stdout: io.Discard}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a file that there is not it says %v", err)
	}
}

// TestImportOfACardList takes a list over only if it is good, and leaves a list of the same name alone unless it is told to replace it.
func TestImportOfACardList(t *testing.T) {
	state := t.TempDir()
	for _, test := range []struct {
		what, name, list string
		over             bool
		fails            string // what the error says
		kept             string // the list of that name afterwards
	}{
		{"a new one", "mine", toyList, false, "", toyList},
		{"one of the same name", "mine", strings.Replace(toyList, "20", "30", 1), false, "choose another one, or replace it with --over", toyList},
		{"one in its place", "mine", strings.Replace(toyList, "20", "30", 1), true, "", strings.Replace(toyList, "20", "30", 1)},
		{"a wrong one", "wrong", strings.Replace(toyList, "20", "0", 1), false, cli.ErrReported.Error(), ""},
		{"one with the name of the house's", engine.HousePack, toyList, false, "choose another name", ""},
	} {
		var out strings.Builder
		e := cli.Env{Ctx: t.Context(), Games: []engine.Game{smallToy()}, Stdin: strings.NewReader(test.list), Stdout: &out}
		err := packsImport{State: state, File: cli.Dash, Name: test.name, Over: test.over}.Run(e)
		if failed := err != nil; failed != (test.fails != "") || failed && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: it ends with %v", test.what, err)
		}
		if said := strings.Contains(out.String(), "The card list "+test.name+" of toy: 1 kinds of cards, "); said != (err == nil) {
			t.Errorf("%s: it says %q, and ends with %v", test.what, &out, err)
		}
		data, err := packs.Read(state, "toy", test.name)
		if string(data) != test.kept || (err == nil) != (test.kept != "") {
			t.Errorf("%s: kept is %q, %v", test.what, data, err)
		}
	}
}

// TestListOfCardLists has a line for the list that comes with each game and for each own one, also for one that was spoilt by hand.
func TestListOfCardLists(t *testing.T) {
	state := t.TempDir()
	for name, list := range map[string]string{"mine": toyList, "spoilt": strings.Replace(toyList, "20", "0", 1)} {
		if err := packs.Write(state, "toy", name, []byte(list), false); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := (packsList{state}).Run(cli.Env{Ctx: t.Context(), Games: []engine.Game{smallToy()}, Stdout: &out}); err != nil {
		t.Error(err)
	}
	if got, want := strings.Join(strings.Fields(out.String()), " "), "toy house 4 kinds of cards, 15 cards toy mine 1 kinds of cards, 20 cards toy spoilt the kind \"ace\" is none"; got != want {
		t.Errorf("it lists %q, not %q", got, want)
	}
}
