package careless

import (
	"cmp"
	"container/heap"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"familiar/cmd/familiar/internal/people"
	"familiar/engine"
)

// How a watcher thinks. It looks at many more games than a table has time for.
const (
	mostKept   = 300
	mostLooked = 20000 // games, for each move that is noticed
	mostUntold = 3     // moves between two that are noticed
	broad      = 400   // legal moves; where there are more, none is supposed
	negligible = 14.0  // games are dropped that are less likely than the likeliest one by this power of e
	askedOf    = 0.08  // questions for each move that was told
	sure       = 0.75  // nothing is asked if the likeliest game has this share
	named      = 3     // games that a question names
)

// Of a card on the reader of a place.
const (
	strayCard   = -5.0 // the logarithm of how likely one lies there that does not belong there
	missingCard = -3.0 // and of how likely one does not lie there that does
)

// watcher follows an evening as the best of all tables would. It recognizes each move that is told or lies on readers. It knows what people like to do, and how often
// they forget to tell it. It keeps many games that may have been played, the true one always among them, and believes the likeliest. Where it is unsure it
// asks, as seldom as a table may, and people answer if the truth is one of the likeliest games. Where it misses a game that may have been played, it is the surer of
// the true one: what it finds is too much rather than too little.
type watcher struct {
	evening *people.Evening
	places  []string // that have readers on which cards stay
	untold  float64  // how likely it is that a move is not told
	games   []*possible
	truth   *possible
	people.Limit
}

// possible is a game that may have been played, as everybody may know it.
type possible struct {
	state  engine.State
	weight float64 // the logarithm of its likelihood
	untold int     // how many moves are supposed since the last one that was noticed
	next   *choice // nil: nobody has asked
}

// choice is what people can do next.
type choice struct {
	moves  []engine.Move
	likely map[engine.Move]float64      // the logarithms of their likelihoods
	after  map[engine.Move]engine.State // where each leads; empty if there are very many
}

// watch begins to watch an evening at the table of a line.
func watch(e *people.Evening, l line, layout people.Layout) *watcher {
	w := &watcher{evening: e, untold: l.manner.Dose[people.Untold]}
	for _, r := range layout.Readers {
		if l.stays && r.Place != "" {
			w.places = append(w.places, r.Place)
		}
	}
	w.truth = &possible{state: e.State().View(engine.Public)}
	w.games = []*possible{{state: w.truth.state.Clone()}}
	return w
}

// choices returns what people can do next in a game.
func (w *watcher) choices(p *possible) *choice {
	if p.next != nil {
		return p.next
	}
	p.next = &choice{likely: make(map[engine.Move]float64), after: make(map[engine.Move]engine.State)}
	known := make(map[engine.Move]bool)
	var moves []engine.Move
	for m := range p.state.Moves {
		if shown, ok := p.state.Redacted(m, engine.Public); ok && !known[shown] {
			known[shown] = true
			moves = append(moves, shown)
		}
	}
	var after []engine.State
	if len(moves) <= broad {
		moves = slices.DeleteFunc(moves, func(m engine.Move) bool {
			s := p.state.Clone()
			if !s.Play(m).OK() {
				return true
			}
			after = append(after, s)
			p.next.after[m] = s
			return false
		})
	}
	for i, likely := range w.evening.Likelihood(p.state, moves, after) {
		p.next.likely[moves[i]] = math.Log(likely)
	}
	p.next.moves = moves
	return p.next
}

// then returns the game after a move; nil if it is not legal.
func (w *watcher) then(p *possible, m engine.Move, how float64) *possible {
	next := w.choices(p)
	likely, listed := next.likely[m]
	if !listed { // people may say it nevertheless
		likely = -math.Log(float64(len(next.moves) + 1))
	}
	s := next.after[m]
	if s == nil {
		s = p.state.Clone()
		if !s.Play(m).OK() {
			return nil
		}
	}
	return &possible{state: s, weight: p.weight + how + likely}
}

// notice takes in the moves of a while, some of which were told.
func (w *watcher) notice(told int, moves []people.Noticed) {
	for _, n := range moves {
		how := math.Log(w.untold)
		if n.Known {
			how = math.Log1p(-w.untold)
			w.search(n.Move)
		}
		if next := w.then(w.truth, n.Move, how); next != nil {
			w.truth = next
		}
	}
	w.truth = &possible{state: w.evening.State().View(engine.Public), weight: w.truth.weight}
	w.Told += told
	if w.Right = w.believes(position(w.truth.state)); w.Right {
		w.InStep += told
	}
}

// search finds the games in which a move can be made next, after few or no moves that were not told. It begins with the likeliest.
func (w *watcher) search(m engine.Move) {
	q := queue(w.games)
	heap.Init(&q)
	found := make(map[string]*possible)
	best := math.Inf(-1)
	for looked := 0; len(q) > 0 && looked < mostLooked; looked++ {
		p := heap.Pop(&q).(*possible)
		if p.weight < best-negligible {
			break
		}
		if next := w.then(p, m, math.Log1p(-w.untold)); next != nil {
			best = max(best, next.weight)
			at := position(next.state)
			if same := found[at]; same != nil {
				next.weight = max(same.weight, next.weight) + math.Log1p(math.Exp(-math.Abs(same.weight-next.weight)))
			}
			found[at] = next
		}
		if next := p.next; p.untold < mostUntold && len(next.moves) <= broad {
			for _, x := range next.moves {
				if weight := p.weight + math.Log(w.untold) + next.likely[x]; weight > best-negligible {
					heap.Push(&q, &possible{state: next.after[x], weight: weight, untold: p.untold + 1})
				}
			}
		}
		p.next = nil
	}
	if len(found) == 0 {
		return // only in the true game can it be made
	}
	w.games = slices.SortedFunc(maps.Values(found), func(a, b *possible) int { return cmp.Compare(b.weight, a.weight) })
	w.games = w.games[:min(len(w.games), mostKept)]
}

// believes reports whether the true position is the likeliest one, or people have said so.
func (w *watcher) believes(truth string) bool {
	weights := map[string]float64{truth: w.truth.weight + w.cards(w.truth.state)}
	for _, p := range w.games {
		at, weight := position(p.state), p.weight+w.cards(p.state)
		if known, ok := weights[at]; !ok || weight > known {
			weights[at] = weight
		}
	}
	order := slices.SortedFunc(maps.Keys(weights), func(a, b string) int { return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b)) })
	best := weights[order[0]]
	var sum float64
	for _, weight := range weights {
		sum += math.Exp(weight - best)
	}
	for _, p := range append(w.games, w.truth) { // small numbers stay exact
		p.weight -= best
	}
	if sum > 1/sure && float64(w.Questions) < askedOf*float64(w.Told) {
		w.Questions++
		if slices.Contains(order[:min(named, len(order))], truth) {
			w.games = []*possible{{state: w.truth.state.Clone(), weight: w.truth.weight}}
			return true
		}
	}
	return weights[truth] == best
}

// cards returns the logarithm of how likely the cards lie on the readers of places, if a game is the true one.
func (w *watcher) cards(s engine.State) (likely float64) {
	for _, place := range w.places {
		there, ok := engine.Lying(s, place)
		if !ok {
			continue
		}
		for _, word := range w.evening.Lying(place) {
			if i := slices.Index(there, word); i >= 0 {
				there = slices.Delete(there, i, i+1)
			} else {
				likely += strayCard
			}
		}
		likely += missingCard * float64(len(there))
	}
	return likely
}

// position describes what everybody sees.
func position(s engine.State) string {
	var b strings.Builder
	for path, value := range people.Plain(s) {
		fmt.Fprintf(&b, "%s=%s\n", path, value)
	}
	fmt.Fprint(&b, s.Status().Ask)
	return b.String()
}

// queue is games, the likeliest of which comes first.
type queue []*possible

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].weight > q[j].weight }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(p any)        { *q = append(*q, p.(*possible)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	p := (*q)[last]
	*q = (*q)[:last]
	return p
}
