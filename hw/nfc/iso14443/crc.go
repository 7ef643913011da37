package iso14443

// CRC returns the checksum of a frame (ISO/IEC 14443-3, annex B), low byte first
// on the air.
func CRC(frame []byte) (lo, hi byte) {
	crc := uint16(0x6363)
	for _, b := range frame {
		b ^= byte(crc)
		b ^= b << 4
		crc = crc>>8 ^ uint16(b)<<8 ^ uint16(b)<<3 ^ uint16(b)>>4
	}
	return byte(crc), byte(crc >> 8)
}

// withCRC appends the checksum of a frame to it.
func withCRC(frame []byte) []byte {
	lo, hi := CRC(frame)
	return append(frame, lo, hi)
}
