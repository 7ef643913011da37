package archive_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"familiar/companion/archive"
	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// Whoever has given up while many records are being read for the first time is told to ask again, and is not told that there are no games.
func TestManyRecords(t *testing.T) {
	state := t.TempDir()
	j, err := journal.Create(state, engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(record.Step{Moves: []string{"table: reveal king"}, At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	games := &library.Library{Games: []engine.Game{sacrilege.Game()}, State: state}
	a := archive.New(games, func(source string, _ *session.Localizer) string { return source })
	given, up := context.WithCancel(t.Context())
	up()
	for range 20 { // whether it is read or given up first is not certain
		if p, err := a.List(given, nil, 0, "en"); err == nil || p != nil {
			t.Fatalf("it is told %+v: %v", p, err)
		} else if !strings.Contains(err.Error(), "ask again") && err != context.Canceled {
			t.Fatalf("it is told %v", err)
		}
	}
	if p, err := a.List(t.Context(), nil, 0, "en"); err != nil || p.Of != 1 || len(p.Games) != 1 {
		t.Errorf("asked again it is told %+v: %v", p, err)
	}
}
