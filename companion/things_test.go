package companion_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
)

// board is a game of discs, spaces and prices, with a list of the moves that are legal: at any time, or right after another one.
type board struct {
	catalog *engine.Catalog
	moves   []boardMove
	made    string
	events  []engine.Move
}

type boardMove struct {
	engine.Move
	after string
}

const (
	classDisc = engine.FirstClass << iota
	classSpace
	classResource
	classCall
	classPrice
)

func boardCatalog(seats []string) (*engine.Catalog, error) {
	const verb, card, thing, place = engine.ClassVerb, engine.ClassCard, engine.ClassThing, engine.ClassPlace
	entries := []engine.Entry{
		{Word: "plant", Class: verb}, {Word: "swap", Class: verb}, {Word: "call", Class: verb}, {Word: "greet", Class: verb},
		{Word: "trade", Class: verb}, {Word: "pass", Class: verb}, {Word: "hold", Class: verb}, {Word: "take", Class: engine.ClassEvent},
		{Word: "top", Class: classDisc | thing, Copies: 2}, {Word: "left", Class: classDisc | thing, Copies: 2},
		{Word: "oak", Class: classSpace | classResource | thing}, {Word: "elm", Class: classSpace | classResource | thing},
		{Word: "feast", Class: classCall | thing}, {Word: "token", Class: classPrice | thing, Title: "Wooden hound"},
		{Word: "discard", Class: place},
		{Word: "raven", Class: card | classPrice, Copies: 2}, {Word: "toad", Class: card | classPrice}, {Word: "hound", Class: card | classPrice},
	}
	for _, s := range seats {
		entries = append(entries, engine.Entry{Word: s + ".hand", Class: place | engine.ClassHand})
	}
	return engine.NewCatalog(entries, seats, []engine.Signature{
		{Verb: 1, Args: []engine.Class{classDisc, classSpace}},
		{Verb: 2, Args: []engine.Class{classResource}},
		{Verb: 3, Args: []engine.Class{classCall}},
		{Verb: 4, Args: []engine.Class{engine.ClassPlayer}},
		{Verb: 5, Args: []engine.Class{classPrice, classPrice}},
		{Verb: 5, Args: []engine.Class{classPrice, classPrice, classPrice}},
		{Verb: 6, Cardless: true},
		{Verb: 7, Args: []engine.Class{engine.ClassCard}},
	})
}

// boardGame makes the game; the moves are as records write them, those that are legal after another one behind it: `ann: pass > ben: pass`.
func boardGame(legal ...string) engine.Game {
	return engine.Game{
		ID: "board", MinSeats: 2, MaxSeats: 4,
		Rules: engine.Written("# Board\n\n## Refusals\n\n### `no`\nNo.\n\n### `verb`\nNot now.\n"),
		Words: engine.Written("title = \"Board\"\nabout = \"Discs.\"\n[events]\ntake = \"{seat}: take one.\"\n[words]\nfeast = \"The Feast\"\nleft = \"left disc\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := boardCatalog(setup.Seats)
			if err != nil {
				return nil, err
			}
			b := &board{catalog: c}
			for _, line := range legal {
				after, line, ok := strings.Cut(line, " > ")
				if !ok {
					after, line = "", after
				}
				seat, rest, _ := strings.Cut(line, ": ")
				words := strings.Fields(rest)
				b.moves = append(b.moves, boardMove{c.Move(seat, words[0], words[1:]...), after})
			}
			return b, nil
		},
	}
}

func (b *board) Catalog() *engine.Catalog { return b.catalog }

func (b *board) Moves(yield func(engine.Move) bool) {
	for _, m := range b.moves {
		if (m.after == "" || m.after == b.made) && !yield(m.Move) {
			return
		}
	}
}

func (b *board) Check(m engine.Move) engine.Violation {
	rule := "verb"
	for legal := range b.Moves {
		if legal == m {
			return engine.Violation{}
		}
		if legal.Seat == m.Seat && legal.Verb == m.Verb {
			rule = "no"
		}
	}
	return engine.Violate(rule, m.Args[:]...)
}

func (b *board) Play(m engine.Move) engine.Violation {
	v := b.Check(m)
	if v.OK() {
		b.made, b.events = b.catalog.Format(m), nil
		if w := b.catalog.Word(m.Verb); w == "pass" || w == "call" {
			b.events = []engine.Move{engine.NewMove(m.Seat, b.catalog.Name("take"))}
		}
	}
	return v
}

func (b *board) Clone() engine.State {
	c := *b
	return &c
}

func (b *board) CopyTo(other engine.State)                                 { *other.(*board) = *b.Clone().(*board) }
func (b *board) WithTurnOf(engine.Seat) (engine.State, bool)               { return nil, false }
func (b *board) View(engine.Seat) engine.State                             { return b.Clone() }
func (b *board) Redacted(m engine.Move, _ engine.Seat) (engine.Move, bool) { return m, true }
func (b *board) Events() []engine.Move                                     { return b.events }
func (b *board) Facts(yield func(path, value string) bool)                 { yield("made", b.made) }
func (b *board) Status() engine.Status {
	return engine.Status{Ask: engine.Ask{Key: "turn"}, Winner: engine.Nobody}
}
func (b *board) Destination(m engine.Move) engine.Name {
	if b.catalog.Word(m.Verb) == "trade" {
		return b.catalog.Name("discard")
	}
	return engine.None
}

// newBoard starts a table of ann, ben and cai with tags on everything.
func newBoard(t *testing.T, dir string, legal ...string) (h *testTable, ann *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, func(o *companion.Options) {
		o.Games = append(o.Games, boardGame(legal...))
		o.Readers = append(o.Readers, companion.Reader{Name: "discard", Place: "discard"})
		c, err := boardCatalog([]string{"ann", "ben", "cai"})
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[tags.UID]string)
		for _, word := range append(c.Words(), tags.SeatWord(2), tags.SeatWord(5)) {
			if engine.IsName(word) {
				all[tags.UID(uidOf(word))] = word
				all[tags.UID(uidOf("another "+word))] = word
			}
		}
		known, err := tags.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.AssignAll(tags.Box{Game: "board"}, all); err != nil {
			t.Fatal(err)
		}
	})
	host := h.phone("")
	h.must(host, protocol.StartRequest{Game: "board", Seats: []string{"ann", "ben", "cai"}})
	return h, h.phone("ann")
}

// Things and seats may be put on any reader in any order, and cards beside them.
func TestThingsOnReaders(t *testing.T) {
	turn := []string{
		"ann: plant top oak", "ann: plant left oak", "ann: plant top elm", "ann: plant left elm",
		"ann: swap oak", "ann: call feast", "ann: greet ben", "ann: greet cai",
	}
	bribes := []string{
		"ben: trade raven toad", "ben: trade toad raven", "ben: trade raven token", "ben: trade token raven",
		"ben: trade toad token hound", "ben: trade token toad hound", "ben: trade toad hound token",
		"ben: trade hound token toad", "ben: trade token hound toad", "ben: trade hound toad token",
	}
	passes := []string{"ann: pass", "ben: pass"}
	for _, test := range []struct {
		legal []string
		taps  string // readers and words
		asked int    // with so many answers, before the last tap
		made  string
	}{
		{turn, "middle top, middle oak", 2, "ann: plant top oak"},
		{turn, "middle oak, middle top", 3, "ann: plant top oak"}, // oak are absorbed, too
		{turn, "hand-1 top, middle elm", 2, "ann: plant top elm"},
		{turn, "discard elm, hand-1 left", 2, "ann: plant left elm"},
		{turn, "discard oak, middle swap", 3, "ann: swap oak"},
		{turn, "discard swap", 0, "ann: swap oak"},
		{turn, "middle feast", 0, "ann: call feast"},
		{turn, "hand-1 feast", 0, "ann: call feast"},
		{turn, "discard ben", 0, "ann: greet ben"},
		{turn, "middle seat-2", 0, "ann: greet ben"},
		{turn, "hand-1 greet, middle cai", 2, "ann: greet cai"},
		{passes, "middle seat-2, discard pass", 1, "ben: pass"},
		{passes, "discard pass, altar-2 seat-2", 2, "ben: pass"},
		{bribes, "discard raven, middle token", 2, "ben: trade raven token"},
		{bribes, "middle token, discard raven", 2, "ben: trade token raven"},
		{bribes, "discard raven, discard token", 2, "ben: trade raven token"},
		{bribes, "discard toad, middle token, discard hound", 1, "ben: trade toad token hound"},
		{bribes, "discard hound, discard toad, middle token", 1, "ben: trade hound toad token"},
		{bribes, "discard trade, middle token, discard raven", 2, "ben: trade token raven"},
	} {
		t.Run(test.taps, func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, ann := newBoard(t, t.TempDir(), test.legal...)
				steps := strings.Split(test.taps, ", ")
				for i, step := range steps {
					reader, word, _ := strings.Cut(step, " ")
					h.expectFact(ann, "made", "")
					if g := h.game(ann).Gesture; i > 0 && i == len(steps)-1 && (g == nil || len(g.Options) != test.asked) {
						t.Errorf("the gesture is %+v, and not a question with %d answers", g, test.asked)
					}
					h.layCard(reader, word)
				}
				h.expectFact(ann, "made", test.made)
			})
		})
	}
}

// No question asks for the order of arguments that were not shown.
func TestOrderIsNotAsked(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ben: trade toad token hound", "ben: trade token toad hound", "ben: trade toad hound token",
			"ben: trade hound token toad", "ben: trade token hound toad", "ben: trade hound toad token", "ann: pass")
		h.layCard("discard", "hound")
		h.layCard("discard", "toad")
		g := h.game(ann).Gesture
		if g == nil || g.Text != "Is it this?" || len(g.Options) != 1 || g.Options[0].Text != "ben: trade hound toad token" {
			t.Fatalf("gesture %+v", g)
		}
		h.press("yes", false)
		h.expectFact(ann, "made", "ben: trade hound toad token")
		// With the verb alone nothing says what is meant.
		h.tap("middle", uidOf("trade"))
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 1 || g.Options[0].Text != "ben: trade toad token hound" {
			t.Errorf("gesture %+v", g)
		}
	})
}

// Cards that come within the debounce window after the card of a move belong to that move.
func TestCardsWithinTheDebounceWindow(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: plant top oak", "ann: plant left elm", "ben: trade raven token", "cai: trade raven toad hound", "ann: swap oak")
		made := func(want string, moves int) {
			t.Helper()
			h.expectFact(ann, "made", want)
			if n := h.game(ann).Undoable; n != moves {
				t.Errorf("%d moves stand, not %d", n, moves)
			}
		}
		h.layCard("middle", "top")
		made("ann: plant top oak", 1)
		h.layCard("middle", "oak") // by itself it would be absorbed
		made("ann: plant top oak", 1)
		if v := h.game(ann).Verdict; !v.OK {
			t.Errorf("verdict %+v", v)
		}
		h.layCard("discard", "toad")
		made("cai: trade raven toad hound", 2)
		h.layCard("discard", "hound")
		h.layCard("discard", "raven")
		made("cai: trade raven toad hound", 2)
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("gesture %+v", g)
		}
		h.layCard("middle", "left")
		time.Sleep(time.Second)
		h.layCard("middle", "elm")
		made("ann: plant left elm", 4) // it is laid for something else
		h.press("yes", false)
		h.layCard("middle", "top")
		h.must(ann, protocol.UndoRequest{})
		h.layCard("middle", "oak")
		if g := h.game(ann).Gesture; g == nil || len(g.Options) != 2 {
			t.Errorf("what was taken back waits for nothing: %+v", g)
		}
	})
}

// The cards of a confirmed move that no reader has seen may come later.
func TestLeftoversAfterConfirming(t *testing.T) {
	const trade = "ben: trade hound toad raven"
	for _, test := range []struct {
		name string
		then func(h *testTable, ann *companion.Phone)
		ours bool
	}{
		{"at once", func(*testTable, *companion.Phone) {}, true},
		{"slowly", func(*testTable, *companion.Phone) { time.Sleep(time.Minute) }, true},
		{"much later", func(*testTable, *companion.Phone) { time.Sleep(time.Hour) }, false},
		{"after a hand", func(h *testTable, ann *companion.Phone) { h.must(ann, move("hold", "hound")) }, true},
		{"after a move", func(h *testTable, ann *companion.Phone) { h.must(ann, move("pass")) }, false},
		{"after something else", func(h *testTable, _ *companion.Phone) { h.layCard("middle", "seat-2"); h.press("yes", true) }, false},
		{"twice", func(h *testTable, _ *companion.Phone) { h.layCard("discard", "raven") }, false},
		{"on another's reader", func(h *testTable, _ *companion.Phone) { h.layCard("altar-1", "top"); h.press("yes", true) }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, ann := newBoard(t, t.TempDir(), trade, "ben: trade raven toad hound", "ben: trade toad hound raven", "ann: trade raven token",
					"ben: trade hound raven toad", "ben: trade raven hound toad", "ben: trade toad raven hound", "ann: pass", "ann: hold hound", "ann: plant top oak", "ann: plant top elm")
				h.must(ann, protocol.SitRequest{Seat: "ann"})
				h.layCard("discard", "hound")
				h.layCard("discard", "toad")
				h.press("yes", false)
				h.expectFact(ann, "made", trade)
				test.then(h, ann)
				h.layCard("discard", "raven")
				if g := h.game(ann).Gesture; (g == nil) != test.ours {
					t.Errorf("the rest of the trade is asked about: %+v", g)
				}
			})
		})
	}
}

// Cards put down together are a move at the end of the debounce window, even if it could go further. Put down one after the other, they wait.
func TestCompleteMoveAfterTheDebounceWindow(t *testing.T) {
	for _, test := range []struct {
		name  string
		pause time.Duration
		cards []string
		made  string
	}{
		{"together", 0, []string{"raven", "toad"}, "ann: trade raven toad"},
		{"quickly", 300 * time.Millisecond, []string{"raven", "toad"}, "ann: trade raven toad"},
		{"one after the other", 500 * time.Millisecond, []string{"raven", "toad"}, ""},
		{"three together", 100 * time.Millisecond, []string{"raven", "toad", "hound"}, "ann: trade raven toad hound"},
		{"no move yet", 0, []string{"raven", "hound"}, ""},
		{"two moves", 0, []string{"hound", "raven"}, ""},
		{"without a thing", 0, []string{"toad", "hound"}, "ann: trade toad hound"},
	} {
		t.Run(test.name, func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, ann := newBoard(t, t.TempDir(), "ann: trade raven toad hound", "ann: trade raven hound toad", "ann: trade raven hound token", "ann: trade raven toad",
					"ann: trade toad hound", "ann: trade toad hound token", "ann: trade toad hound raven", "ben: trade hound raven", "cai: trade hound raven")
				for i, card := range test.cards {
					if i > 0 {
						time.Sleep(test.pause)
					}
					h.layCard("discard", card)
				}
				if g := h.game(ann).Gesture; g != nil && test.made != "" && g.Options[0].Text != test.made {
					t.Errorf("what is a move as it was laid does not come first: %+v", g)
				}
				time.Sleep(time.Second)
				synctest.Wait() // the end of the window is shown, without anything further happening
				h.expectFact(ann, "made", test.made)
				if g := h.game(ann).Gesture; (g == nil) != (test.made != "") {
					t.Errorf("gesture %+v", g)
				}
			})
		})
	}
}

// Where a card stands for many moves of several players, the table asks first who did it, and each answer belongs to its player: so a phone shows them in the colours of
// the seats.
func TestWhoDidIt(t *testing.T) {
	run(t, func(t *testing.T) {
		var legal []string
		for _, seat := range []string{"ann", "ben", "cai"} {
			for _, with := range []string{"toad", "hound", "token"} {
				legal = append(legal, seat+": trade raven "+with)
			}
		}
		h, ann := newBoard(t, t.TempDir(), legal...)
		h.layCard("middle", "raven")
		g := h.game(ann).Gesture
		want := []protocol.Option{{Text: "Ann", Seat: 0}, {Text: "Ben", Seat: 1}, {Text: "Cai", Seat: 2}}
		if g == nil || g.Text != "Who did it?" || !slices.Equal(g.Options, want) {
			t.Errorf("the table asks %+v", g)
		}
	})
}

// A refusal gives the reason for the most likely move, and shows no more of it than the observation.
func TestLikelyRefusals(t *testing.T) {
	bribes := []string{"ann: trade raven toad", "ann: trade toad raven", "ann: pass"}
	for _, test := range []struct {
		legal       []string
		lay         string
		text, rule  string
		words       string
		names, left string
	}{
		{bribes, "hound", "Hound", "no", "No.", "Hound", ""},
		{[]string{"ann: plant top oak", "ann: plant top elm"}, "left", "Left disc", "no", "No.", "left disc", ""},
		{[]string{"ann: plant top elm", "ann: plant left elm", "ann: swap elm"}, "oak", "ann: swap oak", "no", "No.", "Oak", ""},
		{[]string{"ann: pass"}, "feast", "ann: call feast", "verb", "Not now.", "The Feast", ""},
		{[]string{"ann: pass"}, "left", "", "", "Left disc fits nothing that can be done now.", "", ""},
		{[]string{"ben: greet ann"}, "feast", "ann: call feast", "verb", "Not now.", "The Feast", ""},
	} {
		t.Run(test.lay+" for "+test.legal[0], func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, ann := newBoard(t, t.TempDir(), test.legal...)
				h.layCard("middle", test.lay)
				v := h.game(ann).Verdict
				if v.Text != test.text || v.Rule != test.rule || v.Words != test.words || strings.Join(v.Names, ", ") != test.names {
					t.Errorf("verdict %+v", v)
				}
			})
		})
	}
}

// The offer of a forgotten move replaces the refusal, in one order of its names; the panel shows what confirming would do.
func TestForgottenPass(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: pass",
			"ann: pass > ben: trade raven hound token", "ann: pass > ben: trade raven token hound", "ann: pass > ben: trade token raven hound",
			"ann: pass > ben: call feast")
		h.layCard("middle", "left")
		h.layCard("discard", "raven")
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "catch-up" || len(g.Options) != 1 || h.game(ann).Verdict != nil {
			t.Fatalf("gesture %+v, verdict %+v", g, h.game(ann).Verdict)
		}
		sc := h.shown.scene()
		const asked = "Raven: was something forgotten? Yes: ann: pass, then ben: trade raven hound token."
		if sc.Prompt != asked || sc.Verdict != nil || sc.Cue != scene.CueNone && sc.Cue != scene.CueAsk {
			t.Errorf("the panel shows %q and %+v", sc.Prompt, sc.Verdict)
		}
		if cues := h.shown.cues(); cues[len(cues)-1] != scene.CueAsk {
			t.Errorf("cues %v", cues)
		}
		// Each of two moves leaves something to do; the pass was done before. A start changes nothing of that.
		h.layCard("middle", "feast")
		h.press("yes", false)
		h.expectFact(ann, "made", "ben: call feast")
		toDo := []protocol.Chore{{Seat: 1, Text: "Ben: take one."}}
		if got := h.game(ann).Chores; !slices.Equal(got, toDo) {
			t.Errorf("chores %+v", got)
		}
		h.stop()
		h.start()
		if got := h.game(h.phone("")).Chores; !slices.Equal(got, toDo) {
			t.Errorf("chores after a restart: %+v", got)
		}
	})
}

// The offer to replace the last move does not ask for the order of names either.
func TestReplacementsInOneOrder(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: greet ben", "ann: greet ben > ben: trade raven toad", "ann: greet ben > ben: trade toad raven",
			"ann: greet ben > ben: trade raven token", "ann: greet ben > ben: trade token raven")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(ann, move("greet", "ben"))
		h.layCard("discard", "toad")
		h.layCard("discard", "raven")
		h.expectFact(ann, "made", "ben: trade toad raven")
		h.layCard("middle", "token")
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "replace" || len(g.Options) != 1 || g.Options[0].Text != "Instead of the last move: ben: trade token raven" {
			t.Errorf("gesture %+v", g)
		}
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("verdict %+v", v)
		}
	})
}

// A question about a thing can be answered. Confirming it does not play things that nobody has shown.
func TestThingsAreAskedAbout(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoard(t, t.TempDir(), "ann: plant top elm", "ann: swap elm", "ann: swap oak", "ann: trade raven token", "ann: trade raven toad")
		h.layCard("middle", "elm")
		g := h.game(ann).Gesture
		if g == nil || g.Text != "What was done?" || len(g.Options) != 2 {
			t.Fatalf("gesture %+v", g)
		}
		h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: slices.IndexFunc(g.Options, func(o protocol.Option) bool { return o.Verb == "swap" })})
		h.expectFact(ann, "made", "ann: swap elm")
		h.layCard("discard", "raven")
		h.press("yes", false)
		if v := h.game(ann).Verdict; v.OK || !strings.Contains(v.Words, "several things") {
			t.Errorf("verdict %+v", v)
		}
		h.layCard("discard", "token")
		h.expectFact(ann, "made", "ann: trade raven token")
		h.layCard("middle", "seat-5")
		if v := h.game(ann).Verdict; v.OK || !strings.Contains(v.Words, "Nobody sits at seat 5") {
			t.Errorf("verdict %+v", v)
		}
		// On Ben's own reader it is not Ann's thing.
		h.layCard("altar-2", "elm")
		if v := h.game(ann).Verdict; v.OK || v.Text != "ben: swap elm" {
			t.Errorf("verdict %+v", v)
		}
	})
}

// Cards are enrolled before the other things, which need no tag.
func TestThingsAreEnrolledLast(t *testing.T) {
	atTable(t, func(o *companion.Options) { o.Games = append(o.Games, boardGame()) }, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.must(host, protocol.EnrolRequest{Action: "begin", Game: "board"})
		want := func(next string, optional bool, done, bare int, text string) {
			t.Helper()
			e := host.Snapshot().Enrol
			if e.Next != next || e.Optional != optional || e.Done != done || e.Total != 12 || e.Bare != bare || e.Text != text {
				t.Errorf("enrolment %+v", e)
			}
		}
		want("raven", false, 0, 4, "Lay it on any reader.")
		for _, tag := range []string{"a", "b", "c"} {
			h.tap("middle", uidOf(tag))
		}
		want("hound", false, 3, 1, "Toad is enrolled.")
		h.must(host, protocol.EnrolRequest{Action: "skip"})
		want("top", true, 3, 1, "Skipped. The rest is optional.")
		h.tap("middle", uidOf("d"))
		want("top", true, 4, 1, "Top is enrolled.")
		h.must(host, protocol.EnrolRequest{Action: "stop"})

		h.must(host, protocol.EnrolRequest{Action: "begin", Game: "board"})
		h.tap("middle", uidOf("e"))
		want("top", true, 5, 0, "Hound is enrolled. The rest is optional.")
		h.must(host, protocol.EnrolRequest{Action: "stop"})
		h.must(host, protocol.EnrolRequest{Action: "begin", Game: "board"})
		want("top", true, 5, 0, "No tag is missing. The rest is optional.")
		for _, tag := range []string{"f", "g", "h", "i", "j", "k"} {
			h.tap("middle", uidOf(tag))
		}
		want("token", true, 11, 0, "The Feast is enrolled.")
	})
}
