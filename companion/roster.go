package companion

import (
	"cmp"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/access"
	"familiar/companion/announce"
	"familiar/companion/limits"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// roster is who is at the table: the phones that are connected, those that are known, who sits where, and what phones have set.
type roster struct {
	log       *slog.Logger
	announcer *announce.Announcer
	access    *access.Access
	saver     *access.Saver
	phones    []*Phone               // the connected ones
	waiting   []*Phone               // those that wait until a host lets them in
	marks     int                    // the last one that was given to one of them
	code      atomic.Pointer[string] // the join code, for any goroutine
	limits    limits.Limits          // what phones and seats have done
	refused   rate.Sometimes         // how often a visitor who is refused is logged: strangers can be refused any number of times
}

// open reads who may join from a state directory.
func (r *roster) open(dir string) {
	r.access = access.Open(dir)
	r.saver = access.NewSaver(r.access, r.reportSave)
	r.publishCode()
	if r.access.Damage != nil {
		r.announcer.Notice(r.access.Damage)
	}
	if r.access.SaveErr != nil {
		r.reportSave(r.access.SaveErr)
	}
}

// settings returns what phones have set. The caller may change it; save writes it.
func (r *roster) settings() *settings.Settings { return r.access.Settings() }

// joinCode returns the code that lets a phone in. It may be called from any goroutine.
func (r *roster) joinCode() string { return *r.code.Load() }

// publishCode makes the join code known to joinCode.
func (r *roster) publishCode() {
	code := r.access.JoinCode()
	r.code.Store(&code)
}

// join lets a visitor in who reads a language.
func (r *roster) join(v access.Visitor, language string) (*Phone, error) {
	before := r.access.LinkedPhone(v.Link)
	token, kept, err := r.access.Admit(v, time.Now())
	if errors.Is(err, access.ErrApproval) {
		return r.letWait(v, language), nil
	}
	if err != nil {
		r.refused.Do(func() { r.log.Warn("a visitor was not let in", "address", v.Address, "reason", err) })
		return nil, err
	}
	r.end(before, protocol.RefusedCarried, nil)
	p := newPhone(v, language)
	switch {
	case before != "":
		r.log.Info("a phone goes on over TLS", "device", cmp.Or(v.Device, "unknown"), "address", v.Address)
	case v.Token != token:
		r.log.Info("a new phone is in", "device", cmp.Or(v.Device, "unknown"), "address", v.Address)
	}
	r.enter(p, token, kept)
	return p, nil
}

// enter makes a visitor one of the connected phones.
func (r *roster) enter(p *Phone, token string, kept access.Phone) {
	v := p.visitor
	p.setToken(token, kept)
	r.phones = append(r.phones, p)
	// A connection that comes and goes is not saved each time.
	if known, ok := r.access.Phone(p.hash); ok && known.Host == kept.Host && known.Local == v.Local && time.Since(known.Last) < time.Minute {
		return
	}
	r.change(p, func(f *access.Phone) {
		f.Local, f.Last = v.Local, time.Now()
		f.Device = cmp.Or(v.Device, f.Device)
	})
}

// disconnected notes that a phone has gone. The next change writes that to disk. A phone that has a seat, and is not there when the game begins, is announced when it comes back.
func (r *roster) disconnected(p *Phone, g *session.Game) {
	r.phones = slices.DeleteFunc(r.phones, func(o *Phone) bool { return o == p })
	r.waiting = slices.DeleteFunc(r.waiting, func(o *Phone) bool { return o == p })
	if f, ok := r.access.Phone(p.hash); ok && r.seatOf(p, g) != engine.Public && !g.Begun() && !r.here(p.hash) {
		f.Absent = true
		r.remember(p.hash, f)
	}
	r.access.Left(p.hash, p.visit())
}

// has reports whether a phone is connected, and was not sent away.
func (r *roster) has(p *Phone) bool { return slices.Contains(r.phones, p) }

// here reports whether the phone with a hash is connected.
func (r *roster) here(hash string) bool {
	return slices.ContainsFunc(r.phones, func(p *Phone) bool { return p.hash == hash })
}

// connections returns the connections of the phone with a hash.
func (r *roster) connections(hash string) []*Phone {
	var all []*Phone
	for _, p := range r.phones {
		if p.hash == hash {
			all = append(all, p)
		}
	}
	return all
}

// end ends the connections of the phone with a hash, but for one, which may be nil.
func (r *roster) end(hash string, why protocol.RefusalCode, but *Phone) {
	for _, p := range r.disconnect(hash, but) {
		p.end(why)
	}
}

// disconnect takes the connections of the phone with a hash from the table, but for one, which may be nil, and returns them. They see nothing more and can ask nothing more.
func (r *roster) disconnect(hash string, but *Phone) (all []*Phone) {
	r.phones = slices.DeleteFunc(r.phones, func(p *Phone) bool {
		if p.hash != hash || p == but {
			return false
		}
		r.access.Left(hash, p.visit())
		all = append(all, p)
		return true
	})
	return all
}

// seatOf returns a phone's seat in a game; engine.Public if it merely watches, or if g is nil.
func (r *roster) seatOf(p *Phone, g *session.Game) engine.Seat { return seatIn(p.kept, g) }

// seatIn is seatOf for a phone as it is saved.
func seatIn(f access.Phone, g *session.Game) engine.Seat {
	if g != nil && f.Game == g.Journal.Name() && f.Seat != "" {
		if s := g.Catalog.Seat(g.Catalog.Name(f.Seat)); s != engine.NoSeat {
			return s
		}
	}
	return engine.Public
}

// change changes a phone, in all its connections, and saves that. A full disk keeps nobody from the table.
func (r *roster) change(p *Phone, change func(*access.Phone)) {
	change(&p.kept)
	r.remember(p.hash, p.kept)
}

// remember notes what the phone with a hash is now, connected or not, and saves that if it is a change.
func (r *roster) remember(hash string, f access.Phone) {
	if known, ok := r.access.Phone(hash); ok && known == f {
		return
	}
	for _, p := range r.connections(hash) {
		p.kept = f
	}
	r.access.Remember(hash, f, r.here)
	r.save()
}

// save writes the phones, their seats and the settings to disk.
func (r *roster) save() { r.saver.Save() }

// reportSave tells everybody if the phones could not be saved.
func (r *roster) reportSave(err error) {
	if err == nil {
		r.announcer.Withdraw(phonesNotSaved)
		return
	}
	r.log.Warn("phones", "error", err)
	r.announcer.Notice(phonesNotSaved)
}

var phonesNotSaved = lang.T("The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full.")

// sit gives a phone a free seat of a game. Once the game is played everybody is told, because the seat has a hand. A phone that has had another seat of that game
// knows another hand, and needs a host for it.
func (r *roster) sit(p *Phone, g *session.Game, seat string) error {
	if g == nil {
		return errNoGame
	}
	c := g.Catalog
	if c.Seat(c.Name(seat)) == engine.NoSeat {
		return session.NoSeatError(seat)
	}
	game := g.Journal.Name()
	hash, taken := r.access.Holder(game, seat)
	if taken && hash == p.hash {
		return nil
	}
	had := p.kept.Seen(game, g.Begun())
	if had != "" && had != seat && !p.kept.Host {
		return lang.T("you have had the seat of {1} in this game: only the host can give you another one", c.Title(c.Name(had)))
	}
	if g.Begun() && !p.kept.Local && !r.limits.Allow(limits.Sit, p.ID(), time.Now()) {
		return lang.T("you have sat down very often: wait half a minute")
	}
	if taken {
		// A phone that is away may be lost or out of power: the host may take its seat, but not that of an earlier host.
		switch {
		case r.here(hash) || !p.kept.Host:
			return lang.T("another phone has the seat of {1}: it can give it back, or the host can take it while that phone is away", c.Title(c.Name(seat)))
		case !r.access.MayGive(p.kept, p.hash, game, seat):
			return errEarlier
		}
		r.vacate(hash, g)
	}
	// There may be no host: the list of phones was lost, or the power failed before the host was saved.
	host := p.kept.Host || !r.access.HasHost()
	r.change(p, func(f *access.Phone) { f.Seat, f.Game, f.Had, f.Host, f.Played = seat, game, had, host, true })
	r.taken(p, g)
	return nil
}

// taken notes that a phone has come to its seat, and tells everybody once the game is played.
func (r *roster) taken(p *Phone, g *session.Game) {
	r.change(p, func(f *access.Phone) { f.Absent = false })
	seat, had := r.seatOf(p, g), p.kept.Had
	switch {
	case seat == engine.Public || !g.Begun():
	case had != "" && had != p.kept.Seat:
		r.tell(g, seat, lang.T("The phone that has had the seat of {1} has taken the seat of {2}.", g.Catalog.Title(g.Catalog.Name(had)), g.Who(seat)))
	default:
		r.tell(g, seat, lang.T("A phone has taken the seat of {1}.", g.Who(seat)))
	}
}

// tell tells everybody who has a seat now, and notes it.
func (r *roster) tell(g *session.Game, seat engine.Seat, text lang.Localized) {
	g.NoteSeat(seat, text)
	r.announcer.Announce(text, resolver.Everyone, scene.CueNone)
}

// vacate takes the seat from the phone with a hash.
func (r *roster) vacate(hash string, g *session.Game) {
	f, _ := r.access.Phone(hash)
	if g != nil {
		f.Had = f.Seen(g.Journal.Name(), g.Begun())
	}
	f.Seat = ""
	r.remember(hash, f)
}

// moveSeats gives the players of a game their seats in the next one, as far as they play again. Where a seat came to a phone in the middle of that game, the log of the
// next one says so, too: that may have been a short game, between two that matter to the players.
func (r *roster) moveSeats(from lastGame, next *session.Game) {
	moved := r.access.Move(from.id, next.Journal.Name(), next.Setup.Seats, r.here)
	if len(moved) == 0 {
		return
	}
	for _, p := range r.phones {
		if f, ok := moved[p.hash]; ok {
			p.kept = f
		}
	}
	for _, seat := range from.noted {
		if hash, taken := r.access.Holder(next.Journal.Name(), seat); taken && r.here(hash) {
			seat := next.Catalog.Seat(next.Catalog.Name(seat))
			next.NoteSeat(seat, lang.T("The phone that has come to the seat of {1} during the game before has it in this one, too.", next.Who(seat)))
		}
	}
	r.save()
}

// setBoldness sets how much the table decides by itself, which the log of a game tells. It has a limit.
func (r *roster) setBoldness(by caller, as protocol.Boldness, g *session.Game) error {
	switch {
	case as != protocol.Careful && as != protocol.Usual && as != protocol.Bold:
		return lang.T("the table can be careful, usual or bold")
	case r.settings().Boldness == as:
		return nil
	case !r.allow(limits.Boldness, by, time.Now()):
		return lang.T("how much the table decides by itself was changed very often: wait half a minute")
	}
	r.settings().Boldness = as
	if g != nil {
		g.NoteAct("boldness", by.seat, engine.NoSeat, lang.Sentence(session.BoldnessSet(as, g.Who(by.seat))))
	}
	r.save()
	return nil
}

// allowHints allows hints at this table, or forbids them.
func (r *roster) allowHints(on bool) {
	if r.settings().NoHints == on {
		r.settings().NoHints = !on
		r.save()
	}
}
