package journal

import (
	"fmt"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// chain is the checksum of a file up to some byte. The zero chain is that of an empty file.
type chain uint32

// update returns the chain after further bytes.
func (c chain) update(b []byte) chain { return chain(crc32.Update(uint32(c), castagnoli, b)) }

// sealLength is the length of what seal appends to a line.
const sealLength = len(" 00000000\n")

// seal ends a line with a blank, its checksum and a line end. next is the chain after that.
func (c chain) seal(line string) (sealed []byte, next chain) {
	sealed = append([]byte(line), ' ')
	seal := fmt.Sprintf("%08x\n", uint32(c.update(sealed)))
	sealed = append(sealed, seal...)
	return sealed, c.update(sealed)
}

// unseal removes the checksum from a line with its line end. ok is false if the checksum is wrong.
func (c chain) unseal(sealed []byte) (line string, next chain, ok bool) {
	if len(sealed) < sealLength {
		return "", c, false
	}
	line = string(sealed[:len(sealed)-sealLength])
	again, next := c.seal(line)
	if string(again) != string(sealed) {
		return "", c, false
	}
	return line, next, true
}
