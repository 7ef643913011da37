package session

import (
	"maps"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// View is what a seat may know of the present position. Everything that this seat is shown comes from it. It is made once for each position, and never
// changes.
type View struct {
	resolver.View
	Status    engine.Status
	Facts     map[string]string
	trees     map[engine.Seat]protocol.Tree
	menuMoves map[engine.Seat][]engine.Move // nil until a knob asks for them
}

// View returns what a seat may know of the game as it stands; engine.Public for what everybody knows.
func (g *Game) View(seat engine.Seat) *View {
	if s, ok := g.views[seat]; ok {
		return s
	}
	state := g.History.State().View(seat)
	if g.views == nil {
		g.views, g.sizes = make(map[engine.Seat]*View), make(map[engine.Seat]size)
	}
	last := g.sizes[seat]
	s := &View{View: resolver.View{State: state, Room: last.moves}, Status: state.Status(), Facts: make(map[string]string, last.facts)}
	maps.Insert(s.Facts, state.Facts)
	g.views[seat] = s
	return s
}

// size says how much a view had: the next one takes memory for as much at once.
type size struct{ moves, facts int }

// ForgetViews drops the views of a position that has passed.
func (g *Game) ForgetViews() {
	for seat, v := range g.views {
		last := size{facts: len(v.Facts), moves: g.sizes[seat].moves}
		if n := v.Listed(); n > 0 {
			last.moves = n + n/8
		}
		g.sizes[seat] = last
	}
	clear(g.views)
}

// Tree returns the legal moves of a seat, or of the table, that can be chosen from a list.
func (s *View) Tree(of engine.Seat) protocol.Tree {
	if t, ok := s.trees[of]; ok {
		return t
	}
	if s.trees == nil {
		s.trees = make(map[engine.Seat]protocol.Tree)
	}
	s.trees[of] = TreeOf(s.State.Catalog(), s.Legal(), of)
	return s.trees[of]
}

// HiddenAgain returns the viewers, first engine.Public for everybody, to whom one of the last undo moves has shown cards of hands: because they see them, or because
// they have named one that left another hand, and could not have named any other one. They see these cards no more when the moves are taken back. Each move counts for
// itself: a later one may have hidden the cards already. Felt reports whether such a card was named, in a move of the table, too.
func (g *Game) HiddenAgain(undo int) (lookers []engine.Seat, felt bool) {
	from := len(g.History.Moves()) - undo
	state := g.History.At(from)
	viewers := []engine.Seat{engine.Public}
	for seat := range engine.Seat(g.Catalog.Seats()) {
		viewers = append(viewers, seat)
	}
	before := make([]cardsSeen, len(viewers))
	for i, viewer := range viewers {
		before[i] = g.cardsSeen(state, viewer)
	}
	shown := make(map[engine.Seat]bool)
	for k, m := range g.History.Moves()[from:] {
		var named []engine.Move
		for _, viewer := range viewers {
			known, _ := state.Redacted(m, viewer)
			named = append(named, known)
		}
		state.Play(m)
		after := make([]cardsSeen, len(viewers))
		shows := false
		for i, viewer := range viewers {
			after[i] = g.cardsSeen(state, viewer)
			if after[i].hasMore(before[i], named[i], g.Hold) {
				shown[viewer], shows = true, true
			}
		}
		for i, viewer := range viewers {
			// Players who have exchanged hands see other cards, though there may be no more of any kind.
			if own := after[i].own; shows && own != "" && own != before[i].own {
				shown[viewer] = true
			}
			if viewer != m.Seat && g.leaves(m, before[i].own, after[i].own) && feels(g.History.At(from+k), m) {
				shown[m.Seat], felt = shown[m.Seat] || m.Seat != engine.Nobody, true
			}
		}
		before = after
	}
	return slices.DeleteFunc(viewers, func(viewer engine.Seat) bool { return !shown[viewer] }), felt
}

// leaves reports whether there are fewer of a card that a move names in a hand after it than before.
func (g *Game) leaves(m engine.Move, before, after string) bool {
	i := cardArgument(g.Catalog, m)
	count := func(hand string) (n int) {
		for word := range strings.FieldsSeq(hand) {
			if g.Catalog.Name(word) == m.Args[i] {
				n++
			}
		}
		return n
	}
	return i >= 0 && count(after) < count(before)
}

// cardArgument returns which argument of a move is its first card, -1 if none is.
func cardArgument(c *engine.Catalog, m engine.Move) int {
	return slices.IndexFunc(m.Args[:m.Arity()], func(n engine.Name) bool { return c.Class(n)&engine.ClassCard != 0 })
}

// feels reports whether a move tells its player something of what is hidden. It does if another card in its place looks legal to the player, and is refused. A move of
// the table is looked at as everybody sees the game.
func feels(state engine.State, m engine.Move) bool {
	c, view := state.Catalog(), state.View(m.Seat)
	return slices.ContainsFunc(c.Names(engine.ClassCard), func(card engine.Name) bool {
		other := m
		other.Args[cardArgument(c, m)] = card
		return view.Check(other).OK() && !state.Check(other).OK()
	})
}

// NoteLookers notes in the log who saw hidden cards, as of HiddenAgain. The moves that showed them were taken back, so the log has no other trace. by is who took them
// back; nil: not known.
func (g *Game) NoteLookers(lookers []engine.Seat, by lang.Localized) {
	switch {
	case len(lookers) == 0:
	case lookers[0] != engine.Public:
		for _, seat := range lookers {
			g.Note(lang.T("{1} has seen hidden cards, and the moves for that were taken back.", g.Seat(seat)))
		}
	case by == nil:
		g.Note(lang.T("Hidden cards lay open, and the moves for that were taken back."))
	default:
		g.Note(lang.T("Hidden cards lay open, and {1} has taken the moves for that back.", by))
	}
}

// cardsSeen counts the cards that a viewer sees in hands, and those that it sees elsewhere.
type cardsSeen struct {
	inHands, elsewhere map[engine.Name]int
	own                string // the cards of the viewer's own hand
}

func (g *Game) cardsSeen(s engine.State, viewer engine.Seat) cardsSeen {
	c := cardsSeen{inHands: make(map[engine.Name]int), elsewhere: make(map[engine.Name]int)}
	for path, value := range s.View(viewer).Facts {
		seen := c.elsewhere
		if whose, of, ok := strings.Cut(path, "."); ok && strings.HasSuffix(of, ".seen") {
			seen = c.inHands
			if viewer != engine.Public && whose == g.Catalog.SeatWord(viewer) {
				c.own = value
			}
		}
		for word := range strings.FieldsSeq(value) {
			if n := g.Catalog.Name(word); g.Catalog.Class(n)&engine.ClassCard != 0 {
				seen[n]++
			}
		}
	}
	return c
}

// hasMore reports whether cards are seen in hands that were seen nowhere before, and that the move between does not name. A player may tell with hold how many cards of a
// kind there are.
func (c cardsSeen) hasMore(before cardsSeen, named engine.Move, hold engine.Name) bool {
	more := maps.Clone(c.inHands)
	for n := range more {
		more[n] -= before.inHands[n] + max(0, before.elsewhere[n]-c.elsewhere[n])
	}
	for i, n := range named.Args[:named.Arity()] {
		more[n]--
		if times, ok := n.Number(); ok && named.Verb == hold && i > 0 {
			more[named.Args[i-1]] -= times - 1
		}
	}
	for _, times := range more {
		if times > 0 {
			return true
		}
	}
	return false
}
