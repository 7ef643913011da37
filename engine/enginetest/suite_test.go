package enginetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/redtest"
)

var toyConfig = Config{
	Players:     []int{2, 3, 4},
	Conserve:    conserveToy,
	Records:     os.DirFS("testdata"),
	NeverRefuse: []string{"game.goal"},
}

// conserveToy calls Conserve with the real state inside a broken one.
func conserveToy(s engine.State) error {
	for {
		t, ok := s.(*twisted)
		if !ok {
			return toygame.Conserve(s)
		}
		s = t.State
	}
}

func TestToyDestinations(t *testing.T) {
	s := Begin(t, toygame.Game(), os.DirFS("testdata"), "house", engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}})
	CheckDestinations(t, s, map[string]string{"table: reveal one": "heap", "ann: play two": "heap", "ann: draw two": "", "ann: hold two": ""})
}

// TestToyEndsWithoutCards: when all cards are played and nobody has the points, the game is over without a winner, and says so.
func TestToyEndsWithoutCards(t *testing.T) {
	list := "game = \"toy\"\npack = \"poor\"\n[[kind]]\nname = \"joker\"\nvalue = 0\ncopies = 1\n[[kind]]\nname = \"nought\"\nvalue = 0\ncopies = 8\n"
	s, err := toygame.Game().New(engine.Setup{Game: "toy", Pack: "poor", Seats: []string{"ann", "ben"}}, []byte(list))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		if s.Status().Over {
			break
		}
		var all []engine.Move
		for m := range s.Moves {
			if word(s, m, "draw") || word(s, m, "play") || word(s, m, "reveal") || word(s, m, "end") || word(s, m, "choose") {
				all = append(all, m)
			}
		}
		if v := s.Play(all[random.IntN(len(all))]); !v.OK() {
			t.Fatal(v)
		}
	}
	if st := s.Status(); !st.Over || st.Winner != engine.Nobody || len(s.Events()) == 0 || !word(s, s.Events()[len(s.Events())-1], "exhausted") {
		t.Errorf("the game stands at %+v, after %v", st, s.Events())
	}
}

func TestToyListThatIsNone(t *testing.T) {
	for _, kind := range []string{"name = \"No Name\"\nvalue = 1\ncopies = 9\n", "name = \"one\"\nvalue = 1\ncopies = 0\n"} {
		list := "game = \"toy\"\npack = \"odd\"\n[[kind]]\n" + kind
		if s, err := toygame.Game().New(engine.Setup{Game: "toy", Pack: "odd", Seats: []string{"ann", "ben"}}, []byte(list)); err == nil {
			t.Errorf("with %q a game begins: %v", kind, s)
		}
	}
}

// TestToyMovesThatAreForgotten: only what asks for no card and no choice is taken for forgotten.
func TestToyMovesThatAreForgotten(t *testing.T) {
	c := Begin(t, toygame.Game(), os.DirFS("testdata"), "house", engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}).Catalog()
	for verb, want := range map[string][]bool{"draw": {true, false}, "end": {true}, "wind": {false}, "play": {false}} {
		var got []bool
		for _, s := range c.Signatures(c.Name(verb)) {
			got = append(got, s.Cardless)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", verb, got, want)
		}
	}
}

func FuzzToyLine(f *testing.F) {
	FuzzLine(f, toygame.Game(), engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}}, os.DirFS("testdata"), "*.table")
}

// seekNothing finds nothing.
func seekNothing(context.Context, engine.State, engine.Seat, func(int, int, *engine.Hint)) bool {
	return true
}

// twist is a set of replaced methods that break a game.
type twist struct {
	moves       func(s engine.State, yield func(engine.Move) bool)
	check       func(s engine.State, m engine.Move) engine.Violation
	play        func(s engine.State, m engine.Move) engine.Violation
	facts       func(s engine.State, yield func(path, value string) bool)
	clone       func(s engine.State) engine.State
	copyTo      func(s engine.State, other *engine.State)
	view        func(s engine.State, seat engine.Seat) engine.State
	redacted    func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool)
	destination func(s engine.State, m engine.Move) engine.Name
	status      func(s engine.State) engine.Status
	events      func(s engine.State) []engine.Move
	catalog     func(s engine.State) *engine.Catalog
	withTurn    func(s engine.State, seat engine.Seat) (engine.State, bool)
}

// twisted is a toy game with a twist: methods that the twist does not replace are the real ones.
type twisted struct {
	engine.State
	twist *twist
}

func (t *twisted) wrap(s engine.State) engine.State { return &twisted{s, t.twist} }

func (t *twisted) Moves(yield func(engine.Move) bool) {
	if t.twist.moves != nil {
		t.twist.moves(t.State, yield)
		return
	}
	t.State.Moves(yield)
}

func (t *twisted) Check(m engine.Move) engine.Violation {
	if t.twist.check != nil {
		return t.twist.check(t.State, m)
	}
	return t.State.Check(m)
}

func (t *twisted) Play(m engine.Move) engine.Violation {
	if t.twist.play != nil {
		return t.twist.play(t.State, m)
	}
	return t.State.Play(m)
}

func (t *twisted) Facts(yield func(path, value string) bool) {
	if t.twist.facts != nil {
		t.twist.facts(t.State, yield)
		return
	}
	t.State.Facts(yield)
}

func (t *twisted) Clone() engine.State {
	if t.twist.clone != nil {
		return t.wrap(t.twist.clone(t.State))
	}
	return t.wrap(t.State.Clone())
}

func (t *twisted) CopyTo(other engine.State) {
	to := &other.(*twisted).State
	if t.twist.copyTo != nil {
		t.twist.copyTo(t.State, to)
		return
	}
	t.State.CopyTo(*to)
}

func (t *twisted) View(seat engine.Seat) engine.State {
	if t.twist.view != nil {
		return t.wrap(t.twist.view(t.State, seat))
	}
	return t.wrap(t.State.View(seat))
}

func (t *twisted) Redacted(m engine.Move, seat engine.Seat) (engine.Move, bool) {
	if t.twist.redacted != nil {
		return t.twist.redacted(t.State, m, seat)
	}
	return t.State.Redacted(m, seat)
}

func (t *twisted) Destination(m engine.Move) engine.Name {
	if t.twist.destination != nil {
		return t.twist.destination(t.State, m)
	}
	return t.State.Destination(m)
}

func (t *twisted) Status() engine.Status {
	if t.twist.status != nil {
		return t.twist.status(t.State)
	}
	return t.State.Status()
}

func (t *twisted) Events() []engine.Move {
	if t.twist.events != nil {
		return t.twist.events(t.State)
	}
	return t.State.Events()
}

func (t *twisted) Catalog() *engine.Catalog {
	if t.twist.catalog != nil {
		return t.twist.catalog(t.State)
	}
	return t.State.Catalog()
}

func (t *twisted) WithTurnOf(seat engine.Seat) (engine.State, bool) {
	if t.twist.withTurn != nil {
		return t.twist.withTurn(t.State, seat)
	}
	return t.State.WithTurnOf(seat)
}

// without returns a catalog without the signatures of a verb.
func without(c *engine.Catalog, verb string) *engine.Catalog {
	var entries []engine.Entry
	var signatures []engine.Signature
	var seats []string
	for i := range c.Seats() {
		seats = append(seats, c.SeatWord(engine.Seat(i)))
	}
	for n := engine.Name(1); int(n) < c.Len(); n++ {
		if e := c.Entry(n); e.Class&engine.ClassPlayer == 0 {
			entries = append(entries, e)
		}
		if c.Word(n) != verb {
			signatures = append(signatures, c.Signatures(n)...)
		}
	}
	fewer, err := engine.NewCatalog(entries, seats, signatures)
	if err != nil {
		panic(err.Error())
	}
	return fewer
}

// refuse plays no move of a verb.
func refuse(verb string) func(engine.State, engine.Move) engine.Violation {
	return func(s engine.State, m engine.Move) engine.Violation {
		if word(s, m, verb) {
			return engine.Violate("bell.one")
		}
		return s.Play(m)
	}
}

// except lists the facts of a state but one.
func except(left string) func(engine.State, func(string, string) bool) {
	return func(s engine.State, yield func(path, value string) bool) {
		for path, value := range s.Facts {
			if path != left && !yield(path, value) {
				return
			}
		}
	}
}

// viewWith returns the real views, with a twist.
func viewWith(w twist) func(engine.State, engine.Seat) engine.State {
	return func(s engine.State, seat engine.Seat) engine.State { return &twisted{s.View(seat), &w} }
}

// knowsHand reports whether a state shows cards in the hand of ann.
func knowsHand(s engine.State) bool {
	_, ok := engine.Fact(s, "ann.hand.seen")
	return ok
}

func twistedGame(w twist) engine.Game {
	g := toygame.Game()
	begin := g.New
	g.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
		s, err := begin(setup, pack)
		if err != nil {
			return nil, err
		}
		return &twisted{s, &w}, nil
	}
	return g
}

// word reports whether a move has that verb.
func word(s engine.State, m engine.Move, verb string) bool { return s.Catalog().Word(m.Verb) == verb }

// instead lists the real moves, some of them changed.
func instead(change func(s engine.State, m engine.Move) []engine.Move) func(engine.State, func(engine.Move) bool) {
	return func(s engine.State, yield func(engine.Move) bool) {
		for m := range s.Moves {
			for _, m := range change(s, m) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// TestBrokenStates breaks one property of the toy game at a time: the check of that property must report it.
func TestBrokenStates(t *testing.T) {
	played := 0
	var happened []engine.Move
	copied := make(map[engine.State]int)
	last := make(map[engine.State]string)
	for _, tc := range []struct {
		name, check, says string
		twist             twist
	}{
		{"clones share their state", "clone", "changes its original", twist{
			clone: func(s engine.State) engine.State { return s },
		}},
		{"a clone is another state", "clone", "a clone differs from its original", twist{
			clone: func(s engine.State) engine.State {
				c := s.Clone()
				c.Play(c.Catalog().Move("ann", "wind"))
				return c
			},
		}},
		{"a clone of a clone is no clone", "clone", "changes another clone", twist{
			clone: func(s engine.State) engine.State {
				if copied[s] == 2 {
					return s
				}
				c := s.Clone()
				copied[c] = copied[s] + 1
				return c
			},
		}},
		{"copies share their state", "clone", "playing on a copy changes its original", twist{
			copyTo: func(s engine.State, other *engine.State) { *other = s },
		}},
		{"a copy stays as it was", "clone", "a copy differs from its original", twist{
			copyTo: func(engine.State, *engine.State) {},
		}},
		{"clones share their events", "clone", "changes the events of its original", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				v := s.Play(m)
				happened = append(happened[:0], s.Events()...)
				return v
			},
			events: func(engine.State) []engine.Move { return happened },
		}},
		{"a recorded move has no signature", "records", "table: amend ben.points 2 is legal, and no signature fits it", twist{
			catalog: func(s engine.State) *engine.Catalog { return without(s.Catalog(), "amend") },
		}},
		{"nothing can be put right", "amends", "no random game has anything like `amend ann.points 0 (points, argument 1)`", twist{
			check: func(s engine.State, m engine.Move) engine.Violation {
				if word(s, m, "amend") {
					return engine.Violate("move.form")
				}
				return s.Check(m)
			},
		}},
		{"chance in a move", "determinism", "lead to another state", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				if played++; played%7 == 0 && word(s, m, "draw") {
					m.Args[0] = s.Catalog().Name("?")
				}
				return s.Play(m)
			},
		}},
		{"undo leads elsewhere", "undo", "does not lead back", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				if played++; played%50 == 0 && word(s, m, "draw") {
					m.Args[0] = s.Catalog().Name("?")
				}
				return s.Play(m)
			},
		}},
		{"a legal move is not played", "lawful", "wind is legal, and refused for bell.one when it is played", twist{play: refuse("wind")}},
		{"a legal move is not played a second time", "undo", "wind is legal, and refused for bell.one when it is played", twist{play: refuse("wind")}},
		{"a listed move is not played", "listed", "wind is listed, and refused for bell.one when it is played", twist{play: refuse("wind")}},
		{"nobody can go on", "lawful", "no move is legal", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move {
				if s.Status().Ask.Key == "rob" {
					return nil
				}
				return []engine.Move{m}
			}),
		}},
		{"moves after the end", "lawful", "the game is over, and", twist{
			moves: func(s engine.State, yield func(engine.Move) bool) {
				if s.Status().Over {
					yield(s.Catalog().Move("ann", "end"))
					return
				}
				s.Moves(yield)
			},
		}},
		{"a fact twice", "lawful", "comes twice", twist{
			facts: func(s engine.State, yield func(string, string) bool) {
				if yield("deck", "3") {
					s.Facts(yield)
				}
			},
		}},
		{"facts and status differ", "lawful", "the status says", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Turn = 1
				return st
			},
		}},
		{"somebody wins too early", "lawful", "somebody has won, and the game is not over", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Winner = 0
				return st
			},
			facts: func(s engine.State, yield func(string, string) bool) {
				if yield("winner", "ann") {
					except("winner")(s, yield)
				}
			},
		}},
		{"the time is up before it begins", "lawful", "a timer of -1ns", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Timer.For = -1
				return st
			},
		}},
		{"the awaited seat cannot move", "lawful", "has no legal move", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				if st.Ask.Key == "rob" {
					st.Ask.Seat = engine.Nobody
				}
				return st
			},
		}},
		{"nobody knows what is asked", "lawful", "no key", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Ask.Key = ""
				return st
			},
		}},
		{"a timer ends with an illegal move", "lawful", "the timer ends with", twist{
			status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Timer.Then = s.Catalog().Move("ann", "ring")
				return st
			},
		}},
		{"an event that is a verb", "lawful", "is none in the catalog", twist{
			events: func(s engine.State) []engine.Move { return []engine.Move{s.Catalog().Move("ann", "draw")} },
		}},
		{"a listed move is illegal", "listed", "is listed, and refused", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move {
				if next := (m.Seat + 1) % engine.Seat(s.Catalog().Seats()); word(s, m, "choose") && m.Args[0] == s.Catalog().SeatName(next) {
					m.Args[0] = s.Catalog().SeatName(m.Seat)
				}
				return []engine.Move{m}
			}),
		}},
		{"a move is listed twice", "listed", "listed twice", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move { return []engine.Move{m, m} }),
		}},
		{"a listed move has no signature", "listed", "no signature fits", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move {
				m.Args[2] = engine.Unknown
				m.Args[1] = engine.Unknown
				return []engine.Move{m}
			}),
		}},
		{"hold is listed", "listed", "hold and amend never", twist{
			moves: func(s engine.State, yield func(engine.Move) bool) { yield(s.Catalog().Move("ann", "hold", "one")) },
		}},
		{"a listed move with an argument too many is legal", "listed", "end ann is malformed, and legal", twist{
			check: func(s engine.State, m engine.Move) engine.Violation {
				if v := s.Check(m); v.Rule != "move.form" || !word(s, m, "end") {
					return v
				}
				return engine.Violation{}
			},
		}},
		{"facts without an end", "listed", "the list of facts goes on", twist{
			facts: func(s engine.State, yield func(string, string) bool) {
				for path, value := range s.Facts {
					yield(path, value)
				}
			},
		}},
		{"a list without an end", "listed", "goes on after", twist{
			moves: func(s engine.State, yield func(engine.Move) bool) {
				for m := range s.Moves {
					yield(m)
				}
			},
		}},
		{"cards land on a card", "listed", "which is no place", twist{
			destination: func(s engine.State, m engine.Move) engine.Name { return s.Catalog().Name("joker") },
		}},
		{"a legal move is not listed", "universe", "is legal, and not listed", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move {
				if word(s, m, "play") && m.Has(s.Catalog().Name("three")) {
					return nil
				}
				return []engine.Move{m}
			}),
		}},
		{"an illegal move is listed", "universe", "ann: choose ann is listed, and refused for", twist{
			moves: instead(func(s engine.State, m engine.Move) []engine.Move {
				if word(s, m, "choose") {
					return []engine.Move{m, s.Catalog().Move("ann", "choose", "ann")}
				}
				return []engine.Move{m}
			}),
		}},
		{"a malformed move is legal", "universe", "is malformed, and legal", twist{
			check: func(s engine.State, m engine.Move) engine.Violation {
				if v := s.Check(m); v.Rule != "move.form" || !word(s, m, "end") {
					return v
				}
				return engine.Violation{}
			},
		}},
		{"a refused move is played", "universe", "when played for", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				v := s.Play(m)
				if !v.OK() && word(s, m, "draw") {
					return engine.Violation{}
				}
				return v
			},
		}},
		{"a refused move changes something", "universe", "and changes something", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				v := s.Play(m)
				if v.Rule == "turn.other" {
					s.Play(s.Catalog().Move("ann", "wind"))
				}
				return v
			},
		}},
		{"a refusal without words", "universe", "of which the rules page has no words", twist{
			check: func(s engine.State, m engine.Move) engine.Violation {
				v := s.Check(m)
				if v.Rule == "turn.other" {
					v.Rule = "turn.foreign"
				}
				return v
			},
		}},
		{"a view tells what is not true", "view", "in truth", twist{
			view: func(s engine.State, seat engine.Seat) engine.State {
				v := s.View(seat)
				v.Play(s.Catalog().Move("ben", "wind"))
				return v
			},
		}},
		{"a view shows a fact of its own", "view", "it shows moon, which is no fact of the state", twist{
			view: viewWith(twist{facts: func(s engine.State, yield func(string, string) bool) {
				if yield("moon", "full") {
					s.Facts(yield)
				}
			}}),
		}},
		{"a view hides what everybody may know", "view", "it hides deck, which is not private", twist{view: viewWith(twist{facts: except("deck")})}},
		{"a view shows more of a hand than there is", "view", "which is not part of the truth", twist{
			view: viewWith(twist{facts: func(s engine.State, yield func(string, string) bool) {
				for path, value := range s.Facts {
					if path == "ben.hand.seen" {
						value = "joker joker joker joker"
					}
					if !yield(path, value) {
						return
					}
				}
				if _, own := engine.Fact(s, "ben.hand.seen"); !own {
					yield("ben.hand.seen", "joker joker joker joker")
				}
			}}),
			facts: func(s engine.State, yield func(string, string) bool) {
				if _, known := engine.Fact(s, "ben.hand.seen"); known || yield("ben.hand.seen", "one") {
					s.Facts(yield)
				}
			},
		}},
		{"a view of a view shows more than the public one", "view", "what everybody may know is not what is left of the view of ann", twist{
			view: func(s engine.State, seat engine.Seat) engine.State {
				if seat == engine.Public {
					return s.View(seat)
				}
				return &twisted{s.View(seat), &twist{view: func(s engine.State, seat engine.Seat) engine.State {
					v := s.View(seat)
					if seat == engine.Public {
						v.Play(v.Catalog().Move("ann", "wind"))
					}
					return v
				}}}
			},
		}},
		{"a view has another status", "view", "its status is", twist{
			view: viewWith(twist{status: func(s engine.State) engine.Status {
				st := s.Status()
				st.Timer.Run = 99
				return st
			}}),
		}},
		{"a view changes when it is viewed", "view", "changes when it is viewed again", twist{
			view: func(s engine.State, seat engine.Seat) engine.State {
				if _, again := s.(*twisted); again {
					return s.View(engine.Public)
				}
				return &twisted{s.View(seat), &twist{}}
			},
		}},
		{"a view is the state", "view", "changes the state", twist{
			view: func(s engine.State, seat engine.Seat) engine.State { return s },
		}},
		{"a view hides nothing", "secrets", "sees that", twist{
			view: func(s engine.State, seat engine.Seat) engine.State { return s.Clone() },
		}},
		{"a view hides facts, but offers moves by them", "secrets", "sees that", twist{
			view: func(s engine.State, seat engine.Seat) engine.State {
				return &twisted{s.Clone(), &twist{facts: func(_ engine.State, yield func(string, string) bool) { s.View(seat).Facts(yield) }}}
			},
		}},
		{"everybody hears what is held", "secrets", "is told of", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) { return m, true },
		}},
		{"a held card has an event", "secrets", "everybody is told what follows from", twist{
			events: func(s engine.State) []engine.Move {
				if !knowsHand(s) {
					return nil
				}
				return []engine.Move{s.Catalog().Move("ann", "robbed", "ben")}
			},
		}},
		{"a later event depends on a secret", "secrets", "has other events after", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				v := s.Play(m)
				if v.OK() {
					last[s] = s.Catalog().Word(m.Verb)
				}
				return v
			},
			clone: func(s engine.State) engine.State {
				c := s.Clone()
				last[c] = last[s]
				return c
			},
			events: func(s engine.State) []engine.Move {
				if last[s] == "hold" || !knowsHand(s) {
					return nil
				}
				return []engine.Move{s.Catalog().Move("ann", "robbed", "ben")}
			},
		}},
		{"what is told depends on a secret", "secrets", "is told", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				t, ok := s.Redacted(m, seat)
				if _, known := engine.Fact(s, "ann.hand.seen"); known && ok && word(s, m, "play") {
					t.Args[0] = s.Catalog().Name("joker")
				}
				return t, ok
			},
		}},
		{"everybody hears what is drawn", "redacted", "which its view does not show", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				if word(s, m, "draw") {
					return m, true
				}
				return s.Redacted(m, seat)
			},
		}},
		{"a played card is not told", "redacted", "sees a change", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				if word(s, m, "play") && m.Seat != seat {
					return engine.Move{}, false
				}
				return s.Redacted(m, seat)
			},
		}},
		{"an own move is not told", "redacted", "own move", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				if word(s, m, "end") && m.Seat == seat {
					return engine.Move{}, false
				}
				return s.Redacted(m, seat)
			},
		}},
		{"an own card is not told", "redacted", "is told less than it knows of its own move", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				t, ok := s.Redacted(m, seat)
				if word(s, m, "draw") && m.Args[0] != engine.None {
					t.Args[0] = s.Catalog().Name("?")
				}
				return t, ok
			},
		}},
		{"less is told every time", "redacted", "draw ?, and when told again", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				if word(s, m, "draw") && m.Seat != seat && m.Args[0] == s.Catalog().Name("?") {
					m.Args[0] = engine.None
					return m, true
				}
				return s.Redacted(m, seat)
			},
		}},
		{"another card is told", "redacted", "play one, and sees more", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				t, ok := s.Redacted(m, seat)
				if other := s.Catalog().Move("ann", "play", "one"); word(s, m, "play") && m.Seat == 0 && seat != 0 && s.Check(other).OK() {
					return other, true
				}
				return t, ok
			},
		}},
		{"another move is told", "redacted", "another move", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				t, ok := s.Redacted(m, seat)
				if word(s, m, "end") {
					t.Seat = 1 - min(t.Seat, 1)
				}
				return t, ok
			},
		}},
		{"the told move is not legal in the view", "redacted", "which its view refuses", twist{
			redacted: func(s engine.State, m engine.Move, seat engine.Seat) (engine.Move, bool) {
				t, ok := s.Redacted(m, seat)
				if word(s, m, "play") && m.Seat != seat {
					t.Args[0] = s.Catalog().Name("?")
				}
				return t, ok
			},
		}},
		{"a fact that no record can carry", "round trip", "cannot be read", twist{
			facts: func(s engine.State, yield func(string, string) bool) {
				if yield("clock", "") {
					s.Facts(yield)
				}
			},
		}},
		{"the record tells another game", "round trip", "the record of the game fails", twist{
			play: func(s engine.State, m engine.Move) engine.Violation {
				if played++; played%5 == 0 && word(s, m, "end") {
					s.Play(s.Catalog().Move("ann", "wind"))
				}
				return s.Play(m)
			},
		}},
		{"the turn of a seat is that of another", "with turn of", `WithTurnOf ben: it is the turn of "ann"`, twist{
			withTurn: func(s engine.State, _ engine.Seat) (engine.State, bool) { return s.WithTurnOf(0) },
		}},
		{"the turn of one seat alone is that of another", "with turn of", `WithTurnOf ben: it is the turn of "ann"`, twist{
			withTurn: func(s engine.State, seat engine.Seat) (engine.State, bool) {
				x, ok := s.WithTurnOf(0)
				return x, ok && seat == 1
			},
		}},
		{"the turn of a seat begins after the end", "with turn of", "the game is over: true", twist{
			withTurn: func(s engine.State, seat engine.Seat) (engine.State, bool) {
				if s.Status().Over && s.Status().Turn == seat {
					return s.Clone(), true
				}
				return s.WithTurnOf(seat)
			},
		}},
		{"the turn of a seat has illegal moves", "with turn of", "ring is listed, and refused for bell.none", twist{
			withTurn: func(s engine.State, seat engine.Seat) (engine.State, bool) {
				x, ok := s.WithTurnOf(seat)
				return &twisted{x, &twist{moves: func(s engine.State, yield func(engine.Move) bool) { yield(s.Catalog().Move("table", "ring")) }}}, ok
			},
		}},
		{"the turn of a seat has no moves", "with turn of", "nothing is legal", twist{
			withTurn: func(s engine.State, seat engine.Seat) (engine.State, bool) {
				x, ok := s.WithTurnOf(seat)
				return &twisted{x, &twist{moves: func(engine.State, func(engine.Move) bool) {}}}, ok
			},
		}},
		{"the turn of a seat is the game itself", "with turn of", "playing on in it changes the game", twist{
			withTurn: func(s engine.State, seat engine.Seat) (engine.State, bool) {
				st := s.Status()
				return s, st.Turn == seat && !st.Over
			},
		}},
		{"a verb without a signature", "words", "the verb wind has no signature", twist{
			catalog: func(s engine.State) *engine.Catalog { return without(s.Catalog(), "wind") },
		}},
		{"a strange line brings the game down", "lines", "a strange word", twist{
			check: func(s engine.State, m engine.Move) engine.Violation {
				if m.Has(engine.Unknown) {
					panic("a strange word")
				}
				return s.Check(m)
			},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) { expectFailure(t, twistedGame(tc.twist), toyConfig, tc.check, tc.says) })
	}
}

// countsCards has a Conserve that counts the cards with the facts.
func countsCards() Config {
	number := func(s engine.State, path string) int {
		value, _ := engine.Fact(s, path)
		n, _ := strconv.Atoi(value)
		return n
	}
	cfg := toyConfig
	cfg.Conserve = func(s engine.State) error {
		heap, _ := engine.Fact(s, "heap")
		n := number(s, "deck") + len(strings.Fields(heap))
		for i := range s.Catalog().Seats() {
			n += number(s, s.Catalog().SeatWord(engine.Seat(i))+".hand")
		}
		if n != 15 {
			return fmt.Errorf("%d cards of 15", n)
		}
		return nil
	}
	return cfg
}

// loseCard lists the facts of a state, with a card less as soon as there are four in the deck.
func loseCard(s engine.State, yield func(string, string) bool) {
	for path, value := range s.Facts {
		if path == "deck" && value == "4" {
			value = "3"
		}
		if !yield(path, value) {
			return
		}
	}
}

// TestLostCard loses a card in the middle of the game.
func TestLostCard(t *testing.T) {
	expectFailure(t, twistedGame(twist{facts: loseCard}), countsCards(), "conserve", ": 14 cards of 15")
	expectFailure(t, twistedGame(twist{view: viewWith(twist{facts: loseCard})}), countsCards(), "conserve", "in the view of ann: 14 cards of 15")
	cfg := toyConfig
	cfg.Conserve = nil
	expectSuccess(t, twistedGame(twist{facts: loseCard}), cfg, "conserve")
}

// TestListedMoveIsMissedInASample: in a game with too many moves to try all of them in each state, random ones find a legal move that is not listed.
func TestListedMoveIsMissedInASample(t *testing.T) {
	cfg := toyConfig
	cfg.Checks = 60_000
	expectFailure(t, twistedGame(twist{moves: instead(func(s engine.State, m engine.Move) []engine.Move {
		if word(s, m, "play") {
			return nil
		}
		return []engine.Move{m}
	})}), cfg, "universe", "is legal, and not listed")
}

// TestGamesWithoutSecrets: a game in which no cards are held has no secret that its views could show.
func TestGamesWithoutSecrets(t *testing.T) {
	expectSuccess(t, twistedGame(twist{
		catalog: func(s engine.State) *engine.Catalog { return without(s.Catalog(), "hold") },
		view:    func(s engine.State, _ engine.Seat) engine.State { return s.Clone() },
	}), toyConfig, "secrets")
}

// TestNoTurnIsEverBegun: a game in which WithTurnOf never works passes the check of what it returns, but not the one that it works at all.
func TestNoTurnIsEverBegun(t *testing.T) {
	never := twistedGame(twist{withTurn: func(engine.State, engine.Seat) (engine.State, bool) { return nil, false }})
	for _, c := range []struct {
		game engine.Game
		ok   bool
	}{{toygame.Game(), true}, {never, false}} {
		s := shortSuite(t, c.game, toyConfig)
		if err := each(checkWithTurnOf)(s); err != nil {
			t.Fatal(err)
		}
		if err := s.everHadTurn(); (err == nil) != c.ok {
			t.Errorf("the check that turns begin says %v, where they do: %t", err, c.ok)
		}
	}
}

// TestHalfAListIsAWholeOne: half of a card list may by chance be a list with which a game begins.
func TestHalfAListIsAWholeOne(t *testing.T) {
	g := toygame.Game()
	begin := g.New
	g.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
		if len(pack) == len(g.House)/2 {
			pack = g.House
		}
		return begin(setup, pack)
	}
	expectSuccess(t, g, toyConfig, "begin")
}

// TestGamesWithoutRecords: a game may have no records of its own.
func TestGamesWithoutRecords(t *testing.T) {
	cfg := toyConfig
	cfg.Records = nil
	expectSuccess(t, toygame.Game(), cfg, "records")
}

// TestSpoiltTexts: a suite does not begin with texts that cannot be read.
func TestSpoiltTexts(t *testing.T) {
	for says, spoil := range map[string]func(g *engine.Game){
		"the rules page of toy: ": func(g *engine.Game) { g.Rules = engine.Written("### `a.b`\n") },
		"the words of toy: ":      func(g *engine.Game) { g.Words = engine.Written("title = 3") },
	} {
		g := toygame.Game()
		spoil(&g)
		if _, err := newSuite(g, toyConfig); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, without %q", err, says)
		}
		if said := redtest.Report(t, func(t *testing.T) { Run(t, g, toyConfig) }); !strings.Contains(said, says) {
			t.Errorf("Run says:\n%s\nwithout %q", said, says)
		}
	}
}

// TestRunNamesTheCheck: a check that fails is a subtest of its own.
func TestRunNamesTheCheck(t *testing.T) {
	g, cfg := toygame.Game(), toyConfig
	g.Words = engine.Written(strings.Replace(string(g.Words.Read()), "draw = \"Draw\"\n", "", 1))
	cfg.Games, cfg.Length = 1, 20
	said := redtest.Report(t, func(t *testing.T) { Run(t, g, cfg) })
	failed := "--- FAIL: " + t.Name() + "/"
	if !strings.Contains(said, failed+"words ") || !strings.Contains(said, "[verbs] has no draw") || strings.Contains(said, failed+"listed ") {
		t.Errorf("Run says:\n%s", said)
	}
}

// TestCheckShown: a card that a move need not name is told only to those who take part in the move, who can look into their hand, or who see the card afterwards.
func TestCheckShown(t *testing.T) {
	s := Begin(t, toygame.Game(), nil, engine.HousePack, toySetup, "table: reveal one")
	after := func(lines ...string) engine.State {
		c := s.Clone()
		PlayLines(t, c, lines...)
		return c
	}
	for _, c := range []struct {
		name, move string
		after      engine.State
		viewer     engine.Seat
		ok         bool
	}{
		{"a drawn card", "ann: draw two", after("ann: draw two"), 1, false},
		{"a drawn card for everybody", "ann: draw two", after("ann: draw two"), engine.Public, false},
		{"an unseen card", "ann: draw ?", after("ann: draw ?"), 1, true},
		{"the own card", "ann: draw two", after(), 0, true},
		{"a card that lies on the heap", "ann: draw one", after("ann: draw one"), 1, true},
		{"a card that comes to the heap", "ann: draw two", after("ann: play two"), 1, true},
		{"a card from a hand that has changed", "ann: draw two", after("ann: end", "ben: draw ?"), 1, true},
		{"a card that must be named", "ann: play two", after(), 1, true},
		{"a name that is no card", "table: amend ann.points 2", after(), 1, true},
	} {
		m := Line(s, c.move)
		if err := checkShown(s, c.after, m, m, c.viewer); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestPartOf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "one two", true}, {"two one", "one two", true}, {"one one", "one two one", true}, {"one one", "one two", false}, {"three", "one two", false}, {"one", "", false},
	} {
		if got := partOf(c.a, c.b); got != c.want {
			t.Errorf("that %q is part of %q is %t", c.a, c.b, got)
		}
	}
}

// TestBrokenGames breaks properties of the game as a whole.
func TestBrokenGames(t *testing.T) {
	replace := func(text engine.Text, old, new string) engine.Text {
		whole := string(text.Read())
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not there", old)
		}
		return engine.Written(strings.Replace(whole, old, new, 1))
	}
	extend := func(text engine.Text, more string) engine.Text { return engine.Written(string(text.Read()) + more) }
	changeAmends := func(g *engine.Game, change func(f *engine.Signature)) {
		begin := g.New
		g.New = func(setup engine.Setup, p []byte) (engine.State, error) {
			s, err := begin(setup, p)
			if err != nil {
				return nil, err
			}
			signatures := s.Catalog().Signatures(s.Catalog().Name("amend")) // the catalog's own slice, which only this game uses
			for i := range signatures {
				change(&signatures[i])
			}
			return s, nil
		}
	}
	for _, tc := range []struct {
		name, check, says string
		change            func(g *engine.Game, c *Config)
	}{
		{"any number of seats", "begin", "a game begins, although the set-up is wrong", func(g *engine.Game, c *Config) { c.Players = []int{2, 3} }},
		{"no seats", "begin", "no number of players", func(g *engine.Game, c *Config) { c.Players = nil }},
		{"it never begins", "begin", "cannot begin", func(g *engine.Game, c *Config) {
			g.New = func(engine.Setup, []byte) (engine.State, error) { return nil, errors.New("no") }
		}},
		{"an empty card list", "begin", "an empty card list: a game begins, although the set-up is wrong", func(g *engine.Game, c *Config) {
			begin, house := g.New, g.House
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				if len(p) == 0 {
					p = house
				}
				return begin(s, p)
			}
		}},
		{"half of a card list brings the game down", "begin", "the other half is not there", func(g *engine.Game, c *Config) {
			begin, half := g.New, len(g.House)/2
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				if len(p) == half {
					panic("the other half is not there")
				}
				return begin(s, p)
			}
		}},
		{"a wrong set-up is refused without a reason", "begin", `: it says "no", not "`, func(g *engine.Game, c *Config) {
			begin := g.New
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				state, err := begin(s, p)
				if err != nil {
					err = errors.New("no")
				}
				return state, err
			}
		}},
		{"no random game begins", "clone", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, 0) }},
		{"no game is there to put right", "amends", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, 0) }},
		{"no game has words", "words", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, 0) }},
		{"no game reads lines", "lines", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, 0) }},
		{"no game has such small lists", "universe", "no game begins with the small card list", func(g *engine.Game, c *Config) { c.Small = []byte("game = \"chess\"") }},
		{"a game begins only once", "determinism", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, setups) }},
		{"a game is amended and does not begin again", "amends", "toy with 2 seats cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, setups) }},
		{"a game does not begin from its record", "round trip", "the game cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, setups) }},
		{"a record begins only once", "records", "the game cannot begin: no further game", func(g *engine.Game, c *Config) { beginOnly(g, 1) }},
		{"a game from its record is another one", "round trip", "the record leads to another state", func(g *engine.Game, c *Config) {
			begin, begun := g.New, 0
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				state, err := begin(s, p)
				if begun++; begun <= setups || err != nil {
					return state, err
				}
				return &twisted{state, &twist{status: func(s engine.State) engine.Status {
					st := s.Status()
					st.Timer.Run = 99
					return st
				}}}, nil
			}
		}},
		{"strange options are taken", "begin", "a game begins, although the set-up is wrong", func(g *engine.Game, c *Config) {
			begin := g.New
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				s.Options = nil
				return begin(s, p)
			}
		}},
		{"no record", "records", "no record", func(g *engine.Game, c *Config) { c.Records = os.DirFS("toygame") }},
		{"a record fails", "records", "whole-game.table:", func(g *engine.Game, c *Config) {
			begin := g.New
			g.New = func(s engine.Setup, p []byte) (engine.State, error) {
				s.Options = nil
				return begin(s, p)
			}
		}},
		{"a game without a title", "words", "the game has no title", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "title = \"Toy\"\n", "")
		}},
		{"a game without a sentence about it", "words", "the game has no title, or there is nothing about it", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "about = \"Lay cards for points.\"\n", "")
		}},
		{"a language that is not complete", "languages", "words.de.toml has no about", func(g *engine.Game, c *Config) {
			g.Languages = map[string]engine.Language{"de": {Words: replace(g.Words, "about = \"Lay cards for points.\"\n", ""), Rules: g.Rules}}
		}},
		{"a verb without words", "words", "[verbs] has no draw", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "draw = \"Draw\"\n", "")
		}},
		{"a move without words", "words", "[moves] has neither end/0 nor end", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "end = \"{seat} ends the turn\"\n", "")
		}},
		{"an event without words", "words", "neither [events] nor [news] has exhausted", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "exhausted = \"All cards are played\"\n", "")
		}},
		{"an event that is something to do and nothing", "words", "[events] and [news] both have robbed", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "[news]\n", "[news]\nrobbed = \"A point is gone\"\n")
		}},
		{"news of nothing", "words", "[news] speaks of jump", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "[news]\n", "[news]\njump = \"It jumps\"\n")
		}},
		{"a question without words", "words", "[asks] has no rob", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "rob = \"{seat}, whom do you rob?\"\n", "")
		}},
		{"an effect without words", "words", "[effects] has no sentence for `points 1` of", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "points = \"Whoever plays it has a point more.\"\n", "")
		}},
		{"an amend without a key", "words", "an amend with 2 arguments has no key", func(g *engine.Game, c *Config) {
			changeAmends(g, func(f *engine.Signature) { f.Key = "" })
		}},
		{"an amend without words", "words", "[amends] has no score", func(g *engine.Game, c *Config) {
			changeAmends(g, func(f *engine.Signature) { f.Key = "score" })
		}},
		{"an amend without a title", "words", "the amend points has no title", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "title = \"Points are wrong\"\n", "")
		}},
		{"an argument of an amend without a label", "words", "an argument of it no label", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "\"are really\"", "\"\"")
		}},
		{"too few labels of an amend", "words", "the amend points has 2 arguments, and labels for 1", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, ", \"are really\"", "")
		}},
		{"words of an amend that no signature has", "words", "[amends] speaks of cards, which is the key of no signature", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "[amends.points]", "[amends.cards]\ntitle = \"Cards\"\n\n[amends.points]")
		}},
		{"words of nothing", "words", "speaks of jump", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "draw = \"Draw\"\n", "draw = \"Draw\"\njump = \"Jump\"\n")
		}},
		{"a placeholder that nothing fills", "words", "has the placeholder {card}", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "{1} is turned up", "{card} is turned up")
		}},
		{"a cue of nothing", "words", "the cue draw is for no event", func(g *engine.Game, c *Config) {
			g.Cues = map[string]engine.Cue{"draw": engine.CueThud}
		}},
		{"a count of nothing", "words", "no state has that fact", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "fact = \"points\"", "fact = \"pints\"")
		}},
		{"a count of a list that is none", "words", "points is that of a list of names, and 0 is none", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "short = \"P\"", "short = \"P\"\nlist = true")
		}},
		{"a count of a secret", "words", "the count of hand.seen: not everybody knows that fact", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "fact = \"laid\"", "fact = \"hand.seen\"")
		}},
		{"marks that are a secret", "words", "the marks of the board are the fact hand.seen, which not everybody knows", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "marks = \"laid\"", "marks = \"hand.seen\"")
		}},
		{"a board without spots", "words", "the board has no spots", func(g *engine.Game, c *Config) {
			before, _, _ := strings.Cut(string(g.Words.Read()), "[[board.spots]]")
			g.Words = engine.Written(before)
		}},
		{"a spot that is no name", "words", `the spot "four" of the board is no name`, func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[[board.spots]]\nword = \"four\"\n")
		}},
		{"a spot that is a number", "words", `the spot "4" of the board is no name`, func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[[board.spots]]\nword = \"4\"\n")
		}},
		{"a spot twice", "words", "the spot two of the board is there twice", func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[[board.spots]]\nword = \"two\"\n")
		}},
		{"a spot beside the board", "words", "the spot one lies outside", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "word = \"one\"\nx = 1", "word = \"one\"\nx = 1.1")
		}},
		{"a line to no spot", "words", `leads to "heap", which is no spot`, func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "[[\"joker\", ", "[[\"heap\", ")
		}},
		{"a line to nowhere", "words", `a line of the board leads nowhere: ["two"]`, func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "lines = [", "lines = [[\"two\"], ")
		}},
		{"a board of a fact that was never there", "words", `the fact "hand.sewn", which was never there`, func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "marks = \"laid\"", "marks = \"hand.sewn\"")
		}},
		{"marks beside the spots", "words", "laid lists three, which is no spot", func(g *engine.Game, c *Config) {
			g.Words = replace(g.Words, "[[board.spots]]\nword = \"three\"", "[[board.spots]]\nword = \"heap\"")
		}},
		{"a ring beside the board", "words", "there is a ring beside the board", func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[ring]\ndone = \"points\"\nleft = \"points\"\n")
		}},
		{"a ring that nothing fills", "words", `the fact "hand.*", which was never a number`, func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[ring]\ndone = \"hand.*\"\nleft = \"points\"\n")
		}},
		{"hints without words", "words", "there is no [hint]", func(g *engine.Game, c *Config) {
			g.Seek = seekNothing
		}},
		{"words of hints that nobody gives", "words", "there is a [hint], and the game gives none", func(g *engine.Game, c *Config) {
			g.Words = extend(g.Words, "\n[hint]\nask = \"What?\"\ngoal = \"{1}\"\nnone = \"Nothing.\"\n")
		}},
		{"a goal that is not named", "words", "no goal that names {1}", func(g *engine.Game, c *Config) {
			g.Seek = seekNothing
			g.Words = extend(g.Words, "\n[hint]\nask = \"What?\"\ngoal = \"Points\"\nnone = \"Nothing.\"\n")
		}},
		{"a rule that nothing breaks", "rules", "refused for draw.twice", func(g *engine.Game, c *Config) {
			g.Rules = extend(g.Rules, "\n### `draw.twice`\nNot twice.\n")
		}},
		{"a rule that is broken after all", "rules", "which is in Config.NeverRefuse", func(g *engine.Game, c *Config) {
			c.NeverRefuse = append(c.NeverRefuse, "turn.other")
		}},
		{"no reason that is not on the page", "rules", "does not have game.gaol", func(g *engine.Game, c *Config) {
			c.NeverRefuse = append(c.NeverRefuse, "game.gaol")
		}},
		{"an option of no rule", "rules", "the option goal changes", func(g *engine.Game, c *Config) {
			g.Options = []engine.OptionDef{{Name: "goal", Values: []string{"long", "short"}, Rule: "game.gaol"}}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, cfg := toygame.Game(), toyConfig
			cfg.NeverRefuse = cfg.NeverRefuse[:1:1]
			tc.change(&g, &cfg)
			expectFailure(t, g, cfg, tc.check, tc.says)
		})
	}
}

// setups is the number of setups of the toy game: three numbers of seats, and two with its option.
const setups = 5

// beginOnly lets only that many games begin.
func beginOnly(g *engine.Game, most int) {
	begin := g.New
	g.New = func(s engine.Setup, p []byte) (engine.State, error) {
		if most--; most < 0 {
			return nil, errors.New("no further game")
		}
		return begin(s, p)
	}
}

// shortSuite returns a suite of few and short games.
func shortSuite(t *testing.T, g engine.Game, cfg Config) *suite {
	t.Helper()
	cfg.Games, cfg.Length = 2, 80
	s, err := newSuite(g, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// expectSuccess runs a check alone, which must pass.
func expectSuccess(t *testing.T, g engine.Game, cfg Config, name string) {
	t.Helper()
	s := shortSuite(t, g, cfg)
	for _, c := range checks {
		if c.name != name {
			continue
		}
		if err := c.run(s); err != nil {
			t.Errorf("the check %s says:\n%v", name, err)
		}
		return
	}
	t.Fatalf("there is no check %s", name)
}

// expectFailure runs the suite up to a check, which must fail with a message.
func expectFailure(t *testing.T, g engine.Game, cfg Config, name, says string) {
	t.Helper()
	s := shortSuite(t, g, cfg)
	for _, c := range checks {
		needed := c.name == "records" || c.name == "lawful" || c.name == "universe"
		if c.name != name && (!needed || name != "words" && name != "rules") {
			continue
		}
		err := caught(func() error { return c.run(s) })
		switch {
		case c.name != name:
			continue
		case err == nil:
			t.Errorf("the check %s passes", name)
		case !strings.Contains(err.Error(), says):
			t.Errorf("the check %s says:\n%v\nwithout %q", name, err, says)
		}
		return
	}
	t.Fatalf("there is no check %s", name)
}

// caught turns a panic into an error, since a broken game may make the check panic.
func caught(run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New(p.(string))
		}
	}()
	return run()
}
