package sator_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

// play begins a game with a card list of the package, or with house, and plays lines such as `ann: rest`.
func play(t testing.TB, pack string, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, sator.Game(), records, pack, s, lines...)
}

// after returns a list of lines with more lines appended.
func after(lines []string, more ...string) []string { return slices.Concat(lines, more) }

// moves returns the moves of a record, up to a given one.
func moves(t testing.TB, record, until string) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(string(enginetest.ReadFile(t, records, record+".table"))) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		switch {
		case line == until && until != "":
			return all
		case line == "table: undo":
			all = all[:len(all)-1]
		case strings.Contains(line, ": ") && !strings.ContainsAny(line[:1], "!?="):
			all = append(all, line)
		}
	}
	if until != "" {
		t.Fatalf("%s has no %s", record, until)
	}
	return all
}

// inHall leads to the first turn of a game with the card list hall. The records show its board as a drawing.
var inHall = []string{
	"ann: colour crimson", "ben: colour azure", "table: placement crimson-1", "table: placement azure-1", "ann: place line3-oak a3 r0",
	"ben: place line3-stone f3 r0", "ann: place corner3-oak c4 r0", "ben: place corner3-iron b1 r0", "ann: place corner3-stone g2 r180",
	"ben: place line3-iron f4 r0", "ann: place line3-rope d1 r0", "ben: place corner3-rope e5 r90",
}

// later leads to the second turn of ann, with some prayers in her hand.
func later(prayers ...string) []string {
	lines := after(inHall, "ann: rest")
	for _, p := range prayers {
		lines = append(lines, "ann: draw fidei "+p)
	}
	lines = append(lines, slices.Repeat([]string{"ann: draw incertus"}, 2-len(prayers))...)
	return append(lines, "ben: rest", "ben: draw incertus")
}

func TestLanding(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		lands map[string]string
	}{
		{"the set-up", nil, map[string]string{
			"ann: colour crimson": "", "table: placement crimson-1": "", "ann: place line3-oak a3 r0": "", "ann: draft line3": "", "ann: hold moves-oak": "ann.hand",
		}},
		{"a turn", inHall, map[string]string{
			"ann: draw incertus": "ann.hand", "ben: draw fidei nihil": "ben.hand", "ann: discard moves-oak": "discard", "ann: discard nihil": "ann.out",
			"ben: discard nihil": "ben.out", "ann: play moves-oak": "", "ben: hold moves-oak nihil": "ben.hand", "ann: swap draw": "", "ann: dance": "",
			"zed: draw incertus": "", "ann: pray ben": "", "ann: discard line3-oak": "",
		}},
		{"corrections", inHall, map[string]string{
			"table: amend moves-oak pile discard": "discard", "table: amend moves-oak pile ben.hand": "ben.hand", "table: amend nihil ann.hand ann.out": "ann.out",
			"table: amend ? pile ann.hand": "", "table: amend points 3": "", "table: amend bridge.line3-oak a3 r0": "", "table: amend moves-oak pile": "",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "hall", setup("ann", "ben"), c.lines...)
			enginetest.CheckDestinations(t, s, c.lands)
		})
	}
}

// TestAmendForms checks that everything that an amend can set has a signature, since phones offer nothing else.
func TestAmendForms(t *testing.T) {
	s := play(t, "house", setup("ann", "ben"))
	for line, key := range map[string]string{
		"amend points 3": "count", "amend steps 3": "count", "amend ann.at a1": "acolyte", "amend ann.at start": "acolyte",
		"amend ann.gargoyle a1": "gargoyle", "amend ann.gargoyle home": "gargoyle", "amend ann.book.nw a1": "book", "amend ann.book.nw taken": "book",
		"amend bridge.line2-oak a1 r0": "bridge", "amend bridge.line2-oak out": "gone",
		"amend moves-oak pile ann.hand": "incertus", "amend moves-oak ann.hand discard": "incertus", "amend moves-oak discard ben.hand": "incertus",
		"amend nihil ann.pile ann.hand": "prayer", "amend nihil ann.hand ann.out": "prayer", "amend nihil ann.out ann.hand": "prayer",
		"amend ? pile ann.hand": "unseen", "amend ? ann.hand ben.hand": "unseen", "amend ? ann.pile ann.hand": "unseen",
	} {
		if f, ok := s.Catalog().Match(enginetest.Line(s, "table: "+line)); !ok || f.Key != key {
			t.Errorf("%s has the form %q, not %q", line, f.Key, key)
		}
	}
}

func TestTold(t *testing.T) {
	all := func(line string) [4]string { return [4]string{line, line, line, line} }
	shown := moves(t, "nihil", "ann: rest")
	drawing := after(shown, "ann: rest")
	for _, c := range []struct {
		before []string
		move   string
		told   [4]string // ann, ben, cai, everybody
	}{
		{nil, "ann: colour crimson", all("ann: colour crimson")},
		{shown, "ann: hold moves-oak", [4]string{"ann: hold moves-oak"}},
		{shown, "cai: hold moves-oak", [4]string{"", "", "cai: hold moves-oak"}},
		{shown, "ann: play moves-oak", all("ann: play moves-oak")},
		{shown, "ann: swap draw", all("ann: swap draw")},
		{after(shown, "ann: swap draw"), "ann: discard moves-oak", all("ann: discard moves-oak")},
		{drawing, "ann: draw incertus", all("ann: draw incertus")},
		{drawing, "ann: draw fidei ?", all("ann: draw fidei ?")},
		{drawing, "ann: draw fidei nihil", [4]string{"ann: draw fidei nihil", "ann: draw fidei ?", "ann: draw fidei ?", "ann: draw fidei ?"}},
		{drawing, "ann: draw incertus moves-oak", [4]string{"ann: draw incertus moves-oak", "ann: draw incertus ?", "ann: draw incertus ?", "ann: draw incertus ?"}},
		{shown, "table: amend moves-oak pile discard", all("table: amend moves-oak pile discard")},
		{shown, "table: amend moves-oak ann.hand discard", all("table: amend moves-oak ann.hand discard")},
		{shown, "table: amend nihil ann.pile ann.hand", [4]string{"table: amend nihil ann.pile ann.hand", "table: amend ? ann.pile ann.hand",
			"table: amend ? ann.pile ann.hand", "table: amend ? ann.pile ann.hand"}},
		{shown, "table: amend moves-oak ann.hand ben.hand", [4]string{"table: amend moves-oak ann.hand ben.hand", "table: amend moves-oak ann.hand ben.hand",
			"table: amend ? ann.hand ben.hand", "table: amend ? ann.hand ben.hand"}},
		{shown, "table: amend nihil ann.pile ann.out", all("table: amend nihil ann.pile ann.out")},
		{shown, "table: amend points 3", all("table: amend points 3")},
		{shown, "table: amend bridge.line2-oak out", all("table: amend bridge.line2-oak out")},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, "small", setup("ann", "ben", "cai"), c.before...)
			enginetest.CheckRedacted(t, s, c.move, c.told)
		})
	}
}

// TestViews checks that each seat sees the known cards of its own hand, of both decks, and only the number of cards of the others.
func TestViews(t *testing.T) {
	drawn := after(inHall, "ann: hold moves-oak", "ben: hold rotas-line3 rotas-line3", "ann: rest", "ann: draw fidei nihil", "ann: draw incertus moves-iron")
	for _, c := range []struct {
		name  string
		lines []string
		seen  [3][2]string // ann.hand.seen and ben.hand.seen in the views of ann, ben and everybody
	}{
		{"held and drawn", drawn, [3][2]string{{"moves-iron moves-oak nihil", ""}, {"", "rotas-line3 rotas-line3"}, {}}},
		{"played", after(drawn, "ben: play rotas-line3"), [3][2]string{{"moves-iron moves-oak nihil", ""}, {"", "rotas-line3"}, {}}},
		{"from hand to hand", after(drawn, "table: amend nihil ann.hand ann.out", "table: amend moves-oak ann.hand discard", "table: amend rotas-line3 ben.hand ann.hand"),
			[3][2]string{{"moves-iron rotas-line3", ""}, {"", "rotas-line3"}, {}}},
		{"from the discard pile", after(drawn, "table: amend moves-oak ann.hand discard", "table: amend moves-oak discard ann.hand"),
			[3][2]string{{"moves-iron moves-oak nihil", ""}, {"", "rotas-line3 rotas-line3"}, {}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "hall", setup("ann", "ben"), c.lines...)
			for i, viewer := range []engine.Seat{0, 1, engine.Public} {
				v := s.View(viewer)
				for j, path := range []string{"ann.hand.seen", "ben.hand.seen"} {
					if got, _ := engine.Fact(v, path); got != c.seen[i][j] {
						t.Errorf("seat %d sees %q as %s, not %q", viewer, got, path, c.seen[i][j])
					}
				}
			}
		})
	}
}

// TestViewForgets checks that what others show changes neither a view nor its moves.
func TestViewForgets(t *testing.T) {
	drawn := after(inHall, "ann: rest", "ann: draw fidei", "ann: draw incertus")
	a := play(t, "hall", setup("ann", "ben"), after(drawn, "ben: hold moves-oak")...)
	b := play(t, "hall", setup("ann", "ben"), after(drawn, "ann: hold moves-oak nihil rotas-line3", "ben: hold moves-oak")...)
	enginetest.CheckViewsHide(t, a, b)
	for _, viewer := range []engine.Seat{1, engine.Public} {
		for _, line := range []string{"ann: hold moves-iron quin", "ann: hold animi"} {
			if v := b.View(viewer).Check(enginetest.Line(b, line)); !v.OK() {
				t.Errorf("seat %d can tell that `%s` is refused for %s", viewer, line, v.Rule)
			}
		}
	}
}

// TestEvents checks the events and their order.
func TestEvents(t *testing.T) {
	told := make(map[string]bool)
	lastBook := after(inHall, "table: amend ann.book.west taken", "table: amend ann.at f2")
	for _, c := range []struct {
		name  string
		pack  string
		seats int
		lines []string
		want  []string
	}{
		{"a colour", "hall", 2, inHall[:1], nil},
		{"the last placement card", "hall", 2, inHall[:4], []string{"table: bridges"}},
		{"one before", "hall", 2, inHall[:3], nil},
		{"a bridge", "hall", 2, inHall[:5], nil},
		{"the last bridge", "hall", 2, inHall, []string{"ann: dealt 4", "ben: dealt 5", "ann: next"}},
		{"the last bridge of four", "small", 4, moves(t, "setup-four", "ann: rest"),
			[]string{"ann: dealt 4", "ben: dealt 5", "cai: dealt 5", "dee: dealt 6", "ann: next"}},
		{"one who may block", "cellar", 2, moves(t, "relief", "ann: place line3-stone c3 r90"), []string{"ann: relieved"}},
		{"two who cannot lay", "cellar", 2, moves(t, "relief", "ann: play moves-iron"),
			[]string{"ben: passed 2", "ann: passed 1", "ann: dealt 4", "ben: dealt 5", "ann: next"}},
		{"a card played", "hall", 2, after(inHall, "ann: play moves-oak"), nil},
		{"a toll", "hall", 2, after(inHall, "table: amend ann.at a3", "table: amend ben.at b3", "ann: play moves-oak", "ann: piece line3-oak"),
			[]string{"ann: toll 2 line3-oak"}},
		{"the last turn of a card", "hall", 2, after(inHall, "ann: play rotas-line3", "ann: piece line3-oak", "ann: turn a3 270"), []string{"ann: done"}},
		{"a card that is done by hand", "hall", 2, after(inHall, "ann: play moves-oak", "ann: piece line3-oak", "ann: slide east", "ann: done"), nil},
		{"a book", "hall", 2, after(inHall, "table: amend ann.at d4", "ann: free walk c4"), []string{"ann: gathers west"}},
		{"a book that is left behind", "hall", 2, after(inHall, "table: amend ann.at c4", "ann: free walk d4"), []string{"ann: gathers west"}},
		{"two books at once", "hall", 2, after(inHall, "table: amend ann.book.east d4", "table: amend ann.at d4", "ann: free walk c4"),
			[]string{"ann: gathers east", "ann: gathers west", "ann: won"}},
		{"the last book", "hall", 2, after(lastBook, "ann: free walk g2"), []string{"ann: gathers east", "ann: won"}},
		{"the last book by a correction", "hall", 2, after(lastBook, "table: amend ann.book.east taken"), []string{"ann: won"}},
		{"a prayer at a Gargoyle", "hall", 2, after(inHall, "table: amend ben.gargoyle a3", "ann: pray ben", "ann: discard moves-oak", "ann: discard moves-oak",
			"ann: discard moves-oak"), []string{"ben: goes-home"}},
		{"a Gargoyle that loses its bridge", "hall", 2, after(later("victoria"), "table: amend ben.gargoyle d1", "ann: play victoria", "ann: piece line3-rope"),
			[]string{"ben: goes-home"}},
		{"the next turn", "hall", 2, after(inHall, "ann: rest", "ann: draw incertus", "ann: draw incertus"), []string{"ben: next"}},
		{"a rest that ends the turn", "hall", 2, after(inHall, "table: amend ? pile ann.hand", "table: amend ? pile ann.hand", "ann: rest"), []string{"ben: next"}},
		{"a shuffle", "cellar", 2, moves(t, "relief", "ann: draw incertus moves-iron"), []string{"table: shuffled 1"}},
		{"an exchange without a card", "cellar", 2, moves(t, "exchange", "")[:len(moves(t, "exchange", ""))-1],
			[]string{"ann: draws-none"}},
		{"a turn that ends with fewer cards", "cellar", 2, moves(t, "exchange", ""), []string{"ben: next"}},
		{"a correction", "hall", 2, after(inHall, "table: amend points 3"), nil},
		{"hold", "hall", 2, after(inHall, "ann: hold moves-oak"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, c.pack, setup([]string{"ann", "ben", "cai", "dee"}[:c.seats]...), c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
			for _, e := range s.Events() {
				told[s.Catalog().Word(e.Verb)] = true
			}
		})
	}
	s := play(t, "hall", optional("blank", "2"), after(inHall, "ann: play blank")...)
	if diff := cmp.Diff([]string{"ann: manual blank"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	told["manual"] = true
	enginetest.AllEvents(t, s.Catalog(), told)
}

// optional returns the setup of a game of two with an option.
func optional(name, value string) engine.Setup {
	s := setup("ann", "ben")
	s.Options = []engine.OptionValue{{Name: name, Value: value}}
	return s
}

func TestStatus(t *testing.T) {
	asked := make(map[string]bool)
	for _, c := range []struct {
		name  string
		lines []string
		turn  string
		ask   string // seat, whether it is open, key, arguments
	}{
		{"the first colour", nil, "ann", "ann colour"},
		{"the second one", inHall[:1], "ben", "ben colour"},
		{"placement cards", inHall[:2], "ann", "table placement 2"},
		{"the last of them", inHall[:3], "ann", "table placement 1"},
		{"bridges", inHall[:4], "ann", "ann place"},
		{"the other's bridges", inHall[:5], "ben", "ben place"},
		{"a turn", inHall, "ann", "ann swap"},
		{"an exchange", after(inHall, "ann: swap draw"), "ann", "ann open discard 2"},
		{"its second card", after(inHall, "ann: swap draw", "ann: discard moves-oak"), "ann", "ann open discard 1"},
		{"its third one", after(inHall, "ann: swap draw", "ann: discard moves-oak", "ann: discard moves-oak"), "ann", "ann open fetch"},
		{"a search", after(later("nihil"), "ann: swap search", "ann: discard nihil", "ann: discard moves-oak"), "ann", "ann open search"},
		{"a card", after(inHall, "ann: play moves-oak"), "ann", "ann open piece moves-oak"},
		{"a bridge to shift", after(inHall, "ann: play moves-oak", "ann: piece line3-oak"), "ann", "ann open slide line3-oak"},
		{"a bridge to turn", after(inHall, "ann: play rotas-line3", "ann: piece line3-oak"), "ann", "ann open turn line3-oak"},
		{"more cards", after(inHall, "ann: play moves-oak", "ann: piece line3-oak", "ann: slide east", "ann: done"), "ann", "ann play"},
		{"either", after(inHall, "ann: play jolly"), "ann", "ann open as jolly"},
		{"either of a bridge", after(inHall, "ann: play jolly", "ann: as moves"), "ann", "ann open piece jolly"},
		{"walking", after(inHall, "table: amend ann.at a3", "table: amend steps 3", "ann: walk b3"), "ann", "ann walk"},
		{"passing", after(inHall, "table: amend ann.at b3", "table: amend steps 3", "ann: walk b2"), "ann", "ann open pass"},
		{"drawing", after(inHall, "ann: rest"), "ann", "ann draw 2"},
		{"the last card", after(inHall, "ann: rest", "ann: draw incertus"), "ann", "ann draw 1"},
		{"a prayer at a Gargoyle", after(inHall, "table: amend ben.gargoyle a3", "ann: pray ben"), "ann", "ann open discard 3"},
		{"points to spend", after(later("nihil"), "ann: play nihil"), "ann", "ann open spend nihil"},
		{"an Acolyte to push", after(later("nihil"), "ann: play nihil", "ann: spend 2"), "ann", "ann open push nihil"},
		{"a Gargoyle", after(later("virtus-clara"), "ann: play virtus-clara"), "ann", "ann open gargoyle"},
		{"a stride", after(later("animi"), "ann: play animi"), "ann", "ann open step"},
		{"a leap", after(later("neque"), "table: amend ann.at c3", "ann: play neque"), "ann", "ann open leap"},
		{"single actions", after(later("mihi"), "ann: play mihi"), "ann", "ann open fervour"},
		{"a bridge to lay", after(later("quin"), "ann: play quin", "ann: piece line3-rope"), "ann", "ann open lay line3-rope"},
		{"the next turn", later(), "ann", "ann swap"},
		{"the end", after(inHall, "table: amend ben.book.west taken", "table: amend ben.book.east taken"), "ann", "ben over ben"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "hall", optional("jolly", "4"), c.lines...)
			enginetest.CheckAsk(t, s, c.turn, c.ask)
			asked[s.Status().Ask.Key] = true
		})
	}
	draft := play(t, "small", setup("ann", "ben", "cai"), moves(t, "nihil", "ann: draft corner3")...)
	if got := enginetest.AskLine(draft); got != "ann draft" {
		t.Errorf("it asks %q", got)
	}
	asked["draft"] = true
	enginetest.AllAsked(t, sator.Game(), asked)
}

// crafted returns beginnings that lead to all kinds of questions, with the card list hall.
func crafted() [][]string {
	gargoyle := []string{"table: amend ben.gargoyle a3", "table: amend ann.at b3", "table: amend ben.at h3", "table: amend steps 3"}
	return [][]string{
		nil, inHall[:1], inHall[:2], inHall[:4], inHall[:9], inHall, after(inHall, gargoyle...), after(inHall, "table: amend points 1"),
		after(later("nihil"), "table: amend points 2"), after(inHall, "ann: swap draw"), after(inHall, "ann: swap draw", "ann: discard moves-oak"), after(inHall, "ann: swap draw", "ann: discard moves-oak", "ann: discard jolly"),
		after(later("nihil"), "ann: swap search"), after(later("nihil"), "ann: swap search", "ann: discard moves-oak"),
		after(inHall, "ann: play moves-oak"), after(inHall, "ann: play moves-oak", "ann: piece line3-oak"), after(inHall, "ann: play moves-oak", "ann: piece line3-oak", "ann: slide east"),
		after(inHall, "ann: play rotas-line3"), after(inHall, "ann: play rotas-corner3", "ann: piece corner3-oak"),
		after(inHall, "ann: play rotas-corner3", "ann: piece corner3-oak", "ann: turn c4 270"), after(inHall, "ann: play jolly"),
		after(inHall, "table: amend points 1", "ann: play jolly"), after(inHall, "ann: play jolly", "ann: as rotas"), after(inHall, "ann: play jolly", "ann: as moves"),
		after(inHall, "table: amend ann.at b3", "table: amend steps 3", "ann: walk b2"), after(inHall, "table: amend ann.at b3", "table: amend steps 3", "ann: walk a3"),
		after(inHall, "ann: rest"), after(inHall, "ann: rest", "ann: draw fidei nihil"),
		slices.Concat(later("nihil"), gargoyle, []string{"ann: play nihil"}), slices.Concat(later("nihil"), gargoyle, []string{"ann: play nihil", "ann: spend 2"}),
		slices.Concat(later("nihil"), gargoyle, []string{"ann: play nihil", "ann: spend 2", "ann: push ben g3"}), slices.Concat(later("virtus-clara"), gargoyle, []string{"ann: play virtus-clara"}),
		slices.Concat(later("animi"), gargoyle, []string{"ann: play animi"}), slices.Concat(later("animi"), gargoyle, []string{"ann: play animi", "ann: step c3"}),
		slices.Concat(later("quin"), gargoyle, []string{"ann: play quin"}), slices.Concat(later("quin"), gargoyle, []string{"ann: play quin", "ann: piece line3-rope"}),
		slices.Concat(later("virtus-omnia"), gargoyle, []string{"ann: play virtus-omnia"}), slices.Concat(later("virtus-omnia"), gargoyle, []string{"ann: play virtus-omnia", "ann: piece corner3-oak"}),
		slices.Concat(later("neque"), gargoyle, []string{"table: amend ann.at c3", "ann: play neque"}), slices.Concat(later("mihi"), gargoyle, []string{"ann: play mihi"}),
		slices.Concat(later("mihi"), gargoyle, []string{"ann: play mihi", "ann: shift corner3-stone east"}), slices.Concat(later("victoria"), gargoyle, []string{"ann: play victoria"}),
		slices.Concat(later("mihi"), gargoyle, []string{"ann: play mihi", "ann: shift corner3-stone east", "ann: done"}),
		slices.Concat(inHall, gargoyle, []string{"ann: pray ben"}), slices.Concat(inHall, gargoyle, []string{"ann: free walk c3"}), slices.Concat(inHall, gargoyle, []string{"ann: rest"}),
		after(inHall, "table: amend ben.book.west taken", "table: amend ben.book.east taken"),
	}
}

// TestMovesCutShort stops the list of moves early, whatever the open question.
func TestMovesCutShort(t *testing.T) {
	for _, lines := range crafted() {
		s := play(t, "hall", optional("jolly", "4"), lines...)
		if err := enginetest.CheckEarlyStop(s); err != nil {
			t.Errorf("after %v %v", lines, err)
		}
	}
	s := play(t, "small", setup("ann", "ben", "cai"), moves(t, "nihil", "ann: draft corner3")...)
	n := 0
	s.Moves(func(engine.Move) bool { n++; return false })
	if n != 1 {
		t.Errorf("the list of shapes goes on: %d", n)
	}
}

// TestMovesAgree tries all moves that can be written with the words of the game, and with angles: the listed ones must be legal, and no others.
func TestMovesAgree(t *testing.T) {
	for _, lines := range crafted() {
		s := play(t, "hall", optional("jolly", "4"), lines...)
		if err := agree(s); err != nil {
			t.Errorf("after %v: %v", lines, err)
		}
	}
	for _, c := range []struct {
		pack  string
		seats []string
	}{{"small", []string{"ann", "ben", "cai"}}, {"workshop", []string{"ann", "ben"}}, {"cellar", []string{"ann", "ben"}}} {
		rng := rand.New(rand.NewPCG(5, 5))
		for range 4 {
			s := play(t, c.pack, setup(c.seats...))
			var played []string
			for n := range 70 {
				if n%9 == 8 {
					if err := agree(s); err != nil {
						t.Fatalf("%s, after %v: %v", c.pack, played, err)
					}
				}
				m, ok := enginetest.Pick(rng, s)
				if !ok {
					break
				}
				s.Play(m)
				played = append(played, s.Catalog().Format(m))
			}
		}
	}
}

// agree compares the list of moves with the verdicts on all moves that can be written.
func agree(s engine.State) error {
	c := s.Catalog()
	listed := make(map[engine.Move]bool)
	for m := range s.Moves {
		listed[m] = true
	}
	legal := 0
	for _, verb := range c.Names(engine.ClassVerb) {
		if word := c.Word(verb); word == "hold" || word == "amend" {
			continue
		}
		for _, f := range c.Signatures(verb) {
			for m := range written(c, f, engine.Move{Seat: seatOf(s, f), Verb: verb}, 0) {
				v := s.Check(m)
				short := c.Word(verb) == "draw" && len(f.Args) == 1 // the `?` may be left out
				if v.OK() != listed[m] && !short {
					return fmt.Errorf("%s is listed: %t, and refused for %q", c.Format(m), listed[m], v.Rule)
				}
				if listed[m] {
					legal++
				}
			}
		}
	}
	if legal != len(listed) {
		return fmt.Errorf("%d moves are listed, and %d of them are written", len(listed), legal)
	}
	return nil
}

// TestHaul checks that a bridge goes as far as a card says, and no farther: every legal slide can be continued to an end, and all such slides are
// legal. The test finds the ways of a bridge by trying all.
func TestHaul(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {1, 3}, {2, 4}, {4, 6}} {
		pack := strings.Replace(string(enginetest.ReadFile(t, records, "hall.toml")), "least = 4\nmost = 6", fmt.Sprintf("least = %d\nmost = %d", c[0], c[1]), 1)
		first, err := sator.Game().New(setup("ann", "ben"), []byte(pack))
		if err != nil {
			t.Fatal(err)
		}
		// line3-oak can go one cell to the south and no further; to the east it can go two cells
		enginetest.PlayLines(t, first, after(later("virtus-omnia"), "table: amend ben.book.west taken", "table: amend bridge.corner3-iron out",
			"table: amend bridge.line3-rope a1 r0", "table: amend bridge.corner3-rope d2 r90", "ann: play virtus-omnia")...)
		for m := range first.Moves {
			s := first.Clone()
			s.Play(m)
			bridge := s.Catalog().Word(m.Args[0])
			if err := hauled(s, bridge, lies(s, bridge), c[0], c[1], 0); err != nil {
				t.Errorf("%d to %d cells, %s: %v", c[0], c[1], bridge, err)
			}
		}
	}
}

// lies returns the cells of a bridge, by column and row.
func lies(s engine.State, bridge string) [][2]int {
	value, _ := engine.Fact(s, "bridge."+bridge)
	var cells [][2]int
	for _, w := range strings.Fields(value) {
		row, _ := strconv.Atoi(w[1:])
		cells = append(cells, [2]int{int(w[0] - 'a'), row - 1})
	}
	return cells
}

// hauled compares the slides that are legal at a point with those that lead to an end.
func hauled(s engine.State, bridge string, from [][2]int, least, most, made int) error {
	at := lies(s, bridge)
	taken := make(map[[2]int]bool)
	for path := range s.Facts {
		if other, ok := strings.CutPrefix(path, "bridge."); ok && other != bridge {
			for _, x := range lies(s, other) {
				taken[x] = true
			}
		}
	}
	aside := func(cells [][2]int, v [2]int) ([][2]int, bool) {
		var to [][2]int
		for _, x := range cells {
			x = [2]int{x[0] + v[0], x[1] + v[1]}
			if taken[x] || x[0] < 0 || x[0] > 7 || x[1] < 0 || x[1] > 4 {
				return nil, false
			}
			to = append(to, x)
		}
		return to, true
	}
	var ends func(cells [][2]int, made int) bool
	ends = func(cells [][2]int, made int) bool {
		if made >= least && made > 0 && !slices.Equal(cells, from) {
			return true
		}
		for _, v := range ways {
			if to, ok := aside(cells, v); ok && made < most && ends(to, made+1) {
				return true
			}
		}
		return false
	}
	for word, v := range ways {
		m := enginetest.Line(s, "ann: slide "+word)
		to, ok := aside(at, v)
		legal := ok && made < most && ends(to, made+1)
		if check := s.Check(m); check.OK() != legal {
			return fmt.Errorf("after %d slides to %v: %s is refused for %q", made, at, word, check.Rule)
		}
		if legal {
			next := s.Clone()
			next.Play(m)
			if _, open := engine.Fact(next, "piece"); !open {
				continue
			}
			if err := hauled(next, bridge, from, least, most, made+1); err != nil {
				return err
			}
		}
	}
	done := made >= least && made > 0 && !slices.Equal(at, from)
	if v := s.Check(enginetest.Line(s, "ann: done")); v.OK() != done {
		return fmt.Errorf("after %d slides to %v: done is refused for %q", made, at, v.Rule)
	}
	return nil
}

var ways = map[string][2]int{"north": {0, 1}, "east": {1, 0}, "south": {0, -1}, "west": {-1, 0}}

// seatOf returns the seat of a move with a signature: Nobody, or the seat whose turn it is.
func seatOf(s engine.State, f engine.Signature) engine.Seat {
	if f.ByNobody {
		return engine.Nobody
	}
	return s.Status().Turn
}

// written yields all moves of a signature, with some numbers.
func written(c *engine.Catalog, f engine.Signature, m engine.Move, at int) func(yield func(engine.Move) bool) {
	return func(yield func(engine.Move) bool) {
		if at == len(f.Args) {
			yield(m)
			return
		}
		names := c.Names(f.Args[at])
		if f.Args[at]&engine.ClassNumber != 0 {
			for _, n := range []int{0, 1, 2, 3, 4, 45, 90, 180, 270, 360} {
				names = append(names, engine.Number(n))
			}
		}
		for _, n := range names {
			m.Args[at] = n
			for x := range written(c, f, m, at+1) {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// TestAbsentFacts checks that facts are absent: a record has no line for that.
func TestAbsentFacts(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []string
		absent []string
	}{
		{"at the start", nil, []string{"winner", "placement.crimson", "draft", "bridge.line3-oak", "removed", "ann.colour", "ann.at", "ann.books", "ann.gargoyle", "ann.pile",
			"ann.bridges", "ann.book.west", "ann.hand.seen", "ann.played", "ann.out", "pile", "discard", "points", "steps", "free", "pinned", "card", "piece", "left", "ben.colour"}},
		{"after a colour", inHall[:1], []string{"ben.colour", "ben.at", "ben.books", "ben.gargoyle", "ben.pile", "ann.book.west"}},
		{"after a placement card", inHall[:3], []string{"placement.azure", "ann.book.east", "ann.bridges"}},
		{"while bridges are laid", inHall[:11], []string{"points", "pile", "bridge.corner3-rope", "can.turn.line3-oak", "reach.1"}},
		{"when all are laid", inHall, []string{"ann.bridges", "ben.bridges", "pinned", "card", "piece", "left", "removed", "ann.hand.seen", "reach.1", "toll.line3-oak", "winner",
			"can.slide.line3-iron", "can.slide.line3-rope"}},
		{"when one is removed", after(later("victoria"), "ann: play victoria", "ann: piece line3-rope"), []string{"bridge.line3-rope", "card", "piece", "left", "can.turn.line3-rope"}},
		{"while one is chosen for it", after(later("victoria"), "ann: play victoria"), []string{"piece", "left"}},
		{"before a card is used as something", after(inHall, "ann: play jolly"), []string{"left", "piece"}},
		{"before points are spent", after(later("nihil"), "ann: play nihil"), []string{"left", "piece"}},
		{"on the way to a leap, to a place and to a Gargoyle", after(later("neque"), "table: amend ann.at c3", "ann: play neque"), []string{"left", "piece", "reach.1"}},
		{"before a Gargoyle is set", after(later("virtus-clara"), "ann: play virtus-clara"), []string{"left", "piece"}},
		{"before a bridge is laid", after(later("quin"), "ann: play quin", "ann: piece line3-rope"), []string{"left"}},
		{"of another's cards", after(inHall, "ann: play moves-oak"), []string{"ben.played", "ann.out"}},
		{"in an exchange", after(inHall, "ann: swap draw"), []string{"card", "piece"}},
		{"while drawing", after(inHall, "table: amend ann.at a3", "table: amend steps 3", "ann: rest"), []string{"reach.1", "ann.played"}},
		{"when a Gargoyle holds it", after(inHall, "table: amend ben.gargoyle a3"), []string{"can.turn.line3-oak", "can.slide.line3-oak"}},
		{"when a book is taken", after(inHall, "table: amend ann.book.west taken"), []string{"ann.book.west"}},
		{"at the end", after(inHall, "table: amend steps 3", "ann: play moves-oak", "ann: piece corner3-oak", "ann: slide west", "ann: done", "table: amend ben.book.west taken",
			"table: amend ben.book.east taken"), []string{"can.turn.line3-oak", "reach.1", "card", "piece", "left"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "hall", optional("jolly", "4"), c.lines...)
			enginetest.CheckAbsent(t, s, c.absent...)
		})
	}
}

// TestUse checks the fact that says what a card with two uses is used as.
func TestUse(t *testing.T) {
	for _, c := range []struct {
		lines []string
		facts map[string]string
	}{
		{[]string{"ann: play jolly"}, map[string]string{"card": "jolly", "as": ""}},
		{[]string{"ann: play jolly", "ann: as rotas"}, map[string]string{"card": "jolly", "as": "rotas"}},
		{[]string{"ann: play moves-oak"}, map[string]string{"card": "moves-oak", "as": ""}},
	} {
		enginetest.CheckFacts(t, play(t, "hall", optional("jolly", "4"), after(inHall, c.lines...)...), c.facts)
	}
}

// TestReach checks the facts on how far an Acolyte can go, and which bridges can be turned and shifted.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		facts map[string]string // "" for an absent fact
	}{
		{"from the start place", after(inHall, "table: amend steps 2"), map[string]string{"reach.1": "a3", "reach.2": "b3", "reach.3": ""}},
		// b2 has ben's book: with two steps an Acolyte may pass it, with one step not
		{"past a book", after(inHall, "table: amend ann.at a3", "table: amend steps 3"), map[string]string{"reach.1": "b3", "reach.2": "b2 c3", "reach.3": "b1 c4", "reach.4": ""}},
		{"not onto a book with the last of two steps", after(inHall, "table: amend ann.at a3", "table: amend steps 2"), map[string]string{"reach.1": "b3", "reach.2": "c3", "reach.3": ""}},
		{"not onto a book at the end", after(inHall, "table: amend ann.at b3", "table: amend steps 1"), map[string]string{"reach.1": "a3 c3", "reach.2": ""}},
		{"another Acolyte and a Gargoyle", after(inHall, "table: amend ann.at b3", "table: amend ben.at c3", "table: amend ann.gargoyle b1", "table: amend steps 4"),
			map[string]string{"reach.1": "a3 b2", "reach.2": "", "toll.line3-oak": "2"}},
		{"while passing", after(inHall, "table: amend ann.at b3", "table: amend steps 3", "ann: walk b2"), map[string]string{"reach.1": "b1 b3", "reach.2": "a3 c1 c3", "reach.3": ""}},
		{"pinned", after(later("mihi"), "table: amend steps 3", "ann: play mihi", "ann: shift line3-oak east", "ann: done"), map[string]string{"reach.1": ""}},
		{"under a question", after(inHall, "table: amend steps 3", "ann: play moves-oak"), map[string]string{"reach.1": ""}},
		{"turns and shifts", inHall, map[string]string{
			"can.turn.line3-oak": "a3 90 / a3 270 / c3 180", "can.slide.line3-oak": "east", "can.slide.corner3-iron": "west", "can.slide.corner3-stone": "east",
			"can.turn.corner3-oak": "c4 270 / c5 90", "can.slide.corner3-oak": "west", "can.slide.line3-stone": "west", "can.slide.corner3-rope": "",
			"can.turn.line3-iron": "g4 180", "can.turn.line3-rope": "d1 270", "can.slide.line3-rope": "",
		}},
		// it may neither return to its position before, nor keep the present one
		{"after a free action", after(inHall, "ann: free slide line3-oak east"), map[string]string{"can.slide.line3-oak": "east", "can.turn.line3-oak": "b3 270"}},
		{"with an Acolyte at its end", after(inHall, "table: amend ann.at a3"), map[string]string{"can.turn.line3-oak": "a3 90 / a3 270 / b3 180 / c3 180", "toll.line3-oak": "1"}},
		{"when paid for", after(inHall, "table: amend ann.at a3", "ann: play moves-oak", "ann: piece line3-oak"), map[string]string{"toll.line3-oak": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "hall", setup("ann", "ben"), c.lines...)
			enginetest.CheckFacts(t, s, c.facts)
		})
	}
}

// TestRefusalsName checks that a refusal names the obstacles.
func TestRefusalsName(t *testing.T) {
	atC3 := after(later("neque"), "table: amend ann.at c3")
	bare := after(later("mihi"), "table: amend ann.at a3", "table: amend bridge.corner3-oak out", "table: amend bridge.corner3-iron out", "table: amend bridge.corner3-stone out",
		"table: amend bridge.corner3-rope out", "table: amend bridge.line3-iron out", "table: amend bridge.line3-stone out", "table: amend bridge.line3-rope out")
	for _, c := range []struct {
		lines []string
		move  string
		says  string
	}{
		{inHall[:5], "ann: place line3-iron a1 r0", "turn.order ben"},
		{inHall[:2], "ann: placement crimson-1", "turn.order"},
		{inHall[:5], "ben: place line3-stone a3 r90", "place.overlap a3"},
		{inHall[:5], "ben: place line3-stone a3 r0", "place.overlap a3 b3 c3"},
		{inHall[:5], "ben: place line3-stone h3 r0", "place.grid line3-stone h3 r0"},
		{after(inHall, "ann: play moves-iron", "ann: piece corner3-iron"), "ann: slide north", "piece.overlap b3"},
		{after(inHall, "ann: play rotas-line3", "ann: piece line3-oak"), "ann: turn b3 90", "piece.overlap b2"},
		{after(later("quin"), "ann: play quin", "ann: piece line3-rope"), "ann: lay a5 r0", "piece.overlap c5"},
		{after(later("quin"), "ann: free turn line3-rope d1 270", "ann: play quin", "ann: piece line3-rope"), "ann: lay d1 r0", "piece.change d1 r0"},
		{after(later("virtus-clara"), "table: amend ann.gargoyle a3"), "ann: play virtus-clara", "play.effect virtus-clara"},
		{inHall, "ann: free turn line3-oak b3 90", "piece.overlap b2"},
		{inHall, "ann: free turn line3-oak b3 180", "piece.change line3-oak b3 180"},
		{after(inHall, "table: amend points 1"), "ann: play rotas-line3", "points.short 2"},
		{after(inHall, "table: amend points 0"), "ann: swap draw", "points.short 1"},
		{after(inHall, "table: amend points 1"), "ann: swap search", "points.short 2"},
		{after(inHall, "table: amend ann.at a3", "table: amend points 2", "ann: play rotas-line3"), "ann: piece line3-oak", "points.short 3"},
		{after(inHall, "table: amend ann.at a3", "table: amend points 1", "ann: play moves-oak"), "ann: piece line3-oak", "points.short 2"},
		{after(inHall, "table: amend ann.at b3", "table: amend steps 2"), "ann: walk b4", "walk.void b4"},
		{after(inHall, "table: amend ann.at b3", "table: amend steps 1"), "ann: walk b2", "walk.stop b2"},
		{after(inHall, "table: amend ann.at b3"), "ann: walk c3", "walk.steps c3"},
		{after(atC3, "ann: play neque"), "ann: leap e3", "walk.void e3"},
		{after(atC3, "table: amend ben.at f3", "ann: play neque"), "ann: leap f3", "walk.acolyte f3"},
		{after(atC3, "table: amend ben.gargoyle f3", "ann: play neque"), "ann: leap f3", "walk.gargoyle f3"},
		{after(atC3, "table: amend ben.book.east f3", "ann: play neque"), "ann: leap f3", "walk.stop f3"},
		{after(atC3, "table: amend points 1", "ann: play neque"), "ann: leap f3", "points.short 2"},
		// all bridges that are left have an Acolyte
		{bare, "ann: play mihi", "play.effect mihi"},
		{after(inHall, "table: amend points 6"), "table: amend points 7", "amend.value points 7"},
		{inHall, "table: amend nihil ann.gargoyle ann.hand", "move.form nihil ann.gargoyle ann.hand"},
		{inHall, "table: amend moves-oak ann.gargoyle ann.hand", "move.form moves-oak ann.gargoyle ann.hand"},
		{inHall, "table: amend ? ann.gargoyle ann.hand", "move.form ? ann.gargoyle ann.hand"},
		{inHall, "ann: hold nihil", "hold.hand nihil"},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, "hall", optional("jolly", "4"), c.lines...)
			v := s.Check(enginetest.Line(s, c.move))
			words := []string{v.Rule}
			for _, n := range v.Names {
				if n == engine.None {
					break // a text would show no name in its place
				}
				words = append(words, s.Catalog().Word(n))
			}
			if got := strings.Join(words, " "); got != c.says {
				t.Errorf("it is refused for %q, not %q", got, c.says)
			}
		})
	}
	s := play(t, "hall", setup("ann", "ben"))
	m := enginetest.Line(s, "ann: colour crimson")
	m.Args[0], m.Args[1] = engine.None, m.Args[0]
	if v := s.Check(m); v.Rule != "move.form" {
		t.Errorf("a move with a gap is refused for %q", v.Rule)
	}
}

// TestOneCell checks that a bridge of one cell can be shifted but never turned.
func TestOneCell(t *testing.T) {
	lines := moves(t, "workshop", "ann: play moves-fir")
	for _, b := range []string{"hook-fir", "hook-ash", "hook-elm", "hook-yew", "arch-fir", "arch-ash", "arch-elm", "arch-yew", "stone-ash", "stone-elm", "stone-yew"} {
		lines = append(lines, "table: amend bridge."+b+" out")
	}
	s := play(t, "workshop", setup("ann", "ben"), append(lines, "ann: play frenzy")...)
	want := []string{"ann: shift stone-fir east", "ann: shift stone-fir south", "ann: shift stone-fir west"}
	if diff := cmp.Diff(want, enginetest.Moves(s)); diff != "" {
		t.Error(diff)
	}
}

// TestSetupErrors checks headers that must be refused.
func TestSetupErrors(t *testing.T) {
	enginetest.CheckSetupsRefused(t, sator.Game(), map[string]string{
		"ann":                  "1 seats, where the game is for 2 to 4 players",
		"ann ben, moves-oak 3": `there is no option "moves-oak"`, // that kind has copies already
		"ann ben, turns left":  `option turns cannot be "left": it is one of clockwise, counter`,
		"ann ben, jolly 0":     "option jolly cannot be 0: it is 1 to 12, or left out",
		"ann ben, blank 13":    `option blank cannot be "13"`,
	})
}

// TestSeatsCalledLikeNames checks that players may have the names of colours, cards, verbs, places and first parts of facts.
func TestSeatsCalledLikeNames(t *testing.T) {
	s := play(t, "hall", setup("crimson", "pile"), "crimson: colour azure", "pile: colour crimson", "table: placement crimson-1", "table: placement azure-1")
	enginetest.CheckFacts(t, s, map[string]string{"turn": "crimson", "crimson.colour": "azure", "pile.colour": "crimson", "pile.pile": "8", "crimson.book.west": "b2"})
	for _, seats := range [][]string{{"discard", "draw"}, {"start", "home"}, {"bridge", "toll"}, {"moves-oak", "line3-oak"}, {"north", "a1"}, {"placement", "reach"}} {
		lines := strings.NewReplacer("ann", seats[0], "ben", seats[1]).Replace(strings.Join(after(inHall, "table: amend nihil ann.pile ann.hand", "ann: rest", "ann: draw incertus",
			"ben: play moves-oak", "ben: piece line3-oak", "ben: slide east", "ben: done", "table: amend ann.at b3", "table: amend ben.gargoyle c3", "ben: pray ben", "ben: discard moves-oak"), "\n"))
		s := play(t, "hall", setup(seats...), strings.Split(lines, "\n")...)
		enginetest.CheckFacts(t, s, map[string]string{seats[0] + ".hand": "6", seats[0] + ".at": "b3", seats[1] + ".played": "moves-oak", seats[1] + ".gargoyle": "c3", "left": "2"})
	}
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLine(f, sator.Game(), setup("ann", "ben"), records, "*.table")
}
