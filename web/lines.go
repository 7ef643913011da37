package web

import "sync"

// lines holds the current socket of each page. A page that loses its connection connects again while its old socket is still open. The new socket
// ends the old one at once, so that no request is executed that the page has given up as lost.
type lines struct {
	mu  sync.Mutex
	all map[line]*socket
}

// line is a page in the browser of a phone.
type line struct{ token, page string }

// take makes s the socket of a page and ends the page's last one. The caller calls hangUp when s has ended.
func (l *lines) take(of line, s *socket) (hangUp func()) {
	if of.page == "" {
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.all[of]; before != nil {
		before.end(reconnected)
	}
	if l.all == nil {
		l.all = make(map[line]*socket)
	}
	l.all[of] = s
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.all[of] == s {
			delete(l.all, of)
		}
	}
}
