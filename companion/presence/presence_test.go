package presence

import (
	"slices"
	"testing"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
)

var (
	monk  = resolver.Tag{Reader: "altar", UID: "monk"}
	imp   = resolver.Tag{Reader: "altar", UID: "imp"}
	began = time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
)

// TestRepeats has a reader miss a tag that was laid for a move, and see it again.
func TestRepeats(t *testing.T) {
	for _, test := range []struct {
		name       string
		token      bool
		withOthers bool // another tag lies on the reader
		unassigned bool // it was refused, or its move was taken back
		missed     time.Duration
		believed   bool // the game believes that the card lies there
		want       bool
	}{
		{name: "a card that was shown twice", missed: CardRepeat - 1, want: true},
		{name: "a card that was lifted and laid again", missed: CardRepeat},
		{name: "a token that a hand held badly", token: true, missed: TokenRepeat - 1, want: true},
		{name: "a token that is counted twice", token: true, missed: TokenRepeat},
		{name: "a card that was refused, and is tried again", unassigned: true, missed: time.Second},
		{name: "a card that was covered by others for long", withOthers: true, missed: time.Hour, believed: true, want: true},
		{name: "a card that was missed, while a move took it away", withOthers: true, missed: MissedTime - 1, want: true},
		{name: "a card that a move took away, and that is laid again", withOthers: true, missed: MissedTime},
		{name: "a card that lay alone, and is said to lie there", missed: time.Hour, believed: true},
		{name: "a token among others", token: true, withOthers: true, missed: time.Hour, believed: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r Readers
			if test.withOthers {
				r.Arrive(imp, began)
			}
			if back := r.Arrive(monk, began); back.Repeats(!test.token, func() bool { return true }) {
				t.Errorf("it was never there before: %+v", back)
			}
			if !test.unassigned {
				r.Assign([]resolver.Tag{monk}, 1)
			}
			r.Leave(monk, began)
			back := r.Arrive(monk, began.Add(test.missed))
			if got := back.Repeats(!test.token, func() bool { return test.believed }); got != test.want {
				t.Errorf("it lay there: %v; %+v", got, back)
			}
		})
	}
}

// TestUncovered covers a card with another one, while moves take it away in the game, and takes that one off: nobody has laid the card that is seen then.
func TestUncovered(t *testing.T) {
	for _, test := range []struct {
		after time.Duration
		want  bool
	}{{uncoverTime - 1, true}, {uncoverTime, false}} {
		var r Readers
		r.Arrive(monk, began)
		r.Assign([]resolver.Tag{monk}, 1)
		r.Arrive(imp, began)
		r.Leave(monk, began)
		later := began.Add(time.Hour)
		r.Leave(imp, later)
		back := r.Arrive(monk, later.Add(test.after))
		if got := back.Repeats(true, func() bool { return false }); got != test.want {
			t.Errorf("%v after the upper card was taken off: %+v", test.after, back)
		}
	}
}

// A card was laid where a move has put it already. When the reader loses sight of it among others, nobody has laid it again, wherever it is in the game by then.
func TestInPlace(t *testing.T) {
	var r Readers
	r.Arrive(imp, began)
	r.Arrive(monk, began)
	r.InPlace([]resolver.Tag{monk})
	lost := began.Add(time.Minute)
	r.Leave(monk, lost)
	notThere := func() bool { return false }
	if back := r.Arrive(monk, lost.Add(MissedTime-1)); !back.Repeats(true, notThere) {
		t.Errorf("it is laid again: %+v", back)
	}
	r.TakenBack(0)
	r.Leave(monk, lost.Add(time.Minute))
	if back := r.Arrive(monk, lost.Add(time.Minute+MissedTime-1)); back.Repeats(true, notThere) {
		t.Errorf("the move was taken back, and it is not laid again: %+v", back)
	}
}

// TestReplaced lays a card, lifts it, and lays another one there.
func TestReplaced(t *testing.T) {
	for _, test := range []struct {
		name          string
		lay, lifted   time.Duration
		by            resolver.Tag
		move, replace int
	}{
		{"the wrong card first", CardRepeat - 1, CardRepeat - 1, imp, 3, 3},
		{"a card that lay there for a while", CardRepeat, time.Second, imp, 3, 0},
		{"the next card a while later", time.Second, CardRepeat, imp, 3, 0},
		{"a card that was refused", time.Second, time.Second, imp, 0, 0},
		{"a card on another reader", time.Second, time.Second, resolver.Tag{Reader: "grave", UID: "imp"}, 3, 0},
	} {
		var r Readers
		r.Arrive(monk, began)
		r.Assign([]resolver.Tag{monk}, test.move)
		r.Leave(monk, began.Add(test.lay))
		at := began.Add(test.lay + test.lifted)
		r.Arrive(test.by, at)
		if got := r.Replaced([]resolver.Tag{test.by}, at); got != test.replace {
			t.Errorf("%s: it replaces that of move %d, not of move %d", test.name, got, test.replace)
		}
	}
}

// TestEmptyReader takes all cards off a reader: the one that it had missed before has gone, too.
func TestEmptyReader(t *testing.T) {
	var r Readers
	r.Arrive(monk, began)
	r.Assign([]resolver.Tag{monk}, 1)
	r.Arrive(imp, began)
	r.Leave(monk, began)
	r.Leave(imp, began.Add(time.Second))
	if back := r.Arrive(monk, began.Add(5*time.Second)); back.Repeats(true, func() bool { return true }) {
		t.Errorf("it was laid again: %+v", back)
	}
}

// TestTakenBack takes moves back: the tags that were laid for them may be laid again, and the others are still part of their moves.
func TestTakenBack(t *testing.T) {
	var r Readers
	r.Arrive(monk, began)
	r.Assign([]resolver.Tag{monk}, 1)
	r.Arrive(imp, began)
	r.Assign([]resolver.Tag{imp}, 2)
	r.TakenBack(1)
	if !r.Arrive(monk, began).Assigned || r.Arrive(imp, began).Assigned {
		t.Error("the second of two moves was taken back, and not the first")
	}
}

// TestSeen lists what the readers see, in the order in which it was put there.
func TestSeen(t *testing.T) {
	var r Readers
	moved := resolver.Tag{Reader: "grave", UID: "monk"}
	r.Arrive(monk, began)
	r.Arrive(imp, began)
	r.Arrive(moved, began)
	if got, want := r.Seen(), []resolver.Tag{imp, moved}; !slices.Equal(got, want) {
		t.Errorf("the readers see %v, not %v: a tag cannot lie on two", got, want)
	}
	r.Leave(imp, began)
	r.Leave(imp, began)
	r.Leave(monk, began) // it is no longer there
	if got, want := r.Seen(), []resolver.Tag{moved}; !slices.Equal(got, want) {
		t.Errorf("the readers see %v, not %v", got, want)
	}
}

// TestNothingIsKeptForLong shows a reader with a card on it many tags, one after another: those that left it are forgotten.
func TestNothingIsKeptForLong(t *testing.T) {
	var r Readers
	r.Arrive(monk, began)
	for i := range 100 {
		tag := resolver.Tag{Reader: "altar", UID: time.Duration(i).String()}
		at := began.Add(time.Duration(i) * time.Minute)
		r.Arrive(tag, at)
		r.Leave(tag, at)
	}
	if len(r.laid) > 3 {
		t.Errorf("%d tags are kept", len(r.laid))
	}
}

func TestLeftovers(t *testing.T) {
	const card engine.Name = 7
	l := Leftovers{Names: []engine.Name{card}, Seat: 0, Until: began}
	at := func(seat engine.Seat, at time.Time) resolver.Observation {
		o := resolver.Anything()
		o.Seat, o.At = seat, at
		return o
	}
	if l.Claim(at(1, began), card) || l.Claim(at(0, began.Add(1)), card) || l.Claim(at(0, began), card+1) {
		t.Error("a card of another seat, one that comes late, or another card is none of the move")
	}
	if !l.Claim(at(engine.NoSeat, began), card) {
		t.Error("the card is not taken for part of the move")
	}
	if l.Claim(at(engine.NoSeat, began), card) {
		t.Error("a second copy is taken for part of the move")
	}
}
