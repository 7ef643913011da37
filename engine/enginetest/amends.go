package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"familiar/engine"
)

// amendWay is a way to correct the state: a signature of `amend`, and one class of one of its arguments. The class counts because the same signature
// treats the cards of a hand and of a pile differently.
type amendWay struct {
	signature engine.Signature
	arg       int
	class     engine.Class
}

// amendWays lists the ways of a catalog that at least one name fits.
func amendWays(c *engine.Catalog) []amendWay {
	var all []amendWay
	for _, s := range c.Signatures(c.Name("amend")) {
		for i, classes := range s.Args {
			for class := engine.Class(1); class != 0 && class <= classes; class <<= 1 {
				if classes&class != 0 && len(Fitting(c, class)) > 0 {
					all = append(all, amendWay{s, i, class})
				}
			}
		}
	}
	return all
}

// fits reports whether a move uses this way.
func (w *amendWay) fits(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Match(m)
	return ok && f.Verb == w.signature.Verb && slices.Equal(f.Args, w.signature.Args) && c.Class(m.Args[w.arg])&w.class != 0
}

func (w *amendWay) String(c *engine.Catalog) string {
	text := c.Word(w.signature.Verb)
	for i, class := range w.signature.Args {
		if i == w.arg {
			class = w.class
		}
		text += " " + c.Word(Fitting(c, class)[0])
	}
	return fmt.Sprintf("%s (%s, argument %d)", text, w.signature.Key, w.arg+1)
}

// attempts is how many random moves are tried in search of a legal one.
const attempts = 60

// randomAmend returns a legal `amend` of a way that no random game has used so far.
func (s *suite) randomAmend(rng *rand.Rand, state engine.State) (engine.Move, bool) {
	if len(s.unamended) == 0 {
		return engine.Move{}, false
	}
	c := state.Catalog()
	w := s.unamended[rng.IntN(len(s.unamended))]
	f := w.signature
	f.Args = slices.Clone(f.Args)
	f.Args[w.arg] = w.class
	for range attempts {
		if m := randomMove(rng, c, f); state.Check(m).OK() {
			return m, true
		}
	}
	return engine.Move{}, false
}

// noteAmend removes the ways that a move uses from the list of unused ones.
func (s *suite) noteAmend(c *engine.Catalog, m engine.Move) {
	s.unamended = slices.DeleteFunc(s.unamended, func(w amendWay) bool { return w.fits(c, m) })
}

// allWaysUsed checks that the random games have used every way to correct the state.
func (s *suite) allWaysUsed() error {
	if s.cfg.Brief {
		return nil
	}
	if _, err := s.randomGames(); err != nil {
		return err
	}
	first, err := s.deals[0].begin()
	if err != nil {
		return err
	}
	var never []error
	for _, w := range s.unamended {
		never = append(never, fmt.Errorf("no random game has anything like `%s`", w.String(first.Catalog())))
	}
	return errors.Join(never...)
}
