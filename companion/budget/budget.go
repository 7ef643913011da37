// Package budget limits how often something may be done: by an address, a network or a player, or in all.
package budget

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Budget is how many times something may happen at once, and how long it takes until it may once more.
type Budget struct {
	Times int
	Again time.Duration
}

// Limiter returns a limiter with the whole budget.
func (b Budget) Limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(b.Again), b.Times) }

// Full reports whether nothing of a budget is used.
func Full(l *rate.Limiter, now time.Time) bool { return l.TokensAt(now) >= float64(l.Burst()) }

// Used reports whether a budget is used up.
func Used(l *rate.Limiter, now time.Time) bool { return l.TokensAt(now) < 1 }

// Each holds one budget for each key, such as an address. The zero Each is ready for use, by any goroutine.
type Each[K comparable] struct {
	mu     sync.Mutex
	all    map[K]*rate.Limiter // those that are not full, and some more
	tidyAt int                 // at how many the full ones are forgotten
}

// Of returns the limiter of a key: a full one if the key is new, or was forgotten.
func (e *Each[K]) Of(k K, b Budget, now time.Time) *rate.Limiter {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.all[k]; l != nil {
		return l
	}
	if e.all == nil {
		e.all = make(map[K]*rate.Limiter)
	}
	if len(e.all) >= e.tidyAt {
		maps.DeleteFunc(e.all, func(_ K, l *rate.Limiter) bool { return Full(l, now) })
		e.tidyAt = max(64, 2*len(e.all))
	}
	l := b.Limiter()
	e.all[k] = l
	return l
}

// Forget fills the budget of a key again.
func (e *Each[K]) Forget(k K) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.all, k)
}

// Len returns the number of budgets that are known.
func (e *Each[K]) Len() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.all)
}

// NetworkOf returns the network of an address, for budgets: in IPv6, where one machine has as many addresses as it likes, the 64 bits that a house has; in IPv4
// the address alone, also if it is written as one of IPv6. It is the zero prefix for the zero address.
func NetworkOf(from netip.Addr) netip.Prefix {
	from = from.Unmap()
	bits := from.BitLen()
	if from.Is6() {
		bits = 64
	}
	network, _ := from.WithZone("").Prefix(bits)
	return network
}
