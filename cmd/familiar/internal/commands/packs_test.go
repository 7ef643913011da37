package commands

import (
	"errors"
	"io"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/cli"
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
