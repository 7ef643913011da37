package worlds

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
)

// How likely things are, as natural logarithms. These are estimates: nobody has measured them at a table.
var (
	unsaid    = math.Log(1.0 / 30)  // a move is not told
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
	sure     = 0.7  // nothing is asked if the likeliest world has this share of the serious ones
	unlikely = 0.05 // the table jumps if the journal is less likely than that, compared with the likeliest world
	nearly   = 0.15 // a world is serious if it is at least so likely, compared with the likeliest one
	doubted  = 0.2  // players are asked if the worlds with other moves are at least so likely
)

// Belief holds the worlds that are possible, with their likelihoods. The zero Belief follows no game yet.
type Belief struct {
	worlds  []*world               // the journal's first, but while they are weighed
	journal *world                 // the one that was the journal's before the observation
	seen    int                    // how many moves of the journal they have taken in
	asked   []resolver.Observation // questions about them are open
	parting *step                  // where the last question parted the worlds
	offered []engine.Move          // the moves of its answers
	parted  map[*step]int          // how often was asked what came after a step
	noise   float64                // the logarithm of how likely it is that the observation stands for no move
	budget  int                    // how many more positions may be looked at for this observation
	cards   int                    // how many kinds of them the game has
	seed    maphash.Seed           // of the keys of positions
}

// world is a game as it may have been played.
type world struct {
	state   engine.State // as everybody may know it
	last    *step        // nil: what stood when the belief began
	moves   float64      // the logarithm of the likelihood of its moves, and of what was told of them
	cards   float64      // the logarithm of the likelihood that cards lie where readers see them
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

// Jump says how the journal's game becomes the game of another world.
type Jump struct {
	Undo     int           // how many moves it takes back
	Moves    []engine.Move // which it then makes
	Supposed []engine.Move // those of them that nobody has told
}

// Begin makes the game of a journal the only possible one.
func (b *Belief) Begin(h *engine.History) {
	b.worlds = []*world{{state: h.State().View(engine.Public), journal: true}}
	b.seen, b.asked, b.parting, b.offered = len(h.Moves()), nil, nil, nil
	b.parted, b.seed = make(map[*step]int), maphash.MakeSeed()
	b.cards = len(h.State().Catalog().Names(engine.ClassCard))
}

// End forgets the game.
func (b *Belief) End() { *b = Belief{} }

// Follow takes in the outcome of an observation, after the table has carried it out: h already has the moves that were made of it. If another world has become far
// likelier than the journal's, Follow returns the Jump to it. The caller must make the jump: from then on that world is the journal's.
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
			b.addMove(h, m, o, out.Said || len(out.Moves) > 1, lying)
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

// answered drops open questions that an observation answers: it shows all their tags, or neither of the two has any.
func (b *Belief) answered(o resolver.Observation) {
	b.asked = slices.DeleteFunc(b.asked, func(asked resolver.Observation) bool {
		return slices.Equal(asked.Tags, o.Tags) || len(asked.Tags) > 0 && !slices.ContainsFunc(asked.Tags, func(t resolver.Tag) bool { return !slices.Contains(o.Tags, t) })
	})
}

// addMove takes in the journal's next move, which was made of an observation. Said means that somebody has named the move itself.
func (b *Belief) addMove(h *engine.History, m engine.Move, o resolver.Observation, said bool, lying []Lying) {
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
	b.weigh(o, &journalMove{m, shown}, lying)
	b.worlds[0].state = h.At(b.seen).View(engine.Public)
}

// journalMove is a move as the journal has it, and as everybody knows it.
type journalMove struct{ move, shown engine.Move }

// likely returns how likely a world is, compared with the others.
func (w *world) likely() float64 { return math.Exp(w.moves + w.cards) }

// serious returns the likeliest world, and the sum of the likelihoods of the serious worlds: those that are nearly as likely, and the likeliest one itself. Other
// worlds do not count. Each observation leaves a small doubt, and over a game these doubts would add up.
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

// to returns the jump from the journal's world to another one. It returns false if the journal forbids one of the moves, because of a card that only some may know.
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

// Question returns moves for a question to the players: which of them was made? Nil means that there is nothing to ask. The likeliest worlds agree up to some step.
// The moves are the next steps of these worlds, so that the answer says which worlds are wrong. If one of the moves is the journal's, it comes first.
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

// Choose takes in the answer to the last question. If ok is true, m was made. If ok is false, none of the offered moves was made. It returns a Jump as Follow does.
func (b *Belief) Choose(h *engine.History, m engine.Move, ok bool) (Jump, bool) {
	for _, w := range b.worlds {
		next, on := w.last.after(b.parting)
		if !on || next == nil {
			continue
		}
		if ok && next.shown != m || !ok && slices.Contains(b.offered, next.shown) {
			w.moves += mistaken
		}
	}
	return b.jump(h)
}
