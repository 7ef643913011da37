package careless

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"familiar/cmd/familiar/internal/people"
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
	"familiar/hw"
)

func games() []engine.Game {
	return []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()}
}

func gameIDs() (ids []string) {
	for _, g := range games() {
		ids = append(ids, g.ID)
	}
	return ids
}

// task is a game that is to be played.
type task struct {
	line line
	game engine.Game
	n    int
}

func (tk task) name() string { return fmt.Sprintf("%s/%s/%d", tk.line.name, tk.game.ID, tk.n) }

// tasksOf returns the first games of some lines, at most so many of each line and game, in the order in which they are played.
func tasksOf(of []line, most int) (tasks []task) {
	for n := range most {
		for _, l := range of {
			for _, g := range games() {
				if n < l.games {
					tasks = append(tasks, task{l, g, n})
				}
			}
		}
	}
	return tasks
}

// playAll plays games, as many at a time as there are processors, and hands over each result as it comes. With withLimit it finds their limits, too.
func playAll(t *testing.T, tasks []task, withLimit bool, then func(r result)) {
	var mu sync.Mutex
	t.Run("games", func(t *testing.T) {
		for _, tk := range tasks {
			t.Run(tk.name(), func(t *testing.T) {
				t.Parallel()
				r := tk.line.play(t, tk.game, tk.n, sitWithoutDevices, nil, withLimit)
				mu.Lock()
				defer mu.Unlock()
				then(r)
			})
		}
	})
}

// TestNeatPeople: a table whose readers see all that lies on them follows people who tell every move to the end, without any fault.
func TestNeatPeople(t *testing.T) {
	sitAt := func(t *testing.T, game *people.Game, config *hw.Config, state string, _ *rand.Rand, trace trace) gameTable {
		return sitWithoutDevices(t, game, config, state, nil, trace)
	}
	for _, g := range games() {
		if rig.Raced && g.Seek != nil {
			continue // a game of so many moves takes minutes with the race detector
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			if s := lines[0].play(t, g, 0, sitAt, nil, false).Score; s.InStep != s.Told || s.Told != s.Moves || !s.Right || s.Wrong+s.RefusedAgain > 0 {
				t.Errorf("a neat game was followed so: %+v", s)
			}
		})
	}
}
