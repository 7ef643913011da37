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

// fill takes in what the journal tells, and returns its statements.
func (g *Game) fill(data []byte) []Line {
	c, err := read(data)
	if err != nil {
		g.Damage = err
		return nil
	}
	g.Setup, g.Began, g.Cards, g.Last = c.setup, c.began, c.cards, c.began
	for _, l := range c.lines {
		said, err := record.ParseLine(l.Words)
		switch {
		case err != nil:
		case said.Kind == record.Undo:
			g.Moves = max(0, g.Moves-1)
		default:
			g.Moves++
		}
		g.Last = l.At
	}
	if c.ended {
		g.Ended, g.Last, g.Reason = true, c.endAt, c.reason
	}
	if len(c.tail) > 0 {
		g.Damage = c.damage()
		g.Ended = g.Ended || c.ending()
	}
	return c.lines
}
