package tags

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// UID is the unique identifier of a tag: 4, 7 or 10 bytes (ISO/IEC 14443-3, 6.5.4) in upper-case hexadecimal digits.
type UID string

// ParseUID reads a UID. People copy UIDs from phones, so letters may be lower case, and colons, dashes or spaces may separate
// the bytes.
func ParseUID(text string) (UID, error) {
	digits := strings.NewReplacer(":", "", "-", "", " ", "").Replace(text)
	b, err := hex.DecodeString(digits)
	if err != nil {
		return "", fmt.Errorf("%q is no UID: it is made of hexadecimal digits", text)
	}
	switch len(b) {
	case 4, 7, 10:
		return UID(strings.ToUpper(digits)), nil
	}
	return "", fmt.Errorf("%q is no UID: it has %d bytes, and a tag's has 4, 7 or 10", text, len(b))
}

// Random reports whether the tag makes up a new UID each time it comes into a field, as phones and some passes do
// (ISO/IEC 14443-3: four bytes, the first of them 08).
func (u UID) Random() bool { return len(u) == 8 && strings.HasPrefix(string(u), "08") }
