package pantacle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

// play begins a game with the house list and plays lines such as `ann: favor hunt`.
func play(t testing.TB, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, pantacle.Game(), records, engine.HousePack, s, lines...)
}

// playWith does the same with a card list of the package.
func playWith(t testing.TB, pack string, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, pantacle.Game(), records, pack, s, lines...)
}

// TestRulesAreRefusals checks that the records of the package have a refusal for every rule of the engine.
func TestRulesAreRefusals(t *testing.T) {
	enginetest.RecordsRefuse(t, records, pantacle.Rules)
}

// toFlame leads to the question for the location of Ann's disc.
var toFlame = []string{"table: amend ann.adepts 3", "table: amend turn ann"}

func after(lines []string, more ...string) []string { return append(slices.Clone(lines), more...) }

func TestLanding(t *testing.T) {
	three := setup("ann", "ben", "cai")
	for _, c := range []struct {
		name   string
		before []string
		lands  map[string]string
	}{
		{"a Favor", nil, map[string]string{
			"ann: favor hunt": "", "ben: hold oracle-full": "ben.hand", "ben: hold oracle-full mason-new": "ben.hand", "ann: dance": "",
		}},
		{"bribery", []string{"ann: favor recruitment"}, map[string]string{
			"ben: bribe oracle-full mason-new": "discard", "ben: pass": "", "ben: bribe oracle-full": "", "ben: add oracle-full": "discard",
		}},
		{"the moon", []string{"ann: favor recruitment", "ben: pass", "cai: pass"}, map[string]string{
			"ann: moon oracle-full": "discard", "ann: done": "", "ann: moon ?": "",
		}},
		{"a disc", toFlame, map[string]string{"ann: flame top influence": ""}},
		{"curses", after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left influence", "ann: curse blind-moon"), map[string]string{
			"ann: curse cold-altar": "ann.curses", "ann: keep blind-moon": "ann.curses", "ann: flip blind-moon": "", "ann: absorb hollow-well": "",
		}},
		{"corrections", nil, map[string]string{
			"table: amend oracle-full deck ann.hand": "ann.hand", "table: amend oracle-full deck discard": "discard",
			"table: amend oracle-full ann.hand deck": "deck", "table: amend ? deck ann.hand": "", "table: amend ann.influence 3": "",
			"table: amend hollow-well curses.pile ben.curses": "ben.curses", "table: amend hollow-well ben.curses curses.pile": "curses.pile",
			"table: amend hollow-well ben.curses ben.flipped": "", "table: amend hunt aside ben.powers": "",
			"table: amend top ann.discs influence": "", "table: amend hollow-well ben.curses influence 2": "", "table: amend ongoing hunt": "",
			"table: amend turn ben": "", "table: amend oracle-full curses.pile deck": "",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, three, c.before...)
			enginetest.CheckDestinations(t, s, c.lands)
		})
	}
}

func TestTold(t *testing.T) {
	three := setup("ann", "ben", "cai")
	all := func(line string) [4]string { return [4]string{line, line, line, line} }
	toCurse := after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left influence")
	for _, c := range []struct {
		before []string
		move   string
		told   [4]string // ann, ben, cai, everybody
	}{
		{nil, "ben: hold oracle-full", [4]string{"", "ben: hold oracle-full"}},
		{nil, "ann: favor hunt", all("ann: favor hunt")},
		{[]string{"ann: favor recruitment"}, "ben: bribe oracle-full mason-new", all("ben: bribe oracle-full mason-new")},
		{[]string{"ann: favor recruitment", "ben: pass", "cai: pass"}, "ann: moon oracle-full", all("ann: moon oracle-full")},
		{toCurse, "ann: curse blind-moon", [4]string{"ann: curse blind-moon", "ann: curse ?", "ann: curse ?", "ann: curse ?"}},
		{after(toCurse, "ann: curse blind-moon"), "ann: keep blind-moon", all("ann: keep blind-moon")},
		{nil, "table: amend oracle-full deck ann.hand", [4]string{
			"table: amend oracle-full deck ann.hand", "table: amend ? deck ann.hand", "table: amend ? deck ann.hand", "table: amend ? deck ann.hand"}},
		{nil, "table: amend oracle-full ann.hand ben.hand", [4]string{
			"table: amend oracle-full ann.hand ben.hand", "table: amend oracle-full ann.hand ben.hand", "table: amend ? ann.hand ben.hand",
			"table: amend ? ann.hand ben.hand"}},
		{nil, "table: amend ? ann.hand ben.hand", all("table: amend ? ann.hand ben.hand")},
		{nil, "table: amend oracle-full ann.hand discard", all("table: amend oracle-full ann.hand discard")},
		{nil, "table: amend blind-moon curses.pile ann.curses", all("table: amend blind-moon curses.pile ann.curses")},
		{nil, "table: amend ann.influence 2", all("table: amend ann.influence 2")},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, three, c.before...)
			enginetest.CheckRedacted(t, s, c.move, c.told)
		})
	}
}

// A supposed turn, in a state with curse cards turned up, begins with all of them on the pile, for every viewer.
func TestSupposeAmongCurses(t *testing.T) {
	three := setup("ann", "ben", "cai")
	before := after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left influence")
	whole, _ := engine.Fact(play(t, three, before...), "curses.pile")
	s := play(t, three, after(before, "ann: curse blind-moon")...)
	for _, base := range []engine.State{s, s.View(0), s.View(1), s.View(engine.Public)} {
		x, ok := base.WithTurnOf(1)
		if !ok {
			t.Fatal("no turn can be supposed")
		}
		drawn, some := engine.Fact(x, "curses.drawn")
		if pile, _ := engine.Fact(x, "curses.pile"); pile != whole || some && drawn != "" {
			t.Errorf("%s cards in the pile, of %s, and %q turned up", pile, whole, drawn)
		}
	}
}

// A turn in which a seat can do nothing, because no Favor is left to it and its hand is empty, ends at once: it cannot be supposed.
func TestSupposeNothing(t *testing.T) {
	s := playWith(t, "workshop", setup("ann", "ben"), "table: amend no-favors curses.pile ben.curses", "table: amend ongoing hunt",
		"table: amend ? ben.hand deck", "table: amend ? ben.hand deck")
	if _, ok := s.WithTurnOf(1); !ok {
		t.Error("a turn with a blade in hand cannot be supposed")
	}
	enginetest.PlayLines(t, s, "table: amend ? ben.hand deck")
	if _, ok := s.WithTurnOf(1); ok {
		t.Error("a turn is supposed in which nothing can be done")
	}
	if _, ok := s.WithTurnOf(0); !ok {
		t.Error("a turn of the other seat cannot be supposed")
	}
}

func TestEvents(t *testing.T) {
	two := setup("ann", "ben")
	powers := []string{"table: amend hunt aside ann.powers", "table: amend protection aside ann.powers", "table: amend demonic aside ann.powers"}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"a Favor", []string{"ann: favor hunt", "ben: pass"}, []string{"ann: received hunt", "ann: token hunt"}},
		{"a bribed Favor", []string{"ann: favor recruitment", "ben: bribe oracle-new sexton-new"},
			[]string{"ben: received recruitment", "ann: step 1", "ann: cubes 1", "ben: adepts-gained 1"}},
		{"a bribe with the track", []string{"ann: favor recruitment", "table: amend ben.resolve 2", "ben: bribe track sexton-new hound-full"},
			[]string{"ben: step 0", "ben: received recruitment", "ann: step 1", "ann: cubes 1", "ben: adepts-gained 1"}},
		{"no compensation", []string{"table: amend no-comfort curses.pile ann.curses", "ann: favor hunt", "ben: bribe hound-new weaver-new"},
			[]string{"ben: received hunt", "ann: no-step", "ben: token hunt"}},
		{"nobody may bribe", []string{"table: amend mute curses.pile ben.curses", "ann: favor hunt"},
			[]string{"ben: passed-over", "ann: received hunt", "ann: token hunt"}},
		{"Conversion", []string{"table: amend hunt aside ann.powers", "table: amend ben.influence 1", "ann: favor conversion", "ben: pass"},
			[]string{"ann: received conversion", "ann: stolen ben", "ann: cubes 1"}},
		{"Protection", []string{"table: amend omen curses.pile ann.curses", "ann: favor protection", "ben: pass"},
			[]string{"ann: received protection", "ann: token protection", "ann: flip omen"}},
		{"the moon", []string{"ann: favor recruitment", "ben: pass", "ann: moon oracle-full"},
			[]string{"ann: moon-cube recruitment", "ann: cubes 1", "ann: drawn 1", "ben: next"}},
		{"a Preparation", []string{"table: amend toll-cubes curses.pile ann.curses", "table: amend toll-adepts curses.pile ann.curses",
			"table: amend ann.influence 4", "table: amend ann.adepts 4", "table: amend turn ann"},
			[]string{"ann: toll-cubes 2", "ann: toll-adepts 2", "ann: bought 2", "ann: adepts-gained 1", "ann: adepts-paid 3"}},
		{"powers", after(powers, "table: amend omen curses.pile ann.flipped", "table: amend turn ann"),
			[]string{"ann: powers-paid hunt protection demonic", "ann: uncovered omen"}},
		{"a curse", after(toFlame, "ann: flame upper-left influence", "ann: curse cup"),
			[]string{"ann: keep cup", "ann: load-cubes cup 3", "ann: drain-cubes cup 2"}},
		{"the waiting token", after(toFlame, "table: amend protection aside ann.powers", "ann: flame upper-left extra-turn", "ann: curse bag"),
			[]string{"ann: keep bag", "ann: load-cubes bag 2", "ann: load-adepts bag 3", "ann: flip bag", "ann: extra"}},
		{"a card for a cube", after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left adepts", "ann: curse omen", "ann: curse mute"),
			[]string{"ann: cubes-paid 1"}},
		{"cards put back", after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left adepts", "ann: curse omen", "ann: curse chest", "ann: keep chest"),
			[]string{"ann: buried 1", "ann: load-cubes chest 1", "ann: load-adepts chest 1", "ann: drain-adepts chest 1", "ann: adepts-gained 1"}},
		{"a card that runs empty", after(toFlame, "ann: flame upper-left adepts", "ann: curse crib"),
			[]string{"ann: keep crib", "ann: load-adepts crib 1", "ann: drain-adepts crib 1", "ann: emptied crib", "ann: adepts-gained 1"}},
		{"an idle location", after(toFlame, "ann: flame upper-left influence", "ann: curse no-gift"), []string{"ann: keep no-gift", "ann: idle influence"}},
		{"no room for Protection", []string{"table: amend hunt aside ann.powers", "table: amend demonic aside ann.powers", "table: amend enslavement aside ann.powers",
			"table: amend bewitchment aside ann.powers", "table: amend omen curses.pile ann.curses", "ann: favor protection", "ben: pass"},
			[]string{"ann: received protection", "ann: no-room protection"}},
		{"no room", after(powers, "table: amend enslavement aside ann.powers", "table: amend no-powers curses.pile ann.curses",
			"ann: favor bewitchment", "ben: pass"), []string{"ann: received bewitchment", "ann: no-room bewitchment"}},
		{"too few Adepts", []string{"table: amend ben.adepts 10", "ann: favor indoctrination", "ben: pass"},
			[]string{"ann: received indoctrination", "ann: adepts-gained 1", "ann: no-adepts 1"}},
		{"too few cubes", []string{"table: amend ben.influence 20", "ann: favor recruitment", "ben: bribe oracle-new sexton-new"},
			[]string{"ben: received recruitment", "ann: step 1", "ann: no-cubes 1", "ben: adepts-gained 1"}},
		{"no Favor", []string{"table: amend no-favors curses.pile ben.curses", "table: amend no-hunt curses.pile ben.curses",
			"ann: favor hunt", "ben: pass", "ann: moon smith-new"}, []string{"ann: drawn 1", "ben: next", "ben: no-favor"}},
		{"an extra turn", after(toFlame, "ann: flame top extra-turn", "ann: favor hunt", "ben: pass", "ann: moon smith-new"),
			[]string{"ann: drawn 1", "ann: again"}},
		{"the end", []string{"table: amend top ann.discs influence", "table: amend upper-left ann.discs adepts", "table: amend upper-right ann.discs demonic",
			"table: amend lower-left ann.discs extra-turn", "table: amend lower-right ann.discs influence-per-flame", "ann: favor hunt", "ben: pass"},
			[]string{"ann: received hunt", "ann: won"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playWith(t, "workshop", two, c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDrawEvents checks the events when the draw pile runs out.
func TestDrawEvents(t *testing.T) {
	drained := []string{"table: amend ? deck ben.hand", "table: amend ? deck ben.hand", "table: amend ? deck ben.hand"}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"nothing to shuffle", after(drained, "ann: favor conversion", "ben: pass", "ann: moon elm"), []string{"ann: short 1", "ben: next"}},
		{"two blades shuffled", after(drained, "table: amend rye ben.hand discard", "table: amend rye ben.hand discard", "ann: favor conversion", "ben: pass",
			"ann: moon elm"), []string{"table: shuffled 2", "ann: drawn 1", "ben: next"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playWith(t, "few", setup("ann", "ben"), c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	two := setup("ann", "ben")
	for _, c := range []struct {
		name  string
		lines []string
		ask   string // seat, whether it is open, key, arguments
	}{
		{"a Favor", nil, "ann open favor"},
		{"bribery", []string{"ann: favor hunt"}, "ben open bribe hunt ann"},
		{"more blades", []string{"table: amend extra-two curses.pile ben.curses", "table: amend smith-new deck ben.hand", "ann: favor hunt",
			"ben: bribe hound-new weaver-new"}, "ben open add 2"},
		{"the moon", []string{"ann: favor hunt", "ben: pass"}, "ann open moon hunt"},
		{"more of the moon", []string{"table: amend demonic aside ann.powers", "ann: favor hunt", "ben: pass", "ann: moon smith-new"},
			"ann open moon/more hunt"},
		{"the moon without a Favor", []string{"table: amend no-favors curses.pile ben.curses", "table: amend no-hunt curses.pile ben.curses",
			"ann: favor hunt", "ben: pass", "ann: moon smith-new"}, "ben open moon/none"},
		{"a look", []string{"table: amend bewitchment aside ann.powers", "table: amend turn ann"}, "ann open look"},
		{"a bar", []string{"table: amend one-only curses.pile ann.curses", "table: amend ann.adepts 3", "table: amend turn ann"}, "ann open bar"},
		{"a disc", toFlame, "ann open flame"},
		{"a curse", after(toFlame, "ann: flame upper-left influence"), "ann open curse"},
		{"more curses", after(toFlame, "table: amend ann.influence 4", "ann: flame upper-left influence", "ann: curse omen", "ann: curse mute"),
			"ann open curse/more 2"},
		{"cubes to absorb", after(toFlame, "table: amend cup curses.pile ann.curses", "table: amend jar curses.pile ann.curses", "ann: flame top influence"),
			"ann open absorb influence"},
		{"Adepts to absorb", []string{"table: amend crib curses.pile ben.curses", "table: amend bag curses.pile ben.curses", "ann: favor indoctrination",
			"ben: bribe oracle-new monk-new"}, "ben open absorb adepts"},
		{"a curse to turn", []string{"table: amend omen curses.pile ann.curses", "table: amend mute curses.pile ann.curses", "ann: favor protection",
			"ben: pass"}, "ann open flip"},
		{"the end", []string{"table: amend top ann.discs influence", "table: amend upper-left ann.discs adepts", "table: amend upper-right ann.discs demonic",
			"table: amend lower-left ann.discs extra-turn", "table: amend lower-right ann.discs influence-per-flame", "ann: favor hunt", "ben: pass"},
			"ann over ann"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playWith(t, "workshop", two, c.lines...)
			if got := enginetest.AskLine(s); got != c.ask {
				t.Errorf("it asks %q, not %q", got, c.ask)
			}
		})
	}
	declared := two
	declared.Options = []engine.OptionValue{{Name: "curse-draw", Value: "declared"}}
	s := playWith(t, "workshop", declared, after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left influence")...)
	if got := enginetest.AskLine(s); got != "ann open reach" {
		t.Errorf("it asks %q how many cards are turned up", got)
	}
}

// TestAbsentFacts checks that facts are absent: a record has no line for that.
func TestAbsentFacts(t *testing.T) {
	two := setup("ann", "ben")
	barring := []string{"table: amend one-only curses.pile ann.curses", "table: amend hunt aside ann.powers", "table: amend enslavement aside ann.powers",
		"table: amend demonic aside ann.powers", "table: amend ann.adepts 3", "table: amend turn ann"}
	for _, c := range []struct {
		name   string
		lines  []string
		absent []string
	}{
		{"at the start", nil, []string{"winner", "ongoing", "barred", "discard.row", "curses.drawn", "ann.powers", "ann.flames", "ann.curses", "ann.flipped",
			"ann.load", "ann.hand.seen", "ben.powers"}},
		{"with all discs moved", []string{"table: amend top ann.discs influence", "table: amend upper-left ann.discs adepts",
			"table: amend upper-right ann.discs demonic", "table: amend lower-left ann.discs extra-turn", "table: amend lower-right ann.discs influence-per-flame"},
			[]string{"ann.discs", "winner"}},
		{"after the end", []string{"table: amend top ann.discs influence", "table: amend upper-left ann.discs adepts", "table: amend upper-right ann.discs demonic",
			"table: amend lower-left ann.discs extra-turn", "table: amend lower-right ann.discs influence-per-flame", "ann: favor hunt", "ben: pass"},
			[]string{"asked", "ann.powers"}},
		{"after the price of a Sacrifice", []string{"table: amend hunt aside ann.powers", "table: amend enslavement aside ann.powers",
			"table: amend demonic aside ann.powers", "table: amend turn ann"}, []string{"ann.powers"}},
		{"barred until the turn ends", after(barring, "ann: bar adepts", "ann: flame top influence", "ann: favor hunt", "ben: pass", "ann: moon smith-new"),
			[]string{"barred"}},
		{"barred by itself", []string{"table: amend hunt aside ann.powers", "table: amend enslavement aside ann.powers", "table: amend demonic aside ann.powers",
			"table: amend ann.adepts 3", "table: amend turn ann", "ann: flame upper-left demonic", "ann: curse one-only"}, []string{"barred"}},
		{"a token that went, and the curse beneath it", []string{"table: amend protection aside ann.powers", "table: amend omen curses.pile ann.flipped",
			"table: amend hunt aside ann.powers", "table: amend demonic aside ann.powers", "table: amend turn ann"}, []string{"ann.flipped", "ann.powers"}},
		{"a chosen curse", after(toFlame, "table: amend ann.influence 1", "ann: flame upper-left adepts", "ann: curse omen", "ann: curse mute", "ann: keep mute"),
			[]string{"curses.drawn", "ann.load"}},
		{"the waiting token turned it", after(toFlame, "table: amend protection aside ann.powers", "ann: flame upper-left adepts", "ann: curse omen"),
			[]string{"ann.curses"}},
		{"an emptied card", after(toFlame, "ann: flame upper-left adepts", "ann: curse crib"), []string{"ann.curses", "ann.load"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playWith(t, "workshop", two, c.lines...)
			enginetest.CheckAbsent(t, s, c.absent...)
		})
	}
}

// TestViewForgets checks that what others show changes neither a view nor its moves.
func TestViewForgets(t *testing.T) {
	three := setup("ann", "ben", "cai")
	plain := play(t, three, "ann: favor recruitment", "ben: hold mason-new")
	told := play(t, three, "ann: hold oracle-full oracle-waning", "cai: hold hound-new", "ann: favor recruitment", "ben: hold mason-new", "ann: hold sexton-waxing")
	enginetest.CheckViewsHide(t, plain, told)
}

// TestViewOfCurses checks that only the drawer sees which cards are turned up, and afterwards which ones were put back.
func TestViewOfCurses(t *testing.T) {
	three := setup("ann", "ben", "cai")
	toCurse := []string{"table: amend ann.adepts 3", "table: amend turn ann", "table: amend ann.influence 4", "ann: flame upper-left extra-turn"}
	toMoon := []string{"ann: favor conversion", "ben: pass", "cai: pass"}
	again := []string{"table: amend ann.influence 0", "table: amend ann.adepts 3", "table: amend turn ann", "ann: flame upper-right adepts"}
	bens := []string{"table: amend turn ben", "table: amend ben.adepts 3", "table: amend turn ben", "ben: flame upper-left adepts"}
	one := []string{"ann: curse omen", "ann: curse mute", "ann: curse cup"}
	other := []string{"ann: curse cheaper", "ann: curse omen", "ann: curse no-dogs"}
	for _, c := range []struct {
		name string
		more []string
		upTo int // how many cards are turned up
	}{
		{"one card turned up", nil, 1},
		{"three cards turned up", nil, 3},
		{"one of them kept", []string{"ann: keep omen"}, 3},
		{"in the next phase", after([]string{"ann: keep omen"}, toMoon...), 3},
		{"with the next Sacrifice of the same seat", after([]string{"ann: keep omen"}, again...), 3},
		{"when another seat draws", after([]string{"ann: keep omen"}, bens...), 3},
		{"when another seat has drawn", after([]string{"ann: keep omen"}, after(bens, "ben: curse less-two")...), 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := playWith(t, "workshop", three, after(after(toCurse, one[:c.upTo]...), c.more...)...)
			b := playWith(t, "workshop", three, after(after(toCurse, other[:c.upTo]...), c.more...)...)
			for _, viewer := range []engine.Seat{1, 2, engine.Public} {
				if diff := cmp.Diff(enginetest.Text(a.View(viewer)), enginetest.Text(b.View(viewer))); diff != "" {
					t.Errorf("seat %d sees what it may not know:\n%s", viewer, diff)
				}
				if got, ok := engine.Fact(a.View(viewer), "curses.drawn"); ok {
					t.Errorf("seat %d is told that %s was turned up", viewer, got)
				}
			}
		})
	}
	s := playWith(t, "workshop", three, after(toCurse, one...)...)
	if got, _ := engine.Fact(s.View(0), "curses.drawn"); got != "cup mute omen" {
		t.Errorf("the drawer sees %q", got)
	}
	for _, c := range []struct {
		viewer engine.Seat
		moves  int // number of possible moves, as far as the viewer knows
	}{{0, 3}, {1, 35}, {engine.Nobody, 35}} {
		// With one or two copies, any kind of the pile may have been turned up, and no cube is left for another card.
		if got := len(enginetest.Moves(s.View(c.viewer))); got != c.moves {
			t.Errorf("seat %d can imagine %d moves, not %d:\n%s", c.viewer, got, c.moves, strings.Join(enginetest.Moves(s.View(c.viewer)), "\n"))
		}
	}
}

// TestViewOfThePile checks that only the drawer knows the cards at the bottom, and so which cards cannot be on top.
func TestViewOfThePile(t *testing.T) {
	s := playWith(t, "few", setup("ann", "ben", "cai"), "table: amend ann.adepts 3", "table: amend turn ann", "table: amend ann.influence 1",
		"ann: flame upper-left demonic", "ann: curse ash", "ann: curse soot", "ann: keep ash", "table: amend turn ben", "table: amend ben.adepts 3",
		"table: amend turn ben", "ben: flame upper-left demonic")
	for viewer, want := range [][]string{
		{"ben: curse ?", "ben: curse crib"},
		{"ben: curse crib", "ben: curse soot"}, // no ?: Ben sees the card that he turns up
		{"ben: curse ?", "ben: curse crib", "ben: curse soot"},
	} {
		if diff := cmp.Diff(want, enginetest.Moves(s.View(engine.Seat(viewer)))); diff != "" {
			t.Errorf("in the view of %s:\n%s", s.Catalog().SeatWord(engine.Seat(viewer)), diff)
		}
	}
	if v := s.Check(enginetest.Line(s, "ben: curse soot")); v.Rule != "curse.pile" {
		t.Errorf("the card that was put back is refused for %q", v.Rule)
	}
}

// TestViewOfAnEmptyPile turns up the last cards of the pile: the other seats see an empty pile, and any of these cards may be kept.
func TestViewOfAnEmptyPile(t *testing.T) {
	s := playWith(t, "few", setup("ann", "ben", "cai"), "table: amend ann.adepts 3", "table: amend turn ann", "table: amend ann.influence 9",
		"ann: flame upper-left extra-turn", "ann: curse soot", "ann: curse ash", "ann: curse crib")
	enginetest.CheckFacts(t, s.View(0), map[string]string{"curses.pile": "0", "curses.drawn": "ash crib soot"})
	for _, viewer := range []engine.Seat{0, 1, 2, engine.Public} {
		view := s.View(viewer)
		enginetest.CheckFacts(t, view, map[string]string{"curses.pile": "0"})
		if viewer != 0 {
			enginetest.CheckAbsent(t, view, "curses.drawn")
		}
		want := []string{"ann: keep ash", "ann: keep crib", "ann: keep soot"}
		if diff := cmp.Diff(want, enginetest.Moves(view)); diff != "" {
			t.Errorf("seat %d imagines other moves:\n%s", viewer, diff)
		}
		enginetest.PlayLines(t, view, "ann: keep soot")
		enginetest.CheckFacts(t, view, map[string]string{"curses.pile": "2", "ann.curses": "soot"})
	}
}

// TestGainFromTwins checks two copies of an exhaustion card: the older one that is face up and has the unit gives it.
func TestGainFromTwins(t *testing.T) {
	two := setup("ann", "ben")
	twins := []string{"table: amend well curses.pile ann.curses", "table: amend well curses.pile ann.curses"}
	for _, c := range []struct {
		name  string
		lines []string
		load  string
		stock map[string]string
	}{
		{"both have it", twins, "well 0 3 well 1 3", map[string]string{"ann.influence": "0"}},
		{"the older lies face down", after(twins, "table: amend protection aside ann.powers", "table: amend well ann.curses ann.flipped"),
			"well 1 3 well 0 3", map[string]string{"ann.influence": "0"}},
		{"the older has none left", after(twins, "table: amend well ann.curses influence 0"), "well 0 3 well 0 3", map[string]string{"ann.influence": "0"}},
		{"neither has any", []string{twins[0], "table: amend well ann.curses influence 0", twins[1], "table: amend protection aside ann.powers",
			"table: amend well ann.curses ann.flipped", "table: amend well ann.curses influence 0"}, "well 0 3 well 0 3", map[string]string{"ann.influence": "1"}},
	} {
		// The compensation is one cube.
		s := playWith(t, "twins", two, after(c.lines, "ann: favor enslavement", "ben: bribe elm rye")...)
		enginetest.CheckFacts(t, s, map[string]string{"ann.load": c.load, "ann.resolve": "1"})
		enginetest.CheckFacts(t, s, c.stock)
		if err := pantacle.Conserve(s); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("%s: the others would wait for ever for a unit that no card gives", c.name)
		}
	}
}

// TestViewPlays plays in a view: an unknown card can be turned up, and any possible one kept.
func TestViewPlays(t *testing.T) {
	lines := []string{"table: amend ann.adepts 3", "table: amend turn ann", "table: amend ann.influence 1", "ann: flame upper-left influence"}
	view := playWith(t, "workshop", setup("ann", "ben"), lines...).View(1)
	enginetest.PlayLines(t, view, "ann: curse ?", "ann: curse ?")
	if got, _ := engine.Fact(view, "curses.pile"); got != "42" {
		t.Errorf("%s cards are in the pile, not 42", got)
	}
	if v := view.Check(enginetest.Line(view, "ann: curse ?")); v.Rule != "curse.cost" {
		t.Errorf("a third card is refused for %q", v.Rule)
	}
	enginetest.PlayLines(t, view, "ann: keep cup")
	enginetest.CheckFacts(t, view, map[string]string{"ann.load": "cup 1 0", "curses.pile": "43", "ann.influence": "0"})
	if err := pantacle.Conserve(view); err != nil {
		t.Error(err)
	}
}

// TestStuck checks that a game in which nobody can do anything more ends without a winner.
func TestStuck(t *testing.T) {
	house := string(pantacle.Game().House)
	pack := house + `
[[curse]]
name = "void"
type = "permanent"
copies = 5
effects = ["hand-size -3", "no-favor bewitchment", "no-favor hunt", "no-favor protection", "no-favor enslavement", "no-favor recruitment",
  "no-favor conversion", "no-favor indoctrination"]
`
	for _, seats := range [][]string{{"ann", "ben"}, {"ann", "ben", "cai", "dee", "eli"}} {
		t.Run(fmt.Sprintf("%d seats", len(seats)), func(t *testing.T) {
			s, err := pantacle.Game().New(setup(seats...), []byte(pack))
			if err != nil {
				t.Fatal(err)
			}
			enginetest.PlayLines(t, s, "ann: favor conversion")
			for _, other := range seats[1:] {
				enginetest.PlayLines(t, s, "table: amend void curses.pile "+other+".curses", "table: amend ? "+other+".hand deck", "table: amend ? "+other+".hand deck",
					"table: amend ? "+other+".hand deck", other+": pass")
			}
			enginetest.PlayLines(t, s, "table: amend void curses.pile ann.curses", "table: amend ? ann.hand deck", "table: amend ? ann.hand deck")
			enginetest.PlayLines(t, s, "ann: moon oracle-full")

			st := s.Status()
			if !st.Over || st.Winner != engine.Nobody || enginetest.AskLine(s) != "table stuck" {
				t.Errorf("over %t, won by %d, it asks %q", st.Over, st.Winner, enginetest.AskLine(s))
			}
			if n := len(enginetest.Moves(s)); n != 0 {
				t.Errorf("%d moves are legal", n)
			}
			events := enginetest.Format(s, s.Events())
			if last := events[len(events)-1]; last != "table: stuck" {
				t.Errorf("the last event is %q", last)
			}
			got := map[string]string{}
			for _, path := range []string{"over", "phase", "asked", "winner", "ongoing"} {
				got[path], _ = engine.Fact(s, path)
			}
			want := map[string]string{"over": "true", "phase": "over", "asked": "", "winner": "", "ongoing": "conversion"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if v := s.Check(enginetest.Line(s, "ann: hold oracle-full")); v.Rule != "game.over" {
				t.Errorf("hold is refused for %q", v.Rule)
			}
		})
	}
}

// TestSetupErrors checks headers that must be refused.
func TestSetupErrors(t *testing.T) {
	enginetest.CheckSetupsRefused(t, pantacle.Game(), map[string]string{
		"ann":                      "1 seats, where the game is for 2 to 5 players",
		"ann reserve":              `seat "reserve": that word means something else`,
		"ann ben, powers-limit 6":  `option powers-limit cannot be "6": it is one of 4, 5`,
		"ann ben, hound-pairs two": "it is one of both, one",
	})
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLine(f, pantacle.Game(), setup("ann", "ben", "cai"), records, "*.table")
}
