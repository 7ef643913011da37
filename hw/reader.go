package hw

import (
	"errors"

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
