package web

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/budget"
)

// Budgets of what comes from a network, and from all of them. A page is some hundred and fifty files, with all games, and a house has twelve phones. In IPv4 all of them may have one address,
// as in a network for guests. In IPv6 a network is a house with several phones, or somebody with any number of addresses.
var (
	connectionBudgets = budgets{
		address: budget.Budget{Times: 200, Again: time.Second / 20},
		house:   budget.Budget{Times: 1000, Again: time.Second / 200},
		all:     budget.Budget{Times: 300, Again: time.Second / 100},
		price:   8,
	}
	requestBudgets = budgets{
		address: budget.Budget{Times: 2000, Again: time.Second / 30},
		house:   budget.Budget{Times: 2200, Again: time.Second / 120},
		all:     budget.Budget{Times: 3000, Again: time.Second / 200},
		price:   4,
	}
	// A page of another site can have a guest's browser ask for files without an end. The sockets of that phone have a budget of their own.
	socketBudgets = budgets{
		address: budget.Budget{Times: 100, Again: time.Second / 5},
		house:   budget.Budget{Times: 600, Again: time.Second / 30},
		all:     budget.Budget{Times: 300, Again: time.Second / 50},
		price:   4,
	}
	// A handshake of TLS takes as much of the processor as six requests, on the smallest Raspberry Pi as fifteen. A browser makes up to six of them for a page.
	handshakeBudgets = budgets{
		address: budget.Budget{Times: 80, Again: time.Second / 3},
		house:   budget.Budget{Times: 300, Again: time.Second / 12},
		all:     budget.Budget{Times: 150, Again: time.Second / 20},
		price:   8,
	}
	// TLS records that the other side sends: a few for a handshake, and one for each request or message. A record that only changes a key costs processor time, and no other
	// budget counts it.
	recordBudgets = budgets{
		address: budget.Budget{Times: 4000, Again: time.Second / 60},
		house:   budget.Budget{Times: 4400, Again: time.Second / 240},
		all:     budget.Budget{Times: 6000, Again: time.Second / 400},
		price:   4,
	}
)

// budgets are how many connections, requests, handshakes or records may come.
type budgets struct {
	address, house budget.Budget // from a network that is one address, and from one that is a house
	all            budget.Budget // from all networks; when it is used up there is a crowd
	price          int           // how many each one counts for in a crowd, so that many networks together do not keep the machine busy
}

const (
	maxKnown   = 256 // how many known addresses are kept
	maxOfPhone = 3   // how many of them a phone has: so one guest cannot make all addresses of a house known
)

// knownAddress is an address from which a phone was let in.
type knownAddress struct {
	from   netip.Addr
	phone  string // the ID of that phone
	placed bool   // it was a host's, or had a seat, when it came or left for the last time, from wherever
}

// networks limits how many connections and requests come from a network. An address from which a phone was let in is a network by itself: so no neighbour in its
// house can keep it out.
type networks struct {
	connections, requests, sockets, handshakes, records traffic

	mu    sync.Mutex
	known []knownAddress // the last one last
}

// traffic is what has come lately.
type traffic struct {
	budgets
	from   budget.Each[netip.Prefix]
	guests budget.Each[netip.Prefix] // the known addresses of guests in a house, together: somebody with tokens may have any number of them
	all    *rate.Limiter
}

func newNetworks() *networks {
	return &networks{
		connections: traffic{budgets: connectionBudgets, all: connectionBudgets.all.Limiter()},
		requests:    traffic{budgets: requestBudgets, all: requestBudgets.all.Limiter()},
		sockets:     traffic{budgets: socketBudgets, all: socketBudgets.all.Limiter()},
		handshakes:  traffic{budgets: handshakeBudgets, all: handshakeBudgets.all.Limiter()},
		records:     traffic{budgets: recordBudgets, all: recordBudgets.all.Limiter()},
	}
}

// of returns the network of an address.
func (n *networks) of(from netip.Addr) netip.Prefix {
	if n.knows(from) {
		return netip.PrefixFrom(from.WithZone(""), from.BitLen())
	}
	return budget.NetworkOf(from)
}

// knows reports whether a phone was let in from an address.
func (n *networks) knows(from netip.Addr) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.known, func(k knownAddress) bool { return k.from == from })
}

// isPlaced reports whether the phone of a host or of a player was let in from an address.
func (n *networks) isPlaced(from netip.Addr) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.known, func(k knownAddress) bool { return k.from == from && k.placed })
}

// know notes that a phone was let in from an address. Placed says that it is a host's, or has a seat.
func (n *networks) know(from netip.Addr, phone string, placed bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = append(slices.DeleteFunc(n.known, func(k knownAddress) bool { return k.from == from && k.phone == phone }), knownAddress{from, phone, placed})
	ofPhone := 0
	for i := range n.known {
		if k := &n.known[i]; k.phone == phone {
			k.placed = placed
			ofPhone++
		}
	}
	if ofPhone > maxOfPhone {
		i := slices.IndexFunc(n.known, func(k knownAddress) bool { return k.phone == phone })
		n.known = slices.Delete(n.known, i, i+1)
	}
	if len(n.known) > maxKnown { // the oldest of a guest goes, if there is one
		i := slices.IndexFunc(n.known, func(k knownAddress) bool { return !k.placed })
		n.known = slices.Delete(n.known, max(0, i), max(0, i)+1)
	}
}

// connect reports whether one more connection may come from an address now.
func (n *networks) connect(from netip.Addr) bool { return n.take(&n.connections, from) }

// request reports whether one more request may come from an address now.
func (n *networks) request(from netip.Addr) bool { return n.take(&n.requests, from) }

// socket reports whether one more request for a phone's socket may come from an address now.
func (n *networks) socket(from netip.Addr) bool { return n.take(&n.sockets, from) }

// handshake reports whether one more handshake of TLS may come from an address now.
func (n *networks) handshake(from netip.Addr) bool { return n.take(&n.handshakes, from) }

// record reports whether one more record of TLS may come from an address now.
func (n *networks) record(from netip.Addr) bool { return n.take(&n.records, from) }

// take reports whether something may come from an address. What its own network may not send does not make a crowd.
func (n *networks) take(t *traffic, from netip.Addr) bool {
	if from.IsLoopback() {
		return true
	}
	now, network, b := time.Now(), n.of(from), t.house
	if network.IsSingleIP() {
		b = t.address
	}
	own := t.from.Of(network, b, now)
	if !own.AllowN(now, 1) {
		return false
	}
	price := 1
	if !t.all.AllowN(now, 1) {
		price = t.price
	}
	if from.Is6() && network.IsSingleIP() && !n.isPlaced(from) && !t.guests.Of(budget.NetworkOf(from), t.house, now).AllowN(now, price) {
		return false
	}
	return own.AllowN(now, price-1)
}
