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
	"familiar/engine/athame"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/pantacle"
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
	return newTableFor(tb, rules, []string{"ann", "ben"}, told...)
}

func newTableFor(tb testing.TB, rules engine.Game, seats []string, told ...string) *table {
	tb.Helper()
	s, err := rules.New(engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: seats}, rules.House)
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
	t.belief.Follow(t.history, Observed{Outcome: out, Lying: lying})
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
			if q := tb.belief.Question(); !q.IsZero() {
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
	if !slices.Equal(before, tb.belief.worlds) || !tb.belief.Question().IsZero() {
		t.Error("everybody can see that it was refused")
	}
}

// A world with a move that only a hand forbids is given up: there is no jump to it, and the search for another one ends.
func TestWorldThatAHandForbids(t *testing.T) {
	tb := newTable(t)
	journal := tb.belief.worlds[0]
	likelier := *journal
	likelier.journal, likelier.moves = false, journal.moves+20
	likelier.last = journal.last.then(tb.move("ann: play one"), true) // before a card is turned up, nobody can play
	tb.belief.worlds, tb.belief.doubt = append(tb.belief.worlds, &likelier), doubtful
	if j, ok := tb.belief.Jump(tb.history); ok {
		t.Errorf("the table jumps to %v", tb.lines(j.Moves))
	}
	if len(tb.belief.worlds) != 1 || tb.belief.worlds[0] != journal {
		t.Errorf("%d worlds are left", len(tb.belief.worlds))
	}
}

// Players who were asked to show a move will hardly make another such move instead.
func TestAnotherMoveThanWasAskedFor(t *testing.T) {
	tb := newTable(t, "table: reveal one")
	b, w := &tb.belief, tb.belief.worlds[0]
	o := resolver.Anything()
	o.Verb, o.By = tb.move("ann: draw").Verb, tb.move("ann: draw").Seat
	likely := func(answers bool) float64 {
		b.answers = answers
		all := b.readings(w, b.legal(w), o, 0)
		if len(all) == 0 {
			t.Fatal("nobody can draw")
		}
		return all[0].moves - w.moves
	}
	if without, with := likely(false), likely(true); with != without+shownElse {
		t.Errorf("it is likely %g, and without the question %g", with, without)
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

// discs are the first moves of a game of Pantacle, until two have chosen and one has discarded a card.
var discs = []string{
	"ann: favor indoctrination", "ben: pass", "cai: pass", "ann: moon hound-full", "ben: favor recruitment", "cai: pass", "ann: pass", "ben: moon weaver-new",
	"cai: favor indoctrination", "ann: pass", "ben: pass",
}

// newPantacle returns a table with a game of Pantacle.
func newPantacle(t *testing.T) *table {
	t.Helper()
	return newTableFor(t, pantacle.Game(), []string{"ann", "ben", "cai"}, discs...)
}

// TestManyMovesArePossible: Cai has discarded a card that nobody has seen. To name three of all cards would be of no use, so the table asks for the card.
func TestManyMovesArePossible(t *testing.T) {
	tb := newPantacle(t)
	tb.say("ann: flame lower-left influence-per-flame")
	q := tb.belief.Question()
	if want := engine.NewMove(2, tb.move("cai: moon beekeeper-waxing").Verb); q.Moves != nil || q.Show != want {
		t.Fatalf("the table asks for %v, %q", q.Show, tb.lines(q.Moves))
	}
	tb.belief.Asked(q)
	j, ok := tb.say("cai: moon beekeeper-waxing")
	if got := tb.lines(j.Moves); !ok || j.Undo > 0 || !slices.Equal(got, []string{"ann: flame lower-left influence-per-flame"}) {
		t.Errorf("then the table jumps to %q", got)
	}
}

// TestGuessedCardIsShown: the table knows that a card was turned up, and has guessed which one. When it is shown another card, that is the one, and no second one.
func TestGuessedCardIsShown(t *testing.T) {
	tb := newTableOf(t, sacrilege.Game(), "table: reveal tyrant", "ann: invoke cardinal", "ann: choose ann")
	before := *tb.belief.worlds[0]
	tb.say("table: reveal ghoul")
	guess, imp := tb.belief.worlds[0], tb.move("table: reveal imp")
	guess.last.supposed = true
	tb.belief.worlds = []*world{guess, before.play(imp, true, 0)}
	tb.belief.Asked(Question{Show: engine.NewMove(imp.Seat, imp.Verb)})
	j, ok := tb.say("table: reveal imp")
	if got := tb.lines(j.Moves); !ok || j.Undo != 2 || !slices.Equal(got, []string{"table: reveal imp"}) {
		t.Errorf("the table takes %d moves back and makes %q", j.Undo, got)
	}
}

// TestForgottenAmongOthers: one of four cards was turned up and not told. When that is noticed, other cards lie after it. The table asks for the card that is missing, wherever it
// came, and the answer is all that it needs.
func TestForgottenAmongOthers(t *testing.T) {
	tb := newTableFor(t, athame.Game(), []string{"ann", "ben", "cai"}, "table: reveal line", "table: reveal triangle", "table: reveal triangle")
	tb.say("ann: ritual ring-of-lamps")
	q := tb.belief.Question()
	if len(q.Moves) != mostChoices || slices.ContainsFunc(q.Moves, func(m engine.Move) bool { return !strings.HasPrefix(tb.lines([]engine.Move{m})[0], "table: reveal ") }) {
		t.Fatalf("the table asks for %v, %q", q.Show, tb.lines(q.Moves))
	}
	tb.belief.Asked(q)
	card := q.Moves[1]
	tb.belief.Choose(q, card, true)
	tb.jump()
	var revealed []engine.Move
	for _, m := range tb.history.Moves() {
		if m.Verb == card.Verb {
			revealed = append(revealed, m)
		}
	}
	if last := tb.lines(tb.history.Moves())[len(tb.history.Moves())-1]; len(revealed) != 4 || !slices.Contains(revealed, card) || last != "ann: ritual ring-of-lamps" {
		t.Errorf("after the answer %q the moves are %q", tb.lines([]engine.Move{card}), tb.lines(tb.history.Moves()))
	}
}

// TestAnswerSaysNotWhen: people know what was done, but hardly when. An answer holds for all worlds with that move, wherever they have it.
func TestAnswerSaysNotWhen(t *testing.T) {
	tb := newTable(t)
	told, forgotten := tb.move("ann: draw"), tb.move("ben: draw")
	journal := &world{last: (*step)(nil).then(told, false), journal: true}
	before := &world{last: (*step)(nil).then(forgotten, true).then(told, false)}
	after := &world{last: journal.last.then(forgotten, true)}
	worlds := []*world{journal, before, after}
	for _, answer := range []struct {
		ok   bool
		want []float64
	}{{true, []float64{mistaken, 0, 0}}, {false, []float64{0, mistaken, mistaken}}} {
		b := Belief{worlds: worlds}
		for _, w := range worlds {
			w.moves = 0
		}
		q := b.choices(nil)
		if want := []string{"ben: draw"}; !slices.Equal(tb.lines(q.Moves), want) {
			t.Fatalf("the table asks for %q, not for %q", tb.lines(q.Moves), want)
		}
		b.Choose(q, forgotten, answer.ok)
		if got := []float64{journal.moves, before.moves, after.moves}; !slices.Equal(got, answer.want) {
			t.Errorf("after the answer %t the worlds weigh %v, not %v", answer.ok, got, answer.want)
		}
	}
}

// TestTooMuchIsMissing: so much was not told that nothing explains what people say. The table asks for what its game is waiting for, again and again, and then takes what
// was said before.
func TestTooMuchIsMissing(t *testing.T) {
	const before = 7
	tb := newTableFor(t, pantacle.Game(), []string{"ann", "ben", "cai"}, discs[:before]...)
	said := []string{"ann: favor recruitment", "ben: pass", "cai: pass", "ann: moon hound-new"}
	for _, line := range said {
		if j, ok := tb.say(line); ok {
			t.Fatalf("after %q the table jumps to %q", line, tb.lines(j.Moves))
		}
	}
	missing := append(discs[before:], "cai: moon beekeeper-waxing", "ann: flame lower-left influence-per-flame", "ann: curse strange-omen")
	for _, line := range missing {
		m, q := tb.move(line), tb.belief.Question()
		if !q.Awaited || q.Show.Seat != m.Seat {
			t.Fatalf("instead of %q the table asks for %v, %q", line, q.Show, tb.lines(q.Moves))
		}
		tb.belief.Asked(q)
		tb.tell(m)
	}
	if diff := cmp.Diff(slices.Concat(missing, said), tb.lines(tb.history.Moves()[before:])); diff != "" {
		t.Errorf("the moves (-want +got):\n%s", diff)
	}
	if q := tb.belief.Question(); !q.IsZero() {
		t.Errorf("then the table asks for %v, %q", q.Show, tb.lines(q.Moves))
	}
}

// TestQuestionsThatBringNothing: the more questions nobody answers, the longer nothing is asked.
func TestQuestionsThatBringNothing(t *testing.T) {
	tb := newTableFor(t, pantacle.Game(), []string{"ann", "ben", "cai"}, discs[:7]...)
	var asked []int
	for n := range 40 {
		tb.say([]string{"ann: favor recruitment", "ben: pass", "cai: pass", "ann: moon hound-new"}[n%4])
		if q := tb.belief.Question(); !q.IsZero() {
			tb.belief.Asked(q)
			asked = append(asked, n)
		}
	}
	if want := []int{1, 3, 7, 15, 31}; !slices.Equal(asked, want) {
		t.Errorf("something is asked after the observations %v, want %v", asked, want)
	}
}

// TestSecretsAreNoReason: what only some may know leads to no question and no jump.
func TestSecretsAreNoReason(t *testing.T) {
	tb := newTable(t, "table: reveal one", "ann: play two")
	tb.say("ben: play three") // is refused
	before := tb.belief
	o := resolver.Anything()
	o.Secret = true
	if tb.belief.Follow(tb.history, Observed{Outcome: resolver.Outcome{Kind: resolver.Refuse, Observation: o}}) {
		t.Error("something is to be searched after it")
	}
	if tb.belief.doubt != before.doubt || tb.belief.quiet != before.quiet || !slices.Equal(tb.belief.worlds, before.worlds) {
		t.Error("the belief is another one")
	}
}
