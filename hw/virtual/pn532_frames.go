package virtual

import (
	"bytes"
	"fmt"
)

// Frames without data (manual 6.2.1.3 and 6.2.1.4) and the error frame
// (6.2.1.5).
var (
	pn532ACK   = []byte{0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00}
	pn532NACK  = []byte{0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00}
	pn532Error = []byte{0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00}
)

// The first byte of a frame's data (manual 6.2.1.1).
const (
	fromHost = 0xD4
	fromChip = 0xD5
)

// maxData is the maximum number of bytes in an information frame (manual
// 6.2.1.2), without its first byte.
const maxData = 264

// answerFrame makes an information frame of the chip, an extended one if
// necessary (manual 6.2.1.1, 6.2.1.2).
func answerFrame(data ...byte) []byte {
	n := 1 + len(data)
	f := []byte{0x00, 0x00, 0xFF, byte(n), -byte(n)}
	if n > 0xFF {
		f = []byte{0x00, 0x00, 0xFF, 0xFF, 0xFF, byte(n >> 8), byte(n), -byte(n>>8) - byte(n)}
	}
	body := append([]byte{fromChip}, data...)
	return append(append(f, body...), -sum(body), 0x00)
}

func sum(b []byte) (s byte) {
	for _, v := range b {
		s += v
	}
	return s
}

// frameReader finds frames in a stream of bytes. Between frames there may be
// any other bytes, such as those that wake the chip.
type frameReader struct {
	seen []byte // from the start code on
}

// add takes a byte and returns the frame that it completes: the data of an
// information frame, or pn532ACK or pn532NACK themselves.
func (r *frameReader) add(b byte) ([]byte, error) {
	switch len(r.seen) {
	case 0:
		if b == 0x00 {
			r.seen = append(r.seen, b)
		}
		return nil, nil
	case 1:
		if b == 0xFF {
			r.seen = append(r.seen, b)
		} else if b != 0x00 {
			r.seen = r.seen[:0]
		}
		return nil, nil
	}
	r.seen = append(r.seen, b)
	head, n := r.length()
	if head == 0 || len(r.seen) < head+n {
		return nil, nil
	}
	frame := r.seen
	r.seen = nil
	return open(frame, head, n)
}

// length returns the number of bytes before the data, and that of the data and
// the bytes after them, as soon as both are known.
func (r *frameReader) length() (head, rest int) {
	s := r.seen
	switch {
	case len(s) < 4:
		return 0, 0
	case s[2] == 0xFF && s[3] == 0xFF: // extended (manual 6.2.1.2)
		if len(s) < 7 {
			return 0, 0
		}
		return 7, int(s[4])<<8 + int(s[5]) + 1
	case s[2] == 0x00 && s[3] == 0xFF, s[2] == 0xFF && s[3] == 0x00, s[2]+s[3] != 0:
		return 4, 0
	}
	return 4, int(s[2]) + 1
}

// open checks a whole frame.
func open(frame []byte, head, rest int) ([]byte, error) {
	switch {
	case bytes.Equal(frame, pn532ACK[1:5]):
		return pn532ACK, nil
	case bytes.Equal(frame, pn532NACK[1:5]):
		return pn532NACK, nil
	case head == 7 && sum(frame[4:7]) != 0, head == 4 && sum(frame[2:4]) != 0:
		return nil, fmt.Errorf("a frame whose length has a wrong checksum: % x", frame)
	case rest < 3:
		return nil, fmt.Errorf("a frame without a command: % x", frame)
	case sum(frame[head:]) != 0:
		return nil, fmt.Errorf("a frame with a wrong checksum: % x", frame)
	}
	return frame[head : head+rest-1], nil
}
