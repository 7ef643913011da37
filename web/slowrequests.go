package web

import (
	"cmp"
	"context"
	"maps"
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
	mu      sync.Mutex
	taken   bool
	waiting []*waiter            // the one that has waited longest is first
	used    map[string]time.Time // by the IDs of phones: until when a phone comes after those that have used less
	own     map[string]*ownTurn  // by the IDs of phones
}

// waiter is a request that waits for its turn.
type waiter struct {
	phone  string
	placed bool          // the phone is a host's, or has a seat
	turn   chan struct{} // closed when it has it
}

// ownTurn makes the slow requests of one phone wait for each other, so that it has no more turns than the others, however many connections it has.
type ownTurn struct {
	taken chan struct{}
	users int
}

func newSlowRequests() *slowRequests {
	return &slowRequests{used: make(map[string]time.Time), own: make(map[string]*ownTurn)}
}

// take calls do, which returns the size of its answer in bytes, for a request of the phone with an ID. A slow one waits for its turn. If its turn does not come in time, do
// is not called. Placed says that the phone is a host's, or has a seat: then its turn comes before those of guests.
func (t *slowRequests) take(ctx context.Context, phone string, placed bool, r protocol.Request, do func() int) {
	if !isSlow(r) {
		do()
		return
	}
	ctx, cancel := context.WithTimeout(ctx, queueTimeout)
	defer cancel()
	own, leave := t.of(phone)
	defer leave()
	if !waitFor(ctx, own) {
		return
	}
	defer func() { <-own }()
	if !t.waitForTurn(ctx, phone, placed) {
		return
	}
	began, size := time.Now(), 0
	defer func() {
		rest := min(max(pauseFactor*time.Since(began), time.Duration(size)*time.Second/answerRate), maxPause)
		t.use(phone, rest)
		time.AfterFunc(rest, t.next)
	}()
	size = do()
}

// waitForTurn reports whether a request of a phone has its turn before ctx has ended.
func (t *slowRequests) waitForTurn(ctx context.Context, phone string, placed bool) bool {
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return true
	}
	w := &waiter{phone, placed, make(chan struct{})}
	t.waiting = append(t.waiting, w)
	t.mu.Unlock()
	select {
	case <-w.turn:
		return true
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, w)
	if i < 0 {
		return true // just now
	}
	t.waiting = slices.Delete(t.waiting, i, i+1)
	return false
}

// use notes for how long others have to wait because of a request of a phone, if any of them waits.
func (t *slowRequests) use(phone string, rest time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		return
	}
	now := time.Now()
	maps.DeleteFunc(t.used, func(_ string, until time.Time) bool { return !until.After(now) })
	until, ok := t.used[phone]
	if !ok {
		until = now
	}
	t.used[phone] = until.Add(maxPlaces * rest)
}

// next gives the turn to a host or player, if one waits, and to the phone that has used the least lately; among those that are equal, to the one that has waited longest. So
// who asks for long records again and again, with however many phones, does not keep others from short answers, and no guests keep a host from beginning a game.
func (t *slowRequests) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken = len(t.waiting) > 0; !t.taken {
		return
	}
	now := time.Now()
	after := func(w *waiter) time.Duration { return max(0, t.used[w.phone].Sub(now)) }
	rank := func(w *waiter) int {
		if w.placed {
			return 0
		}
		return 1
	}
	w := slices.MinFunc(t.waiting, func(v, w *waiter) int { return cmp.Or(cmp.Compare(rank(v), rank(w)), cmp.Compare(after(v), after(w))) })
	t.waiting = slices.DeleteFunc(t.waiting, func(v *waiter) bool { return v == w })
	close(w.turn)
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
