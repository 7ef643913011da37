// Package hintsearch looks for what a player could reach in the turn under way.
//
// A search runs beside the table, in a goroutine of its own, on a copy of what the player's seat knows. Only the phone that asked is shown its results. The
// table never waits for a search, and a search never changes the game.
package hintsearch

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

const (
	maxTime     = 8 * time.Second        // of a search
	messagePace = 200 * time.Millisecond // between two messages to a phone
	maxSearches = 2                      // that run at a time
	// Where searches could take all processors, a search works for a moment, and then leaves its processor to the table for twice as long.
	workTime = time.Millisecond
	restTime = 2 * workTime
)

var (
	errRunning = lang.T("a hint search is already running on this phone: cancel it first")
	errBusy    = lang.T("two hint searches are already running: try again in a few seconds")
)

// Viewer is a phone that asked for a hint. ShowHint is called by the goroutine of the search, and must not block.
type Viewer interface {
	ShowHint(*protocol.Hint)
}

// Searches is the hint searches of a table. It belongs to one goroutine; the zero value has none.
type Searches struct{ all []*search }

// search is the search for what a seat could reach.
type search struct {
	viewer Viewer
	seat   engine.Seat
	game   *session.Game
	words  *session.Localizer // of the viewer
	view   *session.View      // the position in which it began
	cancel context.CancelFunc
	ended  chan struct{}

	mu    sync.Mutex
	hint  protocol.Hint
	isNew bool // the viewer has not been shown all of hint
}

// Begin starts a search for a viewer who has a seat in a game. The game must have a Seeker, and it must be the seat's turn.
func (s *Searches) Begin(viewer Viewer, g *session.Game, seat engine.Seat, language string) error {
	s.all = slices.DeleteFunc(s.all, (*search).isOver)
	switch {
	case slices.ContainsFunc(s.all, func(h *search) bool { return h.viewer == viewer && h.runs() }):
		return errRunning
	case len(s.all) >= maxSearches:
		return errBusy
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	h := &search{
		viewer: viewer, seat: seat, game: g, words: g.InLanguage(language), view: g.View(seat), cancel: cancel, ended: make(chan struct{}),
		hint: protocol.Hint{Type: protocol.TypeHint, State: protocol.HintRunning, Goals: []protocol.Goal{}}, isNew: true,
	}
	s.all = append(s.all, h)
	h.showNews()
	go h.run(ctx, h.view.State.Clone())
	return nil
}

// Cancel stops the search of a viewer, if one runs.
func (s *Searches) Cancel(viewer Viewer) {
	for _, h := range s.all {
		if h.viewer == viewer {
			h.stop(protocol.HintCancelled)
		}
	}
}

// Follow stops the searches that began in an earlier position of the game, and those for which wanted returns false. g is nil if no game is under way.
func (s *Searches) Follow(g *session.Game, wanted func(viewer Viewer, seat engine.Seat) bool) {
	s.all = slices.DeleteFunc(s.all, (*search).isOver)
	for _, h := range s.all {
		switch {
		case g != h.game || g.View(h.seat) != h.view:
			h.stop(protocol.HintOutdated)
		case !wanted(h.viewer, h.seat):
			h.stop(protocol.HintCancelled)
		}
	}
}

// Close stops all searches and waits until their goroutines have ended.
func (s *Searches) Close() {
	for _, h := range s.all {
		h.stop(protocol.HintCancelled)
		<-h.ended
	}
}

// run searches until everything is tried, the time is over, or the search is stopped.
func (h *search) run(ctx context.Context, state engine.State) {
	defer close(h.ended)
	defer h.cancel()
	found := make(chan bool, 1)
	go func() { found <- h.game.Spec.Seek(restful(ctx), state, h.seat, h.note) }()
	ticker := time.NewTicker(messagePace)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.showNews()
		case complete := <-found:
			if complete {
				h.stop(protocol.HintDone)
			}
			h.stop(protocol.HintTimedOut)
			return
		case <-ctx.Done():
			h.stop(protocol.HintTimedOut)
			<-found
			return
		}
	}
}

// resting is the context of a search that rests now and then, when it looks whether it must end. The goroutine of the search owns it.
type resting struct {
	context.Context
	began time.Time // to work
}

// restful returns ctx, as one that rests on a small machine.
func restful(ctx context.Context) context.Context {
	if runtime.GOMAXPROCS(0) > maxSearches {
		return ctx
	}
	return &resting{ctx, time.Now()}
}

// Err implements context.Context.
func (r *resting) Err() error {
	if time.Since(r.began) > workTime {
		time.Sleep(restTime)
		r.began = time.Now()
	}
	return r.Context.Err()
}

// note records how far the search has come, and a hint that it found. It may render the hint in the goroutine of the search: the phrases of a game never
// change.
func (h *search) note(done, of int, found *engine.Hint) {
	var goal protocol.Goal
	if found != nil {
		c, words := h.game.Catalog, h.words
		goal = protocol.Goal{Goal: c.Word(found.Goal), Title: words.Goal(c, h.seat, found.Goal), Moves: []string{}}
		for _, m := range found.Moves {
			goal.Moves = append(goal.Moves, words.Move(c, m))
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hint.Done, h.hint.Of, h.isNew = done, of, true
	if found == nil {
		return
	}
	// The phone may be reading the goals that it was shown before.
	h.hint.Goals = slices.Clone(h.hint.Goals)
	if i := slices.IndexFunc(h.hint.Goals, func(g protocol.Goal) bool { return g.Goal == goal.Goal }); i >= 0 {
		h.hint.Goals[i] = goal
		return
	}
	h.hint.Goals = append(h.hint.Goals, goal)
}

// showNews shows the viewer how far the search has come, if that has changed.
func (h *search) showNews() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hint.State == protocol.HintRunning && h.isNew {
		h.show()
	}
}

// stop ends the search and shows the viewer how it ended. If it is called again, the first reason stays.
func (h *search) stop(how protocol.HintState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hint.State != protocol.HintRunning {
		return
	}
	h.hint.State = how
	h.show()
	h.cancel()
}

func (h *search) show() {
	hint := h.hint
	h.isNew = false
	h.viewer.ShowHint(&hint)
}

func (h *search) runs() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hint.State == protocol.HintRunning
}

// isOver reports whether the goroutines of the search have ended.
func (h *search) isOver() bool {
	select {
	case <-h.ended:
		return true
	default:
		return false
	}
}
