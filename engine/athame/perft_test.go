package athame_test

import (
	"fmt"
	"testing"

	"familiar/engine/enginetest"
)

// TestPerft counts the sequences of legal moves, from the start and from the middle of turns.
func TestPerft(t *testing.T) {
	players := []string{"ann", "ben", "cai", "dee"}
	houseTurn := []string{"table: reveal square", "table: reveal square", "table: reveal line", "table: reveal circle", "ann: ritual ring-of-ash",
		"ben: ritual ring-of-thorns", "table: amend bent-mirror bank ben.hand", "table: amend ember-tongue deck ann.spells",
		"table: amend catalytic-crystal bank ann.hand", "ann: hold square 2 circle line", "ann: draw market", "table: reveal line", "table: reveal line",
		"table: reveal line", "table: reveal square"}
	smallTurn := []string{"table: reveal sun", "table: reveal sun", "table: reveal moon", "table: reveal square", "ann: ritual day", "ben: ritual dusk"}
	smallSpell := after(smallTurn, "table: amend thief deck ann.spells", "table: amend seal deck ann.spells", "ann: draw market", "table: reveal sun",
		"table: reveal square", "table: reveal square", "table: reveal square")
	workshopTurn := after(actTwo, "table: amend plague deck ann.spells", "table: amend mirror bank ben.hand", "table: amend allot-theirs deck ann.spells",
		"table: amend free-own deck ann.spells", "table: amend ash bank ann.allotted", "table: amend glass bank ann.allotted salt")
	fewTurn := []string{"table: reveal ash", "table: reveal salt", "table: reveal salt", "table: reveal square", "ann: ritual heap", "ben: ritual mound"}
	for _, c := range []struct {
		name   string
		pack   string
		seats  int
		before []string
		counts []uint64 // of depth 1, 2 …
	}{
		{"the start", "house", 2, nil, []uint64{4, 16, 64, 256, 1024, 3072, 15360, 178176}},
		{"the start", "house", 4, nil, []uint64{4, 16, 64, 256, 1024, 3072, 6144, 6144, 30720}},
		{"the start", "small", 2, nil, []uint64{3, 9, 27, 81, 324, 972, 3645, 20655, 133650}},
		{"the start", "small", 3, nil, []uint64{3, 9, 27, 81, 324, 972, 1944, 7290, 41310}},
		{"a turn", "house", 2, houseTurn, []uint64{9, 42, 194, 1328, 14459, 192271}},
		{"a turn", "house", 3, after(houseTurn[:6], after([]string{"cai: ritual ring-of-salt"}, houseTurn[6:]...)...), []uint64{10, 43, 198, 1374, 14838, 193704}},
		{"a turn", "house", 4, after(houseTurn[:6], after([]string{"cai: ritual ring-of-salt", "dee: ritual ring-of-lamps"}, houseTurn[6:]...)...), []uint64{11, 44, 202, 1420, 15217, 195148}},
		{"a turn", "small", 2, smallTurn, []uint64{4, 22, 142, 924, 5771, 29470}},
		{"a turn", "small", 4, after(smallTurn, "cai: ritual night", "dee: ritual dawn"), []uint64{4, 16, 61, 211, 600, 1380}},
		{"a spell", "small", 2, smallSpell, []uint64{3, 8, 33, 193, 1110, 6725, 33309}},
		{"a turn", "workshop", 2, workshopTurn, []uint64{51, 191, 8840, 35500}},
		{"a turn with few cards", "few", 2, fewTurn, []uint64{4, 19, 89, 372, 1260, 3242, 8474, 23568}},
	} {
		t.Run(fmt.Sprintf("%s, %s with %d seats", c.pack, c.name, c.seats), func(t *testing.T) {
			first := play(t, c.pack, setup(players[:c.seats]...), c.before...)
			enginetest.CheckPerft(t, first, c.counts)
		})
	}
}
