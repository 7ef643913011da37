package web

import (
	"sync"
	"time"
)

// lines holds the current socket of each page. A page that loses its connection connects again while its old socket is still open. The new socket
// ends the old one at once, so that no request is executed that the page has given up as lost.
type lines struct {
	mu  sync.Mutex
	all map[line]*held
}

// held is the socket of a page.
type held struct {
	*socket
	over chan struct{} // closed when it has ended, and its place is free
}

// line is a page in the browser of a phone.
type line struct{ token, page string }

// take makes s the socket of a page and ends the page's last one. The caller calls hangUp when s has ended and its place is free.
func (l *lines) take(of line, s *socket) (hangUp func()) {
	if of.page == "" {
		return func() {}
	}
	now := &held{s, make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.all[of]; before != nil {
		before.end(reconnected)
	}
	if l.all == nil {
		l.all = make(map[line]*held)
	}
	l.all[of] = now
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.all[of] == now {
			delete(l.all, of)
		}
		close(now.over)
	}
}

// giveWay ends the socket of a page that calls again, and waits for a while until its place is free.
func (l *lines) giveWay(of line) {
	l.mu.Lock()
	before := l.all[of]
	l.mu.Unlock()
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
