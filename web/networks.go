package web

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"familiar/companion/budget"
)

// Budgets of what comes from a network. A page is some seventy files. In IPv6 a network is a house with several phones, or somebody with any number of addresses.
var (
	connectionsOfAddress = budget.Budget{Times: 100, Again: time.Second / 20}
	connectionsOfHouse   = budget.Budget{Times: 1000, Again: time.Second / 200}
	requestsOfAddress    = budget.Budget{Times: 300, Again: time.Second / 30}
	requestsOfHouse      = budget.Budget{Times: 1200, Again: time.Second / 120}
)

// maxKnown is the number of addresses that are remembered, each from which a phone was let in.
const maxKnown = 256

// networks limits how many connections and requests come from a network. An address from which a phone was let in is a network by itself: so no neighbour in its
// house can keep it out.
type networks struct {
	connections, requests budget.Each[netip.Prefix]

	mu    sync.Mutex
	known []netip.Addr // the last one last
}

// of returns the network of an address.
func (n *networks) of(from netip.Addr) netip.Prefix {
	n.mu.Lock()
	defer n.mu.Unlock()
	if slices.Contains(n.known, from) {
		return netip.PrefixFrom(from.WithZone(""), from.BitLen())
	}
	return budget.NetworkOf(from)
}

// know notes that a phone was let in from an address.
func (n *networks) know(from netip.Addr) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = append(slices.DeleteFunc(n.known, func(a netip.Addr) bool { return a == from }), from)
	n.known = n.known[max(0, len(n.known)-maxKnown):]
}

// connect reports whether one more connection may come from an address now.
func (n *networks) connect(from netip.Addr) bool {
	return n.take(&n.connections, from, connectionsOfAddress, connectionsOfHouse)
}

// request reports whether one more request may come from an address now.
func (n *networks) request(from netip.Addr) bool {
	return n.take(&n.requests, from, requestsOfAddress, requestsOfHouse)
}

func (n *networks) take(each *budget.Each[netip.Prefix], from netip.Addr, ofAddress, ofHouse budget.Budget) bool {
	if from.IsLoopback() {
		return true
	}
	now, network, b := time.Now(), n.of(from), ofHouse
	if network.IsSingleIP() {
		b = ofAddress
	}
	return each.Of(network, b, now).AllowN(now, 1)
}
