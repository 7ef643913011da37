package player

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/hw"
)

// readerFor picks a reader for a piece of a move. Pieces on readers that stand for two different seats do not belong to one move, so after the first piece only
// readers count that stand for no seat.
func (p *Player) readerFor(m engine.Move, one piece, nth int) string {
	var suit []string
	for _, r := range p.Wiring.Readers {
		if p.mayLie(r, m, one, nth) {
			suit = append(suit, r.Name)
		}
	}
	return suit[p.rng.IntN(len(suit))]
}

// mayLie reports whether the n-th piece of a move may be put on a reader.
func (p *Player) mayLie(r hw.Reader, m engine.Move, one piece, nth int) bool {
	speaks := r.Seat > 0 && (p.placeOf(r) == engine.None || p.hides(r))
	return p.accepts(r, m, one, nth == 0) && (nth == 0 || !speaks || m.Seat != engine.Nobody)
}

// oneReader picks a reader for all pieces of a move at once: if their order does not matter, or all are of the same classes.
func (p *Player) oneReader(m engine.Move, pieces []piece) string {
	cards := 0
	for _, one := range pieces {
		if one.card {
			cards++
		}
	}
	if len(pieces) < 2 || cards > 1 && !p.ordered(m) {
		return ""
	}
	var suit []string
	for _, r := range p.Wiring.Readers {
		if !slices.ContainsFunc(pieces, func(one piece) bool { return !p.accepts(r, m, one, true) }) {
			suit = append(suit, r.Name)
		}
	}
	if len(suit) == 0 {
		return ""
	}
	return suit[p.rng.IntN(len(suit))]
}

// accepts reports whether a piece of a move may be put on a reader. A reader that stands for a place takes the card that ends
// there; if the game has no such place, it stands for its seat only.
func (p *Player) accepts(r hw.Reader, m engine.Move, one piece, first bool) bool {
	state := p.Reference.State()
	c := state.Catalog()
	mine := r.Seat == 0 || m.Seat == engine.Seat(r.Seat-1) || m.Seat == engine.Nobody
	stands, hidden := p.placeOf(r), p.hides(r)
	switch {
	case r.Seat > c.Seats():
		return false // nobody sits there
	case stands == engine.None:
		return mine
	case !one.card:
		return !hidden || mine
	case hidden:
		return mine && first && state.Destination(m) == stands
	}
	return (first || p.ordered(m)) && state.Destination(m) == stands
}

// buttonFor picks a button that makes a move, "" if there is none: by the move's verb, or by a word that, among the moves without cards, only this
// one has.
func (p *Player) buttonFor(m engine.Move) string {
	state := p.Reference.State()
	c := state.Catalog()
	asked := state.Status().Ask.Seat
	has := func(m engine.Move, n engine.Name) bool {
		return m.Verb == n || c.Class(n)&engine.ClassVerb == 0 && m.Has(n)
	}
	says := func(words []string) engine.Name {
		if len(words) == 1 {
			return c.Name(words[0])
		}
		for _, w := range words {
			for other := range state.Moves {
				if other.Seat == asked && has(other, c.Name(w)) {
					return c.Name(w)
				}
			}
		}
		return engine.Unknown
	}
	i := slices.IndexFunc(p.Wiring.Buttons, func(b hw.Button) bool {
		n := says(strings.Fields(b.Press))
		return n == m.Verb && m.Arity() == 0 || n != m.Verb && has(m, n) && p.isOnlyCardless(m, n)
	})
	if i < 0 || len(strings.Fields(p.Wiring.Buttons[i].Press)) > 1 && m.Seat != asked {
		return ""
	}
	return p.Wiring.Buttons[i].Name
}

// isOnlyCardless reports whether a move is the only one with a name among the moves that need no card.
func (p *Player) isOnlyCardless(m engine.Move, n engine.Name) bool {
	cardless := 0
	for other := range p.Reference.State().Moves {
		if f, _ := p.Reference.State().Catalog().Match(other); f.Cardless && other.Has(n) {
			cardless++
			if other != m {
				return false
			}
		}
	}
	return cardless == 1
}

// wordFor picks a button for an argument of a move, in addition to the names shown so far, "" if there is none. Alone, an argument makes a move
// only if no other move has it.
func (p *Player) wordFor(m engine.Move, shown []engine.Name) string {
	state := p.Reference.State()
	c, asked := state.Catalog(), state.Status().Ask.Seat
	fits := func(n engine.Name) (all, theirs int) {
		for other := range state.Moves {
			if slices.ContainsFunc(append(shown[:len(shown):len(shown)], n), func(n engine.Name) bool { return !other.Has(n) }) {
				continue
			}
			if all++; other.Seat == asked {
				theirs++
			}
		}
		return all, theirs
	}
	for _, b := range p.Wiring.Buttons {
		words := strings.Fields(b.Press)
		said := slices.IndexFunc(words, func(w string) bool {
			all, theirs := fits(c.Name(w))
			return len(words) == 1 || theirs > 0 || shown != nil && all > 0
		})
		if said < 0 {
			continue
		}
		n := c.Name(words[said])
		all, _ := fits(n)
		if m.Has(n) && c.Class(n)&engine.ClassVerb == 0 && !slices.Contains(shown, n) && (shown != nil || m.Arity() == 1 && all == 1) {
			return b.Name
		}
	}
	return ""
}
