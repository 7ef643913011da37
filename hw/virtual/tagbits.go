package virtual

import "bytes"

// bitString is a frame on the air without its parity, start and end: one bit an
// element, in the order of sending, which is lowest bit first.
type bitString []byte

func bitsOf(b []byte) bitString {
	s := make(bitString, 0, 8*len(b))
	for _, v := range b {
		for i := range 8 {
			s = append(s, v>>i&1)
		}
	}
	return s
}

// bytes packs the bits; the last byte is filled up with zeros.
func (s bitString) bytes() []byte { return s.bytesAligned(0) }

// bytesAligned packs the bits with the first one at the given position in its byte.
func (s bitString) bytesAligned(at int) []byte {
	b := make([]byte, (at+len(s)+7)/8)
	for i, v := range s {
		b[(at+i)/8] |= v << ((at + i) % 8)
	}
	return b
}

func (s bitString) startsWith(prefix bitString) bool { return bytes.HasPrefix(s, prefix) }

// crcA is the checksum of ISO/IEC 14443-3, annex B. It is computed bit by bit
// from its polynomial, and so differs in form from those of the drivers.
func crcA(b []byte, crc uint16) uint16 {
	for _, bit := range bitsOf(b) {
		odd := crc&1 ^ uint16(bit)
		crc >>= 1
		if odd == 1 {
			crc ^= 0x8408
		}
	}
	return crc
}

const crcAPreset = 0x6363

func withCRC(b []byte) []byte {
	crc := crcA(b, crcAPreset)
	return append(b, byte(crc), byte(crc>>8))
}

func crcOK(b []byte) bool { return len(b) >= 2 && crcA(b, crcAPreset) == 0 }
