package companion

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"familiar/companion/access"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// Phone is a viewer that was let in: a phone, a tablet, a browser.
type Phone struct {
	table   *Table
	token   string
	hash    string
	updates chan struct{}
	newest  atomic.Pointer[protocol.Snapshot]
	// language is the code of the one that the viewer reads.
	language string
	hint     atomic.Pointer[protocol.Hint]
	laid     atomic.Pointer[protocol.ProbedCard]
	kicked   atomic.Bool
	upload   listeditor.Upload // of a card list; the list editor has it

	kept access.Phone // belongs to the table's goroutine
}

// viewer is what decides how much a phone sees.
type viewer struct {
	seat engine.Seat
	host bool
	// language is the code of the one that it reads.
	language string
	hash     string // of a host's phone: it sees which one it is among all
}

// Join lets a visitor in. The phone must be left in the end.
func (t *Table) Join(ctx context.Context, v access.Visitor) (*Phone, error) {
	type joined struct {
		phone   *Phone
		refused error
	}
	j, err := ask(ctx, t, func() joined {
		p, err := t.join(v)
		return joined{p, err}
	}, func(j joined) {
		t.left(j.phone)
		t.show()
	})
	if err != nil {
		return nil, err
	}
	return j.phone, j.refused
}

func (t *Table) join(v access.Visitor) (*Phone, error) {
	token, kept, err := t.access.Admit(v, time.Now())
	if err != nil {
		t.log.Warn("a visitor was not let in", "address", v.Address, "reason", err)
		return nil, err
	}
	p := &Phone{table: t, token: token, hash: access.Hash(token), language: t.languageOf(v.Language), updates: make(chan struct{}, 1), kept: kept}
	t.phones = append(t.phones, p)
	if v.Token != token {
		t.log.Info("a new phone is in", "device", cmp.Or(v.Device, "unknown"), "address", v.Address)
	}
	// A line that comes and goes is not written down each time.
	if known, ok := t.access.Phone(p.hash); ok && known.Host == kept.Host && known.Local == v.Local && time.Since(known.Last) < time.Minute {
		return p, nil
	}
	t.keep(p, func(f *access.Phone) {
		f.Local, f.Last = v.Local, time.Now()
		f.Device = cmp.Or(v.Device, f.Device)
	})
	return p, nil
}

// languageOf is a language that the table speaks, or one of its games: the one of a code, or else English.
func (t *Table) languageOf(code string) string {
	if lang.Speaks(code) || slices.ContainsFunc(t.library.Games, func(g engine.Game) bool { _, ok := g.Languages[code]; return ok }) {
		return code
	}
	return lang.English
}

// Token is the phone's own secret: with it the phone is known again.
func (p *Phone) Token() string { return p.token }

// Updates is readable when there is something new to see.
func (p *Phone) Updates() <-chan struct{} { return p.updates }

// Snapshot is the newest state of the table as this phone may see it.
func (p *Phone) Snapshot() *protocol.Snapshot { return p.newest.Load() }

// Hint is the newest of what this phone has asked for by a request of the kind hint; nil if it has not.
func (p *Phone) Hint() *protocol.Hint { return p.hint.Load() }

// ShowHint implements hintsearch.Viewer.
func (p *Phone) ShowHint(h *protocol.Hint) {
	p.hint.Store(h)
	p.wake()
}

// Laid is what was last laid for this phone's question; nil if nothing was.
func (p *Phone) Laid() *protocol.ProbedCard { return p.laid.Load() }

// Kicked reports whether a host has sent this phone away: it sees and asks nothing any more.
func (p *Phone) Kicked() bool { return p.kicked.Load() }

// wake says that there is something new to see.
func (p *Phone) wake() {
	select {
	case p.updates <- struct{}{}:
	default:
	}
}

// Leave ends the visit. The seat stays the phone's own.
func (p *Phone) Leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// A table that has ended has no phones, so that nothing is left to do.
	_ = p.table.hand(ctx, event{at: time.Now(), do: func() { p.table.left(p) }})
}

func (t *Table) left(p *Phone) {
	t.phones = slices.DeleteFunc(t.phones, func(o *Phone) bool { return o == p })
	// It is written down with the next change.
	t.access.Left(p.hash, time.Now())
}

// Do asks the table for something and waits for its answer. The answer has no ID: that belongs to the message of the request.
func (p *Phone) Do(ctx context.Context, r protocol.Request) protocol.Answer {
	a, err := ask(ctx, p.table, func() answer { return p.table.request(p, r).in(p.language) }, func(answer) {})
	if err != nil {
		a = answered(lang.T("the table did not answer: {1}", err)).in(p.language)
	}
	if a.later != nil {
		a = a.later(ctx).in(p.language)
	}
	return a.Answer
}

// JoinCode is the code that lets a phone in. A host may change it. It may be asked from any goroutine.
func (t *Table) JoinCode() string { return *t.joinCode.Load() }

func (t *Table) tellCode() {
	code := t.access.JoinCode()
	t.joinCode.Store(&code)
}

// seat is the phone's seat in the game under way: engine.Public if it merely watches.
func (t *Table) seatOf(p *Phone) engine.Seat {
	if t.game == nil || p.kept.Game != t.game.Journal.Name() || p.kept.Seat == "" {
		return engine.Public
	}
	if s := t.game.Catalog.Seat(t.game.Catalog.Name(p.kept.Seat)); s != engine.NoSeat {
		return s
	}
	return engine.Public
}

// keep changes what a phone is, for all connections of that phone, and writes it down. A full disk is no reason to keep
// anybody from the table.
func (t *Table) keep(p *Phone, change func(*access.Phone)) {
	change(&p.kept)
	t.keepAs(p.hash, p.kept)
}

// keepAs does so with the phone of a hash, which may be away.
func (t *Table) keepAs(hash string, f access.Phone) {
	for _, o := range t.phones {
		if o.hash == hash {
			o.kept = f
		}
	}
	t.access.Remember(hash, f, t.here)
	t.keepDesk()
}

// keepDesk writes down which phones are in and who sits where.
func (t *Table) keepDesk() {
	if err := t.access.Save(); err != nil {
		t.phonesUnkept(err)
		return
	}
	t.announcer.withdraw(phonesNotKept)
}

func (t *Table) phonesUnkept(err error) {
	t.log.Warn("phones", "error", err)
	t.announcer.notice("warning", phonesNotKept)
}

var phonesNotKept = lang.T("The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full.")

func (t *Table) askSit(p *Phone, r protocol.SitRequest) answer { return answered(t.sit(p, r.Seat)) }

func (t *Table) sit(p *Phone, seat string) error {
	if t.game == nil {
		return errNoGame
	}
	c := t.game.Catalog
	if c.Seat(c.Name(seat)) == engine.NoSeat {
		return session.ErrNoSeat(seat)
	}
	game := t.game.Journal.Name()
	if hash, ok := t.access.Holder(game, seat); ok && hash != p.hash {
		// A phone that is away may be lost or empty: the host may go on in its place.
		if t.here(hash) || !p.kept.Host {
			return lang.T("another phone has the seat of {1}: it can give it back, or the host can take it while that phone is away", c.Title(c.Name(seat)))
		}
		t.vacate(hash)
	}
	// A game goes on without a host where the list of phones was lost, or where the power went before it told who has begun the game.
	host := p.kept.Host || !t.access.Hosted()
	t.keep(p, func(f *access.Phone) { f.Seat, f.Game, f.Host = seat, game, host })
	return nil
}

// here reports whether the phone of a hash is connected.
func (t *Table) here(hash string) bool {
	return slices.ContainsFunc(t.phones, func(p *Phone) bool { return p.hash == hash })
}

func (t *Table) askStand(p *Phone, _ protocol.StandRequest) answer {
	t.keep(p, func(f *access.Phone) { f.Seat, f.Game = "", "" })
	return done
}

// vacate takes its seat from the phone of a hash.
func (t *Table) vacate(hash string) {
	f, _ := t.access.Phone(hash)
	f.Seat, f.Game = "", ""
	t.keepAs(hash, f)
}
