package virtual

import (
	"bytes"
	"testing"

	"familiar/hw/nfc"
)

func makeTagOf(tb testing.TB, model TagModel, s string) *Tag {
	tb.Helper()
	uid, err := nfc.ParseUID(s)
	if err != nil {
		tb.Fatal(err)
	}
	tag, err := NewTagOf(model, uid)
	if err != nil {
		tb.Fatal(err)
	}
	return tag
}

// activate brings a tag in the field to ACTIVE.
func activate(tb testing.TB, tag *Tag) {
	tb.Helper()
	tag.hear(tagShort(tagWUPA))
	for level, part := range tag.levels {
		tag.hear(tagCRCFrame(append([]byte{0x93 + 2*byte(level), tagSelectAll}, part[:]...)...))
	}
	if tag.state != tagActive {
		tb.Fatalf("tag %v is %v", tag, tag.state)
	}
}

// say sends a command to a selected tag and returns its answer, without the
// checksum if it has one.
func say(tb testing.TB, tag *Tag, command ...byte) []byte {
	tb.Helper()
	if tag.state != tagActive {
		activate(tb, tag)
	}
	a := tag.hear(tagCRCFrame(command...))
	b := a.bytes()
	if len(a) <= 4 {
		return b
	}
	if !crcOK(b) {
		tb.Fatalf("% x: the answer % x has a wrong check sum", command, b)
	}
	return b[:len(b)-2]
}

func TestTagModels(t *testing.T) {
	for uid, want := range map[string]TagModel{
		"DEADBEEF": MIFAREClassic1K, "04A1B2C3D4E5F6": NTAG213, "04A1B2C3D4E5F6071829": UIDOnly,
	} {
		if got := makeTag(t, uid).Model(); got != want {
			t.Errorf("%s is a %v, want a %v", uid, got, want)
		}
	}
	for _, uid := range []string{"DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"} {
		u, err := nfc.ParseUID(uid)
		if err != nil {
			t.Fatal(err)
		}
		for model, lengths := range map[TagModel]string{
			NTAG213: "7", NTAG215: "7", NTAG216: "7", MIFAREClassic1K: "4 7", UIDOnly: "4 7 10", -1: "", UIDOnly + 1: "",
		} {
			_, err := NewTagOf(model, u)
			fits := bytes.Contains([]byte(lengths), []byte(map[int]string{4: "4", 7: "7", 10: "10"}[u.Len()]))
			if (err == nil) != fits {
				t.Errorf("a %v with UID %s: %v, want allowed: %t", model, uid, err, fits)
			}
		}
	}
}

// TestTagReads compares the memory of new NTAGs with the datasheet.
func TestTagReads(t *testing.T) {
	const uid = "04A1B2C3D4E5F6"
	head := []byte{0x04, 0xA1, 0xB2, 0x88 ^ 0x04 ^ 0xA1 ^ 0xB2, 0xC3, 0xD4, 0xE5, 0xF6, 0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6, 0x48, 0, 0}
	config := []byte{0, 0, 0, 0xBD, 0x04, 0, 0, 0xFF, 0, 0x05, 0, 0, 0, 0, 0, 0}
	tests := map[string]struct {
		model     TagModel
		container []byte
		first     []byte // of the user's
		dynamic   byte
		last      byte
		storage   byte
	}{
		"213": {NTAG213, []byte{0xE1, 0x10, 0x12, 0x00}, []byte{0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE}, 0x28, 0x2C, 0x0F},
		"215": {NTAG215, []byte{0xE1, 0x10, 0x3E, 0x00}, []byte{0x03, 0x00, 0xFE, 0x00, 0, 0, 0, 0}, 0x82, 0x86, 0x11},
		"216": {NTAG216, []byte{0xE1, 0x10, 0x6D, 0x00}, []byte{0x03, 0x00, 0xFE, 0x00, 0, 0, 0, 0}, 0xE2, 0xE6, 0x13},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tag := makeTagOf(t, test.model, uid)
			all := append(bytes.Clone(head), test.container...)
			all = append(all, test.first...)
			all = append(all, make([]byte, int(test.dynamic)*tagPage-len(all))...)
			all = append(append(all, config...), 0, 0, 0, 0)
			want := func(got, want []byte, command ...byte) {
				t.Helper()
				if !bytes.Equal(got, want) {
					t.Errorf("% x: % x, want % x", command, got, want)
				}
			}
			for page := range int(test.last) + 1 {
				around := append(bytes.Clone(all[page*tagPage:]), all...)
				want(say(t, tag, tagRead, byte(page)), around[:16], tagRead, byte(page))
			}
			want(say(t, tag, tagFastRead, 0, test.last), all, tagFastRead)
			want(say(t, tag, tagFastRead, 4, 5), test.first, tagFastRead)
			want(say(t, tag, tagGetVersion), []byte{0, 4, 4, 2, 1, 0, test.storage, 3}, tagGetVersion)
			if tag.memory != nil {
				t.Error("a tag that was only read keeps memory")
			}
			for _, command := range [][]byte{
				{tagRead, test.last + 1}, {tagRead, 0xFF}, {tagFastRead, 5, 4}, {tagFastRead, 0, test.last + 1},
				{tagWrite, 0, 1, 2, 3, 4}, {tagWrite, 1, 1, 2, 3, 4}, {tagWrite, test.last + 1, 1, 2, 3, 4}, {tagRead},
			} {
				want(say(t, tag, command...), []byte{tagNAK}, command...)
				if tag.state != tagIdle {
					t.Errorf("after the refusal of % x the tag is %v, want IDLE", command, tag.state)
				}
			}
			want(say(t, tag, 0x3C, 0x00), nil, 0x3C, 0x00)
			if tag.state != tagIdle {
				t.Errorf("after a command that it does not know the tag is %v", tag.state)
			}
		})
	}
}

func TestTagWrites(t *testing.T) {
	type step struct {
		page   byte
		w      [4]byte
		ok     bool
		stored [4]byte // afterwards
	}
	tests := map[string]struct {
		model TagModel
		steps []step
	}{
		"user's pages": {NTAG213, []step{
			{4, [4]byte{1, 2, 3, 4}, true, [4]byte{1, 2, 3, 4}},
			{0x27, [4]byte{5, 6, 7, 8}, true, [4]byte{5, 6, 7, 8}},
			{4, [4]byte{0, 0, 0, 1}, true, [4]byte{0, 0, 0, 1}},
		}},
		"capability container is set bit by bit, once": {NTAG213, []step{
			{3, [4]byte{0, 0, 1, 0x0F}, true, [4]byte{0xE1, 0x10, 0x13, 0x0F}},
			{2, [4]byte{0xFF, 0xFF, 0x08, 0}, true, [4]byte{0x04, 0x48, 0x08, 0}},
			{3, [4]byte{0xFF, 0, 0, 0}, false, [4]byte{0xE1, 0x10, 0x13, 0x0F}},
		}},
		"static lock bits": {NTAG215, []step{
			{2, [4]byte{0, 0, 0x10, 0x80}, true, [4]byte{0x04, 0x48, 0x10, 0x80}},
			{4, [4]byte{1}, false, [4]byte{0x03, 0, 0xFE, 0}},
			{15, [4]byte{1}, false, [4]byte{}},
			{5, [4]byte{1}, true, [4]byte{1}},
			{16, [4]byte{1}, true, [4]byte{1}},
			{2, [4]byte{}, true, [4]byte{0x04, 0x48, 0x10, 0x80}}, // nothing clears lock bits
		}},
		"static block-locking bits": {NTAG213, []step{
			{2, [4]byte{0, 0, 0x02, 0}, true, [4]byte{0x04, 0x48, 0x02, 0}},
			{2, [4]byte{0, 0, 0xF8, 0xFF}, true, [4]byte{0x04, 0x48, 0x0A, 0xFC}},
			{2, [4]byte{0, 0, 0x05, 0}, true, [4]byte{0x04, 0x48, 0x0F, 0xFC}},
			{4, [4]byte{1}, true, [4]byte{1}},
			{10, [4]byte{1}, false, [4]byte{}},
		}},
		"block-locking bit of the capability container": {NTAG213, []step{
			{2, [4]byte{0, 0, 0x01, 0}, true, [4]byte{0x04, 0x48, 0x01, 0}},
			{2, [4]byte{0, 0, 0x08, 0}, true, [4]byte{0x04, 0x48, 0x01, 0}},
			{2, [4]byte{0, 0, 0x10, 0x04}, true, [4]byte{0x04, 0x48, 0x11, 0x04}},
		}},
		"block-locking bit of pages 10 to 15": {NTAG213, []step{
			{2, [4]byte{0, 0, 0x04, 0}, true, [4]byte{0x04, 0x48, 0x04, 0}},
			{2, [4]byte{0, 0, 0x08, 0xFF}, true, [4]byte{0x04, 0x48, 0x0C, 0x03}},
		}},
		"dynamic lock bits of two pages": {NTAG213, []step{
			{0x28, [4]byte{0x01, 0x08, 0x00, 0xFF}, true, [4]byte{0x01, 0x08, 0x00, 0xBD}},
			{16, [4]byte{1}, false, [4]byte{}}, {17, [4]byte{1}, false, [4]byte{}}, {18, [4]byte{1}, true, [4]byte{1}},
			{38, [4]byte{1}, false, [4]byte{}}, {39, [4]byte{1}, false, [4]byte{}}, {37, [4]byte{1}, true, [4]byte{1}},
			{0x28, [4]byte{0, 0, 0x01, 0}, true, [4]byte{0x01, 0x08, 0x01, 0xBD}},
			{0x28, [4]byte{0xFF, 0xFF, 0xFF, 0}, true, [4]byte{0xFD, 0x0F, 0x3F, 0xBD}},
		}},
		"dynamic lock bits of sixteen pages": {NTAG216, []step{
			{0xE2, [4]byte{0x02, 0x20, 0, 0}, true, [4]byte{0x02, 0x20, 0, 0xBD}},
			{31, [4]byte{1}, true, [4]byte{1}}, {32, [4]byte{1}, false, [4]byte{}}, {47, [4]byte{1}, false, [4]byte{}},
			{48, [4]byte{1}, true, [4]byte{1}}, {0xE0, [4]byte{1}, false, [4]byte{}}, {0xE1, [4]byte{1}, false, [4]byte{}},
		}},
		"configuration": {NTAG213, []step{
			{0x2B, [4]byte{1, 2, 3, 4}, true, [4]byte{1, 2, 3, 4}}, // PWD
			{0x29, [4]byte{0x04, 0, 0, 0x10}, true, [4]byte{0x04, 0, 0, 0x10}},
			{0x2A, [4]byte{0x40, 0x05, 0, 0}, true, [4]byte{0x40, 0x05, 0, 0}}, // CFGLCK
			{0x29, [4]byte{}, false, [4]byte{0x04, 0, 0, 0x10}},
			{0x2A, [4]byte{}, false, [4]byte{0x40, 0x05, 0, 0}},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tag := makeTagOf(t, test.model, "04A1B2C3D4E5F6")
			for i, s := range test.steps {
				want := []byte{tagNAK}
				if s.ok {
					want = []byte{tagACK}
				}
				got := say(t, tag, append([]byte{tagWrite, s.page}, s.w[:]...)...)
				stored, err := tag.Page(int(s.page))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want) || stored != s.stored {
					t.Fatalf("step %d, page %#02x: % x, % x is stored, want % x, % x", i, s.page, got, stored, want, s.stored)
				}
			}
		})
	}
	tag := makeTag(t, "04A1B2C3D4E5F6")
	say(t, tag, tagWrite, 0x2B, 1, 2, 3, 4)
	if got := say(t, tag, tagRead, 0x2B)[:4]; !bytes.Equal(got, make([]byte, 4)) {
		t.Errorf("PWD reads % x", got)
	}
	for _, n := range []int{-1, 45} {
		if _, err := tag.Page(n); err == nil {
			t.Errorf("it has a page %d", n)
		}
	}
}

func TestTagRefusesUnauthenticated(t *testing.T) {
	tag := makeTag(t, "DEADBEEF")
	for _, command := range [][]byte{{tagRead, 0}, {tagRead, 4}, {0xA0, 4}, {0xC1, 4}} {
		if got := say(t, tag, command...); !bytes.Equal(got, []byte{tagNAKInvalid}) || tag.state != tagIdle {
			t.Errorf("% x: % x, %v, want a refusal and IDLE", command, got, tag.state)
		}
	}
	if got := say(t, tag, tagAuthenticateA, 0); len(got) != 0 || tag.state != tagIdle {
		t.Errorf("an authentication: % x, %v", got, tag.state)
	}
	if got := say(t, makeTag(t, "04A1B2C3D4E5F6071829"), tagRead, 0); len(got) != 0 {
		t.Errorf("a tag without memory answers % x", got)
	}
	if _, err := tag.Page(0); err == nil {
		t.Error("a MIFARE Classic shows a page")
	}
}
