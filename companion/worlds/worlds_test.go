package worlds

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/sacrilege"
)

// table is a journal with a belief about its game.
type table struct {
	tb      testing.TB
	history *engine.History
	belief  Belief
	now     time.Time
}

// newTable returns a table with a game of two players, after some moves that were told.
func newTable(tb testing.TB, told ...string) *table {
	tb.Helper()
	return newTableOf(tb, toygame.Game(), told...)
}

func newTableOf(tb testing.TB, rules engine.Game, told ...string) *table {
	tb.Helper()
	s, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		tb.Fatal(err)
	}
	t := &table{tb: tb, history: engine.NewHistory(s)}
	t.belief.Begin(t.history)
	for _, line := range told {
		if j, ok := t.say(line); ok {
			tb.Fatalf("after %q the table jumps to %v", line, t.lines(j.Moves))
		}
	}
	return t
}

// move reads a move as records write it.
func (t *table) move(line string) engine.Move {
	seat, rest, _ := strings.Cut(line, ": ")
	words := strings.Fields(rest)
	return t.history.State().Catalog().Move(seat, words[0], words[1:]...)
}

// say tells a move on a phone, while cards lie on readers.
func (t *table) say(line string, lying ...Lying) (Jump, bool) {
	t.tb.Helper()
	return t.tell(t.move(line), lying...)
}

// tell tells a move on a phone. The journal makes it if it is legal there.
func (t *table) tell(m engine.Move, lying ...Lying) (Jump, bool) {
	t.tb.Helper()
	o := resolver.Anything()
	t.now = t.now.Add(time.Minute)
	o.At = t.now
	if shown, ok := t.history.State().Redacted(m, engine.Public); ok && shown == m { // otherwise nobody may know what was tried
		o.Verb, o.By, o.Args = m.Verb, m.Seat, m.Args
	}
	out := resolver.Outcome{Kind: resolver.Refuse, Observation: o, Said: true}
	if t.history.Play(m).OK() {
		out.Kind, out.Moves = resolver.Play, []engine.Move{m}
	}
	return t.follow(out, lying...)
}

// follow hands an outcome to the belief, and makes the jump to which that leads.
func (t *table) follow(out resolver.Outcome, lying ...Lying) (Jump, bool) {
	t.tb.Helper()
	t.belief.Follow(t.history, out, lying, nil)
	return t.jump()
}

// jump makes the jump to the likeliest world, if the belief wants it.
func (t *table) jump() (Jump, bool) {
	t.tb.Helper()
	j, ok := t.belief.Jump(t.history)
	if !ok {
		return j, false
	}
	t.history.TakeBack(j.Undo)
	for _, m := range j.Moves {
		if v := t.history.Play(m); !v.OK() {
			t.tb.Fatalf("the table jumps to %s, which is refused for %s", t.history.State().Catalog().Format(m), v.Rule)
		}
	}
	t.belief.Jumped(t.history)
	return j, true
}

func (t *table) lines(moves []engine.Move) []string {
	var lines []string
	for _, m := range moves {
		lines = append(lines, t.history.State().Catalog().Format(m))
	}
	return lines
}

// TestWhatIsToldFits: as long as everything is told, the table stays with its journal, and has nothing to ask, however oddly people play.
func TestWhatIsToldFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := newTable(t)
		for range rapid.IntRange(1, 40).Draw(rt, "moves") {
			legal := slices.Collect(tb.history.State().Moves)
			if len(legal) == 0 {
				return
			}
			line := tb.history.State().Catalog().Format(rapid.SampledFrom(legal).Draw(rt, "move"))
			if j, ok := tb.say(line); ok {
				rt.Fatalf("after %q the table jumps to %q", line, tb.lines(j.Moves))
			}
			if q := tb.belief.Question(); q.Moves != nil {
				rt.Fatalf("after %q the table asks for %q", line, tb.lines(q.Moves))
			}
		}
	})
}

// TestHandForbids: what everybody takes for legal was refused because of a hand. That must change nothing, because everybody would see it.
func TestHandForbids(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	before := slices.Clone(tb.belief.worlds)
	m := tb.move("ann: end")
	o := resolver.Anything()
	o.Verb, o.By = m.Verb, m.Seat
	for range 5 {
		if j, ok := tb.follow(resolver.Outcome{Kind: resolver.Refuse, Observation: o}); ok {
			t.Fatalf("the table jumps to %q", tb.lines(j.Moves))
		}
	}
	if !slices.Equal(before, tb.belief.worlds) || tb.belief.Question().Moves != nil {
		t.Error("everybody can see that it was refused")
	}
}

// TestUndoEndsDoubt: players who take a move back have put the table right. What they tell after that is believed.
func TestUndoEndsDoubt(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	tb.say("ben: play three") // is refused
	if tb.belief.doubt == 0 {
		t.Fatal("nothing is in doubt")
	}
	tb.history.TakeBack(1)
	tb.say("ann: play three")
	if tb.belief.doubt > 0 || len(tb.belief.worlds) != 1 {
		t.Errorf("%d more observations are in doubt, with %d worlds", tb.belief.doubt, len(tb.belief.worlds))
	}
}

// TestMoveThatWasNotTold: Ann has ended her turn, and nobody has said so. Ben plays.
func TestMoveThatWasNotTold(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	tb.say("ben: play three")
	tb.now = tb.now.Add(-50 * time.Second)
	j, ok := tb.say("ben: play three") // it was refused, so it is said again
	want := Jump{Moves: []engine.Move{tb.move("ann: end"), tb.move("ben: play three")}, Supposed: []engine.Move{tb.move("ann: end")}}
	if diff := cmp.Diff(want, j); !ok || diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if j, ok := tb.say("ben: end"); ok {
		t.Errorf("then the table jumps to %q", tb.lines(j.Moves))
	}
}

// TestBeliefIsWhatEverybodyKnows: whatever is told and left out, the journal's world is the journal's game as everybody knows it.
func TestBeliefIsWhatEverybodyKnows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tb := newTable(t)
		truth := tb.history.At(0)
		for range rapid.IntRange(1, 40).Draw(rt, "moves") {
			legal := slices.Collect(truth.Moves)
			if len(legal) == 0 {
				return
			}
			m := rapid.SampledFrom(legal).Draw(rt, "move")
			truth.Play(m)
			if rapid.IntRange(0, 9).Draw(rt, "told") > 0 {
				tb.say(truth.Catalog().Format(m))
			}
			journal := maps.Collect(tb.history.State().View(engine.Public).Facts)
			if diff := cmp.Diff(journal, maps.Collect(tb.belief.worlds[0].state.Facts)); diff != "" {
				rt.Fatalf("the journal's world is another one (-journal +world):\n%s", diff)
			}
		}
	})
}

// supposes reports whether a world has a move that nobody has told.
func (t *table) supposes(w *world, line string) bool {
	for s := w.last; s != nil; s = s.before {
		if s.supposed && s.move == t.move(line) {
			return true
		}
	}
	return false
}

// TestCardThatLiesThere: of all cards that Ann may have sacrificed without a word, the one that lies on her altar is thought of.
func TestCardThatLiesThere(t *testing.T) {
	for _, lying := range [][]Lying{nil, {{Card: "monk", Place: "ann.altar"}}} {
		tb := newTableOf(t, sacrilege.Game(), "table: reveal judge")
		tb.say("ann: end", lying...)
		others := tb.belief.worlds[1:]
		at := slices.IndexFunc(others, func(w *world) bool { return tb.supposes(w, "ann: sacrifice monk ann") })
		if thought := at >= 0 && others[at].likely() > 0.05; thought != (lying != nil) {
			t.Errorf("with %v the sacrifice is thought of: %t", lying, thought)
		}
	}
}

// TestToldLate: a move that was supposed and is then told is no further one.
func TestToldLate(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	tb.say("ben: play three")
	tb.now = tb.now.Add(-50 * time.Second)
	if j, ok := tb.say("ben: play three"); !ok {
		t.Fatalf("the table does not suppose that Ann's turn has ended: %q", tb.lines(j.Moves))
	}
	stood := tb.lines(tb.history.Moves())
	if j, ok := tb.say("ann: end"); ok {
		t.Errorf("the table jumps to %q", tb.lines(j.Moves))
	}
	if diff := cmp.Diff(stood, tb.lines(tb.history.Moves())); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// TestOpenQuestionCountsLater: what the table asks about counts in the worlds when the game goes on without an answer, and not before.
func TestOpenQuestionCountsLater(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	tb.say("ben: play three") // is refused
	if len(tb.belief.worlds) < 2 {
		t.Fatal("there is one world only")
	}
	tb.belief.worlds[1].moves = 1 // a little likelier than the journal's
	before := slices.Clone(tb.belief.worlds)
	o := resolver.Anything()
	o.Names, o.Tags = []engine.Name{tb.move("ann: play one").Args[0]}, []resolver.Tag{{Reader: "heap", UID: "1"}}
	if j, ok := tb.follow(resolver.Outcome{Kind: resolver.Ask, Observation: o}); ok {
		t.Fatalf("the table jumps to %q", tb.lines(j.Moves))
	}
	if !slices.Equal(before, tb.belief.worlds) {
		t.Error("the worlds are others already")
	}
	tb.say("ann: wind")
	for _, w := range tb.belief.worlds {
		if w.last.number() > 3 && w.last.before.shown == tb.move("ann: play one") {
			return
		}
	}
	t.Error("there is no world in which Ann has played the card")
}
