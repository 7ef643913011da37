package virtual

import (
	"slices"
	"time"

	"familiar/hw/nfc"
)

// search is a running InListPassiveTarget or InAutoPoll (manual 7.3.5, 7.3.13).
type search struct {
	command byte
	kind    byte      // of target: its baud rate and modulation
	only    nfc.UID   // the tag to look for; zero: any
	wanted  int       // wanted number of targets
	found   int       // number of targets found
	data    []byte    // of the targets found
	tries   int       // left for the next target; negative: unlimited
	at      time.Time // of the next try

	types  []byte // the types of targets that InAutoPoll looks for in turn
	turn   int    // index of the next type
	period time.Duration
}

// maxTargets is the number of targets that the chip can know at once.
const maxTargets = 2

// Kinds of targets of InListPassiveTarget, and the types of InAutoPoll that
// find a tag of type A without ISO/IEC 14443-4. The field has no others.
const (
	kindA        = 0x00
	kindLast     = 0x04
	pollGenericA = 0x00
	pollMIFARE   = 0x10
)

// targetUID is the position of the UID in the chip's data about a target.
const targetUID = 4

// startList begins a search for tags (manual 7.3.5). It forgets the targets of an
// earlier one. For type A at 106 kBd the bytes after the kind are the UID of
// the only tag to look for, with its cascade tags.
func (c *PN532) startList(args []byte, now time.Time) []byte {
	most, kind := args[0], args[1]
	if most < 1 || most > maxTargets || kind > kindLast {
		c.complain("InListPassiveTarget of %d targets of kind %d", most, kind)
		return nil
	}
	s := &search{command: cmdInListPassiveTarget, kind: kind, wanted: int(most), at: now}
	if kind == kindA && len(args) > 2 {
		var err error
		if s.only, err = uncascaded(args[2:]); err != nil {
			c.complain("InListPassiveTarget of UID % x: %v", args[2:], err)
			return nil
		}
	}
	return c.startSearch(s, c.triesEach(), now)
}

// uncascaded returns a UID without the cascade tags between its levels.
func uncascaded(b []byte) (nfc.UID, error) {
	var uid []byte
	for len(b) > 4 && b[0] == tagCascade {
		uid = append(uid, b[1:4]...)
		b = b[4:]
	}
	return nfc.NewUID(append(uid, b...))
}

// startSearch starts a search.
func (c *PN532) startSearch(s *search, tries int, now time.Time) []byte {
	s.tries = tries
	c.targets, c.selected = nil, 0
	c.setRegister(regTxMode, ciuCRC)
	c.setRegister(regRxMode, ciuCRC)
	c.field.power(true, c.fieldTime(now))
	c.search = s
	c.wakeSender()
	return nil
}

// startAutoPoll begins InAutoPoll (manual 7.3.13): some rounds, or without end. Each
// round takes the given number of periods of 150 ms for each type.
func (c *PN532) startAutoPoll(args []byte, now time.Time) []byte {
	rounds, period, types := args[0], args[1], args[2:]
	if rounds == 0 || period == 0 || period > 0x0F || len(types) > 15 {
		c.complain("InAutoPoll of % x", args)
		return nil
	}
	s := &search{
		command: cmdInAutoPoll, wanted: maxTargets, at: now,
		types: slices.Clone(types), period: time.Duration(period) * 150 * time.Millisecond,
	}
	tries := int(rounds) * len(types)
	if rounds == pn532Infinite {
		tries = -1
	}
	return c.startSearch(s, tries, now)
}

// triesEach returns how often the chip looks for a target.
func (c *PN532) triesEach() int {
	if c.retries == pn532Infinite {
		return -1
	}
	return int(c.retries) + 1
}

// settle makes the due tries of a search.
func (c *PN532) settle(now time.Time) {
	for c.search != nil && !now.Before(c.search.at) {
		s := c.search
		if s.command == cmdInAutoPoll {
			c.pollOnce()
		} else {
			c.listOnce()
		}
		if due := now.Add(-time.Second); c.search == s && s.tries < 0 && s.at.Before(due) {
			s.at = due // there was no call for a long time
		}
	}
}

// listOnce makes one try of InListPassiveTarget.
func (c *PN532) listOnce() {
	s := c.search
	data, took := c.activate(s.at)
	s.at = s.at.Add(took)
	switch {
	case data != nil:
		c.note(data)
		if s.found == s.wanted {
			c.finishSearch()
			return
		}
		s.at = s.at.Add(c.halt(s.at))
		// With one target found it does not wait for ever for another.
		if s.tries = c.triesEach(); s.tries < 0 {
			s.tries = 1
		}
	case s.tries > 0:
		if s.tries--; s.tries == 0 {
			c.finishSearch()
		}
	}
}

// pollOnce makes one try of InAutoPoll, for one type of target.
func (c *PN532) pollOnce() {
	s := c.search
	kind := s.types[s.turn]
	s.turn = (s.turn + 1) % len(s.types)
	if kind == pollGenericA || kind == pollMIFARE {
		at := s.at
		for s.found < s.wanted {
			data, took := c.activate(at)
			if at = at.Add(took); data == nil {
				break
			}
			c.note(data)
			if s.found < s.wanted {
				at = at.Add(c.halt(at))
			}
		}
		if s.found > 0 {
			s.at = at
			c.finishSearch()
			return
		}
	}
	s.at = s.at.Add(s.period)
	if s.tries > 0 {
		if s.tries--; s.tries == 0 {
			c.finishSearch()
		}
	}
}

// note adds the tag that was just selected to the search's results.
func (c *PN532) note(data []byte) {
	s := c.search
	s.found++
	if s.command == cmdInAutoPoll {
		s.data = append(s.data, pollMIFARE, byte(1+len(data)))
	}
	s.data = append(append(s.data, byte(s.found)), data...)
	c.targets = append(c.targets, data[targetUID:])
	c.selected = s.found
}

// finishSearch ends a search with its answer.
func (c *PN532) finishSearch() {
	s := c.search
	c.search = nil
	c.reply(answerFrame(append([]byte{s.command + 1, byte(s.found)}, s.data...)...), s.at)
}

// halt puts the selected tag to sleep, and returns how long that takes. If two
// tags were listed, the other one sleeps already.
func (c *PN532) halt(now time.Time) time.Duration {
	if c.selected == 0 {
		return 0
	}
	c.selected = 0
	_, took := c.exchange(bitsOf(withCRC([]byte{tagHLTA, 0x00})), now)
	return took
}

// selectTarget selects a known target (manual 7.3.12), and reports whether it
// is selected. The other one is put to sleep.
func (c *PN532) selectTarget(target int, now time.Time) (ok bool, took time.Duration) {
	if c.selected == target {
		return true, 0
	}
	took = c.halt(now)
	step := func(sent bitString) reception {
		a, d := c.exchange(sent, now.Add(took))
		took += d
		return a
	}
	step(bitsOf([]byte{tagWUPA})[:shortFrame])
	uid := c.targets[target-1]
	for level := byte(0); ; level++ {
		part, more := cascadeLevel(uid)
		a := step(bitsOf(withCRC(append([]byte{0x93 + 2*level, tagSelectAll}, part...))))
		if len(a.bits) != 24 || !crcOK(a.bits.bytes()) {
			return false, took
		}
		if len(more) == 0 {
			c.selected = target
			return true, took
		}
		uid = more
	}
}

// cascadeLevel returns the next level of a UID in its form on the air, and the
// rest of the UID.
func cascadeLevel(uid []byte) (level, more []byte) {
	var l [5]byte
	if len(uid) > 4 {
		l, more = checked(tagCascade, uid[0], uid[1], uid[2]), uid[3:]
	} else {
		l = checked(uid[0], uid[1], uid[2], uid[3])
	}
	return l[:], more
}

// exchange sends a frame to the field, and returns the answer and the time for
// both.
func (c *PN532) exchange(sent bitString, now time.Time) (reception, time.Duration) {
	a := c.field.answer(sent, c.fieldTime(now))
	took := pn532FrameTime + frameTime(len(sent)) + airDelay
	if len(a.bits) > 0 {
		took += frameTime(len(a.bits))
	}
	return a, took
}

// activate tries once to find and to select a tag (ISO/IEC 14443-3, 6.5). It
// returns the chip's data about it, nil if there is none, and the time it took.
func (c *PN532) activate(now time.Time) (data []byte, took time.Duration) {
	step := func(sent bitString) reception {
		a, d := c.exchange(sent, now.Add(took))
		took += d
		return a
	}
	if c.search.kind != kindA {
		return nil, pn532SearchTime
	}
	atqa := step(bitsOf([]byte{tagREQA})[:shortFrame])
	if len(atqa.bits) == 0 {
		return nil, pn532SearchTime
	}
	var uid []byte
	only := c.search.only.Bytes()
	for level := range byte(3) {
		sel := 0x93 + 2*level
		var part []byte
		var ok bool
		if c.search.only.IsZero() {
			part, ok = anticollide(sel, step)
		} else if ok = len(only) > 0; ok {
			part, only = cascadeLevel(only)
		}
		if !ok {
			return nil, took
		}
		answer := step(bitsOf(withCRC(append([]byte{sel, tagSelectAll}, part...))))
		sak := answer.bits.bytes()
		if answer.collision > 0 || len(answer.bits) != 24 || !crcOK(sak) {
			return nil, took
		}
		if sak[0]&sakUIDGoesOn == 0 {
			uid = append(uid, part[:4]...)
			head := append(atqa.bits.bytes(), 0, 0)[:2]
			return append([]byte{head[1], head[0], sak[0], byte(len(uid))}, uid...), took
		}
		uid = append(uid, part[1:4]...)
	}
	return nil, took
}

// anticollide finds the part of one tag's UID that belongs to a cascade level,
// with its check byte. Where answers collide it continues with 1.
func anticollide(sel byte, step func(bitString) reception) ([]byte, bool) {
	var known bitString
	for len(known) < 32 {
		nvb := byte(2+len(known)/8)<<4 | byte(len(known)%8)
		a := step(append(bitsOf([]byte{sel, nvb}), known...))
		if a.collision > 0 {
			known = append(append(known, a.bits[:a.collision-1]...), 1)
			continue
		}
		if len(known)+len(a.bits) != 40 {
			return nil, false
		}
		part := append(known, a.bits...).bytes()
		return part, part[0]^part[1]^part[2]^part[3] == part[4]
	}
	part := known[:32].bytes()
	return append(part, part[0]^part[1]^part[2]^part[3]), true
}
