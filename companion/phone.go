package companion

import (
	"sync/atomic"
	"time"

	"familiar/companion/access"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/engine"
)

// Phone is a connection of a phone, a tablet or a browser that was let in, or waits until a host lets it in. All connections of one phone have its token, and share what
// access.Phone keeps of it.
type Phone struct {
	mailbox  *mailbox // of the table
	known    atomic.Pointer[known]
	updates  chan struct{}
	newest   atomic.Pointer[protocol.Snapshot]
	language string // the code of the language that the viewer reads
	hint     atomic.Pointer[protocol.Hint]
	probed   atomic.Pointer[protocol.ProbedCard]
	wait     atomic.Pointer[protocol.Wait]        // nil: it came in at once
	ended    atomic.Pointer[protocol.RefusalCode] // nil: it goes on
	upload   listeditor.Upload                    // of a card list; the list editor owns it

	hasPlace atomic.Bool // see HasPlace

	// The table's goroutine owns these.
	hash    string         // of its token
	kept    access.Phone   // as it is saved
	visitor access.Visitor // as it came
	came    time.Time
}

// known is how a table knows a phone again.
type known struct{ token, id string }

func newPhone(v access.Visitor, language string) *Phone {
	p := &Phone{visitor: v, came: time.Now(), language: language, updates: make(chan struct{}, 1)}
	p.known.Store(&known{})
	return p
}

// visit returns this connection as one that ends now.
func (p *Phone) visit() access.Visit {
	return access.Visit{Device: p.visitor.Device, Address: p.visitor.Address, From: p.came, Until: time.Now()}
}

// end ends this connection.
func (p *Phone) end(why protocol.RefusalCode) {
	p.ended.Store(&why)
	p.wake()
}

// viewer is what decides which snapshot a phone sees: phones that are equal in it share one.
type viewer struct {
	seat     engine.Seat
	host     bool
	language string
	id       string // of a host's phone, which sees itself marked in the list of phones; "" for others
}

// Token returns the phone's own secret, by which the table knows it again; "" while it waits for a host.
func (p *Phone) Token() string { return p.known.Load().token }

// ID returns the name by which hosts' requests name the phone; "" while it waits for a host. The phone keeps it when it gets a new token.
func (p *Phone) ID() string { return p.known.Load().id }

// setToken gives the phone a token.
func (p *Phone) setToken(token string, kept access.Phone) {
	p.hash, p.kept = access.Hash(token), kept
	p.known.Store(&known{token, kept.ID(p.hash)})
}

// Updates returns a channel that is readable when there is something new to see.
func (p *Phone) Updates() <-chan struct{} { return p.updates }

// Snapshot returns the newest state of the table as this phone may see it.
func (p *Phone) Snapshot() *protocol.Snapshot { return p.newest.Load() }

// Hint returns the newest hint that this phone has asked for; nil if it has not asked.
func (p *Phone) Hint() *protocol.Hint { return p.hint.Load() }

// ShowHint implements hintsearch.Viewer.
func (p *Phone) ShowHint(h *protocol.Hint) {
	p.hint.Store(h)
	p.wake()
}

// ProbedCard returns the last card that was put down for this phone's question; nil if there was none.
func (p *Phone) ProbedCard() *protocol.ProbedCard { return p.probed.Load() }

// HasPlace reports whether guests cannot take this phone's place now: it is a host's, or has a seat of the game under way, or is on the machine itself.
func (p *Phone) HasPlace() bool { return p.hasPlace.Load() }

// Wait returns what a phone is shown that had to wait until a host lets it in; nil if it came in at once. Until then it has no token, and can ask nothing.
func (p *Phone) Wait() *protocol.Wait { return p.wait.Load() }

// Ended returns why this phone is in no longer; "" while it is. It sees nothing more and can ask nothing more.
func (p *Phone) Ended() protocol.RefusalCode {
	if why := p.ended.Load(); why != nil {
		return *why
	}
	return ""
}

// wake makes Updates readable.
func (p *Phone) wake() {
	select {
	case p.updates <- struct{}{}:
	default:
	}
}
