//go:build emulated

package main

import (
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/internal/player"
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// TestEmulatedGame plays a whole short game through emulated chips, buttons, panel, lamps and phones, on the processors of all
// Raspberry Pis, which are emulated, too, and ten times as slow.
func TestEmulatedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := sacrilege.Game()
		c := player.NewStrategy(36, []string{"pray"}).Raising("", 20)
		r := rig.New(t, []engine.Game{game}, player.TableFor(t, game), t.TempDir())
		defer r.Stop()
		p := player.New(r, game, c, player.NewHistory(t, game, []string{"ann", "ben"}))
		p.Compare("the beginning")
		p.Play(200)
		if !p.Reference.State().Status().Over && !t.Failed() {
			t.Errorf("the game is not over after %d moves", p.Moves)
		}
		t.Logf("%d moves: %v", p.Moves, p.MovesByVerb)
	})
}
