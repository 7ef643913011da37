package enginetest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/record"
)

// trace is a game: its setup and the moves that are tried in it. Moves that are illegal when their turn comes are left out, so a trace can be
// shortened by removing any of them.
type trace struct {
	suite *suite
	deal  deal
	first engine.State // never changed by moves
	moves []engine.Move
	seed  uint64
}

// rng returns a random source that depends only on the trace, so that a check has the same result every time.
func (t *trace) rng() *rand.Rand { return rand.New(rand.NewPCG(t.seed, 7)) }

// states yields every state with the move that comes next; the last state has no move. The caller must not keep or change a state.
func (t *trace) states() iter.Seq2[engine.State, engine.Move] {
	return func(yield func(engine.State, engine.Move) bool) {
		s := t.first.Clone()
		for _, m := range t.moves {
			if !s.Check(m).OK() {
				continue
			}
			if !yield(s, m) {
				return
			}
			s.Play(m)
		}
		yield(s, engine.Move{})
	}
}

// record returns the trace as a table record.
func (t *trace) record() string {
	var b strings.Builder
	b.WriteString(record.FormatHeader(t.deal.setup))
	for s, m := range t.states() {
		if m.Verb != engine.None {
			b.WriteString(record.FormatMove(s.Catalog(), m, "") + "\n")
		}
	}
	return b.String()
}

// each turns a check of one game into a check of all setups. A failing game is shortened before it is reported.
func each(check func(*trace) error) func(*suite) error {
	return func(s *suite) error {
		games, err := s.randomGames()
		if err != nil {
			return err
		}
		for _, t := range games {
			if err := check(t); err != nil {
				return t.shorten(check, err)
			}
		}
		return nil
	}
}

// randomGames plays some games of every setup. All checks share them.
func (s *suite) randomGames() ([]*trace, error) {
	if s.games != nil {
		return s.games, nil
	}
	for i, d := range s.deals {
		first, err := d.begin()
		if err != nil {
			if len(d.setup.Options) > 0 {
				continue
			}
			return nil, err
		}
		if s.games == nil {
			s.unamended = amendWays(first.Catalog())
		}
		for game := range s.cfg.Games {
			t := &trace{suite: s, deal: d, first: first, seed: uint64(i*1000 + game)}
			t.moves = s.randomGame(t.rng(), first.Clone())
			s.games = append(s.games, t)
		}
	}
	return s.games, nil
}

// randomGame plays a game with a random `hold` or `amend` now and then, more often while some ways of correction are unused. A finished game may be amended too.
func (s *suite) randomGame(rng *rand.Rand, state engine.State) []engine.Move {
	var moves []engine.Move
	for len(moves) < s.cfg.Length {
		m, ok := Pick(rng, state)
		if !ok && rng.IntN(2) == 0 {
			break
		}
		unlisted, found := engine.Move{}, false
		if rng.IntN(6) == 0 {
			unlisted, found = randomUnlisted(rng, state)
		} else if !ok || rng.IntN(4) == 0 {
			unlisted, found = s.randomAmend(rng, state)
		}
		if found && !(s.cfg.TakenBack && unanswered(state, unlisted)) {
			m = unlisted
		} else if !ok {
			break
		}
		moves = append(moves, m)
		s.noteAmend(state.Catalog(), m)
		state.Play(m)
	}
	return moves
}

// unanswered reports whether no legal move is left after a move although the game is not over.
func unanswered(s engine.State, m engine.Move) bool {
	next := s.Clone()
	next.Play(m)
	_, ok := oneOf(next)
	return !ok && !next.Status().Over
}

// randomUnlisted returns a legal `hold` or `amend`, if one is found in a few attempts.
func randomUnlisted(rng *rand.Rand, s engine.State) (engine.Move, bool) {
	word := "hold"
	if rng.IntN(4) == 0 {
		word = "amend"
	}
	c := s.Catalog()
	signatures := c.Signatures(c.Name(word))
	if len(signatures) == 0 {
		return engine.Move{}, false
	}
	for range 12 {
		signature := signatures[rng.IntN(len(signatures))]
		m := randomMove(rng, c, signature)
		if s.Check(m).OK() {
			return m, true
		}
	}
	return engine.Move{}, false
}

// randomMove returns a random move of a signature.
func randomMove(rng *rand.Rand, c *engine.Catalog, f engine.Signature) engine.Move {
	m := engine.Move{Seat: engine.Nobody, Verb: f.Verb}
	if !f.ByNobody {
		m.Seat = engine.Seat(rng.IntN(c.Seats()))
	}
	for i, class := range f.Args {
		if names := Fitting(c, class); len(names) > 0 {
			m.Args[i] = names[rng.IntN(len(names))]
		}
	}
	return m
}

// Fitting lists the names of a class; of the numbers only 0 to 9.
func Fitting(c *engine.Catalog, class engine.Class) []engine.Name {
	names := c.Names(class)
	if class&engine.ClassNumber != 0 {
		for n := range 10 {
			names = append(names, engine.Number(n))
		}
	}
	return names
}

// shorten removes moves as long as the check still fails, and reports the remaining game.
func (t *trace) shorten(check func(*trace) error, err error) error {
	short := *t
	for size := (len(t.moves) + 1) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(short.moves); {
			try := short
			try.moves = slices.Delete(slices.Clone(short.moves), at, at+size)
			if e := check(&try); e != nil {
				short, err = try, e
				continue
			}
			at += size
		}
	}
	return fmt.Errorf("%s: %w\nin this game:\n%s", t.deal, err, short.record())
}
