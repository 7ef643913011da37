package hw

import (
	"errors"
	"sync"

	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc/mfrc522"
)

// portReader is an MFRC522 that owns its port.
type portReader struct {
	*mfrc522.Dev
	port spi.PortCloser
}

// Halt switches the field off and closes the port. Halting twice is allowed and does nothing.
func (r *portReader) Halt() error {
	if r.port == nil {
		return nil
	}
	port := r.port
	r.port = nil
	return errors.Join(r.Dev.Halt(), port.Close())
}

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
