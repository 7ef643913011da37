// Package missed looks for the moves that people forgot to say.
//
// A search runs beside the table, in a goroutine of its own, on its own copy of the game. The table tells it every change of the game, and what each observation
// meant. The table never waits for it. The search reports how the game becomes a likelier one, or what to ask. It uses only what everybody knows: see worlds.
package missed

import (
	"context"
	"slices"

	"familiar/companion/resolver"
	"familiar/companion/worlds"
	"familiar/engine"
)

// Finding is what a search has found: a jump or a question.
type Finding struct {
	after    int // this many messages
	Jump     worlds.Jump
	Question worlds.Question // if there is no jump
}

// mostMessages is how many messages wait for the search at most. If there are more, it begins anew with the game as it stands.
const mostMessages = 64

// Search is the search of a table. It belongs to the table's goroutine. The zero Search has not begun, and finds nothing.
type Search struct {
	messages chan message
	sent     int             // messages
	game     *engine.History // that is searched; nil: none, or the search is too far behind
	ended    chan struct{}
	cancel   context.CancelFunc
}

// message is something that the search must take in, on its own goroutine.
type message struct {
	number int
	take   func(*copied) (search bool) // reports whether something is to be searched after it
}

// copied is what the search knows of the game. It belongs to the goroutine of the search.
type copied struct {
	history *engine.History
	belief  worlds.Belief
}

// Begin begins the search. It calls report on a goroutine of its own for each finding.
func (s *Search) Begin(report func(context.Context, Finding)) {
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(context.Background())
	s.messages, s.ended = make(chan message, mostMessages), make(chan struct{})
	go func() {
		defer close(s.ended)
		run(ctx, s.messages, report)
	}()
}

// End ends the search, and waits until its goroutine has ended.
func (s *Search) End() {
	s.cancel()
	<-s.ended
}

func run(ctx context.Context, messages <-chan message, report func(context.Context, Finding)) {
	var c copied
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-messages:
			if !m.take(&c) || c.history == nil {
				continue
			}
			if j, ok := c.belief.Jump(c.history); ok {
				report(ctx, Finding{after: m.number, Jump: j})
			} else if q := c.belief.Question(); !q.IsZero() {
				report(ctx, Finding{after: m.number, Question: q})
			}
		}
	}
}

// tell sends a message, unless too many wait already.
func (s *Search) tell(take func(*copied) (search bool)) {
	s.sent++
	select {
	case s.messages <- message{s.sent, take}:
	default:
		s.game = nil
	}
}

// follows makes the search one of a game, if it is not yet, and reports whether it was one before.
func (s *Search) follows(h *engine.History) bool {
	if s.game == h || s.messages == nil {
		return s.messages != nil
	}
	first, moves := h.At(0), slices.Clone(h.Moves())
	s.game = h
	s.tell(func(c *copied) (search bool) {
		c.history = engine.NewHistory(first)
		c.play(moves)
		c.belief.Begin(c.history)
		return false
	})
	return false
}

func (c *copied) play(moves []engine.Move) {
	for _, m := range moves {
		c.history.Play(m)
	}
}

// Forget ends the search of a game that is no longer on the table.
func (s *Search) Forget() {
	s.tell(func(c *copied) (search bool) {
		*c = copied{}
		return false
	})
	s.game = nil
}

// Commit tells the search that the last undo moves of the game were taken back and others made.
func (s *Search) Commit(h *engine.History, undo int, moves []engine.Move) {
	if !s.follows(h) {
		return
	}
	moves = slices.Clone(moves)
	s.tell(func(c *copied) (search bool) {
		c.history.TakeBack(undo)
		c.play(moves)
		return false
	})
}

// Follow tells the search what an observation meant, after the game has the moves that were made of it.
func (s *Search) Follow(h *engine.History, out worlds.Observed) {
	if !s.follows(h) {
		return
	}
	if out.With != nil {
		out.With = &resolver.Pending{Observation: out.With.Observation} // a copy: the table changes its own
	}
	s.tell(func(c *copied) (search bool) { return c.belief.Follow(c.history, out) })
}

// Stands reports whether a finding is about the game as the table has it now.
func (s *Search) Stands(f Finding) bool { return s.game != nil && f.after == s.sent }

// Asked tells the search that its last question was asked.
func (s *Search) Asked(q worlds.Question) {
	s.tell(func(c *copied) (search bool) {
		c.belief.Asked(q)
		return false
	})
}

// Jumped tells the search that the last jump it has found was made.
func (s *Search) Jumped() {
	s.tell(func(c *copied) (search bool) {
		c.belief.Jumped(c.history)
		return true
	})
}

// Deny tells the search that the last jump it has found is wrong.
func (s *Search) Deny() {
	s.tell(func(c *copied) (search bool) {
		c.belief.Deny()
		return true
	})
}

// Choose tells the search the answer to a question: m was made, or none of its moves if ok is false.
func (s *Search) Choose(q worlds.Question, m engine.Move, ok bool) {
	s.tell(func(c *copied) (search bool) {
		c.belief.Choose(q, m, ok)
		return true
	})
}
