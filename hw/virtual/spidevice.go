package virtual

import "periph.io/x/conn/v3/physic"

// SPIDevice is a chip as the wires of its SPI bus see it. It is for a master
// that drives the wires itself, such as an emulated computer's controller or a
// driver that sets the chip select as a pin; a driver that has a port of the
// kernel's takes the chip's spi.PortCloser.
//
// MFRC522, PN532, EPaper and Lamps implement it. Their methods may be called
// from any goroutine; a chip has one master at a time.
//
// Neither method takes time. The master lets the time pass that its clock needs
// between the calls, and a chip goes by the time that has passed.
type SPIDevice interface {
	// Select sets the chip select: true is the low level. A transaction lasts
	// from its falling to its rising edge. Setting the level that it has already
	// changes nothing.
	Select(selected bool)
	// Exchange clocks w out to the chip and returns the bytes that the chip sends
	// at the same time, as many. A transaction may come in any number of pieces.
	// A chip that is not selected ignores w; that and a chip without an output
	// return zeros.
	//
	// The clock is the frequency of the bits. Lamps without a clock line tell
	// bits apart by it, other chips ignore it.
	Exchange(w []byte, clock physic.Frequency) (r []byte)
}

var (
	_ SPIDevice = (*MFRC522)(nil)
	_ SPIDevice = (*PN532)(nil)
	_ SPIDevice = (*EPaper)(nil)
	_ SPIDevice = (*Lamps)(nil)
)
