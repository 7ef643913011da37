package virtual

import "time"

// Times on the air at 106 kBd (ISO/IEC 14443-2, 8 and 14443-3, 6.2).
const (
	airBit = 128 * time.Second / carrier
	// airDelay is the time between the end of a frame and its answer.
	airDelay = 1236 * time.Second / carrier
	// timerStopBits is how many bits of an answer stop the timer (datasheet
	// 9.3.3.10, TAuto).
	timerStopBits = 5
)

// onAir is one frame sent, and the answer to it.
type onAir struct {
	sentAt   time.Duration // when the frame has been sent
	heardAt  time.Duration // when enough bits of the answer have come to stop the timer
	endAt    time.Duration // when the answer ends
	sent     bool
	heard    bool
	answer   reception
	transmit bool // the command is Transmit, which ends with the frame
}

// reception is the signal at the antenna: all answers combined.
type reception struct {
	bits      bitString
	collision int  // the first bit that differed, from 1; 0 if none did
	known     int  // bits of the level that were sent, if this is an anticollision
	parity    bool // the parity bits of the byte with the collision differed too
}

// frameTime returns how long a frame takes, with a parity bit a byte, start and end.
func frameTime(bits int) time.Duration { return time.Duration(bits+bits/8+2) * airBit }

// transmit sends the contents of the FIFO and computes the answer.
func (c *MFRC522) transmit() {
	data := append([]byte(nil), c.fifo...)
	c.fifo = c.fifo[:0]
	c.regs[chipError] = 0
	c.regs[chipControl] &^= lastBitsMask
	c.regs[chipColl] = c.regs[chipColl]&valuesAfter | collNotValid
	sent := bitsOf(data)
	if last := int(c.regs[chipBitFraming] & lastBitsMask); last != 0 && len(sent) > 0 {
		sent = sent[:len(sent)-8+last]
	} else if c.regs[chipTxMode]&crcEnabled != 0 {
		sent = bitsOf(withCRC(data))
	}
	now := c.now()
	c.air = &onAir{
		sentAt:   now + frameTime(len(sent)),
		transmit: c.regs[chipCommand]&chipCommandMask == chipTransmit,
	}
	if len(sent) == 0 {
		return
	}
	a := c.field.answer(sent, now)
	if len(a.bits) == 0 || c.air.transmit {
		return
	}
	if known := len(sent) - anticollStart; known >= 0 && known <= 32 {
		a.known = known
	}
	c.air.answer = a
	c.air.heardAt = c.air.sentAt + airDelay + timerStopBits*airBit
	c.air.endAt = max(c.air.heardAt, c.air.sentAt+airDelay+frameTime(len(a.bits)))
}

// settle carries out all events that are due, in their order.
func (c *MFRC522) settle() {
	if c.fault == ChipFrozen {
		return
	}
	now := c.now()
	a := c.air
	if a == nil || now < a.sentAt {
		c.runTimer(now)
		return
	}
	if !a.sent {
		a.sent = true
		c.regs[chipComIrq] |= irqTx
		if c.regs[chipTMode]&timerAuto != 0 {
			c.startTimer(a.sentAt)
		}
		if a.transmit {
			c.finish()
		}
	}
	if len(a.answer.bits) == 0 || now < a.heardAt {
		c.runTimer(now)
		return
	}
	if !a.heard {
		a.heard = true
		c.runTimer(a.heardAt)
		if c.regs[chipTMode]&timerAuto != 0 && c.regs[chipRxMode]&rxMultiple == 0 {
			c.timer.running = false
		}
	}
	c.runTimer(now)
	if now >= a.endAt {
		c.air = nil
		c.receive(a.answer)
	}
}

// receive puts an answer into the FIFO.
func (c *MFRC522) receive(a reception) {
	align := int(c.regs[chipBitFraming] >> 4 & lastBitsMask)
	bits := a.bits
	if a.collision > 0 {
		bits = c.collide(a, align)
	}
	data := bits.bytesAligned(align)
	last := byte((align + len(bits)) % 8)
	if len(bits) < 4 {
		c.fail(errProtocol)
	}
	if c.regs[chipRxMode]&crcEnabled != 0 {
		if last != 0 || !crcOK(data) {
			c.fail(errCRC)
		} else {
			data = data[:len(data)-2]
		}
	}
	c.regs[chipControl] = c.regs[chipControl]&^lastBitsMask | last
	for _, v := range data {
		c.push(v)
	}
	c.regs[chipComIrq] |= irqRx
}

// collide records a collision, and returns the bits as the chip keeps them.
func (c *MFRC522) collide(a reception, align int) bitString {
	c.fail(errColl)
	if a.parity && c.checksParity {
		c.fail(errParity)
	}
	at := a.collision
	switch c.collisionCount {
	case FromByte:
		at += align
	case FromLevel:
		at += a.known
	}
	if at <= 32 {
		c.regs[chipColl] = c.regs[chipColl]&valuesAfter | byte(at%32)
	}
	if c.regs[chipColl]&valuesAfter != 0 {
		return a.bits
	}
	kept := append(bitString(nil), a.bits...)
	clear(kept[a.collision-1:])
	return kept
}
