package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"familiar/engine"
)

// way is a way to correct the state: a signature of `amend`, and one class of one of its arguments. The class counts because the same signature
// treats the cards of a hand and of a pile differently.
type way struct {
	signature engine.Signature
	arg       int
	class     engine.Class
}

// waysOf lists the ways of a catalog that at least one name fits.
func waysOf(c *engine.Catalog) []way {
	var all []way
	for _, f := range c.Signatures(c.Name("amend")) {
		for i, classs := range f.Args {
			for bit := engine.Class(1); bit != 0 && bit <= classs; bit <<= 1 {
				if classs&bit != 0 && len(Fitting(c, bit)) > 0 {
					all = append(all, way{f, i, bit})
				}
			}
		}
	}
	return all
}

// goes reports whether a move uses this way.
func (w *way) goes(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Match(m)
	return ok && f.Verb == w.signature.Verb && slices.Equal(f.Args, w.signature.Args) && c.Class(m.Args[w.arg])&w.class != 0
}

func (w *way) String(c *engine.Catalog) string {
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

// correction returns a legal `amend` that uses a way not used by any random game so far.
func (s *suite) correction(rng *rand.Rand, state engine.State) (engine.Move, bool) {
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
	s.unamended = slices.DeleteFunc(s.unamended, func(w way) bool { return w.goes(c, m) })
}

// corrected checks that the random games have used every way of correction.
func (s *suite) corrected() error {
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
