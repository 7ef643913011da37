package iso14443

import "familiar/hw/nfc"

// Part is the piece of a UID that belongs to one cascade level, with its check
// byte.
type Part [5]byte

const (
	// MaxLevels is the number of cascade levels: a UID has 4, 7 or 10 bytes.
	MaxLevels = 3
	// LevelBits is the number of bits of a UID in one cascade level.
	LevelBits = 32

	cascadeTag = 0x88 // precedes the bytes of a UID that continues in the next level
)

// Merge puts received bits behind the first known ones: received begins with the
// byte of the first unknown bit, in which the known bits do not matter. Whole is
// false if bytes of the part are still missing.
func (p Part) Merge(known int, received []byte) (merged Part, whole bool) {
	first := known / 8
	mask := byte(0xFF) << (known % 8)
	for i, v := range received {
		if first+i >= len(p) {
			break
		}
		p[first+i] = p[first+i]&^mask | v&mask
		mask = 0xFF
	}
	return p, first+len(received) >= len(p)
}

// upTo returns the part with its first n bits only.
func (p Part) upTo(n int) Part {
	for i := range p {
		p[i] &= byte(1<<min(max(n-8*i, 0), 8) - 1)
	}
	return p
}

// check returns the check byte of the part's other bytes (ISO/IEC 14443-3, BCC).
func (p Part) check() byte   { return p[0] ^ p[1] ^ p[2] ^ p[3] }
func (p Part) checkOK() bool { return p[4] == p.check() }

// assemble joins the levels of a UID. A level begins with the cascade tag if
// and only if another one follows: anything else is a broken read.
func assemble(parts []Part) (nfc.UID, bool) {
	raw := make([]byte, 0, 10)
	last := len(parts) - 1
	for _, p := range parts[:last] {
		raw = append(raw, p[1:4]...)
	}
	if parts[last][0] == cascadeTag && last < MaxLevels-1 {
		return nfc.UID{}, false
	}
	uid, err := nfc.NewUID(append(raw, parts[last][:4]...))
	return uid, err == nil
}
