package nfc

import "time"

// Health is the health of a watched reader. Its counts start when its Watcher was made.
type Health struct {
	Open       bool      // the reader is open and answered its last poll
	Ready      bool      // two polls were complete: a tag that is first seen from now on has just arrived
	Polls      uint64    // polls tried, successful or not
	Errors     uint64    // polls and openings that failed
	Retries    uint64    // transfers repeated within polls; 0 for a reader that repeats none
	Reopenings uint64    // times it came back after being lost
	LastAnswer time.Time // the last successful poll; zero if there was none
	LastError  error     // the last failure, kept after a recovery; nil if none
	Tags       int       // tags present now, or when it was lost
}

// Health returns the reader's health. It may be called at any time.
func (w *Watcher) Health() Health {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.health
}

// update changes the health.
func (w *Watcher) update(change func(*Health)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.health)
}

// failed counts an error.
func (h *Health) failed(err error) {
	h.Errors++
	h.LastError = err
	h.Open = false
}
