package nfc

import (
	"sync"
	"time"
)

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

// healthBook is the shared copy of Health: written by Run, read from any goroutine.
type healthBook struct {
	mu sync.Mutex
	h  Health
}

func (b *healthBook) read() Health {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.h
}

func (b *healthBook) failedToOpen(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Errors++
	b.h.LastError = err
	b.h.Open = false
}

func (b *healthBook) failedPoll(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Polls++
	b.h.Errors++
	b.h.LastError = err
	b.h.Open = false
}

func (b *healthBook) answered(at time.Time, tags int, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Polls++
	b.h.LastAnswer = at
	b.h.Tags = tags
	b.h.Open = true
	b.h.Ready = ready
}

func (b *healthBook) retried(n uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Retries += n
}

func (b *healthBook) reopened() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Reopenings++
}

func (b *healthBook) closed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.h.Open = false
}
