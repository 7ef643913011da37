package access

import (
	"maps"
	"slices"
	"time"
)

// Visit is a connection of a phone that has ended. Owners see the visits of their phone, so that they notice a stranger's. They are in memory only.
type Visit struct {
	Device, Address string // as of its Visitor
	From, Until     time.Time
}

// maxVisits is how many visits of a phone are kept: only the last one of each device at each address, because a phone connects anew whenever it wakes up.
const maxVisits = 8

// Left notes that a connection of the phone with a hash has ended. It does not save.
func (a *Access) Left(hash string, v Visit) {
	p, ok := a.data.Phones[hash]
	if !ok {
		return
	}
	p.Last = v.Until
	a.data.Phones[hash] = p
	maps.DeleteFunc(a.visits, func(hash string, _ []Visit) bool { _, known := a.data.Phones[hash]; return !known })
	others := slices.DeleteFunc(a.visits[hash], func(o Visit) bool { return o.Device == v.Device && o.Address == v.Address })
	a.visits[hash] = append(others[max(0, len(others)-maxVisits+1):], v)
}

// Visits returns the last visits of the phone with a hash, the last one last.
func (a *Access) Visits(hash string) []Visit { return a.visits[hash] }
