package pn532

import (
	"bytes"
	"fmt"
)

// Frames without data (manual 6.2.1.3 and 6.2.1.4).
var (
	ackFrame  = []byte{0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00}
	nackFrame = []byte{0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00}
)

const (
	fromHost   = 0xD4
	fromChip   = 0xD5
	errorFrame = 0x7F // the only byte of an error frame (manual 6.2.1.5)

	// longestFrame is the length of the longest expected frame, the answer to a
	// search that found two tags of ten bytes. longestOther is that of the
	// longest one from any other command, the version.
	longestFrame = 7 + 3 + 2*(5+10)
	longestOther = 7 + 6
)

// commandFrame makes a normal information frame (manual 6.2.1.1).
func commandFrame(cmd byte, args []byte) []byte {
	n := byte(2 + len(args))
	f := append([]byte{0x00, 0x00, 0xFF, n, -n, fromHost, cmd}, args...)
	return append(f, -sum(f[5:]), 0x00)
}

func sum(b []byte) (s byte) {
	for _, v := range b {
		s += v
	}
	return s
}

// nextFrame finds the first frame in the received bytes, whatever precedes it,
// and the number of bytes up to its end: 0 while it is not complete. The data
// begin with the answer's own code; those of an acknowledgement are empty.
// Errors are ErrGarbled and ErrRefused.
func nextFrame(raw []byte) (data []byte, n int, err error) {
	start := bytes.Index(raw, []byte{0x00, 0xFF})
	if start < 0 || len(raw) < start+4 {
		return nil, 0, nil
	}
	length, check := raw[start+2], raw[start+3]
	n = start + 4
	switch {
	case length == 0x00 && check == 0xFF:
		return []byte{}, n, nil
	case length == 0 || length+check != 0:
		return nil, n, fmt.Errorf("%w: length %#02x with checksum %#02x", ErrGarbled, length, check)
	}
	body := raw[n:]
	if len(body) < int(length)+1 {
		return nil, 0, nil
	}
	n += int(length) + 1
	data = body[:length]
	switch {
	case sum(body[:length+1]) != 0:
		return nil, n, fmt.Errorf("%w: wrong checksum", ErrGarbled)
	case length == 1 && data[0] == errorFrame:
		return nil, n, ErrRefused
	case length < 2 || data[0] != fromChip:
		return nil, n, fmt.Errorf("%w: a frame that begins with %#02x", ErrGarbled, data[0])
	}
	return data[1:], n, nil
}
