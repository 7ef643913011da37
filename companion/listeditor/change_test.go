package listeditor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/companion/library"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/sacrilege"
)

// shelf is the editor of a state directory, with the game Sacrilege and the list "mine", which has tags.
type shelf struct {
	*testing.T
	dir     string
	editor  *Editor
	upload  Upload
	renamed []tags.Box // in pairs: from, to
	stuck   error      // why tags cannot be renamed
}

func newShelf(t *testing.T, mine string) *shelf {
	t.Helper()
	s := &shelf{T: t, dir: t.TempDir()}
	s.editor = New(&library.Library{Games: []engine.Game{sacrilege.Game(), toygame.Game()}, State: s.dir})
	if err := packs.Write(s.dir, "sacrilege", "mine", []byte(mine), false); err != nil {
		t.Fatal(err)
	}
	return s
}

// do does an action with a list.
func (s *shelf) do(action, list string, edit protocol.Edit) (protocol.Answer, error) {
	s.Helper()
	return s.editor.Do(s.Context(), Job{
		PacksRequest: protocol.PacksRequest{Action: action, Game: "sacrilege", Pack: list, Edit: &edit},
		Language:     "en", Tags: map[tags.Box]int{{Game: "sacrilege", Pack: "mine"}: 7}, Upload: &s.upload,
		Rename: func(_ context.Context, from, to tags.Box) error {
			s.renamed = append(s.renamed, from, to)
			return s.stuck
		},
	})
}

// mustRefuse does an action that must be refused with a reason.
func (s *shelf) mustRefuse(action, list string, edit protocol.Edit, why string) {
	s.Helper()
	a, err := s.do(action, list, edit)
	if err == nil || a.OK || !strings.Contains(err.Error(), why) {
		s.Errorf("%s of %s is answered %+v, %v, not with %q", action, list, a, err, why)
	}
}

// expectLists compares the names of the lists that are kept.
func (s *shelf) expectLists(want ...string) {
	s.Helper()
	if got, err := packs.Names(s.dir, "sacrilege"); err != nil || !slices.Equal(got, want) {
		s.Errorf("the lists are %v, %v, not %v", got, err, want)
	}
}

// text returns the text of a list.
func (s *shelf) text(list string) string {
	s.Helper()
	data, err := packs.Read(s.dir, "sacrilege", list)
	if err != nil {
		s.Fatal(err)
	}
	return string(data)
}

var house = string(sacrilege.Game().House)

// A list that is not there can neither be read, sent, copied, renamed nor changed, and none comes of it.
func TestListThatIsNotThere(t *testing.T) {
	s := newShelf(t, house)
	for _, action := range []string{"read", "export", "copy", "rename", "set", "add", "remove", "move", "plain", "delete"} {
		s.mustRefuse(action, "gone", protocol.Edit{Name: "other", Table: "kind"}, packs.ErrNotFound.Error())
	}
	s.expectLists("mine")
}

// Of the house list nothing can be changed, and no list can take its name.
func TestHouseListStays(t *testing.T) {
	s := newShelf(t, house)
	const why = `"house" is the list that comes with Familiar: choose another name`
	for _, action := range []string{"set", "add", "remove", "move", "plain", "rename", "delete"} {
		s.mustRefuse(action, engine.HousePack, protocol.Edit{Name: "other", Table: "kind"}, why)
	}
	s.mustRefuse("copy", "mine", protocol.Edit{Name: engine.HousePack}, why)
	s.mustRefuse("rename", "mine", protocol.Edit{Name: engine.HousePack}, why)
	s.expectLists("mine")
}

// A list whose file is not TOML is shown with the line that is wrong, and must be mended before it is changed. It can be copied and renamed as it is.
func TestListThatIsNoTOML(t *testing.T) {
	const broken = "pack = \"mine\"\nkind = = 1\n"
	s := newShelf(t, broken)
	a, err := s.do("read", "mine", protocol.Edit{})
	if err != nil || !a.OK {
		t.Fatalf("%+v, %v", a, err)
	}
	if l := a.List; l.OK || len(l.Faults) != 1 || l.Faults[0].Line != 2 || l.Faults[0].Row != -1 || l.Names != nil || l.Tables != nil {
		t.Errorf("it is shown as %+v", l)
	}
	s.mustRefuse("set", "mine", protocol.Edit{Mark: a.List.Mark, Table: "kind", Field: "text", Value: "Ours."}, "the list cannot be edited before its file is mended: line 2: ")
	s.mustRefuse("set", "mine", protocol.Edit{Mark: "another", Table: "kind", Field: "text", Value: "Ours."}, errChanged.Error())
	if a, err := s.do("copy", "mine", protocol.Edit{Name: "copied"}); err != nil || a.List.Name != "copied" {
		t.Errorf("copied it is %+v, %v", a, err)
	}
	if a, err := s.do("rename", "mine", protocol.Edit{Name: "renamed"}); err != nil || a.List.Name != "renamed" {
		t.Errorf("renamed it is %+v, %v", a, err)
	}
	s.expectLists("copied", "renamed")
	for _, list := range []string{"copied", "renamed"} {
		if got := s.text(list); got != broken {
			t.Errorf("the text of %s is %q", list, got)
		}
	}
}

// A copy says its own name, if the list says one at all.
func TestNameInTheText(t *testing.T) {
	const nameless = "game = \"sacrilege\"\n# mine\n"
	for text, want := range map[string]string{
		"game = \"sacrilege\"\npack = \"mine\" # ours\n": "game = \"sacrilege\"\npack = \"yours\" # ours\n",
		nameless: nameless,
	} {
		s := newShelf(t, text)
		if _, err := s.do("copy", "mine", protocol.Edit{Name: "yours"}); err != nil {
			t.Fatal(err)
		}
		if got := s.text("yours"); got != want {
			t.Errorf("the copy is %q, not %q", got, want)
		}
		if got := s.text("mine"); got != text {
			t.Errorf("the list has become %q", got)
		}
	}
}

// A list that is renamed has its tags under the new name. With the name that it has it stays as it is.
func TestRename(t *testing.T) {
	s := newShelf(t, house)
	a, err := s.do("rename", "mine", protocol.Edit{Name: "mine"})
	if err != nil || !a.OK || a.List.Name != "mine" || a.List.Tags != 7 || len(s.renamed) > 0 || s.text("mine") != house {
		t.Errorf("with the same name it is answered %+v, %v; tags were renamed: %v", a, err, s.renamed)
	}
	s.expectLists("mine")
	a, err = s.do("rename", "mine", protocol.Edit{Name: "ours"})
	if err != nil || a.List.Name != "ours" || a.List.Tags != 7 {
		t.Errorf("with another name it is answered %+v, %v", a, err)
	}
	if want := []tags.Box{{Game: "sacrilege", Pack: "mine"}, {Game: "sacrilege", Pack: "ours"}}; !slices.Equal(s.renamed, want) {
		t.Errorf("tags were renamed: %v", s.renamed)
	}
	s.expectLists("ours")
}

// If the tags cannot be renamed, the list is there under both names, so that its tags stand for something, and the phone is told so.
func TestRenameWithoutItsTags(t *testing.T) {
	s := newShelf(t, house)
	s.stuck = errors.New("paper jam")
	s.mustRefuse("rename", "mine", protocol.Edit{Name: "ours"}, "there is a copy of the list under the new name, but its tags stay with the old one: paper jam")
	s.expectLists("mine", "ours")
	// A name that another list has is no new name.
	s.mustRefuse("rename", "mine", protocol.Edit{Name: "ours"}, `there is a card list "ours" already`)
	if len(s.renamed) != 2 {
		t.Errorf("tags were renamed: %v", s.renamed)
	}
}

// A list that is played with, or whose tags are being enrolled, is neither renamed nor deleted.
func TestListInUse(t *testing.T) {
	s := newShelf(t, house)
	inUse := map[tags.Box]bool{{Game: "sacrilege", Pack: "mine"}: true}
	for _, action := range []string{"rename", "delete"} {
		_, err := s.editor.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: action, Game: "sacrilege", Pack: "mine", Edit: &protocol.Edit{Name: "ours"}}, InUse: inUse})
		if !errors.Is(err, errUsed) {
			t.Errorf("%s: %v", action, err)
		}
	}
	s.expectLists("mine")
	if a, err := s.do("delete", "mine", protocol.Edit{}); err != nil || !a.OK {
		t.Errorf("a list that nobody uses: %+v, %v", a, err)
	}
	s.expectLists()
}

// A list is sent as it is on the disk, to the byte.
func TestExport(t *testing.T) {
	text := "# mine\r\n" + house + "\n\n"
	s := newShelf(t, text)
	for list, want := range map[string]string{"mine": text, "house": house, "": house} {
		if a, err := s.do("export", list, protocol.Edit{}); err != nil || a.Record != want {
			t.Errorf("the list %q is sent as %d bytes, not %d: %v", list, len(a.Record), len(want), err)
		}
	}
}

// A file arrives in pieces. A piece that does not follow the last one begins it anew, and nothing is written before the last one.
func TestImportInPieces(t *testing.T) {
	s := newShelf(t, house)
	half := len(house) / 2
	first, second := protocol.Edit{Text: house[:half], More: true}, protocol.Edit{Text: house[half:], From: half}
	send := func(list string, edit protocol.Edit) protocol.Answer {
		t.Helper()
		a, err := s.do("import", list, edit)
		if err != nil || !a.OK {
			t.Fatalf("%+v, %v", a, err)
		}
		return a
	}
	s.mustRefuse("import", "new", second, errMissingPiece.Error())
	if a := send("new", first); a.List != nil {
		t.Errorf("half a list is shown: %+v", a.List)
	}
	s.expectLists("mine")
	s.mustRefuse("import", "new", protocol.Edit{Text: house[half:], From: half + 1}, errMissingPiece.Error())
	s.mustRefuse("import", "new", second, errMissingPiece.Error()) // what had come is forgotten
	send("new", first)
	send("new", first) // from the beginning again
	if a := send("new", second); a.List.Name != "new" || !a.List.OK {
		t.Errorf("the list is shown as %+v", a.List)
	}
	s.expectLists("mine", "new")
	if want := strings.Replace(house, `pack = "house"`, `pack = "new"`, 1); s.text("new") != want || want == house {
		t.Error("the text is not the one that was sent, with its new name")
	}
	s.mustRefuse("import", "mine", protocol.Edit{Text: house}, `there is a card list "mine" already`)
	send("mine", protocol.Edit{Text: house + "# over\n", Over: true})
	if !strings.HasSuffix(s.text("mine"), "# over\n") {
		t.Error("it does not take the place of the other one")
	}
	s.mustRefuse("import", "toy", protocol.Edit{Text: string(toygame.Game().House)}, `it is a card list of the game "toy", not of "sacrilege"`)
	s.mustRefuse("import", "bad", protocol.Edit{Text: "game ="}, "line 1: ")
	s.mustRefuse("import", "long", protocol.Edit{Text: strings.Repeat("#", packs.MaxSize+1)}, "a card list is not longer than 256 KiB")
	s.expectLists("mine", "new")
}

// A file that is only checked is shown with its faults and not kept.
func TestCheckKeepsNothing(t *testing.T) {
	s := newShelf(t, house)
	wrong := strings.Replace(house, "value = -6", "value = -600", 1)
	if a, err := s.do("check", "new", protocol.Edit{Text: wrong}); err != nil || a.List.OK || len(a.List.Faults) != 1 {
		t.Errorf("it is answered %+v, %v", a.List, err)
	}
	s.expectLists("mine")
}

// While somebody edits lists, others wait, until they give up.
func TestEditorsWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(t, house)
		renaming, goOn := make(chan struct{}), make(chan struct{})
		first := make(chan error)
		go func() {
			_, err := s.editor.Do(t.Context(), Job{
				PacksRequest: protocol.PacksRequest{Action: "rename", Game: "sacrilege", Pack: "mine", Edit: &protocol.Edit{Name: "ours"}}, Language: "en",
				Rename: func(context.Context, tags.Box, tags.Box) error { close(renaming); <-goOn; return nil },
			})
			first <- err
		}()
		<-renaming
		list := Job{PacksRequest: protocol.PacksRequest{Action: "list"}}
		gone, giveUp := context.WithCancel(t.Context())
		giveUp()
		if a, err := s.editor.Do(gone, list); err == nil || a.OK || err.Error() != "someone else is editing card lists: try again" {
			t.Errorf("who gives up is answered %+v, %v", a, err)
		}
		second := make(chan protocol.Answer)
		go func() {
			a, err := s.editor.Do(t.Context(), list)
			if err != nil {
				t.Error(err)
			}
			second <- a
		}()
		synctest.Wait()
		select {
		case <-second:
			t.Error("two edit lists at the same time")
		default:
		}
		close(goOn)
		if err := <-first; err != nil {
			t.Error(err)
		}
		for _, l := range (<-second).Lists {
			if l.Name == "mine" {
				t.Error("who waits sees the lists as they were")
			}
		}
	})
}

// The list of lists is of one game, or of all.
func TestListsOfAGame(t *testing.T) {
	s := newShelf(t, house)
	if err := packs.Write(s.dir, "toy", "tiny", toygame.Game().House, false); err != nil {
		t.Fatal(err)
	}
	for game, want := range map[string]string{"": "sacrilege.house sacrilege.mine toy.house toy.tiny", "toy": "toy.house toy.tiny", "chess": ""} {
		a, err := s.editor.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: "list", Game: game}})
		if err != nil || a.Lists == nil { // an empty list in JSON, not null
			t.Fatalf("%+v, %v", a, err)
		}
		var all []string
		for _, l := range a.Lists {
			all = append(all, l.Game+"."+l.Name)
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("the lists of %q are %q, not %q", game, got, want)
		}
	}
}

// The lists of a game that describes no form can be copied and sent, but are not shown.
func TestListsWrittenByHand(t *testing.T) {
	s := newShelf(t, house)
	ask := func(action string) (protocol.Answer, error) {
		return s.editor.Do(t.Context(), Job{PacksRequest: protocol.PacksRequest{Action: action, Game: "toy"}, Language: "en", Upload: &s.upload})
	}
	if a, err := ask("read"); err == nil || a.List != nil || err.Error() != "card lists of this game are written by hand" {
		t.Errorf("it is shown: %+v, %v", a.List, err)
	}
	if a, err := ask("export"); err != nil || a.Record != string(toygame.Game().House) {
		t.Errorf("it is not sent: %v", err)
	}
}

// An edit changes the row that it names in the list, and the phone reads at once whether the list is still right.
func TestEdits(t *testing.T) {
	s := newShelf(t, house)
	mark := func() string { return markOf([]byte(s.text("mine"))) }
	do := func(action string, edit protocol.Edit) *protocol.CardList {
		t.Helper()
		edit.Mark, edit.Table = mark(), "kind"
		a, err := s.do(action, "mine", edit)
		if err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		if a.List.Mark != mark() {
			t.Errorf("after %s it is shown as %s, and is %s", action, a.List.Mark, mark())
		}
		return a.List
	}
	names := func(l *protocol.CardList) (all []any) {
		for _, row := range l.Tables["kind"] {
			all = append(all, row.Values["name"])
		}
		return all
	}
	a, err := s.do("read", "mine", protocol.Edit{})
	if err != nil {
		t.Fatal(err)
	}
	before := names(a.List)
	l := do("remove", protocol.Edit{Row: 1})
	if got := names(l); !slices.Equal(got, slices.Delete(slices.Clone(before), 1, 2)) {
		t.Errorf("without its second kind the kinds are %v", got)
	}
	l = do("add", protocol.Edit{Row: 0, Value: map[string]any{"name": "gnome", "value": -600.0}})
	if got := names(l); len(got) != len(before) || got[0] != before[0] || got[1] != "gnome" {
		t.Errorf("with a new kind the kinds are %v", got)
	}
	if l.OK || l.Names != nil || len(l.Faults) != 1 || l.Faults[0].Row != 1 || l.Faults[0].Field != "value" {
		t.Errorf("a value that no card has is shown as %t, %+v", l.OK, l.Faults)
	}
	l = do("set", protocol.Edit{Row: 1, Field: "value", Value: 2.0})
	if !l.OK || len(l.Faults) > 0 || l.Names["gnome"].Title != "Gnome" {
		t.Errorf("with another value it is shown as %t, %+v", l.OK, l.Faults)
	}
	s.mustRefuse("add", "mine", protocol.Edit{Mark: mark(), Table: "kind", Value: "gnome"}, "a row is made of fields")
	l = do("move", protocol.Edit{Row: 1})
	if got := names(l); got[1] != before[2] || got[2] != "gnome" {
		t.Errorf("after a move the kinds are %v", got)
	}
}

// Whoever may not change lists may see which there are, and no more. Where something is wrong with the request itself, that is said.
func TestCheck(t *testing.T) {
	e := New(&library.Library{Games: []engine.Game{sacrilege.Game()}, State: t.TempDir()})
	for _, test := range []struct {
		action, game string
		mayChange    bool
		why          string
	}{
		{"list", "", false, ""},
		{"list", "chess", false, ""},
		{"read", "sacrilege", true, ""},
		{"read", "sacrilege", false, errHost.Error()},
		{"read", "chess", false, errHost.Error()},
		{"read", "chess", true, `there is no game "chess"`},
		{"burn", "sacrilege", true, `card lists cannot "burn": they can list, `},
		{"", "sacrilege", false, `card lists cannot "": they can list, `},
	} {
		got := ""
		if err := e.Check(protocol.PacksRequest{Action: test.action, Game: test.game}, test.mayChange); err != nil {
			got = err.Error()
		}
		if got != test.why && (test.why == "" || !strings.HasPrefix(got, test.why)) {
			t.Errorf("%s of %q is refused with %q, not %q", test.action, test.game, got, test.why)
		}
	}
}
