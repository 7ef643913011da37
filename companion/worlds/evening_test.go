package worlds

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
)

// evening is a game of people who forget to say some of their moves, at a table.
type evening struct {
	*table
	rng   *rand.Rand
	truth engine.State
	moves []engine.Move // in truth
	counts
}

// counts says how a table has followed a game.
type counts struct {
	told    int // moves
	inStep  int // after how many of them the journal's game was the true one, to everybody
	refused int // how many of them the table did not take in
	asked   int // questions
}

func (c *counts) add(d counts) {
	c.told, c.inStep, c.refused, c.asked = c.told+d.told, c.inStep+d.inStep, c.refused+d.refused, c.asked+d.asked
}

// followed plays a game, at most that many moves, and returns how the table has followed it. One move in twenty is not told. The seed decides everything. Without
// worlds the table believes its journal.
func followed(t *testing.T, rules engine.Game, seed uint64, most int, worlds bool) counts {
	t.Helper()
	e := &evening{table: newTableOf(t, rules), rng: rand.New(rand.NewPCG(seed, 1))}
	e.truth = e.history.State().Clone()
	for range most {
		m, ok := e.choose()
		if !ok {
			break
		}
		if v := e.truth.Play(m); !v.OK() {
			t.Fatalf("a legal move is refused for %s", v.Rule)
		}
		e.moves = append(e.moves, m)
		if e.rng.IntN(20) == 0 {
			continue
		}
		e.told++
		var taken bool
		if worlds {
			e.tell(m)
			made := e.history.Moves()
			taken = len(made) > 0 && made[len(made)-1] == m
			e.answer()
		} else {
			taken = e.history.Play(m).OK()
		}
		if !taken {
			e.refused++
		}
		if e.agrees() {
			e.inStep++
		}
	}
	return e.counts
}

// choose chooses a legal move: each verb of each seat is as likely as another one.
func (e *evening) choose() (engine.Move, bool) {
	legal := slices.DeleteFunc(slices.Collect(e.truth.Moves), func(m engine.Move) bool { // what hands hide stays hidden
		shown, ok := e.truth.Redacted(m, engine.Public)
		return !ok || shown != m
	})
	if len(legal) == 0 {
		return engine.Move{}, false
	}
	kind := func(m engine.Move) engine.Move { return engine.NewMove(m.Seat, m.Verb) }
	kinds := make(map[engine.Move]bool)
	for _, m := range legal {
		kinds[kind(m)] = true
	}
	order := slices.SortedFunc(maps.Keys(kinds), resolver.CompareMoves)
	chosen := order[e.rng.IntN(len(order))]
	alike := slices.DeleteFunc(legal, func(m engine.Move) bool { return kind(m) != chosen })
	return alike[e.rng.IntN(len(alike))], true
}

// answer answers the table's questions, but one in ten stays without an answer.
func (e *evening) answer() {
	for range 4 {
		q := e.belief.Question()
		if q.IsZero() {
			return
		}
		e.asked++
		e.belief.Asked(q)
		if e.rng.IntN(10) == 0 {
			continue
		}
		m, ok := e.forgotten(q)
		switch next := len(e.history.Moves()); {
		case q.Moves != nil:
			e.belief.Choose(q, m, ok)
			e.jump()
		case ok:
			e.tell(m)
		case q.Awaited && next < len(e.moves) && e.moves[next].Seat == e.history.State().Status().Ask.Seat:
			e.tell(e.moves[next])
		}
	}
}

// forgotten returns the first move that a question may be about, and that was made in truth more often since then than the journal has it.
func (e *evening) forgotten(q Question) (m engine.Move, ok bool) {
	since := func(moves []engine.Move) []engine.Move { return moves[min(q.at.number(), len(moves)):] }
	told := slices.Clone(since(e.history.Moves()))
	for _, m := range since(e.moves) {
		if i := slices.Index(told, m); i >= 0 {
			told = slices.Delete(told, i, i+1)
		} else if slices.Contains(q.Moves, m) || q.Moves == nil && !q.Awaited && m.Seat == q.Show.Seat && m.Verb == q.Show.Verb {
			return m, true
		}
	}
	return m, false
}

// agrees reports whether the journal's game and the true one are the same to everybody.
func (e *evening) agrees() bool {
	facts := func(s engine.State) map[string]string { return maps.Collect(s.View(engine.Public).Facts) }
	a, b := e.truth.Status().Ask, e.history.State().Status().Ask
	return a == b && maps.Equal(facts(e.truth), facts(e.history.State()))
}

// TestWorldsFollow: people do not say one move in twenty, and nobody puts the table right. A table with worlds takes in far more of what it is told than one that
// believes its journal, and its game is the true one after more moves.
func TestWorldsFollow(t *testing.T) {
	for _, rules := range []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game()} {
		t.Run(rules.ID, func(t *testing.T) {
			t.Parallel()
			var alone, with counts // of three games together
			for seed := range uint64(3) {
				alone.add(followed(t, rules, seed, 60, false))
				with.add(followed(t, rules, seed, 60, true))
			}
			percent := func(n int) int { return 100 * n / with.told }
			t.Logf("in step %d%% → %d%%, refused %d%% → %d%%, %d questions per 100 moves",
				percent(alone.inStep), percent(with.inStep), percent(alone.refused), percent(with.refused), percent(with.asked))
			if 3*with.refused > alone.refused || with.inStep <= 2*alone.inStep {
				t.Errorf("%d true moves were refused, and %d without worlds; in step after %d and %d", with.refused, alone.refused, with.inStep, alone.inStep)
			}
			if with.asked == 0 || with.asked > with.told/3 {
				t.Errorf("the table asks %d questions about %d moves", with.asked, with.told)
			}
		})
	}
}
