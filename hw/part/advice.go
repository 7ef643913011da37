package part

// Advice is what to do about an error.
type Advice struct {
	Err  error
	Text string // a constant of this package or a literal, so that it is translated
}

// What to do about errors that several parts have.
const (
	EnableI2C    = "enable I2C, check the name of its bus and that you are in the group i2c"
	EnableSPI    = "enable SPI, check the name of its bus and that you are in the group spi"
	EnableSerial = "enable the serial port without its console, and check that you are in the group dialout"
	CheckWires   = "check its wires and its 3.3 V"
	CheckSupply  = "check its 3.3 V: its supply dips"
	CheckI2C     = "check its wires, the name of its bus and that I2C is enabled"
	CheckPins    = "check its wires, the names of its pins and that SPI is enabled"
)
