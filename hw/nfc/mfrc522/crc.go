package mfrc522

// crcA is the checksum of type A frames (ISO/IEC 14443-3, annex B), low byte
// first on the air. It is computed here because the chip's coprocessor would
// cost several SPI transfers a frame.
func crcA(frame []byte) (lo, hi byte) {
	crc := uint16(0x6363)
	for _, b := range frame {
		b ^= byte(crc)
		b ^= b << 4
		crc = crc>>8 ^ uint16(b)<<8 ^ uint16(b)<<3 ^ uint16(b)>>4
	}
	return byte(crc), byte(crc >> 8)
}
