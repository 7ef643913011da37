package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"familiar/engine"
)

// way is a way to put something right: a form of `amend`, and a sort that one of its arguments may be of. Forms that take cards of a hand or of a pile do
// different things with them.
type way struct {
	form engine.Form
	arg  int
	sort engine.Sort
}

// waysOf lists the ways of a catalog, those left out that no name of it fits.
func waysOf(c *engine.Catalog) []way {
	var all []way
	for _, f := range c.Forms(c.Name("amend")) {
		for i, sorts := range f.Args {
			for bit := engine.Sort(1); bit != 0 && bit <= sorts; bit <<= 1 {
				if sorts&bit != 0 && len(Fitting(c, bit)) > 0 {
					all = append(all, way{f, i, bit})
				}
			}
		}
	}
	return all
}

// goes reports whether a move is made in this way.
func (w *way) goes(c *engine.Catalog, m engine.Move) bool {
	f, ok := c.Formed(m)
	return ok && f.Verb == w.form.Verb && slices.Equal(f.Args, w.form.Args) && c.Sort(m.Args[w.arg])&w.sort != 0
}

func (w *way) String(c *engine.Catalog) string {
	text := c.Word(w.form.Verb)
	for i, sort := range w.form.Args {
		if i == w.arg {
			sort = w.sort
		}
		text += " " + c.Word(Fitting(c, sort)[0])
	}
	return fmt.Sprintf("%s (%s, argument %d)", text, w.form.Key, w.arg+1)
}

// attempts is how many moves made at random are tried until one is legal.
const attempts = 60

// correction finds a legal `amend` in a way that no random game of the suite has had yet.
func (s *suite) correction(rng *rand.Rand, state engine.State) (engine.Move, bool) {
	if len(s.unamended) == 0 {
		return engine.Move{}, false
	}
	c := state.Catalog()
	w := s.unamended[rng.IntN(len(s.unamended))]
	f := w.form
	f.Args = slices.Clone(f.Args)
	f.Args[w.arg] = w.sort
	for range attempts {
		if m := randomMove(rng, c, f); state.Check(m).OK() {
			return m, true
		}
	}
	return engine.Move{}, false
}

// noteAmend strikes out the ways in which a move is made.
func (s *suite) noteAmend(c *engine.Catalog, m engine.Move) {
	s.unamended = slices.DeleteFunc(s.unamended, func(w way) bool { return w.goes(c, m) })
}

// corrected: the random games were put right in every way that there is.
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
