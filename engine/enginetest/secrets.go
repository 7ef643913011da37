package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"familiar/engine"
)

// viewers lists the seats of a game and Public.
func viewers(c *engine.Catalog) []engine.Seat {
	seats := []engine.Seat{engine.Public}
	for i := range c.Seats() {
		seats = append(seats, engine.Seat(i))
	}
	return seats
}

// seatView is the view of a viewer, with its digest, computed when it is needed.
type seatView struct {
	view   engine.State
	digest func() uint64
}

func seatViewsOf(s engine.State) map[engine.Seat]seatView {
	views := make(map[engine.Seat]seatView)
	for _, viewer := range viewers(s.Catalog()) {
		view := s.View(viewer)
		views[viewer] = seatView{view, sync.OnceValue(func() uint64 { return digest(view) })}
	}
	return views
}

// checkView checks that a view states nothing false, hides only what is private, stays the same when taken again, and shares no memory with its state.
func checkView(t *trace) error {
	rng := t.rng()
	for s := range t.states() {
		c, truth, was, kept := s.Catalog(), factsOf(s), digest(s), lazyText(s.Clone())
		public := s.View(engine.Public)
		common := digest(public)
		var views []engine.State
		for _, viewer := range viewers(c) {
			v := s.View(viewer)
			who := "the view of " + c.SeatWord(viewer)
			if err := viewFacts(t.suite, c, viewer, truth, factsOf(v)); err != nil {
				return fmt.Errorf("%s: %w", who, err)
			}
			if err := same(who+" changes when it is viewed again", v, v.View(viewer)); err != nil {
				return err
			}
			if err := unchanged("what everybody may know is not what is left of "+who, common, lazyText(public), v.View(engine.Public)); err != nil {
				return err
			}
			if v.Status() != s.Status() {
				return fmt.Errorf("%s: its status is %+v, in truth %+v", who, v.Status(), s.Status())
			}
			views = append(views, v)
		}
		for _, v := range views {
			Playout(rng, v, 2)
			if err := unchanged("playing on a view changes the state", was, kept, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// viewFacts compares the facts of a view with the truth.
func viewFacts(suite *suite, c *engine.Catalog, viewer engine.Seat, truth, view map[string]string) error {
	for path, value := range view {
		really, ok := truth[path]
		switch {
		case !ok:
			return fmt.Errorf("it shows %s, which is no fact of the state", path)
		case value == really:
		case !suite.cfg.Private(c, path, viewer):
			return fmt.Errorf("%s is %q, in truth %q", path, value, really)
		case !partOf(value, really):
			return fmt.Errorf("%s is %q, which is not part of the truth, %q", path, value, really)
		}
	}
	for path := range truth {
		if _, ok := view[path]; !ok && !suite.cfg.Private(c, path, viewer) {
			return fmt.Errorf("it hides %s, which is not private", path)
		}
	}
	return nil
}

// partOf reports whether b has all words of a, at least as often.
func partOf(a, b string) bool {
	count := make(map[string]int)
	for _, w := range strings.Fields(b) {
		count[w]++
	}
	for _, w := range strings.Fields(a) {
		if count[w]--; count[w] < 0 {
			return false
		}
	}
	return true
}

// checkSecrets checks that a card shown on a secret reader changes nothing for other viewers: neither their view and their moves now, nor the verdict
// on the next move.
func checkSecrets(t *trace) error {
	rng := t.rng()
	for s, next := range t.states() {
		c := s.Catalog()
		signatures := c.Signatures(c.Name("hold"))
		if len(signatures) == 0 {
			return nil
		}
		views := seatViewsOf(s)
		for range 3 {
			hold := randomMove(rng, c, signatures[rng.IntN(len(signatures))])
			if !s.Check(hold).OK() || t.suite.revealsHand(s, hold.Seat) {
				continue
			}
			held := s.Clone()
			held.Play(hold)
			for _, viewer := range viewers(c) {
				if viewer == hold.Seat {
					continue
				}
				who := c.SeatWord(viewer)
				if _, ok := s.Redacted(hold, viewer); ok {
					return fmt.Errorf("%s is told of `%s`", who, c.Format(hold))
				}
				before := views[viewer]
				if err := unchanged(fmt.Sprintf("%s sees that `%s`", who, c.Format(hold)), before.digest(), lazyText(before.view), held.View(viewer)); err != nil {
					return err
				}
				if len(held.Events()) > 0 {
					return fmt.Errorf("everybody is told what follows from `%s`", c.Format(hold))
				}
				if next.Verb == engine.None || !held.Check(next).OK() {
					continue
				}
				if err := checkSameRedacted(t.suite, s, held, next, hold, viewer); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// checkSameRedacted checks that the next move has the same Redacted form and the same events with and without the secret.
func checkSameRedacted(suite *suite, s, held engine.State, next, hold engine.Move, viewer engine.Seat) error {
	c := s.Catalog()
	a, aok := s.Redacted(next, viewer)
	b, bok := held.Redacted(next, viewer)
	if a != b || aok != bok {
		return fmt.Errorf("%s is told `%s` otherwise after `%s`", c.SeatWord(viewer), c.Format(next), c.Format(hold))
	}
	one, two := s.Clone(), held.Clone()
	one.Play(next)
	two.Play(next)
	if suite.revealsHand(one, hold.Seat) {
		return nil
	}
	if !sameEvents(one, two) {
		return fmt.Errorf("`%s` has other events after `%s`", c.Format(next), c.Format(hold))
	}
	return nil
}

// revealsHand reports whether the rules make a seat show cards of its hand, so that its cards affect what everybody sees.
func (s *suite) revealsHand(state engine.State, seat engine.Seat) bool {
	return s.cfg.RevealsHand != nil && s.cfg.RevealsHand(state, seat)
}

// checkRedacted checks that every viewer gets a form of every move that agrees with the viewer's knowledge and reveals no more than the viewer's view.
func checkRedacted(t *trace) error {
	rng := t.rng()
	for s, next := range t.states() {
		moves := slices.Collect(s.Moves)
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		moves = moves[:min(len(moves), 6)]
		if next.Verb != engine.None && !(s.Catalog().Word(next.Verb) == "hold" && t.suite.revealsHand(s, next.Seat)) {
			moves = append(moves, next)
		}
		var played []engine.State
		for _, m := range moves {
			after := s.Clone()
			after.Play(m)
			played = append(played, after)
		}
		views := seatViewsOf(s)
		for _, viewer := range viewers(s.Catalog()) {
			for i, m := range moves {
				if err := checkRedactedMove(s, played[i], m, viewer, views[viewer]); err != nil {
					return fmt.Errorf("%s: %s: %w", s.Catalog().Format(m), s.Catalog().SeatWord(viewer), err)
				}
			}
		}
	}
	return nil
}

// checkRedactedMove compares a viewer's form of a move with the viewer's views before and after it.
func checkRedactedMove(s, after engine.State, m engine.Move, viewer engine.Seat, before seatView) error {
	c, view := s.Catalog(), before.view
	own := m.Seat == viewer && viewer != engine.Public // Public is the seat of Nobody, so such a move is nobody's own
	t, ok := s.Redacted(m, viewer)
	if !ok {
		if own {
			return fmt.Errorf("is not told of the own move")
		}
		return unchanged("is told nothing, and sees a change", before.digest(), lazyText(view), after.View(viewer))
	}
	if t.Seat != m.Seat || t.Verb != m.Verb {
		return fmt.Errorf("is told of another move: %s", c.Format(t))
	}
	if v := view.Check(t); !v.OK() {
		return fmt.Errorf("is told %s, which its view refuses for %s", c.Format(t), v.Rule)
	}
	if own && t != m && view.Check(m).OK() {
		return fmt.Errorf("is told less than it knows of its own move: %s", c.Format(t))
	}
	if again, ok := view.Redacted(t, viewer); !ok || again != t {
		return fmt.Errorf("is told %s, and when told again %s", c.Format(t), c.Format(again))
	}
	if err := checkSameView(s, after, m, t, viewer); err != nil {
		return err
	}
	return checkShown(s, after, m, t, viewer)
}

// checkSameView checks that a move and its Redacted form lead to the same view.
func checkSameView(s, after engine.State, m, t engine.Move, viewer engine.Seat) error {
	if t == m || !s.Check(t).OK() {
		return nil
	}
	other := s.Clone()
	other.Play(t)
	return same("is told "+s.Catalog().Format(t)+", and sees more", other.View(viewer), after.View(viewer))
}

// takesPart reports whether a viewer makes a move, or is named in it, or a place of that seat is (`ben.hand`): the owner of a place knows the card
// that leaves it.
func takesPart(c *engine.Catalog, m engine.Move, viewer engine.Seat) bool {
	if viewer == engine.Public {
		return false
	}
	word := c.SeatWord(viewer)
	return m.Seat == viewer || slices.ContainsFunc(m.Args[:m.Arity()], func(n engine.Name) bool {
		return c.Word(n) == word || strings.HasPrefix(c.Word(n), word+".")
	})
}

// handSizeChanged reports whether the size of a viewer's hand has changed. Then that player can look into the hand and knows which card is gone.
func handSizeChanged(s, after engine.State, viewer engine.Seat) bool {
	hand := s.Catalog().SeatWord(viewer) + ".hand"
	before, _ := engine.Fact(s, hand)
	now, _ := engine.Fact(after, hand)
	return before != now
}

// checkShown checks that a card that need not be named is named only to players in the move, or if the viewer's view shows it afterwards.
func checkShown(s, after engine.State, m, t engine.Move, viewer engine.Seat) error {
	c := s.Catalog()
	unseen := c.Name("?")
	if unseen == engine.Unknown || takesPart(c, m, viewer) {
		return nil
	}
	for i, a := range t.Args[:t.Arity()] {
		hidden := m
		hidden.Args[i] = unseen
		if a == unseen || c.Class(a)&engine.ClassCard == 0 || !s.Check(hidden).OK() {
			continue
		}
		if handSizeChanged(s, after, viewer) {
			return nil
		}
		if !viewShows(after.View(viewer), c.Word(a)) {
			return fmt.Errorf("is told of %s, which its view does not show", c.Word(a))
		}
	}
	return nil
}

// viewShows reports whether a word occurs in the facts of a view.
func viewShows(view engine.State, word string) bool {
	for _, value := range view.Facts {
		if slices.Contains(strings.Fields(value), word) {
			return true
		}
	}
	return false
}
