package web

import (
	"net/netip"
	"sync"

	"familiar/companion/budget"
)

const (
	maxPlaces  = 64
	maxGuests  = 48 // the rest is for hosts, for phones with a seat, and for this machine
	maxAddress = 16 // from one address
	maxHouse   = 32 // from one network of IPv6
)

// places limits the sockets of those who were let in.
type places struct {
	mu      sync.Mutex
	all     int
	network map[netip.Prefix]int
}

// free reports whether a place is free for a phone that has one kept, or for a guest. Nobody is counted by address on this machine.
func (p *places) free(from netip.Addr, kept bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.freeLocked(from, kept)
}

func (p *places) freeLocked(from netip.Addr, kept bool) bool {
	most := maxAddress
	if from.Is6() {
		most = maxHouse
	}
	return p.all < maxPlaces && (kept || p.all < maxGuests) && (from.IsLoopback() || p.network[budget.NetworkOf(from)] < most)
}

// take takes a place if one is free. The caller calls leave when the socket has ended.
func (p *places) take(from netip.Addr, kept bool) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.freeLocked(from, kept) {
		return nil, false
	}
	network := budget.NetworkOf(from)
	if p.network == nil {
		p.network = make(map[netip.Prefix]int)
	}
	p.all++
	p.network[network]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all--
		if p.network[network]--; p.network[network] == 0 {
			delete(p.network, network)
		}
	}, true
}

// running counts the sockets, so that their server can wait until all have ended.
type running struct {
	mu     sync.Mutex
	wait   sync.WaitGroup
	closed bool
}

// enter counts one more socket, unless the server is closing. The caller calls leave when the socket has ended.
func (r *running) enter() (leave func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, false
	}
	r.wait.Add(1)
	return r.wait.Done, true
}

// close accepts no further socket and waits until all have left.
func (r *running) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.wait.Wait()
}
