package mfrc522

// Registers (datasheet 9.2).
const (
	commandReg    = 0x01
	comIrqReg     = 0x04
	errorReg      = 0x06
	fifoDataReg   = 0x09
	fifoLevelReg  = 0x0A
	controlReg    = 0x0C
	bitFramingReg = 0x0D
	collReg       = 0x0E
	modeReg       = 0x11
	txModeReg     = 0x12
	rxModeReg     = 0x13
	txControlReg  = 0x14
	txASKReg      = 0x15
	rfCfgReg      = 0x26
	tModeReg      = 0x2A
	tPrescalerReg = 0x2B
	tReloadHiReg  = 0x2C
	tReloadLoReg  = 0x2D
	versionReg    = 0x37
)

// Commands (datasheet 10.3).
const (
	cmdIdle       = 0x00
	cmdTransceive = 0x0C
	cmdSoftReset  = 0x0F
)

// Bits of the registers above.
const (
	powerDown      = 1 << 4 // CommandReg: the chip is waking up
	irqSent        = 1 << 6 // ComIrqReg: the frame is out
	irqReceived    = 1 << 5 // ComIrqReg: the end of an answer
	irqTimer       = 1 << 0 // ComIrqReg: the timer ran out
	irqAll         = 0x7F   // ComIrqReg: clears every request
	errOverheated  = 1 << 6 // ErrorReg: the antenna drivers are switched off
	errOverflow    = 1 << 4 // ErrorReg
	errCollision   = 1 << 3 // ErrorReg
	errParity      = 1 << 1 // ErrorReg
	errProtocol    = 1 << 0 // ErrorReg
	flushFIFO      = 1 << 7 // FIFOLevelReg
	startSend      = 1 << 7 // BitFramingReg
	collNotValid   = 1 << 5 // CollReg: no collision, or beyond the 32nd bit
	antennaOn      = 0x03   // TxControlReg: both antenna pins driven
	txControlReset = 0x80   // TxControlReg after a reset
	force100ASK    = 1 << 6 // TxASKReg: the modulation type A wants
	crcPreset6363  = 0x3D   // ModeReg: transmitter waits for the field; preset of CRC_A
	timerAuto      = 1 << 7 // TModeReg: starts at the end of transmission
	timerPrescaler = 169    // 13.56 MHz / (2*169+1) = 40 kHz, 25 µs a tick
	timerReload    = 15     // 16 ticks: see answerTimeout
)

// read and write return the address byte of a register (datasheet 8.1.2.3).
func read(reg byte) byte  { return reg<<1 | 0x80 }
func write(reg byte) byte { return reg << 1 }

// knownVersion reports whether VersionReg is that of an MFRC522 1.0 or 2.0, or of one
// of the clones that are sold as such.
func knownVersion(version byte) bool {
	switch version {
	case 0x91, 0x92, 0x88, 0xB2, 0x12:
		return true
	}
	return false
}
