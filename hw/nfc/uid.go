package nfc

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// ErrUID means that bytes or text are not the UID of a tag.
var ErrUID = errors.New("not a tag's UID")

// UID is the unique identifier of a tag: 4, 7 or 10 bytes (ISO/IEC 14443-3,
// 6.5.4: single, double and triple size). It is comparable, so it can be the
// key of a map. The zero UID is no tag.
type UID struct {
	size  uint8
	bytes [10]byte
}

// NewUID makes a UID of its bytes, in the order in which a tag sends them. The
// error is ErrUID if there are not 4, 7 or 10 of them.
func NewUID(b []byte) (UID, error) {
	switch len(b) {
	case 4, 7, 10:
		u := UID{size: uint8(len(b))}
		copy(u.bytes[:], b)
		return u, nil
	}
	return UID{}, fmt.Errorf("%w: %d bytes, want 4, 7 or 10", ErrUID, len(b))
}

// ParseUID reads hexadecimal digits of either case. Because people copy UIDs
// from their phones, bytes may be separated by colons, dashes or spaces.
func ParseUID(s string) (UID, error) {
	digits := strings.NewReplacer(":", "", "-", "", " ", "").Replace(s)
	b, err := hex.DecodeString(digits)
	if err != nil {
		return UID{}, fmt.Errorf("%w: %q: %w", ErrUID, s, err)
	}
	u, err := NewUID(b)
	if err != nil {
		return UID{}, fmt.Errorf("%q: %w", s, err)
	}
	return u, nil
}

// Len returns the number of bytes: 4, 7, 10, or 0 for the zero UID.
func (u UID) Len() int { return int(u.size) }

// IsZero reports whether u is the zero UID, which is no tag.
func (u UID) IsZero() bool { return u.size == 0 }

// Random reports whether a tag makes up this UID anew whenever it comes into a
// field, as phones do (ISO/IEC 14443-3, 6.5.4: four bytes, the first of them
// 0x08). Such a UID does not identify a tag.
func (u UID) Random() bool { return u.size == 4 && u.bytes[0] == 0x08 }

// Bytes returns a copy of the bytes, in the order in which a tag sends them.
func (u UID) Bytes() []byte { return bytes.Clone(u.bytes[:u.size]) }

// Compare orders UIDs by length and then by their bytes.
func (u UID) Compare(v UID) int {
	return cmp.Or(cmp.Compare(u.size, v.size), bytes.Compare(u.bytes[:], v.bytes[:]))
}

// String returns the bytes in upper-case hexadecimal without separators, and ""
// for the zero UID.
func (u UID) String() string {
	return strings.ToUpper(hex.EncodeToString(u.bytes[:u.size]))
}

// MarshalText implements encoding.TextMarshaler; it returns the text of String.
func (u UID) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It accepts the texts that
// ParseUID accepts, and empty text as the zero UID.
func (u *UID) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = UID{}
		return nil
	}
	v, err := ParseUID(string(text))
	if err != nil {
		return err
	}
	*u = v
	return nil
}
