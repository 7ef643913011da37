package resolver

import "familiar/engine"

const (
	catchUpDepth = 4   // the most forgotten moves before the observation
	catchUpNodes = 300 // the most positions to look at
	catchUpOffer = 6   // the most ways to offer
)

// catchUp finds the shortest sequences of cardless moves (end, pass, done, drawing unseen) after which a move fits the observation: players often forget to
// enter these. Each way is the forgotten moves and then the move that fits. Nobody forgets a whole round, so the
// turn never comes back to the seat that has it now.
func catchUp(state engine.State, o Observation) [][]engine.Move {
	type node struct {
		state engine.State
		path  []engine.Move
		left  bool // the turn has passed to another seat
	}
	c, turn := state.Catalog(), state.Status().Turn
	level := []node{{state: state}}
	nodes := 0
	for range catchUpDepth {
		var next []node
		var ways [][]engine.Move
		for _, n := range level {
			for m := range Moves(n.state) {
				if !isCardless(c, m) {
					continue
				}
				if nodes++; nodes > catchUpNodes {
					return ways
				}
				after := n.state.Clone()
				if !after.Play(m).OK() {
					continue
				}
				path := append(n.path[:len(n.path):len(n.path)], m)
				left := after.Status().Turn != turn
				if n.left && !left {
					continue
				}
				next = append(next, node{after, path, left})
				for _, fit := range o.oneOrder(c, o.ReadingsIn(after)) {
					// A button may be anybody's, but a phone says who has ended a turn.
					if isCardless(c, fit) && o.By == engine.NoSeat || len(ways) == catchUpOffer {
						continue
					}
					ways = append(ways, append(path[:len(path):len(path)], fit))
				}
			}
		}
		if len(ways) > 0 {
			return ways
		}
		level = next
	}
	return nil
}

// corrections finds the moves that fit the observation in place of the last move, with the same verb and seat. It compares with the last move as the
// observation's audience knows it.
func corrections(h *engine.History, o Observation) []engine.Move {
	moves := h.Moves()
	if len(moves) == 0 {
		return nil
	}
	before, viewer := h.At(len(moves)-1), o.Audience().Viewer()
	last, ok := before.Redacted(moves[len(moves)-1], viewer)
	if !ok {
		return nil
	}
	c := before.Catalog()
	var fits []engine.Move
	for _, m := range o.oneOrder(c, o.ReadingsIn(before.View(viewer))) {
		if m.Verb == last.Verb && m.Seat == last.Seat && !sameButOrder(c, m, last) && len(fits) < catchUpOffer {
			fits = append(fits, m)
		}
	}
	return fits
}
