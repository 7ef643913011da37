package cards

import "math/bits"

// Kind is the number of a kind of a card list, from 0.
type Kind uint8

// MaxKinds is the most kinds in a Layout.
const MaxKinds = 256

// Set is a set of kinds. `for k := range set.All` walks it in ascending order. Its words are fields instead of an array, so that small functions keep
// them in registers.
type Set struct{ w0, w1, w2, w3 uint64 }

// SetOf returns the set of these kinds.
func SetOf(kinds ...Kind) Set {
	var s Set
	for _, k := range kinds {
		s.Add(k)
	}
	return s
}

// Bits returns the kinds as bits: kind k is bit k%64 of word k/64.
func (s *Set) Bits() [MaxKinds / 64]uint64 { return [...]uint64{s.w0, s.w1, s.w2, s.w3} }

// word returns the word that has the bit of a kind.
func (s *Set) word(k Kind) *uint64 {
	switch k / 64 {
	case 0:
		return &s.w0
	case 1:
		return &s.w1
	case 2:
		return &s.w2
	}
	return &s.w3
}

// Add puts a kind into the set.
func (s *Set) Add(k Kind) { *s.word(k) |= 1 << (k % 64) }

// Remove takes a kind out of the set.
func (s *Set) Remove(k Kind) { *s.word(k) &^= 1 << (k % 64) }

// Has reports whether a kind is in the set.
func (s *Set) Has(k Kind) bool { return *s.word(k)>>(k%64)&1 != 0 }

// Empty reports whether no kind is in the set.
func (s *Set) Empty() bool { return s.w0|s.w1|s.w2|s.w3 == 0 }

// Len returns the number of kinds in the set.
func (s *Set) Len() int {
	return bits.OnesCount64(s.w0) + bits.OnesCount64(s.w1) + bits.OnesCount64(s.w2) + bits.OnesCount64(s.w3)
}

// Include adds all kinds of another set.
func (s *Set) Include(other *Set) {
	s.w0, s.w1, s.w2, s.w3 = s.w0|other.w0, s.w1|other.w1, s.w2|other.w2, s.w3|other.w3
}

// And returns the kinds that are in both sets.
func (s Set) And(other Set) Set {
	return Set{s.w0 & other.w0, s.w1 & other.w1, s.w2 & other.w2, s.w3 & other.w3}
}

// Without returns the kinds that are in s and not in other.
func (s Set) Without(other *Set) Set {
	return Set{s.w0 &^ other.w0, s.w1 &^ other.w1, s.w2 &^ other.w2, s.w3 &^ other.w3}
}

// Meets reports whether the sets have a kind in common.
func (s *Set) Meets(other *Set) bool {
	return s.w0&other.w0|s.w1&other.w1|s.w2&other.w2|s.w3&other.w3 != 0
}

// All yields the kinds in ascending order.
func (s *Set) All(yield func(Kind) bool) {
	for i, word := range s.Bits() {
		for ; word != 0; word &= word - 1 {
			if !yield(Kind(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
