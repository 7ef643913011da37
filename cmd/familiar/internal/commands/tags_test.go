package commands

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/enginetest"
)

// Things are listed with their tags, but nobody is asked to enrol them.
func TestTagsListTellsThings(t *testing.T) {
	dir := t.TempDir()
	list := func() string {
		t.Helper()
		var out bytes.Buffer
		w := cli.Env{Ctx: context.Background(), Games: []engine.Game{enginetest.ThingsGame("shelf")}, Stdout: &out}
		if err := (tagsList{box{Game: "shelf", Pack: engine.HousePack, State: dir}}).Run(w); err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "\n", " | ")), " ")
	}
	const things = "4 other things have no tag, and need none: it only makes telling easier. |"
	if got, want := list(), "imp (2 without a tag) | candle (3 without a tag) | altar (1 without a tag) | "+
		"2 cards have no tag yet: enrol them on a phone, by tapping one after the other. | "+things; got != want {
		t.Errorf("listed\n%s\nnot\n%s", got, want)
	}
	known, err := tags.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := known.AssignAll(tags.Box{Game: "shelf"}, map[tags.UID]string{
		"04000000000001": "imp", "04000000000002": "imp", "04000000000003": "seat-4", "04000000000004": "chalice",
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := list(), "imp 04000000000001 04000000000002 | candle (3 without a tag) | altar (1 without a tag) | "+
		"chalice 04000000000004: the card list has no such name | seat-4 04000000000003 | "+things; got != want {
		t.Errorf("listed\n%s\nnot\n%s", got, want)
	}
}

// knownTags returns the words of a box's tags in a state.
func knownTags(t *testing.T, state string, of tags.Box) map[tags.UID]string {
	t.Helper()
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	return known.Words(of)
}

// TestTagsSetAndForget makes tags stand for names, and for nothing again. After an error nothing has changed.
func TestTagsSetAndForget(t *testing.T) {
	state := t.TempDir()
	in := func(game, pack string) box { return box{Game: game, Pack: pack, State: state} }
	house := in("shelf", engine.HousePack)
	const first, second tags.UID = "04000000000001", "04000000000002"
	e := cli.Env{Ctx: t.Context(), Games: []engine.Game{enginetest.ThingsGame("shelf")}, Stdout: io.Discard}
	want := map[tags.UID]string{}
	for _, test := range []struct {
		what  string
		run   runner
		then  func()
		fails string // what the error says
	}{
		{"a card", tagsSet{house, "04:00:00:00:00:00:01", "imp"}, func() { want[first] = "imp" }, ""},
		{"the same again", tagsSet{house, "04000000000001", "imp"}, func() {}, ""},
		{"something else", tagsSet{house, "04000000000001", "altar"}, nil, "04000000000001 is imp already: forget it first"},
		{"a seat, which is in no catalog", tagsSet{house, "04000000000002", "seat-1"}, func() { want[second] = "seat-1" }, ""},
		{"a name that this card list lacks", tagsSet{house, "04000000000004", "chalice"}, func() { want["04000000000004"] = "chalice" }, ""},
		{"no UID", tagsSet{house, "0400", "imp"}, nil, "is no UID"},
		{"no name", tagsSet{house, "04000000000003", "An Imp"}, nil, `"An Imp" is no name`},
		{"no such game", tagsSet{in("chess", engine.HousePack), "04000000000003", "imp"}, nil, `there is no game "chess"`},
		{"no such card list", tagsSet{in("shelf", "mine"), "04000000000003", "imp"}, nil, "there is no card list of that name"},
		{"forget no UID", tagsForget{house, "0400"}, nil, "is no UID"},
		{"forget one that stands for nothing", tagsForget{house, "04000000000003"}, nil, "04000000000003 stands for nothing in shelf house"},
		{"forget one of another box", tagsForget{in("shelf", "mine"), "04000000000001"}, nil, "04000000000001 stands for nothing in shelf mine"},
		{"forget the card", tagsForget{house, "04-00-00-00-00-00-01"}, func() { delete(want, first) }, ""},
		{"forget it again", tagsForget{house, "04000000000001"}, nil, "04000000000001 stands for nothing"},
	} {
		err := test.run.Run(e)
		if failed := err != nil; failed != (test.fails != "") || failed && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: it ends with %v", test.what, err)
		}
		if test.then != nil {
			test.then()
		}
		if diff := cmp.Diff(want, knownTags(t, state, tags.Box{Game: "shelf"})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
}

// TestDamagedTagsAreMovedAside checks that no command changes a tags file that cannot be read, that each of them says how to begin anew, and that this keeps the file.
func TestDamagedTagsAreMovedAside(t *testing.T) {
	state := t.TempDir()
	var out strings.Builder
	e := cli.Env{Ctx: t.Context(), Games: []engine.Game{enginetest.ThingsGame("shelf")}, Stdout: &out}
	aside := tagsAside{state}
	if err := aside.Run(e); err == nil || !strings.Contains(err.Error(), "there is no need to move them away") {
		t.Errorf("with a good file it ends with %v", err)
	}
	const damaged = "[shelf.house]\nnonsense\n"
	file := filepath.Join(state, tags.File)
	if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	house := box{Game: "shelf", Pack: engine.HousePack, State: state}
	for name, command := range map[string]runner{"list": tagsList{house}, "set": tagsSet{house, "04000000000001", "imp"}, "forget": tagsForget{house, "04000000000001"}} {
		if err := command.Run(e); err == nil || !strings.Contains(err.Error(), tags.File+":2: ") || !strings.Contains(err.Error(), "`familiar tags aside`") {
			t.Errorf("%s ends with %v", name, err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != damaged {
			t.Errorf("%s leaves %q, %v", name, text, err)
		}
	}
	if err := aside.Run(e); err != nil {
		t.Fatal(err)
	}
	kept := file + ".broken-1"
	if text, err := os.ReadFile(kept); err != nil || string(text) != damaged {
		t.Errorf("kept is %q, %v", text, err)
	}
	if want := "The tags are kept in " + kept + ".\n"; out.String() != want {
		t.Errorf("it says %q, not %q", &out, want)
	}
	if known := knownTags(t, state, tags.Box{Game: "shelf"}); len(known) > 0 {
		t.Errorf("tags are known afterwards: %q", known)
	}
}
