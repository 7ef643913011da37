package listeditor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

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

// Many lists that take long to check are read in several requests, so that nobody waits long for one of them.
func TestManyListsAreReadInPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game, judged := toygame.Game(), 0
		game.MinSeats = 2
		begin := game.New
		game.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
			judged++
			time.Sleep(200 * time.Millisecond)
			return begin(setup, pack)
		}
		const lists = 10
		dir := t.TempDir()
		for n := range lists {
			if err := packs.Write(dir, game.ID, fmt.Sprintf("list-%d", n), fmt.Appendf(nil, "%s# %d\n", game.House, n), false); err != nil {
				t.Fatal(err)
			}
		}
		e := New(&library.Library{Games: []engine.Game{game}, State: dir})
		for unread := lists; unread > 0; {
			began := time.Now()
			a, err := e.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: "list"}})
			if err != nil || len(a.Lists) != 1+lists {
				t.Fatalf("there are %d lists; error %v", len(a.Lists), err)
			}
			if took := time.Since(began); took > judgeTime+200*time.Millisecond {
				t.Errorf("a request takes %v", took)
			}
			before := unread
			unread = 0
			for _, l := range a.Lists {
				if l.Unread {
					unread++
				}
				if l.OK == l.Unread {
					t.Errorf("a good list is shown as %+v", l)
				}
			}
			if unread >= before {
				t.Fatalf("of %d lists that were not read, %d are left", before, unread)
			}
		}
		if judged != 1+lists {
			t.Errorf("the lists were judged %d times", judged)
		}
	})
}

// A list is made ready for the page once, however often it is asked for, and again when it has changed. The number of its tags is always that of the moment.
func TestListIsMadeReadyOnce(t *testing.T) {
	game, begun := sacrilege.Game(), 0
	begin := game.New
	game.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
		begun++
		return begin(setup, pack)
	}
	dir := t.TempDir()
	if err := packs.Write(dir, game.ID, "own", game.House, false); err != nil {
		t.Fatal(err)
	}
	e := New(&library.Library{Games: []engine.Game{game}, State: dir})
	ask := func(language string, tagged int, r protocol.PacksRequest) *protocol.CardList {
		t.Helper()
		r.Game, r.Pack = game.ID, "own"
		a, err := e.Do(t.Context(), Job{PacksRequest: r, Language: language, Tags: map[tags.Box]int{{Game: game.ID, Pack: "own"}: tagged}})
		if err != nil || a.List.Tags != tagged || len(a.List.Tables) == 0 {
			t.Fatalf("the list is %+v, %v", a.List, err)
		}
		return a.List
	}
	read := protocol.PacksRequest{Action: "read"}
	ask("en", 0, read)
	once := begun
	for n := range 50 {
		ask("en", n, read)
	}
	if begun != once {
		t.Errorf("to show it, games are begun %d times", begun)
	}
	if french := ask("fr", 0, read); cmp.Equal(french.Tables, ask("en", 0, read).Tables) {
		t.Error("in French it reads as in English")
	}
	before := ask("en", 1, read)
	if with := ask("en", 1, protocol.PacksRequest{Action: "read", Edit: &protocol.Edit{Form: true}}); before.Form != nil || with.Form == nil {
		t.Error("it comes with the form of its game only if that is asked for")
	}
	ask("en", 1, protocol.PacksRequest{Action: "set", Edit: &protocol.Edit{Mark: before.Mark, Table: "kind", Field: "text", Value: "Ours."}})
	if is, was := ask("en", 1, read).Tables["kind"][0].Values["text"], before.Tables["kind"][0].Values["text"]; is != "Ours." || was == is {
		t.Errorf("after a change its first card says %q, and %q before", is, was)
	}
	if len(e.shown) > maxShown {
		t.Errorf("%d lists are kept", len(e.shown))
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
