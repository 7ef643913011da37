package sacrilege_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

// play begins a game with the house list and plays lines such as `ann: draw imp`.
func play(t testing.TB, s engine.Setup, lines ...string) engine.State {
	t.Helper()
	return enginetest.Begin(t, sacrilege.Game(), records, engine.HousePack, s, lines...)
}

// TestRulesHaveWords checks that every rule id of the engine is on the page.
func TestRulesHaveWords(t *testing.T) {
	book, err := engine.ParseRulebook(sacrilege.Game().Rules.Read())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range sacrilege.Rules {
		if r, ok := book.Rule(id); !ok || r.Plain == "" {
			t.Errorf("the page has no words for %s", id)
		}
	}
	for _, c := range sacrilege.Game().Options {
		if _, ok := book.Rule(c.Rule); !ok {
			t.Errorf("option %s changes %s, which is no rule of the page", c.Name, c.Rule)
		}
	}
}

// Before the first card of the Graveyard no turn can be supposed. A card that a reward turns up does not prevent it.
func TestSupposeBeforeAReveal(t *testing.T) {
	two := setup("ann", "ben")
	if _, ok := play(t, two).WithTurnOf(1); ok {
		t.Error("before the first turn")
	}
	s := play(t, two, "table: reveal king", "ann: invoke bell-ringer")
	if asked, _ := engine.Fact(s, "pending"); asked != "table reveal" {
		t.Fatalf("asked is %s", asked)
	}
	if _, ok := s.WithTurnOf(1); !ok {
		t.Error("not while a reward turns up a card")
	}
}

func TestLanding(t *testing.T) {
	three := setup("ann", "ben", "cai")
	for _, c := range []struct {
		name   string
		before []string
		lands  map[string]string
	}{
		{"the first card", nil, map[string]string{"table: reveal king": "grave"}},
		{"a turn", []string{"table: reveal king"}, map[string]string{
			"ann: sacrifice imp ben": "ben.altar", "ann: invoke imp": "ann.altar", "ann: draw imp": "ann.hand", "ann: draw": "",
			"ann: draw ?": "", "ann: purge": "", "ann: end": "", "ben: hold imp": "ben.hand", "table: amend imp deck ben.altar": "ben.altar",
			"table: amend ? deck ben.hand": "", "table: amend ann.favours 1": "", "ann: give imp": "", "ann: raise king": "",
			"ann: dance": "", "table: reveal imp": "",
		}},
		{"a summons", []string{"table: reveal king", "ann: sacrifice bell-ringer ben"}, map[string]string{"table: reveal imp": "ben.altar"}},
		{"a gift", []string{"table: reveal king", "ann: sacrifice miller ann", "ann: choose cai"}, map[string]string{
			"ann: give imp": "cai.hand", "ann: give ?": "", "ann: give": "",
		}},
		{"taking", []string{"table: reveal king", "table: amend monk deck cai.altar", "table: amend nun deck cai.altar", "ann: sacrifice martyr ben"},
			map[string]string{"ann: take monk cai": "ann.hand", "ann: take martyr ben": "ann.hand"}},
		{"giving back", []string{"table: reveal king", "table: amend monk deck cai.altar", "ann: sacrifice nun ben"}, map[string]string{
			"ann: take nun ben": "ben.hand", "ann: take monk cai": "cai.hand",
		}},
		{"destroying", []string{"table: reveal king", "ann: sacrifice paladin ben"}, map[string]string{"ann: destroy paladin ben": "grave"}},
		{"moving", []string{"table: reveal king", "ann: sacrifice smuggler ben"}, map[string]string{"ann: move smuggler ben cai": "cai.altar"}},
		{"swapping", []string{"table: reveal king", "table: amend imp deck cai.altar", "ann: sacrifice fence ben"}, map[string]string{
			"ann: swap fence ben imp cai": "cai.altar",
		}},
		{"raising", []string{"table: reveal king", "ann: sacrifice necromancer ben"}, map[string]string{
			"ann: raise king ben": "ben.altar", "ann: raise king": "",
		}},
		{"raising into the hand", []string{"table: reveal king", "table: amend imp deck grave", "ann: sacrifice grave-robber ben"}, map[string]string{
			"ann: raise king": "ann.hand", "ann: raise king ben": "",
		}},
		{"dropping", []string{"table: reveal king", "ann: sacrifice rat-catcher ben", "ann: choose cai"}, map[string]string{"cai: drop imp": "grave"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, three, c.before...)
			enginetest.CheckDestinations(t, s, c.lands)
		})
	}
}

func TestTold(t *testing.T) {
	three := setup("ann", "ben", "cai")
	for _, c := range []struct {
		before []string
		move   string
		told   [4]string // ann, ben, cai, everybody
	}{
		{nil, "ann: hold imp", [4]string{"ann: hold imp"}},
		{[]string{"table: reveal king"}, "ann: draw imp", [4]string{"ann: draw imp", "ann: draw ?", "ann: draw ?", "ann: draw ?"}},
		{[]string{"table: reveal king"}, "ann: draw", [4]string{"ann: draw", "ann: draw", "ann: draw", "ann: draw"}},
		{[]string{"table: reveal king", "ann: sacrifice miller ann", "ann: choose ben"}, "ann: give imp",
			[4]string{"ann: give imp", "ann: give imp", "ann: give ?", "ann: give ?"}},
		{[]string{"table: reveal king"}, "table: amend imp deck ann.hand",
			[4]string{"table: amend imp deck ann.hand", "table: amend ? deck ann.hand", "table: amend ? deck ann.hand", "table: amend ? deck ann.hand"}},
		{[]string{"table: reveal king"}, "table: amend imp ann.hand ben.hand",
			[4]string{"table: amend imp ann.hand ben.hand", "table: amend imp ann.hand ben.hand", "table: amend ? ann.hand ben.hand", "table: amend ? ann.hand ben.hand"}},
		{[]string{"table: reveal king"}, "table: amend king grave ann.hand",
			[4]string{"table: amend king grave ann.hand", "table: amend king grave ann.hand", "table: amend king grave ann.hand", "table: amend king grave ann.hand"}},
		{[]string{"table: reveal king"}, "ann: sacrifice imp ben",
			[4]string{"ann: sacrifice imp ben", "ann: sacrifice imp ben", "ann: sacrifice imp ben", "ann: sacrifice imp ben"}},
	} {
		t.Run(c.move, func(t *testing.T) {
			s := play(t, three, c.before...)
			enginetest.CheckRedacted(t, s, c.move, c.told)
		})
	}
}

func TestEvents(t *testing.T) {
	three := setup("ann", "ben", "cai")
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"draws are counted", []string{"table: reveal king", "ann: sacrifice monk ann"}, []string{"ann: drawn 2"}},
		{"everybody draws", []string{"table: reveal king", "ann: sacrifice baker ann"}, []string{"ann: drawn", "ben: drawn", "cai: drawn"}},
		{"theft", []string{"table: reveal king", "ann: sacrifice bandit ann"}, []string{"ann: stolen ben", "ann: stolen cai"}},
		{"trade", []string{"table: reveal king", "ann: sacrifice duchess cai"}, []string{"ann: traded cai"}},
		{"sleep and look", []string{"table: reveal king", "ann: sacrifice sheriff cai"}, []string{"cai: asleep"}},
		{"look", []string{"table: reveal king", "ann: sacrifice sheriff ann"}, []string{"ann: looked ben", "ann: looked cai"}},
		{"one more action", []string{"table: reveal king", "ann: sacrifice vestal ann"}, []string{"ann: drawn", "ann: extra"}},
		{"the turn goes on", []string{"table: reveal king", "table: amend ben.skips 1", "ann: end"}, []string{"ben: missed", "cai: next"}},
		{"the only answer", []string{"table: reveal king", "table: amend monk deck cai.altar", "ann: sacrifice headsman ben"},
			[]string{"ann: destroy monk cai"}},
		{"success", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray", "table: amen"}, []string{"ben: success"}},
		{"failure", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray", "cai: sacrifice imp ben", "table: amen"}, []string{"ben: failure"}},
		{"victory", []string{"table: reveal king", "table: amend seraph deck ben.altar", "table: amend ben.favours 2", "ben: pray", "table: amen"},
			[]string{"ben: success", "ben: won"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, three, c.lines...)
			if diff := cmp.Diff(c.want, enginetest.Format(s, s.Events())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	three := setup("ann", "ben", "cai")
	for _, c := range []struct {
		name   string
		lines  []string
		ask    string // seat, whether it is open, key, arguments
		timer  string // the seat, whether it is paused, the run
		winner engine.Seat
	}{
		{"the first card", nil, "table open open", "", engine.Nobody},
		{"a turn", []string{"table: reveal king"}, "ann turn", "", engine.Nobody},
		{"a turn with cards to play", []string{"table: reveal king", "table: amend bishop deck ann.hand", "table: amend imp deck ann.altar"}, "ann turn", "", engine.Nobody},
		{"a choice", []string{"table: reveal king", "ann: sacrifice usurer ann"}, "ann open choose/steal usurer", "", engine.Nobody},
		{"a gift", []string{"table: reveal king", "ann: sacrifice blackmailer ann", "ann: choose cai"}, "cai open tribute blackmailer ann", "", engine.Nobody},
		{"a summons", []string{"table: reveal king", "ann: sacrifice bell-ringer cai"}, "table open summon bell-ringer cai", "", engine.Nobody},
		{"an offer", []string{"table: reveal king", "ann: sacrifice gravedigger ann"}, "ann open accept/bury gravedigger", "", engine.Nobody},
		{"the hand limit", []string{"table: reveal king", "table: amend ? deck ann.hand", "table: amend ? deck ann.hand", "ann: end"}, "ann open limit", "", engine.Nobody},
		{"a ritual", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray"}, "table ritual ben", "ben runs 1", engine.Nobody},
		{"the second ritual", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray", "table: amen",
			"table: amend martyr deck ben.altar", "ben: pray"}, "table ritual ben", "ben runs 2", engine.Nobody},
		{"a question in a ritual", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray", "cai: sacrifice hermit cai"},
			"cai open move hermit", "ben stands 1", engine.Nobody},
		{"after the amen", []string{"table: reveal king", "table: amend seraph deck ben.altar", "ben: pray", "cai: sacrifice hermit cai", "table: amen"},
			"cai open move hermit", "", engine.Nobody},
		{"the end", []string{"table: reveal king", "table: amend ben.favours 3"}, "ben over ben", "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, three, c.lines...)
			st := s.Status()
			if got := enginetest.AskLine(s); got != c.ask {
				t.Errorf("it asks %q, not %q", got, c.ask)
			}
			if err := enginetest.CheckEarlyStop(s); err != nil {
				t.Error(err)
			}
			if got := timer(s, st.Timer); got != c.timer {
				t.Errorf("the timer is %q, not %q", got, c.timer)
			}
			if st.Winner != c.winner || st.Over != (c.winner != engine.Nobody) {
				t.Errorf("over %t, won by %v", st.Over, st.Winner)
			}
			if st.Timer.For > 0 && st.Timer.Then != enginetest.Line(s, "table: amen") {
				t.Errorf("the timer ends with %s", s.Catalog().Format(st.Timer.Then))
			}
		})
	}
}

// TestThrows checks rule ritual.disrupt for green cards whose effects depend on the altar: such a card may be thrown into a ritual only if the
// effects that apply can change the altar of the seat that prays.
func TestThrows(t *testing.T) {
	s := enginetest.Begin(t, sacrilege.Game(), records, "throws", setup("ann", "ben", "cai"), "table: reveal fiend", "table: amend saint deck ann.altar", "ann: pray")
	const (
		annOwn  = "ann ann" // seat that throws, and the seat whose altar gets the card; Ann prays
		annBens = "ann ben"
		benAnns = "ben ann"
		benOwn  = "ben ben"
		benCais = "ben cai"
	)
	throws := []string{annOwn, annBens, benAnns, benOwn, benCais}
	for _, c := range []struct {
		card string
		may  []string // the allowed ones
	}{
		{"own-sacrifice", []string{annOwn, benOwn}},
		{"foreign-sacrifice", []string{annBens, benAnns, benCais}},
		{"own-take", []string{annOwn, benOwn}},
		{"foreign-take", []string{annBens, benAnns, benCais}},
		{"own-destroy-host", []string{annOwn}},
		{"foreign-destroy-host", []string{benAnns}},
		{"own-raze-elsewhere", []string{benOwn}},
		{"foreign-raze-self", []string{annBens}},
		{"plus-destroy", throws},
		{"own-draw-foreign-move", []string{annBens, benAnns, benCais}},
		{"own-either", []string{annOwn, benOwn}},
		{"either-foreign", []string{annBens, benAnns, benCais}},
		{"one", []string{annOwn, benAnns}},
	} {
		t.Run(c.card, func(t *testing.T) {
			for _, throw := range throws {
				by, on, _ := strings.Cut(throw, " ")
				want := "ritual.disrupt"
				if slices.Contains(c.may, throw) {
					want = ""
				}
				if v := s.Check(enginetest.Line(s, by+": sacrifice "+c.card+" "+on)); v.Rule != want {
					t.Errorf("thrown by %s on the altar of %s it is refused for %q, not %q", by, on, v.Rule, want)
				}
			}
		})
	}
}

// timer returns a timer in words, empty if none is running.
func timer(s engine.State, t engine.Timer) string {
	if t.For == 0 {
		return ""
	}
	how := "runs"
	if t.Paused {
		how = "stands"
	}
	if t.For != 6*time.Second {
		return t.For.String()
	}
	return s.Catalog().SeatWord(t.Seat) + " " + how + " " + s.Catalog().Word(engine.Number(t.Run))
}

// TestViewForgets checks that cards that others show, hold or were dealt change neither a view nor its legal moves.
func TestViewForgets(t *testing.T) {
	three := setup("ann", "ben", "cai")
	plain := play(t, three, "table: reveal king", "ann: draw", "ben: hold page")
	told := play(t, three, "ann: hold imp monk", "table: reveal king", "ann: draw cook", "cai: hold nun", "ben: hold page", "ann: hold fool")
	enginetest.CheckViewsHide(t, plain, told)
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLine(f, sacrilege.Game(), setup("ann", "ben", "cai"), records, "*.table")
}
