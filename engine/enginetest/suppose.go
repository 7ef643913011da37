package enginetest

import (
	"errors"
	"fmt"

	"familiar/engine"
)

// mostSupposed is the most moves played in a turn from WithTurnOf.
const mostSupposed = 12

// checkSuppose checks WithTurnOf for each seat: the result has that seat's turn and can be played on, and the game itself is unchanged.
func checkSuppose(t *trace) error {
	rng := t.rng()
	for s := range t.states() {
		was := digest(s)
		for i := range s.Catalog().Seats() {
			seat := engine.Seat(i)
			what := fmt.Sprintf("a turn of %s is supposed", s.Catalog().SeatWord(seat))
			x, ok := s.WithTurnOf(seat)
			if !ok {
				continue
			}
			t.suite.supposed = true
			if st := x.Status(); st.Over || st.Turn != seat {
				return fmt.Errorf("%s: turn %d, over %t", what, st.Turn, st.Over)
			}
			n := 0
			for m := range x.Moves {
				if v := x.Check(m); !v.OK() {
					return fmt.Errorf("%s: %s is listed, and refused for %s", what, x.Catalog().Format(m), v.Rule)
				}
				if n++; n == mostJudged {
					break
				}
			}
			if n == 0 {
				return fmt.Errorf("%s: nothing is legal", what)
			}
			Playout(rng, x, mostSupposed)
			if err := unchanged(what+" and played, and the game changes", was, func() []string { return nil }, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// everSupposed checks that WithTurnOf has worked at least once.
func (s *suite) everSupposed() error {
	if !s.supposed {
		return errors.New("in no state of a game can a turn be supposed")
	}
	return nil
}
