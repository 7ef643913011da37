package virtual

import (
	"fmt"
	"sync"

	"familiar/hw/nfc"
)

// Commands of a tag (ISO/IEC 14443-3, 6.4 and 6.5).
const (
	tagREQA       = 0x26
	tagWUPA       = 0x52
	tagHLTA       = 0x50
	tagCascade    = 0x88 // precedes the bytes of a UID that continues in the next level
	tagSelectAll  = 0x70 // NVB with all bits of a level
	sakUIDGoesOn  = 0x04
	shortFrame    = 7  // bits of REQA and WUPA
	anticollStart = 16 // bits of SEL and NVB
)

// tagState is a state of ISO/IEC 14443-3, 6.3, figure 7. Tag.halted
// distinguishes those with a star.
type tagState uint8

const (
	tagIdle tagState = iota
	tagReady
	tagActive
	tagHalt
)

func (s tagState) String() string {
	return [...]string{"IDLE", "READY", "ACTIVE", "HALT"}[s]
}

// Tag is a type A tag with a UID of 4, 7 or 10 bytes and the memory of its model.
// It may lie in one field at a time. Its methods may be called from any goroutine.
type Tag struct {
	uid      nfc.UID
	model    TagModel
	levels   [][5]byte // the UID in its form on the air: cascade levels with check bytes
	mu       sync.Mutex
	state    tagState
	halted   bool // READY* and ACTIVE*: an error leads back to HALT
	level    int  // cascade level in READY
	coupling int
	lifeBits int // bits until it is removed, if tearing
	tearing  bool
	torn     bool
	memory   [][tagPage]byte // of an NTAG; nil: as delivered
}

// NewTag makes a tag of the usual model for UIDs of this length: 4 bytes a
// MIFAREClassic1K, 7 an NTAG213, 10 UIDOnly. A UID that ISO/IEC 14443-3, 6.5.4
// forbids, because its bytes could be taken for a cascade tag, is an error, and
// so is the zero UID.
func NewTag(uid nfc.UID) (*Tag, error) { return NewTagOf(usualModel(uid), uid) }

// NewTagOf makes a tag of a model, like NewTag does. It is an error if the
// model does not have UIDs of this length.
func NewTagOf(model TagModel, uid nfc.UID) (*Tag, error) {
	b := uid.Bytes()
	t := &Tag{uid: uid, model: model, coupling: 1}
	for len(b) > 4 {
		t.levels = append(t.levels, checked(tagCascade, b[0], b[1], b[2]))
		b = b[3:]
	}
	if len(b) != 4 {
		return nil, fmt.Errorf("tag %q: %w", uid, nfc.ErrUID)
	}
	if b[0] == tagCascade && uid.Len() < 10 {
		return nil, fmt.Errorf("tag %s: %w: byte %d is the cascade tag", uid, nfc.ErrUID, uid.Len()-4)
	}
	if !model.fits(uid.Len()) {
		return nil, fmt.Errorf("tag %s: there is no %v with a UID of %d bytes", uid, model, uid.Len())
	}
	t.levels = append(t.levels, checked(b[0], b[1], b[2], b[3]))
	return t, nil
}

func checked(a, b, c, d byte) [5]byte { return [5]byte{a, b, c, d, a ^ b ^ c ^ d} }

// UID returns the tag's UID.
func (t *Tag) UID() nfc.UID { return t.uid }

// String returns the UID as text.
func (t *Tag) String() string { return t.uid.String() }

// SetCoupling sets how well the tag couples to the antenna, 1 by default. If
// several tags answer at once, one that couples less than a quarter as well as
// the strongest is drowned out instead of colliding.
func (t *Tag) SetCoupling(c int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.coupling = c
}

// TearAfter removes the tag after n more bytes between it and the reader,
// possibly in the middle of a frame. It is then silent until it is put into a
// field again.
func (t *Tag) TearAfter(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tearing = true
	t.lifeBits = 8 * n
}

// powerUp is the effect of entering a field.
func (t *Tag) powerUp() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state = tagIdle
	t.halted = false
}

// place is powerUp by a hand, which also brings a removed tag back.
func (t *Tag) place() {
	t.powerUp()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.torn {
		t.torn, t.tearing = false, false
	}
}

func (t *Tag) strength() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.coupling
}

// hear takes a frame from the reader and returns the tag's answer, empty if it
// is silent.
func (t *Tag) hear(f bitString) bitString {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.torn || !t.live(len(f)) {
		return nil
	}
	a := t.react(f)
	if rest := t.lifeBits; !t.live(len(a)) {
		a = a[:rest]
	}
	return a
}

// live uses up bits of the tag's life, and reports whether there were enough.
func (t *Tag) live(n int) bool {
	if !t.tearing {
		return true
	}
	t.torn = n > t.lifeBits
	t.lifeBits -= n
	return !t.torn
}

// react is the state machine of ISO/IEC 14443-3, 6.3.
func (t *Tag) react(f bitString) bitString {
	if len(f) == shortFrame {
		return t.reactToWake(f.bytes()[0])
	}
	switch t.state {
	case tagReady:
		return t.reactInReady(f)
	case tagActive:
		return t.reactInActive(f)
	}
	return nil
}

func (t *Tag) reactInActive(f bitString) bitString {
	b := f.bytes()
	if len(f)%8 != 0 || len(b) < 3 || !crcOK(b) {
		t.fallBack()
		return nil
	}
	if len(b) == 4 && b[0] == tagHLTA && b[1] == 0 {
		t.state, t.halted = tagHalt, true
		return nil
	}
	answer, stays := t.execute(b[:len(b)-2])
	if !stays {
		t.fallBack()
	}
	return answer
}

func (t *Tag) reactToWake(code byte) bitString {
	switch {
	case t.state == tagReady || t.state == tagActive:
		t.fallBack()
		return nil
	case code == tagWUPA, code == tagREQA && t.state == tagIdle:
		t.state, t.level = tagReady, 0
		return bitsOf([]byte{0x04 | byte(len(t.levels)-1)<<6, 0x00})
	}
	return nil
}

// fallBack is the reaction of READY and ACTIVE to any unexpected frame.
func (t *Tag) fallBack() {
	t.state = tagIdle
	if t.halted {
		t.state = tagHalt
	}
}

func (t *Tag) reactInReady(f bitString) bitString {
	b := f.bytes()
	if len(f) < anticollStart || b[0] != 0x93+2*byte(t.level) {
		t.fallBack()
		return nil
	}
	own := t.levels[t.level]
	known := int(b[1]>>4-2)*8 + int(b[1]&0x0F)
	if b[1] == tagSelectAll {
		if len(f) != 72 || !crcOK(b) || [5]byte(b[2:7]) != own {
			t.fallBack()
			return nil
		}
		return t.selected()
	}
	mine := bitsOf(own[:])
	if b[1]>>4 < 2 || b[1]&0x0F > 7 || known > 32 || len(f) != anticollStart+known ||
		!mine.startsWith(f[anticollStart:]) {
		t.fallBack()
		return nil
	}
	return mine[known:]
}

// selected goes to the next level, or to ACTIVE, and answers SAK.
func (t *Tag) selected() bitString {
	sak := t.model.sak()
	t.level++
	if t.level < len(t.levels) {
		sak = sakUIDGoesOn
	} else {
		t.state = tagActive
	}
	return bitsOf(withCRC([]byte{sak}))
}
