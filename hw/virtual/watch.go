package virtual

import "sync"

// watchers are notified when a part has changed. The zero value has none.
type watchers struct {
	mu    sync.Mutex
	chans map[chan struct{}]struct{}
}

// Watch signals that the part may have changed; see the package. The channel
// holds one signal at most; stop ends the watch and may be called more than
// once.
func (w *watchers) Watch() (changed <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.chans == nil {
		w.chans = map[chan struct{}]struct{}{}
	}
	w.chans[ch] = struct{}{}
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.chans, ch)
	}
}

// signal signals every watcher that has no signal waiting, and never blocks.
func (w *watchers) signal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.chans {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
