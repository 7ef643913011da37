package web

import "sync"

// lines knows which socket belongs to which page. A page that loses its connection connects again while its old socket still waits. The new socket
// ends the old one at once, so that requests which the page has given up as lost are not done after all.
type lines struct {
	mu  sync.Mutex
	all map[line]*socket
}

// line is a page in the browser of a phone.
type line struct{ token, page string }

// take makes s the socket of a page and ends the one before. The caller calls hangUp when s has ended.
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
