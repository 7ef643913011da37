package archive_test

import (
	"fmt"
	"testing"
	"time"

	"familiar/companion/archive"
	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// Many records are read for several answers, the newest first, and each answer says how many are left. Where there is no time at all, each reads one.
func TestManyRecordsAreReadInParts(t *testing.T) {
	state := t.TempDir()
	const many = 4
	for i := range many {
		began := time.Date(2026, 11, 20+i, 18, 0, 0, 0, time.UTC)
		j, err := journal.Create(state, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, began, nil)
		if err == nil {
			err = j.Finish(fmt.Sprintf("moves %d, minutes 2: ann won", i), began)
		}
		if err == nil {
			err = j.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	games := &library.Library{Games: []engine.Game{sacrilege.Game()}, State: state}
	a := archive.New(games, func(source string, _ *session.Localizer) string { return source })
	a.SetReadTime(0)
	for n := 1; n <= many+1; n++ {
		read := min(n, many)
		p, err := a.List(t.Context(), nil, 1, "en")
		if err != nil {
			t.Fatal(err)
		}
		if p.At != 1 || p.Of != many || p.Unread != many-read || len(p.Games) != read-1 || p.Players[0].All.Won != read {
			t.Errorf("answer %d: %+v", n, p)
		}
		for i, g := range p.Games {
			if g.Moves != many-2-i {
				t.Errorf("answer %d: game %d has %d moves", n, i, g.Moves)
			}
		}
	}
}
