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

// faces are what a piece can show, nothing if it lies merely there.
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
		Rules: []byte("# Bowl\n\n## Refusals\n\n### `no`\nNo.\n"),
		Words: []byte("title = \"Bowl\"\nabout = \"Pieces.\"\n"),
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

// newBowl brings up a table of ann alone, with a reader below each half and buttons for the faces.
func newBowl(t *testing.T, dir string) (h *house, ann *companion.Phone) {
	t.Helper()
	h = newHouse(t, dir, func(o *companion.Options) {
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

// asks holds what a phone is asked about, and how many questions wait, against what should be.
func (h *house) asks(p *companion.Phone, word string, waiting string) {
	h.Helper()
	g := h.game(p).Gesture
	switch {
	case word == "" && g == nil:
	case g == nil || strings.Join(g.Words, " ") != word || !strings.HasSuffix(g.Text, waiting) || waiting == "" && strings.Contains(g.Text, "more"):
		h.Errorf("the gesture is %+v, and not about %q with %q", g, word, waiting)
	}
}

const oneMore, twoMore = "One more card is waiting.", "2 more cards are waiting."

// What falls at once is asked about one after the other, and nothing of it is lost.
func TestQuestionsWait(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "cube")
		h.asks(ann, "cube", "")
		h.lay("far", "block")
		h.asks(ann, "block", oneMore)
		before := h.game(ann).Gesture.ID
		h.lay("far", "stone") // leaves no doubt, so that nothing else is asked meanwhile
		h.fact(ann, "stone", "stone far")
		h.asks(ann, "block", oneMore)
		h.lay("near", "mask")
		h.asks(ann, "mask", twoMore)
		h.press("second", false)
		h.fact(ann, "mask", "mask near sun")
		h.asks(ann, "block", oneMore)
		if g := h.game(ann).Gesture; g.ID != before || len(g.Options) != 3 {
			t.Errorf("gesture %+v", g)
		}
		h.must(ann, protocol.PickRequest{Gesture: before, Option: 0})
		h.fact(ann, "block", "block far 1")
		h.asks(ann, "cube", "")
		h.press("third", false)
		h.fact(ann, "cube", "cube near 3")
		h.asks(ann, "", "")
	})
}

// A phone's own word settles what waits, and so does lifting it. What is dropped gives way to what waits.
func TestWaitingIsSettled(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "cube")
		h.lay("far", "block")
		h.lay("far", "mask")
		h.must(ann, tableMove("cast", "cube", "near", "2"))
		h.asks(ann, "mask", oneMore)
		h.must(ann, tableMove("cast", "block", "near", "3")) // seen there, and meant here: the reader's question is no more
		h.asks(ann, "mask", "")
		h.must(ann, tableMove("gather"))
		h.asks(ann, "mask", "")
		h.lay("near", "cube")
		h.lay("far", "block")
		h.asks(ann, "block", twoMore)
		h.lift("near", "cube") // it rolls on
		h.asks(ann, "block", oneMore)
		h.lay("far", "cube")
		h.asks(ann, "cube", twoMore)
		h.lay("far", "cube") // seen once more, and asked about once
		h.asks(ann, "cube", twoMore)
		h.lift("far", "cube") // what is asked about now may be a tag that was merely shown
		h.asks(ann, "cube", twoMore)
		h.must(ann, protocol.DropRequest{Gesture: h.game(ann).Gesture.ID})
		h.asks(ann, "block", oneMore)
		h.press("yes", true)
		h.asks(ann, "mask", "")
		h.press("yes", true)
		h.asks(ann, "", "")
	})
}

// A tag that was shown in passing does not wait, nor does a word.
func TestOnlyWhatLiesWaits(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "cube")
		h.lift("near", "cube")
		h.asks(ann, "cube", "")
		h.lay("far", "mask")
		h.asks(ann, "mask", "")
		h.press("first", false)
		h.fact(ann, "mask", "mask far moon")
		h.asks(ann, "", "")
		h.press("third", false) // of the cube or the block
		h.asks(ann, "3", "")
		h.lay("near", "block")
		h.fact(ann, "block", "block near 3")
		h.asks(ann, "", "")
	})
}

// A button says the word that goes on from what is asked about, even where another one could be said by itself. What fits the
// question under way in no way goes on from the one thing that waits for it.
func TestButtonsAnswerWhatIsAsked(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "mask")
		h.press("first", false) // the cube could show a 1
		h.fact(ann, "mask", "mask near moon")
		h.lay("near", "cube")
		h.press("first", false)
		h.fact(ann, "cube", "cube near 1")
		h.must(ann, tableMove("gather"))
		h.lay("far", "block")
		h.lay("near", "mask")
		h.press("third", false) // the mask has no such face
		h.fact(ann, "block", "block far 3")
		h.asks(ann, "mask", "")
		h.lay("near", "cube")
		h.press("second", false)
		h.press("second", false)
		h.fact(ann, "cube", "cube near 2")
		h.fact(ann, "mask", "mask near sun")
		// What is asked goes before what waits.
		h.must(ann, tableMove("gather"))
		h.lay("near", "cube")
		h.lay("near", "mask")
		h.press("first", false)
		h.fact(ann, "mask", "mask near moon")
		h.asks(ann, "cube", "")
		h.press("first", false)
		h.fact(ann, "cube", "cube near 1")
		// Which of two is meant is asked.
		h.must(ann, tableMove("gather"))
		h.lay("near", "cube")
		h.lay("near", "block")
		h.lay("near", "mask")
		h.press("third", false)
		h.fact(ann, "cube", "")
		h.fact(ann, "block", "")
		h.asks(ann, "3", "3 more cards are waiting.")
	})
}

// An undo leaves what still can be, and takes back no question that was not asked about what it takes back.
func TestUndoWhileQuestionsWait(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "stone")
		h.lay("near", "cube")
		h.lay("far", "block")
		h.must(ann, protocol.UndoRequest{})
		h.fact(ann, "stone", "")
		h.asks(ann, "block", oneMore)
		h.press("second", false)
		h.asks(ann, "cube", "")
		h.press("second", false)
		h.fact(ann, "cube", "cube near 2")
		h.fact(ann, "block", "block far 2")
		h.must(ann, protocol.UndoRequest{})
		h.asks(ann, "", "") // it was answered: laid anew it is asked about again
		// A tag that is gone is not asked about after an undo, either.
		h.lay("near", "cube")
		h.lay("near", "mask")
		h.lift("near", "mask")
		h.must(ann, protocol.UndoRequest{})
		h.asks(ann, "cube", "")
	})
}

// With the game what waits is gone.
func TestNothingWaitsForAnotherGame(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBowl(t, t.TempDir())
		h.lay("near", "cube")
		h.lay("near", "block")
		h.must(ann, protocol.EndRequest{})
		h.must(ann, protocol.StartRequest{Game: "bowl", Seats: []string{"ann"}})
		h.asks(ann, "", "")
		h.lay("far", "mask")
		h.asks(ann, "mask", "")
	})
}

// What lies at a hand's own reader waits like anything else, and others are told of it only while it is asked about.
func TestSecretsWait(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, ben *companion.Phone) {
		h.lay("hand-1", "imp")
		h.lay("altar-1", "knight")
		if g := h.game(ben).Gesture; g == nil || g.Kind != "ask" || g.Text != "What was done?" {
			t.Errorf("Ben sees %+v", g)
		}
		h.asks(ann, "knight", oneMore)
		h.press("draw", false) // neither is drawn: the imp is not drawn by a button that anybody may press
		h.fact(ann, "ann.hand", "6")
		h.fact(ann, "ann.hand.seen", "")
		g := h.game(ann).Gesture
		i := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return o.Verb == "sacrifice" })
		h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
		h.asks(ann, "imp", "")
		if g := h.game(ben).Gesture; g == nil || g.Kind != "hidden" || len(g.Words) > 0 {
			t.Errorf("Ben sees %+v", g)
		}
		h.must(ben, move("hold", "imp")) // then it cannot be hers
		h.lay("altar-1", "miller")
		h.lift("hand-1", "imp")
		if g := h.game(ben).Gesture; g != nil && g.Kind == "hidden" {
			t.Errorf("Ben sees %+v", g)
		}
	})
}

// The clock stands still as long as it is to be asked what lies there: whatever is asked first, it was laid in time.
func TestClockWaitsForAll(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := prayed(t, t.TempDir())
		h.lay("middle", "imp")
		left := h.game(ann).Timer
		if left == nil || !left.Paused {
			t.Fatalf("timer %+v, gesture %+v", left, h.game(ann).Gesture)
		}
		h.lay("hand-1", "monk")
		time.Sleep(time.Minute)
		h.settle()
		if now := h.game(ann).Timer; now == nil || !now.Paused || now.Left != left.Left {
			t.Errorf("timer %+v, before %+v, gesture %+v", now, left, h.game(ann).Gesture)
		}
	})
}

// A move settles all questions about what it names, and of two about the same kind one.
func TestMoveSettlesAllItNames(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: trade raven toad", "ann: trade raven hound", "ann: trade toad hound", "ann: trade hound toad", "ann: trade raven raven")
		h.lay("discard", "raven")
		time.Sleep(3 * time.Minute) // what is laid now is no part of that
		h.lay("discard", "toad")
		h.asks(ann, "toad", oneMore)
		h.must(ann, move("trade", "raven", "toad"))
		h.asks(ann, "", "")
		h.lift("discard", "raven")
		h.lift("discard", "toad")
		h.lay("discard", "raven")
		time.Sleep(3 * time.Minute)
		h.lay("middle", "raven") // another one
		h.asks(ann, "raven", oneMore)
		h.must(ann, move("trade", "raven", "hound"))
		h.asks(ann, "raven", "")
		h.must(ann, move("trade", "raven", "raven"))
		h.asks(ann, "", "")
	})
}
