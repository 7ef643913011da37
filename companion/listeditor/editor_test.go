package listeditor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/companion/library"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/sacrilege"
)

// The list of lists is asked for by anybody, as often as they like. Each list is judged once, and again when it has changed.
func TestListsAreJudgedOnce(t *testing.T) {
	game, judged := toygame.Game(), 0
	game.MinSeats = 2
	begin := game.New
	game.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
		judged++
		return begin(setup, pack)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := packs.Write(dir, game.ID, name, []byte(text), true); err != nil {
			t.Fatal(err)
		}
	}
	write("same", string(game.House))
	write("wrong", "nonsense = 1\n")
	e := New(&library.Library{Games: []engine.Game{game}, State: dir})
	list := func() string {
		t.Helper()
		a, err := e.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: "list"}})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, l := range a.Lists {
			all = append(all, fmt.Sprint(l.Name, l.OK))
		}
		return fmt.Sprint(all)
	}
	for range 50 {
		if got := list(); got != "[housetrue sametrue wrongfalse]" {
			t.Fatalf("the lists are %s", got)
		}
	}
	if judged != 2 {
		t.Errorf("they were judged %d times", judged)
	}
	write("wrong", string(game.House)+"# mended\n")
	if got := list(); got != "[housetrue sametrue wrongtrue]" || judged != 3 {
		t.Errorf("after a change the lists are %s, judged %d times", got, judged)
	}
	for n := range 2 * maxJudged {
		write("wrong", fmt.Sprintf("%s# %d\n", game.House, n))
		list()
	}
	if len(e.judged) > maxJudged {
		t.Errorf("%d judgements are kept", len(e.judged))
	}
}

// A list that cannot be deleted under its old name, because another program has deleted it meanwhile, is renamed, but not without a word.
func TestRenameOfAListThatIsGone(t *testing.T) {
	game, dir := sacrilege.Game(), t.TempDir()
	if err := packs.Write(dir, game.ID, "old", game.House, false); err != nil {
		t.Fatal(err)
	}
	a, err := New(&library.Library{Games: []engine.Game{game}, State: dir}).Do(t.Context(), Job{
		PacksRequest: protocol.PacksRequest{Action: "rename", Game: game.ID, Pack: "old", Edit: &protocol.Edit{Name: "new"}},
		Rename:       func(_ context.Context, from, _ tags.Box) error { return packs.Delete(dir, game.ID, from.Pack) },
	})
	if a.OK || err == nil || !strings.HasPrefix(err.Error(), "the list under its old name cannot be deleted: ") {
		t.Errorf("the answer is %+v, %v", a, err)
	}
	if names, err := packs.Names(dir, game.ID); err != nil || fmt.Sprint(names) != "[new]" {
		t.Errorf("the lists are %q, %v", names, err)
	}
}

// TestListsThatCannotBeListed: where the folder of the card lists is something else, whoever asks for them is told so.
func TestListsThatCannotBeListed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, packs.Folder), []byte("no folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := New(&library.Library{Games: []engine.Game{toygame.Game()}, State: dir})
	a, err := e.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: "list"}})
	if err == nil || !strings.Contains(err.Error(), "the card lists cannot be read: ") {
		t.Errorf("they are %+v, %v", a, err)
	}
}
