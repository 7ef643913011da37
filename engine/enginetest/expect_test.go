package enginetest

import (
	"errors"
	"os"
	"testing"
	"testing/fstest"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/redtest"
)

// begun returns a toy game in which ann has played a two, and has drawn a joker beside a card that nobody has seen.
func begun(t *testing.T) engine.State {
	t.Helper()
	return Begin(t, toygame.Game(), nil, engine.HousePack, toySetup, "table: reveal one", "ann: play two", "ann: draw joker")
}

// TestExpectations: each check of a single state passes where all is as expected, and reports what is not.
func TestExpectations(t *testing.T) {
	s := begun(t)
	held, over := s.Clone(), s.Clone()
	PlayLines(t, held, "ann: hold two")
	PlayLines(t, over, "ann: end", "ben: play three", "ben: end", "ann: play three")
	three := Begin(t, toygame.Game(), nil, engine.HousePack, engine.Setup{Game: "toy", Seats: []string{"ann", "ben", "cai"}}, "table: reveal one")
	for _, c := range []struct {
		name, says string
		check      func(t *testing.T)
	}{
		{"a fact that must be absent", "", func(t *testing.T) { CheckAbsent(t, s, "winner", "ben.hand.seen") }},
		{"a fact that is there", `deck is "9"`, func(t *testing.T) { CheckAbsent(t, s, "winner", "deck") }},
		{"facts", "", func(t *testing.T) { CheckFacts(t, s, map[string]string{"turn": "ann", "deck": "9", "winner": ""}) }},
		{"another fact", `deck is "9", not "8"`, func(t *testing.T) { CheckFacts(t, s, map[string]string{"turn": "ann", "deck": "8"}) }},
		{"no fact", `winner is "", not "ann"`, func(t *testing.T) { CheckFacts(t, s, map[string]string{"winner": "ann"}) }},
		{"places", "", func(t *testing.T) {
			CheckDestinations(t, s, map[string]string{"ann: play two": "heap", "ann: end": ""})
		}},
		{"another place", `ann: play two lands in "heap", not ""`, func(t *testing.T) { CheckDestinations(t, s, map[string]string{"ann: play two": ""}) }},
		{"no place", `ann: end lands in "", not "heap"`, func(t *testing.T) { CheckDestinations(t, s, map[string]string{"ann: end": "heap"}) }},
		{"what is told", "", func(t *testing.T) {
			CheckRedacted(t, three, "ben: draw two", [4]string{"ben: draw ?", "ben: draw two", "ben: draw ?", "ben: draw ?"})
			CheckRedacted(t, three, "cai: hold two", [4]string{"", "", "cai: hold two", ""})
		}},
		{"a seat is told more", `ann is told "ben: draw ?", not "ben: draw two"`, func(t *testing.T) {
			CheckRedacted(t, three, "ben: draw two", [4]string{"ben: draw two", "ben: draw two", "ben: draw ?", "ben: draw ?"})
		}},
		{"everybody is told nothing", `table is told "ben: draw ?", not ""`, func(t *testing.T) {
			CheckRedacted(t, three, "ben: draw two", [4]string{"ben: draw ?", "ben: draw two", "ben: draw ?", ""})
		}},
		{"views hide", "", func(t *testing.T) { CheckViewsHide(t, s, held) }},
		{"a view shows nothing", "ann does not see its own cards", func(t *testing.T) { CheckViewsHide(t, s, s.Clone()) }},
		{"views show all", "seat 1 sees what it may not know", func(t *testing.T) { CheckViewsHide(t, s, over) }},
		{"the public view shows all", "seat 255 sees what it may not know", func(t *testing.T) {
			tell := func(s engine.State) engine.State {
				return &twisted{s, &twist{view: func(v engine.State, seat engine.Seat) engine.State {
					if seat == engine.Public {
						return v.Clone()
					}
					return v.View(seat)
				}}}
			}
			CheckViewsHide(t, tell(s), tell(held))
		}},
		{"a question", "", func(t *testing.T) { CheckAsk(t, s, "ann", "ann turn") }},
		{"another question", `it asks "ann turn", not "ann rob"`, func(t *testing.T) { CheckAsk(t, s, "ann", "ann rob") }},
		{"another turn", `it is the turn of "ann", not of "ben"`, func(t *testing.T) { CheckAsk(t, s, "ben", "ann turn") }},
		{"the game is not over", `it asks "ann turn", not "ann over"`, func(t *testing.T) { CheckAsk(t, s, "ann", "ann over") }},
		{"the game is over", "the game is over: true, not false", func(t *testing.T) { CheckAsk(t, over, "ann", AskLine(over)) }},
		{"the second seat is asked otherwise", "the second seat sees another status", func(t *testing.T) {
			CheckAsk(t, &twisted{s, &twist{view: viewWith(twist{status: func(engine.State) engine.Status { return engine.Status{} }})}}, "ann", "ann turn")
		}},
		{"all questions are asked", "", func(t *testing.T) {
			AllAsked(t, toygame.Game(), map[string]bool{"begin": true, "turn": true, "rob": true})
		}},
		{"a question is never asked", "no test asks rob", func(t *testing.T) { AllAsked(t, toygame.Game(), map[string]bool{"begin": true, "turn": true}) }},
		{"questions that cannot be read", "incompatible types", func(t *testing.T) { AllAsked(t, engine.Game{Words: engine.Written("title = 3")}, nil) }},
		{"all events occur", "", func(t *testing.T) { AllEvents(t, s.Catalog(), map[string]bool{"robbed": true, "exhausted": true}) }},
		{"an event never occurs", "no test has the event exhausted", func(t *testing.T) { AllEvents(t, s.Catalog(), map[string]bool{"robbed": true}) }},
		{"numbers of sequences", "", func(t *testing.T) { CheckPerft(t, newToy(t), []uint64{4, 48}) }},
		{"another number of sequences", "depth 2: 48 sequences, not 47", func(t *testing.T) { CheckPerft(t, newToy(t), []uint64{4, 47}) }},
		{"lists that can be played", "", func(t *testing.T) {
			CheckPlayable(t, toygame.Game(), toySetup, toygame.Conserve, 9, map[string]string{"house": string(toygame.Game().House)})
		}},
		{"a list that no game begins with", `the pack is of the game ""`, func(t *testing.T) {
			CheckPlayable(t, toygame.Game(), toySetup, toygame.Conserve, 9, map[string]string{"empty": ""})
		}},
		{"a list that loses cards", "a card is lost after 9 moves", func(t *testing.T) {
			played := 0
			g := twistedGame(twist{play: func(s engine.State, m engine.Move) engine.Violation { played++; return s.Play(m) }})
			lost := func(engine.State) error {
				if played == 9 {
					return errors.New("a card is lost after 9 moves")
				}
				return nil
			}
			CheckPlayable(t, g, toySetup, lost, 9, map[string]string{"house": string(g.House)})
		}},
		{"a refused set-up", "", func(t *testing.T) { CheckRefused(t, toygame.Game(), toySetup, nil, "the pack is of the game") }},
		{"a set-up that is not refused", "a game begins, although the set-up is wrong", func(t *testing.T) {
			CheckRefused(t, toygame.Game(), toySetup, toygame.Game().House, "")
		}},
		{"a set-up that is refused for another reason", `it says "the pack is of the game \"\"", not "too few cards"`, func(t *testing.T) {
			CheckRefused(t, toygame.Game(), toySetup, nil, "too few cards")
		}},
		{"refused set-ups", "", func(t *testing.T) {
			CheckSetupsRefused(t, toygame.Game(), map[string]string{"ann": "1 seats", "ann ben, goal none": "it is one of long, short"})
		}},
		{"set-ups that are not refused", "/ann_ben,_goal_short ", func(t *testing.T) {
			CheckSetupsRefused(t, toygame.Game(), map[string]string{"ann": "1 seats", "ann ben, goal short": "it is one of long, short"})
		}},
		{"a move that is legal", "", func(t *testing.T) { PlayLines(t, s.Clone(), "ann: play two", "ann: end") }},
		{"a move that is not", "ann: play two: refused for turn.other", func(t *testing.T) { PlayLines(t, s.Clone(), "ann: end", "ann: play two") }},
		{"a file that is not there", "none.toml", func(t *testing.T) { ReadFile(t, os.DirFS("testdata"), "none.toml") }},
		{"a list without the text", `"imp" is not in the card list`, func(t *testing.T) { Edited(t, "one two", "imp", "two") }},
		{"a game without its list", "poor.toml", func(t *testing.T) { Begin(t, toygame.Game(), fstest.MapFS{}, "poor", toySetup) }},
		{"a game that cannot begin", "1 seats, where", func(t *testing.T) {
			Begin(t, toygame.Game(), nil, engine.HousePack, engine.Setup{Seats: []string{"ann"}})
		}},
		{"a game that begins with an illegal move", "ann: end: refused for ask.first", func(t *testing.T) {
			Begin(t, toygame.Game(), nil, engine.HousePack, toySetup, "ann: end")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.says != "" {
				redtest.Expect(t, c.says, c.check)
			} else if said := redtest.Report(t, c.check); said != "" {
				t.Errorf("it does not pass:\n%s", said)
			}
		})
	}
}

func TestEdited(t *testing.T) {
	if got := Edited(t, "one two one", "one", "three"); got != "three two one" {
		t.Errorf("the list becomes %q", got)
	}
}

// TestEarlyStop: the list of moves must end with each move at which the caller stops.
func TestEarlyStop(t *testing.T) {
	s := begun(t)
	if err := CheckEarlyStop(s); err != nil {
		t.Error(err)
	}
	deaf := &twisted{s, &twist{moves: func(s engine.State, yield func(engine.Move) bool) {
		n := 0
		for m := range s.Moves {
			if n++; !yield(m) && n != 3 { // only the third move cannot end the list
				return
			}
		}
	}}}
	if err := CheckEarlyStop(deaf); err == nil || err.Error() != "the list goes on to 4 moves after yield has returned false at move 3" {
		t.Errorf("of a list that goes on, it says %v", err)
	}
}

// TestAskLine: it names who must answer, whether anybody may, the question and its arguments.
func TestAskLine(t *testing.T) {
	s := begun(t)
	joker := s.Catalog().Name("joker")
	for want, ask := range map[string]engine.Ask{
		"ann turn":               {Seat: 0, Key: "turn"},
		"table open begin":       {Seat: engine.Nobody, Open: true, Key: "begin"},
		"ben open rob joker ann": {Seat: 1, Open: true, Key: "rob", Args: [2]engine.Name{joker, s.Catalog().SeatName(0)}},
		"ben rob joker 3":        {Seat: 1, Key: "rob", Args: [2]engine.Name{joker, engine.Number(3)}},
	} {
		if got := AskLine(&twisted{s, &twist{status: func(engine.State) engine.Status { return engine.Status{Ask: ask} }}}); got != want {
			t.Errorf("it asks %q, not %q", got, want)
		}
	}
}

// TestOneOf: of a state it is one of the legal moves, and none once the game is over.
func TestOneOf(t *testing.T) {
	s := begun(t)
	if m, ok := oneOf(s); !ok || !s.Check(m).OK() {
		t.Errorf("it is %s, %t", s.Catalog().Format(m), ok)
	}
	if _, ok := oneOf(&twisted{s, &twist{moves: func(engine.State, func(engine.Move) bool) {}}}); ok {
		t.Error("there is one of no moves")
	}
	listed := 0
	if _, ok := oneOf(&twisted{s, &twist{moves: func(s engine.State, yield func(engine.Move) bool) {
		for yield(s.Catalog().Move("ann", "end")) {
			listed++
		}
	}}}); !ok || listed != fuzzedListed {
		t.Errorf("%d moves are listed before one is taken: %t", listed, ok)
	}
}
