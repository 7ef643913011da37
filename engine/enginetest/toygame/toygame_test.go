package toygame

import (
	"strings"
	"testing"

	"familiar/engine"
)

// begun returns a game in which ann holds a joker that she has shown, and has played a two.
func begun(t *testing.T) *state {
	t.Helper()
	s, err := Game().New(engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}, house)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Catalog()
	for _, m := range []engine.Move{c.Move("table", "reveal", "one"), c.Move("ann", "play", "two"), c.Move("ann", "draw", "joker"), c.Move("ann", "end")} {
		if v := s.Play(m); !v.OK() {
			t.Fatalf("%s: refused for %s", c.Format(m), v.Rule)
		}
	}
	return s.(*state)
}

// TestCardElsewhere: a card that is not in the hand cannot be played, and the rule names it.
func TestCardElsewhere(t *testing.T) {
	s := begun(t)
	c := s.Catalog()
	s.hands[1].unseen = 0
	if v := s.Check(c.Move("ben", "play", "three")); v != engine.Violate("card.elsewhere", c.Name("three")) {
		t.Errorf("Ben, who has no card, plays three: %v", v)
	}
	s.begun = false
	s.pool[c.Name("three")-firstKind] = 0
	if v := s.Check(c.Move("table", "reveal", "three")); v != engine.Violate("card.elsewhere", c.Name("three")) {
		t.Errorf("the first card is a three, of which the deck has none: %v", v)
	}
}

// TestAmendToTheGoal: a seat cannot be put at the goal by hand, and the rule names the seat's fact.
func TestAmendToTheGoal(t *testing.T) {
	s := begun(t)
	c := s.Catalog()
	tried := 0
	for n := engine.Name(1); int(n) < c.Len(); n++ {
		m := engine.NewMove(engine.Nobody, verbAmend, n, engine.Number(s.rules.goal))
		if _, ok := c.Match(m); !ok {
			continue
		}
		tried++
		if v := s.Check(m); v != engine.Violate("amend.state", n) {
			t.Errorf("%s: %v", c.Format(m), v)
		}
	}
	if tried == 0 {
		t.Error("nothing can be put right")
	}
}

// TestGoal: the game is won with five points, and with three if the players want a short game.
func TestGoal(t *testing.T) {
	for option, goal := range map[string]int{"": 5, "long": 5, "short": 3} {
		setup := engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}
		if option != "" {
			setup.Options = []engine.OptionValue{{Name: "goal", Value: option}}
		}
		s, err := Game().New(setup, house)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.(*state).rules.goal; got != goal {
			t.Errorf("with the option %q the game is won with %d points, not %d", option, got, goal)
		}
	}
}

// TestNothingIsDrawnFromAnEmptyDeck: drawing is legal, and listed, as long as the deck has a card.
func TestNothingIsDrawnFromAnEmptyDeck(t *testing.T) {
	s := begun(t)
	for _, deck := range []int{1, 0} {
		s.deck, s.drawn = deck, false
		listed := false
		for m := range s.Moves {
			listed = listed || m.Verb == verbDraw
		}
		if listed != (deck > 0) {
			t.Errorf("with %d cards in the deck drawing is listed: %t", deck, listed)
		}
		if v := s.Check(s.Catalog().Move("ben", "draw")); v.OK() != (deck > 0) {
			t.Errorf("with %d cards in the deck drawing is judged %v", deck, v)
		}
	}
}

// TestTheLastSeenCopyIsLaid: a card that everybody has seen in a hand is the one that is played.
func TestTheLastSeenCopyIsLaid(t *testing.T) {
	s := begun(t)
	unseen := s.hands[0].unseen
	s.lay(0, 0) // the joker that Ann has shown
	if h := s.hands[0]; h.seen[0] != 0 || h.unseen != unseen {
		t.Errorf("Ann has %d jokers that were seen, and %d cards that were not, of %d", h.seen[0], h.unseen, unseen)
	}
	s.lay(0, 2) // a card that nobody has seen
	if h := s.hands[0]; h.seen[2] != 0 || h.unseen != unseen-1 {
		t.Errorf("Ann has %d copies that were seen, and %d cards that were not, of %d", h.seen[2], h.unseen, unseen)
	}
}

// TestConserveNotices: games rely on Conserve in their tests, so that no card is lost or doubled anywhere without notice.
func TestConserveNotices(t *testing.T) {
	if err := Conserve(begun(t)); err != nil {
		t.Fatalf("a good game: %v", err)
	}
	if err := Conserve(struct{ engine.State }{}); err != nil {
		t.Errorf("the state of another game: %v", err)
	}
	for name, c := range map[string]struct {
		says  string
		spoil func(s *state)
	}{
		"cards of the pool are lost":         {"2 copies of one, where there are 6", func(s *state) { s.pool[1] -= 4; s.deck -= 4 }},
		"a card on the heap is lost":         {"5 copies of one, where there are 6", func(s *state) { s.heap[1]-- }},
		"a card in a hand is lost":           {"2 copies of joker, where there are 3", func(s *state) { s.hands[0].seen[0]-- }},
		"an unseen card in a hand is lost":   {"the unseen cards and the pool differ by -1", func(s *state) { s.hands[1].unseen-- }},
		"an unseen card in the deck is lost": {"the unseen cards and the pool differ by -1", func(s *state) { s.deck-- }},
		"a card comes to the deck":           {"the unseen cards and the pool differ by 1", func(s *state) { s.deck++ }},
	} {
		s := begun(t)
		c.spoil(s)
		if err := Conserve(s); err == nil || err.Error() != c.says {
			t.Errorf("%s: %v, not %q", name, err, c.says)
		}
	}
}

func TestListsThatAreRefused(t *testing.T) {
	const kind = "[[kind]]\nname = \"one\"\nvalue = 1\n"
	for list, says := range map[string]string{
		"game = ":   "reading the pack: ",
		"":          `the pack is of the game ""`,
		kind + kind: `the pack is of the game ""`,
		"game = \"toy\"\n" + kind + "copies = 4\n":                         "too few cards for 2 seats",
		"game = \"toy\"\n" + kind + "copies = 5\n":                         "",
		"game = \"toy\"\n" + kind + "copies = 5\n" + kind + "copies = 5\n": "one",
	} {
		_, err := Game().New(engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}, []byte(list))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, not %q", list, err, says)
		}
	}
}
