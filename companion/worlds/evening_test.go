package worlds

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
)

// evening is a game of people who forget to say some of their moves, and the journal of a table that believes what it is told.
type evening struct {
	rng     *rand.Rand
	truth   engine.State
	moves   []engine.Move // in truth
	journal *engine.History
	belief  Belief
	now     time.Time
	told    int
	inStep  int // after how many told moves everything that everybody knows was true
	refused int // true moves
	asked   int
}

// newEvening begins a game. The seed decides everything in it.
func newEvening(t *testing.T, rules engine.Game, seed uint64) *evening {
	t.Helper()
	s, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{rng: rand.New(rand.NewPCG(seed, 1)), truth: s, journal: engine.NewHistory(s.Clone())}
	e.belief.Begin(e.journal)
	return e
}

// play plays some moves at most. One move in twenty is not told. With worlds the table jumps where they say so, and asks.
func (e *evening) play(t *testing.T, most int, with bool) {
	t.Helper()
	for range most {
		m, ok := e.choose()
		if !ok {
			return
		}
		if v := e.truth.Play(m); !v.OK() {
			t.Fatalf("a legal move is refused for %s", v.Rule)
		}
		e.moves = append(e.moves, m)
		if e.rng.IntN(20) == 0 {
			continue
		}
		e.told++
		e.tell(t, m, with)
		if e.agrees() {
			e.inStep++
		}
	}
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

// tell tells a move on a phone.
func (e *evening) tell(t *testing.T, m engine.Move, with bool) {
	t.Helper()
	o := resolver.Anything()
	e.now = e.now.Add(time.Minute)
	o.At = e.now
	o.Verb, o.By, o.Args = m.Verb, m.Seat, m.Args
	out := resolver.Outcome{Kind: resolver.Refuse, Observation: o, Said: true}
	if e.journal.Play(m).OK() {
		out.Kind, out.Moves = resolver.Play, []engine.Move{m}
	}
	if !with {
		if out.Kind == resolver.Refuse {
			e.refused++
		}
		return
	}
	e.jump(t)(e.belief.Follow(e.journal, out, nil))
	if at := e.journal.Moves(); out.Kind == resolver.Refuse && (len(at) == 0 || at[len(at)-1] != m) {
		e.refused++
	}
	for range 2 {
		offered := e.belief.Question()
		if offered == nil {
			return
		}
		e.asked++
		done := e.moves[min(e.belief.parting.number(), len(e.moves)-1)]
		if e.rng.IntN(10) > 0 {
			e.jump(t)(e.belief.Choose(e.journal, done, slices.Contains(offered, done)))
		}
	}
}

// jump returns a function that makes a jump.
func (e *evening) jump(t *testing.T) func(j Jump, ok bool) {
	return func(j Jump, _ bool) {
		t.Helper()
		e.journal.TakeBack(j.Undo)
		for _, m := range j.Moves {
			if v := e.journal.Play(m); !v.OK() {
				t.Fatalf("the table jumps to a move that is refused for %s", v.Rule)
			}
		}
	}
}

// agrees reports whether the journal's game and the true one are the same to everybody.
func (e *evening) agrees() bool {
	facts := func(s engine.State) map[string]string { return maps.Collect(s.View(engine.Public).Facts) }
	a, b := e.truth.Status().Ask, e.journal.State().Status().Ask
	return a == b && maps.Equal(facts(e.truth), facts(e.journal.State()))
}

// TestWorldsFollow: of people who do not say one move in twenty, and whom nobody puts right, a table that holds several games possible knows much more often how
// the game stands than one that believes its journal.
func TestWorldsFollow(t *testing.T) {
	for _, rules := range []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game()} {
		t.Run(rules.ID, func(t *testing.T) {
			t.Parallel()
			var alone, with evening // of three games together
			for seed := range uint64(3) {
				for _, sum := range []*evening{&alone, &with} {
					e := newEvening(t, rules, seed)
					e.play(t, 120, sum == &with)
					sum.told, sum.inStep, sum.refused, sum.asked = sum.told+e.told, sum.inStep+e.inStep, sum.refused+e.refused, sum.asked+e.asked
				}
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
