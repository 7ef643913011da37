package virtual

import (
	"bytes"
	"time"
)

// Commands (manual 7).
const (
	cmdDiagnose            = 0x00
	cmdGetFirmwareVersion  = 0x02
	cmdGetGeneralStatus    = 0x04
	cmdReadRegister        = 0x06
	cmdWriteRegister       = 0x08
	cmdSetParameters       = 0x12
	cmdSAMConfiguration    = 0x14
	cmdPowerDown           = 0x16
	cmdRFConfiguration     = 0x32
	cmdInDataExchange      = 0x40
	cmdInCommunicateThru   = 0x42
	cmdInDeselect          = 0x44
	cmdInListPassiveTarget = 0x4A
	cmdInRelease           = 0x52
	cmdInSelect            = 0x54
	cmdInAutoPoll          = 0x60
)

// The emulated tests of Diagnose (manual 7.2.1).
const (
	testLine = 0x00
	testROM  = 0x01
	testRAM  = 0x02
)

// Items of RFConfiguration (manual 7.3.1).
const (
	rfField   = 0x01
	rfRetries = 0x05
)

// rfLengths maps the items of RFConfiguration to the number of their bytes.
var rfLengths = map[byte]int{
	rfField: 1, 0x02: 3, 0x04: 1, rfRetries: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9,
}

// The sources that wake the chip after PowerDown (manual 7.2.11).
const (
	wakeHSU = 1 << 4
	wakeSPI = 1 << 5
	wakeI2C = 1 << 7
)

// Status of a command to a target (manual 7.1).
const (
	statusOK             = 0x00
	statusTimeout        = 0x01
	statusCRC            = 0x02
	statusBufferTooSmall = 0x07
	statusFormat         = 0x13
	statusAuthentication = 0x14
	wrongContext         = 0x27 // the command is not possible in the current state
)

// statusMask removes the bits for chained data from a status or a target's number.
const statusMask = 0x3F

// handleFrame executes a frame.
func (c *PN532) handleFrame(frame []byte, now time.Time) {
	switch {
	case bytes.Equal(frame, pn532ACK):
		// The host has its answer, or wants none any more (manual 6.2.1.6).
		c.out, c.search = nil, nil
		return
	case bytes.Equal(frame, pn532NACK):
		if c.last != nil {
			c.out = nil
			c.send(c.last, now.Add(pn532AckTime))
		}
		return
	case frame[0] != fromHost:
		c.complain("a frame from %#02x, which is not the host", frame[0])
		return
	}
	// A command aborts the one before it.
	c.out, c.last, c.search = nil, nil, nil
	c.sleepPending = false
	now = now.Add(pn532AckTime)
	c.send(pn532ACK, now)
	now = now.Add(pn532CommandTime)
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

// execute returns the answer to a command; nil stands for an error frame. A
// search answers later.
func (c *PN532) execute(cmd byte, args []byte, now time.Time) []byte {
	if c.power != powerNormal && cmd != cmdSAMConfiguration && cmd != cmdGetFirmwareVersion {
		c.complain("command %#02x before SAMConfiguration", cmd)
		return nil
	}
	answer, known := c.executeChip(cmd, args, now)
	if !known {
		answer, known = c.executeTarget(cmd, args, now)
	}
	if !known {
		c.complain("command %#02x % x", cmd, args)
	}
	return answer
}

// executeChip executes commands about the chip itself (manual 7.2 and 7.3.1).
func (c *PN532) executeChip(cmd byte, args []byte, now time.Time) (answer []byte, known bool) {
	switch {
	case cmd == cmdDiagnose && len(args) >= 1 && args[0] == testLine:
		return args, true
	case cmd == cmdDiagnose && len(args) == 1 && (args[0] == testROM || args[0] == testRAM):
		return []byte{statusOK}, true
	case cmd == cmdGetFirmwareVersion && len(args) == 0:
		return []byte{0x32, 1, 6, 7}, true // IC, version, revision, support of all its standards
	case cmd == cmdGetGeneralStatus && len(args) == 0:
		return c.generalStatus(), true
	case cmd == cmdReadRegister && len(args) > 0 && len(args)%2 == 0:
		for ; len(args) > 0; args = args[2:] {
			answer = append(answer, c.registers[uint16(args[0])<<8|uint16(args[1])])
		}
		return answer, true
	case cmd == cmdWriteRegister && len(args) > 0 && len(args)%3 == 0:
		for ; len(args) > 0; args = args[3:] {
			c.setRegister(uint16(args[0])<<8|uint16(args[1]), args[2])
		}
		return []byte{}, true
	case cmd == cmdSetParameters && len(args) == 1:
		// It has no effect on tags without ISO/IEC 14443-4.
		return []byte{}, true
	case cmd == cmdSAMConfiguration && len(args) >= 1 && args[0] == 0x01:
		c.power = powerNormal
		return []byte{}, true
	case cmd == cmdPowerDown && (len(args) == 1 || len(args) == 2):
		c.sleepPending, c.wakeSources = true, args[0]
		return []byte{statusOK}, true
	case cmd == cmdRFConfiguration && len(args) >= 2 && len(args)-1 == rfLengths[args[0]]:
		c.configure(args[0], args[1:], now)
		return []byte{}, true
	}
	return nil, false
}

// configure is RFConfiguration. Timeouts and the analog settings have no effect
// on the tags here.
func (c *PN532) configure(item byte, data []byte, now time.Time) {
	switch item {
	case rfField:
		c.field.power(data[0]&1 != 0, c.fieldTime(now))
	case rfRetries:
		c.retries = data[2]
	}
}

// executeTarget executes commands about targets (manual 7.3).
func (c *PN532) executeTarget(cmd byte, args []byte, now time.Time) (answer []byte, known bool) {
	switch {
	case cmd == cmdInListPassiveTarget && len(args) >= 2:
		return c.startList(args, now), true
	case cmd == cmdInAutoPoll && len(args) >= 3:
		return c.startAutoPoll(args, now), true
	case cmd == cmdInDataExchange && len(args) >= 2:
		return c.exchangeData(int(args[0]&statusMask), args[1:], now), true
	case cmd == cmdInCommunicateThru:
		return c.communicate(args, now), true
	case cmd == cmdInDeselect && len(args) == 1:
		return c.deselect(args[0], false, now), true
	case cmd == cmdInRelease && len(args) == 1:
		return c.deselect(args[0], true, now), true
	case cmd == cmdInSelect && len(args) == 1:
		return c.selectAgain(int(args[0]), now), true
	}
	return nil, false
}

// generalStatus is the answer to GetGeneralStatus (manual 7.2.3): the last
// error, whether there is an external field, the targets with their speeds and
// types, and the state of a security module, which does not exist here.
func (c *PN532) generalStatus() []byte {
	a := []byte{c.lastError, 0, 0}
	for i := range c.targets {
		if c.known(i + 1) {
			a[2]++
			a = append(a, byte(i+1), 0, 0, 0) // 106 kBd both ways, type A
		}
	}
	return append(a, 0x80)
}

// known reports whether there is a target with that number.
func (c *PN532) known(target int) bool {
	return target >= 1 && target <= len(c.targets) && c.targets[target-1] != nil
}

// deselect is InDeselect and InRelease (manual 7.3.10, 7.3.11): the selected
// target is halted; InRelease also forgets its number. 0 stands for all
// targets, and releasing all is no error if there are none.
func (c *PN532) deselect(target byte, release bool, now time.Time) []byte {
	if target != 0 && !c.known(int(target)) || target == 0 && len(c.targets) == 0 && !release {
		return c.status(wrongContext)
	}
	if target == 0 || int(target) == c.selected {
		c.halt(now)
	}
	switch {
	case release && target == 0:
		c.targets = nil
	case release:
		c.targets[target-1] = nil
	}
	return c.status(statusOK)
}

// selectAgain is InSelect (manual 7.3.12).
func (c *PN532) selectAgain(target int, now time.Time) []byte {
	if !c.known(target) {
		return c.status(wrongContext)
	}
	if ok, _ := c.selectTarget(target, now); !ok {
		return c.status(statusTimeout)
	}
	return c.status(statusOK)
}

// status returns an answer that begins with a status.
func (c *PN532) status(s byte, data ...byte) []byte {
	c.lastError = s
	return append([]byte{s}, data...)
}
