package virtual

import (
	"bytes"
	"time"
)

// Commands (manual 7).
const (
	cmdGetFirmwareVersion  = 0x02
	cmdSetParameters       = 0x12
	cmdSAMConfiguration    = 0x14
	cmdRFConfiguration     = 0x32
	cmdInDeselect          = 0x44
	cmdInListPassiveTarget = 0x4A
)

// Items of RFConfiguration (manual 7.3.1).
const (
	rfField   = 0x01
	rfRetries = 0x05
)

// wrongContext is the error of a command that makes no sense now (manual 7.1).
const wrongContext = 0x27

// obey does what a frame asks for.
func (c *PN532) obey(frame []byte, now time.Time) {
	switch {
	case bytes.Equal(frame, pn532ACK):
		// The host has what it wants, or wants no more (manual 6.2.1.6).
		c.out, c.search = nil, nil
		return
	case bytes.Equal(frame, pn532NACK):
		if c.last != nil {
			c.out = nil
			c.send(c.last, now.Add(pn532Acks))
		}
		return
	case frame[0] != fromHost:
		c.complain("a frame from %#02x, which is not the host", frame[0])
		return
	}
	// A command puts an end to the one before it.
	c.out, c.last, c.search = nil, nil, nil
	now = now.Add(pn532Acks)
	c.send(pn532ACK, now)
	now = now.Add(pn532Works)
	switch c.fault {
	case ChipMute:
		return
	case ChipRefuses:
		c.reply(pn532Error, now)
		return
	}
	cmd, args := frame[1], frame[2:]
	answer := c.execute(cmd, args, now)
	switch {
	case c.search != nil:
	case answer == nil:
		c.reply(pn532Error, now)
	default:
		c.reply(answerFrame(append([]byte{cmd + 1}, answer...)...), now)
	}
}

func (c *PN532) reply(frame []byte, at time.Time) {
	c.last = frame
	c.send(frame, at)
}

// execute gives the answer to a command; nil stands for an error frame. A search
// answers later.
func (c *PN532) execute(cmd byte, args []byte, now time.Time) []byte {
	if c.power != powerNormal && cmd != cmdSAMConfiguration && cmd != cmdGetFirmwareVersion {
		c.complain("command %#02x before SAMConfiguration", cmd)
		return nil
	}
	switch {
	case cmd == cmdGetFirmwareVersion && len(args) == 0:
		return []byte{0x32, 1, 6, 7} // IC, version, revision, all its standards
	case cmd == cmdSAMConfiguration && len(args) >= 1 && args[0] == 0x01:
		c.power = powerNormal
		return []byte{}
	case cmd == cmdSetParameters && len(args) == 1:
		// Nothing of it matters to tags that know no ISO/IEC 14443-4.
		return []byte{}
	case cmd == cmdRFConfiguration && len(args) == 2 && args[0] == rfField:
		c.field.power(args[1]&1 != 0, c.since(now))
		return []byte{}
	case cmd == cmdRFConfiguration && len(args) == 4 && args[0] == rfRetries:
		c.retries = args[3]
		return []byte{}
	case cmd == cmdInDeselect && len(args) == 1:
		return c.deselect(now)
	case cmd == cmdInListPassiveTarget && len(args) == 2:
		return c.list(args[0], args[1], now)
	}
	c.complain("command %#02x % x", cmd, args)
	return nil
}

// deselect halts the target that is selected (manual 7.3.10).
func (c *PN532) deselect(now time.Time) []byte {
	if c.listed == 0 {
		return []byte{wrongContext}
	}
	c.halt(now)
	return []byte{0x00}
}
