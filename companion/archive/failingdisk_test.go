package archive_test

import (
	"os"
	"reflect"
	"testing"
	"time"

	"familiar/companion/archive"
	"familiar/companion/durable/durabletest"
	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// playedGames returns a state directory with three games: one whose record says at its end how it went, one whose record only says that it has ended, as
// earlier versions wrote it, and a damaged one.
func playedGames(t *testing.T) (state string, names []string) {
	t.Helper()
	state = t.TempDir()
	for i, reason := range []string{"moves 1, minutes 2: ann won", "ann won", "given up"} {
		began := time.Date(2026, 11, 20+i, 18, 0, 0, 0, time.UTC)
		j, err := journal.Create(state, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, began, nil)
		if err == nil {
			err = j.Append(record.Step{Moves: []string{"table: reveal king"}, At: began.Add(time.Minute)})
		}
		if err == nil {
			err = j.Finish(reason, began.Add(2*time.Minute))
		}
		if err == nil {
			err = j.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if reason == "given up" {
			damage(t, j.Path())
		}
		names = append(names, j.Name())
	}
	return state, names
}

// damage changes a bit of the line before the last.
func damage(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-60] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func archiveOf(state string) *archive.Archive {
	games := &library.Library{Games: []engine.Game{sacrilege.Game()}, State: state}
	return archive.New(games, func(source string, _ *session.Localizer) string { return source })
}

// What a game's entry says that the disk could not tell, on a disk on which any one call fails, is told the next time: no failure is kept.
func TestListOnAFailingDisk(t *testing.T) {
	state, names := playedGames(t)
	want, err := archiveOf(state).List(t.Context(), nil, 0, engine.English)
	if err != nil {
		t.Fatal(err)
	}
	var how []string
	for _, g := range want.Games {
		how = append(how, g.How)
	}
	if !reflect.DeepEqual(how, []string{protocol.HowGivenUp, protocol.HowWon, protocol.HowWon}) || want.Games[0].Text == "" || want.Games[1].Minutes != 1 || want.Games[2].Minutes != 2 {
		t.Fatalf("the games are %+v", want.Games)
	}
	for disk := range durabletest.FailingDisks(t) {
		a := archiveOf(state)
		var got *protocol.Played
		disk.Run(func() { got, err = a.List(t.Context(), nil, 0, engine.English) })
		if !disk.Explains(err) {
			t.Errorf("after %q has failed: %v", disk.Failed, err)
		}
		if err == nil && got.Of != len(names) {
			t.Errorf("after %q has failed there are %d games", disk.Failed, got.Of)
		}
		if err == nil {
			for i, g := range got.Games {
				if unread := g.How == protocol.HowUnread && g.Text != ""; !unread && !reflect.DeepEqual(g, want.Games[i]) {
					t.Errorf("after %q has failed, a game is %+v", disk.Failed, g)
				}
			}
		}
		if again, err := a.List(t.Context(), nil, 0, engine.English); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("after %q has failed, the next time there are %+v, %v", disk.Failed, again, err)
		}
	}
}

// A record and its positions are read on such a disk, or an error says why not; and the next time they are read.
func TestRecordOnAFailingDisk(t *testing.T) {
	state, names := playedGames(t)
	read := func(a *archive.Archive, name string) ([2]any, error) {
		text, err := a.Record(t.Context(), name)
		if err != nil {
			return [2]any{}, err
		}
		past, err := a.Past(t.Context(), name, 1, true, engine.English)
		return [2]any{text, past}, err
	}
	for _, name := range names {
		want, err := read(archiveOf(state), name)
		if err != nil {
			t.Fatal(err)
		}
		for disk := range durabletest.FailingDisks(t) {
			a := archiveOf(state)
			var got [2]any
			disk.Run(func() { got, err = read(a, name) })
			if err == nil && !reflect.DeepEqual(got, want) || !disk.Explains(err) {
				t.Errorf("%s, after %q has failed: %+v, %v", name, disk.Failed, got, err)
			}
			if again, err := read(a, name); err != nil || !reflect.DeepEqual(again, want) {
				t.Errorf("%s, after %q has failed, the next time: %+v, %v", name, disk.Failed, again, err)
			}
		}
	}
}
