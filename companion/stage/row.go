package stage

import "image/color"

// Row describes how the lamps of a table are laid out.
type Row struct {
	Count int  // how many there are
	Strip bool // they are in a line with two ends; otherwise in a ring
	// First is the number of the lamp at the top of a ring, counted from 1 in the order of the wire; 0 means the first. A strip ignores it.
	First    int
	Reversed bool // the wire goes counter-clockwise, or begins at the strip's last lamp
}

// wired puts a frame into the order of the wire. A frame begins at the top of a ring and goes clockwise, or at the beginning of a strip.
func (r Row) wired(frame []color.NRGBA) []color.NRGBA {
	wired := make([]color.NRGBA, len(frame))
	for i, c := range frame {
		wired[r.lamp(i, len(frame))] = c
	}
	return wired
}

// lamp returns the position on the wire, from 0, of the lamp that people see as the i-th of n.
func (r Row) lamp(i, n int) int {
	switch {
	case r.Strip && r.Reversed:
		return n - 1 - i
	case r.Strip:
		return i
	case r.Reversed:
		i = -i
	}
	return ((max(r.First, 1)-1+i)%n + n) % n
}
