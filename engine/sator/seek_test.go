package sator_test

import (
	"bytes"
	"context"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/record"
	"familiar/engine/sator"
)

// replayed returns the first state and the moves of a record.
func replayed(t *testing.T, name string) (*engine.History, []engine.Move) {
	t.Helper()
	r, err := record.Parse(name, bytes.NewReader(enginetest.ReadFile(t, records, name)))
	if err != nil {
		t.Fatal(err)
	}
	table, failure := record.Begin(r, []engine.Game{sator.Game()}, nil)
	if failure != nil {
		t.Fatal(failure)
	}
	for _, l := range r.Lines {
		if failure := table.Step(l); failure != nil {
			t.Fatal(failure)
		}
	}
	return table.History, table.History.Moves()
}

// TestSeekFindsWhatWasDone replays a recorded game. For each book that was gathered, a search at the beginning of that turn, with the cards that were
// then played, must find it. Every hint must be playable and gather its book.
func TestSeekFindsWhatWasDone(t *testing.T) {
	history, moves := replayed(t, "game-two.table")
	c := history.At(0).Catalog()
	play, gathers := c.Name("play"), c.Name("gathers")
	begun := 0
	found := 0
	s := history.At(0)
	for i, m := range moves {
		before := s.Status().Turn
		s.Play(m)
		for _, e := range s.Events() {
			if e.Verb != gathers {
				continue
			}
			found++
			start := history.At(begun)
			for _, p := range moves[begun:i] {
				if p.Verb == play {
					start.Play(engine.NewMove(p.Seat, c.Name("hold"), p.Args[0]))
				}
			}
			sought(t, start, before, e.Args[0])
		}
		if s.Status().Turn != before {
			begun = i + 1
		}
	}
	if found == 0 {
		t.Error("no book was gathered in this game")
	}
}

// sought searches for a book, and plays the hint.
func sought(t *testing.T, start engine.State, seat engine.Seat, goal engine.Name) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var hint *engine.Hint
	sator.Game().Seek(ctx, start.View(seat), seat, func(_, _ int, found *engine.Hint) {
		if found != nil && found.Goal == goal {
			hint = found
			cancel()
		}
	})
	if hint == nil {
		t.Errorf("the book of %s is not found", start.Catalog().Word(goal))
		return
	}
	for _, m := range hint.Moves {
		if v := start.Play(m); !v.OK() {
			t.Fatalf("%s is refused for %s", start.Catalog().Format(m), v.Rule)
		}
	}
	if at, ok := engine.Fact(start, start.Catalog().SeatWord(seat)+".book."+start.Catalog().Word(goal)); ok {
		t.Errorf("the book of %s is still at %s", start.Catalog().Word(goal), at)
	}
}

// A book that the Acolyte only has to walk to is found, without the free action.
func TestSeekWalks(t *testing.T) {
	lines := after(inHall, "ann: free slide line3-oak east", "table: amend ann.at b3", "table: amend ann.book.east d3", "table: amend steps 2")
	s := play(t, "hall", setup("ann", "ben"), lines...)
	sought(t, s, 0, s.Catalog().Name("east"))
}

// A book that can only be reached with the free action in the middle of the walk is found. The Acolyte is in its own way: its bridge is the one that must be
// moved, so it steps off, moves the bridge under the book, and steps back. All other bridges that reach the book have an Acolyte or a Gargoyle.
func TestSeekMovesABridgeInTheMiddleOfAWalk(t *testing.T) {
	s := play(t, "hall", setup("ann", "ben"), after(inHall, "table: amend ann.at c3", "table: amend ann.book.east d3", "table: amend steps 3",
		"table: amend ben.at e1", "table: amend ben.gargoyle f5", "table: amend ann.gargoyle g3")...)
	sought(t, s, 0, s.Catalog().Name("east"))
}

// A book is found that takes the free action after the card that is being carried out.
func TestSeekFinishesACardFirst(t *testing.T) {
	s := play(t, "hall", setup("ann", "ben"), after(inHall, "table: amend ann.at c3", "table: amend ann.book.east g3", "table: amend steps 1", "ann: play rotas-corner3")...)
	sought(t, s, 0, s.Catalog().Name("east"))
}
