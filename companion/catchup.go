package companion

import "familiar/engine"

const (
	catchUpDepth = 4   // as many forgotten moves are thought of at most
	catchUpNodes = 300 // and as many states looked at
	catchUpOffer = 6   // and as many ways offered
)

// catchUp finds the shortest sequences of moves that a table forgets to say (end, pass, done, drawing unseen) after which a
// move fits what was shown. Each way is the forgotten moves and then that move.
func catchUp(state engine.State, s observation, holdVerb engine.Name) [][]engine.Move {
	type node struct {
		state engine.State
		path  []engine.Move
	}
	c := state.Catalog()
	level := []node{{state: state}}
	nodes := 0
	for range catchUpDepth {
		var next []node
		var ways [][]engine.Move
		for _, n := range level {
			for m := range n.state.Moves {
				if !cardless(c, m) {
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
				next = append(next, node{after, path})
				for _, fit := range s.oneOrder(c, s.readings(after, holdVerb)) {
					if cardless(c, fit) || len(ways) == catchUpOffer {
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

// instead finds the moves that fit what was shown in place of the last move: with its verb, by its seat. As the last move is taken what
// those who may know of the gesture were told of it.
func instead(h *engine.History, s observation, holdVerb engine.Name) []engine.Move {
	moves := h.Moves()
	if len(moves) == 0 {
		return nil
	}
	before := h.At(len(moves) - 1)
	last, ok := before.Redacted(moves[len(moves)-1], s.audience().viewer())
	if !ok {
		return nil
	}
	c := before.Catalog()
	var fits []engine.Move
	for _, m := range s.oneOrder(c, s.readings(before.View(s.audience().viewer()), holdVerb)) {
		if m.Verb == last.Verb && m.Seat == last.Seat && !sameBut(c, m, last) && len(fits) < catchUpOffer {
			fits = append(fits, m)
		}
	}
	return fits
}
