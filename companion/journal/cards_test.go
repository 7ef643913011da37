package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/engine"
	"familiar/engine/record"
)

// An owner's card list is stored beside the journal, once, and found by the checksum in the journal.
func TestCards(t *testing.T) {
	dir := t.TempDir()
	list := []byte("game = \"sacrilege\"\n# mine\n")
	setup := engine.Setup{Game: "sacrilege", Pack: "mine", Seats: []string{"ann", "ben"}}
	for i := range 2 {
		j, err := Create(dir, setup, evening.Add(time.Duration(i)*time.Hour), list)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Append(record.Step{Moves: []string{"ann: end"}, At: evening}), j.Close()); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, Folder, CardsFolder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	j, loaded, err := Resume(dir)
	if err != nil || j == nil || len(loaded.Steps) != 1 {
		t.Fatal(loaded, err)
	}
	defer j.Close()
	kept, err := Read(dir, j.Name())
	if err != nil || kept.Cards != loaded.Cards || kept.Damage != nil {
		t.Error(kept, err)
	}
	if data, err := Cards(dir, loaded.Cards); err != nil || string(data) != string(list) {
		t.Errorf("%q, %v", data, err)
	}
	if err := j.Finish("over", evening); err != nil {
		t.Fatal(err)
	}
	if g, err := Glance(dir, j.Name()); err != nil || g.Cards != loaded.Cards {
		t.Errorf("%+v, %v", g, err)
	}
	if err := os.WriteFile(files[0], append(list, '#'), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sum := range []string{loaded.Cards, strings.Repeat("0", 64), "../../x", "", loaded.Cards + "/.."} {
		if _, err := Cards(dir, sum); !errors.Is(err, ErrNoCards) {
			t.Errorf("%q: %v", sum, err)
		}
	}
	// The next game with that list repairs a damaged copy of it.
	again, err := Create(dir, setup, evening.Add(5*time.Hour), list)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if data, err := Cards(dir, loaded.Cards); err != nil || string(data) != string(list) {
		t.Errorf("%q, %v", data, err)
	}
}
