package main

import (
	"fmt"
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/internal/player"
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
)

// TestWholeGames plays random games through emulated chips, buttons and phones: a whole one of each game with as few players as possible, and
// the end of one with more, whose beginning is in the journal. The race detector makes emulated chips ten times as slow; then only the
// fullest tables play.
func TestWholeGames(t *testing.T) {
	const left = 30 // roughly how many moves are made in a game that has begun
	seats := []string{"ann", "ben", "cai", "dee", "eli", "fay"}
	for _, game := range games() {
		for n := game.MinSeats; n <= game.MaxSeats; n++ {
			if rig.Raced && n < game.MaxSeats {
				continue
			}
			t.Run(fmt.Sprintf("%s with %d", game.ID, n), func(t *testing.T) {
				if !rig.OwnProcess(t) {
					return
				}
				c := player.NewStrategy(uint64(n), []string{"pray"}, []string{"pray", "allot"}).Raising("books", 20)
				state := t.TempDir()
				synctest.Test(t, func(t *testing.T) {
					most := 2 * left
					begun := player.NewHistory(t, game, seats[:n])
					if n == game.MinSeats {
						most = 3000
					} else {
						begun = player.PlayBeforehand(t, game, seats[:n], c, left, state)
					}
					r := rig.New(t, []engine.Game{game}, player.TableFor(t, game), state)
					defer r.Stop()
					p := player.New(r, game, c, begun)
					p.Compare("the beginning")
					p.Play(most)
					if n == game.MinSeats && !p.Reference.State().Status().Over && !t.Failed() {
						t.Errorf("the game is not over after %d moves", p.Moves)
					}
					largest := 0
					for _, phone := range p.Phones {
						largest = max(largest, phone.LargestSnapshot())
					}
					t.Logf("%d moves: %v, made by %v; the largest snapshot: %d bytes", p.Moves, p.MovesByVerb, p.Inputs, largest)
				})
			})
		}
	}
}
