package knob

// contacts are the levels of the two pins: A in bit 1, B in bit 0.
type contacts uint8

const (
	bothOpen   contacts = 0b11 // with pull-ups an open contact reads high
	bothClosed contacts = 0b00
)

// clockwise is the order in which the contacts pass while the knob is turned
// clockwise: A closes before B, and opens before it. It is a Gray code: one
// contact moves at a time.
var clockwise = [4]contacts{0b11, 0b01, 0b00, 0b10}

// phase is the place of each state of the contacts in that order.
var phase = func() (p [4]int) {
	for i, c := range clockwise {
		p[c] = i
	}
	return p
}()

// quadrature makes steps of what the contacts are read as. A contact that
// bounces goes forth and back, which adds up to nothing. Where a state was
// missed both contacts have moved, which tells no direction: such a jump counts
// for nothing. So a step is told if at least half of its edges were seen, and
// never more steps than there were.
type quadrature struct {
	edges int      // of a step, from one rest to the next: 2 or 4
	now   contacts // as last read
	moved int      // edges clockwise since the last rest
}

// read takes the contacts as they are, and returns the steps that are complete
// with them: more than 0 clockwise, mostly 1 or -1.
func (q *quadrature) read(c contacts) int {
	switch (phase[c] - phase[q.now] + len(clockwise)) % len(clockwise) {
	case 1:
		q.moved++
	case 3:
		q.moved--
	}
	q.now = c
	if c != bothOpen && !(q.edges == 2 && c == bothClosed) {
		return 0
	}
	steps := rounded(q.moved, q.edges)
	q.moved = 0
	return steps
}

// rounded is n/of, rounded to the nearest whole number, halves away from 0.
func rounded(n, of int) int {
	if n < 0 {
		return -rounded(-n, of)
	}
	return (n + of/2) / of
}
