package session

import (
	"maps"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
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

// HiddenAgain returns the viewers, first engine.Public for everybody, who see cards in hands that they do not see any more, there or elsewhere, when the last undo moves are
// taken back, though these moves have not named the cards to them.
func (g *Game) HiddenAgain(undo int) []engine.Seat {
	moves := g.History.Moves()
	moves = moves[len(moves)-undo:]
	before := g.History.At(len(g.History.Moves()) - undo)
	viewers := []engine.Seat{engine.Public}
	for seat := range engine.Seat(g.Catalog.Seats()) {
		viewers = append(viewers, seat)
	}
	return slices.DeleteFunc(viewers, func(viewer engine.Seat) bool {
		lost, elsewhere := g.cardsSeen(g.History.State(), viewer)
		known, elsewhereBefore := g.cardsSeen(before, viewer)
		for n := range lost {
			lost[n] -= known[n] + max(0, elsewhereBefore[n]-elsewhere[n])
		}
		state := before.Clone()
		for _, m := range moves {
			if known, ok := state.Redacted(m, viewer); ok {
				for _, n := range known.Args[:known.Arity()] {
					lost[n]--
				}
			}
			state.Play(m)
		}
		for _, times := range lost {
			if times > 0 {
				return false
			}
		}
		return true
	})
}

// cardsSeen counts the cards that a viewer sees in hands, and those that it sees elsewhere.
func (g *Game) cardsSeen(s engine.State, viewer engine.Seat) (inHands, elsewhere map[engine.Name]int) {
	inHands, elsewhere = make(map[engine.Name]int), make(map[engine.Name]int)
	for path, value := range s.View(viewer).Facts {
		seen := elsewhere
		if _, of, ok := strings.Cut(path, "."); ok && strings.HasSuffix(of, ".seen") {
			seen = inHands
		}
		for word := range strings.FieldsSeq(value) {
			if n := g.Catalog.Name(word); g.Catalog.Class(n)&engine.ClassCard != 0 {
				seen[n]++
			}
		}
	}
	return inHands, elsewhere
}
