package access

import "familiar/engine/lang"

// Hosts have rights that others do not have. Nobody uses them against those who were hosts earlier.

// MostHosts is how many phones can be made hosts. Hosts are never forgotten, so their number needs a limit.
const MostHosts = 24

// MostHostsOfGame is how many phones can be hosts of one game only. The other places are left for hosts of all games.
const MostHostsOfGame = 12

var (
	errManyHosts       = lang.T("there are {1} hosts already: one of them has to give that up first", MostHosts)
	errManyHostsOfGame = lang.T("{1} phones are hosts of this game already: one of them has to give that up first, or a host of all games adds another one", MostHostsOfGame)
)

// MakeHost makes a phone a host, or no longer one. A new host has the rights of the host that makes it one: for all games, or for one game only. A phone that is a host already
// keeps its rank, and loses no right.
func (a *Access) MakeHost(p *Phone, by Phone, on bool) {
	switch {
	case !on:
		p.endHost()
	case !p.Host:
		a.addHost(p)
		p.HostOf = by.HostOf
	case by.HostOf == "":
		p.HostOf = ""
	}
}

// addHost makes a phone a host, whose rank is the highest.
func (a *Access) addHost(p *Phone) {
	p.Host, p.Rank = true, 0
	for _, other := range a.data.Phones {
		if other.Host {
			p.Rank = max(p.Rank, other.Rank+1)
		}
	}
}

// endHost makes a phone no host.
func (p *Phone) endHost() { p.Host, p.HostOf, p.Rank = false, "", 0 }

// MakeHostOf makes a phone that has begun a game its host. Only if no phone was host before, it is the host of all games that follow, too: so the number of hosts does not
// grow with each game. Browsers on the machine itself do not count: nobody may sit there.
func (a *Access) MakeHostOf(p *Phone, game string) {
	isFirst := true
	for _, other := range a.data.Phones {
		isFirst = isFirst && (!other.Host || other.HostOf != "" || other.Local)
	}
	a.addHost(p)
	if !isFirst {
		p.HostOf = game
	}
}

// NoLongerHosts returns the phones that were host of a game which is not on the table any more, by their hashes, as no hosts. If there is no other host, the earliest of
// them stays one.
func (a *Access) NoLongerHosts() map[string]Phone {
	ended, hosts, earliest := make(map[string]Phone), a.Hosts(), ""
	for hash, p := range a.data.Phones {
		if p.HostOf != "" && p.HostOf != a.data.Game.ID {
			if earliest == "" || p.Rank < ended[earliest].Rank {
				earliest = hash
			}
			ended[hash] = p
		}
	}
	for hash, p := range ended {
		if hash == earliest && hosts == len(ended) {
			p.HostOf = ""
		} else {
			p.endHost()
		}
		ended[hash] = p
	}
	return ended
}

// Yields reports whether a host may send the phone away, or take away that it is a host: nobody does so to those who were hosts earlier.
func (p Phone) Yields(to Phone) bool { return !p.Host || p.Rank >= to.Rank }

// HasHost reports whether any phone is a host.
func (a *Access) HasHost() bool { return a.Hosts() > 0 }

// MayAddHost returns why a host may not make one more phone a host, nil if it may.
func (a *Access) MayAddHost(by Phone) error {
	ofGame := 0
	for _, p := range a.data.Phones {
		if p.HostOf != "" {
			ofGame++
		}
	}
	switch {
	case a.Hosts() >= MostHosts:
		return errManyHosts
	case by.HostOf != "" && ofGame >= MostHostsOfGame:
		return errManyHostsOfGame
	}
	return nil
}

// Hosts returns how many phones are hosts, connected or not.
func (a *Access) Hosts() int {
	n := 0
	for _, p := range a.data.Phones {
		if p.Host {
			n++
		}
	}
	return n
}

// MayGive reports whether a host may give a phone a seat of a game, or, if seat is empty, take away the seat that the phone has. It may not if somebody would get or lose
// a seat who became host before it: that phone may be away, and then nobody here could take the seat from it again.
func (a *Access) MayGive(by Phone, hash, game, seat string) bool {
	p, has := a.data.Phones[hash], ""
	if p.Game == game {
		has = p.Seat
	}
	if has != seat && !p.Yields(by) {
		return false
	}
	holder, held := a.Holder(game, seat)
	return seat == "" || !held || holder == hash || a.data.Phones[holder].Yields(by)
}
