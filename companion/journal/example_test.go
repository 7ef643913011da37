package journal_test

import (
	"fmt"
	"log"
	"os"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/record"
)

// A game is written down while it is played. The program ends in the middle of it, and the next start finds everything
// that was acknowledged.
func Example() {
	state, err := os.MkdirTemp("", "journal-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(state)
	evening := time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)

	j, err := journal.Create(state, engine.Setup{Game: "toy", Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, evening, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, move := range []string{"table: reveal one", "ann: play two"} {
		if err := j.Append(record.Step{Moves: []string{move}, At: evening, Source: "reader ann"}); err != nil {
			log.Fatal(err)
		}
	}
	j.Close()

	j, found, err := journal.Resume(state)
	if err != nil {
		log.Fatal(err)
	}
	defer j.Close()
	fmt.Println(found.Name, found.Setup.Seats)
	for _, step := range found.Steps {
		fmt.Println(step.Moves, "by", step.Source)
	}
	// Output:
	// 2026-11-21-183000-toy.table [ann ben]
	// [table: reveal one] by reader ann
	// [ann: play two] by reader ann
}
