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
	mailbox *mailbox // of the table
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
