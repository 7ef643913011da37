// Package durabletest damages files, and makes calls to the disk fail, for tests of code that reads and writes files.
package durabletest

import (
	"fmt"
	"iter"
	"slices"
)

// Damaged yields every damaged copy of a file, with what was done to it: a bit flipped, the end cut off, a block zeroed, or two neighbouring blocks swapped. Cards that
// wear out, or lose their power, do that.
func Damaged(whole []byte) iter.Seq2[string, []byte] {
	return func(yield func(what string, data []byte) bool) {
		for at := range whole {
			for bit := range 8 {
				flipped := slices.Clone(whole)
				flipped[at] ^= 1 << bit
				if !yield(fmt.Sprintf("bit %d of byte %d is another one", bit, at), flipped) {
					return
				}
			}
			if !yield(fmt.Sprintf("it ends at byte %d", at), slices.Clone(whole[:at])) {
				return
			}
			for _, block := range []int{64, 512} {
				zeroed := slices.Clone(whole)
				clear(zeroed[at:min(at+block, len(whole))])
				if !yield(fmt.Sprintf("%d bytes from byte %d on are zero", block, at), zeroed) {
					return
				}
			}
			for _, block := range []int{32, 64} {
				if at+2*block > len(whole) {
					continue
				}
				first, second := whole[at:at+block], whole[at+block:at+2*block]
				if !yield(fmt.Sprintf("the two blocks of %d bytes from byte %d on have changed places", block, at), slices.Concat(whole[:at], second, first, whole[at+2*block:])) {
					return
				}
			}
		}
	}
}
