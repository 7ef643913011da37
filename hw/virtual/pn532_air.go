package virtual

import "time"

// search is InListPassiveTarget at work (manual 7.3.5).
type search struct {
	most  int       // targets that are wanted
	found int       // targets that were found
	data  []byte    // of those found
	tries int       // left for the next target; negative: without end
	at    time.Time // of the next try
}

// maxTargets is how many targets the chip can know at once.
const maxTargets = 2

// list begins a search for tags of type A at 106 kBd. The targets of an earlier
// one are forgotten.
func (c *PN532) list(most, kind byte, now time.Time) []byte {
	if most < 1 || most > maxTargets || kind != 0x00 {
		c.complain("InListPassiveTarget of %d targets of kind %d", most, kind)
		return nil
	}
	c.active, c.listed = false, 0
	c.field.power(true, c.since(now))
	c.search = &search{most: int(most), tries: c.triesEach(), at: now}
	c.tell()
	return nil
}

// triesEach is how often it looks for a target.
func (c *PN532) triesEach() int {
	if c.retries == pn532Infinite {
		return -1
	}
	return int(c.retries) + 1
}

// settle makes the tries of a search that are due.
func (c *PN532) settle(now time.Time) {
	for c.search != nil && !now.Before(c.search.at) {
		s := c.search
		data, took := c.activate(s.at)
		s.at = s.at.Add(took)
		switch {
		case data != nil:
			s.found++
			s.data = append(append(s.data, byte(s.found)), data...)
			c.active, c.listed = true, s.found
			if s.found == s.most {
				c.found()
				continue
			}
			s.at = s.at.Add(c.halt(s.at))
			// Having found one it does not wait for ever for another.
			if s.tries = c.triesEach(); s.tries < 0 {
				s.tries = 1
			}
		case s.tries < 0:
			if due := now.Add(-time.Second); s.at.Before(due) {
				s.at = due // nobody looked for long
			}
		default:
			if s.tries--; s.tries == 0 {
				c.found()
			}
		}
	}
}

// found ends a search with its answer.
func (c *PN532) found() {
	s := c.search
	c.search = nil
	c.reply(answerFrame(append([]byte{cmdInListPassiveTarget + 1, byte(s.found)}, s.data...)...), s.at)
}

// halt puts the selected tag to sleep, and tells how long that takes. Of two
// that were listed one was put to sleep before.
func (c *PN532) halt(now time.Time) time.Duration {
	if !c.active {
		return 0
	}
	c.active = false
	_, took := c.exchange(bitsOf(withCRC([]byte{tagHLTA, 0x00})), now)
	return took
}

// exchange sends a frame to the field, and tells how long that and the answer
// took.
func (c *PN532) exchange(sent bitString, now time.Time) (reception, time.Duration) {
	a := c.field.answer(sent, c.since(now))
	took := pn532Frame + frameTime(len(sent)) + airDelay
	if len(a.bits) > 0 {
		took += frameTime(len(a.bits))
	}
	return a, took
}

// activate tries once to find and to select a tag (ISO/IEC 14443-3, 6.5). It
// gives what the chip tells of it, nil if there is none, and how long it took.
func (c *PN532) activate(now time.Time) (data []byte, took time.Duration) {
	step := func(sent bitString) reception {
		a, d := c.exchange(sent, now.Add(took))
		took += d
		return a
	}
	atqa := step(bitsOf([]byte{tagREQA})[:shortFrame])
	if len(atqa.bits) == 0 {
		return nil, pn532Silence
	}
	var uid []byte
	for level := range byte(3) {
		sel := 0x93 + 2*level
		part, ok := anticollide(sel, step)
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
// with its check byte. Where answers collide it goes on with 1.
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
