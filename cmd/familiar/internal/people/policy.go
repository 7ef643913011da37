package people

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"familiar/engine"
)

// Policy is how people choose their moves. They play legal moves, but not good ones.
type Policy int

// The policies.
const (
	Aimless  Policy = iota // whatever is possible, each verb as likely as another
	Eager                  // what brings the most important count of the game up at once, else aimlessly
	Habitual               // each person has verbs that they like, and others that they seldom think of
)

// Policies lists all policies.
func Policies() []Policy { return []Policy{Aimless, Eager, Habitual} }

// String names the policy.
func (p Policy) String() string { return [...]string{"aimless", "eager", "habitual"}[p] }

// opportunities is how many moves a person thinks through at the beginning of a turn, where a game has something to look for: a labyrinth is left by no
// chance.
const opportunities = 150

// chooser chooses the moves of a game.
type chooser struct {
	policy Policy
	rules  engine.Game
	goal   string // the fact of a seat that counts most
	rng    *rand.Rand
	liking map[liking]float64
	turn   engine.Seat   // whose turn it was when somebody last thought
	plan   []engine.Move // what the person whose turn it is has seen, the next move first
}

type liking struct {
	seat engine.Seat
	verb engine.Name
}

func newChooser(p Policy, rules engine.Game, words *engine.Phrases, rng *rand.Rand) *chooser {
	c := &chooser{policy: p, rules: rules, rng: rng, liking: make(map[liking]float64), turn: engine.NoSeat}
	if len(words.Counts) > 0 {
		c.goal = words.Counts[0].Fact
	}
	return c
}

// next chooses the next move; false: there is none.
func (c *chooser) next(state engine.State) (engine.Move, bool) {
	if m, ok := c.planned(state); ok {
		return m, true
	}
	var all []engine.Move
	for m := range state.Moves {
		all = append(all, m)
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	if c.policy == Eager || c.rng.IntN(3) == 0 {
		if m, ok := c.better(state, all); ok {
			return m, true
		}
	}
	return c.random(all), true
}

// planned returns the next move of what the person has seen at the beginning of the turn.
func (c *chooser) planned(state engine.State) (engine.Move, bool) {
	status := state.Status()
	if c.turn != status.Turn && c.rules.Seek != nil && !status.Ask.Open && status.Ask.Seat == status.Turn {
		c.turn, c.plan = status.Turn, nil
		c.rules.Seek(&thought{context.Background(), opportunities}, state.View(status.Turn), status.Turn, func(_, _ int, found *engine.Hint) {
			if found != nil && (c.plan == nil || len(found.Moves) < len(c.plan)) {
				c.plan = found.Moves
			}
		})
	}
	if len(c.plan) == 0 || !state.Check(c.plan[0]).OK() {
		c.plan = nil
		return engine.Move{}, false
	}
	m := c.plan[0]
	c.plan = c.plan[1:]
	return m, true
}

// thought is a context that is done after some moves were tried.
type thought struct {
	context.Context
	left int
}

// Err implements context.Context.
func (t *thought) Err() error {
	if t.left--; t.left < 0 {
		return context.Canceled
	}
	return nil
}

// tried is how many moves a person compares.
const tried = 24

// better returns a move that brings its seat nearer to its goal, if one of some does.
func (c *chooser) better(state engine.State, all []engine.Move) (engine.Move, bool) {
	stands := make(map[engine.Seat]float64)
	for range min(tried, len(all)) {
		m := all[c.rng.IntN(len(all))]
		if int(m.Seat) >= state.Catalog().Seats() {
			continue
		}
		seat := state.Catalog().SeatWord(m.Seat)
		if stands[m.Seat] == 0 {
			stands[m.Seat] = c.standing(state, seat)
		}
		after := state.Clone()
		after.Play(m)
		if c.standing(after, seat) > stands[m.Seat] {
			return m, true
		}
	}
	return engine.Move{}, false
}

// standing returns how well a seat stands. On a board it counts how far it has to go to what it looks for, too.
func (c *chooser) standing(state engine.State, seat string) float64 {
	var goal, at string
	var sought []string
	for path, value := range state.Facts {
		fact, own := strings.CutPrefix(path, seat+".")
		if !own && goal != "" {
			break // what a seat has comes together
		}
		switch {
		case !own:
		case fact == c.goal:
			goal = value
		case fact == "at":
			at = value
		case strings.HasPrefix(fact, "book."):
			sought = append(sought, value)
		}
	}
	column, row, ok := cell(at)
	if !ok {
		return float64(worth(goal))
	}
	nearest := 100.0
	for _, there := range sought {
		if x, y, ok := cell(there); ok {
			nearest = min(nearest, math.Abs(x-column)+math.Abs(y-row))
		}
	}
	return float64(worth(goal)) - nearest/100
}

// cell returns the column and the row of a cell of a board, such as c7.
func cell(word string) (column, row float64, ok bool) {
	if len(word) < 2 || word[0] < 'a' || word[0] > 'z' {
		return 0, 0, false
	}
	n, err := strconv.Atoi(word[1:])
	return float64(word[0] - 'a'), float64(n), err == nil
}

// worth returns the number that a fact is, or how many words it has.
func worth(fact string) int {
	if n, err := strconv.Atoi(fact); err == nil {
		return n
	}
	return len(strings.Fields(fact))
}

// random returns one of some moves: first a verb, as much as its person likes it, then one of its moves.
func (c *chooser) random(all []engine.Move) engine.Move {
	var kinds []liking
	byKind := make(map[liking][]engine.Move)
	for _, m := range all {
		k := liking{m.Seat, m.Verb}
		if byKind[k] == nil {
			kinds = append(kinds, k)
		}
		byKind[k] = append(byKind[k], m)
	}
	var sum float64
	for _, k := range kinds {
		sum += c.likes(k)
	}
	at := c.rng.Float64() * sum
	chosen := kinds[len(kinds)-1]
	for _, k := range kinds {
		if at -= c.likes(k); at < 0 {
			chosen = k
			break
		}
	}
	of := byKind[chosen]
	return of[c.rng.IntN(len(of))]
}

// Likelihood returns how likely people make each legal move of a state. After holds the states after the moves, in the same order. If it is empty, the result
// does not depend on what a move brings.
func (g *Game) Likelihood(state engine.State, moves []engine.Move, after []engine.State) []float64 {
	return g.chooser.likelihood(state, moves, after)
}

func (c *chooser) likelihood(state engine.State, moves []engine.Move, after []engine.State) []float64 {
	var sum float64
	alike := make(map[liking]int)
	known := func(k liking) float64 { // likes would draw from the chance of the game, and change the game
		if l := c.liking[k]; l > 0 {
			return l
		}
		return 1
	}
	for _, m := range moves {
		k := liking{m.Seat, m.Verb}
		if alike[k]++; alike[k] == 1 {
			sum += known(k)
		}
	}
	var better []int
	stands := make(map[engine.Seat]float64)
	for i := range after {
		m := moves[i]
		if int(m.Seat) >= state.Catalog().Seats() {
			continue
		}
		seat := state.Catalog().SeatWord(m.Seat)
		if _, ok := stands[m.Seat]; !ok {
			stands[m.Seat] = c.standing(state, seat)
		}
		if c.standing(after[i], seat) > stands[m.Seat] {
			better = append(better, i)
		}
	}
	improves := 1 - math.Pow(1-float64(len(better))/float64(len(moves)), float64(min(tried, len(moves)))) // how likely one of the better moves is tried
	if c.policy != Eager {
		improves /= 3
	}
	improves *= 0.9 // a person may know more than this state shows
	all := make([]float64, len(moves))
	for i, m := range moves {
		k := liking{m.Seat, m.Verb}
		all[i] = (1 - improves) * known(k) / sum / float64(alike[k])
	}
	for _, i := range better {
		all[i] += improves / float64(len(better))
	}
	return all
}

// likes returns how much a person likes a verb.
func (c *chooser) likes(k liking) float64 {
	if c.policy != Habitual {
		return 1
	}
	if c.liking[k] == 0 {
		c.liking[k] = 0.1 + c.rng.ExpFloat64()
	}
	return c.liking[k]
}
