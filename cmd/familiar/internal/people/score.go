package people

import "familiar/companion/protocol"

// Score is how a table has followed a game.
type Score struct {
	Moves        int            // true ones
	Told         int            // moves that were told in any way
	InStep       int            // of these, after how many the table believed what was true
	Right        bool           // it said by itself that the game is over, and all was true
	Gestures     map[string]int // beyond the cards that are played anyway, by kind
	Questions    int            // that the table has asked, with its offers
	Avoidable    int            // of these, how many were asked in step about what the rules do not ask
	RefusedAgain int            // how often a true gesture was refused a second time
	Wrong        int            // false readings that still stood three told moves later
	Repairs      int            // how often people have put the table right
	Stuck        int            // how often they could not
	Limit        *Limit         `json:",omitempty"` // nil if it was not looked for
}

// Limit is how the best of all tables would have followed a game.
type Limit struct {
	Told      int // moves that were told in any way
	InStep    int // of these, after how many it believed what was true
	Questions int
	Right     bool // it was in step in the end
}

func newScore() Score { return Score{Gestures: make(map[string]int)} }

func (s *Score) gesture(kind string) { s.gestures(kind, 1) }

func (s *Score) gestures(kind string, n int) { s.Gestures[kind] += n }

// ask notes a question. It is avoidable if its answers differ in who has made the move, or in what it was.
func (s *Score) ask(g *protocol.Gesture, inStep bool) {
	s.Questions++
	if !inStep || g.Kind == offered || g.Kind == overlooked || len(g.Options) == 0 {
		return
	}
	for _, o := range g.Options[1:] {
		if o.Seat != g.Options[0].Seat || o.Verb != g.Options[0].Verb {
			s.Avoidable++
			return
		}
	}
}

// Beyond returns how many gestures were made beyond the cards.
func (s *Score) Beyond() int {
	n := 0
	for _, of := range s.Gestures {
		n += of
	}
	return n
}
