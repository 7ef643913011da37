package web

import (
	"cmp"
	"net/netip"
	"slices"
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
	mu  sync.Mutex
	all []*occupant // the one that was taken last is the last
}

// occupant is a socket that has a place.
type occupant struct {
	network netip.Prefix
	phone   string      // its token; the bench has none
	kept    func() bool // whether its phone is a host's, a player's or on this machine, now
	end     func(why error)
}

// free reports whether a phone would get a place now. Its token is empty if it has none yet. Kept is true of hosts, of players and of this machine, who find a place
// where guests do not. On this machine the places of an address are not limited.
func (p *places) free(from netip.Addr, token string, kept bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.findLocked(from, token, kept)
	return ok
}

// findLocked reports whether there is a place. If all are taken, evicted is the one that must give up its place first.
func (p *places) findLocked(from netip.Addr, token string, kept bool) (evicted *occupant, ok bool) {
	most, ofNetwork := maxGuests, maxAddress
	if from.Is6() {
		ofNetwork = maxHouse
	}
	if from.IsLoopback() {
		most, ofNetwork = maxPlaces, maxPlaces
	} else if kept {
		most, ofNetwork = maxOthers, maxPlaces // no guest of the same house keeps it out
	}
	network := budget.NetworkOf(from)
	switch own := p.ofPhone(token); {
	case own >= maxPhone:
		return nil, false
	case p.ofNetwork(network) >= ofNetwork: // one of the guest in this network that has the most sockets
		isNeighbour := func(x *occupant) bool { return x.network == network && !x.kept() }
		evicted = p.newestOfMost(isNeighbour, func(x *occupant) int { return p.ofPhone(x.phone) }, own+2)
		return evicted, evicted != nil
	}
	if len(p.all) < most {
		return nil, true
	}
	evicted = p.evicted(network, token, kept)
	return evicted, evicted != nil
}

// evicted returns the socket that must give up its place for a phone, nil if none must. It is one of the guest that has the most sockets; if no guest has more than
// one, it is one of the network that has the most. The newcomer must not have more in the end than the one that gives up its place. So neither a guest with many
// pages nor one at few addresses keeps out the others. For the first page of a host or of a player any guest gives up its place. If none of them does, it is one of a host
// or of a player with many pages.
func (p *places) evicted(network netip.Prefix, token string, kept bool) *occupant {
	isGuest := func(x *occupant) bool { return !x.kept() }
	isElsewhere := func(x *occupant) bool { return !x.network.Addr().IsLoopback() }
	ofPhone := func(x *occupant) int { return p.ofPhone(x.phone) }
	ofNetwork := func(x *occupant) int { return p.ofNetwork(x.network) }
	own := p.ofPhone(token)
	evicted := cmp.Or(p.newestOfMost(isGuest, ofPhone, own+2), p.newestOfMost(isGuest, ofNetwork, p.ofNetwork(network)+2))
	if evicted != nil || network.Addr().IsLoopback() { // this machine has places of its own
		return evicted
	}
	if kept && own == 0 {
		evicted = p.newestOfMost(isGuest, ofNetwork, 1)
	}
	return cmp.Or(evicted, p.newestOfMost(isElsewhere, ofPhone, own+2))
}

// newestOfMost returns one of the sockets that may be evicted: the newest one of whoever has the most, as count says; nil if nobody has at least so many.
func (p *places) newestOfMost(may func(*occupant) bool, count func(*occupant) int, least int) (newest *occupant) {
	for _, x := range p.all {
		if n := count(x); n >= least && may(x) {
			newest, least = x, n
		}
	}
	return newest
}

func (p *places) ofPhone(token string) (n int) {
	for _, x := range p.all {
		if token != "" && x.phone == token {
			n++
		}
	}
	return n
}

func (p *places) ofNetwork(network netip.Prefix) (n int) {
	for _, x := range p.all {
		if x.network == network {
			n++
		}
	}
	return n
}

// take takes a place if one is free, or makes one free. The caller calls leave when the socket has ended. End ends it, if it has to make room.
func (p *places) take(from netip.Addr, token string, kept func() bool, end func(why error)) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	evicted, ok := p.findLocked(from, token, kept())
	if !ok {
		return nil, false
	}
	if evicted != nil {
		p.leaveLocked(evicted)
		evicted.end(noPlace)
	}
	x := &occupant{budget.NetworkOf(from), token, kept, end}
	p.all = append(p.all, x)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.leaveLocked(x)
	}, true
}

func (p *places) leaveLocked(x *occupant) {
	p.all = slices.DeleteFunc(p.all, func(other *occupant) bool { return other == x })
}
