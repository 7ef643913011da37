package companion

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// A host sees which phones are in, says who sits where, sends a phone away, makes another one host and changes the join code.

// mostListed is how many phones a host is shown.
const mostListed = 24

var (
	errNoPhone = lang.T("that phone is no longer at this table")
	errOneself = lang.T("a phone cannot do that to itself: another host can")
	errLocal   = lang.T("that is a browser on the table's own machine: whoever sits there is always host")
)

// phoneID is how hosts speak of a phone. Nobody can come in with it: neither the token nor its hash can be found from it.
func phoneID(hash string) string {
	sum := sha256.Sum256([]byte("phone " + hash))
	return hex.EncodeToString(sum[:6])
}

// phoneOf finds the phone of which a host speaks.
func (t *Table) phoneOf(id string) (hash string, f access.Phone, err error) {
	for hash, f := range t.access.Phones {
		if phoneID(hash) == id {
			return hash, f, nil
		}
	}
	return "", f, errNoPhone
}

// ofHost is a request that only a host may make.
func ofHost[R protocol.Request](do func(*Table, *Phone, R) error) func(*Table, *Phone, R) answer {
	return func(t *Table, p *Phone, r R) answer {
		if !p.kept.Host {
			return answered(errHost)
		}
		return answered(do(t, p, r))
	}
}

// kick sends a phone away: its token is worthless, its seat is free.
func (t *Table) kick(p *Phone, r protocol.KickRequest) error {
	hash, f, err := t.phoneOf(r.Phone)
	switch {
	case err != nil:
		return err
	case hash == p.hash:
		return errOneself
	case f.Local:
		return errLocal
	}
	for _, o := range t.phones {
		if o.hash == hash {
			o.kicked.Store(true)
			o.wake()
		}
	}
	t.phones = slices.DeleteFunc(t.phones, func(o *Phone) bool { return o.hash == hash })
	t.access.Forget(hash)
	t.log.Info("a phone was sent away", "device", f.Device)
	t.keepDesk()
	return nil
}

// give gives a phone a seat, whoever had it, or takes its seat away. Everybody is told: who has a seat sees its hand.
func (t *Table) give(_ *Phone, r protocol.GiveRequest) error {
	if t.game == nil {
		return errNoGame
	}
	hash, f, err := t.phoneOf(r.Phone)
	if err != nil {
		return err
	}
	c, game := t.game.Catalog, t.game.Journal.Name()
	if r.Seat == "" {
		t.vacate(hash)
		return nil
	}
	seat := c.Seat(c.Name(r.Seat))
	if seat == engine.NoSeat {
		return session.ErrNoSeat(r.Seat)
	}
	if holder, ok := t.access.Holder(game, r.Seat); ok {
		if holder == hash {
			return nil
		}
		t.vacate(holder)
	}
	f.Seat, f.Game = r.Seat, game
	t.keepAs(hash, f)
	t.announcer.announce(verdict{ok: true, text: lang.T("The host has given the seat of {1} to another phone.", t.game.Who(seat))}, resolver.Everyone, scene.CueNone)
	return nil
}

// makeHost makes a phone host beside the others, or takes that back.
func (t *Table) makeHost(p *Phone, r protocol.HostRequest) error {
	hash, f, err := t.phoneOf(r.Phone)
	switch {
	case err != nil:
		return err
	case !r.On && hash == p.hash: // there is always one left
		return errOneself
	case !r.On && f.Local:
		return errLocal
	}
	f.Host = r.On
	t.keepAs(hash, f)
	return nil
}

// changeCode makes a new join code. Phones that are in stay in.
func (t *Table) changeCode(*Phone, protocol.CodeRequest) error {
	t.access.ChangeCode()
	t.tellCode()
	t.log.Info("there is a new join code")
	t.keepDesk()
	return nil
}

// forgetKnocks puts away what the host was told of wrong codes.
func (t *Table) forgetKnocks(*Phone, protocol.KnocksRequest) error {
	t.access.ForgetFailedJoins()
	return nil
}

// roster are the phones as hosts see them: those that are here first, then those with a seat, then those that were here last. Of browsers on the
// machine itself that are away there is nothing to say.
func (t *Table) roster() []protocol.PhoneView {
	type listed struct {
		hash string
		access.Phone
		here bool
	}
	var all []listed
	for hash, f := range t.access.Phones {
		if t.game == nil || f.Game != t.game.Journal.Name() {
			f.Seat = ""
		}
		if l := (listed{hash, f, t.here(hash)}); l.here || !f.Local || f.Seat != "" {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(first(a.here, b.here), first(a.Seat != "", b.Seat != ""), b.Last.Compare(a.Last), cmp.Compare(a.hash, b.hash))
	})
	var seen []protocol.PhoneView
	for _, l := range all[:min(len(all), mostListed)] {
		v := protocol.PhoneView{ID: phoneID(l.hash), Device: l.Device, Seat: l.Seat, Host: l.Host, Here: l.here, Local: l.Local}
		if !l.here {
			v.Last = minute(l.Last)
		}
		seen = append(seen, v)
	}
	return seen
}

// first orders what holds before what does not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// minute is a moment as messages tell it that nobody needs exactly.
func minute(at time.Time) string { return at.UTC().Truncate(time.Minute).Format(time.RFC3339) }

// knocked is what hosts are told of wrong codes, the last ones first.
func (t *Table) knocked() []protocol.FailedJoin {
	var seen []protocol.FailedJoin
	for _, k := range slices.Backward(t.access.FailedJoins()) {
		seen = append(seen, protocol.FailedJoin{From: k.Network, Times: k.Times, Last: minute(k.Last)})
	}
	return seen
}

// forHost adds to a host's snapshot what hosts alone see.
func (l *presenter) forHost(s *protocol.Snapshot, hash string) {
	if l.phonesSeen == nil {
		l.phonesSeen, l.knocksSeen = l.roster(), l.knocked()
	}
	s.Phones, s.FailedJoins = slices.Clone(l.phonesSeen), l.knocksSeen
	own := phoneID(hash)
	for i := range s.Phones {
		s.Phones[i].You = s.Phones[i].ID == own
	}
}
