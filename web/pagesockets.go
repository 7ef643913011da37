package web

import (
	"sync"
	"time"
)

// pageSockets holds the current socket of each page. A page that loses its connection connects again while its old socket is still open. The new socket
// ends the old one at once, so that no request is executed that the page has given up as lost.
type pageSockets struct {
	mu  sync.Mutex
	all map[pageKey]*pageSocket
}

// pageSocket is the socket of a page.
type pageSocket struct {
	*socket
	over chan struct{} // closed when it has ended, and its place is free
}

// pageKey names a page in the browser of a phone.
type pageKey struct{ token, page string }

// take makes s the socket of a page and ends the page's last one. The caller calls release when s has ended and its place is free.
func (p *pageSockets) take(of pageKey, s *socket) (release func()) {
	if of.page == "" {
		return func() {}
	}
	now := &pageSocket{s, make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.all[of]; before != nil {
		before.end(reconnected)
	}
	if p.all == nil {
		p.all = make(map[pageKey]*pageSocket)
	}
	p.all[of] = now
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.all[of] == now {
			delete(p.all, of)
		}
		close(now.over)
	}
}

// endOf ends the socket of a page that calls again, and waits for a while until its place is free.
func (p *pageSockets) endOf(of pageKey) {
	p.mu.Lock()
	before := p.all[of]
	p.mu.Unlock()
	if before == nil {
		return
	}
	before.end(reconnected)
	_ = before.conn.NetConn().SetWriteDeadline(time.Now()) // it may be writing to nobody
	select {
	case <-before.over:
	case <-time.After(3 * lingerTime):
	}
}
