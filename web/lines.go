package web

import "sync"

// lines knows which socket is that of which page. A page whose line went dead calls again while the old socket still waits for it: that one ends
// at once, and what the page had sent on it and given up for lost is not done after all.
type lines struct {
	mu  sync.Mutex
	all map[line]*socket
}

// line is a page in the browser of a phone.
type line struct{ token, page string }

// take makes a socket that of a page, in the place of the one before. hangUp is to be called when it has ended.
func (l *lines) take(of line, s *socket) (hangUp func()) {
	if of.page == "" {
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.all[of]; before != nil {
		before.end(calledAgain)
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
