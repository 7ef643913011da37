package tags

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/lang"
)

var cards = []Item{{"imp", "Imp", 2, false}, {"monk", "Monk", 1, false}, {"king", "The King", 1, false}}

func uid(n int) UID { return UID(fmt.Sprintf("04%012X", n)) }

func awaits(t *testing.T, e *Enrolment, want string) {
	t.Helper()
	got := "-"
	if item, n, ok := e.Next(); ok {
		got = fmt.Sprintf("%s %d", item.Word, n)
	}
	got += fmt.Sprintf(", %d of %d", e.Done(), e.Total())
	if got != want {
		t.Errorf("awaited: %s, want %s", got, want)
	}
}

func tap(t *testing.T, e *Enrolment, n int, want Outcome) {
	t.Helper()
	got, err := e.Tap(uid(n))
	if err != nil || got != want {
		t.Errorf("tapping tag %d: %+v, %v; want %+v", n, got, err, want)
	}
}

func redo(t *testing.T, e *Enrolment) {
	t.Helper()
	if _, err := e.Redo(); err != nil {
		t.Fatal(err)
	}
}

var (
	imp1 = Outcome{Assigned, "imp", "Imp", 1}
	imp2 = Outcome{Assigned, "imp", "Imp", 2}
	monk = Outcome{Assigned, "monk", "Monk", 1}
	king = Outcome{Assigned, "king", "The King", 1}
)

func already(o Outcome) Outcome {
	o.Result = Already
	return o
}

func TestEnrolment(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 1, 0 of 4")
	tap(t, e, 1, imp1)
	tap(t, e, 1, already(imp1)) // it still lies there
	awaits(t, e, "imp 2, 1 of 4")
	tap(t, e, 2, imp2)
	e.Skip()
	awaits(t, e, "king 1, 2 of 4")
	tap(t, e, 3, king)
	awaits(t, e, "-, 3 of 4")
	tap(t, e, 4, Outcome{Result: Complete})
	e.Skip()
	if diff := cmp.Diff(map[UID]string{uid(1): "imp", uid(2): "imp", uid(3): "king"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}

	// Another time it goes on with what was skipped.
	e = NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "monk 1, 3 of 4")
	tap(t, e, 3, already(king))
	tap(t, e, 4, monk)
	awaits(t, e, "-, 4 of 4")
}

func TestRedo(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	redo(t, e) // nothing to go back to
	awaits(t, e, "imp 1, 0 of 4")
	tap(t, e, 1, imp1)
	tap(t, e, 2, imp2)
	e.Skip()
	awaits(t, e, "king 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "monk 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "imp 2, 1 of 4")
	if diff := cmp.Diff(map[UID]string{uid(1): "imp"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}

	// What an earlier enrolment did can be gone back to as well.
	e = NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 2, 1 of 4")
	redo(t, e)
	awaits(t, e, "imp 1, 0 of 4")
}

// A card that was laid down in the turn of another one is not moved before somebody says so.
func TestMoveTag(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	tap(t, e, 1, imp1)
	tap(t, e, 3, imp2) // the monk by mistake
	tap(t, e, 3, already(imp2))
	awaits(t, e, "monk 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "monk 1, 1 of 4")
	tap(t, e, 3, monk)
	tap(t, e, 4, king)
	awaits(t, e, "imp 2, 3 of 4")
	tap(t, e, 2, imp2)
	awaits(t, e, "-, 4 of 4")
	want := map[UID]string{uid(1): "imp", uid(2): "imp", uid(3): "monk", uid(4): "king"}
	if diff := cmp.Diff(want, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
}

func TestTagOfAnotherList(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, `[sacrilege.house]
"04000000000009" = "a-card-of-an-older-list"
`)
	e := NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 1, 0 of 4")
	tap(t, e, 9, Outcome{Already, "a-card-of-an-older-list", "a-card-of-an-older-list", 0})
	redo(t, e)
	tap(t, e, 9, imp1)
}

func TestUnfit(t *testing.T) {
	e := NewEnrolment(load(t, t.TempDir()), ritual, cards)
	got, err := e.Tap("08A1B2C3")
	if err != nil || got.Result != Unfit {
		t.Errorf("a phone: %v, %v", got, err)
	}
	if got, err = e.Tap("08A1B2C3D4E5F6"); err != nil || got.Result != Assigned {
		t.Errorf("a tag with a long UID: %v, %v", got, err)
	}
}

func TestNothingSavedNothingDone(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	tap(t, e, 1, imp1)
	put(t, dir, "broken")
	if _, err := e.Tap(uid(2)); err == nil {
		t.Error("a tap that cannot be saved has worked")
	}
	if _, err := e.Redo(); err == nil {
		t.Error("a redo that cannot be saved has worked")
	}
	awaits(t, e, "imp 2, 1 of 4")
}

func TestNothingToEnrol(t *testing.T) {
	e := NewEnrolment(load(t, t.TempDir()), ritual, nil)
	e.Skip()
	redo(t, e)
	tap(t, e, 1, Outcome{Result: Complete})
	awaits(t, e, "-, 0 of 0")
}

func TestOutcomeText(t *testing.T) {
	for o, want := range map[Outcome]string{
		king:               "The King is enrolled.",
		already(king):      "This tag is The King already. Take another one, or redo: then it can be tapped again for this one.",
		{Result: Unfit}:    "This tag changes its number each time, as phones do. Take another one.",
		{Result: Complete}: "All tags are enrolled.",
	} {
		if got := o.Text(lang.T(o.Title)).In(lang.English); got != want {
			t.Errorf("%+v: %q, want %q", o, got, want)
		}
	}
}

func TestItems(t *testing.T) {
	c, err := engine.NewCatalog([]engine.Entry{
		{Word: "pray", Sort: engine.SortVerb},
		{Word: "?", Sort: engine.SortUnseen | engine.SortCard},
		{Word: "candle", Sort: engine.SortThing, Copies: 2},
		{Word: "crypt", Sort: engine.SortThing | engine.SortPlace},
		{Word: "monk", Sort: engine.SortThing, Copies: 5}, // a figure of the game, and then a card of the list
		{Word: "monk", Sort: engine.SortCard, Copies: 3},
		{Word: "ann", Sort: engine.SortCard, Copies: 1, Title: "Saint Ann"},
	}, []string{"ann", "ben"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.ParsePhrases([]byte("[words]\ncandle = \"Black Candle\"\nann = \"Somebody\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Item{{"monk", "Monk", 3, false}, {"ann", "Saint Ann", 1, false}, {"candle", "Black Candle", 2, true}, {"crypt", "Crypt", 1, true}}
	if diff := cmp.Diff(want, Items(c, p)); diff != "" {
		t.Errorf("to be enrolled (-want +got):\n%s", diff)
	}
}

// The things come after all cards, also after one that has lost its tag, and need no tag.
func TestThings(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, []Item{{"imp", "Imp", 2, false}, {"monk", "Monk", 1, false}, {"candle", "Candle", 2, true}, {"crypt", "Crypt", 1, true}})
	bare := func(want int) {
		t.Helper()
		if got := e.Bare(); got != want {
			t.Errorf("%d cards have no tag, not %d", got, want)
		}
	}
	bare(3)
	e.Skip()
	tap(t, e, 2, imp2)
	tap(t, e, 3, monk)
	awaits(t, e, "candle 1, 2 of 6")
	tap(t, e, 4, Outcome{Assigned, "candle", "Candle", 1})
	bare(1)
	tap(t, e, 3, already(monk))
	redo(t, e) // that tag is another one's: the monk waits again, and before the candle
	awaits(t, e, "monk 1, 2 of 6")
	bare(2)
	e.Skip()
	awaits(t, e, "candle 2, 2 of 6")
	e.Skip()
	tap(t, e, 5, Outcome{Assigned, "crypt", "Crypt", 1})
	awaits(t, e, "-, 3 of 6")
}

// Whatever is tapped, skipped and redone: every place has a tag of its own, and the file says the same.
func TestRandomEnrolment(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		put(t, dir, "")
		e := NewEnrolment(load(t, dir), ritual, cards)
		rt.Repeat(map[string]func(*rapid.T){
			"tap": func(rt *rapid.T) {
				u := uid(rapid.IntRange(1, 6).Draw(rt, "tag"))
				before := e.tags.Words(ritual)
				o, err := e.Tap(u)
				if err != nil {
					rt.Fatal(err)
				}
				if word, ok := before[u]; ok && (o.Result != Already || o.Word != word) {
					rt.Fatalf("%s was %s: %+v", u, word, o)
				}
			},
			"skip": func(*rapid.T) { e.Skip() },
			"redo": func(rt *rapid.T) {
				if _, err := e.Redo(); err != nil {
					rt.Fatal(err)
				}
			},
			"again": func(*rapid.T) { e = NewEnrolment(load(t, dir), ritual, cards) },
			"": func(rt *rapid.T) {
				want := make(map[UID]string)
				for _, p := range e.places {
					if p.uid != "" {
						want[p.uid] = p.item.Word
					}
				}
				if len(want) != e.Done() {
					rt.Fatalf("two places have the same tag: %+v", e.places)
				}
				if got := e.tags.Words(ritual); len(got)+len(want) > 0 && !cmp.Equal(want, got) {
					rt.Fatalf("places: %v, saved: %v", want, got)
				}
				if _, _, ok := e.Next(); ok && e.places[e.at].uid != "" {
					rt.Fatal("a place is awaited that has its tag")
				}
			},
		})
	})
}
