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

// How an ideal table thinks. It looks at many more games than a real one has time for.
const (
	mostKept   = 300   // games
	mostLooked = 20000 // games that a search looks at, for each known move
	mostUntold = 3     // moves that nobody told, between two known ones
	broad      = 400   // a position with more legal moves is not searched for moves that nobody told
	negligible = 14.0  // a game is dropped if its likelihood is that of the likeliest one divided by e to this power, or less
	askedOf    = 0.08  // the most questions for each move that was told
	sure       = 0.75  // nothing is asked if the likeliest position has this share of all likelihoods
	named      = 3     // how many of the likeliest positions a question names
)

// The logarithms of how likely a card lies where it does not belong.
const (
	strayCard   = -5.0 // a card lies on the reader of a place, and is not in that place in the game
	missingCard = -3.0 // a card is in a place in the game, and does not lie on its reader
)

// idealTable follows an evening as the best of all tables would. It recognizes each move that is told, and each whose cards lie on readers. It knows what people like
// to do, and how often they forget to tell it. It keeps many games that may have been played, and always the true one. It believes the likeliest. Where it is unsure
// it asks, as seldom as a table may. People answer if the true game is one of the likeliest. The search may overlook a false game, so that the true one seems
// likelier. So the limit is rather too high than too low.
type idealTable struct {
	evening *people.Evening
	places  []string // those with a reader, if cards stay on their readers
	untold  float64  // how likely it is that a move is not told
	games   []*possible
	truth   *possible
	people.Limit
}

// possible is a game that may have been played, as everybody may know it.
type possible struct {
	state  engine.State
	weight float64 // the logarithm of its likelihood
	untold int     // how many moves it has after the last known one
	next   *choice // nil: not listed
}

// choice holds the moves that are legal in a game.
type choice struct {
	moves  []engine.Move
	likely map[engine.Move]float64      // the logarithms of their likelihoods
	after  map[engine.Move]engine.State // the positions after them; empty if there are very many moves
}

// newIdealTable returns the ideal table of an evening that begins at the table of a line.
func newIdealTable(e *people.Evening, l line, layout people.Layout) *idealTable {
	table := &idealTable{evening: e, untold: l.manner.Dose[people.Untold]}
	for _, r := range layout.Readers {
		if l.stays && r.Place != "" {
			table.places = append(table.places, r.Place)
		}
	}
	table.truth = &possible{state: e.State().View(engine.Public)}
	table.games = []*possible{{state: table.truth.state.Clone()}}
	return table
}

// choices returns the moves that are legal in a game. It lists them once.
func (table *idealTable) choices(p *possible) *choice {
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
	for i, likely := range table.evening.Likelihood(p.state, moves, after) {
		p.next.likely[moves[i]] = math.Log(likely)
	}
	p.next.moves = moves
	return p.next
}

// then returns the game after a move, nil if the move is not legal. How is the logarithm of how likely it is that people told it, or that they did not.
func (table *idealTable) then(p *possible, m engine.Move, how float64) *possible {
	next := table.choices(p)
	likely, listed := next.likely[m]
	if !listed { // hold and amend are legal, and not listed
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

// observe takes in the moves that were made since the table was last compared with the truth. Told is how many of them people told. It counts whether the table
// believes the true position.
func (table *idealTable) observe(told int, moves []people.Noticed) {
	for _, n := range moves {
		how := math.Log(table.untold)
		if n.Known {
			how = math.Log1p(-table.untold)
			table.search(n.Move)
		}
		if next := table.then(table.truth, n.Move, how); next != nil {
			table.truth = next
		}
	}
	table.truth = &possible{state: table.evening.State().View(engine.Public), weight: table.truth.weight}
	table.Told += told
	if table.Right = table.believes(position(table.truth.state)); table.Right {
		table.InStep += told
	}
}

// search replaces the games by those that may have been played when a known move was made. Before it, people may have made a few moves that nobody told. The search
// looks at the likeliest games first.
func (table *idealTable) search(m engine.Move) {
	q := queue(slices.Clone(table.games)) // they stay if nothing is found
	heap.Init(&q)
	found := make(map[string]*possible)
	best := math.Inf(-1)
	for looked := 0; len(q) > 0 && looked < mostLooked; looked++ {
		p := heap.Pop(&q).(*possible)
		if p.weight < best-negligible {
			break
		}
		if next := table.then(p, m, math.Log1p(-table.untold)); next != nil {
			best = max(best, next.weight)
			at := position(next.state)
			if same := found[at]; same != nil {
				next.weight = max(same.weight, next.weight) + math.Log1p(math.Exp(-math.Abs(same.weight-next.weight)))
			}
			found[at] = next
		}
		if next := p.next; p.untold < mostUntold && len(next.moves) <= broad {
			for _, x := range next.moves {
				if weight := p.weight + math.Log(table.untold) + next.likely[x]; weight > best-negligible {
					heap.Push(&q, &possible{state: next.after[x], weight: weight, untold: p.untold + 1})
				}
			}
		}
		p.next = nil
	}
	if len(found) == 0 {
		return // no other game explains the move
	}
	table.games = slices.SortedFunc(maps.Values(found), func(a, b *possible) int { return cmp.Compare(b.weight, a.weight) })
	table.games = table.games[:min(len(table.games), mostKept)]
}

// believes reports whether the table believes the true position: it is the likeliest one, or people have answered so.
func (table *idealTable) believes(truth string) bool {
	weights := map[string]float64{truth: table.truth.weight + table.cards(table.truth.state)}
	for _, p := range table.games {
		at, weight := position(p.state), p.weight+table.cards(p.state)
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
	for _, p := range append(table.games, table.truth) { // otherwise the logarithms would fall without end, and lose digits
		p.weight -= best
	}
	if sum > 1/sure && float64(table.Questions) < askedOf*float64(table.Told) {
		table.Questions++
		if slices.Contains(order[:min(named, len(order))], truth) {
			table.games = []*possible{{state: table.truth.state.Clone(), weight: table.truth.weight}}
			return true
		}
	}
	return weights[truth] == best
}

// cards returns the logarithm of how likely cards lie on the readers of places as they do now, if a position is the true one.
func (table *idealTable) cards(s engine.State) (likely float64) {
	for _, place := range table.places {
		there, ok := engine.Lying(s, place)
		if !ok {
			continue
		}
		for _, word := range table.evening.Lying(place) {
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

// position returns a text that is the same for two states if they look the same to everybody.
func position(s engine.State) string {
	var b strings.Builder
	for path, value := range people.Plain(s) {
		fmt.Fprintf(&b, "%s=%s\n", path, value)
	}
	fmt.Fprint(&b, s.Status().Ask)
	return b.String()
}

// queue is a priority queue of games for package heap. The likeliest game comes first.
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
