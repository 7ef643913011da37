package access

import (
	"maps"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// budget is a number of tries that may fail at once, and how long it takes until one more may.
type budget struct {
	tries int
	again time.Duration
}

// Budgets of wrong codes. The code has 28⁶ values: with any number of addresses, somebody guesses for a year.
var (
	ofAddress = budget{5, 12 * time.Second}
	ofHouse   = budget{30, 2 * time.Second}         // of a network of IPv6, where one machine has as many addresses as it likes
	ofAll     = budget{30, 2 * time.Second}         // of all addresses from which wrong codes came lately
	ofFirst   = budget{600, 100 * time.Millisecond} // of all others: many who guess do not keep out whoever comes for the first time
)

// Budgets of new phones. Each gets a token, which is written to disk.
var (
	newOfNetwork = budget{20, 3 * time.Second}
	newOfAll     = budget{60, time.Second}
)

func (b budget) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(b.again), b.tries) }

// tries counts what comes from addresses and networks. Budgets fill up by themselves.
type tries struct {
	from       map[string]*rate.Limiter // by address and by network
	all, first *rate.Limiter            // first: of addresses whose budget is full
	tidyAt     int                      // at how many it is looked for full ones
}

func newTries(all, first budget) tries {
	return tries{from: make(map[string]*rate.Limiter), all: all.limiter(), first: first.limiter()}
}

// wrongCode returns the budgets that a wrong code from an address is taken from, that of the address first.
func (t *tries) wrongCode(address string, now time.Time) []*rate.Limiter {
	t.tidy(now)
	rest := t.all
	if l := t.from[address]; l == nil || l.TokensAt(now) >= float64(l.Burst()) {
		rest = t.first
	}
	all := []*rate.Limiter{t.budget(address, ofAddress), rest}
	if house := networkOf(address); house != address {
		all = append(all, t.budget(house, ofHouse))
	}
	return all
}

// newPhone returns the budgets that a new phone is taken from.
func (t *tries) newPhone(address string, now time.Time) []*rate.Limiter {
	t.tidy(now)
	return []*rate.Limiter{t.budget(networkOf(address), newOfNetwork), t.all}
}

// tidy forgets budgets that are full, so that there are not many more than what came lately.
func (t *tries) tidy(now time.Time) {
	if len(t.from) < t.tidyAt {
		return
	}
	maps.DeleteFunc(t.from, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	t.tidyAt = max(64, 2*len(t.from))
}

func (t *tries) budget(of string, b budget) *rate.Limiter {
	l := t.from[of]
	if l == nil {
		l = b.limiter()
		t.from[of] = l
	}
	return l
}

// networkOf returns the network of an address in IPv6, where everybody has a whole network of addresses; otherwise the address.
func networkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, _ := a.WithZone("").Prefix(64)
	return p.String()
}

// used reports whether one of the budgets is used up.
func used(budgets []*rate.Limiter, now time.Time) bool {
	return slices.ContainsFunc(budgets, func(l *rate.Limiter) bool { return l.TokensAt(now) < 1 })
}

// spend takes a try from each budget.
func spend(budgets []*rate.Limiter, now time.Time) {
	for _, l := range budgets {
		l.AllowN(now, 1)
	}
}
