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
	late      = math.Log(1.0 / 40)  // a move that was not told is told now, after others
	shownNow  = math.Log(9.0 / 10)  // the players show the move that the table has asked for
	shownElse = math.Log(1.0 / 10)  // they make another such move instead
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
	boldly   = 0.5  // the same if the table is bold
	nearly   = 0.15 // a world is serious if it is at least so likely, compared with the likeliest one
	doubted  = 0.2  // players are asked if the worlds with other moves are at least so likely
)

const (
	enough      = 2 // observations that fit nothing, before the players are to show what the game is waiting for
	mostWaiting = 8 // observations that fit nothing yet
	doubtful    = 3 // for how many observations the journal is in doubt after one that does not fit it
	patience    = 3 // how many moves may be made before an open question counts as not answered
)

// Belief holds the worlds that are possible, with their likelihoods. The zero Belief follows no game yet.
type Belief struct {
	worlds   []*world // the journal's first, but while they are weighed
	journal  *world   // the one that was the journal's before the observation
	seen     int      // how many moves of the journal they have taken in
	asked    []openQuestion
	parted   map[*step]int          // how often was asked what came after a step
	waiting  []resolver.Observation // that fit no world when they came, and may fit when the players have shown what came before
	fitting  int                    // how many moves the journal has taken in since the last of these
	wanted   kind                   // of the move that the last question asks the players to show; without a verb: any move of that seat
	shown    bool                   // they have shown it, and those that wait were not tried since
	answers  bool                   // the observation may be what is wanted
	bold     bool                   // see Observed
	doubt    int                    // how many more observations may lead to a jump or a question
	quiet    int                    // for how many more observations no question is asked
	pause    int                    // for how many observations none was asked after the last question
	likelier *world                 // the one that the last Jump leads to
	noise    float64                // the logarithm of how likely it is that the observation stands for no move
	budget   int                    // how many more positions may be looked at for this observation
	cards    int                    // how many kinds of them the game has
	seed     maphash.Seed           // of the keys of positions
}

// world is a game as it may have been played.
type world struct {
	state   engine.State // as everybody may know it
	last    *step        // nil: what stood when the belief began
	moves   float64      // the logarithm of the likelihood of its moves, and of what was told of them
	cards   float64      // the logarithm of the likelihood that cards lie where readers see them
	journal bool         // this is the game that the journal tells
	fits    bool         // the last observation is one of its moves
	legal   *legal       // its legal moves, as long as they are needed; nil: they were not listed
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
	*b = Belief{
		worlds: []*world{{state: h.State().View(engine.Public), journal: true}}, seen: len(h.Moves()), parted: make(map[*step]int),
		cards: len(h.State().Catalog().Names(engine.ClassCard)), seed: maphash.MakeSeed(), wanted: noKind,
	}
}

// End forgets the game.
func (b *Belief) End() { *b = Belief{} }

// Observed is an observation, and what a table has made of it.
type Observed struct {
	resolver.Outcome
	Lying []Lying                // on the readers
	Open  []resolver.Observation // whose questions can still be answered
	Bold  bool                   // the table never asks, and jumps as soon as another world is likelier
}

// Follow takes in an observation, after the table has carried out its outcome: h already has the moves that were made of it. It reports whether everybody may know of the
// observation: nothing may come of another one.
func (b *Belief) Follow(h *engine.History, out Observed) bool {
	lying := out.Lying
	b.bold = out.Bold
	made := 0
	if out.Kind == resolver.Play {
		made = len(out.Moves)
	}
	if b.worlds == nil || out.Undo > 0 || b.seen+made != len(h.Moves()) {
		b.Begin(h)
		return false
	}
	o := out.Observation
	if o.Secret || made > 0 && !b.isPublic(h, out.Moves) {
		for range out.Moves[:made] {
			b.addSecret(h.Moves()[b.seen])
		}
		return false
	}
	if out.With != nil {
		b.answered(out.With.Observation)
	}
	b.answered(o)
	if out.Kind == resolver.Play {
		b.goOn(lying, out.Open)
	}
	b.doubt, b.quiet = max(0, b.doubt-1), max(0, b.quiet-1)
	switch {
	case out.Kind == resolver.Play:
		for _, m := range out.Moves {
			b.addMove(h, m, o, out.Said || len(out.Moves) > 1, lying)
			b.goesOnWith(m)
		}
	case len(o.Names) == 0 && o.Verb == engine.None || out.Kind == resolver.Ignore:
	case out.Kind == resolver.Wait || out.Kind == resolver.Ask && !b.comesFromWrongGame(h, o, lying):
		b.asked = append(b.asked, openQuestion{o, patience})
	case out.Kind == resolver.Ask: // it counts already
	case len(o.ReadingsIn(b.worlds[0].state)) > 0: // a hand forbids it, which not everybody knows
	default:
		b.doubt = doubtful
		b.weigh(o, nil, lying)
		if !b.worlds[0].fits {
			b.waiting, b.fitting = append(b.waiting, o), 0
			b.waiting = b.waiting[max(0, len(b.waiting)-mostWaiting):]
		}
	}
	return true
}

// goesOnWith takes in that the journal has made a move, for what waits.
func (b *Belief) goesOnWith(m engine.Move) {
	if b.wanted.seat == m.Seat && (b.wanted.verb == engine.None || b.wanted.verb == m.Verb) {
		b.wanted, b.shown, b.doubt = noKind, true, doubtful
		b.quiet, b.pause = 0, 0
		return
	}
	if b.fitting++; b.fitting >= patience {
		b.waiting = nil
	}
}

// lateJump returns the jump that makes moves of what waits, in the order in which it came, as far as it fits now. It returns false if the first does not.
func (b *Belief) lateJump(h *engine.History) (j Jump, ok bool) {
	if !b.shown {
		return j, false
	}
	b.shown = false
	s := h.State().Clone()
	for len(b.waiting) > 0 {
		known := s.View(engine.Public)
		fits := b.waiting[0].ReadingsIn(known)
		if len(fits) != 1 || ticks(known) || !s.Play(fits[0]).OK() {
			break
		}
		j.Moves = append(j.Moves, fits[0])
		b.waiting, b.likelier = b.waiting[1:], nil
	}
	return j, j.Moves != nil
}

// comesFromWrongGame reports whether the table asks about an observation because its journal is wrong: with the observation another world is far likelier, and in that
// world the question has other answers. Only then does the observation count already.
func (b *Belief) comesFromWrongGame(h *engine.History, o resolver.Observation, lying []Lying) bool {
	if b.doubt == 0 {
		return false
	}
	before := slices.Clone(b.worlds) // weighing sorts them
	b.weigh(o, nil, lying)
	_, ok := b.Jump(h)
	if !ok {
		b.worlds = before
	}
	return ok
}

// openQuestion is a question of the table about an observation, which nobody has answered yet.
type openQuestion struct {
	resolver.Observation
	left int // how many more moves may be made before it counts as not answered
}

// isAbout reports whether a question is about an observation, or about a part of it: that shows all its tags, or neither has any.
func (q openQuestion) isAbout(o resolver.Observation) bool {
	return slices.Equal(q.Tags, o.Tags) || len(q.Tags) > 0 && !slices.ContainsFunc(q.Tags, func(t resolver.Tag) bool { return !slices.Contains(o.Tags, t) })
}

// answered drops the questions that an observation answers.
func (b *Belief) answered(o resolver.Observation) {
	b.asked = slices.DeleteFunc(b.asked, func(q openQuestion) bool { return q.isAbout(o) })
}

// goOn lets questions count that nobody has answered, because the game goes on without them.
func (b *Belief) goOn(lying []Lying, open []resolver.Observation) {
	var left []openQuestion
	for _, q := range b.asked {
		if q.left--; q.left > 0 && slices.ContainsFunc(open, q.isAbout) {
			left = append(left, q)
			continue
		}
		b.weigh(q.Observation, nil, lying)
	}
	b.asked = left
}

// addMove takes in the journal's next move, which was made of an observation. Said means that somebody has named the move itself.
func (b *Belief) addMove(h *engine.History, m engine.Move, o resolver.Observation, said bool, lying []Lying) {
	shown, ok := h.At(b.seen).Redacted(m, engine.Public)
	if !ok {
		b.addSecret(m)
		return
	}
	b.seen++
	if said || o.Verb == engine.None && len(o.Names) == 0 {
		at := o.At
		o = resolver.Anything()
		o.Verb, o.By, o.Args, o.At = shown.Verb, shown.Seat, shown.Args, at
	}
	b.weigh(o, &journalMove{m, shown}, lying)
	b.worlds[0].state = h.At(b.seen).View(engine.Public)
}

// isPublic reports whether everybody may know of one of the journal's last moves.
func (b *Belief) isPublic(h *engine.History, moves []engine.Move) bool {
	for i, m := range moves {
		if _, ok := h.At(b.seen+i).Redacted(m, engine.Public); ok {
			return true
		}
	}
	return false
}

// addSecret adds a secret move of the journal to all worlds. Only some players know of it, so it changes no likelihood.
func (b *Belief) addSecret(m engine.Move) {
	b.seen++
	steps := make(map[*step]*step)
	for _, w := range b.worlds {
		if steps[w.last] == nil {
			steps[w.last] = w.last.then(m, false)
		}
		w.last = steps[w.last]
	}
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

// Jump returns how the journal's game becomes the likeliest one, if the journal's own has become unlikely. The caller calls Jumped when it has made the jump. No clock
// is started, stopped or changed by it.
func (b *Belief) Jump(h *engine.History) (j Jump, ok bool) {
	if b.worlds == nil {
		return j, false
	}
	if j, ok := b.lateJump(h); ok {
		return j, true
	}
	for b.likelier = nil; b.doubt > 0; {
		_, best := b.serious()
		journal, most := b.worlds[0], unlikely
		if b.bold {
			most = boldly
		}
		if best == journal || journal.likely() > most*best.likely() || ticks(best.state) || ticks(journal.state) {
			break
		}
		if j, ok := b.to(best, h); ok {
			b.likelier = best
			return j, true
		}
		b.worlds = slices.DeleteFunc(b.worlds, func(w *world) bool { return w == best }) // a hand that was shown forbids it
	}
	return Jump{}, false
}

// Jumped makes the world that the last Jump leads to the journal's. h is its game already.
func (b *Belief) Jumped(h *engine.History) {
	i := slices.Index(b.worlds, b.likelier)
	if i < 0 {
		waiting := b.waiting
		b.Begin(h)
		b.waiting = waiting
		if waiting != nil {
			b.doubt = doubtful
		}
		return
	}
	b.waiting = nil
	b.worlds[0].journal, b.likelier.journal = false, true
	b.worlds[0], b.worlds[i] = b.likelier, b.worlds[0]
	b.seen, b.likelier = len(h.Moves()), nil
}

// Deny takes in that the last Jump leads to a game that was not played.
func (b *Belief) Deny() {
	if b.likelier != nil {
		b.likelier.moves += mistaken
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
