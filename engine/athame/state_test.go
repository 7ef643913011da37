package athame_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

// play begins a game with a card list of the package, or with house, and plays lines such as `ann: draw bank`.
func play(t testing.TB, pack string, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, athame.Game(), records, pack, s, lines...)
}

// after returns a list of lines with more lines appended.
func after(lines []string, more ...string) []string { return append(slices.Clone(lines), more...) }

// lay returns the lines that fill the market with one kind, at the beginning or in a refill.
func lay(kind string, n int) []string {
	return slices.Repeat([]string{"table: reveal " + kind}, n)
}

// Beginnings with the card list workshop: Ann's first turn with two or three players, and her step `act`.
var (
	toTwo   = after(lay("salt", 4), "ann: ritual wheel", "ben: ritual cross")
	toThree = after(toTwo, "cai: ritual knot")
	actTwo  = after(toTwo, after([]string{"ann: draw market"}, lay("salt", 4)...)...)
	act     = after(toThree, after([]string{"ann: draw market"}, lay("salt", 4)...)...)
)

// casting lets Ann cast the spell of that name, which is first amended into her hand.
func casting(spell string, target ...string) []string {
	return []string{"table: amend " + spell + " deck ann.spells", strings.Join(append([]string{"ann: cast", spell}, target...), " ")}
}

// TestRecordsNameAll checks that the records of the package name every rule of the page, and have a refusal for every rule of the engine.
func TestRecordsNameAll(t *testing.T) {
	enginetest.RecordsNameRules(t, athame.Game(), records)
	enginetest.RecordsRefuse(t, records, athame.Rules)
}

func TestLanding(t *testing.T) {
	three := setup("ann", "ben", "cai")
	shot := []string{"table: amend bell bank ben.hand", "ben: use bell"}
	for _, c := range []struct {
		name   string
		before []string
		lands  map[string]string
	}{
		{"the market of the beginning", nil, map[string]string{
			"table: reveal salt": "market", "table: reveal square": "market", "table: reveal gust": "arcana", "table: reveal glass": "arcana",
			"ann: ritual wheel": "",
		}},
		{"a turn", toThree, map[string]string{
			"ann: allot ash": "ann.allotted", "ann: allot glass ash": "ann.allotted", "ann: draw bank": "", "ann: draw market": "", "ann: draw none": "",
			"ann: use torch": "arcana", "ann: use hook ben": "arcana", "ben: use bell": "arcana", "ben: hold salt 2": "ben.hand", "ann: end": "",
			"ann: build skip": "", "ann: cast skip ben": "deck", "ann: cast skip-own": "deck", "ann: pass": "", "ann: done": "", "ann: none": "",
			"ann: dance": "", "ann: allot glass": "", "zed: allot ash": "",
		}},
		{"a draw", after(toThree, "ann: draw bank"), map[string]string{
			"ann: take": "", "ann: take ?": "", "ann: take salt": "ann.hand", "ann: take glass": "ann.hand", "ann: take gust": "ann.events",
			"ann: take fog": "ann.events",
		}},
		{"a draw in the turn of another", after(toThree, shot...), map[string]string{
			"ben: take ?": "", "ben: take salt": "ben.hand", "ben: take gust": "ben.events", "ben: take fog": "ann.events",
		}},
		{"a price", after(act, "ann: build skip"), map[string]string{
			"ann: pay salt": "general", "ann: pay square": "squares", "ann: pay glass": "arcana", "ann: pay torch": "arcana",
		}},
		{"a discard", after(act, casting("toss-own")...), map[string]string{
			"ann: discard salt": "general", "ann: discard square": "squares", "ann: discard hook": "arcana", "ann: discard skip": "deck", "ann: none": "",
		}},
		{"a theft", after(act, after(casting("steal", "ben"), "ben: pass")...), map[string]string{
			"ann: steal ?": "", "ann: steal salt": "ann.hand", "ann: steal pair": "ann.spells",
		}},
		{"a gift to the left", after(act, after(casting("pass-on", "ben"), "ben: pass")...), map[string]string{
			"ben: give ?": "", "ben: give salt": "cai.hand", "ben: give pair": "cai.spells",
		}},
		{"a gift to the actor", after(act, after(casting("tribute", "ben"), "ben: pass")...), map[string]string{
			"ben: give salt": "ann.hand", "ben: give pair": "ann.spells", "ben: give ?": "",
		}},
		{"a salvage", after(act, after([]string{"table: amend square bank squares"}, casting("dig-squares")...)...), map[string]string{
			"ann: salvage square": "ann.hand", "ann: salvage salt": "ann.hand",
		}},
		{"a pick", after(act, casting("pick-own")...), map[string]string{"ann: pick salt": "ann.hand"}},
		{"an allotting", after(act, after(casting("allot-theirs", "ben"), "ben: pass")...), map[string]string{
			"ben: allot salt": "ben.allotted", "ben: allot glass iron": "ben.allotted", "ben: done": "",
		}},
		{"a release to the hand", after(after(toThree, "ann: allot ash"), after(after([]string{"ann: draw market"}, lay("salt", 4)...), casting("free-own")...)...),
			map[string]string{"ann: release ash": "ann.hand", "ann: release glass ash": "ann.hand"}},
		{"a release to the piles", after(act, after([]string{"table: amend salt bank ben.allotted"}, after(casting("free-theirs", "ben"), "ben: pass")...)...),
			map[string]string{"ann: release salt": "general", "ann: release glass salt": "arcana"}},
		{"corrections", toThree, map[string]string{
			"table: amend salt bank ann.hand": "ann.hand", "table: amend salt bank ann.allotted": "ann.allotted", "table: amend ? bank ann.hand": "",
			"table: amend ann.skips 1": "", "table: amend fog bank ben.events": "ben.events", "table: amend pair deck ben.spells": "ben.spells",
			"table: amend pair ben.spells deck": "deck", "table: amend glass bank ann.allotted ash": "ann.allotted", "table: amend gust bank arcana": "arcana",
			"table: amend salt bank arcana": "",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", three, c.before...)
			enginetest.CheckDestinations(t, s, c.lands)
		})
	}

	// The Rusted Hook asks for a gift when it has done all else.
	hooked := play(t, "house", setup("ann", "ben"), []string{
		"table: reveal square", "table: reveal square", "table: reveal line", "table: reveal circle", "ann: ritual ring-of-ash", "ben: ritual ring-of-thorns",
		"table: amend rusted-hook bank ann.hand", "table: amend line bank ben.allotted", "ann: use rusted-hook ben", "ann: release line"}...)
	enginetest.CheckDestinations(t, hooked, map[string]string{"ben: give line": "ann.hand"})
}

// TestLandingIsTrue checks that a card really goes to the Destination of its move.
func TestLandingIsTrue(t *testing.T) {
	for _, c := range []struct {
		before     []string
		line, fact string
		want       string
	}{
		{after(toThree, "table: amend bell bank ben.hand", "ben: use bell"), "ben: take fog", "ann.events", "fog"},
		{after(toThree, "table: amend bell bank ben.hand", "ben: use bell"), "ben: take gust", "ben.events", "gust"},
		{after(act, after(casting("pass-on", "cai"), "cai: pass")...), "cai: give iron", "ann.hand.seen", "iron salt salt salt salt"},
	} {
		s := play(t, "workshop", setup("ann", "ben", "cai"), c.before...)
		place := s.Catalog().Word(s.Destination(enginetest.Line(s, c.line)))
		enginetest.PlayLines(t, s, c.line)
		if got, _ := engine.Fact(s, c.fact); got != c.want || !strings.HasPrefix(c.fact, place) {
			t.Errorf("%s lands in %s, and %s is %q", c.line, place, c.fact, got)
		}
	}
}

func TestTold(t *testing.T) {
	all := func(line string) [4]string { return [4]string{line, line, line, line} }
	for _, c := range []struct {
		before []string
		move   string
		told   [4]string // ann, ben, cai, everybody
	}{
		{nil, "table: reveal salt", all("table: reveal salt")},
		{toThree, "ben: hold salt 2", [4]string{"", "ben: hold salt 2"}},
		{toThree, "ann: allot ash", all("ann: allot ash")},
		{toThree, "ann: draw bank", all("ann: draw bank")},
		{after(toThree, "ann: draw bank"), "ann: take ?", all("ann: take ?")},
		{after(toThree, "ann: draw bank"), "ann: take", all("ann: take")},
		{after(toThree, "ann: draw bank"), "ann: take salt", [4]string{"ann: take salt", "ann: take ?", "ann: take ?", "ann: take ?"}},
		{after(toThree, "ann: draw bank"), "ann: take glass", [4]string{"ann: take glass", "ann: take ?", "ann: take ?", "ann: take ?"}},
		{after(toThree, "ann: draw bank"), "ann: take gust", all("ann: take gust")},
		{after(toThree, "ann: draw bank"), "ann: take fog", all("ann: take fog")},
		{after(act, "ann: build skip"), "ann: pay salt", all("ann: pay salt")},
		{after(act, after(casting("steal", "ben"), "ben: pass")...), "ann: steal ?", all("ann: steal ?")},
		{after(act, after(casting("steal", "ben"), "ben: pass")...), "ann: steal ash",
			[4]string{"ann: steal ash", "ann: steal ash", "ann: steal ?", "ann: steal ?"}},
		{after(act, after([]string{"table: amend pair deck ben.spells"}, after(casting("steal", "ben"), "ben: pass")...)...), "ann: steal pair",
			all("ann: steal pair")},
		// given to the left: the giver and the receiver know the card, the actor does not
		{after(act, after(casting("pass-on", "ben"), "ben: pass")...), "ben: give ash", [4]string{"ben: give ?", "ben: give ash", "ben: give ash", "ben: give ?"}},
		{after(act, after(casting("tribute", "cai"), "cai: pass")...), "cai: give ash", [4]string{"cai: give ash", "cai: give ?", "cai: give ash", "cai: give ?"}},
		{after(act, after([]string{"table: amend pair deck cai.spells"}, after(casting("tribute", "cai"), "cai: pass")...)...), "cai: give pair", all("cai: give pair")},
		{after(act, casting("toss-own")...), "ann: discard ash", all("ann: discard ash")},
		{after(act, casting("pick-own")...), "ann: pick salt", all("ann: pick salt")},
		{toThree, "table: amend salt bank ann.hand", [4]string{"table: amend salt bank ann.hand", "table: amend ? bank ann.hand",
			"table: amend ? bank ann.hand", "table: amend ? bank ann.hand"}},
		{toThree, "table: amend salt ann.hand ben.hand", [4]string{"table: amend salt ann.hand ben.hand", "table: amend salt ann.hand ben.hand",
			"table: amend ? ann.hand ben.hand", "table: amend ? ann.hand ben.hand"}},
		{toThree, "table: amend salt ann.hand bank", all("table: amend salt ann.hand bank")},
		{toThree, "table: amend salt ann.hand general", all("table: amend salt ann.hand general")},
		{toThree, "table: amend ash ann.hand ann.allotted", all("table: amend ash ann.hand ann.allotted")},
		{toThree, "table: amend glass bank ann.allotted ash", all("table: amend glass bank ann.allotted ash")},
		{toThree, "table: amend ? bank ann.hand", all("table: amend ? bank ann.hand")},
		{toThree, "table: amend fog bank ben.events", all("table: amend fog bank ben.events")},
		{toThree, "table: amend pair deck ben.spells", all("table: amend pair deck ben.spells")},
		{toThree, "table: amend ann.skips 1", all("table: amend ann.skips 1")},
		// moves that are not legal now: they reveal no more than the legal ones
		{toThree, "ann: steal ash", [4]string{"ann: steal ash", "ann: steal ?", "ann: steal ?", "ann: steal ?"}},
		{after(toThree, "ann: draw bank"), "ann: give ash", [4]string{"ann: give ash", "ann: give ?", "ann: give ?", "ann: give ?"}},
		{after(toThree, "ann: draw bank"), "ann: take 5", all("ann: take 5")},
		{after(act, "ann: build skip"), "ben: give ash", [4]string{"ben: give ?", "ben: give ash", "ben: give ?", "ben: give ?"}},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.before...)
			enginetest.CheckRedacted(t, s, c.move, c.told)
		})
	}
}

// TestViews plays moves and checks what every viewer knows afterwards, and that the viewer's view allows the Redacted form of the move.
func TestViews(t *testing.T) {
	for _, c := range []struct {
		before []string
		move   string
		seen   [3]string // ann.hand.seen, ben.hand.seen, cai.hand.seen, each in the owner's view afterwards
	}{
		{after(toThree, "ann: draw bank"), "ann: take glass", [3]string{"glass", "", ""}},
		{after(toThree, "ann: hold ash", "ben: hold iron", "ann: draw bank"), "ann: take ?", [3]string{"ash", "iron", ""}},
		{after(act, after(casting("steal", "ben"), "ben: pass")...), "ann: steal ash", [3]string{"ash salt salt salt salt", "", ""}},
		{after(act, after(casting("pass-on", "ben"), "ben: hold ash", "ben: pass")...), "ben: give ash", [3]string{"salt salt salt salt", "", "ash"}},
		{after(act, after(casting("pass-on", "ben"), "ben: hold ash iron", "ben: pass")...), "ben: give ?", [3]string{"salt salt salt salt", "", ""}},
		{after(act, after(casting("swap", "ben"), "ben: hold ash", "ann: hold iron")...), "ben: pass", [3]string{"ash", "iron salt salt salt salt", ""}},
		{after(toThree, "ben: hold ash"), "table: amend ash ben.hand cai.hand", [3]string{"", "", "ash"}},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.before...)
			m := enginetest.Line(s, c.move)
			next := s.Clone()
			next.Play(m)
			for i, name := range []string{"ann", "ben", "cai"} {
				got, _ := engine.Fact(next.View(engine.Seat(i)), name+".hand.seen")
				if got != c.seen[i] {
					t.Errorf("%s sees %q in the own hand, not %q", name, got, c.seen[i])
				}
				for j, other := range []string{"ann", "ben", "cai"} {
					if seen, ok := engine.Fact(next.View(engine.Seat(i)), other+".hand.seen"); ok && i != j {
						t.Errorf("%s sees %q in %s's hand", name, seen, other)
					}
				}
			}
			for _, viewer := range []engine.Seat{0, 1, 2, engine.Public} {
				told, _ := s.Redacted(m, viewer)
				if v := s.View(viewer).Check(told); !v.OK() {
					t.Errorf("%s is told `%s`, which that view refuses for %s", s.Catalog().SeatWord(viewer), s.Catalog().Format(told), v.Rule)
				}
			}
		})
	}
}

// TestViewForgets checks that what others show changes neither a view nor its moves.
func TestViewForgets(t *testing.T) {
	lines := after(toThree, "table: amend glass bank ann.hand", "table: amend net bank cai.hand")
	hidden := after(toThree, "table: amend torch bank ann.hand", "table: amend thorn bank cai.hand", "ann: hold ash iron", "cai: hold salt 3")
	same := []string{"ben: hold iron", "ann: draw bank", "ann: take ?"}
	a := play(t, "workshop", setup("ann", "ben", "cai"), after(lines, same...)...)
	b := play(t, "workshop", setup("ann", "ben", "cai"), after(hidden, same...)...)
	enginetest.CheckViewsHide(t, a, b)
	if got, _ := engine.Fact(a.View(1), "ben.hand.seen"); got != "iron" {
		t.Errorf("ben sees %q of his own", got)
	}
}

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"a market", lay("salt", 4), nil},
		{"a card turned down", []string{"table: reveal salt", "table: reveal salt"}, nil},
		{"a hand", after(lay("salt", 4), "ann: ritual wheel"), []string{"ann: dealt 7"}},
		{"the last hand", toTwo, []string{"ben: dealt 7", "table: arcana-in 37", "ann: next"}},
		{"an event for the market", after(toTwo, "ann: draw market", "table: reveal gust"), []string{"table: turned-down gust"}},
		{"an artifice for the market", after(toTwo, "ann: draw market", "table: reveal glass"), []string{"table: turned-down glass"}},
		{"the end of a turn", after(actTwo, "ann: build skip", "ann: pay salt", "ann: build skip", "ann: pay salt", "ann: build pick-own", "ann: pay salt", "ann: end"),
			[]string{"ann: kept pick-own", "ann: kept skip", "ann: kept skip", "ben: next"}},
		{"a spell that is built", after(actTwo, "ann: build skip", "ann: pay salt"), []string{"ann: built skip"}},
		{"a Seal", after(actTwo, "ann: build ward", "ann: pay salt"), []string{"ann: kept ward"}},
		{"turns missed", after(actTwo, "table: amend ben.skips 1", "table: amend ann.skips 1", "table: amend fog bank ben.events", "ann: end"),
			[]string{"ben: expired fog", "ben: missed", "ann: missed", "ben: next"}},
		{"what binds", after(actTwo, after(after(casting("hex-dear"), after(casting("hex-limit", "ben"), "ben: pass")...), "ann: end")...),
			[]string{"ben: next", "ben: bound surcharge 2", "ben: bound no-bank", "ben: bound allot-limit 0"}},
		{"round events go", after(actTwo, "table: amend fog bank ben.events", "table: amend ban bank ben.events", "ann: end"),
			[]string{"ben: expired ban", "ben: expired fog", "ben: next"}},
		{"a round event of another's turn", after(toTwo, "table: amend bell bank ben.hand", "table: amend lamp bank arcana", "table: amend stopper bank arcana",
			"ben: use bell", "ben: take fog"), []string{"ann: laid fog"}},
		{"a round event of the own turn", after(toTwo, "table: amend lamp bank arcana", "table: amend stopper bank arcana", "ann: draw bank", "ann: take fog"), nil},
		{"an event that is over", after(toTwo, "ann: draw bank", "ann: take wash", "ann: pass"), []string{"ann: wiped 4", "ann: event-over wash"}},
		{"an event without effect", after(toTwo, "table: amend stopper bank ann.hand", "ann: draw bank", "ann: take gust", "ann: use stopper"), []string{"ann: void gust"}},
		{"a round event without effect", after(toTwo, "table: amend stopper bank ann.hand", "ann: draw bank", "ann: take fog", "ann: use stopper"),
			[]string{"ann: void fog"}},
		{"a spell that was cast", after(actTwo, casting("skip", "ben")...), []string{"ann: returned skip"}},
		{"a turn to miss", after(actTwo, after(casting("skip", "ben"), "ben: pass")...), []string{"ben: skip"}},
		{"turns to miss", after(act, casting("skip-all")...), []string{"ann: returned skip-all", "ben: skip", "cai: skip"}},
		{"a spell that a Seal stops", after(actTwo, after([]string{"table: amend ward deck ben.spells"}, casting("skip", "ben")...)...),
			[]string{"ann: returned skip", "ben: sealed ward skip", "ben: returned ward"}},
		{"one whom a Seal saves", after(act, after([]string{"table: amend ward deck ben.spells"}, casting("skip-all")...)...),
			[]string{"ann: returned skip-all", "ben: saved ward skip-all", "ben: returned ward", "cai: skip"}},
		{"a spell that is answered", after(actTwo, after([]string{"table: amend shield bank ben.hand"}, after(casting("skip", "ben"), "ben: use shield")...)...),
			[]string{"ann: countered skip"}},
		{"a spell turned", after(actTwo, after([]string{"table: amend mirror bank ben.hand", "table: amend ward deck ann.spells"},
			after(casting("skip", "ben"), "ben: use mirror")...)...),
			[]string{"ben: reflected ann skip", "ann: sealed ward skip", "ann: returned ward"}},
		{"hands changed", after(actTwo, after(casting("swap", "ben"), "ben: pass")...), []string{"ann: swapped ben"}},
		{"a market wiped", after(actTwo, casting("wipe")...), []string{"ann: returned wipe", "ann: wiped 4"}},
		{"a hex with a number", after(actTwo, after(casting("hex-limit", "ben"), "ben: pass")...), []string{"ben: hexed allot-limit 0"}},
		{"hexes without", after(actTwo, after(casting("hex-shut", "ben"), "ben: pass")...), []string{"ben: hexed no-market", "ben: hexed no-build", "ben: hexed no-cast"}},
		{"hexes upon oneself", after(actTwo, casting("hex-more")...), []string{"ann: returned hex-more", "ann: hexed bank-more 2", "ann: hexed free-cast"}},
		{"a look", after(act, casting("peek-all")...), []string{"ann: returned peek-all", "ann: peeked ben", "ann: peeked cai"}},
		{"a card that another chose", slices.Concat(act, casting("toss-others"), []string{"ann: discard ash"}), []string{"ben: loses ash"}},
		{"a card that its owner chose", slices.Concat(act, casting("toss-theirs", "ben"), []string{"ben: pass", "ben: discard ash"}), nil},
		{"an own card", slices.Concat(act, casting("toss-own"), []string{"ann: discard ash"}), nil},
		{"a spell that another chose", slices.Concat(act, []string{"table: amend pair deck ben.spells"}, casting("toss-spells", "ben"), []string{"ben: pass", "ann: discard pair"}),
			[]string{"ben: loses pair"}},
		{"an allotted card that another chose", slices.Concat(act, []string{"table: amend salt bank ben.allotted"}, casting("free-theirs", "ben"),
			[]string{"ben: pass", "ann: release salt"}), []string{"ben: loses salt"}},
		{"an allotted card that its owner chose", slices.Concat(act, []string{"table: amend salt bank ben.allotted"}, casting("free-all"), []string{"ben: release salt"}), nil},
		{"a group event of hexes", after(toThree, "ann: draw bank", "ann: take lull", "ann: pass"),
			[]string{"ann: skip", "ben: skip", "cai: skip", "ann: event-over lull"}},
		{"the win", after(toTwo, "table: amend ash bank ann.allotted", "table: amend ash bank ann.allotted", "table: amend iron bank ann.allotted",
			"table: amend iron bank ann.allotted", "table: amend salt bank ann.allotted", "ann: allot salt"), []string{"ann: won"}},
		{"nothing of a hold", after(toTwo, "ann: hold salt"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			seats := []string{"ann", "ben", "cai"}
			if !slices.Contains(c.lines, "cai: ritual knot") {
				seats = seats[:2]
			}
			s := play(t, "workshop", setup(seats...), c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTakesBack plays, with the house list, an effect by which another player returns an allotted card to its owner's hand.
func TestTakesBack(t *testing.T) {
	s := play(t, engine.HousePack, setup("ann", "ben"), "table: reveal line", "table: reveal line", "table: reveal line", "table: reveal line",
		"ann: ritual ring-of-ash", "ben: ritual ring-of-salt", "table: amend rusted-hook bank ann.hand", "table: amend catalytic-crystal bank ben.allotted line",
		"ann: use rusted-hook ben", "ann: release catalytic-crystal line")
	if diff := cmp.Diff([]string{"ben: takes-back catalytic-crystal"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	if got := enginetest.AskLine(s); got != "ben open give 1 ann" {
		t.Errorf("it asks %q", got)
	}
	enginetest.PlayLines(t, s, "ben: give ?")
	if diff := cmp.Diff([]string{"ben: passes ann"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
}

// TestViewBeforeArcana checks that, until a card of the bank has come into a hand, everybody knows that no hand has an artifice.
func TestViewBeforeArcana(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		may   bool // for the others, Ben may have an artifice
	}{
		{"the first turn", toThree, false},
		{"after a draw from the market", after(act, "ann: end"), false},
		{"with a card named that went on", after(act, "table: amend salt ann.hand cai.hand"), false},
		{"after an unseen card", after(toThree, "ann: draw bank", "ann: take ?"), true},
		{"after one that was shown to its owner", after(toThree, "ann: draw bank", "ann: take salt"), true},
		{"after an event", after(toThree, "ann: draw bank", "ann: take gust"), false},
		{"after an artifice for the market", after(toThree, "ann: draw market", "table: reveal glass"), false},
		{"after an artifice put into a hand", after(toThree, "table: amend glass bank cai.hand"), true},
		{"after an artifice out of the pile", after(toThree, "table: amend glass bank arcana", "table: amend glass arcana cai.hand"), true},
		{"after an unseen correction", after(toThree, "table: amend ? bank cai.hand"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.lines...)
			for _, viewer := range []engine.Seat{0, 2, engine.Public} {
				if got := s.View(viewer).Check(enginetest.Line(s, "ben: hold torch")).OK(); got != c.may {
					t.Errorf("seat %d: Ben may have an artifice: %t", viewer, got)
				}
			}
		})
	}
}

// TestShuffleEvents checks the events when the bank runs out.
func TestShuffleEvents(t *testing.T) {
	begun := []string{"table: reveal ash", "table: reveal ash", "table: reveal ash", "table: reveal square", "ann: ritual dune", "ben: ritual mound"}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"small hands", begun, []string{"ben: dealt 7", "table: arcana-in 5", "ann: next"}},
		{"a draw", after(begun, "ann: draw bank", "ann: take bell", "ann: take mirror", "ann: take glass", "ann: take gale"), nil},
		{"a shuffle", after(begun, "table: amend glass bank arcana", "table: amend gust bank arcana", "ann: draw bank", "ann: take bell", "ann: take mirror",
			"ann: take gale"), []string{"table: shuffled 2"}},
		{"a shuffle for the market", after(begun, "ann: draw market", "table: reveal gale", "table: reveal gust", "table: reveal glass", "table: reveal bell",
			"table: reveal mirror", "ann: build well", "ann: pay square", "ann: pay square"), []string{"ann: built well", "table: shuffled 7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "few", setup("ann", "ben"), c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	allotted := []string{"table: amend salt bank ben.allotted", "table: amend ash bank ann.allotted"}
	for _, c := range []struct {
		name  string
		lines []string
		ask   string // seat, whether it is open, key, arguments
	}{
		{"the market", nil, "table open reveal 4"},
		{"the rest of it", lay("salt", 3), "table open reveal 1"},
		{"a ritual", lay("salt", 4), "ann ritual"},
		{"a turn", toThree, "ann allot 4"},
		{"a turn with a limit", after(toThree, "table: amend embers bank ben.events"), "ann allot 1"},
		{"a turn in which the limit is reached", after(toThree, "ann: allot ash", "ann: allot iron", "table: amend embers bank ben.events"), "ann draw"},
		{"the middle of a turn", act, "ann act"},
		{"a draw", after(toThree, "ann: draw bank"), "ann open take 4"},
		{"the rest of a draw", after(toThree, "ann: draw bank", "ann: take ?"), "ann open take 3"},
		{"a price", after(act, "ann: build dear"), "ann open pay 5 dear"},
		{"the rest of it", after(act, "ann: build dear", "ann: pay salt"), "ann open pay 4 dear"},
		{"an extra price", after(act, "ann: build skip", "ann: pay salt", "ann: cast skip ben"), "ann open pay/extra 1 skip"},
		{"an answer to a spell", after(act, casting("skip", "ben")...), "ben open react/targeted skip ann"},
		{"an answer to a spell that was turned", slices.Concat(act, []string{"table: amend mirror bank cai.hand"}, casting("skip", "cai"), []string{"cai: use mirror"}),
			"ann open react/targeted skip cai"},
		{"an answer to an event", after(toThree, "ann: draw bank", "ann: take gust"), "ann open react/event gust"},
		{"a discard", after(act, casting("toss-own")...), "ann open discard/hand 2 ann"},
		{"a discard of the target", slices.Concat(act, casting("toss-theirs", "ben"), []string{"ben: pass"}), "ben open discard/hand 2 ben"},
		{"a discard of everything, chosen by another", slices.Concat(act, casting("toss-chosen", "ben"), []string{"ben: pass"}), "ann open discard/hand/rival all ben"},
		{"squares", slices.Concat(act, casting("toss-squares", "ben"), []string{"ben: pass"}), "ben open discard/square all ben"},
		{"others, chosen by another", after(act, casting("toss-others")...), "ann open discard/other/rival 2 ben"},
		{"artifices", after(act, casting("toss-tools")...), "ben open discard/artifice 1 ben"},
		{"spells, chosen by another", slices.Concat(act, []string{"table: amend pair deck cai.spells"}, casting("toss-spells", "cai"), []string{"cai: pass"}),
			"ann open discard/spell/rival all cai"},
		{"spells of an event", slices.Concat(toThree, []string{"table: amend pair deck ben.spells", "ann: draw bank", "ann: take scrolls", "ann: pass"}),
			"ben open discard/spell 1 ben"},
		{"others of an event", slices.Concat(toThree, []string{"ann: draw bank", "ann: take ruin", "ann: pass"}), "ann open discard/other all ann"},
		{"a theft", slices.Concat(act, casting("steal", "ben"), []string{"ben: pass"}), "ann open steal 2 ben"},
		{"a gift", slices.Concat(act, casting("tribute", "ben"), []string{"ben: pass"}), "ben open give 2 ann"},
		{"a gift to the left", slices.Concat(act, casting("pass-on", "ben"), []string{"ben: pass"}), "ben open give 1 cai"},
		{"squares out of the pile", slices.Concat(act, []string{"table: amend square bank squares"}, casting("dig-squares")), "ann open salvage 2 squares"},
		{"others out of the pile", slices.Concat(act, []string{"table: amend salt bank general"}, casting("dig-general", "ben"), []string{"ben: pass"}),
			"ben open salvage 1 general"},
		{"artifices out of the pile", slices.Concat(act, []string{"table: amend glass bank arcana"}, casting("dig-arcana")), "ben open salvage 1 arcana"},
		{"a pick", after(act, casting("pick-own")...), "ann open pick 2"},
		{"an allotting", after(act, casting("allot-own")...), "ann open place 2"},
		{"a release", slices.Concat(act, allotted, casting("free-own")), "ann open release/hand 2 ann"},
		{"a release, chosen by another", slices.Concat(act, allotted, casting("free-theirs", "ben"), []string{"ben: pass"}), "ann open release/discard/rival 2 ben"},
		{"a release to the piles", slices.Concat(act, allotted, casting("free-all")), "ben open release/discard 1 ben"},
		{"by hand", after(act, casting("riddle")...), "ann open done riddle"},
		{"an event by hand", after(toThree, "ann: draw bank", "ann: take errand", "ann: pass"), "ann open done errand"},
		{"the end", slices.Concat(toThree, slices.Repeat([]string{"table: amend ash bank cai.allotted"}, 5)), "cai over cai"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.lines...)
			enginetest.CheckAsk(t, s, "ann", c.ask)
			if st := s.Status(); st.Over != (st.Winner != engine.Nobody) {
				t.Errorf("over %t, winner %d", st.Over, st.Winner)
			}
		})
	}
}

// TestMovesCutShort stops the list of moves early, whatever the open question.
func TestMovesCutShort(t *testing.T) {
	three := setup("ann", "ben", "cai")
	allotted := []string{"table: amend salt bank ann.allotted", "table: amend iron bank ann.allotted", "table: amend glass bank ann.allotted ash",
		"table: amend glass bank ann.allotted ash", "table: amend prism bank ann.allotted salt"}
	for _, lines := range [][]string{
		nil, lay("salt", 4), after(toThree, "table: amend glass bank ann.hand", "table: amend torch bank ann.hand", "table: amend hook bank ann.hand",
			"table: amend net bank ben.hand"),
		after(toThree, "table: amend drought bank ann.events", "table: amend strike bank ann.events"), after(toThree, "ann: draw bank"),
		after(toThree, "ann: draw bank", "ann: take gust"), after(act, "ann: build dear"),
		after(act, "table: amend skip deck ann.spells", "table: amend steal deck ann.spells", "table: amend draw-own deck ann.spells"),
		after(act, after([]string{"table: amend mirror bank ben.hand", "table: amend thorn bank ben.hand"}, casting("skip", "ben")...)...),
		after(act, casting("toss-own")...), after(act, after(casting("toss-squares", "ben"), "ben: pass")...),
		after(act, after([]string{"table: amend pair deck ben.spells"}, after(casting("steal", "ben"), "ben: pass")...)...),
		after(act, casting("pick-own")...), after(act, casting("allot-own")...), after(act, casting("riddle")...),
		after(act, after(allotted, casting("free-own")...)...),
		after(act, after([]string{"table: amend salt bank general", "table: amend ash bank general"}, after(casting("dig-general", "ben"), "ben: pass")...)...),
	} {
		s := play(t, "workshop", three, lines...)
		if err := enginetest.CheckEarlyStop(s); err != nil {
			t.Errorf("after %v %v", lines, err)
		}
	}
}

// TestAbsentFacts checks that facts are absent: a record has no line for that.
func TestAbsentFacts(t *testing.T) {
	cais := slices.Repeat([]string{"table: amend ash bank cai.allotted"}, 4)
	for _, c := range []struct {
		name   string
		lines  []string
		absent []string
	}{
		{"at the start", nil, []string{"winner", "allots", "rules", "market", "discard.general.salt", "discard.arcana.kinds", "ann.hand.seen", "ann.spells",
			"ann.built", "ann.events", "ann.skips", "ann.hexes", "ann.ritual", "ann.allotted.ash", "ann.allotted.glass", "ann.needs", "ann.needs.ash",
			"paying", "price", "paid", "spell"}},
		{"while circles are chosen", lay("salt", 4), []string{"ask", "allots", "rules", "ben.ritual"}},
		{"in a turn", toThree, []string{"ask", "rules", "ann.allotted.square", "ann.needs.square", "cai.needs.salt", "cai.allotted.iron", "ann.allotted.glass",
			"ann.hand.seen", "spell"}},
		{"in a draw", after(toThree, "ann: draw bank"), []string{"allots", "paying"}},
		{"after a turn's draw", act, []string{"allots", "ask"}},
		{"an empty market", after(toThree, "ann: draw market"), []string{"market"}},
		{"after the last copy", after(toThree, "table: amend salt bank general", "table: amend salt general bank"), []string{"discard.general.salt"}},
		{"before the first card is paid", after(act, "ann: build dear"), []string{"paid", "ann.built", "spell"}},
		{"when it is paid", after(act, "ann: build skip", "ann: pay salt"), []string{"paid", "paying", "price", "ask"}},
		{"the extra price is paid", after(act, "ann: build skip", "ann: pay salt", "ann: cast skip ben", "ann: pay salt"), []string{"paid", "paying", "price", "ann.built"}},
		{"a spell is over", after(act, after(casting("skip", "ben"), "ben: pass")...), []string{"spell", "ann.spells", "ann.skips", "ben.hexes"}},
		{"under a question of the spell", after(act, casting("toss-own")...), []string{"paying", "price", "paid"}},
		{"a missed turn is over", after(act, "table: amend ben.skips 1", "table: amend cai.skips 1", "ann: end"), []string{"ben.skips", "cai.skips", "allotted"}},
		{"a hex is in force", after(act, after(casting("hex-limit", "ben"), "ben: pass", "ann: end")...), []string{"ben.hexes"}},
		{"a hex is over", after(act, after(casting("hex-limit", "ben"), "ben: pass", "ann: end", "ben: draw market", "table: reveal salt", "table: reveal salt",
			"table: reveal salt", "table: reveal salt", "ben: end")...), []string{"rules", "ben.hexes"}},
		{"an event is over", after(toThree, "ann: draw bank", "ann: take wash", "ann: pass"), []string{"ann.events", "market"}},
		{"a crystal is gone", after(toThree, "table: amend glass bank ann.allotted ash", "table: amend glass ann.allotted bank ash"), []string{"ann.allotted.glass"}},
		{"the end", after(toThree, after(cais, "table: amend fog bank ann.events", "table: amend ash bank cai.allotted")...), []string{"ask", "allots", "rules"}},
		{"the end in a spell", after(act, after(cais, after(casting("allot-theirs", "cai"), "cai: pass", "cai: allot ash")...)...),
			[]string{"ask", "allots", "spell", "ann.skips"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "workshop", setup("ann", "ben", "cai"), c.lines...)
			enginetest.CheckAbsent(t, s, c.absent...)
		})
	}
}

// TestTinyBank checks that with fewer cards than the set-up needs, everybody gets what there is.
func TestTinyBank(t *testing.T) {
	const tiny = `game = "athame"
resource = [{ name = "square", copies = 3, pile = "squares" }, { name = "moon", copies = 4, pile = "general" }]
ritual = [{ name = "night", needs = { moon = 9 } }, { name = "day", needs = { moon = 9 } }]
spell = [{ name = "bolt", cost = { any = 1 }, effect = [{ do = "wipe" }] }]
artifice = [{ name = "glass", joker = true }]
`
	s, err := athame.Game().New(setup("ann", "ben"), []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, "table: reveal moon", "table: reveal moon", "table: reveal moon", "table: reveal moon", "ann: ritual night")
	if diff := cmp.Diff([]string{"ann: dealt 3"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	enginetest.PlayLines(t, s, "ben: ritual day")
	if diff := cmp.Diff([]string{"ben: dealt 0", "table: arcana-in 1", "ann: next"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	// Ann has only three squares, and the bank has only the glass.
	if diff := cmp.Diff([]string{"ann: draw bank", "ann: draw market"}, enginetest.Moves(s)); diff != "" {
		t.Error(diff)
	}
	enginetest.PlayLines(t, s, "ann: draw bank", "ann: take ?")
	if diff := cmp.Diff([]string{"ann: build bolt", "ann: end"}, enginetest.Moves(s)); diff != "" {
		t.Error(diff)
	}
	enginetest.PlayLines(t, s, "ann: end", "ben: draw market")
	if got, ok := engine.Fact(s, "market"); ok {
		t.Errorf("the market has %s", got)
	}
	enginetest.PlayLines(t, s, "ben: end", "ann: draw none", "ann: end", "ben: allot moon", "ben: allot moon", "ben: allot moon", "ben: allot moon")
	for _, r := range []struct{ line, rule string }{
		{"ben: draw bank", "draw.empty"}, {"ben: draw market", "draw.empty"}, {"ben: allot moon", "allot.limit"}, {"ann: hold glass square 3", ""},
	} {
		if v := s.Check(enginetest.Line(s, r.line)); v.Rule != r.rule {
			t.Errorf("%s is refused for %q, not %q", r.line, v.Rule, r.rule)
		}
	}
	enginetest.PlayLines(t, s, "ben: draw none", "ben: end", "ann: draw none", "ann: build bolt", "ann: pay square")
	if diff := cmp.Diff([]string{"ann: built bolt", "table: shuffled 1"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	if err := athame.Conserve(s); err != nil {
		t.Error(err)
	}
}

// TestEmptyDeal checks a list without cards for the market: there is none, and the game begins with the choice of circles.
func TestEmptyDeal(t *testing.T) {
	const one = `game = "athame"
resource = [{ name = "square", pile = "squares" }, { name = "moon", pile = "general" }]
ritual = [{ name = "night", needs = { moon = 1 } }, { name = "day", needs = { moon = 2 } }]
`
	s, err := athame.Game().New(setup("ann", "ben"), []byte(one))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, "table: reveal square", "table: reveal moon")
	if got := enginetest.AskLine(s); got != "ann ritual" {
		t.Errorf("it asks %q", got)
	}
	enginetest.PlayLines(t, s, "ann: ritual night", "ben: ritual day")
	if diff := cmp.Diff([]string{"ben: dealt 0", "ann: next"}, enginetest.Format(s, s.Events())); diff != "" {
		t.Error(diff)
	}
	enginetest.PlayLines(t, s, "ann: draw market", "ann: end", "ben: draw none", "ben: end", "ann: allot moon")
	if st := s.Status(); !st.Over || st.Winner != 0 {
		t.Errorf("over %t, winner %d", st.Over, st.Winner)
	}
}

// TestSetupErrors checks headers that must be refused.
func TestSetupErrors(t *testing.T) {
	enginetest.CheckSetupsRefused(t, athame.Game(), map[string]string{
		"ann":                   "1 seats, where the game is for 2 to 4 players",
		"ann bank":              `seat "bank": that word means something else`,
		"ann market":            `seat "market": that word means something else`,
		"ann deck":              `seat "deck": that word means something else`,
		"ann ben, seal eternal": `option seal cannot be "eternal": it is one of spent, lasting`,
	})
}

// TestSeatsCalledLikeCards checks that players may have the names of verbs, cards and spells.
func TestSeatsCalledLikeCards(t *testing.T) {
	s := play(t, "workshop", setup("salt", "skip", "fog", "pass"), after(lay("salt", 4), "salt: ritual wheel", "skip: ritual cross", "fog: ritual knot",
		"pass: ritual crown", "salt: draw market", "table: reveal salt", "table: reveal salt", "table: reveal salt", "table: reveal salt",
		"table: amend skip deck salt.spells", "salt: cast skip skip", "skip: pass")...)
	enginetest.CheckFacts(t, s, map[string]string{"skip.skips": "1", "salt.hand.seen": "salt salt salt salt", "turn": "salt", "deck.skip": "3"})
	enginetest.PlayLines(t, s, "salt: end")
	if got, _ := engine.Fact(s, "turn"); got != "fog" {
		t.Errorf("it is the turn of %q", got)
	}
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLine(f, athame.Game(), setup("ann", "ben", "cai"), records, "*.table")
}

// TestViewOfTheBank checks that a seen card in the bank, put there by hand, does not reveal to others whether a draw was named.
func TestViewOfTheBank(t *testing.T) {
	lines := []string{"table: reveal ash", "table: reveal salt", "table: reveal square", "table: reveal square", "ann: ritual mound", "ben: ritual hill",
		"ann: draw market", "table: reveal glass", "table: reveal bell", "table: reveal gust", "table: reveal mirror", "table: reveal gale", "ann: end",
		"ben: draw bank", "ben: take glass", "ben: take ?", "table: amend square ann.hand bank"}
	shown := play(t, "few", setup("ann", "ben"), after(lines, "ben: take bell")...)
	unseen := play(t, "few", setup("ann", "ben"), after(lines, "ben: take ?")...)
	for _, viewer := range []engine.Seat{0, engine.Public} {
		if diff := cmp.Diff(enginetest.Text(unseen.View(viewer)), enginetest.Text(shown.View(viewer))); diff != "" {
			t.Errorf("seat %d sees whether a card was shown:\n%s", viewer, diff)
		}
	}
}
