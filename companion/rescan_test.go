package companion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/athame"
)

// toll is a game of questions for several cards, one after the other: `ann take 4` is asked four times. Coins are tokens.
type toll struct {
	catalog *engine.Catalog
	asks    []engine.Ask // those that are open, the present one first
	pile    int          // so many cards can be taken
	log     string       // what was done since the present question began
	events  []engine.Move
}

func tollCatalog(seats []string) (*engine.Catalog, error) {
	const verb, card, unseen = engine.ClassVerb, engine.ClassCard, engine.ClassUnseen
	entries := []engine.Entry{
		{Word: "take", Class: verb}, {Word: "pay", Class: verb}, {Word: "reveal", Class: verb}, {Word: "pass", Class: verb}, {Word: "hold", Class: verb}, {Word: "scarce", Class: engine.ClassEvent},
		{Word: "?", Class: unseen},
		{Word: "coin", Class: card, Copies: 40, Token: true}, {Word: "shell", Class: card, Copies: 60, Token: true},
		{Word: "ring", Class: card}, {Word: "crown", Class: card, Copies: 2}, {Word: "purse", Class: engine.ClassThing},
	}
	for _, s := range seats {
		entries = append(entries, engine.Entry{Word: s + ".hand", Class: engine.ClassPlace | engine.ClassHand})
	}
	return engine.NewCatalog(entries, seats, []engine.Signature{
		{Verb: 1, Cardless: true},
		{Verb: 1, Args: []engine.Class{unseen}, Cardless: true},
		{Verb: 1, Args: []engine.Class{card}},
		{Verb: 2, Args: []engine.Class{card}},
		{Verb: 2, Args: []engine.Class{card, card}},
		{Verb: 3, Args: []engine.Class{card}, ByNobody: true},
		{Verb: 4, Cardless: true},
		{Verb: 5, Args: []engine.Class{card}},
	})
}

// tollGame asks for that: `ann take 4`, `table reveal 2`.
func tollGame(pile int, asks ...string) engine.Game {
	return engine.Game{
		ID: "toll", MinSeats: 2, MaxSeats: 4,
		Rules: engine.Written("# Toll\n\n## Refusals\n\n### `no`\nNo.\n\n### `dry`\nNothing is left.\n"),
		Words: engine.Written("title = \"Toll\"\nabout = \"Coins.\"\n[moves]\ntake = \"{seat} takes a card.\"\n[events]\nscarce = \"Look for more cards.\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := tollCatalog(setup.Seats)
			if err != nil {
				return nil, err
			}
			s := &toll{catalog: c, pile: pile}
			for _, line := range asks {
				w := strings.Fields(line)
				s.asks = append(s.asks, engine.Ask{Seat: c.Move(w[0], "pass").Seat, Open: true, Key: w[1], Args: [2]engine.Name{c.Name(w[2])}})
			}
			return s, nil
		},
	}
}

func (s *toll) Catalog() *engine.Catalog { return s.catalog }

func (s *toll) Moves(yield func(engine.Move) bool) {
	if len(s.asks) == 0 {
		return
	}
	a := s.asks[0]
	for _, card := range append([]string{"?"}, "coin", "shell", "ring", "crown") {
		m := engine.NewMove(a.Seat, s.catalog.Name(a.Key), s.catalog.Name(card))
		if s.Check(m).OK() && !yield(m) {
			return
		}
	}
	if a.Seat != engine.Nobody && !yield(engine.NewMove(a.Seat, s.catalog.Name("pass"))) {
		return
	}
}

func (s *toll) Check(m engine.Move) engine.Violation {
	verb := s.catalog.Word(m.Verb)
	if _, ok := s.catalog.Match(m); !ok || len(s.asks) == 0 || verb == "hold" || m.Seat != s.asks[0].Seat || verb != "pass" && verb != s.asks[0].Key || m.Arity() > 1 {
		return engine.Violate("no", m.Args[0])
	}
	if verb == "take" && s.pile == 0 {
		return engine.Violate("dry")
	}
	return engine.Violation{}
}

func (s *toll) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	a := &s.asks[0]
	s.events = nil
	s.log += fmt.Sprintf(" %s", s.catalog.Word(m.Args[0]))
	n, _ := a.Args[0].Number()
	if s.catalog.Word(m.Verb) == "take" {
		if s.pile--; s.pile == 1 {
			s.events = append(s.events, engine.NewMove(engine.Nobody, s.catalog.Name("scarce")))
		}
	}
	if a.Args[0] = engine.Number(n - 1); n == 1 || s.catalog.Word(m.Verb) == "pass" {
		s.asks, s.log = s.asks[1:], ""
	}
	return engine.Violation{}
}

func (s *toll) Clone() engine.State {
	c := *s
	c.asks = slices.Clone(s.asks)
	return &c
}

func (s *toll) CopyTo(other engine.State)                                 { *other.(*toll) = *s.Clone().(*toll) }
func (s *toll) WithTurnOf(engine.Seat) (engine.State, bool)               { return nil, false }
func (s *toll) View(engine.Seat) engine.State                             { return s.Clone() }
func (s *toll) Redacted(m engine.Move, _ engine.Seat) (engine.Move, bool) { return m, true }
func (s *toll) Events() []engine.Move                                     { return s.events }
func (s *toll) Destination(engine.Move) engine.Name                       { return engine.None }
func (s *toll) Facts(yield func(path, value string) bool) {
	_ = yield("pile", fmt.Sprint(s.pile)) && yield("log", strings.TrimSpace(s.log))
}

func (s *toll) Status() engine.Status {
	if len(s.asks) == 0 {
		return engine.Status{Over: true, Winner: engine.Nobody, Ask: engine.Ask{Seat: engine.Nobody, Key: "over"}}
	}
	turn := s.asks[0].Seat
	if turn == engine.Nobody {
		turn = 0
	}
	return engine.Status{Turn: turn, Winner: engine.Nobody, Ask: s.asks[0]}
}

// newToll starts a table of ann, ben and cai; Ann has a reader and buttons of her own.
func newToll(t *testing.T, dir string, pile int, asks ...string) (h *testTable, ann *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, func(o *companion.Options) {
		o.Games = append(o.Games, tollGame(pile, asks...))
		o.Knobs = []companion.Knob{{Name: "dial"}}
		o.Readers = append(o.Readers, companion.Reader{Name: "front-1", Seat: 1})
		o.Buttons = append(o.Buttons,
			companion.Button{Name: "again", Press: "again"}, companion.Button{Name: "ann-again", Press: "again", Seat: 1},
			companion.Button{Name: "ann", Press: "ann"}, companion.Button{Name: "take", Press: "draw take", Long: "all"}, companion.Button{Name: "done", Press: "done pass again", Long: "all"})
		all := make(map[tags.UID]string)
		for _, word := range []string{"coin", "shell", "ring", "crown", "undo", "again"} {
			all[tags.UID(uidOf(word))] = word
			all[tags.UID(uidOf("another "+word))] = word
		}
		known, err := tags.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.AssignAll(tags.Box{Game: "toll"}, all); err != nil {
			t.Fatal(err)
		}
	})
	host := h.phone("")
	h.must(host, protocol.StartRequest{Game: "toll", Seats: []string{"ann", "ben", "cai"}})
	return h, h.phone("ann")
}

// lift takes a card away from a reader.
func (h *testTable) lift(reader, card string) {
	h.Helper()
	if err := h.table.TagLeft(h.Context(), reader, uidOf(card), time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
}

// A button observes the card on a reader once more, as often as it is pressed.
func TestRescan(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "ann pay 5", "ben pay 2", "table reveal 3", "ann pay 1")
		refused := func(says string) {
			t.Helper()
			if v := h.game(ann).Verdict; v == nil || v.OK || !strings.Contains(v.Words, says) {
				t.Errorf("verdict %+v", v)
			}
		}
		h.press("again", false)
		refused("Nothing lies on the reader of Ann, or on a shared one")
		h.layCard("front-1", "coin")
		h.press("again", false)
		h.expectFact(ann, "log", "coin coin")
		log := h.game(ann).Log
		if last := log[len(log)-1]; last.Source != "Ann" {
			t.Errorf("the source is %q", last.Source)
		}
		// Of several the one laid last is meant, on the own reader before one of nobody.
		h.layCard("middle", "ring")
		h.expectFact(ann, "log", "coin coin ring")
		h.press("ann-again", false)
		h.expectFact(ann, "log", "coin coin ring coin")
		h.lift("front-1", "coin")
		h.press("again", false) // the ring
		h.expectFact(ann, "log", "")
		// What was left lying counts for the next one, too, and a command is no card.
		h.layCard("middle", "undo")
		h.expectFact(ann, "log", "coin coin ring coin")
		h.press("again", false)
		h.expectFact(ann, "log", "")
		h.press("again", false)
		h.expectFact(ann, "log", "ring")
		// Ann's reader is not for Ben.
		h.lift("middle", "ring")
		h.layCard("front-1", "shell")
		h.press("again", false)
		refused("Nothing lies on the reader of Ben")
		time.Sleep(resolver.EarlyTime) // or it would count as soon as it is Ann's turn
		h.layCard("middle", "another shell")
		// Where the table is asked any reader will do, one of nobody first.
		h.layCard("middle", "coin")
		h.expectFact(ann, "log", "coin")
		h.press("again", false)
		h.expectFact(ann, "log", "coin coin")
		h.lift("middle", "coin")
		h.lift("middle", "another shell")
		h.press("again", false)
		h.expectFact(ann, "log", "") // the shell before Ann
		h.press("ann-again", false)
		if !strings.Contains(h.game(ann).Ask.Key, "over") {
			t.Errorf("asked %+v", h.game(ann).Ask)
		}
	})
}

// A tag that was on a reader before the table first asked makes no move, but can be rescanned.
func TestTagPresentMakesNoMove(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "ann pay 3")
		if err := h.table.TagPresent(t.Context(), "front-1", uidOf("coin"), time.Now()); err != nil {
			t.Fatal(err)
		}
		h.settle()
		h.expectFact(ann, "log", "")
		h.press("again", false)
		h.expectFact(ann, "log", "coin")
	})
}

// The word again of a button with several words counts only if a card is on a reader. A tag may have that word, too.
func TestRescanAmongOtherWords(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "table reveal 3", "ann pay 3")
		h.press("done", false)
		if v := h.game(ann).Verdict; v == nil || v.OK || v.Rule != "no" {
			t.Errorf("verdict %+v", v)
		}
		h.layCard("middle", "coin")
		h.press("done", false)
		h.expectFact(ann, "log", "coin coin")
		h.layCard("middle", "again")
		h.expectFact(ann, "log", "")
		h.tap("front-1", "04AABBCCDDEEFF")
		h.press("ann-again", false)
		if g := h.game(ann).Gesture; g == nil || g.Kind != "unknown" {
			t.Errorf("gesture %+v", g)
		}
	})
}

// Drawing as many unseen cards as a question wants is one gesture, and one undo takes it back, also after a restart.
func TestLongPressGivesAllAnswers(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "ann take 4", "ann take 2", "ann pay 2", "ben take 9")
		stand := func(n int, pile string) {
			t.Helper()
			if got := h.game(ann).Undoable; got != n {
				t.Errorf("%d moves stand, not %d", got, n)
			}
			h.expectFact(ann, "pile", pile)
		}
		if n := h.game(ann).Ask.N; n != 4 {
			t.Errorf("asked for %d", n)
		}
		h.press("take", false)
		stand(1, "8")
		h.press("ann", false)
		h.press("take", true) // not the next question of the same words, too
		stand(4, "5")
		if v := h.game(ann).Verdict; !v.OK || v.Text != "Ann takes a card, 3 times." {
			t.Errorf("verdict %+v", v)
		}
		log := h.game(ann).Log
		for i, want := range []int{0, 0, 1, 2} {
			if log[i].Repeat != want {
				t.Errorf("line %d is told as the move after %d others", i+1, log[i].Repeat)
			}
		}
		h.must(ann, protocol.UndoRequest{Steps: 1})
		stand(3, "6")
		h.must(ann, protocol.UndoRequest{})
		stand(1, "8")
		if v := h.game(ann).Verdict; !v.OK || v.Text != "Ann has taken the last 2 moves back." {
			t.Errorf("verdict %+v", v)
		}
		h.press("take", true)
		h.stop()
		h.start()
		ann = h.phone("ann")
		stand(4, "5")
		h.press("end", true)
		stand(1, "8")
		h.press("take", true)
		h.press("take", true)
		stand(6, "3")
		h.layCard("front-1", "coin")
		h.press("done", true) // passes, and so there is no more to answer
		stand(8, "3")
		h.press("take", true) // three of nine: no more are there
		stand(11, "0")
	})
}

// A phone may make a move several times, as long as the question that it answers is open.
func TestMoveSeveralTimes(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 5, "ann take 3", "ben take 9")
		times := func(n int) protocol.Request {
			r := move("take", "?")
			r.Times = n
			return r
		}
		for _, n := range []int{100, -1} {
			h.mustRefuse(ann, times(n))
		}
		h.expectFact(ann, "pile", "5")
		h.must(ann, times(4)) // it is asked for three
		h.expectFact(ann, "pile", "2")
		ben := h.phone("ben")
		h.must(ben, times(3)) // there are two
		h.expectFact(ann, "pile", "0")
		if a := h.mustRefuse(ben, times(2)); a.Rule != "dry" {
			t.Errorf("answer %+v", a)
		}
		h.must(ben, protocol.UndoRequest{})
		h.must(ann, protocol.UndoRequest{})
		h.expectFact(ann, "pile", "5")
		h.must(ann, times(2)) // of three
		h.expectFact(ann, "pile", "3")
	})
}

// The chores of all moves of a gesture stand, even if its last move has ended the turn.
func TestChoresOfAGesture(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 3, "ann take 3", "ben pay 2")
		take := move("take")
		take.Times = 3
		h.must(ann, take)
		if g := h.game(ann); g.Ask.Seat != 1 || len(g.Chores) != 1 || g.Chores[0].Text != "Look for more cards." {
			t.Errorf("seat %d is asked, and the chores are %+v", g.Ask.Seat, g.Chores)
		}
	})
}

// A token moves with no card, so no leftover tag is expected after a move that names one.
func TestTokensStayForTheNext(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "ann pay 3")
		h.must(ann, move("pay", "shell"))
		h.layCard("front-1", "coin")
		h.expectFact(ann, "log", "shell coin")
	})
}

// The enrolment asks for one tag for all copies of a token. It is optional, and more tags can be added.
func TestTokensAreEnrolledOnce(t *testing.T) {
	atTable(t, func(o *companion.Options) { o.Games = append(o.Games, tollGame(1, "ann pay 9")) }, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.must(host, protocol.EnrolRequest{Action: "begin", Game: "toll"})
		for i, want := range []string{"ring", "crown", "crown", "coin", "shell", "purse", ""} {
			e := host.Snapshot().Enrol
			if e.Next != want || e.Total != 6 || e.Optional != (i >= 3 && want != "") || e.Bare != max(0, 3-i) {
				t.Errorf("enrolment %+v", e)
			}
			h.tap("middle", uidOf(fmt.Sprint(i)))
		}
		h.must(host, protocol.EnrolRequest{Action: "stop"})
		h.must(host, protocol.StartRequest{Game: "toll", Seats: []string{"ann", "ben"}})
		h.tap("middle", uidOf("a real coin"))
		h.must(host, protocol.EnrolRequest{Action: "name", Args: []string{"coin"}})
		h.tap("middle", uidOf("a real coin"))
		h.tap("middle", uidOf("3"))
		h.expectFact(host, "log", "coin coin")
	})
}

// A card that is put down alone is that card, and not the one that a joker is declared to be.
func TestCardOnReaderIsNotDeclared(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, func(o *companion.Options) {
			o.Games = append(o.Games, athame.Game())
			o.Readers = append(o.Readers, companion.Reader{Name: "front-1", Seat: 1})
			all := make(map[tags.UID]string)
			for _, word := range []string{"line", "catalytic-crystal"} {
				all[tags.UID(uidOf(word))] = word
			}
			known, err := tags.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := known.AssignAll(tags.Box{Game: "athame"}, all); err != nil {
				t.Fatal(err)
			}
		})
		defer h.stop()
		host := h.phone("")
		h.must(host, protocol.StartRequest{Game: "athame", Seats: []string{"ann", "ben"}})
		ann, ben := h.phone("ann"), h.phone("ben")
		reveal := func() {
			t.Helper()
			r := move("reveal", "square")
			r.Seat, r.Times = "table", 4
			h.must(host, r)
		}
		reveal()
		h.must(ann, move("ritual", "ring-of-ash"))
		h.must(ben, move("ritual", "ring-of-salt"))
		h.must(ann, move("draw", "bank"))
		h.must(ann, move("take", "catalytic-crystal"))
		r := move("take", "?")
		r.Times = 3
		h.must(ann, r)
		h.must(ann, move("end"))
		h.must(ben, move("draw", "market"))
		reveal()
		h.must(ben, move("end"))
		h.tap("front-1", uidOf("line"))
		h.expectFact(ann, "ann.allotted.line", "1")
		h.tap("front-1", uidOf("catalytic-crystal"))
		if g := h.game(ann).Gesture; g == nil || g.Kind != "ask" || len(g.Options) != 3 {
			t.Fatalf("gesture %+v", g)
		}
		h.tap("front-1", uidOf("line"))
		h.expectFact(ann, "ann.allotted.line", "2")
		h.expectFact(ann, "ann.allotted.catalytic-crystal", "line")
	})
}
