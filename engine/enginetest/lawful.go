package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
)

// checkClone checks that moves on a clone leave the original unchanged, and the reverse; and that CopyTo makes a state that was played the same.
func checkClone(t *trace) error {
	rng := t.rng()
	used := t.first.Clone()
	for s := range t.states() {
		was, c, events := digest(s), s.Clone(), Format(s, s.Events())
		if err := unchanged("a clone differs from its original", was, lazyText(s), c); err != nil {
			return err
		}
		kept := c.Clone()
		Playout(rng, c, 3)
		if err := unchanged("playing on a clone changes its original", was, lazyText(kept), s); err != nil {
			return err
		}
		if err := unchanged("playing on a clone changes another clone", was, lazyText(s), kept); err != nil {
			return err
		}
		for _, left := range []engine.State{s, kept} {
			if diff := cmp.Diff(events, Format(left, left.Events())); diff != "" {
				return fmt.Errorf("playing on a clone changes the events of its original, or of another clone (-before +after):\n%s", diff)
			}
		}
		s.CopyTo(used)
		if err := unchanged("a copy differs from its original", was, lazyText(s), used); err != nil {
			return err
		}
		Playout(rng, used, 3)
		if err := unchanged("playing on a copy changes its original", was, lazyText(kept), s); err != nil {
			return err
		}
	}
	return nil
}

// checkDeterminism checks that the same moves lead to the same states, also in a new game.
func checkDeterminism(t *trace) error {
	again, err := t.deal.begin()
	if err != nil {
		return err
	}
	for s, m := range t.states() {
		if err := same("the same moves lead to another state", s, again); err != nil {
			return err
		}
		again.Play(m)
	}
	return nil
}

// checkUndo checks that undo leads back to the earlier states.
func checkUndo(t *trace) error {
	h := engine.NewHistory(t.first.Clone())
	var was []uint64
	for s, m := range t.states() {
		was = append(was, digest(s))
		if m.Verb == engine.None {
			break
		}
		if v := h.Play(m); !v.OK() {
			return fmt.Errorf("%s is legal, and refused for %s when it is played", s.Catalog().Format(m), v.Rule)
		}
	}
	// Each step back replays the game, so a few long steps and the last single ones are enough.
	for n := len(was) - 2; n >= 0; n-- {
		undone := h.Moves()[n]
		if !h.TakeBack(1) {
			return errors.New("nothing is left to take back")
		}
		if n < len(was)-8 && n%16 != 0 {
			continue
		}
		if digest(h.State()) != was[n] {
			return fmt.Errorf("taking back %s does not lead back: %w", h.State().Catalog().Format(undone),
				same("the state", playedAgain(t.first, h.Moves()), h.State()))
		}
	}
	return nil
}

// playedAgain returns the state after moves that are all made anew.
func playedAgain(first engine.State, moves []engine.Move) engine.State {
	s := first.Clone()
	for _, m := range moves {
		s.Play(m)
	}
	return s
}

// checkLawful checks every state against the promises of engine.State and engine.Status.
func checkLawful(t *trace) error {
	for s, m := range t.states() {
		if err := checkStatus(t.suite, s); err != nil {
			return err
		}
		if m.Verb == engine.None {
			break
		}
		next := s.Clone()
		if v := next.Play(m); !v.OK() {
			return fmt.Errorf("%s is legal, and refused for %s when it is played", s.Catalog().Format(m), v.Rule)
		}
		if err := t.suite.noteEvents(next); err != nil {
			return err
		}
	}
	return nil
}

func checkStatus(suite *suite, s engine.State) error {
	c, st := s.Catalog(), s.Status()
	seen := make(map[string]string)
	for path, value := range s.Facts {
		if _, ok := seen[path]; ok {
			return fmt.Errorf("the fact %s comes twice", path)
		}
		seen[path] = value
		suite.noteFact(c, path, value)
	}
	want := map[string]string{"turn": c.SeatWord(st.Turn), "over": fmt.Sprint(st.Over)}
	if st.Winner != engine.Nobody {
		want["winner"] = c.SeatWord(st.Winner)
	}
	for _, path := range []string{"turn", "over", "winner"} {
		if path == "turn" && st.Over && seen[path] == "" {
			continue // in some games nobody has the turn once the game is over
		}
		if seen[path] != want[path] {
			return fmt.Errorf("the fact %s is %q, and the status says %q", path, seen[path], want[path])
		}
	}
	if st.Winner != engine.Nobody && !st.Over {
		return errors.New("somebody has won, and the game is not over")
	}
	return checkAsk(suite, s, st)
}

func checkAsk(suite *suite, s engine.State, st engine.Status) error {
	c := s.Catalog()
	moves, awaited := 0, false
	for m := range s.Moves {
		moves++
		awaited = awaited || m.Seat == st.Ask.Seat
	}
	switch {
	case st.Over && moves > 0:
		return fmt.Errorf("the game is over, and %d moves are legal", moves)
	case st.Over:
		return nil
	case moves == 0:
		return errors.New("no move is legal, and the game is not over")
	case !awaited:
		return fmt.Errorf("%s is awaited, and has no legal move", c.SeatWord(st.Ask.Seat))
	case st.Ask.Key == "":
		return errors.New("something is awaited, and no key says what")
	case st.Timer.For < 0:
		return fmt.Errorf("a timer of %s", st.Timer.For)
	}
	if st.Timer.For > 0 {
		if v := s.Check(st.Timer.Then); !v.OK() {
			return fmt.Errorf("the timer ends with %s, which is refused for %s", c.Format(st.Timer.Then), v.Rule)
		}
	}
	suite.asked[st.Ask.Key] = true
	return nil
}

// noteEvents records the words of events that occurred, and refuses anything that is not an event.
func (s *suite) noteEvents(state engine.State) error {
	c := state.Catalog()
	for _, e := range state.Events() {
		if c.Class(e.Verb)&engine.ClassEvent == 0 {
			return fmt.Errorf("the event %s is none in the catalog", c.Format(e))
		}
		s.events[e.Verb] = true
	}
	return nil
}

// noteFact records the words of a fact by its path, and by the part of the path after a seat.
func (s *suite) noteFact(c *engine.Catalog, path, value string) {
	s.noteWords(path, value)
	for i := range c.Seats() {
		if seat := c.SeatWord(engine.Seat(i)) + "."; len(path) > len(seat) && path[:len(seat)] == seat {
			s.noteWords(path[len(seat):], value)
		}
	}
}

func (s *suite) noteWords(path, value string) {
	if s.facts[path] == nil {
		s.facts[path] = make(map[string]bool)
	}
	for word := range strings.FieldsSeq(value) {
		s.facts[path][word] = true
	}
}

// checkConserve checks that no card or piece is lost or doubled.
func checkConserve(t *trace) error {
	if t.suite.cfg.Conserve == nil {
		return nil
	}
	for s := range t.states() {
		if err := t.suite.cfg.Conserve(s); err != nil {
			return err
		}
		for i := range s.Catalog().Seats() {
			if err := t.suite.cfg.Conserve(s.View(engine.Seat(i))); err != nil {
				return fmt.Errorf("in the view of %s: %w", s.Catalog().SeatWord(engine.Seat(i)), err)
			}
		}
	}
	return nil
}

// sameEvents reports whether two states have the same events.
func sameEvents(a, b engine.State) bool {
	count := make(map[engine.Move]int)
	for _, e := range a.Events() {
		count[e]++
	}
	other := make(map[engine.Move]int)
	for _, e := range b.Events() {
		other[e]++
	}
	return maps.Equal(count, other)
}
