package enginetest

import (
	"errors"
	"fmt"

	"familiar/engine"
)

// maxTurnMoves is the most moves played in a turn from WithTurnOf.
const maxTurnMoves = 12

// checkWithTurnOf checks WithTurnOf for each seat: the result has that seat's turn and can be played on, and the game itself is unchanged.
func checkWithTurnOf(t *trace) error {
	rng := t.rng()
	for s := range t.states() {
		was, kept := digest(s), lazyText(s.Clone())
		for i := range s.Catalog().Seats() {
			seat := engine.Seat(i)
			what := fmt.Sprintf("WithTurnOf %s", s.Catalog().SeatWord(seat))
			x, ok := s.WithTurnOf(seat)
			if !ok {
				continue
			}
			t.suite.hadTurn = true
			if st := x.Status(); st.Over || st.Turn != seat {
				return fmt.Errorf("%s: it is the turn of %q; the game is over: %t", what, s.Catalog().SeatWord(st.Turn), st.Over)
			}
			n := 0
			for m := range x.Moves {
				if v := x.Check(m); !v.OK() {
					return fmt.Errorf("%s: %s is listed, and refused for %s", what, x.Catalog().Format(m), v.Rule)
				}
				if n++; n == maxChecked {
					break
				}
			}
			if n == 0 {
				return fmt.Errorf("%s: nothing is legal", what)
			}
			Playout(rng, x, maxTurnMoves)
			if err := unchanged(what+": playing on in it changes the game", was, kept, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// everHadTurn checks that WithTurnOf has worked at least once.
func (s *suite) everHadTurn() error {
	if !s.hadTurn {
		return errors.New("WithTurnOf works in no state of a game")
	}
	return nil
}
