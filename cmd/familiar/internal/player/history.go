package player

import (
	"testing"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/record"
)

// NewHistory begins a game in the reference.
func NewHistory(t *testing.T, game engine.Game, seats []string) *engine.History {
	t.Helper()
	state, err := game.New(engine.Setup{Game: game.ID, Pack: engine.HousePack, Seats: seats}, game.House)
	if err != nil {
		t.Fatal(err)
	}
	return engine.NewHistory(state)
}

// PlayBeforehand plays a random game and writes all but its last moves into a journal.
func PlayBeforehand(t *testing.T, game engine.Game, seats []string, c *Strategy, left int, dir string) *engine.History {
	t.Helper()
	h := NewHistory(t, game, seats)
	for !h.State().Status().Over {
		m, ok := c.Next(h.State())
		if !ok {
			t.Fatal("nothing is legal")
		}
		h.Play(m)
	}
	h.TakeBack(min(left, len(h.Moves())-1))
	j, err := journal.Create(dir, engine.Setup{Game: game.ID, Pack: engine.HousePack, Seats: seats}, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for i, m := range h.Moves() {
		at := time.Now().Add(time.Duration(i) * time.Second)
		if err := j.Append(record.Step{Moves: []string{h.State().Catalog().Format(m)}, At: at, Source: "phone"}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}
