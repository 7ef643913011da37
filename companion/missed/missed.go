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
	take   func(*copied)
	quiet  bool // nothing is searched after it
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
			m.take(&c)
			if m.quiet || c.history == nil {
				continue
			}
			if j, ok := c.belief.Jump(c.history); ok {
				report(ctx, Finding{after: m.number, Jump: j})
			} else if q := c.belief.Question(); q.Moves != nil {
				report(ctx, Finding{after: m.number, Question: q})
			}
		}
	}
}

// tell sends a message, unless too many wait already.
func (s *Search) tell(m message) {
	s.sent++
	m.number = s.sent
	select {
	case s.messages <- m:
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
	s.tell(message{quiet: true, take: func(c *copied) {
		c.history = engine.NewHistory(first)
		c.play(moves)
		c.belief.Begin(c.history)
	}})
	return false
}

func (c *copied) play(moves []engine.Move) {
	for _, m := range moves {
		c.history.Play(m)
	}
}

// Forget ends the search of a game that is no longer on the table.
func (s *Search) Forget() {
	s.tell(message{quiet: true, take: func(c *copied) { *c = copied{} }})
	s.game = nil
}

// Commit tells the search that the last undo moves of the game were taken back and others made.
func (s *Search) Commit(h *engine.History, undo int, moves []engine.Move) {
	if !s.follows(h) {
		return
	}
	moves = slices.Clone(moves)
	s.tell(message{quiet: true, take: func(c *copied) {
		c.history.TakeBack(undo)
		c.play(moves)
	}})
}

// Follow tells the search what an observation meant, after the game has the moves that were made of it. Lying are the cards that lie on the readers of places, and open
// are the observations whose questions can still be answered.
func (s *Search) Follow(h *engine.History, out resolver.Outcome, lying []worlds.Lying, open []resolver.Observation) {
	if !s.follows(h) {
		return
	}
	if out.With != nil {
		out.With = &resolver.Pending{Observation: out.With.Observation} // a copy: the table changes its own
	}
	s.tell(message{take: func(c *copied) { c.belief.Follow(c.history, out, lying, open) }})
}

// Stands reports whether a finding is about the game as the table has it now.
func (s *Search) Stands(f Finding) bool { return s.game != nil && f.after == s.sent }

// Jumped tells the search that the last jump it has found was made.
func (s *Search) Jumped() {
	s.tell(message{take: func(c *copied) { c.belief.Jumped(c.history) }})
}

// Choose tells the search the answer to a question: m was made, or none of its moves if ok is false.
func (s *Search) Choose(q worlds.Question, m engine.Move, ok bool) {
	s.tell(message{take: func(c *copied) { c.belief.Choose(q, m, ok) }})
}
