package enginetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// TestBriefGames: games that are too short to use every way of correction say so, and pass.
func TestBriefGames(t *testing.T) {
	g := twistedGame(twist{check: func(s engine.State, m engine.Move) engine.Violation {
		if word(s, m, "amend") {
			return engine.Violate("move.form")
		}
		return s.Check(m)
	}})
	cfg := toyConfig
	cfg.Brief = true
	expectSuccess(t, g, cfg, "amends")
}

// TestHandsThatAreRevealed: where the rules make a seat show its hand, its cards may change what everybody sees, and what follows from a move.
func TestHandsThatAreRevealed(t *testing.T) {
	open := twistedGame(twist{view: func(s engine.State, _ engine.Seat) engine.State { return s.Clone() }})
	cfg := toyConfig
	cfg.RevealsHand = func(engine.State, engine.Seat) bool { return true }
	expectSuccess(t, open, cfg, "secrets")
	cfg.RevealsHand = func(engine.State, engine.Seat) bool { return false }
	expectFailure(t, open, cfg, "secrets", "sees that")

	last := make(map[engine.State]string)
	robs := twistedGame(twist{
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
			if last[s] != "play" || !knowsHand(s) {
				return nil
			}
			return []engine.Move{s.Catalog().Move("ann", "robbed", "ben")}
		},
	})
	cfg.RevealsHand = func(s engine.State, _ engine.Seat) bool { return last[s.(*twisted).State] == "play" }
	expectSuccess(t, robs, cfg, "secrets")
	cfg.RevealsHand = nil
	expectFailure(t, robs, cfg, "secrets", "has other events after")
}

// TestQuestionsThatAreTakenBack: a game may need its players to take back a move after a card has been held. The random games leave out such cards.
func TestQuestionsThatAreTakenBack(t *testing.T) {
	g := twistedGame(twist{moves: instead(func(s engine.State, m engine.Move) []engine.Move {
		if knowsHand(s) {
			return nil
		}
		return []engine.Move{m}
	})})
	cfg := toyConfig
	expectFailure(t, g, cfg, "lawful", "no move is legal, and the game is not over")
	s, err := g.New(toySetup, g.House)
	if err != nil {
		t.Fatal(err)
	}
	PlayLines(t, s, "table: reveal one")
	for line, want := range map[string]bool{"ann: hold two": true, "ben: hold two": false, "ann: end": false, "ann: draw one": true} {
		if got := unanswered(s, Line(s, line)); got != want {
			t.Errorf("that nothing is legal after %s is %t", line, got)
		}
	}
	over := &twisted{s, &twist{
		moves:  func(engine.State, func(engine.Move) bool) {},
		status: func(engine.State) engine.Status { return engine.Status{Over: true} },
	}}
	if unanswered(over, Line(s, "ann: end")) {
		t.Error("a game that is over waits for an answer")
	}
	cfg.TakenBack = true
	suite := shortSuite(t, g, cfg)
	games, err := suite.randomGames()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		for s, m := range game.states() {
			if word(s, m, "hold") && m.Seat == 0 {
				t.Fatalf("a game has a move after which nothing is legal:\n%s", game.record())
			}
		}
	}
}

// TestTurnAfterTheEnd: once a game is over, it need not have the fact whose turn it is.
func TestTurnAfterTheEnd(t *testing.T) {
	leaveOut := func(when bool) engine.Game {
		return twistedGame(twist{facts: func(s engine.State, yield func(string, string) bool) {
			if s.Status().Over == when {
				except("turn")(s, yield)
				return
			}
			s.Facts(yield)
		}})
	}
	expectSuccess(t, leaveOut(true), toyConfig, "lawful")
	expectFailure(t, leaveOut(false), toyConfig, "lawful", `the fact turn is "", and the status says "ann"`)
}

// TestSetupsThatAreTried: every number of seats is tried, and each value of an option with the fewest and the most seats. Of many values, the smallest and the
// largest but the default are tried.
func TestSetupsThatAreTried(t *testing.T) {
	g := engine.Game{ID: "toy", Options: []engine.OptionDef{
		{Name: "goal", Values: []string{"long", "short", "none"}},
		{Name: "days", Values: []string{"1", "2", "3", "4", "5", "6"}},
		{Name: "stars", Values: []string{"1", "2", "3", "4", "5", "6", "7"}},
	}}
	var got []string
	for _, d := range deals(g, []int{2, 3, 5}) {
		got = append(got, strings.TrimPrefix(d.String(), "toy with "))
	}
	want := []string{"2 seats", "3 seats", "5 seats"}
	for _, value := range []string{"goal short", "goal none", "days 2", "days 3", "days 4", "days 5", "days 6", "stars 2", "stars 7"} {
		want = append(want, "2 seats, "+value, "5 seats, "+value)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("tried are\n%s", strings.Join(got, "\n"))
	}
}

// TestSetupsThatCannotBegin: an option may not exist with some numbers of seats, but without options a game must begin.
func TestSetupsThatCannotBegin(t *testing.T) {
	for _, c := range []struct {
		says   string
		games  int
		refuse func(setup engine.Setup) bool
	}{
		{"", 8, func(setup engine.Setup) bool { return len(setup.Seats) == 4 && len(setup.Options) > 0 }},
		{"toy with 4 seats cannot begin: no", 0, func(setup engine.Setup) bool { return len(setup.Seats) == 4 }},
	} {
		g := toygame.Game()
		begin := g.New
		g.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
			if c.refuse(setup) {
				return nil, fmt.Errorf("no")
			}
			return begin(setup, pack)
		}
		s := shortSuite(t, g, toyConfig)
		games, err := s.randomGames()
		if (err == nil) != (c.says == "") || err != nil && err.Error() != c.says || len(games) != c.games {
			t.Errorf("%d games begin: %v, not %q", len(games), err, c.says)
		}
		if err := s.begin(); (err == nil) != (c.says == "") {
			t.Errorf("the check that games begin says %v, not %q", err, c.says)
		}
	}
}

// TestHintWords: a game that gives hints needs the question, the goal with its name, and the text for no hint.
func TestHintWords(t *testing.T) {
	for _, c := range []struct {
		hint engine.HintPhrases
		ok   bool
	}{
		{engine.HintPhrases{Ask: "What?", Goal: "{1}", None: "Nothing."}, true},
		{engine.HintPhrases{Goal: "{1}", None: "Nothing."}, false},
		{engine.HintPhrases{Ask: "What?", Goal: "Points", None: "Nothing."}, false},
		{engine.HintPhrases{Ask: "What?", Goal: "{1}"}, false},
	} {
		s := suite{game: engine.Game{Seek: seekNothing}, phrases: &engine.Phrases{Hint: &c.hint}}
		if wrong := s.hint(); (len(wrong) == 0) != c.ok {
			t.Errorf("of the words %+v it says %v", c.hint, wrong)
		}
	}
}

// TestSignatureMoves: all moves of a signature are listed once, or a sample of them.
func TestSignatureMoves(t *testing.T) {
	c := begun(t).Catalog()
	hold := c.Signatures(c.Name("hold"))[1]
	rng := rand.New(rand.NewPCG(1, 2))
	for most, want := range map[int]int{40: 16, 16: 16, 15: 15, 1: 1} {
		moves := signatureMoves(rng, c, hold, 1, most)
		different := make(map[engine.Move]bool)
		for _, m := range moves {
			if f, ok := c.Match(m); !ok || f.Verb != hold.Verb || m.Seat != 1 || m.Arity() != 2 {
				t.Errorf("%s is no move of it", c.Format(m))
			}
			different[m] = true
		}
		if len(moves) != want || most >= 16 && len(different) != 16 || most == 15 && len(different) < 5 {
			t.Errorf("of at most %d moves, %d are listed, %d of them different", most, len(moves), len(different))
		}
	}
}
