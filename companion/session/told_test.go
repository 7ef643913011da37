package session_test

import (
	"math/rand/v2"
	"testing"

	"familiar/companion/session"
	"familiar/engine"
)

// A seat can know of every refusal that its own tellings explain: what it has shown, drawn or given away, and what was put right in its hand. Its view alone does not say so, because a view
// does not remember from where a card has come.
func TestRefusalsThatASeatCanKnow(t *testing.T) {
	refused := 0
	for _, rules := range games {
		t.Run(rules.ID, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			var g *session.Game
			for n := range 20_000 {
				if n%200 == 0 {
					g = begin(t, rules)
				}
				m := randomMove(rng, g, 0)
				if v := g.History.State().Check(m); v.OK() {
					if redacted, ok := g.History.State().Redacted(m, 0); ok { // what others know alone plays no part here
						g.Play(redacted)
					}
				} else if got := g.CheckAs(0, m); got.OK() {
					t.Errorf("after %d moves `%s` is refused by %s, and the seat cannot know that", len(g.Log), g.Catalog.Format(m), v.Rule)
				} else if g.View(0).State.Check(m).OK() {
					refused++
				}
			}
		})
	}
	if refused < 100 {
		t.Errorf("the view of the seat has allowed only %d of the refused moves", refused)
	}
}

// Where other players have told what the seat does not know, the seat can still follow most of the game.
func TestSeatFollowsWhatItIsTold(t *testing.T) {
	for _, rules := range games {
		t.Run(rules.ID, func(t *testing.T) {
			g := begin(t, rules)
			rng := rand.New(rand.NewPCG(1, 1))
			known := 0
			for range 200 {
				for range 10 {
					g.Play(randomMove(rng, g, engine.Seat(rng.IntN(g.Catalog.Seats()))))
				}
				if g.AsTold(0) != nil {
					known++
				}
			}
			if known < 190 {
				t.Errorf("it can follow at %d of 200 times", known)
			}
		})
	}
}

// randomMove returns a legal move or, as often, a `hold` of a seat or an `amend`, which may be illegal.
func randomMove(rng *rand.Rand, g *session.Game, seat engine.Seat) engine.Move {
	verb, by := g.Hold, seat
	switch rng.IntN(4) {
	case 0:
		verb, by = g.Amend, engine.Nobody
	case 1, 2:
		var legal []engine.Move
		for m := range g.History.State().Moves {
			legal = append(legal, m)
		}
		if len(legal) > 0 {
			return legal[rng.IntN(len(legal))]
		}
	}
	signatures := g.Catalog.Signatures(verb)
	f := signatures[rng.IntN(len(signatures))]
	m := engine.NewMove(by, verb)
	for i, class := range f.Args {
		if names := g.Catalog.Names(class); len(names) > 0 {
			m.Args[i] = names[rng.IntN(len(names))]
		}
	}
	return m
}
