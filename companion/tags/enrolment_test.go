package tags

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
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
	imp  = Outcome{Assigned, "imp"}
	monk = Outcome{Assigned, "monk"}
	king = Outcome{Assigned, "king"}
)

func already(o Outcome) Outcome {
	o.Result = Already
	return o
}

func TestEnrolment(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 1, 0 of 4")
	tap(t, e, 1, imp)
	tap(t, e, 1, already(imp)) // the same card still lies there
	awaits(t, e, "imp 2, 1 of 4")
	tap(t, e, 2, imp)
	e.Skip()
	awaits(t, e, "king 1, 2 of 4")
	tap(t, e, 3, king)
	awaits(t, e, "-, 3 of 4")
	tap(t, e, 4, Outcome{Result: Complete})
	e.Skip()
	if diff := cmp.Diff(map[UID]string{uid(1): "imp", uid(2): "imp", uid(3): "king"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}

	// The next enrolment continues with the skipped card.
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
	tap(t, e, 1, imp)
	tap(t, e, 2, imp)
	e.Skip()
	awaits(t, e, "king 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "monk 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "imp 2, 1 of 4")
	if diff := cmp.Diff(map[UID]string{uid(1): "imp"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}

	// Redo can also go back to what an earlier enrolment did.
	e = NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 2, 1 of 4")
	redo(t, e)
	awaits(t, e, "imp 1, 0 of 4")
}

// A card's tag that was tapped for another card is moved only after a confirmation.
func TestMoveTag(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	tap(t, e, 1, imp)
	tap(t, e, 3, imp) // the monk by mistake
	tap(t, e, 3, already(imp))
	awaits(t, e, "monk 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "monk 1, 1 of 4")
	tap(t, e, 3, monk)
	tap(t, e, 4, king)
	awaits(t, e, "imp 2, 3 of 4")
	tap(t, e, 2, imp)
	awaits(t, e, "-, 4 of 4")
	want := map[UID]string{uid(1): "imp", uid(2): "imp", uid(3): "monk", uid(4): "king"}
	if diff := cmp.Diff(want, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
}

// Once the awaited card was skipped, Redo goes back to it: the card whose tag was refused before keeps its tag.
func TestRedoSkipAfterRefusedTag(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	tap(t, e, 1, imp)
	tap(t, e, 1, already(imp))
	e.Skip()
	awaits(t, e, "monk 1, 1 of 4")
	redo(t, e)
	awaits(t, e, "imp 2, 1 of 4")
	if diff := cmp.Diff(map[UID]string{uid(1): "imp"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
}

// Once a tag was freed, Redo goes back to the card that was enrolled last, not to the one that had the freed tag.
func TestRedoAfterFreedTag(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, cards)
	tap(t, e, 1, imp)
	tap(t, e, 2, imp)
	tap(t, e, 3, monk)
	tap(t, e, 1, already(imp))
	redo(t, e)
	awaits(t, e, "king 1, 2 of 4")
	redo(t, e)
	awaits(t, e, "monk 1, 1 of 4")
	redo(t, e)
	awaits(t, e, "imp 2, 0 of 4")
	if got := load(t, dir).Words(ritual); len(got) > 0 {
		t.Errorf("saved: %v", got)
	}
}

func TestTagOfAnotherList(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, `[sacrilege.house]
"04000000000009" = "a-card-of-an-older-list"
`)
	e := NewEnrolment(load(t, dir), ritual, cards)
	awaits(t, e, "imp 1, 0 of 4")
	tap(t, e, 9, Outcome{Already, "a-card-of-an-older-list"})
	redo(t, e)
	tap(t, e, 9, imp)
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
	tap(t, e, 1, imp)
	put(t, dir, "broken")
	if _, err := e.Tap(uid(2)); err == nil {
		t.Error("a tap that cannot be saved has worked")
	}
	if _, err := e.Redo(); err == nil {
		t.Error("a redo that cannot be saved has worked")
	}
	awaits(t, e, "imp 2, 1 of 4")
}

// A tag that cannot be freed, because the file cannot be written, stands for its card still and can be freed later.
func TestTagThatCannotBeFreed(t *testing.T) {
	dir := t.TempDir()
	list := load(t, dir)
	e := NewEnrolment(list, ritual, cards)
	tap(t, e, 1, imp)
	tap(t, e, 1, already(imp))
	whole := contents(t, filepath.Join(dir, File))
	put(t, dir, "broken")
	if _, err := e.Redo(); !errors.Is(err, ErrBroken) {
		t.Errorf("it is freed: %v", err)
	}
	awaits(t, e, "imp 2, 1 of 4")
	if word, ok := list.Word(ritual, uid(1)); !ok || word != "imp" {
		t.Errorf("it stands for %q", word)
	}
	put(t, dir, whole)
	redo(t, e)
	awaits(t, e, "imp 2, 0 of 4")
	tap(t, e, 1, imp)
}

// A tag that somebody has taken out of the file meanwhile can be given to another card. The card that had it is open again.
func TestTagWasRemovedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	list := load(t, dir)
	e := NewEnrolment(list, ritual, cards)
	tap(t, e, 1, imp)
	tap(t, e, 2, imp)
	if err := list.Forget(ritual, uid(1)); err != nil {
		t.Fatal(err)
	}
	tap(t, e, 1, monk)
	awaits(t, e, "king 1, 2 of 4")
	tap(t, e, 3, king)
	awaits(t, e, "imp 1, 3 of 4")
	if diff := cmp.Diff(map[UID]string{uid(1): "monk", uid(2): "imp", uid(3): "king"}, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
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
		if got := o.Text(lang.T("The King")).In(lang.English); got != want {
			t.Errorf("%+v: %q, want %q", o, got, want)
		}
	}
}

func TestItems(t *testing.T) {
	c, err := engine.NewCatalog([]engine.Entry{
		{Word: "pray", Class: engine.ClassVerb},
		{Word: "?", Class: engine.ClassUnseen | engine.ClassCard},
		{Word: "candle", Class: engine.ClassThing, Copies: 2},
		{Word: "crypt", Class: engine.ClassThing | engine.ClassPlace},
		{Word: "monk", Class: engine.ClassThing, Copies: 5}, // a figure of the game, and then a card of the list
		{Word: "monk", Class: engine.ClassCard, Copies: 3},
		{Word: "ann", Class: engine.ClassCard, Copies: 1, Title: "Saint Ann"},
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

// The things come after all cards, also after a card that has lost its tag, and need no tag.
func TestThings(t *testing.T) {
	dir := t.TempDir()
	e := NewEnrolment(load(t, dir), ritual, []Item{{"imp", "Imp", 2, false}, {"monk", "Monk", 1, false}, {"candle", "Candle", 2, true}, {"crypt", "Crypt", 1, true}})
	bare := func(want int) {
		t.Helper()
		if got := e.Missing(); got != want {
			t.Errorf("%d cards have no tag, not %d", got, want)
		}
	}
	bare(3)
	e.Skip()
	tap(t, e, 2, imp)
	tap(t, e, 3, monk)
	awaits(t, e, "candle 1, 2 of 6")
	tap(t, e, 4, Outcome{Assigned, "candle"})
	bare(1)
	tap(t, e, 3, already(monk))
	redo(t, e) // this tag belongs to another item: the monk is awaited again, before the candle
	awaits(t, e, "monk 1, 2 of 6")
	bare(2)
	e.Skip()
	awaits(t, e, "candle 2, 2 of 6")
	e.Skip()
	tap(t, e, 5, Outcome{Assigned, "crypt"})
	awaits(t, e, "-, 3 of 6")
}

// withThing is a box in which one item needs no tag.
var withThing = append(slices.Clone(cards), Item{"candle", "Candle", 1, true})

// sheet is a model of an enrolment, as kept with pencil and paper: a row for each copy, and the order in which the rows were handled.
type sheet struct {
	rows    []row
	at      int   // the row that is awaited; len(rows) at the end
	past    []int // the rows that got a tag or were skipped, in order
	refused UID   // the tag that was refused just now
}

// row is one copy of an item.
type row struct {
	item    Item
	tag     UID // empty: it has none
	skipped bool
}

// newSheet writes down the known tags. Copies of the same item get theirs in the order of the UIDs.
func newSheet(items []Item, known map[UID]string) *sheet {
	s := new(sheet)
	uids := slices.Sorted(maps.Keys(known))
	for _, item := range items {
		for range item.Copies {
			r := row{item: item}
			if i := slices.IndexFunc(uids, func(u UID) bool { return known[u] == item.Word }); i >= 0 {
				r.tag = uids[i]
				uids = slices.Delete(uids, i, i+1)
			}
			s.rows = append(s.rows, r)
		}
	}
	s.goOn(0)
	return s
}

// goOn looks for an open row, from one down and then from the top, first among cards and then among items that need no tag.
func (s *sheet) goOn(from int) {
	s.at = len(s.rows)
	var cards, others []int
	for i := range s.rows {
		switch r := s.rows[(from+i)%len(s.rows)]; {
		case r.tag != "" || r.skipped:
		case r.item.Optional:
			others = append(others, (from+i)%len(s.rows))
		default:
			cards = append(cards, (from+i)%len(s.rows))
		}
	}
	if open := append(cards, others...); len(open) > 0 {
		s.at = open[0]
	}
}

// dealt notes that the awaited row was handled.
func (s *sheet) dealt() {
	s.past = append(s.past, s.at)
	s.goOn(s.at + 1)
}

func (s *sheet) tap(u UID) Result {
	s.refused = ""
	switch {
	case slices.ContainsFunc(s.rows, func(r row) bool { return r.tag == u }):
		s.refused = u
		return Already
	case s.at == len(s.rows):
		return Complete
	}
	s.rows[s.at].tag = u
	s.dealt()
	return Assigned
}

func (s *sheet) skip() {
	s.refused = ""
	if s.at < len(s.rows) {
		s.rows[s.at].skipped = true
		s.dealt()
	}
}

func (s *sheet) redo() {
	if s.refused != "" {
		freed := slices.IndexFunc(s.rows, func(r row) bool { return r.tag == s.refused })
		s.rows[freed].tag, s.refused = "", ""
		s.past = slices.DeleteFunc(s.past, func(i int) bool { return i == freed })
		s.goOn(s.at)
		return
	}
	back := s.at - 1 // of an earlier enrolment only the order of the list is known
	if n := len(s.past); n > 0 {
		back, s.past = s.past[n-1], s.past[:n-1]
	}
	if back >= 0 {
		s.rows[back].tag, s.rows[back].skipped, s.at = "", false, back
	}
}

// tags returns the rows that have a tag.
func (s *sheet) tags() map[UID]string {
	all := make(map[UID]string)
	for _, r := range s.rows {
		if r.tag != "" {
			all[r.tag] = r.item.Word
		}
	}
	return all
}

// After any sequence of taps, skips and redos, the awaited item and the saved tags agree with the model on paper.
func TestRandomEnrolment(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		put(t, dir, "")
		begin := func() (*Enrolment, *sheet) {
			known := load(t, dir)
			return NewEnrolment(known, ritual, withThing), newSheet(withThing, known.Words(ritual))
		}
		e, s := begin()
		rt.Repeat(map[string]func(*rapid.T){
			"tap": func(rt *rapid.T) {
				u := uid(rapid.IntRange(1, 7).Draw(rt, "tag"))
				before := e.tags.Words(ritual)
				o, err := e.Tap(u)
				if err != nil {
					rt.Fatal(err)
				}
				if want := s.tap(u); o.Result != want || want == Already && o.Word != before[u] {
					rt.Fatalf("%s was %q: %+v, want result %d", u, before[u], o, want)
				}
			},
			"skip": func(*rapid.T) { e.Skip(); s.skip() },
			"redo": func(rt *rapid.T) {
				item, err := e.Redo()
				if err != nil {
					rt.Fatal(err)
				}
				if s.redo(); s.at < len(s.rows) && item != s.rows[s.at].item {
					rt.Fatalf("redo goes back to %+v, want %+v", item, s.rows[s.at].item)
				}
			},
			"again": func(*rapid.T) { e, s = begin() },
			"": func(rt *rapid.T) {
				want := s.tags()
				if e.Done() != len(want) || e.at != s.at {
					rt.Fatalf("%d tags and slot %d is awaited, want %d and %d", e.Done(), e.at, len(want), s.at)
				}
				for _, saved := range []map[UID]string{e.tags.Words(ritual), load(t, dir).Words(ritual)} {
					if len(saved)+len(want) > 0 && !cmp.Equal(want, saved) {
						rt.Fatalf("saved: %v, want %v", saved, want)
					}
				}
				for i, r := range s.rows {
					if e.slots[i].uid != r.tag {
						rt.Fatalf("slot %d has tag %q, want %q", i, e.slots[i].uid, r.tag)
					}
				}
			},
		})
	})
}
