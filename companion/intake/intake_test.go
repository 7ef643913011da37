package intake

import (
	"slices"
	"testing"
	"time"

	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

var (
	first  = resolver.Tag{Reader: "heap", UID: "1"}
	second = resolver.Tag{Reader: "heap", UID: "2"}
)

// newGame begins a game of two players, in which it is Ann's turn.
func newGame(t *testing.T) *session.Game {
	t.Helper()
	rules := toygame.Game()
	g, err := session.New(rules, engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	if v := g.Play(g.Parse("table: reveal one")); !v.OK() {
		t.Fatal(v.Rule)
	}
	return g
}

// shown returns an observation of a tag that may mean several moves.
func shown(g *session.Game, tag resolver.Tag, moves ...string) resolver.Pending {
	o := resolver.Anything()
	o.Tags = []resolver.Tag{tag}
	p := resolver.Pending{Observation: o}
	for _, m := range moves {
		p.Fits = append(p.Fits, g.Parse(m))
	}
	return p
}

// TestOneQuestionAtATime: an older gesture waits while another card is asked about, and is asked about again after that, as long as its card lies there.
func TestOneQuestionAtATime(t *testing.T) {
	g := newGame(t)
	var in Intake
	for _, tag := range []resolver.Tag{first, second} {
		in.Readers.Arrive(tag, time.Now())
	}
	in.Ask(shown(g, first, "ann: play two", "ann: play three"))
	older := in.UnderWay
	next := shown(g, second, "ann: play three", "ann: end")
	in.PutAside(next.Observation)
	in.Ask(next)
	if in.UnderWay.ID == older.ID || in.WaitingFor(0) != 1 || len(in.Situation(g).Waiting) != 1 {
		t.Fatalf("it is asked about %+v, and %d gestures wait", in.UnderWay, in.WaitingFor(0))
	}
	if open := in.OpenGestures(); len(open) != 2 || open[0] != in.UnderWay || open[1] != older {
		t.Errorf("open are %+v", open)
	}
	in.Dismiss(in.Pending())
	if in.ResumeNext(); in.UnderWay != older {
		t.Errorf("then it is asked about %+v", in.UnderWay)
	}
	in.PutAside(resolver.Observation{})
	in.RemoveTag(first, time.Now())
	if in.ResumeNext(); in.UnderWay != nil {
		t.Errorf("it is asked about a card that was taken away: %+v", in.UnderWay)
	}
}

// TestMovesChangeQuestions: when a move was made, a gesture keeps the readings that are still legal, and its question has another number. Without any it is dropped.
func TestMovesChangeQuestions(t *testing.T) {
	g := newGame(t)
	var in Intake
	in.Readers.Arrive(first, time.Now())
	in.Ask(shown(g, first, "ann: end", "ben: end"))
	asked := in.UnderWay.ID
	if v := g.Play(g.Parse("ann: end")); !v.OK() {
		t.Fatal(v.Rule)
	}
	in.Refresh(g, false)
	if in.UnderWay == nil || in.UnderWay.ID == asked || !slices.Equal(in.UnderWay.Fits, []engine.Move{g.Parse("ben: end")}) {
		t.Fatalf("after a move it is asked about %+v", in.UnderWay)
	}
	if v := g.Play(g.Parse("ben: end")); !v.OK() {
		t.Fatal(v.Rule)
	}
	if in.Refresh(g, false); in.UnderWay != nil {
		t.Errorf("no reading is legal, and it is asked about %+v", in.UnderWay)
	}
}

// TestMoveSettlesGesture: a move of the cards that lie there settles their question.
func TestMoveSettlesGesture(t *testing.T) {
	g := newGame(t)
	var in Intake
	in.Readers.Arrive(first, time.Now())
	p := shown(g, first, "ann: play two", "ann: play three")
	p.Names = []engine.Name{g.Named("two")}
	in.Ask(p)
	in.DropSettled(g.History.State(), g.Parse("ann: play two"), 2)
	if in.UnderWay != nil {
		t.Errorf("it is still asked about %+v", in.UnderWay)
	}
	if again := in.Readers.Arrive(first, time.Now()); !again.Assigned {
		t.Error("the card was not laid for the move")
	}
}

// TestSecretQuestion: nobody else may know of a question about a card of a hand.
func TestSecretQuestion(t *testing.T) {
	g := newGame(t)
	var in Intake
	p := shown(g, first, "ann: play two", "ann: play three")
	p.Seat, p.Secret = 0, true
	in.Ask(p)
	if in.HasPublicQuestion() || in.UnderWay.MayKnow(1) || !in.UnderWay.MayKnow(0) {
		t.Error("everybody may know of it")
	}
	if in.Clear(); in.UnderWay != nil || in.Pending() != nil {
		t.Error("it is left when its game has gone")
	}
}
