package worlds

import (
	"cmp"
	"slices"

	"familiar/engine"
)

// Question asks the players which of some moves was made that the journal lacks, or to show what was done. The zero Question asks nothing.
type Question struct {
	Moves   []engine.Move // the likeliest first
	Show    engine.Move   // if there are no Moves: the verb and the player of the move that is to be shown, because too many could be meant to name a few
	Awaited bool          // the move that the game is waiting for is to be shown; Show has only the player
	at      *step         // after which it was made
}

// IsZero reports whether nothing is asked.
func (q Question) IsZero() bool { return q.Moves == nil && q.Show == engine.Move{} && !q.Awaited }

// After a question nothing is asked for a while: twice as long as after the one before, unless that was answered. Questions that bring nothing become rare.
const (
	shortPause = 2  // observations
	longPause  = 64 // observations
)

// mostChoices is how many moves a question names, besides “something else”.
const mostChoices = 3

// Question returns a question to the players, the zero Question if there is nothing to ask. The caller calls Asked if it asks it.
//
// The likeliest worlds agree up to some step. The question is about what they have after it and the journal lacks, so that the answer says which worlds are wrong. If observations fit no world at all,
// the players are to show what the journal's game is waiting for: they have not told that, or the table would not wait for it.
func (b *Belief) Question() Question {
	if b.worlds == nil || b.bold || b.doubt == 0 || b.quiet > 0 || ticks(b.worlds[0].state) {
		return Question{}
	}
	q := b.parting()
	if ask := b.worlds[0].state.Status().Ask; q.IsZero() && len(b.waiting) >= enough && ask.Seat != engine.NoSeat {
		q.Awaited, q.Show.Seat = true, ask.Seat
	}
	return q
}

// Asked takes in that the players are asked a question.
func (b *Belief) Asked(q Question) {
	b.pause = min(max(shortPause, 2*b.pause), longPause)
	b.quiet = b.pause
	b.wanted = noKind
	if q.Moves == nil {
		b.wanted = kind{q.Show.Seat, q.Show.Verb}
	}
	if b.parted != nil && !q.Awaited {
		b.parted[q.at]++
	}
}

// parting returns the question that parts the likeliest worlds best.
func (b *Belief) parting() Question {
	sum, best := b.serious()
	if best.likely() >= sure*sum {
		return Question{}
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
		return Question{}
	}
	return b.choices(at)
}

// choices returns a question about the moves that worlds have after a step and the journal lacks.
func (b *Belief) choices(at *step) Question {
	const (
		rare = 0.03    // moves are not named that have a smaller share than this
		most = 1.0 / 3 // those that are named must have this share
	)
	likely := make(map[engine.Move]float64)
	kinds := make(map[kind]float64)
	var moves []engine.Move
	var sum float64
	for _, w := range b.worlds {
		if !w.leadsOver(at) {
			continue
		}
		sum += w.likely()
		added := b.added(w, at)
		if len(added) == 0 {
			continue
		}
		m := added[0]
		if _, known := likely[m]; !known {
			moves = append(moves, m)
		}
		likely[m] += w.likely()
		kinds[kind{m.Seat, m.Verb}] += w.likely()
	}
	slices.SortStableFunc(moves, func(m, n engine.Move) int { return cmp.Compare(likely[n], likely[m]) })
	var named float64
	for _, m := range moves[:min(len(moves), mostChoices)] {
		named += likely[m]
	}
	if named < most*sum {
		for _, m := range moves {
			if kinds[kind{m.Seat, m.Verb}] >= most*sum {
				return Question{Show: engine.NewMove(m.Seat, m.Verb), at: at}
			}
		}
	}
	moves = slices.DeleteFunc(moves, func(m engine.Move) bool { return likely[m] < rare*sum })
	if len(moves) == 0 {
		return Question{}
	}
	return Question{Moves: moves[:min(len(moves), mostChoices)], at: at}
}

// Choose takes in the answer to a question. If ok is true, m was made. If ok is false, none of the question's moves was made.
func (b *Belief) Choose(q Question, m engine.Move, ok bool) {
	b.doubt = max(1, b.doubt)
	if ok {
		b.quiet, b.pause = 0, 0
	}
	for _, w := range b.worlds {
		if !w.leadsOver(q.at) {
			continue
		}
		added := b.added(w, q.at)
		if ok && !slices.Contains(added, m) || !ok && slices.ContainsFunc(q.Moves, func(m engine.Move) bool { return slices.Contains(added, m) }) {
			w.moves += mistaken
		}
	}
}

// leadsOver reports whether the way to a world leads over a step.
func (w *world) leadsOver(at *step) bool {
	_, ok := w.last.after(at)
	return ok
}

// added returns the moves after a step that a world has and the journal lacks, in their order. Where the same moves were made in another order, none is lacking: people
// know what was done, but hardly when.
func (b *Belief) added(w *world, at *step) []engine.Move {
	has := make(map[engine.Move]int)
	for s := b.worlds[0].last; s.number() > at.number(); s = s.before {
		has[s.shown]++
	}
	var added []engine.Move
	for s := w.last; s.number() > at.number(); s = s.before {
		if has[s.shown]--; has[s.shown] < 0 {
			added = append(added, s.shown)
		}
	}
	slices.Reverse(added)
	return added
}
