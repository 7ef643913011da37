package companion

import (
	"maps"
	"slices"
	"time"

	"familiar/companion/access"
	"familiar/companion/limits"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// A host sees the phones, gives them seats, sends a phone away, makes another one host and changes the join code.

var (
	errOneself = lang.T("a phone cannot do that to itself: another host can")
	errEarlier = lang.T("that phone was host before this one: only a host from before it can do that")
	errCodes   = lang.T("many join codes have just been made: wait a minute")
	errLocal   = lang.T("that is a browser on the table's own machine: whoever sits there is always host")
	errOnlyOut = lang.T("that phone was sent away, but many join codes have just been made: make a new one in a minute")
	errOut     = lang.T("you are host of this game only: a host of all games can send everybody out")
	errDoor    = lang.T("you are host of this game only: a host of all games decides whether new phones wait")
)

// kick sends a phone away: its token becomes worthless and its seat free. It comes in again with a new join code only, which may be made at once. If too many codes were made
// lately, the phone is sent away all the same.
func (r *roster) kick(by caller, id string, newCode bool, g *session.Game) error {
	hash, f, err := r.access.WithID(id)
	switch {
	case err != nil:
		return err
	case hash == by.hash:
		return errOneself
	case f.Local:
		return errLocal
	case !f.Yields(by.kept):
		return errEarlier
	}
	r.tellUnseated(by.Phone, f, g)
	r.end(hash, protocol.RefusedKicked, nil)
	r.access.Remove(hash)
	r.log.Info("a phone was sent away", "device", f.Device)
	r.save()
	switch {
	case !newCode:
		return nil
	case !r.allow(limits.Code, by, time.Now()):
		return errOnlyOut
	}
	r.changeCode(by, false, g)
	return nil
}

// give gives a phone a seat, whoever had it, or takes the phone's seat away. Everybody is told, because the new player sees the hand of that seat.
func (r *roster) give(by caller, ask protocol.GiveRequest, g *session.Game) error {
	if g == nil {
		return errNoGame
	}
	c, game := g.Catalog, g.Journal.Name()
	hash, f, err := r.access.WithID(ask.Phone)
	holder, held := r.access.Holder(game, ask.Seat)
	switch {
	case err != nil:
		return err
	case !r.access.MayGive(by.kept, hash, game, ask.Seat):
		return errEarlier
	case ask.Seat == "":
		r.tellUnseated(by.Phone, f, g)
		r.vacate(hash, g)
		return nil
	case c.Seat(c.Name(ask.Seat)) == engine.NoSeat:
		return session.NoSeatError(ask.Seat)
	case held && holder == hash:
		return nil
	case held:
		r.vacate(holder, g)
	}
	f.Seat, f.Game, f.Had, f.Played = ask.Seat, game, f.Seen(game, g.Begun()), true
	r.remember(hash, f)
	seat := c.Seat(c.Name(ask.Seat))
	text := lang.T("{1} has given the seat of {2} to another phone", g.Who(by.seat), g.Who(seat))
	if f.Had != "" && f.Had != f.Seat {
		text = lang.T("{1} has given the seat of {2} to the phone that has had the seat of {3}", g.Who(by.seat), g.Who(seat), c.Title(c.Name(f.Had)))
	}
	r.tell(g, seat, lang.Sentence(text))
	return nil
}

// tellUnseated tells everybody that the host with a phone takes the seat from another phone, if that has one and the game is played.
func (r *roster) tellUnseated(p *Phone, f access.Phone, g *session.Game) {
	if g != nil && g.Begun() && f.Seat != "" && f.Game == g.Journal.Name() {
		seat := g.Catalog.Seat(g.Catalog.Name(f.Seat))
		r.tell(g, seat, lang.Sentence(lang.T("{1} has taken the seat of {2} from its phone", g.Who(r.seatOf(p, g)), g.Who(seat))))
	}
}

// makeHost makes a phone a host beside the others, which the log of a game tells everybody, or no longer one. g is nil if no game is on the table.
func (r *roster) makeHost(p *Phone, g *session.Game, ask protocol.HostRequest) error {
	hash, f, err := r.access.WithID(ask.Phone)
	full := r.access.MayAddHost(p.kept)
	switch {
	case err != nil:
		return err
	case !ask.On && hash == p.hash: // one host always remains
		return errOneself
	case !ask.On && f.Local:
		return errLocal
	case !ask.On && !f.Yields(p.kept):
		return errEarlier
	case ask.On && !f.Host && full != nil:
		return full
	}
	before := f
	r.access.MakeHost(&f, p.kept, ask.On)
	if g != nil && ask.On && f != before {
		g.NoteHost(r.seatOf(p, g), seatIn(f, g))
	}
	r.remember(hash, f)
	return nil
}

// countStart counts a game that a phone begins, with an owner's card list or not, and reports whether it may. What a host begins counts for all guests and for later hosts, too, and what a guest begins for
// all guests, but for no host: so nobody keeps an earlier host from beginning a game. The table's own machine has no limit.
func (r *roster) countStart(c caller, ownList bool) bool {
	now, network := time.Now(), access.NetworkOf(c.visitor.Address)
	if c.kept.Local {
		return true
	}
	if !c.host() && (r.limits.Reached(limits.GuestStart, "", now) || !r.limits.Allow(limits.NetworkStart, network, now) || ownList && !r.limits.Allow(limits.GuestList, "", now)) ||
		!r.allow(limits.Start, c, now) {
		return false
	}
	r.limits.Allow(limits.GuestStart, "", now)
	return true
}

// allow counts something that a phone does, and reports whether it may. What a host does counts for all later hosts, too: so they do no more than one host, and keep no
// earlier one from doing it.
func (r *roster) allow(limit limits.Limit, c caller, now time.Time) bool {
	if !r.limits.Allow(limit, c.ID(), now) {
		return false
	}
	for hash, f := range r.access.Phones {
		if c.host() && f.Host && f.Rank > c.kept.Rank {
			r.limits.Allow(limit, f.ID(hash), now)
		}
	}
	return true
}

// beginner makes the phone that has begun a game a host, if it is none. It may begin no more games now than all guests.
func (r *roster) beginner(c caller, g *session.Game) {
	if !c.host() {
		r.limits.Follow(limits.Start, c.ID(), limits.GuestStart, "", time.Now())
		r.change(c.Phone, func(f *access.Phone) { r.access.MakeHostOf(f, g.Journal.Name()) })
	}
}

// endHosts ends the rights of phones that were host of a game which is not on the table any more.
func (r *roster) endHosts() {
	for hash, f := range r.access.NoLongerHosts() {
		r.remember(hash, f)
	}
}

// askCode makes a new join code for a host, who may send all phones out that are no hosts.
func (r *roster) askCode(by caller, out bool, g *session.Game) error {
	switch {
	case out && by.kept.HostOf != "":
		return errOut
	case !r.allow(limits.Code, by, time.Now()):
		return errCodes
	}
	if out {
		r.sendOut()
	}
	r.changeCode(by, out, g)
	return nil
}

// sendOut ends the tokens of all phones but those of hosts and those on the machine itself: somebody whom a host wants to be rid of may have any number of phones. Hosts of one
// game only go, too, as whoever was faster than the others has begun it.
func (r *roster) sendOut() {
	for hash, f := range maps.Collect(r.access.Phones) {
		if !f.Local && (!f.Host || f.HostOf != "") {
			r.access.Forget(hash)
			r.end(hash, protocol.RefusedNoCode, nil)
		}
	}
}

// changeCode makes a new join code. The log of a game tells that, and whether all phones but those of hosts were sent out. Those that wait came with the old code.
func (r *roster) changeCode(by caller, out bool, g *session.Game) {
	if g != nil {
		text := lang.T("{1} has made a new join code", g.Who(by.seat))
		if out {
			text = lang.T("{1} has made a new join code, and has sent all phones out that are no hosts", g.Who(by.seat))
		}
		g.NoteAct("code", by.seat, engine.NoSeat, lang.Sentence(text))
	}
	r.access.ChangeCode()
	for _, p := range slices.Clone(r.waiting) {
		r.turnAway(p, protocol.RefusedNoCode)
	}
	r.publishCode()
	r.log.Info("there is a new join code", "all out", out)
	r.save()
}

// phoneViews returns the phones as hosts see them.
func (r *roster) phoneViews(g *session.Game) []protocol.PhoneView {
	game := ""
	if g != nil {
		game = g.Journal.Name()
	}
	var views []protocol.PhoneView
	for _, l := range r.access.List(game, r.here) {
		v := protocol.PhoneView{ID: l.ID(l.Hash), Device: l.Device, Seat: l.Seat, Host: l.Host, Here: l.Here, Local: l.Local}
		if !l.Here {
			v.Last = minute(l.Last)
		}
		views = append(views, v)
	}
	return views
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
