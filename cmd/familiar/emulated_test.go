//go:build emulated

package main

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"familiar/engine"
	"familiar/engine/sacrilege"
)

// TestEmulatedGame plays a whole short game through emulated chips, buttons, panel, lamps and phones, on the processors of all
// Raspberry Pis, which are emulated, too, and ten times as slow.
func TestEmulatedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := sacrilege.Game()
		c := &course{rng: rand.New(rand.NewPCG(36, 7)), eager: [][]string{{"pray"}}, every: 20}
		r := newRig(t, []engine.Game{game}, tableOf(t, game), t.TempDir())
		defer r.stop()
		p := newPlayer(r, game, c, newHistory(t, game, []string{"ann", "ben"}))
		p.agree("the beginning")
		p.play(200)
		if !p.truth.State().Status().Over && !t.Failed() {
			t.Errorf("the game is not over after %d moves", p.moves)
		}
		t.Logf("%d moves: %v", p.moves, p.played)
	})
}
