package companion

import (
	"cmp"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"familiar/companion/access"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// roster is who is at the table: the phones that are here, those that may come in, who sits where, and what phones have set.
type roster struct {
	log       *slog.Logger
	announcer *announcer
	access    *access.Access
	phones    []*Phone               // that are here
	code      atomic.Pointer[string] // the join code, for any goroutine
}

// open reads who may come from a state directory.
func (r *roster) open(dir string) {
	r.access = access.Open(dir)
	r.showCode()
	if r.access.Damage != nil {
		r.announcer.notice("warning", r.access.Damage)
	}
	if r.access.SaveErr != nil {
		r.unsaved(r.access.SaveErr)
	}
}

// settings are what phones have set. A change is written down by save.
func (r *roster) settings() *settings.Settings { return r.access.Settings() }

// joinCode is the code that lets a phone in. It may be asked from any goroutine.
func (r *roster) joinCode() string { return *r.code.Load() }

func (r *roster) showCode() {
	code := r.access.JoinCode()
	r.code.Store(&code)
}

// join lets a visitor in who reads a language.
func (r *roster) join(v access.Visitor, language string) (*Phone, error) {
	token, kept, err := r.access.Admit(v, time.Now())
	if err != nil {
		r.log.Warn("a visitor was not let in", "address", v.Address, "reason", err)
		return nil, err
	}
	p := &Phone{token: token, hash: access.Hash(token), language: language, updates: make(chan struct{}, 1), kept: kept}
	r.phones = append(r.phones, p)
	if v.Token != token {
		r.log.Info("a new phone is in", "device", cmp.Or(v.Device, "unknown"), "address", v.Address)
	}
	// A line that comes and goes is not written down each time.
	if known, ok := r.access.Phone(p.hash); ok && known.Host == kept.Host && known.Local == v.Local && time.Since(known.Last) < time.Minute {
		return p, nil
	}
	r.change(p, func(f *access.Phone) {
		f.Local, f.Last = v.Local, time.Now()
		f.Device = cmp.Or(v.Device, f.Device)
	})
	return p, nil
}

// left notes that a phone has gone. It is written down with the next change.
func (r *roster) left(p *Phone) {
	r.phones = slices.DeleteFunc(r.phones, func(o *Phone) bool { return o == p })
	r.access.Left(p.hash, time.Now())
}

// has reports whether a phone is here, and was not sent away.
func (r *roster) has(p *Phone) bool { return slices.Contains(r.phones, p) }

// here reports whether the phone of a hash is connected.
func (r *roster) here(hash string) bool {
	return slices.ContainsFunc(r.phones, func(p *Phone) bool { return p.hash == hash })
}

// connections are those of the phone of a hash.
func (r *roster) connections(hash string) []*Phone {
	var all []*Phone
	for _, p := range r.phones {
		if p.hash == hash {
			all = append(all, p)
		}
	}
	return all
}

// seatOf is a phone's seat in a game, nil if none is under way: engine.Public if it merely watches.
func (r *roster) seatOf(p *Phone, g *session.Game) engine.Seat {
	if g == nil || p.kept.Game != g.Journal.Name() || p.kept.Seat == "" {
		return engine.Public
	}
	if s := g.Catalog.Seat(g.Catalog.Name(p.kept.Seat)); s != engine.NoSeat {
		return s
	}
	return engine.Public
}

// change changes what a phone is, for all connections of that phone, and writes it down. A full disk is no reason to keep
// anybody from the table.
func (r *roster) change(p *Phone, change func(*access.Phone)) {
	change(&p.kept)
	r.remember(p.hash, p.kept)
}

// remember notes what the phone of a hash is, which may be away, and writes it down.
func (r *roster) remember(hash string, f access.Phone) {
	for _, p := range r.connections(hash) {
		p.kept = f
	}
	r.access.Remember(hash, f, r.here)
	r.save()
}

// save writes down which phones are in, who sits where, and what they have set.
func (r *roster) save() {
	if err := r.access.Save(); err != nil {
		r.unsaved(err)
		return
	}
	r.announcer.withdraw(phonesNotKept)
}

func (r *roster) unsaved(err error) {
	r.log.Warn("phones", "error", err)
	r.announcer.notice("warning", phonesNotKept)
}

var phonesNotKept = lang.T("The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full.")

// sit gives a phone a free seat of a game.
func (r *roster) sit(p *Phone, g *session.Game, seat string) error {
	if g == nil {
		return errNoGame
	}
	c := g.Catalog
	if c.Seat(c.Name(seat)) == engine.NoSeat {
		return session.ErrNoSeat(seat)
	}
	game := g.Journal.Name()
	if hash, ok := r.access.Holder(game, seat); ok && hash != p.hash {
		// A phone that is away may be lost or empty: the host may go on in its place.
		if r.here(hash) || !p.kept.Host {
			return lang.T("another phone has the seat of {1}: it can give it back, or the host can take it while that phone is away", c.Title(c.Name(seat)))
		}
		r.vacate(hash)
	}
	// A game goes on without a host where the list of phones was lost, or where the power went before it told who has begun the game.
	host := p.kept.Host || !r.access.HasHost()
	r.change(p, func(f *access.Phone) { f.Seat, f.Game, f.Host = seat, game, host })
	return nil
}

// vacate takes its seat from the phone of a hash.
func (r *roster) vacate(hash string) {
	f, _ := r.access.Phone(hash)
	f.Seat, f.Game = "", ""
	r.remember(hash, f)
}

// moveOn leaves those who played a game in their seats of the next one, as far as they play again.
func (r *roster) moveOn(from string, next *session.Game) {
	moved := r.access.Move(from, next.Journal.Name(), next.Setup.Seats)
	if len(moved) == 0 {
		return
	}
	for _, p := range r.phones {
		if f, ok := moved[p.hash]; ok {
			p.kept.Game, p.kept.Seat = f.Game, f.Seat
		}
	}
	r.save()
}

// allowHints allows hints at this table, or forbids them.
func (r *roster) allowHints(on bool) {
	r.settings().NoHints = !on
	r.save()
}
