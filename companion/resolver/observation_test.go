package resolver

import (
	"slices"
	"testing"
	"time"

	"familiar/engine"
)

// bribery is a state in which a briber may lay two, three or four blades, in any order, or pass; and peek at somebody.
type bribery struct {
	engine.State
	catalog *engine.Catalog
	moves   []engine.Move
}

func (b bribery) Clone() engine.State                   { return b }
func (b bribery) Catalog() *engine.Catalog              { return b.catalog }
func (b bribery) Destination(m engine.Move) engine.Name { return engine.None }
func (b bribery) Check(m engine.Move) engine.Violation {
	if slices.Contains(b.moves, m) {
		return engine.Violation{}
	}
	return engine.Violate("no")
}
func (b bribery) Moves(yield func(engine.Move) bool) {
	for _, m := range b.moves {
		if !yield(m) {
			return
		}
	}
}

func newBribery(t *testing.T, lines ...[]string) bribery {
	t.Helper()
	const verb, card = engine.ClassVerb, engine.ClassCard
	blade := func(n int) engine.Signature {
		return engine.Signature{Verb: 1, Args: slices.Repeat([]engine.Class{card}, n)}
	}
	c, err := engine.NewCatalog([]engine.Entry{
		{Word: "bribe", Class: verb}, {Word: "pass", Class: verb}, {Word: "peek", Class: verb}, {Word: "hold", Class: verb},
		{Word: "hound", Class: card}, {Word: "raven", Class: card}, {Word: "toad", Class: card},
	}, []string{"ann", "ben"}, []engine.Signature{
		blade(2), blade(3), blade(4), {Verb: 2, Cardless: true}, {Verb: 3, Args: []engine.Class{engine.ClassPlayer}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := bribery{catalog: c}
	for _, l := range lines {
		b.moves = append(b.moves, c.Move(l[0], l[1], l[2:]...))
	}
	return b
}

func (b bribery) shown(words ...string) Observation {
	o := Anything()
	for _, w := range words {
		o = o.combine(b.catalog, Anything().Showing(b.catalog, b.catalog.Name(w)))
	}
	return o
}

func TestReadings(t *testing.T) {
	b := newBribery(t,
		[]string{"ann", "bribe", "raven", "toad"},
		[]string{"ann", "bribe", "toad", "raven"},
		[]string{"ann", "bribe", "raven", "hound", "hound"},
		[]string{"ann", "bribe", "hound", "raven", "hound"},
		[]string{"ann", "bribe", "hound", "hound", "raven"},
		[]string{"ann", "bribe", "hound", "hound", "hound", "hound"},
		[]string{"ann", "bribe", "raven", "toad", "hound"}, // as if one more were owed
		[]string{"ann", "pass"},
		[]string{"ben", "peek", "ann"},
	)
	for _, test := range []struct {
		shown     []string
		fits      int
		played    string
		confirmed string
	}{
		{[]string{"raven"}, 6, "", ""},
		{[]string{"raven", "toad"}, 2, "", "ann: bribe raven toad"}, // could go further
		{[]string{"toad", "raven"}, 1, "ann: bribe toad raven", "ann: bribe toad raven"},
		{[]string{"raven", "toad", "hound"}, 1, "ann: bribe raven toad hound", "ann: bribe raven toad hound"},
		{[]string{"hound", "hound"}, 4, "", ""},
		{[]string{"hound", "hound", "raven"}, 1, "ann: bribe hound hound raven", "ann: bribe hound hound raven"},
		{[]string{"hound", "hound", "hound"}, 1, "ann: bribe hound hound hound hound", ""},
		{[]string{"bribe"}, 7, "", ""},
		{[]string{"bribe", "toad", "raven"}, 1, "ann: bribe toad raven", "ann: bribe toad raven"},
		{[]string{"toad", "raven", "bribe"}, 1, "ann: bribe toad raven", "ann: bribe toad raven"},
		{[]string{"pass"}, 1, "ann: pass", "ann: pass"},
		{[]string{"peek"}, 1, "ben: peek ann", "ben: peek ann"},
		{[]string{"ann"}, 1, "ben: peek ann", "ben: peek ann"},
		{[]string{"pass", "raven"}, 0, "", ""},
		{[]string{"pass", "peek"}, 0, "", ""},
		{[]string{"hound", "hound", "hound", "hound", "hound"}, 0, "", ""},
	} {
		s := b.shown(test.shown...)
		fits := s.ReadingsIn(b)
		if len(fits) != test.fits {
			t.Errorf("%v fits %d moves, not %d", test.shown, len(fits), test.fits)
		}
		format := func(m engine.Move, ok bool) string {
			if !ok {
				return ""
			}
			return b.catalog.Format(m)
		}
		if got := format(s.unambiguousMove(b.catalog, fits)); got != test.played {
			t.Errorf("%v plays %q, not %q", test.shown, got, test.played)
		}
		if got := format(s.confirmed(b.catalog, fits)); got != test.confirmed {
			t.Errorf("%v confirmed is %q, not %q", test.shown, got, test.confirmed)
		}
	}
}

// A player shown by itself is no move, whatever could be meant.
func TestActorAloneIsNoMove(t *testing.T) {
	b := newBribery(t, []string{"ann", "pass"})
	s := b.shown("ann").withActor(b.catalog)
	fits := s.ReadingsIn(b)
	if m, ok := s.unambiguousMove(b.catalog, fits); ok || len(fits) != 1 {
		t.Errorf("plays %s", b.catalog.Format(m))
	}
	s = s.combine(b.catalog, b.shown("pass"))
	if m, ok := s.unambiguousMove(b.catalog, s.ReadingsIn(b)); !ok || b.catalog.Format(m) != "ann: pass" {
		t.Errorf("plays %s", b.catalog.Format(m))
	}
}

// An answer settles the argument that it names, also where that name was shown already.
func TestFurther(t *testing.T) {
	b := newBribery(t,
		[]string{"ann", "bribe", "raven", "hound"},
		[]string{"ann", "bribe", "raven", "hound", "raven"},
		[]string{"ann", "bribe", "raven", "raven"},
	)
	table := Situation{History: engine.NewHistory(b), Words: plainWords{b.catalog}}
	s := b.shown("raven")
	fits := s.ReadingsIn(b)
	a := table.narrowed(s, fits, 1, b.catalog.Name("raven"))
	if got := a.Narrow.ReadingsIn(b); len(got) != 1 || b.catalog.Format(got[0]) != "ann: bribe raven raven" {
		t.Errorf("raven: %v", got)
	}
	a = table.narrowed(s, fits, 1, b.catalog.Name("hound"))
	fits = a.Narrow.ReadingsIn(b)
	if len(fits) != 2 {
		t.Fatalf("hound: %v", fits)
	}
	// Of the other one nobody has shown the second raven.
	if m, ok := a.Narrow.confirmed(b.catalog, fits); !ok || b.catalog.Format(m) != "ann: bribe raven hound" {
		t.Errorf("confirmed as %s", b.catalog.Format(m))
	}
	a = table.narrowed(*a.Narrow, fits, 2, engine.None)
	if len(a.Moves) != 1 || b.catalog.Format(a.Moves[0]) != "ann: bribe raven hound" {
		t.Errorf("nothing further: %+v", a)
	}
}

// Blades that are put down together are one gesture: it is a move when no further one comes, although it could go further. Put down one by one they are asked
// about.
func TestDebounce(t *testing.T) {
	b := newBribery(t,
		[]string{"ann", "bribe", "raven", "toad"},
		[]string{"ann", "bribe", "raven", "toad", "hound"},
		[]string{"ann", "bribe", "raven", "hound"},
	)
	begun := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	laid := func(word string, after time.Duration) Observation {
		o := b.shown(word)
		o.Laid, o.Source, o.At = true, "reader middle", begun.Add(after)
		return o
	}
	for _, test := range []struct {
		name   string
		second time.Duration
		kind   Kind
	}{
		{"put down together", 100 * time.Millisecond, Wait},
		{"one by one", DebounceTime + time.Millisecond, Ask},
	} {
		view := &View{State: b}
		s := Situation{History: engine.NewHistory(b), Words: plainWords{b.catalog}, View: func(engine.Seat) *View { return view }}
		first := s.Resolve(laid("raven", 0))
		if first.Kind != Ask || len(first.Fits) != 3 {
			t.Fatalf("%s: the first blade comes to %+v", test.name, first)
		}
		s.UnderWay = &Pending{Observation: first.Observation, Fits: first.Fits}
		second := s.Resolve(laid("toad", test.second))
		if second.Kind != test.kind || second.With != s.UnderWay {
			t.Errorf("%s: the second blade comes to %+v", test.name, second)
		}
		s.UnderWay = &Pending{Observation: second.Observation, Fits: second.Fits}
		if out := s.Debounced(s.UnderWay); out.Kind != Play || b.catalog.Format(out.Moves[0]) != "ann: bribe raven toad" {
			t.Errorf("%s: when no more comes it is %+v", test.name, out)
		}
		s.UnderWay = &Pending{Observation: first.Observation, Fits: first.Fits}
		if out := s.Debounced(s.UnderWay); out.Kind != Ignore {
			t.Errorf("%s: one blade alone is %+v", test.name, out)
		}
	}
}
