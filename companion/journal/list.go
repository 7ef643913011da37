package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"familiar/engine"
	"familiar/engine/record"
)

// Game is a game of which there is a journal.
type Game struct {
	Name   string // of the journal's file
	Path   string
	Setup  engine.Setup
	Began  time.Time
	Cards  string    // of an own card list: see Cards
	Last   time.Time // of the last statement, or of the end
	Moves  int       // that stand
	Ended  bool
	Reason string // why it ended
	Damage error  // what is wrong with the journal, in words for people; nil: nothing
}

// List tells of all games in the state directory dir, the newest first. It changes nothing. The journal of a game whose
// header cannot be trusted is listed with its name and Damage alone.
func List(dir string) ([]Game, error) {
	folder := filepath.Join(dir, Folder)
	names, err := newestFirst(folder)
	if err != nil {
		return nil, fmt.Errorf("listing journals: %w", err)
	}
	var games []Game
	for _, name := range names {
		g := Game{Name: name, Path: filepath.Join(folder, name)}
		data, err := readFile(g.Path)
		if err != nil {
			return nil, fmt.Errorf("listing journals: %w", err)
		}
		if len(data) > 0 {
			g.fill(data)
			games = append(games, g)
		}
	}
	return games, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// fill takes in what the journal holds, and returns its steps.
func (g *Game) fill(data []byte) []record.Step {
	c, err := read(data)
	if err != nil {
		g.Damage = err
		return nil
	}
	g.Setup, g.Began, g.Cards, g.Last = c.setup, c.began, c.cards, c.began
	var stand record.Fold
	for _, s := range c.steps {
		stand.Apply(s)
		g.Last = s.At
	}
	g.Moves = stand.Len()
	if c.ended {
		g.Ended, g.Last, g.Reason = true, c.endAt, c.reason
	}
	if len(c.tail) > 0 {
		g.Damage = c.damage()
		g.Ended = g.Ended || c.ending()
	}
	return c.steps
}
