package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"familiar/engine"
	"familiar/engine/record"
)

// Game describes a game that has a journal.
type Game struct {
	Name   string // of the journal's file
	Path   string
	Setup  engine.Setup
	Began  time.Time
	Cards  string    // checksum of the owner's card list: see Cards
	Last   time.Time // of the last statement, or of the end
	Moves  int       // without undone ones
	Ended  bool
	Reason string // why it ended
	Damage error  // what is wrong with the journal, in words for people; nil: nothing
}

// List describes all games in the state directory dir, the newest first. It changes nothing. If the header of a journal
// cannot be trusted, its game has a name and Damage only.
func List(dir string) ([]Game, error) {
	folder := filepath.Join(dir, Folder)
	names, _, err := newestFirst(folder)
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
			g.readFrom(data)
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

// readFrom sets the fields from the text of a journal, and returns its steps.
func (g *Game) readFrom(data []byte) []record.Step {
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
		g.Ended = g.Ended || c.saysEnded()
	}
	return c.steps
}
