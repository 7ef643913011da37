package iso14443

import (
	"context"
	"slices"

	"familiar/hw/nfc"
)

// Chip speaks to the tags in its field. An error is one of the chip, not of a
// tag: that a tag is silent or disturbed is an answer.
type Chip interface {
	// Wake sends WUPA, and reports whether a tag answers, whatever it says.
	Wake(ctx context.Context) (heard bool, err error)
	// Anticollide asks the tags that begin, in a level from 0, with the first known
	// bits of a prefix for their other bits, by AnticollisionFrame. If known is no
	// multiple of 8, only known%8 bits of the last byte are sent, and the answer
	// begins in the middle of that byte.
	Anticollide(ctx context.Context, level int, prefix Part, known int) (Anticollision, error)
	// Send sends a frame of whole bytes, which ends with its CRC, and returns the
	// bytes of the answer with theirs. The slice is valid until the next call. If
	// answer is 0, no answer is expected.
	Send(ctx context.Context, frame []byte, answer int) (Reply, error)
}

// Anticollision is the answer of all tags that have answered.
type Anticollision struct {
	Heard    bool
	Part     Part // the prefix with the received bits behind it: Part.Merge
	Broken   bool // bits are missing, or wrong in another way than by a collision
	Collided bool // answers differ
	// Collision is the bit of the part at which they differ first, counted from 1. It
	// is 0 if that is unknown.
	Collision int
}

// Reply is the answer to a frame.
type Reply struct {
	Heard    bool
	Broken   bool // parity, protocol or length are wrong
	Collided bool // several tags have answered, and their answers differ
	Bytes    []byte
}

// WUPA wakes all tags, halted ones too. It has 7 bits (ISO/IEC 14443-3, 6.4).
const WUPA = 0x52

// MaxFrame is the length of the longest frame of a Walker, SELECT, in bytes.
const MaxFrame = 9

const (
	sakCascade = 1 << 2 // SAK: the UID continues in the next level
	allKnown   = 0x70   // NVB of SELECT
	sakBytes   = 3      // of the answer to SELECT
)

var (
	hlta       = [...]byte{0x50, 0x00}
	selectCode = [MaxLevels]byte{0x93, 0x95, 0x97}
)

// AnticollisionFrame appends the frame of an anticollision to dst (ISO/IEC
// 14443-3, 6.5.3). Of its last byte known%8 bits are sent, or all if that is 0.
func AnticollisionFrame(dst []byte, level int, prefix Part, known int) []byte {
	dst = append(dst, selectCode[level], byte(2+known/8)<<4|byte(known%8))
	return append(dst, prefix[:(known+7)/8]...)
}

// maxExchanges bounds one poll, whatever the field answers. Sixteen tags with
// ten bytes need about 200.
const maxExchanges = 256

// Walker lists the tags in the field of a chip.
type Walker struct {
	Chip Chip

	exchanges int  // used in this poll
	unsure    bool // the last poll may have left tags in the middle of an anticollision
	lone      bool // the last poll found one tag, and put it to sleep by WUPA only
	todo      []branch
}

// branch is a part of the tree of UIDs that was not walked yet: the parts of the
// levels above it, and the first bits of its own level.
type branch struct {
	above  [MaxLevels]Part
	level  int
	prefix Part
	known  int // bits of prefix, 0 to 32
}

// Tags appends the UIDs of all tags in the field to dst. If it returns an error,
// dst holds those that it has found until then.
func (w *Walker) Tags(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	w.exchanges, w.todo = 0, append(w.todo[:0], branch{})
	first := len(dst)
	broken := w.unsure // tags may be in the middle of an anticollision
	w.unsure = true
	awake, err := w.wake(ctx, broken)
	if err == nil && !awake && w.lone {
		// The WUPA of the last poll was lost. The tag was still selected, and took this one for an error.
		awake, err = w.wake(ctx, false)
	}
	w.lone = false
	if err != nil || !awake {
		w.unsure = err != nil
		return dst, err
	}
	failed := false // a branch led to no tag
	alone := false  // a field with one tag was checked for others
	active := false // the last tag is still selected
	for len(w.todo) > 0 && w.exchanges < maxExchanges {
		b := w.pop()
		if !awake {
			if awake, err = w.wake(ctx, !active); err != nil || !awake {
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
			if awake, err = w.wake(ctx, false); err != nil {
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
	w.unsure = failed || len(w.todo) > 0
	w.lone = alone && !active
	return dst, nil
}

// pop takes the newest branch off the list.
func (w *Walker) pop() branch {
	last := len(w.todo) - 1
	b := w.todo[last]
	w.todo = w.todo[:last]
	return b
}

// wake wakes all tags except a selected one, and reports whether any answers. A
// tag in the middle of an anticollision takes WUPA for an error and is silent. If
// there may be such tags, HLTA comes first: they take it for an error as well, and
// no other tag reacts to it.
func (w *Walker) wake(ctx context.Context, broken bool) (heard bool, err error) {
	if broken {
		if err := w.halt(ctx); err != nil {
			return false, err
		}
	}
	w.exchanges++
	return w.Chip.Wake(ctx)
}

// send appends the CRC to a frame and sends it.
func (w *Walker) send(ctx context.Context, frame []byte, answer int) (Reply, error) {
	w.exchanges++
	return w.Chip.Send(ctx, withCRC(frame), answer)
}

// halt puts the selected tag to sleep, if there is one, and breaks off every
// anticollision. No answer means success.
func (w *Walker) halt(ctx context.Context) error {
	_, err := w.send(ctx, append(make([]byte, 0, MaxFrame), hlta[:]...), 0)
	return err
}

// follow goes down one branch to a tag, and adds the branches that it passes to
// the list. It returns false if there is no tag, or if the tag was removed.
func (w *Walker) follow(ctx context.Context, b branch) (nfc.UID, bool, error) {
	for level := range b.level {
		s, err := w.selectTag(ctx, level, b.above[level])
		if err != nil || !s.ok {
			return nfc.UID{}, false, err
		}
	}
	for ; b.level < MaxLevels; b.level++ {
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
		b.prefix, b.known = Part{}, 0
	}
	return nfc.UID{}, false, nil
}

// resolve finds the rest of one level by bit-oriented anticollision
// (ISO/IEC 14443-3, 6.5.3.3).
func (w *Walker) resolve(ctx context.Context, b branch) (Part, bool, error) {
	for b.known < LevelBits && w.exchanges < maxExchanges {
		w.exchanges++
		a, err := w.Chip.Anticollide(ctx, b.level, b.prefix, b.known)
		if err != nil || !a.Heard {
			return Part{}, false, err
		}
		if !a.Collided {
			return a.Part, !a.Broken && a.Part.checkOK(), nil
		}
		if a.Collision <= b.known || a.Collision > LevelBits {
			return Part{}, false, nil
		}
		b.prefix, b.known = a.Part.upTo(a.Collision-1), a.Collision
		w.todo = append(w.todo, b)
		b.prefix[(b.known-1)/8] |= 1 << ((b.known - 1) % 8)
		if b.known == LevelBits {
			b.prefix[4] = b.prefix.check()
			return b.prefix, true, nil
		}
	}
	// All bits of the level were known: the branch is the other side of a collision at the last one.
	b.prefix[4] = b.prefix.check()
	return b.prefix, b.known == LevelBits, nil
}

// selected is a tag's answer to SELECT.
type selected struct {
	ok   bool // it is selected
	more bool // its UID continues in the next level
}

// selectTag selects a tag by all bits of a level. If two tags answer, they differ
// in a further level, so a collision of their answers does not matter.
func (w *Walker) selectTag(ctx context.Context, level int, p Part) (selected, error) {
	frame := append(make([]byte, 0, MaxFrame), selectCode[level], allKnown)
	r, err := w.send(ctx, append(frame, p[:]...), sakBytes)
	switch {
	case err != nil || !r.Heard:
		return selected{}, err
	case r.Collided:
		return selected{ok: true, more: true}, nil
	case r.Broken || len(r.Bytes) != sakBytes:
		return selected{}, nil
	}
	lo, hi := CRC(r.Bytes[:1])
	ok := r.Bytes[1] == lo && r.Bytes[2] == hi
	return selected{ok: ok, more: ok && r.Bytes[0]&sakCascade != 0}, nil
}
