package library

import (
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/sacrilege"
)

// A game cannot begin with a card list that is not there, neither one of today nor one that is kept beside the records, and with none that is too long.
func TestBeginWithoutACardList(t *testing.T) {
	l := &Library{Games: []engine.Game{sacrilege.Game()}, State: t.TempDir()}
	for name, begin := range map[string]struct{ list, sum string }{
		"a list of today":      {"mine", ""},
		"a list of the record": {"mine", strings.Repeat("a", 64)},
	} {
		g, err := l.Begin(engine.Setup{Game: "sacrilege", Pack: begin.list, Seats: []string{"ann", "ben"}}, begin.sum)
		if g != nil || err == nil || !strings.HasPrefix(err.Error(), `card list "mine": `) {
			t.Errorf("%s: the game is %v, and the error is %v", name, g, err)
		}
	}
	huge := toygame.Game()
	huge.House = []byte("game = \"toy\"\n[[kind]]\nname = \"joker\"\nvalue = 1\ncopies = 2001\n")
	l.Games = append(l.Games, huge)
	if g, err := l.Begin(engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}, ""); g != nil || err == nil || !strings.Contains(err.Error(), "2001 cards are more than 2000") {
		t.Errorf("with 2,001 cards: the game is %v, and the error is %v", g, err)
	}
	if _, err := l.Begin(engine.Setup{Game: "whist", Seats: []string{"ann", "ben"}}, ""); err == nil {
		t.Error("a game that nobody knows has begun")
	}
	if g, err := l.Begin(engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, ""); g == nil || err != nil {
		t.Errorf("with the list of the house: %v", err)
	}
}
