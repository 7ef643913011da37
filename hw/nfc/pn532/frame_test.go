package pn532_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"familiar/hw/nfc/pn532"
)

func TestNextFrame(t *testing.T) {
	tests := map[string]struct {
		raw  []byte
		data []byte
		n    int
		err  error
	}{
		"nothing":          {nil, nil, 0, nil},
		"acknowledgement":  {[]byte{0, 0, 0xFF, 0, 0xFF, 0}, []byte{}, 5, nil},
		"answer":           {[]byte{0, 0, 0xFF, 3, 0xFD, 0xD5, 0x4B, 0, 0xE0, 0}, []byte{0x4B, 0}, 9, nil},
		"noise before it":  {[]byte{0x55, 0xFF, 0, 0, 0xFF, 2, 0xFE, 0xD5, 0x15, 0x16}, []byte{0x15}, 10, nil},
		"not complete":     {[]byte{0, 0, 0xFF, 3, 0xFD, 0xD5, 0x4B, 0}, nil, 0, nil},
		"only a start":     {[]byte{0, 0, 0xFF}, nil, 0, nil},
		"bad length":       {[]byte{0, 0, 0xFF, 3, 0xFC, 0xD5, 0x4B, 0, 0xE0, 0}, nil, 5, pn532.ErrGarbled},
		"no length":        {[]byte{0, 0, 0xFF, 0, 0, 0}, nil, 5, pn532.ErrGarbled},
		"bad checksum":     {[]byte{0, 0, 0xFF, 3, 0xFD, 0xD5, 0x4B, 1, 0xE0, 0}, nil, 9, pn532.ErrGarbled},
		"from the host":    {[]byte{0, 0, 0xFF, 2, 0xFE, 0xD4, 0x02, 0x2A, 0}, nil, 8, pn532.ErrGarbled},
		"error":            {[]byte{0, 0, 0xFF, 1, 0xFF, 0x7F, 0x81, 0}, nil, 7, pn532.ErrRefused},
		"one byte of data": {[]byte{0, 0, 0xFF, 1, 0xFF, 0xD5, 0x2B, 0}, nil, 7, pn532.ErrGarbled},
		"refusal to hear":  {[]byte{0, 0, 0xFF, 0xFF, 0, 0}, nil, 5, pn532.ErrGarbled},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			data, n, err := pn532.NextFrame(test.raw)
			if !bytes.Equal(data, test.data) || n != test.n || !errors.Is(err, test.err) {
				t.Errorf("% x, %d, %v, want % x, %d, %v", data, n, err, test.data, test.n, test.err)
			}
		})
	}
}

// TestCommandFrame makes any frame; the parser accepts the same frame in the
// direction from the chip.
func TestCommandFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cmd := rapid.Byte().Draw(t, "cmd")
		args := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "args")
		frame := pn532.CommandFrame(cmd, args)
		frame[5]++ // from the chip
		frame[len(frame)-2]--
		data, n, err := pn532.NextFrame(frame)
		if err != nil || n != len(frame)-1 || data[0] != cmd || !bytes.Equal(data[1:], args) {
			t.Fatalf("% x: % x, %d, %v", frame, data, n, err)
		}
	})
}

func TestTargets(t *testing.T) {
	tests := map[string]struct {
		answer []byte
		want   []string
		ok     bool
	}{
		"none":               {[]byte{0}, nil, true},
		"four bytes":         {[]byte{1, 1, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF}, []string{"DEADBEEF"}, true},
		"seven and four":     {[]byte{2, 1, 0, 0x44, 0, 7, 4, 1, 2, 3, 4, 5, 6, 2, 0, 4, 8, 4, 1, 2, 3, 4}, []string{"01020304", "04010203040506"}, true},
		"with more behind":   {[]byte{1, 1, 0, 4, 0x20, 4, 1, 2, 3, 4, 5, 0x78, 0x80, 0x70, 2, 0}, []string{"01020304"}, true},
		"empty":              {nil, nil, false},
		"too many":           {[]byte{3, 1, 0, 4, 8, 4, 1, 2, 3, 4}, nil, false},
		"second is missing":  {[]byte{2, 1, 0, 4, 8, 4, 1, 2, 3, 4}, nil, false},
		"UID is cut short":   {[]byte{1, 1, 0, 4, 8, 4, 1, 2, 3}, nil, false},
		"UID of five":        {[]byte{1, 1, 0, 4, 8, 5, 1, 2, 3, 4, 5}, nil, false},
		"UID of no bytes":    {[]byte{1, 1, 0, 4, 8, 0}, nil, false},
		"UID of great bytes": {[]byte{1, 1, 0, 4, 8, 255, 1, 2, 3, 4}, nil, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			uids, err := pn532.Targets(test.answer)
			if got := texts(uids); (err == nil) != test.ok || len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] {
				t.Errorf("%v, %v, want %v", got, err, test.want)
			}
			if err != nil && !errors.Is(err, pn532.ErrGarbled) {
				t.Errorf("%v, want ErrGarbled", err)
			}
		})
	}
}

// FuzzAnswers makes the chip send arbitrary bytes: each answer is a length and
// as many bytes, again and again from the start; a length of zero is silence.
// Every call ends, with tags or with an error.
func FuzzAnswers(f *testing.F) {
	said := func(frames ...[]byte) (script []byte) {
		for _, frame := range frames {
			script = append(append(script, byte(len(frame))), frame...)
		}
		return script
	}
	ack := []byte{0, 0, 0xFF, 0, 0xFF, 0}
	answer := func(data ...byte) []byte {
		frame := pn532.CommandFrame(data[0], data[1:])
		frame[5]++
		frame[len(frame)-2]--
		return frame
	}
	setUp := [][]byte{
		ack, answer(0x15), ack, answer(0x03, 0x32, 1, 6, 7), ack, answer(0x33), ack, answer(0x13),
		ack, answer(0x33), ack, answer(0x33),
	}
	one := answer(0x4B, 1, 1, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF)
	f.Add(said(setUp...))
	f.Add(said(append(setUp, ack, one, ack, answer(0x33))...))
	f.Add(said(append(setUp, ack, answer(0x4B, 2, 1, 0, 4, 8, 4, 1, 2, 3, 4, 2, 0, 4, 8, 4, 1, 2, 3, 5), ack, answer(0x45, 0), ack, one)...))
	f.Add(said(append(setUp, ack, []byte{0, 0, 0xFF, 1, 0xFF, 0x7F, 0x81, 0})...))
	f.Add(said(ack))
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, script []byte) {
		synctest.Test(t, func(t *testing.T) {
			rest := script
			says := func() []byte {
				if len(rest) == 0 {
					rest = script
				}
				if len(rest) == 0 || rest[0] == 0 {
					rest = rest[min(1, len(rest)):]
					return nil
				}
				n := min(int(rest[0]), len(rest)-1)
				said := rest[1 : 1+n]
				rest = rest[1+n:]
				return said
			}
			start := time.Now()
			dev, err := pn532.OpenWire(context.Background(), says)
			if err != nil {
				return
			}
			for range 3 {
				uids, err := dev.Tags(context.Background(), nil)
				if err != nil && len(uids) > 0 {
					t.Fatalf("saw %v with %v", uids, err)
				}
				for i, u := range uids {
					for _, v := range uids[:i] {
						if u == v || u.IsZero() {
							t.Fatalf("saw %v", uids)
						}
					}
				}
			}
			if err := dev.Halt(); err != nil && !errors.Is(err, pn532.ErrNoAnswer) && !errors.Is(err, pn532.ErrGarbled) &&
				!errors.Is(err, pn532.ErrStuck) && !errors.Is(err, pn532.ErrRefused) && !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			if took := time.Since(start); took > time.Minute {
				t.Fatalf("it took %v", took)
			}
		})
	})
}
