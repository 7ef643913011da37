package session_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

var games = []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()}

// A reader that stands for a hand does so in every game, whatever the game calls the hidden cards of a player.
func TestHandOfEveryGame(t *testing.T) {
	for _, rules := range games {
		t.Run(rules.ID, func(t *testing.T) {
			g := begin(t, rules)
			for _, n := range g.Catalog.Names(engine.ClassHand) {
				for _, word := range []string{"hand", "corruption"} {
					if own := g.PlaceOf(1, word); g.Catalog.Class(own)&engine.ClassHand == 0 {
						t.Errorf("%s of seat 1 is %q", word, g.Catalog.Word(own))
					} else if other := g.PlaceOf(2, word); own != n && other != n {
						t.Errorf("no reader stands for %s", g.Catalog.Word(n))
					}
				}
			}
		})
	}
}

// showsHand are the moves that give a player the cards of another one's hand, or name one of them.
var showsHand = []string{"sacrifice duchess", "cast crossed-sleeves", "steal", "discard"}

// Whoever takes a move back is said to have looked at hidden cards only if the move has shown them.
func TestFewUndosHideCards(t *testing.T) {
	for _, rules := range games {
		t.Run(rules.ID, func(t *testing.T) {
			g := begin(t, rules)
			rng := rand.New(rand.NewPCG(1, 1))
			for range 300 {
				kinds := make(map[engine.Name][]engine.Move)
				for m := range g.History.State().Moves {
					kinds[m.Verb] = append(kinds[m.Verb], m)
				}
				verbs := make([]engine.Name, 0, len(kinds))
				for v := range kinds {
					verbs = append(verbs, v)
				}
				if len(verbs) == 0 {
					break
				}
				slices.Sort(verbs)
				moves := kinds[verbs[rng.IntN(len(verbs))]]
				m := moves[rng.IntN(len(moves))]
				g.Play(m)
				shows := slices.ContainsFunc(showsHand, func(what string) bool { return strings.Contains(g.Catalog.Format(m), what) })
				if lookers, _ := g.HiddenAgain(1); len(lookers) > 0 && !shows {
					t.Errorf("%s: %v", g.Catalog.Format(m), lookers)
				}
			}
		})
	}
}

// Whoever tells the days of a game that nobody has played lays the hands open to everybody, as at its end.
func TestForgedEndLaysHandsOpen(t *testing.T) {
	g := begin(t, oracle.Game())
	fact := func(path string) string { return g.View(engine.Public).Facts[path] }
	throw := []string{"table: rune die-a left 3", "table: rune die-b right 2", "table: rune coin left tree", "table: rune bone left", "table: rune voodoo right"}
	play(t, g, throw...)
	play(t, g, "table: corruption ann", "table: corruption ann", "ann: hold murmur", "table: amend ann.hours 3", "table: dawn")
	stood := len(g.Log)
	for fact("phase") != "scoring" {
		if fact("phase") == "throw" {
			play(t, g, throw...)
		}
		play(t, g, "table: amend ann.hours 12", "table: amend ben.hours 11")
		if fact("phase") == "arrival" {
			play(t, g, "table: dawn")
		}
		play(t, g, "ben: act 1")
		for strings.HasPrefix(fact("ask"), "adv") {
			play(t, g, "table: no-adventurer")
		}
		play(t, g, "table: end-day")
	}
	if seen := fact("ann.corruption.seen"); !strings.Contains(seen, "murmur") {
		t.Fatalf("everybody sees %q", seen)
	}
	if lookers, _ := g.HiddenAgain(len(g.Log) - stood); len(lookers) == 0 || lookers[0] != engine.Public {
		t.Errorf("the looker is %v", lookers)
	}
}

// Ann gets Ben's hand for hers, in which there are more cards of each kind. She has seen his hand nevertheless.
func TestExchangedHandsAreSeen(t *testing.T) {
	g := begin(t, athame.Game())
	play(t, g, "table: reveal square", "table: reveal triangle", "table: reveal circle", "table: reveal line", "ann: ritual ring-of-ash", "ben: ritual ring-of-thorns",
		"ann: draw bank", "ann: take triangle", "ann: take triangle", "ann: take triangle", "ann: take triangle", "table: amend crossed-sleeves deck ann.spells",
		"table: amend triangle bank ben.hand", "table: amend bent-mirror bank arcana")
	play(t, g, "ann: cast crossed-sleeves ben")
	if lookers, _ := g.HiddenAgain(1); !slices.Contains(lookers, 0) {
		t.Errorf("the lookers are %v: Ann sees %v", lookers, g.View(0).Facts)
	}
}

// Who steals a card by its name, and takes that back, has learned that the other one holds it. To steal an unseen card tells nothing.
func TestNamingACardOfAnotherHandShowsIt(t *testing.T) {
	for steal, want := range map[string]bool{"ann: steal triangle": true, "ann: steal ?": false} {
		g := begin(t, athame.Game())
		play(t, g, "table: reveal square", "table: reveal triangle", "table: reveal circle", "table: reveal line", "ann: ritual ring-of-ash", "ben: ritual ring-of-thorns",
			"ben: hold triangle triangle circle square", "ben: hold triangle 3 line", "ben: hold square 2", "table: amend ? bank ben.hand", "ben: hold night-bell", "ann: draw market", "table: reveal square", "table: reveal square", "table: reveal circle", "table: reveal circle",
			"table: amend ennerls-total-invisibility deck ann.spells", "ann: cast ennerls-total-invisibility ben", "ben: pass", steal)
		lookers, felt := g.HiddenAgain(1)
		if got := slices.Contains(lookers, 0); got != want || felt != want {
			t.Errorf("%s, taken back, has shown Ann a card: %v", steal, got)
		}
	}
}
