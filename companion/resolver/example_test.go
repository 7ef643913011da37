package resolver_test

import (
	"fmt"
	"log"

	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// A joker lies on Ann's reader. She may be drawing it or playing it, so she is asked. Then she presses the button "play", and that answers it.
func Example() {
	toy := toygame.Game()
	game, err := session.New(toy, engine.Setup{Game: toy.ID, Seats: []string{"ann", "ben"}}, toy.House)
	if err != nil {
		log.Fatal(err)
	}
	game.Play(game.Parse("table: reveal one"))
	situation := &resolver.Situation{
		History: game.History,
		View:    func(seat engine.Seat) *resolver.View { return &game.View(seat).View },
		Words:   game,
	}

	card := resolver.Anything()
	card.Seat = 0 // the reader is Ann's
	outcome := situation.Resolve(card.Showing(game.Catalog, game.Named("joker")))
	for _, m := range outcome.Fits {
		fmt.Println("may be:", game.Catalog.Format(m))
	}
	situation.UnderWay = &resolver.Pending{Observation: outcome.Observation, Fits: outcome.Fits}

	button := resolver.Anything()
	outcome = situation.Resolve(button.Showing(game.Catalog, game.Named("play")))
	fmt.Println("is:", game.Catalog.Format(outcome.Moves[0]))
	// Output:
	// may be: ann: draw joker
	// may be: ann: play joker
	// is: ann: play joker
}
