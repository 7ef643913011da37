package people

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/engine"
)

// planLook draws when somebody looks at the table next.
func (e *Evening) planLook() {
	e.nextLook = e.Score.Moves + 1 + int(e.careless.rng.ExpFloat64()*(looksEvery-0.5))
}

// look compares the table with the truth, and puts it right, in the cheapest way that somebody finds.
func (e *Evening) look() {
	e.planLook()
	clear(e.beside)
	defer e.tidy()
	wrong := e.difference()
	if wrong == "" || e.State().Status().Timer.For > 0 {
		return
	}
	e.trace("  looks: %s", wrong)
	e.Score.Repairs++
	r := e.cheapest()
	if r == nil {
		e.trace("  and does not know what to do")
		e.Score.Stuck++
		return
	}
	e.drop()
	if r.undo > 0 {
		e.trace("  takes back %d", r.undo)
		e.Score.gestures("repair", 2)
		e.table.Ask(Watcher, protocol.UndoRequest{Steps: r.undo})
	}
	for i, m := range r.moves {
		if r.waits[i] {
			e.trace("  waits for %s", e.format(m))
			e.await(e.made())
			continue
		}
		e.trace("  tells %s", e.format(m))
		phone := e.phone(m.Seat)
		if m.Seat == engine.Nobody {
			phone = Watcher
		}
		if a := e.table.Ask(phone, e.request(m)); !a.OK {
			e.trace("  refused: %s", a.Text)
		}
	}
	e.Score.gestures("repair", r.cost)
	e.judged = e.made()
	if wrong := e.difference(); wrong != "" {
		e.trace("  still: %s", wrong)
		e.Score.Stuck++
	}
}

// drop takes a question away that the table still asks.
func (e *Evening) drop() {
	if g := e.table.See(Watcher).Game; g != nil && g.Gesture != nil {
		e.table.Ask(Watcher, protocol.DropRequest{Gesture: g.Gesture.ID})
	}
}

// repair is a way to put the table right: moves are taken back, and others told.
type repair struct {
	undo  int
	moves []engine.Move
	waits map[int]bool // which of the moves the table's clock makes
	cost  int          // gestures of the moves
}

// cheapest returns the cheapest repair that is found; nil if there is none.
func (e *Evening) cheapest() *repair {
	c := e.State().Catalog()
	var believed []engine.Move
	for _, line := range e.table.Moves() {
		believed = append(believed, parse(c, line))
	}
	truth := e.history.Moves()
	same := 0
	for same < min(len(believed), len(truth)) && believed[same] == truth[same] {
		same++
	}
	var best *repair
	total := func(r *repair) int {
		if r == nil {
			return math.MaxInt
		}
		if r.undo > 0 {
			return r.cost + 2
		}
		return r.cost
	}
	consider := func(r *repair) {
		if total(r) < total(best) {
			best = r
		}
	}
	from := func(undo int) engine.State {
		s := e.history.At(0).Clone()
		for _, m := range believed[:len(believed)-undo] {
			s.Play(m)
		}
		return s
	}
	// Tell late what the table lacks.
	rest := slices.Clone(believed[same:])
	var missing []engine.Move
	for _, m := range truth[same:] {
		if i := slices.Index(rest, m); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			missing = append(missing, m)
		}
	}
	if len(rest) == 0 {
		consider(e.retelling(from(0), 0, missing))
	}
	// Take back, and tell anew.
	consider(e.retelling(from(len(believed)-same), len(believed)-same, truth[same:]))
	if total(best) > cheapEnough {
		consider(e.correction(from(0)))
	}
	return best
}

// cheapEnough is how many gestures people spend before they think of correcting the table by hand.
const cheapEnough = 10

// retelling returns the repair that takes moves back, after which the table stands as given, and tells some; nil if the truth does not come of it.
func (e *Evening) retelling(s engine.State, undo int, moves []engine.Move) *repair {
	r := &repair{undo: undo, moves: moves, waits: make(map[int]bool)}
	for i, m := range moves {
		if t := s.Status().Timer; t.For > 0 && !t.Paused && m == t.Then {
			r.waits[i] = true
		} else {
			r.cost += e.taps(s, m)
		}
		if !s.Play(m).OK() {
			return nil
		}
	}
	if e.differs(s) > 0 {
		return nil
	}
	return r
}

// mostAmends is how many corrections by hand people are ready to make.
const mostAmends = 8

// correction returns the repair that corrects the table by hand, the largest difference first.
func (e *Evening) correction(s engine.State) *repair {
	r := &repair{}
	left := e.differs(s)
	for range mostAmends {
		if left == 0 {
			return r
		}
		var best engine.Move
		fewest := left
		for m := range e.amends(s) {
			after := s.Clone()
			after.Play(m)
			if n := e.differs(after); n < fewest {
				best, fewest = m, n
			}
		}
		if fewest == left {
			return nil
		}
		s.Play(best)
		left = fewest
		r.moves = append(r.moves, best)
		r.cost += 2 + best.Arity()
	}
	return nil
}

// truth returns the public facts as they are in truth.
func (e *Evening) truth() map[string]string {
	if e.facts == nil || e.factsOf != len(e.history.Moves()) {
		e.facts, e.factsOf = maps.Collect(Plain(e.State())), len(e.history.Moves())
	}
	return e.facts
}

// differs returns in how many public facts a state differs from the truth.
func (e *Evening) differs(s engine.State) int {
	truth := e.truth()
	n, found := 0, 0
	for path, value := range Plain(s) {
		has, ok := truth[path]
		if ok {
			found++
		}
		if has != value || !ok {
			n++
		}
	}
	if s.Status().Ask != e.State().Status().Ask {
		n++
	}
	return n + len(truth) - found
}

// Plain yields the facts that everybody sees on the table. What somebody could do follows from them.
func Plain(s engine.State) iter.Seq2[string, string] {
	return func(yield func(path, value string) bool) {
		for path, value := range s.View(engine.Public).Facts {
			if strings.HasPrefix(path, "can.") {
				return // and so do all facts after it
			}
			if !strings.HasSuffix(path, ".hand.seen") && !yield(path, value) {
				return
			}
		}
	}
}

// amends yields the corrections by hand that are possible. Of numbers, people try those that are true of something on the table.
func (e *Evening) amends(s engine.State) iter.Seq[engine.Move] {
	c := s.Catalog()
	var numbers []engine.Name
	for _, value := range e.truth() {
		if n := c.Name(value); c.Class(n) == engine.ClassNumber {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	return func(yield func(engine.Move) bool) {
		for _, f := range c.Signatures(c.Name("amend")) {
			if !withArgs(c, f, numbers, nil, func(m engine.Move) bool { return !s.Check(m).OK() || yield(m) }) {
				return
			}
		}
	}
}

// withArgs yields the moves of a signature that begin with some arguments. Of numbers, it tries only those given.
func withArgs(c *engine.Catalog, f engine.Signature, numbers, args []engine.Name, yield func(engine.Move) bool) bool {
	if len(args) == len(f.Args) {
		return yield(engine.NewMove(engine.Nobody, f.Verb, args...))
	}
	words := c.Names(f.Args[len(args)])
	if f.Args[len(args)]&engine.ClassNumber != 0 {
		words = append(words, numbers...)
	}
	for _, n := range words {
		if !withArgs(c, f, numbers, append(args[:len(args):len(args)], n), yield) {
			return false
		}
	}
	return true
}

// parse reads a move as records write it.
func parse(c *engine.Catalog, line string) engine.Move {
	words := strings.Fields(line)
	return c.Move(strings.TrimSuffix(words[0], ":"), words[1], words[2:]...)
}
