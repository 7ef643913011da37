package sator_test

import (
	"fmt"
	"slices"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// TestPerft counts the sequences of legal moves, from the start and from the middle of turns.
func TestPerft(t *testing.T) {
	players := []string{"ann", "ben", "cai", "dee"}
	house := moves(t, "rotas", "ann: play rotas-tee4") // the set-up of a game of two with the house list, up to the first card
	second := slices.Concat(house, []string{"ann: rest", "ann: draw incertus", "ann: draw incertus", "ben: rest", "ben: draw incertus"})
	prayer := func(kind, at string) []string {
		return after(house, "ann: rest", "ann: draw incertus", "ann: draw fidei "+kind, "ben: rest", "ben: draw incertus", "table: amend ann.at "+at, "table: amend ben.at h8")
	}
	three := moves(t, "nihil", "ann: rest")
	for _, c := range []struct {
		name   string
		pack   string
		seats  int
		option string // with its value
		before []string
		counts []uint64 // of depth 1, 2 …
	}{
		{"the start", "house", 2, "", nil, []uint64{4, 12, 624}},
		{"the start", "house", 4, "", nil, []uint64{4, 12, 24}},
		{"the draft", "house", 3, "", moves(t, "setup-three", "ann: draft corner5"), []uint64{6, 30, 120, 360, 720, 720}},
		{"four bridges left", "house", 2, "", house[:len(house)-4], []uint64{381, 103260}},
		{"one bridge left", "house", 2, "", house[:len(house)-1], []uint64{138, 21912}},
		{"the first turn", "house", 2, "", house, []uint64{158, 1973, 17456}},
		{"a second turn", "house", 2, "", after(second, "table: amend ann.at g11", "table: amend ben.at h9", "table: amend steps 2"), []uint64{147, 2337, 31011}},
		{"ROTAS", "house", 2, "", after(second, "ann: play rotas-tee4"), []uint64{4, 29, 329, 29011}},
		{"MOVES with an Acolyte", "house", 2, "", after(second, "table: amend ann.at e11", "ann: play moves-oak"), []uint64{5, 8, 30, 1301, 20492}},
		{"a bridge moved before", "house", 2, "", after(house, "ann: play moves-oak", "ann: piece line2-oak", "ann: slide west", "ann: done", "ann: play moves-iron",
			"ann: piece tee4-iron", "ann: slide north", "ann: done", "ann: play moves-oak", "ann: piece line2-oak"), []uint64{3, 9, 340, 4965, 50065}},
		{"jolly", "house", 2, "jolly 6", after(house, "ann: play jolly"), []uint64{2, 45, 145, 1213, 83130}},
		{"a walk past books", "house", 2, "", after(second, "table: amend ann.at b9", "table: amend steps 3", "ann: walk b8"), []uint64{3, 430, 1752, 72099}},
		{"drawing", "house", 2, "", after(house, "ann: rest"), []uint64{166, 6232, 176400}},
		{"an exchange", "house", 2, "", after(prayer("quin", "d11"), "table: amend points 2", "ann: swap search", "ann: discard quin"), []uint64{10, 190, 26410}},
		{"a prayer at a Gargoyle", "house", 2, "", after(prayer("quin", "f7"), "table: amend ben.gargoyle e8", "ann: pray ben", "ann: discard quin"),
			[]uint64{10, 100, 14100}},
		{"nihil", "house", 2, "", after(prayer("nihil", "d11"), "ann: play nihil"), []uint64{3, 6, 18, 927, 11301}},
		{"virtus-clara", "house", 2, "", after(prayer("virtus-clara", "d11"), "ann: play virtus-clara"), []uint64{75, 10813}},
		{"animi", "house", 2, "", after(prayer("animi", "e11"), "ann: play animi"), []uint64{2, 6, 306, 3990, 39250}},
		{"quin", "house", 2, "", after(prayer("quin", "d11"), "ann: play quin"), []uint64{15, 1277}},
		{"virtus-omnia", "house", 2, "", after(prayer("virtus-omnia", "d11"), "ann: play virtus-omnia"), []uint64{21, 40, 108, 241, 691, 2195}},
		{"neque", "house", 2, "", after(prayer("neque", "c11"), "ann: play neque"), []uint64{1, 146, 1684}},
		{"mihi", "house", 2, "", after(prayer("mihi", "d11"), "ann: play mihi"), []uint64{136, 18498}},
		{"victoria", "house", 2, "", after(prayer("victoria", "d11"), "ann: play victoria"), []uint64{15, 2211}},

		{"the start", "small", 3, "", nil, []uint64{4, 12, 24, 192}},
		{"the draft", "small", 3, "", three[:7], []uint64{2, 2, 368}},
		{"the first bridges", "small", 2, "", []string{"ann: colour crimson", "ben: colour azure", "table: placement crimson-1", "table: placement azure-1",
			"table: placement jade-1", "table: placement amber-1"}, []uint64{180, 28152}},
		{"the first bridges", "cellar", 2, "", moves(t, "relief", "ann: place line2-oak e2 r90"), []uint64{144, 11912}},
		{"the last bridges", "cellar", 2, "", moves(t, "relief", "ben: place line3-oak a3 r90"), []uint64{14, 42, 288}},
		{"the first turn", "small", 3, "", three, []uint64{43, 352, 2720}},
		{"jolly", "small", 3, "jolly 4", after(three, "ann: play jolly"), []uint64{2, 15, 34, 306, 4333}},
		{"the first turn", "hall", 2, "", inHall, []uint64{30, 230, 1835}},
		{"ROTAS", "hall", 2, "", after(inHall, "ann: play rotas-line3"), []uint64{4, 7, 178, 1479}},
		{"MOVES", "hall", 2, "", after(inHall, "ann: play moves-oak"), []uint64{2, 2, 6, 65, 511, 3825}},
		{"MOVES with Acolytes", "hall", 2, "", after(inHall, "table: amend ann.at a3", "table: amend ben.at c4", "ann: play moves-oak"), []uint64{2, 2, 6, 53, 423, 3021}},
		{"a walk", "hall", 2, "", after(inHall, "table: amend ann.at b3", "table: amend steps 3"), []uint64{30, 310, 2082}},
		{"passing", "hall", 2, "", after(inHall, "table: amend ann.at b3", "table: amend steps 3", "ann: walk b2"), []uint64{2, 44, 236, 2598}},
		{"drawing beside a Gargoyle", "hall", 2, "pray beside", after(inHall, "table: amend ann.at b3", "table: amend ben.gargoyle c3", "ann: rest"), []uint64{36, 896, 16704}},
		{"animi", "hall", 2, "", after(later("animi"), "table: amend ann.at b3", "ann: play animi"), []uint64{3, 7, 70, 516, 4278, 51220}},
		{"virtus-omnia", "hall", 2, "", after(later("virtus-omnia"), "ann: play virtus-omnia"), []uint64{5, 5, 8, 9, 15, 25, 273, 2489}},
		{"neque", "hall", 2, "", after(later("neque"), "table: amend ann.at c3", "ann: play neque"), []uint64{2, 53, 363}},
		{"mihi", "hall", 2, "", after(later("mihi"), "ann: play mihi"), []uint64{22, 483, 10473}},
		{"quin", "hall", 2, "", after(later("quin"), "ann: play quin"), []uint64{4, 25, 696}},
		{"victoria", "hall", 2, "", after(later("victoria"), "ann: play victoria"), []uint64{4, 128, 885}},
		{"virtus-clara", "hall", 2, "", after(later("virtus-clara"), "ann: play virtus-clara"), []uint64{20, 543, 4019}},
		{"nihil", "small", 3, "", moves(t, "nihil", "ann: spend 1"), []uint64{3, 9, 41, 478, 4097, 32184}},
	} {
		t.Run(fmt.Sprintf("%s, %s with %d seats", c.pack, c.name, c.seats), func(t *testing.T) {
			s := setup(players[:c.seats]...)
			if c.option != "" {
				var o engine.OptionValue
				fmt.Sscan(c.option, &o.Name, &o.Value)
				s.Options = []engine.OptionValue{o}
			}
			first := play(t, c.pack, s, c.before...)
			enginetest.CheckPerft(t, first, c.counts)
		})
	}
}
