package virtual

import "periph.io/x/conn/v3/physic"

// SPIDevice is an SPI chip seen from its wires. It is for a master that drives
// the wires itself, such as an emulated computer's controller or a driver that
// sets the chip select as a pin; a driver with a port of the kernel uses the
// chip's spi.PortCloser.
//
// MFRC522, PN532, EPaper and Lamps implement it. Their methods may be called
// from any goroutine; a chip has one master at a time.
//
// Neither method takes time. Between the calls the master waits as long as its
// clock needs, and a chip uses the time that has passed.
type SPIDevice interface {
	// Select sets the chip select: true is the low level. A transaction lasts
	// from its falling to its rising edge. Setting the current level has no
	// effect.
	Select(selected bool)
	// Exchange clocks w out to the chip and returns the bytes that the chip
	// sends at the same time, as many. The bytes of a transaction may be sent
	// in any number of parts. A chip that is not selected ignores w; that and a
	// chip without an output return zeros.
	//
	// The clock is the frequency of the bits. Lamps without a clock line need
	// it to read bits, other chips ignore it.
	Exchange(w []byte, clock physic.Frequency) (r []byte)
}

var (
	_ SPIDevice = (*MFRC522)(nil)
	_ SPIDevice = (*PN532)(nil)
	_ SPIDevice = (*EPaper)(nil)
	_ SPIDevice = (*Lamps)(nil)
)
