package hw

import (
	"errors"
	"sync"
)

// lostCause holds the reason why a reader is lost. The reader's watcher sets it; examine reads it.
type lostCause struct {
	mu  sync.Mutex
	err error // nil: it is not lost
}

// set takes the error of nfc.Lost, or nil. It drops the outermost wrapping: the report names the reader anyway.
func (l *lostCause) set(err error) {
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

func (l *lostCause) get() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
