package companion_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
)

// bowl is a game of pieces that fall into two halves of a bowl, all at once: some of them show a face. `table: gather` takes them out.
type bowl struct {
	catalog *engine.Catalog
	lies    map[engine.Name]engine.Move
}

const (
	classCube = engine.FirstClass << iota
	classMask
	classStone
	classHalf
	classFace
)

// bowlFaces are the faces that each kind of piece can show; nil: it only lies there.
var bowlFaces = map[string][]string{"cube": {"1", "2", "3"}, "block": {"1", "2", "3"}, "mask": {"moon", "sun"}, "stone": nil}

func bowlCatalog(seats []string) (*engine.Catalog, error) {
	const verb, card, place = engine.ClassVerb, engine.ClassCard, engine.ClassPlace
	return engine.NewCatalog([]engine.Entry{
		{Word: "cast", Class: verb}, {Word: "gather", Class: verb}, {Word: "hold", Class: verb},
		{Word: "cube", Class: card | classCube}, {Word: "block", Class: card | classCube}, {Word: "mask", Class: card | classMask}, {Word: "stone", Class: card | classStone},
		{Word: "near", Class: place | classHalf}, {Word: "far", Class: place | classHalf}, {Word: "moon", Class: classFace}, {Word: "sun", Class: classFace},
	}, seats, []engine.Signature{
		{Verb: 1, Args: []engine.Class{classCube, classHalf, engine.ClassNumber}, ByNobody: true},
		{Verb: 1, Args: []engine.Class{classMask, classHalf, classFace}, ByNobody: true},
		{Verb: 1, Args: []engine.Class{classStone, classHalf}, ByNobody: true},
		{Verb: 2, ByNobody: true, Cardless: true},
		{Verb: 3, Args: []engine.Class{card}},
	})
}

func bowlGame() engine.Game {
	return engine.Game{
		ID: "bowl", MinSeats: 1, MaxSeats: 4,
		Rules: engine.Written("# Bowl\n\n## Refusals\n\n### `no`\nNo.\n"),
		Words: engine.Written("title = \"Bowl\"\nabout = \"Pieces.\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := bowlCatalog(setup.Seats)
			return &bowl{c, make(map[engine.Name]engine.Move)}, err
		},
	}
}

func (b *bowl) Catalog() *engine.Catalog { return b.catalog }

func (b *bowl) Moves(yield func(engine.Move) bool) {
	for _, piece := range b.catalog.Names(engine.ClassCard) {
		if _, ok := b.lies[piece]; ok {
			continue
		}
		for _, half := range b.catalog.Names(classHalf) {
			faces := bowlFaces[b.catalog.Word(piece)]
			if faces == nil && !yield(engine.NewMove(engine.Nobody, 1, piece, half)) {
				return
			}
			for _, face := range faces {
				if !yield(engine.NewMove(engine.Nobody, 1, piece, half, b.catalog.Name(face))) {
					return
				}
			}
		}
	}
	if len(b.lies) > 0 {
		yield(engine.NewMove(engine.Nobody, 2))
	}
}

func (b *bowl) Check(m engine.Move) engine.Violation {
	for legal := range b.Moves {
		if legal == m {
			return engine.Violation{}
		}
	}
	return engine.Violate("no", m.Args[:]...)
}

func (b *bowl) Play(m engine.Move) engine.Violation {
	v := b.Check(m)
	switch {
	case !v.OK():
	case m.Verb == 2:
		clear(b.lies)
	default:
		b.lies[m.Args[0]] = m
	}
	return v
}

func (b *bowl) Clone() engine.State                                       { return &bowl{b.catalog, maps.Clone(b.lies)} }
func (b *bowl) CopyTo(other engine.State)                                 { *other.(*bowl) = *b.Clone().(*bowl) }
func (b *bowl) WithTurnOf(engine.Seat) (engine.State, bool)               { return nil, false }
func (b *bowl) View(engine.Seat) engine.State                             { return b.Clone() }
func (b *bowl) Redacted(m engine.Move, _ engine.Seat) (engine.Move, bool) { return m, true }
func (b *bowl) Events() []engine.Move                                     { return nil }

func (b *bowl) Destination(m engine.Move) engine.Name {
	if m.Verb == 1 {
		return m.Args[1]
	}
	return engine.None
}

func (b *bowl) Facts(yield func(path, value string) bool) {
	for piece, m := range b.lies {
		if !yield(b.catalog.Word(piece), b.catalog.FormatArgs(m)) {
			return
		}
	}
}

func (b *bowl) Status() engine.Status {
	return engine.Status{Winner: engine.Nobody, Ask: engine.Ask{Seat: engine.Nobody, Key: "cast"}}
}

// newBowl starts a table of ann alone, with a reader below each half and buttons for the faces.
func newBowl(t *testing.T, dir string) (h *testTable, ann *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, func(o *companion.Options) {
		o.Games = append(o.Games, bowlGame())
		o.Readers = append(o.Readers, companion.Reader{Name: "near", Place: "near"}, companion.Reader{Name: "far", Place: "far"})
		o.Buttons = append(o.Buttons, companion.Button{Name: "first", Press: "1 moon"}, companion.Button{Name: "second", Press: "2 sun"},
			companion.Button{Name: "third", Press: "3"}, companion.Button{Name: "gather", Press: "gather"})
		all := make(map[tags.UID]string)
		for word := range bowlFaces {
			all[tags.UID(uidOf(word))] = word
		}
		known, err := tags.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.AssignAll(tags.Box{Game: "bowl"}, all); err != nil {
			t.Fatal(err)
		}
	})
	h.must(h.phone(""), protocol.StartRequest{Game: "bowl", Seats: []string{"ann"}})
	return h, h.phone("ann")
}

// expectQuestion checks the card that a phone is asked about, and how many questions wait.
func (h *testTable) expectQuestion(p *companion.Phone, word string, waiting string) {
	h.Helper()
	g := h.game(p).Gesture
	switch {
	case word == "" && g == nil:
	case g == nil || strings.Join(g.Words, " ") != word || !strings.HasSuffix(g.Text, waiting) || waiting == "" && strings.Contains(g.Text, "more"):
		h.Errorf("the gesture is %+v, and not about %q with %q", g, word, waiting)
	}
}

const oneMore, twoMore = "One more card is waiting.", "2 more cards are waiting."

// Cards that come at once are asked about one after the other, and none is lost.
func TestQuestionsWait(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "cube")
		h.expectQuestion(ann, "cube", "")
		h.layCard("far", "block")
		h.expectQuestion(ann, "block", oneMore)
		before := h.game(ann).Gesture.ID
		h.layCard("far", "stone") // leaves no doubt, so that nothing else is asked meanwhile
		h.expectFact(ann, "stone", "stone far")
		h.expectQuestion(ann, "block", oneMore)
		h.layCard("near", "mask")
		h.expectQuestion(ann, "mask", twoMore)
		h.press("second", false)
		h.expectFact(ann, "mask", "mask near sun")
		h.expectQuestion(ann, "block", oneMore)
		if g := h.game(ann).Gesture; g.ID != before || len(g.Options) != 3 {
			t.Errorf("gesture %+v", g)
		}
		h.must(ann, protocol.PickRequest{Gesture: before, Option: 0})
		h.expectFact(ann, "block", "block far 1")
		h.expectQuestion(ann, "cube", "")
		h.press("third", false)
		h.expectFact(ann, "cube", "cube near 3")
		h.expectQuestion(ann, "", "")
	})
}

// A move on a phone settles a waiting gesture, and so does lifting its tag. If the gesture under way is dropped, a waiting one is resumed.
func TestWaitingGesturesAreSettled(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "cube")
		h.layCard("far", "block")
		h.layCard("far", "mask")
		h.must(ann, tableMove("cast", "cube", "near", "2"))
		h.expectQuestion(ann, "mask", oneMore)
		h.must(ann, tableMove("cast", "block", "near", "3")) // seen there, and meant here: the reader's question is no more
		h.expectQuestion(ann, "mask", "")
		h.must(ann, tableMove("gather"))
		h.expectQuestion(ann, "mask", "")
		h.layCard("near", "cube")
		h.layCard("far", "block")
		h.expectQuestion(ann, "block", twoMore)
		h.lift("near", "cube") // it rolls on
		h.expectQuestion(ann, "block", oneMore)
		h.layCard("far", "cube")
		h.expectQuestion(ann, "cube", twoMore)
		h.layCard("far", "cube") // seen once more, and asked about once
		h.expectQuestion(ann, "cube", twoMore)
		h.lift("far", "cube") // what is asked about now may be a tag that was merely shown
		h.expectQuestion(ann, "cube", twoMore)
		h.must(ann, protocol.DropRequest{Gesture: h.game(ann).Gesture.ID})
		h.expectQuestion(ann, "block", oneMore)
		h.press("yes", true)
		h.expectQuestion(ann, "mask", "")
		h.press("yes", true)
		h.expectQuestion(ann, "", "")
	})
}

// A tag that was only tapped does not wait, nor does a word.
func TestOnlyTagsOnReadersWait(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "cube")
		h.lift("near", "cube")
		h.expectQuestion(ann, "cube", "")
		h.layCard("far", "mask")
		h.expectQuestion(ann, "mask", "")
		h.press("first", false)
		h.expectFact(ann, "mask", "mask far moon")
		h.expectQuestion(ann, "", "")
		h.press("third", false) // of the cube or the block
		h.expectQuestion(ann, "3", "")
		h.layCard("near", "block")
		h.expectFact(ann, "block", "block near 3")
		h.expectQuestion(ann, "", "")
	})
}

// A button says the word that continues the gesture under way, even if another word has a reading by itself. A word that does not fit that gesture may
// continue the only one that waits.
func TestButtonsAnswerWhatIsAsked(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "mask")
		h.press("first", false) // the cube could show a 1
		h.expectFact(ann, "mask", "mask near moon")
		h.layCard("near", "cube")
		h.press("first", false)
		h.expectFact(ann, "cube", "cube near 1")
		h.must(ann, tableMove("gather"))
		h.layCard("far", "block")
		h.layCard("near", "mask")
		h.press("third", false) // the mask has no such face
		h.expectFact(ann, "block", "block far 3")
		h.expectQuestion(ann, "mask", "")
		h.layCard("near", "cube")
		h.press("second", false)
		h.press("second", false)
		h.expectFact(ann, "cube", "cube near 2")
		h.expectFact(ann, "mask", "mask near sun")
		// What is asked goes before what waits.
		h.must(ann, tableMove("gather"))
		h.layCard("near", "cube")
		h.layCard("near", "mask")
		h.press("first", false)
		h.expectFact(ann, "mask", "mask near moon")
		h.expectQuestion(ann, "cube", "")
		h.press("first", false)
		h.expectFact(ann, "cube", "cube near 1")
		// Which of two is meant is asked.
		h.must(ann, tableMove("gather"))
		h.layCard("near", "cube")
		h.layCard("near", "block")
		h.layCard("near", "mask")
		h.press("third", false)
		h.expectFact(ann, "cube", "")
		h.expectFact(ann, "block", "")
		h.expectQuestion(ann, "3", "3 more cards are waiting.")
	})
}

// An undo keeps the questions that are still possible, and drops none that has nothing to do with the moves taken back.
func TestUndoWhileQuestionsWait(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "stone")
		h.layCard("near", "cube")
		h.layCard("far", "block")
		h.must(ann, protocol.UndoRequest{})
		h.expectFact(ann, "stone", "")
		h.expectQuestion(ann, "block", oneMore)
		h.press("second", false)
		h.expectQuestion(ann, "cube", "")
		h.press("second", false)
		h.expectFact(ann, "cube", "cube near 2")
		h.expectFact(ann, "block", "block far 2")
		h.must(ann, protocol.UndoRequest{})
		h.expectQuestion(ann, "", "") // it was answered: laid anew it is asked about again
		// A tag that is gone is not asked about after an undo, either.
		h.layCard("near", "cube")
		h.layCard("near", "mask")
		h.lift("near", "mask")
		h.must(ann, protocol.UndoRequest{})
		h.expectQuestion(ann, "cube", "")
	})
}

// When a game ends, its waiting gestures are dropped.
func TestNothingWaitsForAnotherGame(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.layCard("near", "cube")
		h.layCard("near", "block")
		h.must(ann, protocol.EndRequest{})
		h.must(ann, protocol.StartRequest{Game: "bowl", Seats: []string{"ann"}})
		h.expectQuestion(ann, "", "")
		h.layCard("far", "mask")
		h.expectQuestion(ann, "mask", "")
	})
}

// A card on a hand's reader waits like any other, and others see of it only while it is the gesture under way.
func TestSecretsWait(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("hand-1", "imp")
		h.layCard("altar-1", "knight")
		if g := h.game(ben).Gesture; g == nil || g.Kind != "ask" || g.Text != "What was done?" {
			t.Errorf("Ben sees %+v", g)
		}
		h.expectQuestion(ann, "knight", oneMore)
		h.press("draw", false) // neither is drawn: the imp is not drawn by a button that anybody may press
		h.expectFact(ann, "ann.hand", "6")
		h.expectFact(ann, "ann.hand.seen", "")
		g := h.game(ann).Gesture
		i := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return o.Verb == "sacrifice" })
		h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
		h.expectQuestion(ann, "imp", "")
		if g := h.game(ben).Gesture; g != nil {
			t.Errorf("Ben sees %+v", g)
		}
		h.must(ben, move("hold", "imp")) // then it cannot be hers
		h.layCard("altar-1", "miller")
		h.lift("hand-1", "imp")
	})
}

// The timer stands still as long as a question waits: whichever is asked first, the cards were put down in time.
func TestClockWaitsForAll(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		h.layCard("middle", "imp")
		left := h.game(ann).Timer
		if left == nil || !left.Paused {
			t.Fatalf("timer %+v, gesture %+v", left, h.game(ann).Gesture)
		}
		h.layCard("hand-1", "monk")
		time.Sleep(time.Minute)
		h.settle()
		if now := h.game(ann).Timer; now == nil || !now.Paused || now.Left != left.Left {
			t.Errorf("timer %+v, before %+v, gesture %+v", now, left, h.game(ann).Gesture)
		}
	})
}

// A move settles all questions about the cards that it names, and one of two about the same kind.
func TestMoveSettlesAllItNames(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: trade raven toad", "ann: trade raven hound", "ann: trade toad hound", "ann: trade hound toad", "ann: trade raven raven")
		h.layCard("discard", "raven")
		time.Sleep(3 * time.Minute) // what is laid now is no part of that
		h.layCard("discard", "toad")
		h.expectQuestion(ann, "toad", oneMore)
		h.must(ann, move("trade", "raven", "toad"))
		h.expectQuestion(ann, "", "")
		h.lift("discard", "raven")
		h.lift("discard", "toad")
		h.layCard("discard", "raven")
		time.Sleep(3 * time.Minute)
		h.layCard("middle", "another raven")
		h.expectQuestion(ann, "raven", oneMore)
		h.must(ann, move("trade", "raven", "hound"))
		h.expectQuestion(ann, "raven", "")
		h.must(ann, move("trade", "raven", "raven"))
		h.expectQuestion(ann, "", "")
	})
}
