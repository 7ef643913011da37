package access

import (
	"cmp"
	"slices"
)

// A host is shown so many phones, or if there are very many hosts, all of these and so many guests.
const (
	maxListed = 24
	minGuests = 12
)

// Listed is a phone as hosts see it.
type Listed struct {
	Phone
	Hash string // of its token
	Here bool   // it is connected
}

// List returns the phones as hosts see them: connected ones first, then those with a seat of the game, then those that left last, and no browser of the machine that is
// away without a seat. However many guests there are, no host and no player is missing. Here reports whether the phone with a hash is connected.
func (a *Access) List(game string, here func(hash string) bool) []Listed {
	var all []Listed
	for hash, p := range a.data.Phones {
		if p.Game != game {
			p.Seat = ""
		}
		if l := (Listed{p, hash, here(hash)}); l.Here || !p.Local || p.Seat != "" {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(l, m Listed) int {
		return cmp.Or(trueFirst(l.Here, m.Here), trueFirst(l.Seat != "", m.Seat != ""), m.Last.Compare(l.Last), cmp.Compare(l.ID(l.Hash), m.ID(m.Hash)))
	})
	guests := maxListed
	for _, l := range all {
		if !l.isGuest() {
			guests--
		}
	}
	guests = max(guests, minGuests)
	return slices.DeleteFunc(all, func(l Listed) bool {
		if l.isGuest() {
			guests--
		}
		return l.isGuest() && guests < 0
	})
}

func (l Listed) isGuest() bool { return !l.Host && l.Seat == "" }

// trueFirst compares two bools, so that true comes first.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
