package presence

import (
	"testing"
	"time"

	"familiar/engine"
)

func TestPressedAgain(t *testing.T) {
	const end, pay, coin engine.Name = 1, 2, 3
	p := Press{Button: "end", At: began, Move: engine.NewMove(0, end), Stand: 5}
	for _, test := range []struct {
		name   string
		button string
		after  time.Duration
		stood  int
		asked  bool // somebody else is asked
		want   bool
	}{
		{"a finger slips", "end", DoublePress - 1, 5, true, true},
		{"the next player ends a turn", "end", DoublePress, 5, true, false},
		{"the same player is asked again", "end", DoublePress - 1, 5, false, false},
		{"the next player has done something", "end", DoublePress - 1, 6, true, false},
		{"the press was taken back", "end", DoublePress - 1, 4, true, false},
		{"another button", "pass", DoublePress - 1, 5, true, false},
	} {
		asked := p.Move.Seat
		if test.asked {
			asked = 1
		}
		if got := p.Again(test.button, began.Add(test.after), test.stood, asked); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	paid := Press{Button: "again", At: began, Move: engine.NewMove(0, pay, coin), Stand: 5}
	if paid.Again("again", began, 5, 1) {
		t.Error("the next player cannot pay with the coin that lies there")
	}
}
