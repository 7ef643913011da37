package sator

import (
	"context"

	"familiar/engine"
)

// seek looks for the books that a player can reach in this turn with the cards that were shown: by playing them, by the free action and by walking.
// The search is an iterative deepening: each level tries one card or free action more. The first pass of levels follows only actions that move something
// near the Acolyte or a book of its colour. The second pass follows all actions, and tries the free action also in the middle of a walk. Moves that
// draw or give away cards, that set the player's Gargoyle or that keep the Acolyte in place are left out.
func seek(ctx context.Context, state engine.State, seat engine.Seat, tell func(done, of int, found *engine.Hint)) (complete bool) {
	s := state.(*State)
	if s.over() || !s.setupDone() || s.turn != seat {
		return true
	}
	x := seeker{ctx: ctx, first: s, tell: tell}
	for quadrant := range s.colours {
		x.sought[quadrant] = s.things[bookOf(seat, quadrant)] != nowhere
	}
	levels := x.actions()
	x.of = 2 * (levels + 1) * progressPerLevel
	for _, everything := range [...]bool{false, true} {
		x.everything = everything
		for level := 0; level <= levels; level++ {
			x.visited = make(map[uint64]bool)
			x.level(s, level)
			if x.done += progressPerLevel; x.stopped {
				return false
			}
			tell(x.done, x.of, nil)
		}
	}
	return true
}

// progressPerLevel is what a level counts in the progress that is reported.
const progressPerLevel = 100

// maxVisited limits the memory of a level: beyond it a state may be searched more than once.
const maxVisited = 1 << 19

// seeker is a search in progress.
type seeker struct {
	ctx        context.Context
	first      *State
	tell       func(done, of int, found *engine.Hint)
	everything bool // also follow actions that move nothing near
	done, of   int
	sought     [mostColours]bool
	best       [mostColours]int // number of moves on the best way to each book, 0 if none is known
	visited    map[uint64]bool
	path       []engine.Move
	near       cells // cells that are near enough to matter for the action in progress
	stopped    bool
}

// actions returns the largest possible number of cards and free actions.
func (x *seeker) actions() int {
	s := x.first
	n := s.incertus.SeenSize(hand(s.turn)) + s.prayers[s.turn].SeenSize(prayerHand)
	if !s.now.freed {
		n++
	}
	if s.asked.carrying() {
		n++
	}
	return n
}

// level tries that many actions from a state. If an action is in progress, level first tries the rest of it.
func (x *seeker) level(s *State, actions int) {
	if s.asked.task != noTask {
		x.near = x.nearby(s)
		x.act(s, s, actions)
		return
	}
	x.searchWalks(s)
	if actions > 0 {
		x.near = x.nearby(s)
		x.act(s, s, actions)
	}
}

// nearby returns the cells that the Acolyte could reach with its steps and cards if there were bridges everywhere.
func (x *seeker) nearby(s *State) cells {
	w := s.walker(s.turn)
	near := w.beside()
	near.put(w.at)
	for range s.now.steps + s.incertus.SeenSize(hand(s.turn)) {
		near = near.or(s.grid.around(near))
	}
	return near
}

// act tries the next moves of an action, up to its end. Before is the state before the action.
func (x *seeker) act(before, s *State, actions int) {
	root := before == s && s == x.first
	var moves []engine.Move
	for m := range s.Moves {
		if x.considered(s, m) {
			moves = append(moves, m)
		}
	}
	for i, m := range moves {
		if x.halted() {
			return
		}
		if root {
			x.tell(x.done+i*progressPerLevel/len(moves), x.of, nil)
		}
		next := s.Clone().(*State)
		next.Play(m)
		x.path = append(x.path, m)
		x.gathered(next)
		switch {
		case next.over():
		case x.alreadyVisited(next, actions):
		case next.asked.task != noTask:
			x.act(before, next, actions)
		case x.everything || x.matters(before, next):
			near := x.near
			x.level(next, actions-1)
			x.near = near
		}
		x.path = x.path[:len(x.path)-1]
	}
}

// halted reports whether the search must end.
func (x *seeker) halted() bool {
	x.stopped = x.stopped || x.ctx.Err() != nil
	return x.stopped
}

// considered reports whether the search tries a move.
func (x *seeker) considered(s *State, m engine.Move) bool {
	switch m.Verb {
	case verbPlay:
		c, _ := s.card(m.Args[0])
		switch s.kindOf(c).does {
		case doGargoyle, doFervour, doManual:
			return false
		}
		if c.prayer {
			return s.prayers[s.turn].Seen(prayerHand, c.kind) > 0
		}
		return s.incertus.Seen(hand(s.turn), c.kind) > 0
	case verbFree, verbAs, verbPiece, verbTurn, verbSlide, verbLay, verbSpend, verbPush, verbStep, verbLeap, verbDone:
		return true
	}
	return false
}

// alreadyVisited records a state, and reports whether the search was there before with as many actions left.
func (x *seeker) alreadyVisited(s *State, actions int) bool {
	if len(x.visited) >= maxVisited {
		return false
	}
	key := s.hash()*31 + uint64(actions)
	if x.visited[key] {
		return true
	}
	x.visited[key] = true
	return false
}

// matters reports whether an action moved an Acolyte, a book of the player, or a bridge to or from a place near enough.
func (x *seeker) matters(before, after *State) bool {
	for b, laid := range after.laid {
		if was := before.laid[b]; was != laid && (laid.meets(x.near) || was.meets(x.near) && laid.empty()) {
			return true
		}
	}
	for i := range mostSeats {
		if before.things[i] != after.things[i] {
			return true
		}
	}
	return before.booksOf(before.turn) != after.booksOf(after.turn)
}

// gathered reports the books that the moves so far have gathered.
func (x *seeker) gathered(s *State) {
	for quadrant, sought := range x.sought {
		if sought && s.things[bookOf(x.first.turn, quadrant)] == nowhere {
			x.found(quadrant, nil)
		}
	}
}

// found reports a way to a book: the moves so far, followed by more.
func (x *seeker) found(quadrant int, more []engine.Move) {
	n := len(x.path) + len(more)
	if x.best[quadrant] > 0 && x.best[quadrant] <= n {
		return
	}
	x.best[quadrant] = n
	moves := append(append(make([]engine.Move, 0, n), x.path...), more...)
	x.tell(x.done, x.of, &engine.Hint{Goal: x.first.quadrantNames[quadrant], Moves: moves})
}

// searchWalks finds the books that can be reached from a state by walking, and with the free walk at the end.
func (x *seeker) searchWalks(s *State) {
	r := &s.now
	if r.pinned {
		return
	}
	w := s.walker(s.turn)
	stop := w.way.without(w.rivals)
	own := s.booksOf(s.turn)
	steps := r.steps
	pauses := x.everything && !r.freed
	if s.phase == inDraw {
		steps = 0
	}
	reached := []cells{{}} // by number of steps; the first is the Acolyte's own cell
	reached[0].put(w.at)
	if w.at != nowhere && own.holds(w.at) { // the Acolyte gathers the book on the cell that it leaves
		own.remove(cell(w.at))
		for c := range w.ways(steps).all {
			x.foundAt(s, w.at, []engine.Move{one(s.turn, verbWalk, s.cellNames[c])})
			break
		}
	}
	for n := 0; ; n++ {
		if !r.freed && !s.onlyWalk && !r.passing {
			x.searchFreeWalks(s, &w, reached, own, stop)
		}
		if n == steps {
			return
		}
		next := s.grid.around(reached[n])
		if n == 0 {
			next = w.beside()
		}
		reached = append(reached, next.and(w.way))
		for c := range reached[n+1].and(own).all {
			if stop.has(c) || w.goesOn(c, steps-n-1) {
				x.foundAt(s, spot(c), x.walk(s, reached, c))
			}
		}
		for c := range reached[n+1].and(stop).all {
			if pauses && n+1 < steps {
				x.pause(s, x.walk(s, reached, c))
			}
		}
	}
}

// pause tries the free action on a bridge in the middle of a walk.
func (x *seeker) pause(s *State, walk []engine.Move) {
	at := s.Clone().(*State)
	for _, m := range walk {
		if !at.Play(m).OK() {
			return // the way leads over a book and leaves too few steps to go on from there
		}
	}
	long := len(x.path)
	x.path = append(x.path, walk...)
	for m := range at.Moves {
		if x.halted() {
			break
		}
		if m.Verb != verbFree || m.Args[0] == verbWalk {
			continue
		}
		next := at.Clone().(*State)
		next.Play(m)
		x.path = append(x.path, m)
		x.searchWalks(next)
		x.path = x.path[:len(x.path)-1]
	}
	x.path = x.path[:long]
}

// searchFreeWalks finds the books that the free walk reaches after the steps so far.
func (x *seeker) searchFreeWalks(s *State, w *walker, reached []cells, own, stop cells) {
	last := len(reached) - 1
	for c := range own.and(stop).all {
		from := s.grid.beside[c].and(reached[last]).and(stop)
		switch {
		case last == 0 && w.beside().meets(setOf(c)):
			x.foundAt(s, spot(c), []engine.Move{two(s.turn, verbFree, verbWalk, s.cellNames[c])})
		case last > 0 && !from.empty():
			walk := x.walk(s, reached, from.lowest())
			x.foundAt(s, spot(c), append(walk, two(s.turn, verbFree, verbWalk, s.cellNames[c])))
		}
	}
}

// walk returns the steps to a cell that was reached last.
func (x *seeker) walk(s *State, reached []cells, to cell) []engine.Move {
	moves := make([]engine.Move, len(reached)-1)
	for n := len(reached) - 1; n > 0; n-- {
		moves[n-1] = one(s.turn, verbWalk, s.cellNames[to])
		if n > 1 {
			to = s.grid.beside[to].and(reached[n-1]).lowest()
		}
	}
	return moves
}

// foundAt reports the books of the player on a cell.
func (x *seeker) foundAt(s *State, at spot, more []engine.Move) {
	for quadrant := range s.colours {
		if s.things[bookOf(s.turn, quadrant)] == at {
			x.found(quadrant, more)
		}
	}
}

// hash returns a hash of all that affects how a search continues. It is FNV-1a with words instead of bytes, and with one shift more.
func (s *State) hash() uint64 {
	const offsetBasis, prime uint64 = 14695981039346656037, 1099511628211 // of FNV-1a
	h := offsetBasis
	mix := func(words ...uint64) {
		for _, w := range words {
			h = (h ^ w) * prime
			h ^= h >> 29
		}
	}
	for _, c := range s.laid {
		mix(c.w0, c.w1, c.w2, c.w3)
	}
	for _, x := range s.things {
		mix(uint64(x))
	}
	r, q := &s.now, &s.asked
	mix(uint64(r.points), uint64(r.steps), uint64(s.phase), bit(r.freed), bit(r.pinned), bit(r.roamed), bit(r.passing))
	for _, p := range [...]played{r.last, q.previous} {
		mix(uint64(p.card.kind), bit(p.card.prayer), uint64(p.bridge), bit(p.ok))
	}
	for b, paid := range r.paid {
		if paid != 0 {
			mix(uint64(b), uint64(paid))
		}
	}
	var lay uint64 // a sum, because the order of the positions does not matter
	for i := range r.pastPositions {
		l := &r.pastPositions[i]
		lay += (l.cells.w0*3 + l.cells.w1*5 + l.cells.w2*7 + l.cells.w3*11 + uint64(l.bridge)) * prime
	}
	mix(lay, uint64(q.task), uint64(q.card.kind), bit(q.card.prayer), uint64(q.does), uint64(q.bridge), uint64(q.left), uint64(q.made), uint64(q.pivot),
		uint64(q.pushed), uint64(q.last))
	for _, n := range s.incertus.Copies(hand(s.turn)) {
		mix(uint64(n))
	}
	for _, n := range s.prayers[s.turn].Copies(prayerHand) {
		mix(uint64(n))
	}
	return h
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
