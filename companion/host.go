package companion

import (
	"cmp"
	"slices"
	"time"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// A host sees the phones, gives them seats, sends a phone away, makes another one host and changes the join code.

// maxListed is how many phones a host is shown.
const maxListed = 24

var (
	errNoPhone = lang.T("that phone is no longer at this table")
	errOneself = lang.T("a phone cannot do that to itself: another host can")
	errEarlier = lang.T("that phone was host before this one: only a host from before it can do that")
	errLocal   = lang.T("that is a browser on the table's own machine: whoever sits there is always host")
)

// phoneWithID returns the phone that a host's request names.
func (r *roster) phoneWithID(id string) (hash string, f access.Phone, err error) {
	for hash, f := range r.access.Phones {
		if f.ID(hash) == id {
			return hash, f, nil
		}
	}
	return "", f, errNoPhone
}

// kick sends a phone away: its token becomes worthless and its seat free. It comes in again with a new join code only, which may be made at once.
func (r *roster) kick(p *Phone, id string, newCode bool) error {
	hash, f, err := r.phoneWithID(id)
	switch {
	case err != nil:
		return err
	case hash == p.hash:
		return errOneself
	case f.Local:
		return errLocal
	case !f.Yields(p.kept):
		return errEarlier
	}
	r.end(hash, protocol.RefusedKicked, nil)
	r.access.Remove(hash)
	r.log.Info("a phone was sent away", "device", f.Device)
	if newCode {
		r.changeCode()
	}
	r.save()
	return nil
}

// give gives a phone a seat, whoever had it, or takes the phone's seat away. Everybody is told, because the new player sees the hand of that seat.
func (r *roster) give(by caller, ask protocol.GiveRequest, g *session.Game) error {
	if g == nil {
		return errNoGame
	}
	c, game := g.Catalog, g.Journal.Name()
	hash, f, err := r.phoneWithID(ask.Phone)
	holder, held := r.access.Holder(game, ask.Seat)
	switch {
	case err != nil:
		return err
	case !r.access.MayGive(by.kept, hash, game, ask.Seat):
		return errEarlier
	case ask.Seat == "":
		r.vacate(hash, g)
		return nil
	case c.Seat(c.Name(ask.Seat)) == engine.NoSeat:
		return session.NoSeatError(ask.Seat)
	case held && holder == hash:
		return nil
	case held:
		r.vacate(holder, g)
	}
	f.Seat, f.Game, f.Had, f.Played = ask.Seat, game, f.Seen(game, g.Steps.Begun()), true
	r.remember(hash, f)
	seat := g.Who(c.Seat(c.Name(ask.Seat)))
	text := lang.T("The host has given the seat of {1} to another phone.", seat)
	if f.Had != "" && f.Had != f.Seat {
		text = lang.T("The host has given the seat of {1} to the phone that has had the seat of {2}.", seat, c.Title(c.Name(f.Had)))
	}
	r.tell(g, text)
	return nil
}

// mostHosts is how many phones can be made hosts. Hosts are never forgotten, so their number needs a limit.
const mostHosts = 24

// makeHost makes a phone a host beside the others, or no longer one.
func (r *roster) makeHost(p *Phone, ask protocol.HostRequest) error {
	hash, f, err := r.phoneWithID(ask.Phone)
	switch {
	case err != nil:
		return err
	case !ask.On && hash == p.hash: // one host always remains
		return errOneself
	case !ask.On && f.Local:
		return errLocal
	case !ask.On && !f.Yields(p.kept):
		return errEarlier
	case ask.On && !f.Host && r.access.Hosts() >= mostHosts:
		return lang.T("there are {1} hosts already: one of them has to give that up first", mostHosts)
	}
	r.access.MakeHost(&f, ask.On)
	r.remember(hash, f)
	return nil
}

// changeCode makes a new join code. Phones that have joined stay; those that wait came with the old one.
func (r *roster) changeCode() {
	r.access.ChangeCode()
	for _, p := range slices.Clone(r.waiting) {
		r.turnAway(p, protocol.RefusedNoCode)
	}
	r.publishCode()
	r.log.Info("there is a new join code")
	r.save()
}

// phoneViews returns the phones as hosts see them: connected ones first, then those with a seat, then those that left last, and no browser of the
// machine that is away without a seat.
func (r *roster) phoneViews(g *session.Game) []protocol.PhoneView {
	type listed struct {
		hash string
		access.Phone
		here bool
	}
	var all []listed
	for hash, f := range r.access.Phones {
		if g == nil || f.Game != g.Journal.Name() {
			f.Seat = ""
		}
		if l := (listed{hash, f, r.here(hash)}); l.here || !f.Local || f.Seat != "" {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(trueFirst(a.here, b.here), trueFirst(a.Seat != "", b.Seat != ""), b.Last.Compare(a.Last), cmp.Compare(a.hash, b.hash))
	})
	var views []protocol.PhoneView
	for _, l := range all[:min(len(all), maxListed)] {
		v := protocol.PhoneView{ID: l.ID(l.hash), Device: l.Device, Seat: l.Seat, Host: l.Host, Here: l.here, Local: l.Local}
		if !l.here {
			v.Last = minute(l.Last)
		}
		views = append(views, v)
	}
	return views
}

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

// minute writes a moment for messages, to the minute.
func minute(at time.Time) string { return at.UTC().Truncate(time.Minute).Format(time.RFC3339) }

// failedJoins returns what hosts are shown of wrong codes, the last ones first.
func (r *roster) failedJoins() []protocol.FailedJoin {
	var views []protocol.FailedJoin
	for _, k := range slices.Backward(r.access.FailedJoins()) {
		views = append(views, protocol.FailedJoin{From: k.Network, Times: k.Times, Last: minute(k.Last)})
	}
	return views
}
