package worlds

import (
	"cmp"
	"math"
	"slices"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
)

// How likely things are, as natural logarithms.
var (
	untold    = math.Log(1.0 / 30)  // a move is not told
	late      = math.Log(1.0 / 6)   // a move that was not told is told after others
	again     = math.Log(1.0 / 2)   // what the journal has refused is told again
	twice     = math.Log(1.0 / 40)  // what the journal has taken in is told again
	misplaced = math.Log(1.0 / 100) // a card is laid on another reader than its place's
	mistaken  = math.Log(1.0 / 100) // an answer is wrong
	stray     = math.Log(1.0 / 40)  // an observation stands for no move, or a card lies where it does not belong
	misspoken = math.Log(1.0 / 10)  // times that, if somebody has said who did what
)

// How sure a table must be.
const (
	sure     = 0.7  // the likeliest world is not asked about if it is so likely among the serious ones
	unlikely = 0.05 // a journal that is less likely than that, compared with the likeliest world, is left
	nearly   = 0.15 // a world is serious that is so likely, compared with the likeliest one
	doubted  = 0.2  // what parts worlds is asked about if the worlds beside the likeliest one are so likely
)

// Belief is what a table holds possible. The zero Belief follows no game yet.
type Belief struct {
	worlds  []*world               // the journal's first, but while they are weighed
	journal *world                 // the one that was the journal's before the observation
	seen    int                    // how many moves of the journal they have taken in
	asked   []resolver.Observation // questions about them are open
	parting *step                  // where the last question parted the worlds
	offered []engine.Move          // the moves of its answers
	parted  map[*step]int          // how often was asked what came after a step
	noise   float64                // how likely it is that the observation stands for no move
	left    int                    // how many more positions may be looked at for this observation
	cards   int                    // how many kinds of them the game has
	hash    hasher
}

// world is a game as it may have been played.
type world struct {
	state   engine.State // as everybody may know it
	last    *step        // nil: what stood when the belief began
	told    float64      // how likely the moves and what was told of them are
	lies    float64      // how likely it is that the cards lie as they do
	journal bool         // this is the game that the journal tells
	fits    bool         // the last observation is one of its moves
}

// step is a move of a world. Worlds share the steps that they have in common.
type step struct {
	before   *step
	n        int         // counted from 1
	move     engine.Move // as the journal has it
	shown    engine.Move // as everybody knows it
	supposed bool        // nobody has told it
	at       time.Time   // when it was told
}

// number returns the number of a step, 0 for nil.
func (s *step) number() int {
	if s == nil {
		return 0
	}
	return s.n
}

// then returns the step after s.
func (s *step) then(m engine.Move, supposed bool) *step {
	return &step{before: s, n: s.number() + 1, move: m, shown: m, supposed: supposed}
}

// after returns the step that follows another one on the way to s, nil if that is s itself; ok is false if the way does not lead over it.
func (s *step) after(at *step) (next *step, ok bool) {
	for s.number() > at.number() {
		next, s = s, s.before
	}
	return next, s == at
}

// fork returns the last step that the ways to two steps have in common, nil if that is the beginning.
func fork(a, b *step) *step {
	for a != b {
		if a.number() >= b.number() {
			a = a.before
		} else {
			b = b.before
		}
	}
	return a
}

// Lying is a card that lies on the reader of a place, long enough to have been put there.
type Lying struct{ Card, Place string }

// Jump is how a journal goes over to another world.
type Jump struct {
	Undo     int           // how many moves it takes back
	Moves    []engine.Move // which it then makes
	Supposed []engine.Move // those of them that nobody has told
}

// Begin makes the game of a journal the only possible one.
func (b *Belief) Begin(h *engine.History) {
	b.worlds = []*world{{state: h.State().View(engine.Public), journal: true}}
	b.seen, b.asked, b.parting, b.offered = len(h.Moves()), nil, nil, nil
	b.parted = make(map[*step]int)
	b.cards = len(h.State().Catalog().Names(engine.ClassCard))
}

// End forgets the game.
func (b *Belief) End() { *b = Belief{} }

// Follow lets an observation count in all worlds. Its outcome was carried out: h has the moves that were made of it. If another world has become far likelier than
// the journal's, Follow returns how the journal goes over to it, and takes it as the journal's from then on.
func (b *Belief) Follow(h *engine.History, out resolver.Outcome, lying []Lying) (Jump, bool) {
	made := 0
	if out.Kind == resolver.Play {
		made = len(out.Moves)
	}
	if b.worlds == nil || out.Undo > 0 || out.CaughtUp || b.seen+made != len(h.Moves()) {
		b.Begin(h)
		return Jump{}, false
	}
	o := out.Observation
	if out.With != nil {
		b.answered(out.With.Observation)
	}
	b.answered(o)
	for _, asked := range b.asked { // nobody has answered these, and the game goes on
		b.weigh(asked, nil, lying)
	}
	b.asked = nil
	switch {
	case out.Kind == resolver.Play:
		for _, m := range out.Moves {
			b.made(h, m, o, out.Said || len(out.Moves) > 1, lying)
		}
	case o.Secret || len(o.Names) == 0 && o.Verb == engine.None || out.Kind == resolver.Ignore:
		return Jump{}, false
	case out.Kind == resolver.Wait: // more may come
		b.asked = append(b.asked, o)
		return Jump{}, false
	case out.Kind == resolver.Ask:
		// The answers come from the journal's game. If that is not the one that is played, none is true.
		before, seen := slices.Clone(b.worlds), b.seen // weighing sorts them
		b.weigh(o, nil, lying)
		if j, ok := b.jump(h); ok {
			return j, true
		}
		b.worlds, b.seen = before, seen
		b.asked = append(b.asked, o)
		return Jump{}, false
	default:
		b.weigh(o, nil, lying)
	}
	return b.jump(h)
}

// answered drops the question about the tags of an observation.
func (b *Belief) answered(o resolver.Observation) {
	b.asked = slices.DeleteFunc(b.asked, func(asked resolver.Observation) bool {
		return slices.Equal(asked.Tags, o.Tags) || len(asked.Tags) > 0 && !slices.ContainsFunc(asked.Tags, func(t resolver.Tag) bool { return !slices.Contains(o.Tags, t) })
	})
}

// made lets a move of the journal count, the next one. Said means that somebody has named the move itself.
func (b *Belief) made(h *engine.History, m engine.Move, o resolver.Observation, said bool, lying []Lying) {
	shown, ok := h.At(b.seen).Redacted(m, engine.Public)
	b.seen++
	if !ok { // nobody else may know of it, so no world becomes likelier
		steps := make(map[*step]*step)
		for _, w := range b.worlds {
			if steps[w.last] == nil {
				steps[w.last] = w.last.then(m, false)
			}
			w.last = steps[w.last]
		}
		return
	}
	if said || o.Verb == engine.None && len(o.Names) == 0 {
		at := o.At
		o = resolver.Anything()
		o.Verb, o.By, o.Args, o.At = shown.Verb, shown.Seat, shown.Args, at
	}
	b.weigh(o, &made{m, shown}, lying)
	b.worlds[0].state = h.At(b.seen).View(engine.Public)
}

// made is a move of the journal, in truth and as everybody knows it.
type made struct{ move, shown engine.Move }

// likely returns how likely a world is, compared with the others.
func (w *world) likely() float64 { return math.Exp(w.told + w.lies) }

// serious returns the likeliest world, and how likely it and all those are together that are nearly as likely. Others do not count: some of what was told is always
// in doubt a little, and that adds up over a game.
func (b *Belief) serious() (sum float64, best *world) {
	best = slices.MaxFunc(b.worlds, func(v, w *world) int { return cmp.Compare(v.likely(), w.likely()) })
	for _, w := range b.worlds {
		if w.likely() >= nearly*best.likely() {
			sum += w.likely()
		}
	}
	return sum, best
}

// jump takes the likeliest world as the journal's, if the journal's own has become unlikely. No clock is started, stopped or changed by that.
func (b *Belief) jump(h *engine.History) (Jump, bool) {
	for {
		_, best := b.serious()
		journal := b.worlds[0]
		if best == journal || journal.likely() > unlikely*best.likely() || ticks(best.state) || ticks(journal.state) {
			return Jump{}, false
		}
		j, ok := b.to(best, h)
		i := slices.Index(b.worlds, best)
		if !ok { // a hand that was shown forbids it
			b.worlds = slices.Delete(b.worlds, i, i+1)
			continue
		}
		journal.journal, best.journal = false, true
		b.worlds[0], b.worlds[i] = best, journal
		b.seen += len(j.Moves) - j.Undo
		return j, true
	}
}

func ticks(s engine.State) bool { return s.Status().Timer.For > 0 }

// to returns how the journal goes over to a world, and false if a move of it is forbidden by what only some may know.
func (b *Belief) to(w *world, h *engine.History) (j Jump, ok bool) {
	common := fork(b.worlds[0].last, w.last)
	j.Undo = b.worlds[0].last.number() - common.number()
	s := h.At(len(h.Moves()) - j.Undo)
	for at := common; at != w.last; {
		at, _ = w.last.after(at)
		if !s.Play(at.move).OK() {
			return j, false
		}
		j.Moves = append(j.Moves, at.move)
		if at.supposed {
			j.Supposed = append(j.Supposed, at.move)
		}
	}
	return j, true
}

// mostChoices is how many moves a question names, besides “something else”.
const mostChoices = 3

// Question returns the moves that tell the likeliest worlds apart best, one of which was made after the moves that they have in common; nil: there is nothing to
// ask. If the journal has one of the moves, that is the first.
func (b *Belief) Question() []engine.Move {
	if b.worlds == nil || ticks(b.worlds[0].state) {
		return nil
	}
	sum, best := b.serious()
	if best.likely() >= sure*sum {
		return nil
	}
	const often = 2
	parts := make(map[*step]float64)
	var at *step
	most := 0.0
	for _, w := range b.worlds {
		if w == best || w.likely() < nearly*best.likely() {
			continue
		}
		s := fork(best.last, w.last)
		parts[s] += w.likely()
		if b.parted[s] < often && parts[s] > most {
			at, most = s, parts[s]
		}
	}
	if most < doubted*sum {
		return nil
	}
	moves := b.next(at, sum)
	if len(moves) < 2 {
		return nil
	}
	b.parted[at]++
	b.parting, b.offered = at, moves
	return moves
}

// next lists the moves that worlds have after a step, the likeliest first, but the journal's before all others.
func (b *Belief) next(at *step, sum float64) []engine.Move {
	const rare = 0.03
	likely := make(map[engine.Move]float64)
	var moves []engine.Move
	for _, w := range b.worlds {
		next, ok := w.last.after(at)
		if !ok || next == nil {
			continue
		}
		if _, known := likely[next.shown]; !known {
			moves = append(moves, next.shown)
		}
		likely[next.shown] += w.likely()
	}
	slices.SortStableFunc(moves, func(m, n engine.Move) int { return cmp.Compare(likely[n], likely[m]) })
	if next, ok := b.worlds[0].last.after(at); ok && next != nil {
		moves = slices.Insert(slices.DeleteFunc(moves, func(m engine.Move) bool { return m == next.shown }), 0, next.shown)
	}
	moves = slices.DeleteFunc(moves, func(m engine.Move) bool { return likely[m] < rare*sum })
	return moves[:min(len(moves), mostChoices)]
}

// Choose takes the answer to the last question: the move that was made, or none of those that were offered if ok is false. It returns how the journal goes over to
// the world that is likeliest then.
func (b *Belief) Choose(h *engine.History, m engine.Move, ok bool) (Jump, bool) {
	for _, w := range b.worlds {
		next, on := w.last.after(b.parting)
		if !on || next == nil {
			continue
		}
		if ok && next.shown != m || !ok && slices.Contains(b.offered, next.shown) {
			w.told += mistaken
		}
	}
	return b.jump(h)
}
