package companion

import (
	"context"
	"slices"
	"sync"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// A player may ask what could be reached in the turn under way. That is looked for beside the table, in a goroutine of its own on a copy of what the
// player's seat knows, and told to the phone that asked alone. The table never waits for it, and nothing is done.

const (
	hintTime     = 8 * time.Second        // for which is looked at most
	hintPace     = 200 * time.Millisecond // between two messages
	mostSearches = 2                      // at a time
)

// How a hunt stands, as messages say it.
const (
	searchRuns      = "running"
	searchDone      = "done"
	searchCancelled = "cancelled"
	searchLate      = "late"  // the time was over before everything was tried
	searchOutdated  = "moved" // the game has gone on
)

var (
	errNoHints      = lang.T("hints are forbidden at this table: the host can allow them in the menu, that is whoever began the game, or a browser on the table's own machine")
	errNoSeeker     = lang.T("this game gives no hints")
	errNotTurn      = lang.T("hints are for your own turn: ask again when it has come")
	errOver         = lang.T("the game is over")
	errSearching    = lang.T("a hint search is already running on this phone: cancel it first")
	errManySearches = lang.T("two hint searches are already running: try again in a few seconds")
)

// hintSearch is the search for what a seat could reach.
type hintSearch struct {
	phone  *Phone
	seat   engine.Seat
	game   *session.Game
	words  *session.Localizer // of the phone
	view   *session.View      // from which it began
	cancel context.CancelFunc
	ended  chan struct{}

	mu    sync.Mutex
	hint  protocol.Hint
	fresh bool // there is something to tell
}

// hints reports whether hints are given in the game under way; nil if the game has none.
func (t *Table) hints() *bool {
	if t.game.Spec.Seek == nil {
		return nil
	}
	allowed := !t.desk.kept.NoHints
	return &allowed
}

// searchHint begins to look for what a phone's seat could reach.
func (t *Table) searchHint(p *Phone) error {
	if t.game == nil {
		return errNoGame
	}
	seat, status := t.seatOf(p), t.game.History.State().Status()
	switch allowed := t.hints(); {
	case allowed == nil:
		return errNoSeeker
	case !*allowed:
		return errNoHints
	case seat == engine.Public:
		return errWatch
	case status.Over:
		return errOver
	case status.Turn != seat:
		return errNotTurn
	}
	t.callOff()
	switch {
	case slices.ContainsFunc(t.searches, func(h *hintSearch) bool { return h.phone == p && h.runs() }):
		return errSearching
	case len(t.searches) >= mostSearches:
		return errManySearches
	}
	ctx, cancel := context.WithTimeout(context.Background(), hintTime)
	h := &hintSearch{
		phone: p, seat: seat, game: t.game, words: t.game.InLanguage(p.language), view: t.game.View(seat), cancel: cancel, ended: make(chan struct{}),
		hint: protocol.Hint{Type: "hint", State: searchRuns, Goals: []protocol.Goal{}}, fresh: true,
	}
	t.searches = append(t.searches, h)
	h.tell()
	go h.run(ctx, h.view.State.Clone())
	return nil
}

// run looks until all is found, or nobody wants to know it any more.
func (h *hintSearch) run(ctx context.Context, state engine.State) {
	defer close(h.ended)
	defer h.cancel()
	found := make(chan bool, 1)
	go func() { found <- h.game.Spec.Seek(ctx, state, h.seat, h.note) }()
	pace := time.NewTicker(hintPace)
	defer pace.Stop()
	for {
		select {
		case <-pace.C:
			h.tell()
		case complete := <-found:
			if complete {
				h.stop(searchDone)
			}
			h.stop(searchLate)
			return
		case <-ctx.Done():
			h.stop(searchLate)
			<-found
			return
		}
	}
}

// note takes down how far the search has come. The words are found here: those of a game are never changed.
func (h *hintSearch) note(done, of int, found *engine.Hint) {
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
	h.hint.Done, h.hint.Of, h.fresh = done, of, true
	if found == nil {
		return
	}
	// Phones may be reading the goals that were told before.
	h.hint.Goals = slices.Clone(h.hint.Goals)
	if i := slices.IndexFunc(h.hint.Goals, func(g protocol.Goal) bool { return g.Goal == goal.Goal }); i >= 0 {
		h.hint.Goals[i] = goal
		return
	}
	h.hint.Goals = append(h.hint.Goals, goal)
}

// tell shows the phone how far the search has come, if that is news.
func (h *hintSearch) tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hint.State == searchRuns && h.fresh {
		h.show()
	}
}

// stop ends the search and tells how. What ended it first counts.
func (h *hintSearch) stop(how string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hint.State != searchRuns {
		return
	}
	h.hint.State = how
	h.show()
	h.cancel()
}

func (h *hintSearch) show() {
	hint := h.hint
	h.fresh = false
	h.phone.hint.Store(&hint)
	h.phone.wake()
}

func (h *hintSearch) runs() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hint.State == searchRuns
}

// isOver reports whether nothing of it runs any more.
func (h *hintSearch) isOver() bool {
	select {
	case <-h.ended:
		return true
	default:
		return false
	}
}

// callOff stops the searches that nobody wants any more, or that look from where the game has been, and forgets those that have ended.
func (t *Table) callOff() {
	t.searches = slices.DeleteFunc(t.searches, (*hintSearch).isOver)
	for _, h := range t.searches {
		switch {
		case t.game != h.game || t.game.View(h.seat) != h.view:
			h.stop(searchOutdated)
		case t.desk.kept.NoHints, t.seatOf(h.phone) != h.seat, !slices.Contains(t.phones, h.phone):
			h.stop(searchCancelled)
		}
	}
}

// endSearches stops all searches and waits for their ends.
func (t *Table) endSearches() {
	for _, h := range t.searches {
		h.stop(searchCancelled)
		<-h.ended
	}
}

func (t *Table) askHint(p *Phone, r protocol.Request) answer {
	if r.On {
		return answered(t.searchHint(p))
	}
	for _, h := range t.searches {
		if h.phone == p {
			h.stop(searchCancelled)
		}
	}
	return done
}

// askHints allows hints at this table, or forbids them.
func (t *Table) askHints(p *Phone, r protocol.Request) answer {
	if !p.kept.Host {
		return answered(errHost)
	}
	t.desk.kept.NoHints = !r.On
	t.keepDesk()
	return done
}
