package session_test

import (
	"fmt"
	"log"

	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// Ann draws a card that her reader sees. She is told which card it is, and Ben that she has drawn one.
func Example() {
	toy := toygame.Game()
	game, err := session.New(toy, engine.Setup{Game: toy.ID, Seats: []string{"ann", "ben"}}, toy.House)
	if err != nil {
		log.Fatal(err)
	}
	for _, move := range []string{"table: reveal one", "ann: draw two"} {
		if v := game.Play(game.Parse(move)); !v.OK() {
			log.Fatal(v.Rule)
		}
	}
	const ann, ben = engine.Seat(0), engine.Seat(1)
	drawn := game.InLanguage(engine.English).Render(&game.Log[1])
	for _, seat := range []engine.Seat{ann, ben} {
		fmt.Printf("%s; known of Ann's hand: %q\n", drawn.To(seat), game.View(seat).Facts["ann.hand.seen"])
	}
	fmt.Println(game.Awaited().In(engine.English))
	// Output:
	// Ann draws Two; known of Ann's hand: "two"
	// Ann draws a card; known of Ann's hand: ""
	// Ann, your turn
}
