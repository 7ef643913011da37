package main

import (
	"context"
	"strings"
	"testing"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// TestHintsInBrowser asks what could be reached, sees the results come, and cancels; then the host forbids it.
func TestHintsInBrowser(t *testing.T) {
	game := toygame.Game()
	game.MinSeats, game.MaxSeats = 2, 4
	game.Words = engine.Written(string(game.Words.Read()) + "\n[hint]\nask = \"What can I reach?\"\ngoal = \"A {1} more\"\nnone = \"Nothing in this turn.\"\n")
	steps := make(chan func(c *engine.Catalog, tell func(done, of int, found *engine.Hint)))
	game.Seek = func(ctx context.Context, state engine.State, seat engine.Seat, tell func(int, int, *engine.Hint)) bool {
		for {
			select {
			case <-ctx.Done():
				return false
			case step := <-steps:
				if step == nil {
					return true
				}
				step(state.Catalog(), tell)
			}
		}
	}
	s := serveGames(t, t.TempDir(), 0, []engine.Game{game})
	s.tell(protocol.StartRequest{Game: "toy", Seats: []string{"ann", "ben"}})
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"two"}})
	ann := s.open("/", 390, 844)
	ann.press("#table", "Ann")
	ann.press("#table .ask", "What can I reach?")
	ann.reads("dialog", "Looking")
	steps <- func(c *engine.Catalog, tell func(int, int, *engine.Hint)) {
		tell(1, 4, &engine.Hint{Goal: c.Name("one"), Moves: []engine.Move{c.Move("ann", "draw", "one"), c.Move("ann", "play", "one")}})
	}
	ann.reads("dialog", "1 of 4")
	ann.reads("dialog", "A One more")
	ann.reads("dialog", "Ann plays One")
	ann.sound("hint")
	ann.press("dialog", "Cancel")
	ann.reads("dialog", "It was cancelled")
	ann.press("dialog", "Look again")
	ann.reads("dialog", "Looking")
	steps <- nil
	ann.reads("dialog", "Nothing in this turn.")
	ann.press("dialog", "Close")

	// The page itself can be used again when the sheet has gone.
	gone := func() string { return ann.text("dialog") }
	ann.until(gone)

	// Closing the sheet cancels the search: the next sheet begins a new one.
	for range 3 {
		ann.press("#table .ask", "What can I reach?")
		ann.reads("dialog", "Looking")
		ann.press("dialog", "Close")
		ann.until(gone)
	}
	ann.press("#table .ask", "What can I reach?")
	steps <- func(*engine.Catalog, func(int, int, *engine.Hint)) {} // the search runs
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"ann.points", "1"}})
	ann.reads("dialog", "The game has gone on since")
	ann.press("dialog", "Close")
	ann.until(gone)

	ann.press("#head", "Menu")
	ann.reads("dialog", "allowed")
	ann.press("dialog", "The host")
	ann.press("dialog", "Forbid hints")
	ann.until(func() string {
		if text := ann.text("#table .ask"); strings.Contains(text, "What can I reach?") {
			return text
		}
		return ""
	})
	ann.sound("hint-forbidden")
	ann.press("dialog", "Allow hints")
	ann.press("dialog", "Close")
	ann.reads("#table .ask", "What can I reach?")
	ann.sound("hint-button")
}
