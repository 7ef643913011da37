package scene

import (
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
)

// RingOf returns the ring of a seat, filled by the facts. The seat's facts begin with prefix. It returns nil if ring is nil.
func RingOf(ring *engine.Ring, prefix string, facts map[string]string) *Ring {
	if ring == nil {
		return nil
	}
	count := func(fact string) (n int) {
		below, many := strings.CutSuffix(prefix+fact, "*")
		for path, value := range facts {
			if path == below || many && strings.HasPrefix(path, below) {
				part, _ := strconv.Atoi(value) // what is no number does not count
				n += part
			}
		}
		return n
	}
	done := count(ring.Done)
	return &Ring{Done: done, Of: done + count(ring.Left)}
}

// BoardOf returns the board of a game with the marks of its seats, as the facts say. It returns nil if board is nil.
func BoardOf(board *engine.Board, c *engine.Catalog, facts map[string]string) *Board {
	if board == nil {
		return nil
	}
	b := &Board{Circle: board.Circle}
	for _, spot := range board.Spots {
		b.Spots = append(b.Spots, Spot{X: spot.X, Y: spot.Y})
	}
	for _, words := range board.Lines {
		line := make([]int, len(words))
		for i, w := range words {
			line[i] = board.SpotIndex(w)
		}
		b.Lines = append(b.Lines, line)
	}
	for seat := range c.Seats() {
		for word := range strings.FieldsSeq(facts[c.SeatWord(engine.Seat(seat))+"."+board.Marks]) {
			if i := board.SpotIndex(word); i >= 0 && !slices.Contains(b.Spots[i].Seats, seat) {
				b.Spots[i].Seats = append(b.Spots[i].Seats, seat)
			}
		}
	}
	return b
}
