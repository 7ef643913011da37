package web

import (
	"net/netip"
	"sync"

	"familiar/companion/budget"
)

const (
	maxPlaces  = 64
	maxGuests  = 48 // the rest is for hosts, for phones with a seat, and for this machine
	maxOthers  = 62 // the rest is for this machine
	maxPhone   = 6  // of one phone: its pages
	maxAddress = 16 // from one address
	maxHouse   = 32 // from one network of IPv6
)

// places limits the sockets of those who were let in.
type places struct {
	mu      sync.Mutex
	all     int
	network map[netip.Prefix]int
	phone   map[string]int // by token
}

// free reports whether a place is free for the phone with a token, if it has one. Whoever is kept one is no mere guest. Nobody is counted by address on this machine.
func (p *places) free(from netip.Addr, token string, kept bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.freeLocked(from, token, kept)
}

func (p *places) freeLocked(from netip.Addr, token string, kept bool) bool {
	most, ofAddress := maxGuests, maxAddress
	if from.Is6() {
		ofAddress = maxHouse
	}
	if from.IsLoopback() {
		most, ofAddress = maxPlaces, maxPlaces
	} else if kept {
		most, ofAddress = maxOthers, maxOthers // no guest of the same house keeps it out
	}
	return p.all < most && p.network[budget.NetworkOf(from)] < ofAddress && (token == "" || p.phone[token] < maxPhone)
}

// take takes a place if one is free. The caller calls leave when the socket has ended.
func (p *places) take(from netip.Addr, token string, kept bool) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.freeLocked(from, token, kept) {
		return nil, false
	}
	network := budget.NetworkOf(from)
	p.all++
	count(&p.network, network, 1)
	count(&p.phone, token, 1)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all--
		count(&p.network, network, -1)
		count(&p.phone, token, -1)
	}, true
}

// count adds to the number that a key has, and deletes it when it becomes 0.
func count[K comparable](all *map[K]int, of K, by int) {
	if *all == nil {
		*all = make(map[K]int)
	}
	if (*all)[of] += by; (*all)[of] == 0 {
		delete(*all, of)
	}
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
