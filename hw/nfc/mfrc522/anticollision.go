package mfrc522

import (
	"context"
	"math/bits"
	"slices"

	"familiar/hw/nfc"
)

// Commands to tags (ISO/IEC 14443-3, 6.4 and 6.5).
const (
	wupa       = 0x52
	cascadeTag = 0x88   // precedes the bytes of a UID that continues in the next level
	sakCascade = 1 << 2 // SAK: the UID continues in the next level
	allKnown   = 0x70   // NVB of SELECT
	levelBits  = 32     // of a UID in one cascade level
	maxLevels  = 3      // 4, 7, 10 bytes
)

var (
	hlta       = [...]byte{0x50, 0x00}
	selectCode = [maxLevels]byte{0x93, 0x95, 0x97}
)

// maxExchanges bounds one poll, whatever the field answers. Sixteen tags with
// ten bytes need about 200.
const maxExchanges = 256

// part is the piece of a UID that belongs to one cascade level, with its check
// byte.
type part [5]byte

// branch is a part of the tree of UIDs that was not walked yet: the parts of the
// levels above it, and the first bits of its own level.
type branch struct {
	above  [maxLevels]part
	level  int
	prefix part
	known  int // bits of prefix, 0 to 32
}

// walker is one walk through the tree of the UIDs in the field.
type walker struct {
	*Dev
	todo []branch
}

// walk appends the UIDs of all tags in the field to dst.
func (d *Dev) walk(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	d.exchanges = 0
	w := walker{Dev: d, todo: make([]branch, 1, 8)}
	first := len(dst)
	tries := 1
	if d.unsure {
		tries = 2
	}
	d.unsure = true
	awake, err := w.wake(ctx, tries)
	if err != nil || !awake {
		d.unsure = err != nil
		return dst, err
	}
	failed := false // a branch led to no tag
	alone := false  // a field with one tag was checked for others
	active := false // the last tag is still selected
	for len(w.todo) > 0 && d.exchanges < maxExchanges {
		b := w.pop()
		if !awake {
			if awake, err = w.wake(ctx, 2); err != nil || !awake {
				return dst, err
			}
		}
		awake = false
		uid, ok, err := w.follow(ctx, b)
		if err != nil {
			return dst, err
		}
		active = ok
		if !ok {
			failed = true
			continue
		}
		if !slices.Contains(dst[first:], uid) {
			dst = append(dst, uid)
		}
		if len(w.todo) == 0 && len(dst) == first+1 && !alone {
			// There seems to be only one tag. It may have drowned out another one, which answers now.
			alone, active = true, false
			if awake, err = w.wake(ctx, 1); err != nil {
				return dst, err
			}
			if awake {
				w.todo = append(w.todo, branch{})
			}
		}
	}
	if active {
		if err := w.halt(ctx); err != nil {
			return dst, err
		}
	}
	d.unsure = failed || len(w.todo) > 0
	return dst, nil
}

// pop takes the newest branch off the list.
func (w *walker) pop() branch {
	last := len(w.todo) - 1
	b := w.todo[last]
	w.todo = w.todo[:last]
	return b
}

// wake wakes all tags except a selected one, and reports whether any answers. A
// tag in the middle of an anticollision treats WUPA as an error and is silent:
// two tries reach it too. The content of the answer does not matter.
func (d *Dev) wake(ctx context.Context, tries int) (bool, error) {
	for range tries {
		a, err := d.exchange(ctx, request{data: []byte{wupa}, lastBits: 7, answer: 16})
		if err != nil || a.heard {
			return a.heard, err
		}
	}
	return false, nil
}

// halt puts the selected tag to sleep. No answer means success.
func (d *Dev) halt(ctx context.Context) error {
	lo, hi := crcA(hlta[:])
	_, err := d.exchange(ctx, request{data: []byte{hlta[0], hlta[1], lo, hi}})
	return err
}

// follow goes down one branch to a tag, and adds the branches that it passes to
// the list. It returns false if there is no tag, or if the tag was removed.
func (w *walker) follow(ctx context.Context, b branch) (nfc.UID, bool, error) {
	for level := range b.level {
		s, err := w.selectTag(ctx, level, b.above[level])
		if err != nil || !s.ok {
			return nfc.UID{}, false, err
		}
	}
	for ; b.level < maxLevels; b.level++ {
		p, ok, err := w.resolve(ctx, b)
		if err != nil || !ok {
			return nfc.UID{}, false, err
		}
		s, err := w.selectTag(ctx, b.level, p)
		if err != nil || !s.ok {
			return nfc.UID{}, false, err
		}
		b.above[b.level] = p
		if !s.more {
			uid, ok := assemble(b.above[:b.level+1])
			return uid, ok, nil
		}
		if p[0] != cascadeTag {
			break
		}
		b.prefix, b.known = part{}, 0
	}
	return nfc.UID{}, false, nil
}

// assemble joins the levels of a UID. A level begins with the cascade tag if
// and only if another one follows: anything else is a broken read.
func assemble(parts []part) (nfc.UID, bool) {
	raw := make([]byte, 0, 10)
	last := len(parts) - 1
	for _, p := range parts[:last] {
		raw = append(raw, p[1:4]...)
	}
	if parts[last][0] == cascadeTag && last < maxLevels-1 {
		return nfc.UID{}, false
	}
	uid, err := nfc.NewUID(append(raw, parts[last][:4]...))
	return uid, err == nil
}

// resolve finds the rest of one level by bit-oriented anticollision
// (ISO/IEC 14443-3, 6.5.3.3).
func (w *walker) resolve(ctx context.Context, b branch) (part, bool, error) {
	for b.known < levelBits && w.exchanges < maxExchanges {
		a, err := w.anticollision(ctx, b)
		if err != nil || !a.heard {
			return part{}, false, err
		}
		p, short := b.merge(a)
		if !a.collided {
			return p, !short && !a.garbled && p.checkOK(), nil
		}
		known := nearestCollision(b.known, a.collision, p)
		if known == 0 {
			return part{}, false, nil
		}
		b.prefix, b.known = p.upTo(known-1), known
		w.todo = append(w.todo, b)
		b.prefix[(known-1)/8] |= 1 << ((known - 1) % 8)
		if known == levelBits {
			b.prefix[4] = b.prefix.check()
			return b.prefix, true, nil
		}
	}
	// All bits of the level were known: the branch is the other side of a collision at the last one.
	b.prefix[4] = b.prefix.check()
	return b.prefix, b.known == levelBits, nil
}

// anticollision asks the tags that begin with the known bits for the other bits.
func (d *Dev) anticollision(ctx context.Context, b branch) (answer, error) {
	whole, odd := b.known/8, b.known%8
	frame := append(make([]byte, 0, maxFrame), selectCode[b.level], byte(2+whole)<<4|byte(odd))
	frame = append(frame, b.prefix[:(b.known+7)/8]...)
	return d.exchange(ctx, request{data: frame, lastBits: odd, align: odd, answer: 40 - b.known, fetch: true})
}

// merge puts the received bits behind the known ones. Short is true if some of
// the part's bytes are still missing.
func (b branch) merge(a answer) (p part, short bool) {
	p = b.prefix
	whole := b.known / 8
	mask := byte(0xFF) << (b.known % 8)
	for i, v := range a.bytes {
		if whole+i >= len(p) {
			break
		}
		p[whole+i] = p[whole+i]&^mask | v&mask
		mask = 0xFF
	}
	return p, whole+len(a.bytes) < len(p)
}

// nearestCollision returns the first bit, counted from 1, at which the collision
// can be if CollPos reads pos and the known bits are good; 0 if there is none.
// The chip clears the bits after a collision, so it is not before the last 1.
func nearestCollision(known, pos int, p part) int {
	if pos == 0 {
		return 0
	}
	last := 0
	for i, v := range p {
		if v != 0 {
			last = 8*i + bits.Len8(v)
		}
	}
	best := 0
	for _, at := range [...]int{known&^7 + pos, known + pos, pos} {
		if at > known && at >= last && at <= levelBits && (best == 0 || at < best) {
			best = at
		}
	}
	return best
}

// upTo returns the part with its first n bits only.
func (p part) upTo(n int) part {
	for i := range p {
		p[i] &= byte(1<<min(max(n-8*i, 0), 8) - 1)
	}
	return p
}

// check returns the check byte of the part's other bytes (ISO/IEC 14443-3, BCC).
func (p part) check() byte   { return p[0] ^ p[1] ^ p[2] ^ p[3] }
func (p part) checkOK() bool { return p[4] == p.check() }

// selected is a tag's answer to SELECT.
type selected struct {
	ok   bool // it is selected
	more bool // its UID continues in the next level
}

// selectTag selects a tag by all bits of a level. If two tags answer, they differ
// in a further level, so a collision of their answers does not matter.
func (d *Dev) selectTag(ctx context.Context, level int, p part) (selected, error) {
	frame := append(make([]byte, 0, maxFrame), selectCode[level], allKnown)
	frame = append(frame, p[:]...)
	lo, hi := crcA(frame)
	a, err := d.exchange(ctx, request{data: append(frame, lo, hi), answer: 24, fetch: true})
	switch {
	case err != nil || !a.heard:
		return selected{}, err
	case a.collided:
		return selected{ok: true, more: true}, nil
	case a.garbled || len(a.bytes) != 3:
		return selected{}, nil
	}
	lo, hi = crcA(a.bytes[:1])
	ok := a.bytes[1] == lo && a.bytes[2] == hi
	return selected{ok: ok, more: ok && a.bytes[0]&sakCascade != 0}, nil
}
