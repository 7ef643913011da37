package resolver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
)

// bribing is a game of bribery that can be played: its moves stay legal.
type bribing struct{ bribery }

func (b bribing) Clone() engine.State                                       { return b }
func (b bribing) Play(m engine.Move) engine.Violation                       { return b.Check(m) }
func (b bribing) View(engine.Seat) engine.State                             { return b }
func (b bribing) Redacted(m engine.Move, _ engine.Seat) (engine.Move, bool) { return m, true }
func (b bribing) Status() engine.Status                                     { return engine.Status{} }

// situation returns the game as it stands now. Ann knows her own moves, everybody else all of them.
func (b bribing) situation(anns ...engine.Move) *Situation {
	public, ann := &View{State: b}, b
	ann.moves = anns
	own := &View{State: ann}
	return &Situation{History: engine.NewHistory(b), Words: plainWords{b.catalog}, View: func(seat engine.Seat) *View {
		if seat == 0 && len(anns) > 0 {
			return own
		}
		return public
	}}
}

// asks returns a question and its answers, as people read them.
func asks(q Question) string {
	all := []string{string(q.Kind) + ": " + q.Text.In(lang.English)}
	for _, a := range q.Answers {
		all = append(all, a.Text.In(lang.English))
	}
	return strings.Join(all, " | ")
}

// manyBribes are more moves of Ann's than a question lists, in whatever order their blades are laid.
func manyBribes() [][]string {
	blades := []string{"hound", "raven", "toad"}
	var lines [][]string
	for i, first := range blades {
		for j, second := range blades[i:] {
			for _, third := range blades[i+j:] {
				lines = append(lines, []string{"ann", "bribe", first, second, third})
			}
		}
	}
	return lines
}

// A question with too many moves to list asks for what tells most of them apart: the player, then the verb, then an argument.
func TestQuestionAboutManyMoves(t *testing.T) {
	peeks := [][]string{{"ann", "peek", "ann"}, {"ann", "peek", "ben"}, {"ann", "pass"}}
	bens := [][]string{{"ben", "pass"}}
	for name, test := range map[string]struct {
		lines [][]string
		want  string
	}{
		"of two players": {slices.Concat(manyBribes(), peeks, bens), "ask: Who did it? | ann | ben"},
		"of three verbs": {slices.Concat(manyBribes(), peeks), "ask: What was done? | peek | pass | bribe"},
		"of one verb":    {manyBribes(), "ask: Which one? | hound | raven | toad"},
		"few of a verb":  {peeks, "ask: Which is it? | ann: peek ann | ann: peek ben | ann: pass"},
		"of each verb":   {peeks[1:], "ask: What was done? | ann: peek ben | ann: pass"},
		"of each player": {slices.Concat(peeks[2:], bens), "ask: Who did it? | ann: pass | ben: pass"},
		"a single one":   {bens, "ask: Is it this? | ben: pass"},
		"none":           {nil, "wait: Show the card, or choose on a phone."},
	} {
		t.Run(name, func(t *testing.T) {
			b := bribing{newBribery(t, test.lines...)}
			if got := asks(b.situation().question(Anything(), b.moves)); got != test.want {
				t.Errorf("it asks\n%s\nand not\n%s", got, test.want)
			}
		})
	}
}

// Whoever answers which verb is meant is asked about the moves with that verb only.
func TestAnswerNamesTheVerb(t *testing.T) {
	b := bribing{newBribery(t, append(manyBribes(), []string{"ann", "peek", "ann"}, []string{"ann", "peek", "ben"})...)}
	s := b.situation()
	p := &Pending{Observation: Anything(), Fits: b.moves}
	p.By = 0
	q := s.QuestionTo(p, 1)
	if got := asks(q); got != "ask: What was done? | peek | bribe" {
		t.Fatalf("it asks %s", got)
	}
	at := time.Now()
	out := s.Answer(p, q.Answers[0], 0, "phone", at)
	if out.Kind != Ask || out.With != p || out.Observation.Verb != b.catalog.Name("peek") || out.Observation.Source != "phone" || !out.Observation.At.Equal(at) || out.Observation.Laid {
		t.Errorf("the outcome is %+v", out)
	}
	var fits []string
	for _, m := range out.Fits {
		fits = append(fits, b.catalog.Format(m))
	}
	if got := fmt.Sprint(fits); got != "[ann: peek ann ann: peek ben]" {
		t.Errorf("the moves that are left are %s", got)
	}
	if out := s.Answer(p, q.Answers[1], 0, "phone", at); out.Observation.Verb != b.catalog.Name("bribe") || len(out.Fits) != len(b.moves)-2 {
		t.Errorf("after the other answer the outcome is %+v", out)
	}
	if p.Verb != engine.None || len(p.Fits) != len(b.moves) {
		t.Error("the gesture itself has changed")
	}
}

// The answer of a player who knows more than everybody may leave one move only, which is then made.
func TestAnswerOfWhoKnowsMore(t *testing.T) {
	b := bribing{newBribery(t, []string{"ann", "peek", "ann"}, []string{"ann", "peek", "ben"}, []string{"ann", "pass"})}
	narrow := Anything()
	narrow.By, narrow.Verb = 0, b.catalog.Name("peek")
	p := &Pending{Observation: Anything(), Fits: b.moves}
	for seat, want := range map[engine.Seat]string{0: "ann: peek ben", 1: ""} {
		got := ""
		out := b.situation(b.moves[1:]...).Answer(p, Answer{Narrow: &narrow}, seat, "phone", time.Now())
		if out.Kind == Play && len(out.Moves) == 1 {
			got = b.catalog.Format(out.Moves[0])
		}
		if got != want || want == "" && out.Kind != Ask {
			t.Errorf("after the answer of seat %d the move %q is made, not %q: %+v", seat, got, want, out)
		}
	}
}

// counting is a game in which any number of cardless moves changes nothing, and counts how many are tried.
type counting struct {
	bribing
	played *int
}

func (c counting) Clone() engine.State { return c }

func (c counting) Play(m engine.Move) engine.Violation {
	*c.played++
	return c.bribing.Play(m)
}

// The search for forgotten moves ends after so many positions, however many a game has: a table with a slow machine answers still.
func TestCatchUpLooksAtFewPositions(t *testing.T) {
	const verb = engine.ClassVerb
	entries := []engine.Entry{{Word: "bribe", Class: verb}, {Word: "hound", Class: engine.ClassCard}}
	signatures := []engine.Signature{{Verb: 1, Args: []engine.Class{engine.ClassCard}}}
	for i := range 2 * catchUpNodes {
		entries = append(entries, engine.Entry{Word: fmt.Sprintf("wait-%d", i), Class: verb})
		signatures = append(signatures, engine.Signature{Verb: engine.Name(3 + i), Cardless: true})
	}
	c, err := engine.NewCatalog(entries, []string{"ann", "ben"}, signatures)
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	state := counting{bribing{bribery{catalog: c}}, &played}
	for i := range 2 * catchUpNodes {
		state.moves = append(state.moves, c.Move("ann", fmt.Sprintf("wait-%d", i)))
	}
	if ways := catchUp(state, Anything().Showing(c, c.Name("hound"))); len(ways) > 0 || played != catchUpNodes {
		t.Errorf("after %d positions it finds %v", played, ways)
	}
	// What was found before that is offered.
	state.moves = append(state.moves, c.Move("ann", "bribe", "hound"))
	if ways := catchUp(state, Anything().Showing(c, c.Name("hound"))); len(ways) != catchUpOffer || len(ways[0]) != 2 {
		t.Errorf("%d ways are found: %v", len(ways), ways)
	}
}

// TestRefusedAnswerIsNotOfferedAgain answers a question about moves that the game forbids by now, one after the other.
func TestRefusedAnswerIsNotOfferedAgain(t *testing.T) {
	forbidden := newBribery(t, []string{"ben", "bribe", "hound", "raven"}, []string{"ben", "bribe", "hound", "toad"}, []string{"ben", "bribe", "raven", "toad"})
	s := bribing{bribery{catalog: forbidden.catalog}}.situation()
	s.View = func(engine.Seat) *View { return &View{State: forbidden} }
	var answers []Answer
	for _, m := range forbidden.moves {
		answers = append(answers, s.wholeMove(m))
	}
	for _, test := range []struct {
		name string
		p    Pending
		keep bool
	}{
		{"which of the readings is meant", Pending{Observation: Anything(), Fits: forbidden.moves}, false},
		{"what was forgotten", Pending{Observation: Anything(), Offered: &Question{Kind: CatchUp, Answers: answers}}, false},
		{"a card that only one seat knows of", Pending{Observation: Observation{Seat: 1, By: engine.NoSeat, Secret: true}, Fits: forbidden.moves}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, a := range answers {
				if got := len(s.QuestionTo(&test.p, 1).Answers); got != len(answers) && (test.keep || got != len(answers)-i) {
					t.Errorf("after %d refused answers there are %d", i, got)
				}
				if out := s.Answer(&test.p, a, 1, "phone", time.Time{}); out.Kind != Refuse || out.Done != (i == len(answers)-1 && !test.keep) {
					t.Errorf("answer %d: %+v", i, out)
				}
			}
		})
	}
}
