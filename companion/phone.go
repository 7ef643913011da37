package companion

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"familiar/engine"
)

// Visitor is who knocks at the table.
type Visitor struct {
	Token   string // of an earlier visit
	Code    string // the join code
	Address string // where from, without a port
	Local   bool   // a browser on the machine itself
}

// Phone is a viewer that was let in: a phone, a tablet, a browser.
type Phone struct {
	table   *Table
	token   string
	hash    string
	updates chan struct{}
	newest  atomic.Pointer[Snapshot]
	hint    atomic.Pointer[Hint]

	kept phoneFile // belongs to the table's goroutine
}

// viewer is what decides how much a phone sees.
type viewer struct {
	seat engine.Seat
	host bool
}

// Join lets a visitor in. The phone must be left in the end.
func (t *Table) Join(ctx context.Context, v Visitor) (*Phone, error) {
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

func (t *Table) join(v Visitor) (*Phone, error) {
	token, kept, err := t.desk.admit(v, time.Now())
	if err != nil {
		t.log.Warn("a visitor was not let in", "address", v.Address, "reason", err)
		return nil, err
	}
	p := &Phone{table: t, token: token, hash: tokenHash(token), updates: make(chan struct{}, 1), kept: kept}
	t.phones = append(t.phones, p)
	t.keep(p, func(f *phoneFile) { f.Host, f.Last = kept.Host, time.Now() })
	return p, nil
}

// Token is the phone's own secret: with it the phone is known again.
func (p *Phone) Token() string { return p.token }

// Updates is readable when there is something new to see.
func (p *Phone) Updates() <-chan struct{} { return p.updates }

// Snapshot is the newest state of the table as this phone may see it.
func (p *Phone) Snapshot() *Snapshot { return p.newest.Load() }

// Hint is the newest of what this phone has asked for by a request of the kind hint; nil if it has not.
func (p *Phone) Hint() *Hint { return p.hint.Load() }

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
}

// Do asks the table for something and waits for its answer.
func (p *Phone) Do(ctx context.Context, r Request) Answer {
	a, err := ask(ctx, p.table, func() Answer { return p.table.request(p, r) }, func(Answer) {})
	if err != nil {
		a.Text = "The table did not answer: " + err.Error() + "."
	}
	a.Type, a.ID = "answer", r.ID
	return a
}

// JoinCode is the code that lets a phone in.
func (t *Table) JoinCode() string { return t.desk.kept.Code }

// seat is the phone's seat in the game under way: engine.Table if it merely watches.
func (t *Table) seatOf(p *Phone) engine.Seat {
	if t.game == nil || p.kept.Game != t.game.journal.Name() || p.kept.Seat == "" {
		return engine.Table
	}
	if s := t.game.catalog.Seat(t.game.catalog.Name(p.kept.Seat)); s != engine.Stranger {
		return s
	}
	return engine.Table
}

// keep changes what a phone is, for all connections of that phone, and writes it down. A full disk is no reason to keep
// anybody from the table.
func (t *Table) keep(p *Phone, change func(*phoneFile)) {
	change(&p.kept)
	for _, o := range t.phones {
		if o.hash == p.hash {
			o.kept = p.kept
		}
	}
	t.desk.remember(p.token, p.kept)
	t.keepDesk()
}

// keepDesk writes down which phones are in and who sits where.
func (t *Table) keepDesk() {
	if err := t.desk.save(); err != nil {
		t.log.Warn("phones", "error", err)
		t.notice("warning", phonesNotKept)
		return
	}
	t.withdraw(phonesNotKept)
}

const phonesNotKept = "The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full."

func (t *Table) sit(p *Phone, seat string) error {
	if t.game == nil {
		return errNoGame
	}
	c := t.game.catalog
	if c.Seat(c.Name(seat)) == engine.Stranger {
		return fmt.Errorf("there is no seat %q in this game", seat)
	}
	game := t.game.journal.Name()
	if hash, ok := t.desk.holder(game, seat); ok && hash != p.hash {
		// A phone that is away may be lost or empty: the host may go on in its place.
		if t.here(hash) || !p.kept.Host {
			return fmt.Errorf("another phone has the seat of %s: it can give it back, or the host can take it while that phone is away", c.Title(c.Name(seat)))
		}
		t.desk.dismiss(hash)
	}
	t.keep(p, func(f *phoneFile) { f.Seat, f.Game = seat, game })
	return nil
}

// here tells whether the phone of a hash is connected.
func (t *Table) here(hash string) bool {
	return slices.ContainsFunc(t.phones, func(p *Phone) bool { return p.hash == hash })
}

func (t *Table) stand(p *Phone) {
	t.keep(p, func(f *phoneFile) { f.Seat, f.Game = "", "" })
}
