package virtual

import (
	"bytes"
	"errors"
	"testing"

	"familiar/hw/nfc"
)

func makeTag(tb testing.TB, s string) *Tag {
	tb.Helper()
	uid, err := nfc.ParseUID(s)
	if err != nil {
		tb.Fatal(err)
	}
	tag, err := NewTag(uid)
	if err != nil {
		tb.Fatal(err)
	}
	return tag
}

// Frames of a reader.
func tagShort(code byte) bitString               { return bitsOf([]byte{code})[:shortFrame] }
func tagFrame(b ...byte) bitString               { return bitsOf(b) }
func tagCRCFrame(b ...byte) bitString            { return bitsOf(withCRC(b)) }
func tagPartFrame(bits int, b ...byte) bitString { return bitsOf(b)[:bits] }

func TestNewTagRefusesForbiddenUIDs(t *testing.T) {
	tests := map[string]bool{
		"DEADBEEF": true, "88ADBEEF": false,
		"04A1B2C3D4E5F6": true, "04A1B288D4E5F6": false, "88A1B2C3D4E5F6": true,
		"04A1B2C3D4E5F6071829": true, "04A1B288D4E588071829": true,
	}
	for s, want := range tests {
		uid, err := nfc.ParseUID(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewTag(uid); (err == nil) != want {
			t.Errorf("NewTag(%s): %v, want allowed: %t", s, err, want)
		}
	}
	if _, err := NewTag(nfc.UID{}); !errors.Is(err, nfc.ErrUID) {
		t.Errorf("the zero UID: %v, want ErrUID", err)
	}
}

// TestTagStates walks the state diagram of ISO/IEC 14443-3, 6.3.
func TestTagStates(t *testing.T) {
	type step struct {
		name   string
		sent   bitString
		answer []byte // packed; nil for silence
		state  tagState
	}
	// 88 04 A1 B2 is the first level of the tag, C3 D4 E5 F6 the second.
	select1 := tagCRCFrame(0x93, 0x70, 0x88, 0x04, 0xA1, 0xB2, 0x9F)
	select2 := tagCRCFrame(0x95, 0x70, 0xC3, 0xD4, 0xE5, 0xF6, 0x04)
	badCRC := bitsOf(append(append([]byte{}, select1.bytes()[:8]...), 0))
	wake := step{"WUPA", tagShort(0x52), []byte{0x44, 0x00}, tagReady}
	down := step{"SELECT 1", select1, withCRC([]byte{0x04}), tagReady}
	reach := step{"SELECT 2", select2, withCRC([]byte{0x00}), tagActive}
	sleep := step{"HLTA", tagCRCFrame(0x50, 0x00), nil, tagHalt}
	tests := map[string][]step{
		"read": {
			{"REQA", tagShort(0x26), []byte{0x44, 0x00}, tagReady},
			{"ANTICOLLISION 1", tagFrame(0x93, 0x20), []byte{0x88, 0x04, 0xA1, 0xB2, 0x9F}, tagReady},
			down,
			{"ANTICOLLISION 2", tagFrame(0x95, 0x20), []byte{0xC3, 0xD4, 0xE5, 0xF6, 0x04}, tagReady},
			reach,
		},
		"halted": {
			wake, down, reach, sleep,
			{"REQA does not wake it", tagShort(0x26), nil, tagHalt},
			wake,
			{"not meant: back to HALT", tagCRCFrame(0x93, 0x70, 1, 2, 3, 4, 4), nil, tagHalt},
			{"REQA does not wake it", tagShort(0x26), nil, tagHalt},
			wake, down, reach,
			{"WUPA while ACTIVE: back to HALT", tagShort(0x52), nil, tagHalt},
			wake,
		},
		"not halted": {
			wake,
			{"not meant: back to IDLE", tagCRCFrame(0x93, 0x70, 1, 2, 3, 4, 4), nil, tagIdle},
			wake, down, reach,
			{"REQA while ACTIVE: back to IDLE", tagShort(0x26), nil, tagIdle},
			{"REQA wakes it", tagShort(0x26), []byte{0x44, 0x00}, tagReady},
			{"REQA while READY: back to IDLE", tagShort(0x26), nil, tagIdle},
		},
		"bits of an anticollision": {
			wake,
			{"11 bits", tagPartFrame(16+11, 0x93, 0x33, 0x88, 0x04), bitsOf([]byte{0x88, 0x04, 0xA1, 0xB2, 0x9F})[11:].bytes(), tagReady},
			{"32 bits", tagFrame(0x93, 0x60, 0x88, 0x04, 0xA1, 0xB2), []byte{0x9F}, tagReady},
			{"another's 11 bits", tagPartFrame(16+11, 0x93, 0x33, 0x88, 0x05), nil, tagIdle},
		},
		"errors": {
			{"SELECT while IDLE", select1, nil, tagIdle},
			{"unknown short frame", tagShort(0x35), nil, tagIdle},
			wake,
			{"bad CRC", badCRC, nil, tagIdle},
			wake,
			{"wrong level", select2, nil, tagIdle},
			wake,
			{"NVB of too many bits", tagFrame(0x93, 0x28, 0x88), nil, tagIdle},
			wake,
			{"NVB of less than its own two bytes", tagFrame(0x93, 0x10), nil, tagIdle},
			wake,
			{"NVB that lies", tagFrame(0x93, 0x30), nil, tagIdle},
			wake,
			{"HLTA while READY", tagCRCFrame(0x50, 0x00), nil, tagIdle},
			wake, down, reach,
			{"HLTA with bad CRC", tagFrame(0x50, 0x00, 0x00, 0x00), nil, tagIdle},
		},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			tag := makeTag(t, "04A1B2C3D4E5F6")
			for i, s := range steps {
				got := tag.hear(s.sent).bytes()
				if !bytes.Equal(got, s.answer) || tag.state != s.state {
					t.Fatalf("step %d, %s: % x, %v, want % x, %v", i, s.name, got, tag.state, s.answer, s.state)
				}
			}
		})
	}
}

func TestTornTagIsSilentUntilPutAgain(t *testing.T) {
	chip := NewMFRC522("SPI9.0")
	tag := makeTag(t, "DEADBEEF")
	tag.TearAfter(2)
	chip.Field().Put(tag)
	// After the seven bits of WUPA nine bits of the two bytes are left.
	if a := tag.hear(tagShort(0x52)); len(a) != 9 {
		t.Errorf("it answered %d bits before it was torn away, want 9", len(a))
	}
	for range 2 {
		if a := tag.hear(tagShort(0x52)); len(a) != 0 {
			t.Errorf("it answered % x after it was torn away", a.bytes())
		}
	}
	chip.Field().Put(tag)
	if a := tag.hear(tagShort(0x52)); len(a) != 16 {
		t.Errorf("it answered %d bits when it was put back, want 16", len(a))
	}
}

// FuzzTagFrames sends arbitrary frames to a tag. Whatever their effect, the tag
// can be read afterwards.
func FuzzTagFrames(f *testing.F) {
	f.Add([]byte{0x52}, []byte{0x93, 0x20}, uint8(7))
	f.Add([]byte{0x93, 0x70, 0x88, 0x04, 0xA1, 0xB2, 0x9F}, []byte{0x50, 0x00, 0x57, 0xCD}, uint8(0))
	f.Add([]byte{0x93, 0x33, 0x88, 0x04}, []byte{}, uint8(3))
	f.Fuzz(func(t *testing.T, first, second []byte, last uint8) {
		tag := makeTag(t, "04A1B2C3D4E5F6")
		tag.hear(tagShort(0x52))
		for _, b := range [][]byte{first, withCRC(bytes.Clone(second)), second} {
			bits := bitsOf(b)
			if cut := int(last % 8); cut < len(bits) {
				bits = bits[:len(bits)-cut]
			}
			if a := tag.hear(bits); len(a) > 8*(45*tagPage+2) { // the whole memory of an NTAG213
				t.Fatalf("it answered %d bits to % x", len(a), b)
			}
		}
		if a := tag.hear(tagShort(0x52)); len(a) == 0 {
			if a := tag.hear(tagShort(0x52)); len(a) == 0 {
				t.Fatalf("it does not wake up: %v", tag.state)
			}
		}
		if a := tag.hear(tagCRCFrame(0x93, 0x70, 0x88, 0x04, 0xA1, 0xB2, 0x9F)); len(a) == 0 {
			t.Fatal("the tag cannot be selected")
		}
	})
}
