package knob

// contacts are the levels of the two pins: A in bit 1, B in bit 0.
type contacts uint8

const (
	bothOpen   contacts = 0b11 // with pull-ups an open contact reads high
	bothClosed contacts = 0b00
)

// clockwise is the sequence of the contacts' states while the knob is turned
// clockwise: A closes before B, and opens before it. It is a Gray code: one
// contact moves at a time.
var clockwise = [4]contacts{0b11, 0b01, 0b00, 0b10}

// phase is the position of each state in that sequence.
var phase = func() (p [4]int) {
	for i, c := range clockwise {
		p[c] = i
	}
	return p
}()

// quadrature counts steps from the states of the contacts. The edges of a
// contact that bounces cancel each other out. If a state was missed, both
// contacts have moved, which shows no direction: such a jump is ignored. So a
// step counts if at least half of its edges were seen, and there are never more
// steps than real ones.
type quadrature struct {
	edges int      // of one step, from one detent to the next: 2 or 4
	now   contacts // as last read
	moved int      // edges clockwise since the last detent
}

// read takes the state of the contacts and returns the number of steps that it
// completes: 0, 1 or -1 unless states were missed; negative is
// counter-clockwise.
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

// rounded returns n/of, rounded to the nearest whole number, halves away from 0.
func rounded(n, of int) int {
	if n < 0 {
		return -rounded(-n, of)
	}
	return (n + of/2) / of
}
