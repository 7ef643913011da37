package oracle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

// play begins a game with a card list of the package, or with house, and plays lines such as `ann: staff`.
func play(t testing.TB, pack string, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, oracle.Game(), records, pack, s, lines...)
}

// after returns a list of lines with more lines appended.
func after(lines []string, more ...string) []string { return slices.Concat(lines, more) }

// thrown returns the lines for a throw. Lies has the half of each rune, with the faces of the first three, such as `left 2, right 3, left tree, left, right`.
func thrown(lies string) []string {
	var lines []string
	for i, rune := range []string{"die-a", "die-b", "coin", "bone", "voodoo"} {
		lines = append(lines, "table: rune "+rune+" "+strings.TrimSpace(strings.Split(lies, ",")[i]))
	}
	return lines
}

// usual is a throw that allows everything but a shift.
const usual = "left 2, right 3, left tree, left, right"

// begun is the beginning of a game in which the Oracle has the first turn.
var begun = after(thrown(usual), "table: dawn")

// TestRecordsNameAll checks that the records of the package name every rule of the page, and have a refusal for every rule of the engine.
func TestRecordsNameAll(t *testing.T) {
	enginetest.RecordsNameRules(t, oracle.Game(), records)
	enginetest.RecordsRefuse(t, records, oracle.Rules)
	for _, c := range oracle.Game().Options {
		if c.Name == "oracle" {
			continue
		}
		for _, value := range c.Values[1:] {
			enginetest.RecordsHaveOptions(t, records, c.Name+" "+value)
		}
	}
}

func TestLanding(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []string
		lands  map[string]string
	}{
		{"the throw", nil, map[string]string{
			"table: rune die-a left 2": "left", "table: rune coin right skull": "right", "table: rune bone left": "left",
			"table: rune die-a up": "", "table: rune": "", "table: adventurer red": "", "table: corruption ann": "",
		}},
		{"her turn", begun, map[string]string{
			"ann: recruit fence palmist": "palmist", "ann: shift bone": "right", "ann: nudge die-a up": "", "ann: predict red": "", "ann: horoscope left": "",
			"ann: staff": "", "ann: hold murmur": "ann.corruption", "ben: hold stain murmur": "ben.corruption", "ann: dance": "", "zed: act 1": "",
			"zed: hold murmur": "", "ben: act 1": "",
		}},
		{"questions", begun, map[string]string{
			"ann: discard murmur": "discard", "ann: reveal murmur": "ann.corruption", "ann: x top": "", "ann: good red": "", "ann: use palmist": "",
			"ann: sell charm red 1": "",
		}},
		{"corrections", begun, map[string]string{
			"table: amend murmur deck discard": "discard", "table: amend murmur deck ben.corruption": "ben.corruption",
			"table: amend murmur deck": "", "table: amend ann.gold 1": "", "table: amend bowl.bone left": "",
			"table: amend ann.staff.palmist fence": "", "table: amend bowl.die-a left 1": "",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, engine.HousePack, setup("ann", "ben"), c.before...)
			enginetest.CheckDestinations(t, s, c.lands)
		})
	}
}

// toMarket leads from the set-up of a game, with the card list workshop, to the market of the second and last day.
func toMarket(seats ...string) []string {
	var day []string
	for _, seat := range seats {
		day = append(day, "table: amend "+seat+".hours 8")
	}
	day = append(day, "table: dawn")
	return slices.Concat(thrown(usual), day, []string{"table: end-day"}, day)
}

// toScoring leads to the end of that day.
func toScoring(seats ...string) []string { return after(toMarket(seats...), "table: end-day") }

func TestTold(t *testing.T) {
	all := func(line string) [4]string { return [4]string{line, line, line, line} }
	shown := []string{"table: corruption ann", "table: corruption ann", "table: corruption ben"}
	for _, c := range []struct {
		before []string
		move   string
		told   [4]string // ann, ben, cai, everybody
	}{
		{nil, "table: rune bone left", all("table: rune bone left")},
		{nil, "table: corruption ben", all("table: corruption ben")},
		{shown, "ben: hold mildew", [4]string{"", "ben: hold mildew"}},
		{shown, "ann: hold mildew", [4]string{"ann: hold mildew"}},
		{shown, "table: amend mildew ann.corruption discard", all("table: amend mildew ann.corruption discard")},
		{shown, "table: amend mildew deck discard", all("table: amend mildew deck discard")},
		{shown, "table: amend mildew deck ann.corruption", [4]string{"table: amend mildew deck ann.corruption", "table: amend ? deck ann.corruption",
			"table: amend ? deck ann.corruption", "table: amend ? deck ann.corruption"}},
		{shown, "table: amend mildew ann.corruption ben.corruption", [4]string{"table: amend mildew ann.corruption ben.corruption",
			"table: amend mildew ann.corruption ben.corruption", "table: amend ? ann.corruption ben.corruption", "table: amend ? ann.corruption ben.corruption"}},
		{after(shown, "table: amend mildew deck discard"), "table: amend mildew discard ann.corruption", all("table: amend mildew discard ann.corruption")},
		{nil, "table: amend ann.gold 3", all("table: amend ann.gold 3")},
		{nil, "table: amend bowl.coin left tree", all("table: amend bowl.coin left tree")},
		// after the last day the Oracle's hand is open
		{slices.Concat(shown, toScoring("ann", "ben", "cai")), "ann: hold mildew", all("ann: hold mildew")},
		{slices.Concat(shown, toScoring("ann", "ben", "cai")), "ann: reveal mildew", all("ann: reveal mildew")},
		{slices.Concat(shown, toScoring("ann", "ben", "cai")), "ben: hold mildew", [4]string{"", "ben: hold mildew"}},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.before...)
			enginetest.CheckRedacted(t, s, c.move, c.told)
		})
	}
}

// TestViews checks that each seat sees the known cards of its own hand, and only the number of cards of the others. After the last day the Oracle's hand is open.
func TestViews(t *testing.T) {
	shown := []string{"table: corruption ann", "table: corruption ann", "table: corruption ann", "table: corruption ben", "ann: hold ash", "ben: hold mildew"}
	for _, c := range []struct {
		name  string
		lines []string
		seen  [4][2]string // ann.corruption.seen and ben.corruption.seen in the views of ann, ben, cai and everybody
		ask   string
	}{
		{"in the game", shown, [4][2]string{{"ash", ""}, {"", "mildew"}, {}, {}}, ""},
		{"after a card that lay open", after(shown, "table: amend itch deck discard", "table: amend itch discard ben.corruption"),
			[4][2]string{{"ash", ""}, {"", "itch mildew"}, {}, {}}, ""},
		{"after the last day", slices.Concat(shown, toScoring("ann", "ben", "cai")), [4][2]string{{"ash", ""}, {"ash", "mildew"}, {"ash", ""}, {"ash", ""}}, "reveal 2"},
		{"when some are shown", slices.Concat(shown, toScoring("ann", "ben", "cai"), []string{"ann: reveal itch"}),
			[4][2]string{{"ash itch", ""}, {"ash itch", "mildew"}, {"ash itch", ""}, {"ash itch", ""}}, "reveal 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.lines...)
			for i, viewer := range []engine.Seat{0, 1, 2, engine.Public} {
				v := s.View(viewer)
				for j, path := range []string{"ann.corruption.seen", "ben.corruption.seen"} {
					if got, _ := engine.Fact(v, path); got != c.seen[i][j] {
						t.Errorf("seat %d sees %q as %s, not %q", viewer, got, path, c.seen[i][j])
					}
				}
				if got, _ := engine.Fact(v, "ask"); got != c.ask {
					t.Errorf("seat %d is asked %q, not %q", viewer, got, c.ask)
				}
			}
		})
	}
}

// TestViewForgets checks that what others show changes neither a view nor its moves.
func TestViewForgets(t *testing.T) {
	drawn := []string{"table: corruption ann", "table: corruption ben", "table: corruption cai"}
	a := play(t, "workshop", setup("ann", "ben", "cai"), after(drawn, "ben: hold mildew")...)
	b := play(t, "workshop", setup("ann", "ben", "cai"), after(drawn, "ann: hold itch", "cai: hold ash", "ben: hold mildew")...)
	enginetest.CheckViewsHide(t, a, b)
	for _, viewer := range []engine.Seat{1, engine.Public} {
		for _, line := range []string{"cai: hold itch", "ann: hold itch"} {
			if v := b.View(viewer).Check(enginetest.Line(b, line)); !v.OK() {
				t.Errorf("seat %d can tell that `%s` is refused for %s", viewer, line, v.Rule)
			}
		}
	}
}

// Beginnings of many tests: her action read-stars and a market, for Ann alone with the card list workshop, and her X with the card list small.
var (
	readStars = after(begun, "ann: read-stars", "table: no-adventurer")
	atMarket  = after(thrown(usual), "table: amend ann.hours 8", "table: dawn")
	atX       = after(begun, "ann: influence x", "table: no-adventurer")
)

func TestEvents(t *testing.T) {
	told := make(map[string]bool)
	for _, c := range []struct {
		name  string
		pack  string
		lines []string
		want  []string
	}{
		{"a rune", "workshop", []string{"table: rune bone left"}, nil},
		{"all in one half", "workshop", thrown("left 2, left 3, left tree, left, left"), []string{"ann: rethrown"}},
		{"the throw of the set-up", "workshop", thrown(usual), nil},
		{"the turns begin", "workshop", begun, []string{"ann: next"}},
		{"her next turn", "workshop", after(begun, "ann: influence nudge"), []string{"ann: moved 1", "ann: marked nudge 2", "ann: next", "ann: throws"}},
		{"a throw into one half", "workshop", slices.Concat(begun, []string{"ann: influence nudge"}, thrown("left 2, left 3, left tree, left, left")), []string{"ann: tainted"}},
		{"the skull", "workshop", after(begun, "table: amend bowl.coin left skull", "ann: influence nudge"),
			[]string{"ann: moved 1", "ann: tainted", "ann: marked nudge 2", "ann: next", "ann: throws"}},
		{"no blank box", "workshop", after(begun, "table: amend ann.nudge.used 4", "ann: influence nudge"), []string{"ann: moved 1", "ann: next", "ann: throws"}},
		{"marks", "workshop", after(begun, "ann: read-stars"), []string{"ann: moved 2"}},
		{"the next mark", "workshop", readStars, []string{"ann: tainted"}},
		{"a line that closes nothing", "workshop", after(readStars, "ann: line a1 b1"), nil},
		{"a Charm", "workshop", after(readStars, "ann: line a1 b1", "ann: line a1 a2"), []string{"ann: blackened a1", "ann: takes charm ash", "ann: tainted", "ann: next", "ann: throws"}},
		{"no Charm", "workshop", after(readStars, "table: amend ann.charms.ash 2", "ann: line a1 b1", "ann: line a1 a2"),
			[]string{"ann: blackened a1", "ann: lacks charm ash", "ann: tainted", "ann: next", "ann: throws"}},
		{"a Talisman and an area that gives nothing", "workshop", after(readStars, "table: amend line.c2.d2 drawn", "table: amend line.d2.e2 drawn",
			"table: amend line.c2.c3 drawn", "table: amend line.e2.e3 drawn", "table: amend line.c3.c4 drawn", "table: amend line.c4.d4 drawn",
			"table: amend line.d4.e4 drawn", "table: amend line.e3.e4 drawn", "ann: line e3 d3"),
			[]string{"ann: blackened c2 d2", "ann: takes talisman bone-white", "ann: tainted", "ann: tainted"}},
		{"a shuffle", "few", after(thrown(usual), "table: corruption ann", "table: corruption ann", "table: corruption ann",
			"table: amend louse ann.corruption discard", "table: amend tick ann.corruption discard", "table: corruption ann"), []string{"table: shuffled 2", "ann: tainted"}},
		{"no card left", "few", after(begun, "table: corruption ann", "table: corruption ann", "table: corruption ann", "table: amend bowl.coin left skull",
			"table: amend ann.nudge.used 1", "table: amend ann.hours 1", "ann: influence nudge"), []string{"ann: moved 2", "ann: next", "ann: throws"}},
		{"a prediction", "workshop", after(begun, "table: amend bowl.voodoo left", "ann: predict tin"), []string{"ann: moved 1", "ann: next", "ann: throws"}},
		{"a miss", "workshop", after(begun, "table: amend bowl.voodoo left", "ann: predict tin", "table: adventurer ash"), []string{"ann: missed 1"}},
		{"the last miss", "workshop", after(begun, "table: amend bowl.voodoo left", "ann: predict tin", "table: adventurer ash ash"), []string{"ann: missed 1", "ann: failed 1"}},
		{"a hit", "workshop", after(begun, "table: amend bowl.voodoo left", "ann: predict tin", "table: adventurer tin"), []string{"ann: hit 1"}},
		{"a bonus without a choice", "small", after(begun, "table: amend ann.figure staff", "table: amend bowl.voodoo left", "table: amend ann.top 1",
			"table: amend ann.top 1", "table: amend ann.top 1", "table: amend ann.bottom 1", "table: amend ann.bottom 1", "table: amend ann.charms.red 2",
			"table: amend ann.charms.blue 2", "table: amend ann.clan.oaks.x 1", "ann: predict red", "table: no-adventurer", "table: adventurer red"),
			[]string{"ann: hit 1", "ann: bonus icon", "ann: icon oaks"}},
		{"an X without a choice", "small", after(begun, "table: amend ann.top 1", "table: amend ann.top 1", "table: amend ann.top 1", "table: amend ann.bottom 1",
			"table: amend ann.bottom 1", "ann: influence x", "table: no-adventurer"),
			[]string{"ann: x oaks", "ann: sponsored oaks immediate", "ann: next", "ann: throws"}},
		{"a sponsorship with a card", "small", after(atX, "table: amend spot deck ann.corruption", "ann: x oaks"),
			[]string{"ann: sponsored oaks immediate", "ann: discard spot", "ann: next", "ann: throws"}},
		{"a die that fits one row", "workshop", after(begun, "table: amend ann.top 1", "table: amend ann.bottom x", "ann: horoscope right", "table: no-adventurer"),
			[]string{"ann: tainted", "ann: write die-b bottom", "ann: wrote 3 bottom"}},
		{"no adventurer is left", "small", after(begun, "table: amend bag.red 0", "table: amend bag.grey 0", "ann: influence nudge"),
			[]string{"ann: moved 1", "table: no-adventurer", "ann: marked nudge 2", "ann: next", "ann: throws"}},
		{"a good without a choice", "few", after(begun, "table: amend ann.charms.green 1", "ann: recruit waif stool"), []string{"ann: moved 0", "ann: good red", "ann: takes charm red"}},
		{"a box without a choice", "small", after(begun, "table: amend ann.nudge.used 3", "ann: recruit page seat-one", "table: no-adventurer"),
			[]string{"ann: tainted", "ann: mark shift", "ann: tainted", "ann: slid page seat-one", "ann: next", "ann: throws"}},
		{"gold", "workshop", after(begun, "ann: recruit warden hearth"), []string{"ann: moved 1", "ann: gains 2"}},
		{"what the players do", "workshop", after(begun, "ann: recruit warden hearth", "ann: sponsor ash", "ann: icon ash"),
			[]string{"ann: marked shift 1", "ann: note note-1", "ann: slid warden hearth", "ann: next", "ann: throws"}},
		{"no sponsorship without a clan", "workshop", after(begun, "ann: recruit warden hearth", "ann: sponsor smiths"), []string{"ann: sponsored smiths immediate"}},
		{"boxes of one sort", "workshop", after(begun, "ann: recruit scribe hearth", "table: no-adventurer"),
			[]string{"ann: tainted", "ann: marked nudge 3", "ann: marked shift 3", "ann: mark nudge", "ann: slid scribe hearth", "ann: next", "ann: throws"}},
		{"one who has to go", "workshop", after(begun, "table: amend ann.staff.hearth warden", "ann: recruit exile hearth", "ann: discard itch", "ann: icon ash", "ann: x top",
			"ann: done", "table: no-adventurer", "table: no-adventurer"), []string{"ann: note note-1", "ann: dismissed warden", "ann: slid exile hearth", "ann: next", "ann: throws"}},
		{"the market", "workshop", atMarket, []string{"table: market-opens"}},
		{"the market's icons", "workshop", after(thrown(usual), "table: amend ann.hours 8", "table: amend ann.clan.smiths.icons 1", "table: dawn"),
			[]string{"table: market-opens", "ann: sponsored smiths market", "ann: gains 1"}},
		{"a sale", "workshop", after(atMarket, "table: amend ann.charms.tin 1", "ann: sell charm tin 2"), nil},
		{"a day", "workshop", after(atMarket, "table: end-day"), []string{"table: new-day 2"}},
		{"the end of a game of one", "workshop", toScoring("ann"), []string{"table: scoring", "ann: totalled 0", "ann: won"}},
		{"cards of one kind", "workshop", slices.Concat([]string{"table: amend mildew deck discard", "table: amend mildew deck discard", "table: amend mildew deck discard",
			"table: amend ash deck discard", "table: amend ash deck discard", "table: corruption ann"}, toScoring("ann")), []string{"table: scoring", "ann: reveal itch", "ann: totalled 0", "ann: won"}},
		{"a debt", "workshop", slices.Concat([]string{"table: amend ash deck ann.corruption"}, toScoring("ann")), []string{"table: scoring", "ann: owes 5", "ann: won"}},
		{"nothing of a correction", "workshop", []string{"table: amend ann.gold 5"}, nil},
		{"a correction that leaves one answer", "small", after(atX, "table: amend ann.top 1", "table: amend ann.top 1", "table: amend ann.top 1",
			"table: amend ann.bottom 1", "table: amend ann.bottom 1"), []string{"ann: x oaks", "ann: sponsored oaks immediate", "ann: next", "ann: throws"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, c.pack, setup("ann"), c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
			for _, e := range s.Events() {
				told[s.Catalog().Word(e.Verb)] = true
			}
		})
	}
	s := play(t, "few", setup("ann", "ben"), slices.Concat([]string{"table: amend ben.hours 5", "table: amend ann.hours 5"}, thrown(usual), []string{"table: dawn", "table: end-day",
		"table: amend ben.hours 5", "table: amend ann.hours 5", "table: dawn", "table: end-day", "table: total ben 0"})...)
	if diff := cmp.Diff([]string{"ann: totalled 0", "table: tied"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	told["tied"] = true
	told["sponsor"] = true // see TestOneClan
	enginetest.AllEvents(t, s.Catalog(), told)
}

// TestOneClan checks that with a single clan the sponsorship of her choice needs no answer.
func TestOneClan(t *testing.T) {
	pack := strings.Replace(string(enginetest.ReadFile(t, records, "small.toml")), `effect = ["lines 1"]`, `effect = ["sponsor any"]`, 1)
	s, err := oracle.Game().New(setup("ann"), []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, after(begun, "ann: recruit cook seat-one", "table: no-adventurer")...)
	want := []string{"ann: sponsor oaks", "ann: sponsored oaks immediate", "ann: slid cook seat-one", "ann: next", "ann: throws"}
	if diff := cmp.Diff(want, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
}

func TestStatus(t *testing.T) {
	asked := make(map[string]bool)
	for _, c := range []struct {
		name  string
		lines []string
		turn  string
		ask   string // seat, whether it is open, key, arguments
	}{
		{"the set-up", nil, "ann", "table throw 5"},
		{"the rest of it", thrown(usual)[:4], "ann", "table throw 1"},
		{"the set-up of one who does not begin", []string{"table: amend ann.hours 1"}, "ben", "table throw 5"},
		{"the arrival", thrown(usual), "ann", "table arrival"},
		{"her turn", begun, "ann", "ann turn"},
		{"the turn of another", after(begun, "ann: influence nudge"), "ben", "ben act"},
		{"her throw", after(begun, "ann: influence nudge", "ben: act 3", "table: no-adventurer"), "ann", "table throw 5"},
		{"lines", after(begun, "ann: read-stars", "table: no-adventurer"), "ann", "ann open lines 2"},
		{"the rest of them", after(begun, "ann: read-stars", "table: no-adventurer", "ann: line a1 b1"), "ann", "ann open lines 1"},
		{"dice", after(begun, "table: amend bowl.die-b left 3", "ann: horoscope left", "table: no-adventurer"), "ann", "ann open write die-a die-b"},
		{"a die", after(begun, "ann: horoscope right", "table: no-adventurer"), "ann", "ann open write die-b"},
		{"a Charm", after(begun, "ann: recruit broker hearth"), "ann", "ann open good/charm"},
		{"a Talisman", after(begun, "ann: recruit broker hearth", "ann: good ash"), "ann", "ann open good/talisman"},
		{"an X", after(begun, "ann: influence x"), "ann", "ann open x"},
		{"an icon", after(begun, "ann: recruit warden hearth", "ann: sponsor ash"), "ann", "ann open icon"},
		{"a discard", after(begun, "table: corruption ann", "ann: recruit warden hearth", "ann: sponsor ash", "ann: icon ash"), "ann", "ann open discard"},
		{"a bonus", after(begun, "table: amend bowl.voodoo right", "ann: predict tin", "table: adventurer tin"), "ben", "ann open bonus 3"},
		{"boxes", after(begun, "table: amend ann.nudge.ready 0", "table: amend ann.shift.ready 0", "ann: recruit scribe hearth", "table: no-adventurer"), "ann", "ann open mark 2"},
		{"the staff", after(begun, "table: amend ann.staff.loom exile", "table: amend ann.figure recruit", "ann: staff", "table: no-adventurer"), "ann", "ann open use"},
		{"which first", after(begun, "table: amend bowl.voodoo right", "ann: predict tin", "table: adventurer tin ash"), "ben", "ann open first ash tin"},
		{"which first, told the other way round", after(begun, "table: amend bowl.voodoo right", "ann: predict tin", "table: adventurer ash tin"), "ben", "ann open first ash tin"},
		{"a sponsorship", after(begun, "ann: recruit warden hearth"), "ann", "ann open sponsor"},
		{"an adventurer", after(begun, "ann: recruit dowser hearth", "table: no-adventurer", "ann: done"), "ann", "table open adventurers 1"},
		{"a pair", after(begun, "ann: read-stars"), "ann", "table open adventurers 2"},
		{"an empty market", toMarket("ann", "ben"), "ann", "table market/empty"},
		{"a market", after(toMarket("ann", "ben"), "table: amend ann.talismans.tin 1"), "ann", "ann market"},
		{"cards to show", slices.Concat([]string{"table: corruption ann", "table: corruption ann"}, toScoring("ann", "ben")), "ann", "ann open reveal 2"},
		{"totals", toScoring("ann", "ben"), "ann", "table scoring 1"},
		{"a tie", after(toScoring("ann", "ben"), "table: total ben 0"), "ann", "table over/tied"},
		{"the end", after(toScoring("ann", "ben"), "table: total ben 3"), "ann", "ben over ben"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben"), c.lines...)
			enginetest.CheckAsk(t, s, c.turn, c.ask)
			asked[s.Status().Ask.Key] = true
		})
	}
	enginetest.AllAsked(t, oracle.Game(), asked)
}

// TestUnseenCorrections moves an unseen card to a hand by an amend: afterwards less is known of the cards, not more.
func TestUnseenCorrections(t *testing.T) {
	held := []string{"table: corruption ann", "table: corruption ann", "ann: hold ash itch", "table: corruption ben", "ben: hold ash"}
	for _, c := range []struct {
		name   string
		before []string
		line   string
		rule   string
		facts  map[string]string
		legal  []string
		not    []string
	}{
		{"from the deck", nil, "table: amend ? deck ann.corruption", "", map[string]string{"deck": "5", "ann.corruption": "1"}, []string{"ann: hold itch"}, nil},
		{"from a hand that is known", held, "table: amend ? ann.corruption ben.corruption", "",
			map[string]string{"ann.corruption": "1", "ben.corruption": "2", "ben.corruption.seen": "ash", "deck": "3"},
			[]string{"ann: hold itch", "ann: hold ash", "ben: hold ash itch", "ben: hold ash ash"}, []string{"ann: hold mildew", "ben: hold mildew", "ann: hold itch ash"}},
		{"from a hand that nobody knows", []string{"table: corruption ann"}, "table: amend ? ann.corruption ben.corruption", "",
			map[string]string{"ann.corruption": "0", "ben.corruption": "1"}, []string{"ben: hold mildew"}, []string{"ann: hold mildew"}},
		{"from an empty hand", nil, "table: amend ? ann.corruption ben.corruption", "amend.state", nil, nil, nil},
		{"from a hand to itself", held, "table: amend ? ann.corruption ann.corruption", "amend.state", nil, nil, nil},
		{"from an empty deck", slices.Repeat([]string{"table: corruption ann"}, 6), "table: amend ? deck ann.corruption", "amend.state", nil, nil, nil},
		{"onto the discard pile", held, "table: amend ? ann.corruption discard", "amend.state", nil, nil, nil},
		{"from the discard pile", []string{"table: amend itch deck discard"}, "table: amend ? discard ann.corruption", "amend.state", nil, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben"), c.before...)
			if v := s.Play(enginetest.Line(s, c.line)); v.Rule != c.rule {
				t.Errorf("it is refused for %q, not %q", v.Rule, c.rule)
			}
			enginetest.CheckFacts(t, s, c.facts)
			for _, line := range c.legal {
				if v := s.Check(enginetest.Line(s, line)); !v.OK() {
					t.Errorf("%s is refused for %s", line, v.Rule)
				}
			}
			for _, line := range c.not {
				if s.Check(enginetest.Line(s, line)).OK() {
					t.Errorf("%s is legal", line)
				}
			}
			if err := oracle.Conserve(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMovesCutShort stops the list of moves early, whatever the open question.
func TestMovesCutShort(t *testing.T) {
	hit := after(begun, "table: amend bowl.voodoo left", "ann: predict tin", "table: adventurer tin ash", "ann: first tin")
	for _, lines := range [][]string{
		nil, thrown(usual)[1:3], thrown(usual), after(thrown(usual), "table: adventurer ash tin"), begun, after(begun, "table: amend ann.nudge.ready 0"),
		after(begun, "ann: influence nudge"), after(begun, "ann: influence x"), readStars, after(begun, "table: amend bowl.die-b left 3", "ann: horoscope left", "table: no-adventurer"),
		after(begun, "table: amend ann.figure staff", "table: amend ann.staff.loom exile", "table: amend ann.staff.cellar broker", "table: amend bowl.voodoo left"),
		after(begun, "table: amend ann.figure read-stars", "table: amend ann.staff.loom exile"), after(begun, "ann: read-stars"),
		after(begun, "table: amend ann.figure read-stars", "table: amend ann.staff.loom exile", "table: amend ann.staff.hearth broker", "ann: staff", "table: no-adventurer"),
		after(begun, "ann: recruit broker hearth"), after(begun, "ann: recruit warden hearth"), after(begun, "ann: recruit warden hearth", "ann: sponsor ash"),
		after(begun, "table: corruption ann", "ann: recruit warden hearth", "ann: sponsor ash", "ann: icon ash"), hit[:len(hit)-1], hit,
		after(begun, "table: amend ann.nudge.ready 0", "table: amend ann.shift.ready 0", "ann: recruit scribe hearth", "table: no-adventurer"),
		after(toMarket("ann"), "table: amend ann.charms.tin 1", "table: amend ann.talismans.ash 1", "table: adventurer ash tin"),
		slices.Concat([]string{"table: corruption ann", "table: corruption ann"}, toScoring("ann")),
	} {
		s := play(t, "workshop", setup("ann"), lines...)
		if err := enginetest.CheckEarlyStop(s); err != nil {
			t.Errorf("after %v %v", lines, err)
		}
	}
	s := play(t, "workshop", setup("ann", "ben", "cai"), toScoring("ann", "ben", "cai")...)
	if err := enginetest.CheckEarlyStop(s); err != nil {
		t.Errorf("of totals: %v", err)
	}
}

// TestForgottenMoves: these moves need no card and no choice, so the table may offer that they were forgotten.
func TestForgottenMoves(t *testing.T) {
	c := play(t, "house", setup("ann", "ben")).Catalog()
	var words []string
	for _, verb := range c.Names(engine.ClassVerb) {
		for _, f := range c.Signatures(verb) {
			if f.Cardless {
				words = append(words, c.Word(verb))
			}
		}
	}
	slices.Sort(words)
	if got := strings.Join(words, " "); got != "dawn done end-day no-adventurer" {
		t.Errorf("these are %s", got)
	}
}

// TestAbsentFacts checks that facts are absent: a record has no line for that.
func TestAbsentFacts(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []string
		absent []string
	}{
		{"at the start", nil, []string{"winner", "winners", "ask", "ann.corruption.seen", "ann.total", "ben.total", "discard.seen", "bowl.die-a", "ann.top", "ann.bottom",
			"ann.prediction.1.colour", "ann.prediction.1.state", "ann.staff.hearth", "line.a1.b1", "cell.a1", "ben.gold"}},
		{"in her turn", begun, []string{"ask", "winner", "closes.a1.b1", "could.read-stars.2"}},
		{"after her turn", after(begun, "ann: influence nudge"), []string{"can.read-stars", "can.horoscope.left", "can.influence", "could.predict.2"}},
		{"before her throw", after(begun, "ann: influence nudge", "ben: act 3", "table: no-adventurer"), []string{"bowl.die-a", "bowl.voodoo", "can.read-stars", "ask"}},
		{"while the map is drawn", after(begun, "ann: read-stars", "table: no-adventurer"), []string{"can.read-stars", "closes.a1.b1", "closes.a2.b2"}},
		{"under another question", after(begun, "ann: influence x"), []string{"can.influence", "closes.a1.a2"}},
		{"corrections that take back", after(begun, "table: amend ann.top 1", "table: amend ann.top erase", "table: amend ann.staff.loom exile",
			"table: amend ann.staff.loom none", "table: amend line.a1.b1 drawn", "table: amend line.a1.b1 open", "table: amend cell.a1 black", "table: amend cell.a1 white",
			"table: amend mildew deck discard", "table: amend mildew discard ann.corruption", "table: amend mildew ann.corruption discard",
			"table: amend mildew discard ben.corruption"),
			[]string{"ann.top", "ann.staff.loom", "line.a1.b1", "cell.a1", "discard.seen", "ann.corruption.seen"}},
		{"in the scoring", toScoring("ann", "ben"), []string{"ann.total", "ben.total", "winner", "winners", "ask"}},
		{"at the end", after(toScoring("ann", "ben"), "table: total ben 3"), []string{"turn", "ask"}},
		{"after a tie", after(toScoring("ann", "ben"), "table: total ben 0"), []string{"turn", "winner"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben"), c.lines...)
			enginetest.CheckAbsent(t, s, c.absent...)
		})
	}
}

// TestSetupErrors checks headers that must be refused.
func TestSetupErrors(t *testing.T) {
	enginetest.CheckSetupsRefused(t, oracle.Game(), map[string]string{
		"":                     "0 seats, where the game is for 1 to 4 players",
		"supply ann":           `seat "supply": that word means something else`,
		"ann, nudge-rune coin": `option nudge-rune cannot be "coin": it is one of bone, voodoo`,
		"ann ben, oracle 3":    "option oracle: seat 3 of 2",
		"ann ben, oracle 5":    `option oracle cannot be "5"`,
	})
}

// TestSeatsCalledLikeNames checks that players may have the names of colours, runes, clans, cards and verbs.
func TestSeatsCalledLikeNames(t *testing.T) {
	seats := setup("ash", "left", "warden", "discard")
	seats.Options = []engine.OptionValue{{Name: "oracle", Value: "4"}}
	s := play(t, "workshop", seats, after(thrown(usual), "table: corruption ash", "table: amend ash deck ash.corruption", "table: dawn", "ash: act 1", "left: act 1",
		"warden: act 1", "discard: influence x", "discard: x ash", "discard: icon ash")...)
	enginetest.CheckFacts(t, s, map[string]string{
		"turn": "discard", "ash.corruption": "2", "ash.corruption.seen": "ash", "discard.clan.ash.x": "1", "discard.clan.ash.icons": "1", "left.hours": "1",
		"discard": "0", "oracle": "discard",
	})
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLine(f, oracle.Game(), setup("ann", "ben"), records, "*.table")
}

// TestOpenHand checks that her Corruption cards lie open after the last day. An amend moves them as seen cards, and everybody knows which.
func TestOpenHand(t *testing.T) {
	s := play(t, "workshop", setup("ann", "ben", "cai"), after(toScoring("ann", "ben", "cai"), "table: amend ash deck ann.corruption")...)
	passes := enginetest.Line(s, "table: amend ash ann.corruption ben.corruption")
	if told, ok := s.Redacted(passes, 2); !ok || told != passes {
		t.Errorf("cai is told %q", s.Catalog().Format(told))
	}
	for _, line := range []string{"table: amend ? ann.corruption ben.corruption", "table: amend ? deck ann.corruption"} {
		if v := s.Check(enginetest.Line(s, line)); v.Rule != "amend.state" {
			t.Errorf("%s is refused for %q", line, v.Rule)
		}
	}
	enginetest.PlayLines(t, s, "table: amend ? deck ben.corruption", "table: total ben 1", "table: total cai 2")
	if gold, _ := engine.Fact(s, "ann.total"); gold != "-5" {
		t.Errorf("her final gold is %s, with a card of 5", gold)
	}
}
