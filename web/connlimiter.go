package web

import (
	"net/netip"
	"sync"
)

const (
	maxSockets        = 64
	maxSocketsAddress = 16 // from one address, unless it is loopback
)

// connLimiter counts and limits the open sockets.
type connLimiter struct {
	mu     sync.Mutex
	wait   sync.WaitGroup
	all    int
	from   map[netip.Addr]int
	closed bool
}

// enter counts one more socket, if that is allowed. The caller calls leave when the socket has ended.
func (r *connLimiter) enter(from netip.Addr) (leave func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.all >= maxSockets || !from.IsLoopback() && r.from[from] >= maxSocketsAddress {
		return nil, false
	}
	if r.from == nil {
		r.from = make(map[netip.Addr]int)
	}
	r.all++
	r.from[from]++
	r.wait.Add(1)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all--
		if r.from[from]--; r.from[from] == 0 {
			delete(r.from, from)
		}
		r.wait.Done()
	}, true
}

// close accepts no further socket and waits until all have left.
func (r *connLimiter) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.wait.Wait()
}
