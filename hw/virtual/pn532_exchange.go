package virtual

import "time"

// Registers of the contactless interface unit (datasheet 8.6.23) that have an
// effect on InCommunicateThru. The others keep their written values.
const (
	regTxMode     = 0x6302
	regRxMode     = 0x6303
	regManualRCV  = 0x630D
	regControl    = 0x633C
	regBitFraming = 0x633D

	ciuCRC      = 1 << 7 // TxMode, RxMode: the chip adds and checks checksums
	ciuFraming  = 0x03   // TxMode: 0 is type A
	ciuNoParity = 1 << 4 // ManualRCV
	ciuLastBits = 0x07   // BitFraming, Control
	nakBits     = 4      // length of an answer without data
	crcABytes   = 2
)

func (c *PN532) setRegister(reg uint16, v byte) {
	if c.registers == nil {
		c.registers = map[uint16]byte{}
	}
	c.registers[reg] = v
}

// exchangeData is InDataExchange (manual 7.3.8) with a target of type A without
// ISO/IEC 14443-4: a MIFARE command with its arguments. A known target that is
// not selected is selected first.
func (c *PN532) exchangeData(target int, command []byte, now time.Time) []byte {
	if !c.known(target) {
		return c.status(wrongContext)
	}
	ok, took := c.selectTarget(target, now)
	if !ok {
		return c.status(statusTimeout)
	}
	now = now.Add(took)
	authenticates := command[0] == tagAuthenticateA || command[0] == tagAuthenticateB
	if authenticates {
		// The key and the UID are for the chip's own cipher.
		command = command[:min(len(command), 2)]
	}
	s, data, _ := c.transceive(command, now)
	if s == statusTimeout && authenticates {
		s = statusAuthentication
	}
	return c.status(s, data...)
}

// transceive sends a frame with a checksum to the selected target, and returns
// the answer without its checksum. An ACK returns no data. The manual does not
// say what a NAK returns; here it is a wrong format.
func (c *PN532) transceive(frame []byte, now time.Time) (status byte, data []byte, took time.Duration) {
	a, took := c.exchange(bitsOf(withCRC(append([]byte(nil), frame...))), now)
	b := a.bits.bytes()
	switch {
	case len(a.bits) == 0:
		return statusTimeout, nil, took
	case len(a.bits) == nakBits && b[0] == tagACK:
		return statusOK, nil, took
	case len(a.bits) == nakBits:
		return statusFormat, nil, took
	case a.collision > 0 || len(a.bits)%8 != 0 || !crcOK(b):
		return statusCRC, nil, took
	case len(b)-crcABytes > maxData-2: // besides the command's code and the status
		return statusBufferTooSmall, nil, took
	}
	return statusOK, b[:len(b)-crcABytes], took
}

// communicate is InCommunicateThru (manual 7.3.9): an unchanged frame, with the
// checksums, the bits of the last byte and the framing that the registers set.
func (c *PN532) communicate(frame []byte, now time.Time) []byte {
	regs := c.registers
	if regs[regTxMode]&ciuFraming != 0 || regs[regManualRCV]&ciuNoParity != 0 || len(frame) == 0 {
		return c.status(statusTimeout) // no tag of type A understands it
	}
	sent := bitsOf(frame)
	switch last := int(regs[regBitFraming] & ciuLastBits); {
	case last != 0:
		sent = sent[:len(sent)-8+last]
	case regs[regTxMode]&ciuCRC != 0:
		sent = bitsOf(withCRC(append([]byte(nil), frame...)))
	}
	a, _ := c.exchange(sent, now)
	if len(a.bits) == 0 {
		return c.status(statusTimeout)
	}
	b := a.bits.bytes()
	c.setRegister(regControl, regs[regControl]&^ciuLastBits|byte(len(a.bits)%8))
	if regs[regRxMode]&ciuCRC != 0 {
		if a.collision > 0 || len(a.bits)%8 != 0 || !crcOK(b) {
			return c.status(statusCRC)
		}
		b = b[:len(b)-crcABytes]
	}
	if len(b) > maxData-2 {
		return c.status(statusBufferTooSmall)
	}
	return c.status(statusOK, b...)
}
