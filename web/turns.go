package web

import (
	"context"
	"slices"
	"time"

	"familiar/companion/protocol"
)

// looks are the requests that change nothing and can take long. Anybody may make as many of them as there are messages in a second.
var looks = []protocol.Kind{"check", "may", "past", "games", "record", "devices", "packs"}

const (
	turnRest  = 5               // times as long as a look took, until the next one: a sixth of a processor is the most that all of them get
	mostRest  = 2 * time.Second // a single one that takes long keeps the others out no longer than this
	waitsTurn = 5 * time.Second // in which there is a turn for every phone even on a slow machine
)

// turns makes looks wait for each other, so that a move waits for one of them at most, however many phones look at once.
type turns struct{ taken chan struct{} }

func newTurns() turns { return turns{make(chan struct{}, 1)} }

// take calls do for a request of a kind. A look waits for its turn: the one that has waited longest is next. If its turn does not come in time, do is not called.
func (t turns) take(ctx context.Context, kind protocol.Kind, do func()) {
	if !slices.Contains(looks, kind) {
		do()
		return
	}
	late := time.NewTimer(waitsTurn)
	defer late.Stop()
	select {
	case t.taken <- struct{}{}:
	case <-late.C:
		return
	case <-ctx.Done():
		return
	}
	began := time.Now()
	defer func() {
		time.AfterFunc(min(turnRest*time.Since(began), mostRest), func() { <-t.taken })
	}()
	do()
}
