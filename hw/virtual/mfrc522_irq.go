package virtual

import (
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Bits of ComIEnReg and DivIEnReg that set how the pin IRQ is driven.
const (
	irqInverted = 1 << 7 // ComIEnReg (datasheet 9.3.1.3)
	irqPushPull = 1 << 7 // DivIEnReg (datasheet 9.3.1.4)
)

// irqLine is the chip's pin IRQ.
type irqLine struct {
	pin   *Pin
	event *time.Timer // carries out the next event that may change the pin; nil: none
}

// WireIRQ connects the chip's pin IRQ to a line. The line follows the bit IRq
// of Status1Reg in the way set by ComIEnReg and DivIEnReg: inverted or not,
// driven both ways or low only (datasheet 9.3.1.3, 9.3.1.4). After a reset it
// is neither driven nor requested. A nil pin removes the wire; at first there
// is none.
func (c *MFRC522) WireIRQ(pin *Pin) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.irq != nil {
		c.irq.pin.Float()
		if c.irq.event != nil {
			c.irq.event.Stop()
		}
		c.irq = nil
	}
	if pin != nil {
		c.irq = &irqLine{pin: pin}
		c.driveIRQ()
	}
}

// driveIRQ sets the pin to its current level, and schedules the next time at
// which that may change.
func (c *MFRC522) driveIRQ() {
	if c.irq == nil {
		return
	}
	high := c.requested() != (c.regs[chipComIEn]&irqInverted != 0)
	switch {
	case c.unwired():
		c.irq.pin.Float()
	case !high:
		c.irq.pin.Set(gpio.Low)
	case c.regs[chipDivIEn]&irqPushPull != 0:
		c.irq.pin.Set(gpio.High)
	default:
		c.irq.pin.Float()
	}
	if c.irq.event != nil {
		c.irq.event.Stop()
		c.irq.event = nil
	}
	if at, ok := c.nextEvent(); ok {
		c.irq.event = time.AfterFunc(max(at-c.now(), 0), c.runDueEvents)
	}
}

// runDueEvents carries out the events that are due without a transaction.
func (c *MFRC522) runDueEvents() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.elapsed = time.Since(c.epoch)
	c.settle()
	c.driveIRQ()
}

// nextEvent returns when a request may be set next.
func (c *MFRC522) nextEvent() (at time.Duration, ok bool) {
	if c.fault == ChipFrozen {
		return 0, false
	}
	add := func(t time.Duration) {
		if !ok || t < at {
			at, ok = t, true
		}
	}
	if a := c.air; a != nil {
		switch {
		case !a.sent:
			add(a.sentAt)
		case len(a.answer.bits) > 0 && !a.heard:
			add(a.heardAt)
		case len(a.answer.bits) > 0:
			add(a.endAt)
		}
	}
	if c.timer.running && c.regs[chipComIrq]&irqTimer == 0 {
		add(c.timer.expiry())
	}
	return at, ok
}
