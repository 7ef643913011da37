package people

import (
	"testing"
	"time"

	"familiar/engine/sacrilege"
)

// quietTable is a table at which time passes, and nothing else happens.
type quietTable struct{ Table }

// Wait implements Table.
func (quietTable) Wait(time.Duration) {}

// TestNobodyActsAtTheLastMoment: while a prayer lasts people act, but nobody begins a move when it is about to end. A question stops the clock.
func TestNobodyActsAtTheLastMoment(t *testing.T) {
	g, err := NewGame(sacrilege.Game(), 3, Aimless, 1)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvening(g, Manner{}, quietTable{}, Layout{}, nil)
	prayers, questions := 0, 0
	for range 400 {
		m, ok := g.Next()
		if !ok {
			break
		}
		switch clock := g.State().Status().Timer; {
		case clock.Paused:
			if e.pass(clock.For); e.isRunningOut(clock) {
				t.Fatal("a prayer runs out while a question is open")
			}
			questions++
		case clock.For > 0 && clock.Run != e.clock:
			if e.pass(lastMoment / 2); e.isRunningOut(clock) {
				t.Fatal("a prayer runs out that has just begun")
			}
			if e.pass(clock.For - lastMoment); !e.isRunningOut(clock) {
				t.Fatal("a prayer does not run out, though its last moment has come")
			}
			prayers++
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if prayers == 0 || questions == 0 {
		t.Errorf("there were %d prayers and %d questions during some", prayers, questions)
	}
}
