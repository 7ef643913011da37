package oracle_test

import (
	"fmt"
	"testing"

	"familiar/engine/enginetest"
)

// TestPerft counts the sequences of legal moves, from the start and from the middle of turns.
func TestPerft(t *testing.T) {
	players := []string{"ann", "ben", "cai", "dee"}
	hit := after(begun, "table: amend bowl.voodoo left", "ann: predict red")
	for _, c := range []struct {
		name   string
		pack   string
		seats  int
		before []string
		counts []uint64 // of depth 1, 2 …
	}{
		{"the start", "house", 1, nil, []uint64{55, 2873, 143503}},
		{"the start", "house", 4, nil, []uint64{33, 937, 23097}},
		{"the start", "small", 2, nil, []uint64{32, 864, 19611}},
		{"the arrival", "house", 2, thrown(usual), []uint64{33, 1246, 49251}},
		{"her turn", "house", 1, begun, []uint64{109, 5738, 289480}},
		{"her turn", "house", 4, begun, []uint64{87, 2062, 40539}},
		{"her turn", "small", 1, begun, []uint64{27, 410, 5241, 63155}},
		{"her turn", "workshop", 2, begun, []uint64{45, 1162, 27543}},
		{"her turn", "few", 3, begun, []uint64{27, 452, 5847, 62229}},
		{"lines", "house", 2, after(begun, "table: amend bowl.die-a left 4", "ann: read-stars", "table: no-adventurer"), []uint64{89, 7692}},
		{"lines", "small", 1, after(begun, "table: amend bowl.die-a left 4", "ann: read-stars", "table: no-adventurer"), []uint64{19, 337, 5679, 92876}},
		{"a horoscope", "house", 2, after(begun, "table: amend bowl.die-b left 3", "ann: horoscope left", "table: no-adventurer"), []uint64{4, 76, 2492, 83614}},
		{"a horoscope", "workshop", 2, after(begun, "table: amend bowl.die-b left 3", "ann: horoscope left", "table: no-adventurer"), []uint64{4, 161, 8048, 93419}},
		{"a hit", "house", 2, after(hit, "table: amend ann.prediction.1.crossed 0", "table: adventurer red"), []uint64{3, 14, 440, 14692}},
		{"the order of two", "house", 2, after(hit, "table: adventurer red grey"), []uint64{2, 5, 24, 736, 24560}},
		{"a townsfolk", "workshop", 1, after(begun, "ann: recruit warden hearth"), []uint64{3, 60, 388, 11556, 316100}},
		{"the staff", "workshop", 1, after(begun, "table: amend ann.figure recruit", "table: amend ann.staff.hearth exile", "table: amend ann.staff.cellar broker",
			"table: corruption ann", "ann: staff", "table: no-adventurer"), []uint64{3, 44, 1240, 33071}},
		{"a market", "house", 2, after(thrown(usual), "table: amend ann.hours 12", "table: amend ben.hours 12", "table: amend ann.charms.red 2",
			"table: amend ann.talismans.blue 1", "table: adventurer red grey", "table: corruption ann", "table: dawn"), []uint64{56, 3041, 161143}},
		{"the cards to show", "workshop", 2, append([]string{"table: corruption ann", "table: corruption ann", "table: corruption ben", "ann: hold ash"},
			toScoring("ann", "ben")...), []uint64{3, 39, 0}},
	} {
		t.Run(fmt.Sprintf("%s, %s with %d seats", c.pack, c.name, c.seats), func(t *testing.T) {
			first := play(t, c.pack, setup(players[:c.seats]...), c.before...)
			enginetest.CheckPerft(t, first, c.counts)
		})
	}
}
