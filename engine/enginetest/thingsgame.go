package enginetest

import "familiar/engine"

// thingsState is a state that has only a catalog.
type thingsState struct {
	engine.State
	catalog *engine.Catalog
}

func (s thingsState) Catalog() *engine.Catalog { return s.catalog }

// ThingsGame returns a game of cards and other things that cannot be played: it is for tests of what has a tag.
func ThingsGame(id string) engine.Game {
	return engine.Game{
		ID: id, MinSeats: 2, MaxSeats: 4, Words: engine.Written("[words]\ncandle = \"Black Candle\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := engine.NewCatalog([]engine.Entry{
				{Word: "light", Class: engine.ClassVerb},
				{Word: "candle", Class: engine.ClassThing, Copies: 3},
				{Word: "altar", Class: engine.ClassThing},
				{Word: "imp", Class: engine.ClassCard, Copies: 2},
			}, setup.Seats, nil)
			return thingsState{catalog: c}, err
		},
	}
}
