package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"familiar/companion/protocol"
	"familiar/engine"
)

// slowKinds are the requests that can take long and do not touch the game under way: questions about it, and what reads card lists, which lie beside it. Anybody may make
// as many of them as there are messages in a second. See isSlow for the others.
var slowKinds = []protocol.Kind{"may", "past", "games", "record", "devices", "packs"}

// isSlow reports whether a request can take long. A page asks about a move without a verb to see whether the table still answers.
func isSlow(r protocol.Request) bool {
	switch r := r.(type) {
	case protocol.CheckRequest:
		return r.Verb != ""
	case protocol.StartRequest:
		return r.Pack != "" && r.Pack != engine.HousePack // a list of the program is read at once, so that nobody keeps others from beginning
	case protocol.EnrolRequest:
		return r.Action == "begin" || r.Action == "take"
	}
	return slices.Contains(slowKinds, r.Kind())
}

const (
	pauseFactor  = 5               // times as long as a slow request took, until the next one: a sixth of a processor is the most that all of them get, or more while single ones take longer than 0.4 s
	answerRate   = 4 << 20         // bytes a second that the answers to all of them have: to send them keeps the processor, and the house's Wi-Fi, from the table
	maxPause     = 2 * time.Second // a single one that takes long keeps the others out no longer than this
	queueTimeout = 5 * time.Second // in which there is a turn for every phone even on a slow machine
)

// slowRequests makes slow requests wait for each other, so that a move waits for one of them at most, however many phones make them at once.
type slowRequests struct {
	taken chan struct{}
	mu    sync.Mutex
	own   map[string]*ownTurn // by token
}

// ownTurn makes the slow requests of one phone wait for each other, so that it has no more turns than the others, however many connections it has.
type ownTurn struct {
	taken chan struct{}
	users int
}

func newSlowRequests() *slowRequests {
	return &slowRequests{taken: make(chan struct{}, 1), own: make(map[string]*ownTurn)}
}

// take calls do, which returns the size of its answer in bytes, for a request of the phone with a token. A slow one waits for its turn: the one that has waited
// longest is next. If its turn does not come in time, do is not called.
func (t *slowRequests) take(ctx context.Context, token string, r protocol.Request, do func() int) {
	if !isSlow(r) {
		do()
		return
	}
	ctx, cancel := context.WithTimeout(ctx, queueTimeout)
	defer cancel()
	own, leave := t.of(token)
	defer leave()
	if !waitFor(ctx, own) {
		return
	}
	defer func() { <-own }()
	if !waitFor(ctx, t.taken) {
		return
	}
	began, size := time.Now(), 0
	defer func() {
		rest := max(pauseFactor*time.Since(began), time.Duration(size)*time.Second/answerRate)
		time.AfterFunc(min(rest, maxPause), func() { <-t.taken })
	}()
	size = do()
}

// of returns the turn of a phone. The caller calls leave when it is done.
func (t *slowRequests) of(token string) (taken chan struct{}, leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.own[token]
	if own == nil {
		own = &ownTurn{taken: make(chan struct{}, 1)}
		t.own[token] = own
	}
	own.users++
	return own.taken, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if own.users--; own.users == 0 {
			delete(t.own, token)
		}
	}
}

// waitFor reports whether a turn could be taken before ctx has ended.
func waitFor(ctx context.Context, turn chan<- struct{}) bool {
	select {
	case turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}
