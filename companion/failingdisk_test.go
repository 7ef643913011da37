package companion

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion/access"
	"familiar/companion/durable/durabletest"
	"familiar/companion/journal"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// startOn starts a table on a state directory, up to where its loop begins.
func startOn(dir string) (*Table, error) {
	t, err := New(Options{
		Games: []engine.Game{sacrilege.Game()}, State: dir, Boot: "boot", Log: slog.New(slog.DiscardHandler), Show: func(scene.Scene) {},
	})
	if err != nil {
		return nil, err
	}
	return t, t.resume()
}

// A table that starts on a disk on which any one call fails goes on with the game, tags and phones that are kept. Of what it cannot read it says so, and that is
// there when the disk is well again.
func TestStartOnAFailingDisk(t *testing.T) {
	for _, name := range []string{"whole", "a move that is refused today"} {
		for disk := range durabletest.FailingDisks(t) {
			dir := t.TempDir()
			moves := stateUnderWay(t, dir, name)
			phones, err := os.ReadFile(filepath.Join(dir, access.File))
			if err != nil {
				t.Fatal(err)
			}
			var table *Table
			disk.Run(func() { table, err = startOn(dir) })
			if err != nil {
				t.Errorf("%s, after %q has failed it does not start: %v", name, disk.Failed, err)
				continue
			}
			var told []string
			for _, n := range table.announcer.NoticesIn(lang.English) {
				told = append(told, n.Text)
			}
			game := table.referee.game
			_, tag := table.tags.list.Word(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF")
			if len(told) == 0 && (game == nil || !tag || table.roster.access.Damage != nil) {
				t.Errorf("%s, after %q has failed: a game goes on: %t, the tag is known: %t, and nothing is said", name, disk.Failed, game != nil, tag)
			}
			if n := played(table); n != moves && (game != nil || disk.Failed == "") {
				t.Errorf("%s, after %q has failed a game of %d moves goes on, not of %d", name, disk.Failed, n, moves)
			}
			if disk.Failed == "" && name == "whole" && len(told) > 0 {
				t.Errorf("on a good disk is told: %q", told)
			}
			if err := table.closeState(); err != nil {
				t.Errorf("%s, after %q has failed it does not end: %v", name, disk.Failed, err)
			}

			again, err := startOn(dir)
			if err != nil {
				t.Fatal(err)
			}
			if n := played(again); n != moves {
				t.Errorf("%s, after %q has failed, on a good disk a game of %d moves goes on, not of %d; %q", name, disk.Failed, n, moves, told)
			}
			if _, ok := again.tags.list.Word(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF"); !ok {
				t.Errorf("%s, after %q has failed, on a good disk the tag is not known", name, disk.Failed)
			}
			if err := again.closeState(); err != nil {
				t.Fatal(err)
			}
			kept := false
			files, _ := filepath.Glob(filepath.Join(dir, access.File+"*"))
			for _, file := range files {
				data, err := os.ReadFile(file)
				kept = kept || err == nil && string(data) == string(phones)
			}
			if !kept {
				t.Errorf("%s, after %q has failed, the list of phones is in none of %v; %q", name, disk.Failed, files, told)
			}
		}
	}
}

// played returns how many moves the game under way has; -1: there is none.
func played(t *Table) int {
	if t.referee.game == nil {
		return -1
	}
	return len(t.referee.game.Log)
}

// stateUnderWay keeps a game under way, a tag and a list of phones in a state directory, and returns how many moves of the game can be played again.
func stateUnderWay(t *testing.T, dir, how string) (moves int) {
	t.Helper()
	began := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	list, err := tags.Load(dir)
	if err == nil {
		err = list.Assign(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF", "imp")
	}
	if err == nil {
		err = access.Open(dir).SaveErr
	}
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Create(dir, engine.Setup{Game: "sacrilege", Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, began, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"table: reveal king", "ann: sacrifice imp ben"}
	if how == "a move that is refused today" {
		all = append(all, "ben: conjure dragon")
	}
	for i, move := range all {
		if err := j.Append(record.Step{Moves: []string{move}, At: began.Add(time.Duration(i) * time.Minute)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return 2
}

// A list of tags that somebody has changed by hand is used as it reads on a disk on which any one call fails, or it is said that it cannot be read. Everybody is told in
// any case, and what was found is kept.
func TestAlteredTagsOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		p := newParts(t)
		if err := p.tags.list.Assign(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF", "imp"); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(p.dir, tags.File)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(data), `"imp"`, `"monk"`, 1)
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		disk.Run(func() { p.tags.open(p.dir) })
		told := p.announcer.NoticesIn(lang.English)
		if len(told) != 1 {
			t.Fatalf("after %q has failed is told %+v", disk.Failed, told)
		}
		word, _ := p.tags.list.Word(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF")
		unread := strings.HasPrefix(told[0].Text, "The list of tags cannot be read")
		if unread != (word == "") || !unread && word != "monk" {
			t.Errorf("after %q has failed the tag is %q, and told is %q", disk.Failed, word, told[0].Text)
		}
		if whole := strings.HasPrefix(told[0].Text, "Somebody, or a card that wears out, "); disk.Failed == "" && !whole {
			t.Errorf("on a good disk is told %q", told[0].Text)
		}
		files, err := filepath.Glob(path + "*")
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(files, func(file string) bool {
			data, err := os.ReadFile(file)
			return err == nil && string(data) == changed
		})
		if !found {
			t.Errorf("after %q has failed, what was found is in none of %v", disk.Failed, files)
		}
	}
}
