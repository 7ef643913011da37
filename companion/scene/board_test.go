package scene

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// TestRingOf fills the ring of a seat by facts of a single path and of many.
func TestRingOf(t *testing.T) {
	facts := map[string]string{"ann.won": "2", "ann.left.red": "3", "ann.left.blue": "1", "ann.left.green": "none", "ben.won": "5"}
	want := &Ring{Done: 2, Of: 6}
	if diff := cmp.Diff(want, RingOf(&engine.Ring{Done: "won", Left: "left.*"}, "ann.", facts)); diff != "" {
		t.Errorf("Ann's ring (-want +got):\n%s", diff)
	}
	if ring := RingOf(nil, "ann.", facts); ring != nil {
		t.Errorf("a game without a ring has %+v", ring)
	}
}

// TestBoardOf marks spots for two seats. Two marks of a seat on one spot are one, and a mark on no spot is left out.
func TestBoardOf(t *testing.T) {
	rules := toygame.Game()
	s, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	board := &engine.Board{
		Circle: true, Marks: "marks", Lines: [][]string{{"north", "south"}},
		Spots: []engine.Spot{{Word: "north", X: 0.5, Y: 0}, {Word: "south", X: 0.5, Y: 1}},
	}
	facts := map[string]string{"ann.marks": "north north nowhere", "ben.marks": "south north"}
	want := &Board{
		Circle: true, Lines: [][]int{{0, 1}},
		Spots: []Spot{{X: 0.5, Y: 0, Seats: []int{0, 1}}, {X: 0.5, Y: 1, Seats: []int{1}}},
	}
	if diff := cmp.Diff(want, BoardOf(board, s.Catalog(), facts)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if board := BoardOf(nil, s.Catalog(), facts); board != nil {
		t.Errorf("a game without a board has %+v", board)
	}
}
