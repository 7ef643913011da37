package companion

import (
	"sync/atomic"

	"familiar/companion/access"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/engine"
)

// Phone is a viewer that was let in: a phone, a tablet, a browser.
type Phone struct {
	mailbox  *mailbox // of the table
	token    string
	hash     string
	updates  chan struct{}
	newest   atomic.Pointer[protocol.Snapshot]
	language string // the code of the language that the viewer reads
	hint     atomic.Pointer[protocol.Hint]
	probed   atomic.Pointer[protocol.ProbedCard]
	kicked   atomic.Bool
	carried  atomic.Bool
	upload   listeditor.Upload // of a card list; the list editor owns it

	kept access.Phone // as it is saved; the table's goroutine owns it
}

// viewer is what decides which snapshot a phone sees: phones that are equal in it share one.
type viewer struct {
	seat     engine.Seat
	host     bool
	language string
	hash     string // of a host's phone, which sees itself marked in the list of phones; "" for others
}

// Token returns the phone's own secret, by which the table knows it again.
func (p *Phone) Token() string { return p.token }

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

// Kicked reports whether a host has sent this phone away. It sees nothing more and can ask nothing more.
func (p *Phone) Kicked() bool { return p.kicked.Load() }

// Carried reports whether this phone goes on over TLS, in another connection. Here it sees nothing more and can ask nothing more.
func (p *Phone) Carried() bool { return p.carried.Load() }

// wake makes Updates readable.
func (p *Phone) wake() {
	select {
	case p.updates <- struct{}{}:
	default:
	}
}
