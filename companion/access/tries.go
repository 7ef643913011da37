package access

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/budget"
)

// Budgets of wrong codes. The code has 28⁶ values: with any number of addresses, somebody guesses for a year.
var (
	perAddress     = budget.Budget{Times: 5, Again: 12 * time.Second}
	perNetwork     = budget.Budget{Times: 30, Again: 2 * time.Second}         // of a network of IPv6
	knownAddresses = budget.Budget{Times: 30, Again: 2 * time.Second}         // of all addresses from which wrong codes came lately
	otherAddresses = budget.Budget{Times: 600, Again: 100 * time.Millisecond} // of all others: many who guess do not keep out whoever comes for the first time
)

// Budgets of new phones. Each gets a token, which is written to disk.
var (
	newPerNetwork = budget.Budget{Times: 20, Again: 30 * time.Second}
	newFromKnown  = budget.Budget{Times: 60, Again: time.Second}             // of all networks from which new phones came lately
	newFromOthers = budget.Budget{Times: 120, Again: 300 * time.Millisecond} // of all others: some who make many do not keep out whoever comes for the first time
)

// tries counts wrong codes and new phones.
type tries struct {
	address    budget.Each[string]
	network    budget.Each[string]
	all, first *rate.Limiter
	newOf      budget.Each[string] // by network

	newAll, newFirst *rate.Limiter
}

func newTries() *tries {
	return &tries{all: knownAddresses.Limiter(), first: otherAddresses.Limiter(), newAll: newFromKnown.Limiter(), newFirst: newFromOthers.Limiter()}
}

// wrongCode returns the budgets that a wrong code from an address is taken from, that of the address first.
func (t *tries) wrongCode(address string, now time.Time) []*rate.Limiter {
	own, rest := t.address.Of(address, perAddress, now), t.all
	if budget.Full(own, now) {
		rest = t.first
	}
	all := []*rate.Limiter{own, rest}
	if network := NetworkOf(address); network != address {
		all = append(all, t.network.Of(network, perNetwork, now))
	}
	return all
}

// newPhone returns the budgets that a new phone is taken from.
func (t *tries) newPhone(address string, now time.Time) []*rate.Limiter {
	own, rest := t.newOf.Of(NetworkOf(address), newPerNetwork, now), t.newAll
	if budget.Full(own, now) {
		rest = t.newFirst
	}
	return []*rate.Limiter{own, rest}
}

// NetworkOf returns the network of an address in IPv6; otherwise the address.
func NetworkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	return budget.NetworkOf(a).String()
}

// Surplus returns which of some visitors goes first if there are too many: the first one of the network that most of them come from.
func Surplus[V any](all []V, address func(V) string) V {
	counts := make(map[string]int)
	for _, v := range all {
		counts[NetworkOf(address(v))]++
	}
	return slices.MaxFunc(all, func(v, other V) int {
		return cmp.Compare(counts[NetworkOf(address(v))], counts[NetworkOf(address(other))])
	})
}

// used reports whether one of the budgets is used up.
func used(budgets []*rate.Limiter, now time.Time) bool {
	return slices.ContainsFunc(budgets, func(l *rate.Limiter) bool { return budget.Used(l, now) })
}

// spend takes from each budget.
func spend(budgets []*rate.Limiter, now time.Time) {
	for _, l := range budgets {
		l.AllowN(now, 1)
	}
}
