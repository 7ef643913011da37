package worlds

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"time"

	"familiar/companion/resolver"
	"familiar/engine"
)

// Limits.
const (
	mostWorlds = 100              // that are kept
	mostStates = 4000             // positions that are looked at for an observation
	fewStates  = 500              // the same if the journal is in no doubt
	listed     = 100              // so many moves of a position take as long to list as it takes to look at another position
	broad      = 200              // the most moves of a position that are all supposed; of more, only those with cards that somebody has seen
	remembered = 8                // of how many last moves a supposed one may be told late
	repeatable = 3                // how many last moves may be told once more
	repeatTime = 20 * time.Second // within which they are
	settled    = 12               // moves after which what was told before is in doubt no longer, if all fits
	negligible = 14.0             // worlds are dropped that are less likely than the likeliest one by this power of e
)

// weigh changes the worlds and their likelihoods by an observation. If the journal has made a move of it, m is that move, and the journal's world has it, too.
func (b *Belief) weigh(o resolver.Observation, m *journalMove, lying []Lying) {
	b.journal = b.worlds[0]
	sum, best := b.serious()
	b.budget = mostStates
	if b.journal == best && best.likely() > sure*sum && (m != nil || len(o.ReadingsIn(b.journal.state)) > 0) {
		b.budget = fewStates
	}
	sortWorlds(b.worlds)
	told := kind{o.By, o.Verb}
	if m != nil {
		told = kind{m.shown.Seat, m.shown.Verb}
	}
	b.answers = told == b.wanted
	b.noise = b.noiseOf(o)
	var next []*world
	for _, w := range b.worlds {
		next = append(next, b.weighIn(w, o, m, lying)...)
		w.legal = nil
	}
	if !slices.ContainsFunc(next, func(w *world) bool { return w.fits }) {
		next = append(next, b.supposeTwo(o, lying)...)
	}
	b.keep(next, lying)
}

// weighIn returns the worlds that an observation leads to from one world: the same world, because the observation may stand for no move, and worlds with a reading of
// it, some of them after a supposed move.
func (b *Belief) weighIn(w *world, o resolver.Observation, m *journalMove, lying []Lying) []*world {
	same := *w
	same.fits, same.legal = false, nil
	if repeats, ok := b.repeated(w, o); ok {
		same.moves += repeats
		same.fits = true
	} else {
		same.moves += b.noise
	}
	next := []*world{&same}
	if b.budget < -mostStates && !w.journal { // lists of moves alone have taken that long
		return next
	}
	l := b.legal(w)
	next = append(next, b.readings(w, l, o, 0)...)
	if m != nil {
		for _, v := range next[1:] {
			if v.last.shown == m.shown {
				v.last.move, v.journal = m.move, w.journal
			}
		}
		same.journal = false
		if w.journal && !slices.ContainsFunc(next, func(v *world) bool { return v.journal }) { // it fits in truth, but not as everybody knows it
			v := w.play(m.shown, false, b.noise)
			if v == nil {
				v = &world{state: w.state, last: w.last.then(m.shown, false), moves: same.moves}
			}
			v.last.move, v.journal = m.move, true
			next = append(next, v)
		}
	}
	for _, v := range b.suppose(w, l, o, lying) {
		next = append(next, b.readings(v, b.legal(v), o, 0)...)
	}
	return next
}

// legal returns the legal moves of a world, as everybody may know them. To list them takes time, too.
func (b *Belief) legal(w *world) *legal {
	if w.legal != nil {
		return w.legal
	}
	w.legal = &legal{kinds: make(map[kind]int)}
	for m := range w.state.Moves {
		if shown, ok := w.state.Redacted(m, engine.Public); ok && shown == m {
			w.legal.moves = append(w.legal.moves, m)
			w.legal.kinds[kind{m.Seat, m.Verb}]++
		}
	}
	b.budget -= len(w.legal.moves) / listed
	return w.legal
}

// readings returns the worlds in which an observation is a legal move. A card may lie on the wrong reader.
func (b *Belief) readings(w *world, l *legal, o resolver.Observation, how float64) []*world {
	var all []*world
	if b.answers && how == 0 {
		how += shownElse
	}
	fits := o.ReadingsAmong(slices.Values(l.moves), w.state)
	for _, m := range fits {
		b.budget--
		if v := w.play(m, false, how+l.prior(m)); v != nil {
			v.fits, v.last.at = true, o.At
			all = append(all, v)
		}
	}
	if len(fits) == 0 && (o.Place != engine.None || o.Seat != engine.NoSeat) {
		o.Place, o.Seat = engine.None, engine.NoSeat
		all = b.readings(w, l, o, how+misplaced)
	}
	return all
}

// suppose returns the worlds with one supposed move more. Such a move never starts, stops or changes a clock.
func (b *Belief) suppose(w *world, l *legal, o resolver.Observation, lying []Lying) []*world {
	var all []*world
	c := w.state.Catalog()
	likely := func(m engine.Move) bool { return true }
	if len(l.moves) > broad {
		seen := b.seenIn(w.state, o, lying)
		likely = func(m engine.Move) bool {
			return !slices.ContainsFunc(m.Args[:m.Arity()], func(n engine.Name) bool { return c.Class(n)&engine.ClassCard != 0 && !seen[n] })
		}
	}
	for _, m := range l.moves {
		if b.budget <= 0 {
			break
		}
		if !likely(m) {
			continue
		}
		b.budget--
		v := w.play(m, true, unsaid+l.prior(m))
		if v != nil && v.state.Status().Timer == w.state.Status().Timer {
			all = append(all, v)
		}
	}
	return all
}

// supposeTwo returns the worlds in which an observation fits after two supposed moves.
func (b *Belief) supposeTwo(o resolver.Observation, lying []Lying) []*world {
	var all []*world
	b.budget = mostStates
	for _, w := range b.worlds {
		for _, v := range b.suppose(w, b.legal(w), o, lying) {
			for _, x := range b.suppose(v, b.legal(v), o, lying) {
				all = append(all, b.readings(x, b.legal(x), o, 0)...)
			}
		}
		if b.budget <= 0 {
			break
		}
	}
	return all
}

// seenIn returns the cards that somebody has seen: in the facts of a state, on a reader, or just now.
func (b *Belief) seenIn(s engine.State, o resolver.Observation, lying []Lying) map[engine.Name]bool {
	c := s.Catalog()
	seen := make(map[engine.Name]bool)
	for _, value := range s.Facts {
		for word := range strings.FieldsSeq(value) {
			seen[c.Name(word)] = true
		}
	}
	for _, l := range lying {
		seen[c.Name(l.Card)] = true
	}
	for _, n := range o.Names {
		seen[n] = true
	}
	return seen
}

// play returns the world after a move, nil if it is not legal there.
func (w *world) play(m engine.Move, supposed bool, how float64) *world {
	s := w.state.Clone()
	if !s.Play(m).OK() {
		return nil
	}
	return &world{state: s, last: w.last.then(m, supposed), moves: w.moves + how}
}

// repeated returns the logarithm of how likely it is that an observation tells one of the last moves of a world late, or once more. It returns false if the observation
// describes none of these moves.
func (b *Belief) repeated(w *world, o resolver.Observation) (how float64, ok bool) {
	c := w.state.Catalog()
	for s, n := w.last, 0; s != nil && n < remembered; s, n = s.before, n+1 {
		switch {
		case !o.Describes(c, s.shown):
		case s.supposed && b.answers:
			return shownNow, true
		case s.supposed:
			return late, true
		case n >= repeatable || o.At.Sub(s.at) >= repeatTime:
		case !w.journal && fork(s, b.journal.last) != s:
			return again, true
		default:
			return twice, true
		}
	}
	return 0, false
}

// noiseOf returns the logarithm of how likely an observation is if it stands for no move. If it fits a move, a mistake is rarer than that move.
func (b *Belief) noiseOf(o resolver.Observation) float64 {
	const verbs = 10
	for _, w := range b.worlds {
		l := b.legal(w)
		if fits := o.ReadingsAmong(slices.Values(l.moves), w.state); len(fits) > 0 {
			if o.Verb != engine.None && o.By != engine.NoSeat {
				return stray + misspoken + l.prior(fits[0])
			}
			return stray + l.prior(fits[0])
		}
		if b.budget < mostStates/2 {
			break
		}
	}
	if len(o.Names) == 0 && o.Args[0] == engine.None {
		return stray - math.Log(verbs)
	}
	return b.strayCard()
}

// strayCard returns the logarithm of how likely it is that one particular card comes to one particular reader by mistake.
func (b *Belief) strayCard() float64 {
	const readers = 4
	return stray - math.Log(float64(max(1, readers*b.cards)))
}

// legal are the legal moves of a world.
type legal struct {
	moves []engine.Move
	kinds map[kind]int // how many of them there are of each kind
}

// kind is a verb of a seat.
type kind struct {
	seat engine.Seat
	verb engine.Name
}

// noKind is the kind of no move.
var noKind = kind{seat: engine.NoSeat}

// prior returns the logarithm of how likely one of the moves is: each verb of each seat is as likely as another one, and so is each move of it.
func (l *legal) prior(m engine.Move) float64 {
	return -math.Log(float64(len(l.kinds) * max(1, l.kinds[kind{m.Seat, m.Verb}])))
}

// keep keeps the likeliest worlds. Worlds with the same position become one, and their likelihoods are added.
func (b *Belief) keep(next []*world, lying []Lying) {
	const considered = 3 * mostWorlds
	slices.SortStableFunc(next, func(v, w *world) int { return cmp.Compare(w.moves, v.moves) })
	if len(next) > considered {
		rest := slices.DeleteFunc(next[considered:], func(w *world) bool { return !w.journal })
		next = append(next[:considered], rest...)
	}
	known := make(map[uint64]*world)
	b.worlds = nil
	for _, w := range next {
		key := b.key(w.state)
		if v := known[key]; v != nil {
			v.moves += math.Log1p(math.Exp(w.moves - v.moves))
			if w.journal {
				v.last, v.journal = w.last, true
			}
			continue
		}
		known[key] = w
		w.cards = b.cardsOn(w.state, lying)
		b.worlds = append(b.worlds, w)
	}
	sortWorlds(b.worlds)
	best := b.worlds[0].moves + b.worlds[0].cards
	b.worlds = slices.DeleteFunc(b.worlds, func(w *world) bool { return !w.journal && w.moves+w.cards < best-negligible })
	if i := slices.IndexFunc(b.worlds, func(w *world) bool { return w.journal }); i > 0 {
		w := b.worlds[i]
		b.worlds = slices.Insert(slices.Delete(b.worlds, i, i+1), 0, w)
	}
	b.worlds = b.worlds[:min(len(b.worlds), mostWorlds)]
	b.settle()
	for _, w := range b.worlds {
		w.moves -= best
	}
}

// settle drops worlds that differ from the journal's since long ago and are not serious: the journal's moves from that time are no longer in doubt. Otherwise small
// differences between the likelihoods of later moves would add up.
func (b *Belief) settle() {
	journal := b.worlds[0].last
	_, best := b.serious()
	b.worlds = slices.DeleteFunc(b.worlds, func(w *world) bool {
		return !w.journal && w.likely() < nearly*best.likely() && journal.number()-fork(journal, w.last).number() > settled
	})
}

// sortWorlds puts the likeliest first.
func sortWorlds(worlds []*world) {
	slices.SortStableFunc(worlds, func(v, w *world) int { return cmp.Compare(w.moves+w.cards, v.moves+v.cards) })
}

// cardsOn returns the logarithm of how likely it is that cards lie on these readers if a state is the true one. A reader may miss a card, so a missing card proves nothing.
func (b *Belief) cardsOn(s engine.State, lying []Lying) float64 {
	likely := 0.0
	in := make(map[string][]string)
	for _, l := range lying {
		if _, ok := in[l.Place]; !ok {
			in[l.Place], _ = engine.Lying(s, l.Place)
		}
		if !slices.Contains(in[l.Place], l.Card) {
			likely += b.strayCard()
		}
	}
	return likely
}

// key returns a hash of a position: of its facts, and of what is asked.
func (b *Belief) key(s engine.State) uint64 {
	var hash maphash.Hash
	hash.SetSeed(b.seed)
	for path, value := range s.Facts {
		if strings.HasPrefix(path, "can.") {
			break // what follows from the facts before
		}
		hash.WriteString(path)
		hash.WriteString(value)
	}
	maphash.WriteComparable(&hash, s.Status().Ask)
	return hash.Sum64()
}
