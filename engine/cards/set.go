package cards

import "math/bits"

// Kind numbers the kinds of a card list from 0.
type Kind uint8

// MaxKinds is the most kinds that a Table can tell apart.
const MaxKinds = 256

// Set is a set of kinds. It is walked in ascending order with `for k := range set.All`.
type Set [MaxKinds / 64]uint64

// SetOf is the set of these kinds.
func SetOf(kinds ...Kind) Set {
	var s Set
	for _, k := range kinds {
		s.Add(k)
	}
	return s
}

// Add puts a kind into the set.
func (s *Set) Add(k Kind) { s[k/64] |= 1 << (k % 64) }

// Remove takes a kind out of the set.
func (s *Set) Remove(k Kind) { s[k/64] &^= 1 << (k % 64) }

// Has tells whether a kind is in the set.
func (s *Set) Has(k Kind) bool { return s[k/64]&(1<<(k%64)) != 0 }

// Empty tells whether no kind is in the set.
func (s *Set) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Len is the number of kinds in the set.
func (s *Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Include adds all kinds of another set.
func (s *Set) Include(other *Set) {
	*s = Set{s[0] | other[0], s[1] | other[1], s[2] | other[2], s[3] | other[3]}
}

// And is the set of the kinds that are in both.
func (s Set) And(other Set) Set {
	return Set{s[0] & other[0], s[1] & other[1], s[2] & other[2], s[3] & other[3]}
}

// Without is the set of the kinds that are in s and not in the other one.
func (s Set) Without(other *Set) Set {
	return Set{s[0] &^ other[0], s[1] &^ other[1], s[2] &^ other[2], s[3] &^ other[3]}
}

// Meets tells whether a kind is in both.
func (s *Set) Meets(other *Set) bool {
	return s[0]&other[0]|s[1]&other[1]|s[2]&other[2]|s[3]&other[3] != 0
}

// All yields the kinds in ascending order.
func (s *Set) All(yield func(Kind) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(Kind(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
