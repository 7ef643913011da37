package iso14443

import "testing"

func TestCRC(t *testing.T) {
	tests := []struct {
		frame  []byte
		lo, hi byte
	}{
		{[]byte{0x00, 0x00}, 0xA0, 0x1E}, // ISO/IEC 14443-3, annex B, example 1
		{[]byte{0x12, 0x34}, 0x26, 0xCF}, // example 2
		{[]byte{0x50, 0x00}, 0x57, 0xCD}, // HLTA
	}
	for _, test := range tests {
		if lo, hi := CRC(test.frame); lo != test.lo || hi != test.hi {
			t.Errorf("CRC(% x) = %02x %02x, want %02x %02x", test.frame, lo, hi, test.lo, test.hi)
		}
	}
}

func TestAssembleRefusesHalfUIDs(t *testing.T) {
	ct := Part{cascadeTag, 1, 2, 3}
	end := Part{4, 5, 6, 7}
	tests := map[string]struct {
		parts []Part
		want  string
	}{
		"single":              {[]Part{end}, "04050607"},
		"double":              {[]Part{ct, end}, "01020304050607"},
		"triple":              {[]Part{ct, ct, end}, "01020301020304050607"},
		"ends in a cascade":   {[]Part{ct}, ""},
		"double, cut short":   {[]Part{ct, ct}, ""},
		"triple, last is any": {[]Part{ct, ct, ct}, "01020301020388010203"},
	}
	for name, test := range tests {
		uid, ok := assemble(test.parts)
		if got := uid.String(); got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q, %t, want %q", name, got, ok, test.want)
		}
	}
}
