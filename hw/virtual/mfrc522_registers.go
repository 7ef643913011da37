package virtual

// Registers of the MFRC522 (datasheet 9.2) that have an effect here. The others
// keep their written values.
const (
	chipCommand    = 0x01
	chipComIEn     = 0x02
	chipDivIEn     = 0x03
	chipComIrq     = 0x04
	chipDivIrq     = 0x05
	chipError      = 0x06
	chipStatus1    = 0x07
	chipFIFOData   = 0x09
	chipFIFOLevel  = 0x0A
	chipWaterLevel = 0x0B
	chipControl    = 0x0C
	chipBitFraming = 0x0D
	chipColl       = 0x0E
	chipMode       = 0x11
	chipTxMode     = 0x12
	chipRxMode     = 0x13
	chipTxControl  = 0x14
	chipDemod      = 0x19
	chipCRCHi      = 0x21
	chipCRCLo      = 0x22
	chipRFCfg      = 0x26
	chipTMode      = 0x2A
	chipTPrescaler = 0x2B
	chipTReloadHi  = 0x2C
	chipTReloadLo  = 0x2D
	chipTCounterHi = 0x2E
	chipTCounterLo = 0x2F
	chipAutoTest   = 0x36
	chipVersion    = 0x37
)

// Commands (datasheet 10.3).
const (
	chipIdle        = 0x0
	chipMem         = 0x1
	chipRandomID    = 0x2
	chipCalcCRC     = 0x3
	chipTransmit    = 0x4
	chipNoChange    = 0x7
	chipTransceive  = 0xC
	chipSoftReset   = 0xF
	chipCommandMask = 0x0F
)

// Bits of ComIrqReg, DivIrqReg, ErrorReg and Status1Reg.
const (
	irqTx    = 1 << 6
	irqRx    = 1 << 5
	irqIdle  = 1 << 4
	irqErr   = 1 << 1
	irqTimer = 1 << 0
	irqCRC   = 1 << 2 // DivIrqReg

	errOverflow = 1 << 4
	errColl     = 1 << 3
	errCRC      = 1 << 2
	errParity   = 1 << 1
	errProtocol = 1 << 0

	statusCRCReady = 1 << 5
	statusIRq      = 1 << 4
	statusTRunning = 1 << 3
	statusHiAlert  = 1 << 1
	statusLoAlert  = 1 << 0
)

const (
	fifoSize       = 64
	collNotValid   = 1 << 5 // CollReg
	valuesAfter    = 1 << 7 // CollReg
	timerAuto      = 1 << 7 // TModeReg
	timerRestart   = 1 << 4 // TModeReg
	timerStop      = 1 << 7 // ControlReg
	timerStart     = 1 << 6 // ControlReg
	prescalerEven  = 1 << 4 // DemodReg
	crcEnabled     = 1 << 7 // TxModeReg and RxModeReg
	rxMultiple     = 1 << 2 // RxModeReg
	antennaPins    = 0x03   // TxControlReg
	startSend      = 1 << 7 // BitFramingReg
	setRequests    = 1 << 7 // ComIrqReg, DivIrqReg: set and not clear
	flushFIFO      = 1 << 7 // FIFOLevelReg
	collWritable   = valuesAfter
	lastBitsMask   = 0x07
	comIrqRequests = 0x7F
	divIrqRequests = 0x14
)

// chipDefaults holds the registers that are not zero after a reset.
var chipDefaults = map[byte]byte{
	chipCommand: 0x20, chipComIEn: 0x80, chipComIrq: 0x14, chipWaterLevel: 0x08,
	chipControl: 0x10, chipColl: 0xA0, chipMode: 0x3F, chipTxControl: 0x80,
	0x16: 0x10, 0x17: 0x84, 0x18: 0x84, chipDemod: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
	chipCRCHi: 0xFF, chipCRCLo: 0xFF, 0x24: 0x26, chipRFCfg: 0x48, 0x27: 0x88,
	0x28: 0x20, 0x29: 0x20, chipAutoTest: 0x40,
}

// reset is the effect of SoftReset. A loss of power also clears the internal
// buffer (datasheet 10.3.1.9).
func (c *MFRC522) reset() {
	c.regs = [64]byte{}
	for reg, v := range chipDefaults {
		c.regs[reg] = v
	}
	c.fifo = c.fifo[:0]
	c.timer = chipTimer{}
	c.air = nil
	c.field.power(false, c.now())
}

func (c *MFRC522) read(reg byte) byte {
	switch reg {
	case chipStatus1:
		return c.status1()
	case chipFIFOData:
		if len(c.fifo) == 0 {
			return 0
		}
		v := c.fifo[0]
		c.fifo = c.fifo[1:]
		return v
	case chipFIFOLevel:
		return byte(len(c.fifo))
	case chipTCounterHi:
		return byte(c.timer.value(c.now()) >> 8)
	case chipTCounterLo:
		return byte(c.timer.value(c.now()))
	case chipVersion:
		return c.version
	}
	return c.regs[reg]
}

func (c *MFRC522) status1() byte {
	v := c.regs[chipStatus1] & statusCRCReady
	water := int(c.regs[chipWaterLevel] & 0x3F)
	if c.requested() {
		v |= statusIRq
	}
	if c.timer.running {
		v |= statusTRunning
	}
	if fifoSize-len(c.fifo) <= water {
		v |= statusHiAlert
	}
	if len(c.fifo) <= water {
		v |= statusLoAlert
	}
	return v
}

// requested reports whether an enabled interrupt is requested.
func (c *MFRC522) requested() bool {
	return c.regs[chipComIrq]&c.regs[chipComIEn]&comIrqRequests != 0 ||
		c.regs[chipDivIrq]&c.regs[chipDivIEn]&divIrqRequests != 0
}

func (c *MFRC522) write(reg, v byte) {
	switch reg {
	case chipCommand:
		c.regs[reg] = c.regs[reg]&chipCommandMask | v&0x30
		c.command(v & chipCommandMask)
	case chipComIrq:
		c.regs[reg] = applyRequests(c.regs[reg], v, comIrqRequests)
	case chipDivIrq:
		c.regs[reg] = applyRequests(c.regs[reg], v, divIrqRequests)
	case chipFIFOData:
		c.push(v)
	case chipFIFOLevel:
		if v&flushFIFO != 0 {
			c.fifo = c.fifo[:0]
			c.regs[chipError] &^= errOverflow
		}
	case chipControl:
		if v&timerStop != 0 {
			c.timer.running = false
		}
		if v&timerStart != 0 {
			c.startTimer(c.now())
		}
	case chipBitFraming:
		c.regs[reg] = v
		if v&startSend != 0 && c.regs[chipCommand]&chipCommandMask == chipTransceive {
			c.transmit()
		}
	case chipColl:
		c.regs[reg] = c.regs[reg]&^collWritable | v&collWritable
	case chipTxControl:
		c.regs[reg] = v
		c.field.power(v&antennaPins != 0, c.now())
	case chipError, chipStatus1, chipCRCHi, chipCRCLo, chipTCounterHi, chipTCounterLo, chipVersion:
		// read only
	default:
		c.regs[reg] = v
	}
}

// applyRequests sets or clears those bits of an interrupt request register that
// are written as 1 (datasheet 9.3.1.5).
func applyRequests(old, v, mask byte) byte {
	if v&setRequests != 0 {
		return old | v&mask
	}
	return old &^ (v & mask)
}

func (c *MFRC522) push(v byte) {
	if len(c.fifo) >= fifoSize {
		c.fail(errOverflow)
		return
	}
	c.fifo = append(c.fifo, v)
}

func (c *MFRC522) fail(errs byte) {
	c.regs[chipError] |= errs
	c.regs[chipComIrq] |= irqErr
}

func (c *MFRC522) command(cmd byte) {
	if cmd == chipNoChange {
		return
	}
	c.regs[chipCommand] = c.regs[chipCommand]&^chipCommandMask | cmd
	c.air = nil
	switch cmd {
	case chipSoftReset:
		c.reset()
	case chipIdle, chipTransceive:
		// Transceive waits for StartSend.
	case chipMem:
		c.transferMemory()
		c.finish()
	case chipRandomID:
		for i := range chipRandomBytes {
			c.memory[i] = byte(c.noise.Uint32())
		}
		c.finish()
	case chipCalcCRC:
		if c.regs[chipAutoTest]&selfTestMask == selfTestOn {
			c.selfTest()
		} else {
			c.calcCRC()
		}
	case chipTransmit:
		c.transmit()
	default:
		c.finish()
	}
}

// finish ends a command that ends by itself.
func (c *MFRC522) finish() {
	c.regs[chipCommand] &^= chipCommandMask
	c.regs[chipComIrq] |= irqIdle
}

// calcCRC is the coprocessor (datasheet 8.4): it processes the contents of the
// FIFO. The command runs until it is stopped.
func (c *MFRC522) calcCRC() {
	presets := [4]uint16{0x0000, 0x6363, 0xA671, 0xFFFF}
	crc := crcA(c.fifo, presets[c.regs[chipMode]&0x03])
	c.fifo = c.fifo[:0]
	c.regs[chipCRCHi], c.regs[chipCRCLo] = byte(crc>>8), byte(crc)
	c.regs[chipDivIrq] |= irqCRC
	c.regs[chipStatus1] |= statusCRCReady
}
