package hw

import (
	"errors"
	"sync"

	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc/mfrc522"
)

// wiredReader is a chip together with the port that was opened for it.
type wiredReader struct {
	*mfrc522.Dev
	port spi.PortCloser
}

// Halt switches the field off and closes the port. Halting twice is allowed and does nothing.
func (r *wiredReader) Halt() error {
	if r.port == nil {
		return nil
	}
	port := r.port
	r.port = nil
	return errors.Join(r.Dev.Halt(), port.Close())
}

// lostReader is why a reader is lost. Its watcher sets it, and the health of the devices is made from it.
type lostReader struct {
	mu  sync.Mutex
	err error // nil: it is not lost
}

// set takes the error of nfc.Lost, or nil. It drops the outermost wrapping: the report names the reader anyway.
func (l *lostReader) set(err error) {
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

func (l *lostReader) get() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
