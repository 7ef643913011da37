package virtual

import (
	"fmt"

	"familiar/hw/nfc"
)

// TagModel is the product of a tag: its memory and its answers once it is
// selected.
type TagModel int

// The models.
const (
	// NTAG213, NTAG215 and NTAG216 are NXP's (datasheet NTAG213/215/216 Rev.
	// 3.2): type 2 tags with UIDs of 7 bytes. They answer READ, FAST_READ,
	// WRITE and GET_VERSION, and have lock bits. There is no password
	// protection, no counter and no originality signature.
	NTAG213 TagModel = iota
	NTAG215
	NTAG216
	// MIFAREClassic1K is NXP's MF1S50 (datasheet Rev. 3.2) with a UID of 4 or
	// 7 bytes. Authentication is not emulated, so it refuses all access to its
	// memory.
	MIFAREClassic1K
	// UIDOnly is a tag without memory. Its UID may have any length.
	UIDOnly
)

// String returns the name of the product.
func (m TagModel) String() string {
	if m < NTAG213 || m > UIDOnly {
		return fmt.Sprintf("TagModel(%d)", int(m))
	}
	return [...]string{"NTAG213", "NTAG215", "NTAG216", "MIFARE Classic 1K", "tag without memory"}[m]
}

// fits reports whether the model exists with a UID of that many bytes.
func (m TagModel) fits(uid int) bool {
	switch m {
	case NTAG213, NTAG215, NTAG216:
		return uid == 7
	case MIFAREClassic1K:
		return uid == 4 || uid == 7
	default:
		return m == UIDOnly
	}
}

// sak returns the tag's answer when it is selected (AN10833, 3.2).
func (m TagModel) sak() byte {
	if m == MIFAREClassic1K {
		return 0x08
	}
	return 0x00
}

// usualModel returns the usual model of a tag with a UID.
func usualModel(uid nfc.UID) TagModel {
	switch uid.Len() {
	case 4:
		return MIFAREClassic1K
	case 7:
		return NTAG213
	default:
		return UIDOnly
	}
}

// Commands to a selected tag (NTAG datasheet, 10; MF1S50 datasheet, 9.1).
const (
	tagAuthenticateA = 0x60 // of a MIFARE Classic
	tagAuthenticateB = 0x61
	tagGetVersion    = 0x60 // of an NTAG
	tagRead          = 0x30
	tagFastRead      = 0x3A
	tagWrite         = 0xA2
)

// Answers of four bits (NTAG datasheet, 9.3; MF1S50 datasheet, 9.3).
const (
	tagACK        = 0xA
	tagNAK        = 0x0 // invalid argument
	tagNAKInvalid = 0x4 // a MIFARE Classic: invalid operation
)

func fourBits(v byte) bitString { return bitsOf([]byte{v})[:4] }

// Positions in the memory that all NTAGs share (NTAG datasheet, 8.5).
const (
	tagPage      = 4 // bytes
	tagReadPages = 4 // pages that one READ reads
	pageLock     = 2
	pageCC       = 3
	configLock   = 0x40 // ACCESS
)

// type2Layout holds the differences between the memories of NTAGs.
type type2Layout struct {
	pages     int
	dynamic   int // page of the dynamic lock bytes; the configuration follows it
	step      int // number of pages for each dynamic lock bit, from page 16 on
	lockBits  int
	storage   byte // size in GET_VERSION
	delivered [][tagPage]byte
}

// type2Layouts are the memory maps of the models (NTAG datasheet, 8.5, 8.5.3,
// 8.5.6, 10.1).
var type2Layouts = map[TagModel]*type2Layout{
	NTAG213: {pages: 45, dynamic: 0x28, step: 2, lockBits: 12, storage: 0x0F,
		delivered: [][tagPage]byte{{0xE1, 0x10, 0x12, 0x00}, {0x01, 0x03, 0xA0, 0x0C}, {0x34, 0x03, 0x00, 0xFE}}},
	NTAG215: {pages: 135, dynamic: 0x82, step: 16, lockBits: 8, storage: 0x11,
		delivered: [][tagPage]byte{{0xE1, 0x10, 0x3E, 0x00}, {0x03, 0x00, 0xFE, 0x00}}},
	NTAG216: {pages: 231, dynamic: 0xE2, step: 16, lockBits: 14, storage: 0x13,
		delivered: [][tagPage]byte{{0xE1, 0x10, 0x6D, 0x00}, {0x03, 0x00, 0xFE, 0x00}}},
}

// lastPage returns the page that holds PACK.
func (l *type2Layout) lastPage() int { return l.pages - 1 }

// delivery returns a page of a new tag.
func (t *Tag) delivery(page int) (p [tagPage]byte) {
	l := type2Layouts[t.model]
	switch {
	case page == 0:
		return [tagPage]byte(t.levels[0][1:]) // with the check byte of the first level
	case page == 1:
		return [tagPage]byte(t.levels[1][:tagPage])
	case page == pageLock:
		return [tagPage]byte{t.levels[1][4], 0x48}
	case page >= pageCC && page < pageCC+len(l.delivered):
		return l.delivered[page-pageCC]
	case page == l.dynamic:
		return [tagPage]byte{3: 0xBD}
	case page == l.dynamic+1: // MIRROR and AUTH0
		return [tagPage]byte{0x04, 0x00, 0x00, 0xFF}
	case page == l.dynamic+2: // ACCESS
		return [tagPage]byte{0x00, 0x05, 0x00, 0x00}
	}
	return p
}

// page returns the content of a page. Only a tag that was written to has memory
// of its own: a test may use hundreds of tags.
func (t *Tag) page(n int) [tagPage]byte {
	if t.memory == nil {
		return t.delivery(n)
	}
	return t.memory[n]
}

func (t *Tag) setPage(n int, p [tagPage]byte) {
	if t.memory == nil {
		memory := make([][tagPage]byte, type2Layouts[t.model].pages)
		for i := range memory {
			memory[i] = t.delivery(i)
		}
		t.memory = memory
	}
	t.memory[n] = p
}

// execute executes a command to a selected tag, without its checksum. It returns
// the answer, and whether the tag stays selected: a refusal leads back to IDLE
// or HALT, and so does an unknown command (NTAG datasheet, 8.4; MF1S50 data
// sheet, 9.3).
func (t *Tag) execute(command []byte) (answer bitString, stays bool) {
	switch t.model {
	case MIFAREClassic1K:
		if command[0] == tagAuthenticateA || command[0] == tagAuthenticateB {
			return nil, false // no key is ever right
		}
		return fourBits(tagNAKInvalid), false
	case NTAG213, NTAG215, NTAG216:
		return t.executeType2(command)
	}
	return nil, false
}

func (t *Tag) executeType2(command []byte) (answer bitString, stays bool) {
	l := type2Layouts[t.model]
	args := command[1:]
	switch {
	case command[0] == tagGetVersion && len(args) == 0:
		return bitsOf(withCRC([]byte{0x00, 0x04, 0x04, 0x02, 0x01, 0x00, l.storage, 0x03})), true
	case command[0] == tagRead && len(args) == 1 && int(args[0]) < l.pages:
		return t.read(int(args[0]), tagReadPages), true
	case command[0] == tagFastRead && len(args) == 2 && args[0] <= args[1] && int(args[1]) < l.pages:
		return t.read(int(args[0]), int(args[1])-int(args[0])+1), true
	case command[0] == tagWrite && len(args) == 1+tagPage && int(args[0]) < l.pages && t.write(int(args[0]), [tagPage]byte(args[1:])):
		return fourBits(tagACK), true
	case command[0] == tagRead || command[0] == tagFastRead || command[0] == tagWrite:
		return fourBits(tagNAK), false
	}
	return nil, false
}

// read returns some pages. After the last page READ continues with the first
// (NTAG datasheet, 10.2). PWD and PACK, the last two, read as zeros (8.5.7).
func (t *Tag) read(from, pages int) bitString {
	l := type2Layouts[t.model]
	data := make([]byte, 0, pages*tagPage+2)
	for i := range pages {
		var p [tagPage]byte
		if n := (from + i) % l.pages; n < l.lastPage()-1 {
			p = t.page(n)
		}
		data = append(data, p[:]...)
	}
	return bitsOf(withCRC(data))
}

// write writes a page, and reports whether it may be written.
func (t *Tag) write(page int, w [tagPage]byte) bool {
	l := type2Layouts[t.model]
	p := t.page(page)
	switch {
	case page < pageLock:
		return false
	case page == pageLock: // the lock bytes are set bit by bit, the others stay
		frozen0, frozen1 := frozenStatic(p[2])
		p[2] |= w[2] &^ frozen0
		p[3] |= w[3] &^ frozen1
	case t.locked(page):
		return false
	case page == pageCC: // can be set bit by bit
		for i := range p {
			p[i] |= w[i]
		}
	case page == l.dynamic:
		p = t.lockDynamic(p, w)
	default:
		p = w
	}
	t.setPage(page, p)
	return true
}

// frozenStatic returns the static lock bits that can no longer be set because
// of the block-locking bits in the first lock byte (NTAG datasheet, 8.5.2).
func frozenStatic(lock0 byte) (frozen0, frozen1 byte) {
	if lock0&0x01 != 0 { // of the capability container
		frozen0 |= 0x08
	}
	if lock0&0x02 != 0 { // of pages 4 to 9
		frozen0 |= 0xF0
		frozen1 |= 0x03
	}
	if lock0&0x04 != 0 { // of pages 10 to 15
		frozen1 |= 0xFC
	}
	return frozen0, frozen1
}

// lockDynamic sets dynamic lock bits (NTAG datasheet, 8.5.3). Once bit k of
// the third byte is set, the lock bits 2k and 2k+1 can no longer be set.
func (t *Tag) lockDynamic(p, w [tagPage]byte) [tagPage]byte {
	bits := type2Layouts[t.model].lockBits
	for k := range bits {
		if w[k/8]>>(k%8)&1 != 0 && p[2]>>(k/2)&1 == 0 {
			p[k/8] |= 1 << (k % 8)
		}
	}
	p[2] |= w[2] & (1<<(bits/2) - 1)
	return p
}

// locked reports whether a lock bit makes a page read-only.
func (t *Tag) locked(page int) bool {
	l := type2Layouts[t.model]
	static, dynamic := t.page(pageLock), t.page(l.dynamic)
	switch {
	case page < 16: // bits 3 to 15 of the static lock bytes
		return (uint16(static[2])|uint16(static[3])<<8)>>page&1 != 0
	case page < l.dynamic:
		k := (page - 16) / l.step
		return dynamic[k/8]>>(k%8)&1 != 0
	case page == l.dynamic+1 || page == l.dynamic+2:
		return t.page(l.dynamic + 2)[0]&configLock != 0
	}
	return false
}

// Model returns the tag's product.
func (t *Tag) Model() TagModel { return t.model }

// Page returns a page of an NTAG's memory as stored, which may differ from the
// result of READ. It is an error if the model does not have the page.
func (t *Tag) Page(n int) ([tagPage]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := type2Layouts[t.model]
	if l == nil || n < 0 || n >= l.pages {
		return [tagPage]byte{}, fmt.Errorf("tag %s: %v has no page %d", t.uid, t.model, n)
	}
	return t.page(n), nil
}
