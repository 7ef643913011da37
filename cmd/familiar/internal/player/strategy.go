package player

import (
	"flag"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// Strategy is how a random game proceeds: which legal move is made next.
type Strategy struct {
	seed       uint64
	rng        *rand.Rand
	preferred  [][]string // lists of verbs: one list is picked each time, and its verbs are preferred whenever they are possible
	goal       string     // a fact of a seat that wins the game if it is high enough: chance alone hardly ever does that
	raiseEvery int        // after that many moves an amend raises the goal of a seat
	sinceRaise int        // moves since then
}

// seedFlag repeats a game that has failed.
var seedFlag = flag.Uint64("seed", 0, "play the random games with this seed; 0: with that of each test")

// NewStrategy returns the strategy of a game with a seed, which the flag -seed replaces. Each move prefers the verbs of one of the lists;
// without lists, every verb is as good as another.
func NewStrategy(seed uint64, preferred ...[]string) *Strategy {
	if len(preferred) == 0 {
		preferred = [][]string{nil}
	}
	if *seedFlag != 0 {
		seed = *seedFlag
	}
	return &Strategy{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), preferred: preferred, raiseEvery: math.MaxInt}
}

// Raising makes an amend raise a fact of a seat after every so many moves, so that the game comes to its end.
func (s *Strategy) Raising(fact string, every int) *Strategy {
	s.goal, s.raiseEvery = fact, every
	return s
}

// Rand returns the source of all chance in the game.
func (s *Strategy) Rand() *rand.Rand { return s.rng }

// Next picks a move: a legal one, or sometimes an amend that brings the end nearer.
func (s *Strategy) Next(state engine.State) (engine.Move, bool) {
	if s.sinceRaise++; s.sinceRaise > s.raiseEvery {
		s.sinceRaise = 0
		if m, ok := s.Raise(state, s.goal); ok {
			return m, true
		}
	}
	return s.RandomMove(state)
}

// Raise finds an amend after which a fact of a seat is higher.
func (s *Strategy) Raise(state engine.State, fact string) (engine.Move, bool) {
	cat := state.Catalog()
	for _, seat := range s.rng.Perm(cat.Seats()) {
		word := cat.SeatWord(engine.Seat(seat))
		path := word + "." + fact
		had, ok := engine.Fact(state, path)
		if !ok {
			continue
		}
		for m := range amendsOf(state, word) {
			after := state.Clone()
			after.Play(m)
			if has, _ := engine.Fact(after, path); MoreThan(has, had) {
				return m, true
			}
		}
	}
	return engine.Move{}, false
}

// amendsOf lists the legal amends that name something of a seat.
func amendsOf(state engine.State, seat string) iter.Seq[engine.Move] {
	c := state.Catalog()
	return func(yield func(engine.Move) bool) {
		for _, f := range c.Signatures(c.Name("amend")) {
			if !amendsFrom(c, f, nil, func(args []engine.Name) bool {
				m := engine.NewMove(engine.Nobody, f.Verb, args...)
				own := slices.ContainsFunc(args, func(n engine.Name) bool { return strings.HasPrefix(c.Word(n), seat+".") })
				return !own || !state.Check(m).OK() || yield(m)
			}) {
				return
			}
		}
	}
}

// amendsFrom lists all arguments of a signature that begin with args.
func amendsFrom(c *engine.Catalog, f engine.Signature, args []engine.Name, yield func([]engine.Name) bool) bool {
	if len(args) == len(f.Args) {
		return yield(args)
	}
	for _, n := range enginetest.Fitting(c, f.Args[len(args)]) {
		if !amendsFrom(c, f, append(args, n), yield) {
			return false
		}
	}
	return true
}

// MoreThan reports whether one fact is larger than another, as a number or as a list of words.
func MoreThan(a, b string) bool { return worth(a) > worth(b) }

func worth(fact string) int {
	if n, err := strconv.Atoi(fact); err == nil || fact == "none" {
		return n
	}
	return len(strings.Fields(fact))
}

// RandomMove picks a legal move, preferring some verbs.
func (s *Strategy) RandomMove(state engine.State) (engine.Move, bool) {
	var all, preferred []engine.Move
	first := s.preferred[s.rng.IntN(len(s.preferred))]
	for m := range state.Moves {
		all = append(all, m)
		if slices.Contains(first, state.Catalog().Word(m.Verb)) {
			preferred = append(preferred, m)
		}
	}
	if len(preferred) > 0 {
		all = preferred
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	// Choose the verb first, so that a verb with many cards does not crowd out the others.
	verb := all[s.rng.IntN(len(all))]
	if s.rng.IntN(2) == 0 {
		verbs := make(map[engine.Name][]engine.Move)
		var names []engine.Name
		for _, m := range all {
			if verbs[m.Verb] == nil {
				names = append(names, m.Verb)
			}
			verbs[m.Verb] = append(verbs[m.Verb], m)
		}
		of := verbs[names[s.rng.IntN(len(names))]]
		verb = of[s.rng.IntN(len(of))]
	}
	return verb, true
}
