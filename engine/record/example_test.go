package record_test

import (
	"fmt"
	"log"
	"strings"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/record"
)

// A record says what happened at a table, and what must be true at each moment. Replayed, it tells the first line that is false.
func Example() {
	const text = `
game toy
seat ann
seat ben
table: reveal one
? ben = wind
!turn.other ben: draw     # it is Ann's turn
ann: play two
= ann.points 3            # a two is worth two points
`
	r, err := record.Parse("evening.table", strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	result := record.Replay(r, []engine.Game{toygame.Game()}, nil)
	fmt.Println(result.Moves, "moves,", result.Checks, "checks")
	fmt.Println(result.Failure)
	// Output:
	// 2 moves, 2 checks
	// evening.table:9: = ann.points 3
	// 	it is 2
}
