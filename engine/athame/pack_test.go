package athame_test

import (
	"fmt"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

// The parts of a valid card list. Each test makes one of them invalid.
const (
	packHead = `game = "athame"
`
	packResources = `[[resource]]
name = "square"
copies = 9
pile = "squares"
[[resource]]
name = "moon"
copies = 9
pile = "general"
[[resource]]
name = "sun"
copies = 9
pile = "general"
`
	packRituals = `[[ritual]]
name = "night"
needs = { moon = 2, sun = 1 }
[[ritual]]
name = "day"
needs = { sun = 3 }
`
	packSpell = `[[spell]]
name = "bolt"
copies = 2
cost = { square = 1, any = 1 }
effect = [{ do = "discard", who = "target", count = 1 }]
`
	packEvents = `[[event]]
name = "gale"
sort = "group"
effect = [{ do = "draw", count = 1 }]
[[event]]
name = "fog"
sort = "round"
rules = [{ rule = "no-cast" }]
`
	packArtifices = `[[artifice]]
name = "glass"
joker = true
[[artifice]]
name = "hook"
when = "own-turn"
effect = [{ do = "wipe" }]
[[artifice]]
name = "mirror"
when = "targeted"
effect = [{ do = "reflect" }]
`
	goodPack = packHead + packResources + packRituals + packSpell + packEvents + packArtifices
)

// spoilt returns the good card list with one text replaced by another.
func spoilt(t testing.TB, was, is string) string {
	t.Helper()
	return enginetest.Edited(t, goodPack, was, is)
}

// badPack is an invalid card list with a part of its error.
type badPack struct{ name, pack, says string }

func tryBad(t *testing.T, packs []badPack) {
	t.Helper()
	for _, c := range packs {
		t.Run(c.name, func(t *testing.T) {
			enginetest.CheckRefused(t, athame.Game(), setup("ann", "ben"), []byte(c.pack), c.says)
		})
	}
}

func TestPackErrors(t *testing.T) {
	swap := func(was, is string) string { return spoilt(t, was, is) }
	more := func(text string) string { return goodPack + text }
	tryBad(t, []badPack{
		{"no game", swap(packHead, ""), `game "", not of "athame"`},
		{"another game", swap(`"athame"`, `"pantacle"`), `game "pantacle", not of "athame"`},
		{"no TOML", swap("copies = 9", "copies 9"), "line 4: "},
		{"copies is a text", swap("copies = 9", `copies = "9"`), `(last key "resource.copies"): incompatible types`},
		{"a cost is a number", swap("cost = { square = 1, any = 1 }", "cost = 2"), `line 20: spell 1 ("bolt"): cost: it has no part`},
		{"an effect is a text", swap(`[{ do = "wipe" }]`, `"wipe"`), `(last key "artifice.effect"): incompatible types`},
		{"joker is a text", swap("joker = true", `joker = "yes"`), "line 35"},

		{"no resource", packHead + packRituals, "the resource square is missing"},
		{"no squares", swap("name = \"square\"\ncopies = 9\npile = \"squares\"", "name = \"star\"\npile = \"general\""), "the resource square is missing"},
		{"a resource without a name", swap(`name = "moon"`+"\n", ""), `line 6: resource 2 (""): it has no name`},
		{"a strange name", swap(`name = "moon"`, `name = "Moon"`), `line 6: resource 2 ("Moon"): its name is not made of lower case letters, digits and -`},
		{"a number for a name", swap(`name = "moon"`, `name = "12"`), `resource 2 ("12"): its name is not made of`},
		{"a resource twice", swap(`name = "sun"`, `name = "moon"`), `line 10: resource 3 ("moon"): there is such a kind already: a resource`},
		{"no pile", swap(`pile = "general"`, ""), `line 6: resource 2 ("moon"): pile: "" is neither squares nor general`},
		{"the pile of arcana", swap(`pile = "general"`, `pile = "arcana"`), `pile: "arcana" is neither squares nor general`},
		{"squares on the general pile", swap(`pile = "squares"`, `pile = "general"`), `line 2: resource 1 ("square"): pile: the resource square, and no other one, has the pile squares`},
		{"another resource on the pile of squares", swap(`pile = "general"`, `pile = "squares"`), `line 6: resource 2 ("moon"): pile: the resource square, and no other one`},
		{"no copy", swap("copies = 9", "copies = 0"), `line 2: resource 1 ("square"): copies: 0 is not between 1 and 9999`},
		{"less than no copy", swap("copies = 9", "copies = -1"), "copies: -1 is not between 1 and 9999"},
		{"copies without end", swap("copies = 9", "copies = 9223372036854775807"), "is not between 1 and 9999"},
		{"too many cards", swap("copies = 9", "copies = 9990"), `line 10: resource 3 ("sun"): copies: with it there are more than 9999 cards`},
		{"too many cards with an artifice", more("copies = 9990\n"), `line 40: artifice 3 ("mirror"): copies: with it`},
		{"too many spells", more("[[spell]]\nname = \"dart\"\ncopies = 9998\ncost = { any = 1 }\neffect = [{ do = \"wipe\" }]\n"),
			`line 44: spell 2 ("dart"): copies: with it there are more than 9999 cards`},

		{"a ritual without a name", swap(`name = "night"`+"\n", ""), `line 14: ritual 1 (""): it has no name`},
		{"a ritual of a strange name", swap(`"night"`, `"the night"`), `ritual 1 ("the night"): its name is not made of`},
		{"a ritual twice", swap(`"day"`, `"night"`), `line 17: ritual 2 ("night"): there is such a ritual already`},
		{"a ritual without needs", swap("needs = { sun = 3 }\n", ""), `line 17: ritual 2 ("day"): needs: there is nothing`},
		{"a ritual that needs nothing", swap("{ sun = 3 }", "{}"), `ritual 2 ("day"): needs: there is nothing`},
		{"a ritual with squares", swap("{ sun = 3 }", "{ square = 3 }"), `ritual 2 ("day"): needs: a ritual needs no square`},
		{"a ritual with a star", swap("{ sun = 3 }", "{ star = 3 }"), `needs: there is no resource "star"`},
		{"a ritual with an artifice", swap("{ sun = 3 }", "{ glass = 3 }"), `needs: there is no resource "glass"`},
		{"a ritual with no suns", swap("{ sun = 3 }", "{ sun = 0 }"), `needs: sun: 0 is not between 1 and 9999`},
		{"a ritual with too many suns", swap("{ sun = 3 }", "{ sun = 10000 }"), `needs: sun: 10000 is not between 1 and 9999`},
		{"a ritual with too much", swap("{ sun = 3 }", "{ moon = 9000, sun = 1000 }"), `needs: they are more than 9999 cards`},
		{"too few rituals", packHead + packResources + packSpell + "[[ritual]]\nname = \"day\"\nneeds = { sun = 3 }\n", "1 rituals are too few for 2 players"},
		{"no ritual", packHead + packResources, "0 rituals are too few for 2 players"},

		{"a spell without a name", swap(`name = "bolt"`+"\n", ""), `line 20: spell 1 (""): it has no name`},
		{"a spell twice", more(packSpell), `line 44: spell 2 ("bolt"): there is such a kind already: a spell`},
		{"a spell called like a resource", swap(`"bolt"`, `"sun"`), `line 20: spell 1 ("sun"): there is such a kind already: a resource`},
		{"a spell called like an event", swap(`"bolt"`, `"fog"`), `spell 1 ("fog"): there is such a kind already: an event`},
		{"a spell called like an artifice", swap(`"bolt"`, `"hook"`), `spell 1 ("hook"): there is such a kind already: an artifice`},
		{"no spell of it", swap("copies = 2", "copies = 0"), `line 20: spell 1 ("bolt"): copies: 0 is not between`},
		{"a spell without a cost", swap("cost = { square = 1, any = 1 }\n", ""), `line 20: spell 1 ("bolt"): cost: it has no part`},
		{"a cost without parts", swap("{ square = 1, any = 1 }", "{}"), `spell 1 ("bolt"): cost: it has no part`},
		{"an unknown part", swap("{ square = 1, any = 1 }", "{ moon = 1 }"), `cost: moon is none of square, other, same, any`},
		{"a part of nothing", swap("{ square = 1, any = 1 }", "{ square = 0 }"), `cost: square: 0 is not between 1 and`},
		{"a part without end", swap("{ square = 1, any = 1 }", "{ same = 10000 }"), `cost: same: 10000 is not between 1 and`},

		{"an event without a name", swap(`name = "gale"`+"\n", ""), `line 25: event 1 (""): it has no name`},
		{"an event twice", swap(`"fog"`, `"gale"`), `line 29: event 2 ("gale"): there is such a kind already: an event`},
		{"two copies of an event", swap(`sort = "group"`, "sort = \"group\"\ncopies = 2"), `line 25: event 1 ("gale"): copies: there is one copy of each event`},
		{"no copy of an event", swap(`sort = "group"`, "sort = \"group\"\ncopies = 0"), `event 1 ("gale"): copies: 0 is not between 1 and 9999`},
		{"an event without a sort", swap(`sort = "group"`, ""), `line 25: event 1 ("gale"): sort:`},
		{"an unknown sort", swap(`"group"`, `"everybody"`), `sort: everybody is none of group, individual, round`},
		{"a group event with rules", swap(`sort = "group"`, "sort = \"group\"\nrules = [{ rule = \"no-cast\" }]"), `line 25: event 1 ("gale"): rules: they are for round events`},
		{"an event without an effect", swap(`effect = [{ do = "draw", count = 1 }]`, ""), `event 1 ("gale"): effect: there is none`},
		{"a round event with an effect", swap(`sort = "round"`, "sort = \"round\"\neffect = [{ do = \"wipe\" }]"), `line 29: event 2 ("fog"): effect: a round event has rules instead`},
		{"a round event without rules", swap("rules = [{ rule = \"no-cast\" }]\n", ""), `line 29: event 2 ("fog"): rules: there are none`},
		{"no rules", swap(`[{ rule = "no-cast" }]`, "[]"), `event 2 ("fog"): rules: there are none`},

		{"an artifice without a name", swap(`name = "glass"`+"\n", ""), `line 33: artifice 1 (""): it has no name`},
		{"an artifice twice", swap(`"hook"`, `"glass"`), `line 36: artifice 2 ("glass"): there is such a kind already: an artifice`},
		{"an artifice called like an event", swap(`"hook"`, `"fog"`), `artifice 2 ("fog"): there is such a kind already: an event`},
		{"a joker with a condition", swap("joker = true", "joker = true\nwhen = \"own-turn\""), `line 33: artifice 1 ("glass"): joker: it has neither when nor effect`},
		{"a joker with an effect", swap("joker = true", "joker = true\neffect = [{ do = \"wipe\" }]"), `artifice 1 ("glass"): joker: it has neither when nor effect`},
		{"neither joker nor condition", swap("joker = true", ""), `artifice 1 ("glass"): when:`},
		{"an unknown condition", swap(`"own-turn"`, `"always"`), `line 36: artifice 2 ("hook"): when: always is none of own-turn, rival-turn, targeted, event`},
		{"an artifice without an effect", swap("effect = [{ do = \"wipe\" }]\n", ""), `artifice 2 ("hook"): effect: there is none`},

		{"cards in another form have no lines", strings.Replace(swap(packHead, packHead+"spell = [{ name = \"bolt\", copies = 2 }]\n"), packSpell, "", 1),
			`spell 1 ("bolt"): cost: it has no part`},
	})
}

// TestEffectErrors checks steps that no card can have, on a spell, an event or an artifice.
func TestEffectErrors(t *testing.T) {
	spell := func(steps string) string { return spoilt(t, `[{ do = "discard", who = "target", count = 1 }]`, steps) }
	event := func(steps string) string { return spoilt(t, `[{ do = "draw", count = 1 }]`, steps) }
	artifice := func(when, steps string) string {
		return strings.Replace(spoilt(t, `[{ do = "wipe" }]`, steps), `"own-turn"`, `"`+when+`"`, 1)
	}
	const onSpell, onEvent, onHook = `line 20: spell 1 ("bolt"): effect, step 1: `, `line 25: event 1 ("gale"): effect, step 1: `,
		`line 36: artifice 2 ("hook"): effect, step 1: `
	packs := []badPack{
		{"no step", spell("[]"), `line 20: spell 1 ("bolt"): effect: there is none`},
		{"a step without a word", spell(`[{ count = 1 }]`), onSpell + "do: there is no word"},
		{"an unknown word", spell(`[{ do = "dance" }]`), onSpell + `do: there is no word "dance"`},
		{"a word in capitals", spell(`[{ do = "Draw", count = 1 }]`), `do: there is no word "Draw"`},
		{"a number for a word", spell(`[{ do = 1 }]`), `do: there is no word "1"`},
		{"the second step", spell(`[{ do = "wipe" }, { do = "dance" }]`), `effect, step 2: do: there is no word "dance"`},
		{"a key that the word has not", spell(`[{ do = "wipe", count = 1 }]`), onSpell + "wipe: it takes no count"},
		{"an unknown key", spell(`[{ do = "draw", count = 1, colour = "red" }]`), "draw: it takes no colour"},
		{"who where nobody is concerned", spell(`[{ do = "wipe", who = "actor" }]`), "wipe: it takes no who"},
		{"who of manual", spell(`[{ do = "manual", text = "x", who = "target" }]`), "manual: it takes no who"},
		{"of outside of discard", spell(`[{ do = "steal", who = "target", count = 1, of = "square" }]`), "steal: it takes no of"},
		{"by outside of discard and release", spell(`[{ do = "give", to = "left", count = 1, by = "actor" }]`), "give: it takes no by"},

		{"no count", spell(`[{ do = "draw" }]`), onSpell + "draw: count is missing"},
		{"a count of nothing", spell(`[{ do = "draw", count = 0 }]`), "draw: count: 0 is not a number from 1 to 9999"},
		{"a count below", spell(`[{ do = "pick", count = -1 }]`), "pick: count: -1 is not a number"},
		{"a count without end", spell(`[{ do = "draw", count = 10000 }]`), "draw: count: 10000 is not a number"},
		{"a count in words", spell(`[{ do = "draw", count = "two" }]`), "draw: count: two is not a number"},
		{"half a card", spell(`[{ do = "draw", count = 0.5 }]`), "draw: count: 0.5 is not a number"},
		{"all outside of discard", spell(`[{ do = "draw", count = "all" }]`), "draw: count: all is not a number"},
		{"steal all", spell(`[{ do = "steal", who = "target", count = "all" }]`), "steal: count: all is not a number"},

		{"an unknown who", spell(`[{ do = "draw", count = 1, who = "everybody" }]`), "draw: who: everybody is none of actor, target, opponents"},
		{"steal from nobody", spell(`[{ do = "steal", count = 1 }]`), "steal: who is missing"},
		{"steal from oneself", spell(`[{ do = "steal", count = 1, who = "actor" }]`), "steal: who: actor is none of target, opponents"},
		{"swap with nobody", spell(`[{ do = "swap" }]`), "swap: who is missing"},
		{"swap with several", spell(`[{ do = "swap", who = "opponents" }]`), "swap: who: opponents is none of target"},
		{"peek at nobody", spell(`[{ do = "peek" }]`), "peek: who is missing"},
		{"peek at oneself", spell(`[{ do = "peek", who = "actor" }]`), "peek: who: actor is none of target, opponents"},

		{"an unknown of", spell(`[{ do = "discard", count = 1, of = "moon" }]`), "discard: of: moon is none of hand, square, other, artifice, spell"},
		{"an unknown by", spell(`[{ do = "discard", count = 1, by = "target" }]`), "discard: by: target is none of owner, actor"},
		{"give without to", spell(`[{ do = "give", count = 1 }]`), "give: to is missing"},
		{"give to the right", spell(`[{ do = "give", count = 1, to = "right" }]`), "give: to: right is none of left, actor"},
		{"release without to", spell(`[{ do = "release", count = 1 }]`), "release: to is missing"},
		{"release to the left", spell(`[{ do = "release", count = 1, to = "left" }]`), "release: to: left is none of hand, discard"},
		{"salvage without a pile", spell(`[{ do = "salvage", count = 1 }]`), "salvage: pile is missing"},
		{"salvage from the market", spell(`[{ do = "salvage", count = 1, pile = "market" }]`), "salvage: pile: market is none of squares, general, arcana"},
		{"manual without a text", spell(`[{ do = "manual" }]`), "manual: text is missing"},
		{"manual with an empty text", spell(`[{ do = "manual", text = "" }]`), "manual: text: it is to say what the players do"},
		{"manual with a number", spell(`[{ do = "manual", text = 1 }]`), "manual: text: it is to say"},

		{"hex without a rule", spell(`[{ do = "hex", who = "target" }]`), "hex: rule is missing"},
		{"hex with an unknown rule", spell(`[{ do = "hex", rule = "no-fun" }]`), `hex: there is no special rule "no-fun"`},
		{"hex with a number for a rule", spell(`[{ do = "hex", rule = 1 }]`), `hex: there is no special rule`},
		{"hex without the value", spell(`[{ do = "hex", rule = "surcharge" }]`), "hex: rule surcharge: its value is missing"},
		{"hex with a value too many", spell(`[{ do = "hex", rule = "no-bank", value = 1 }]`), "hex: rule no-bank: it has no value"},
		{"a surcharge of nothing", spell(`[{ do = "hex", rule = "surcharge", value = 0 }]`), "rule surcharge: its value 0 is not between 1 and 9999"},
		{"no card more", spell(`[{ do = "hex", rule = "bank-more", value = 0 }]`), "rule bank-more: its value 0 is not between 1 and 9999"},
		{"a limit below", spell(`[{ do = "hex", rule = "allot-limit", value = -1 }]`), "rule allot-limit: its value -1 is not between 0 and 9999"},
		{"a limit without end", spell(`[{ do = "hex", rule = "allot-limit", value = 10000 }]`), "rule allot-limit: its value 10000 is not between 0 and 9999"},
		{"a value in words", spell(`[{ do = "hex", rule = "surcharge", value = "one" }]`), "hex: value: one is no number"},

		{"cancel on a spell", spell(`[{ do = "cancel" }]`), onSpell + "cancel: it is not for this kind of card"},
		{"reflect on a spell", spell(`[{ do = "reflect" }]`), onSpell + "reflect: it is not for this kind of card"},
		{"a Seal with something else", spell(`[{ do = "seal" }, { do = "wipe" }]`), onSpell + "seal stands alone"},
		{"something else with a Seal", spell(`[{ do = "wipe" }, { do = "seal" }]`), `effect, step 2: seal stands alone`},

		{"an event that steals", event(`[{ do = "steal", who = "target", count = 1 }]`), onEvent + "steal: it is not for this kind of card"},
		{"an event that changes hands", event(`[{ do = "swap", who = "target" }]`), onEvent + "swap: it is not for this kind of card"},
		{"an event that peeks", event(`[{ do = "peek", who = "target" }]`), onEvent + "peek: it is not for this kind of card"},
		{"an event that cancels", event(`[{ do = "cancel" }]`), onEvent + "cancel: it is not for this kind of card"},
		{"an event that reflects", event(`[{ do = "reflect" }]`), onEvent + "reflect: it is not for this kind of card"},
		{"an event that is a Seal", event(`[{ do = "seal" }]`), onEvent + "seal: it is not for this kind of card"},
		{"an event with who", event(`[{ do = "draw", count = 1, who = "actor" }]`), onEvent + "draw: the step of an event takes no who"},
		{"an event with by", event(`[{ do = "discard", count = 1, by = "owner" }]`), onEvent + "discard: the step of an event takes no by"},
		{"an event that gives to the actor", event(`[{ do = "give", count = 1, to = "actor" }]`), onEvent + "give: to: the step of an event gives to the left only"},

		{"an artifice that is a Seal", artifice("own-turn", `[{ do = "seal" }]`), onHook + "seal: it is not for this kind of card"},
		{"cancel in the own turn", artifice("own-turn", `[{ do = "cancel" }]`), onHook + "cancel: it is not for this kind of card"},
		{"cancel in another's turn", artifice("rival-turn", `[{ do = "cancel" }]`), onHook + "cancel: it is not for this kind of card"},
		{"reflect in another's turn", artifice("rival-turn", `[{ do = "reflect" }]`), onHook + "reflect: it is not for this kind of card"},
		{"an event reflected", artifice("event", `[{ do = "reflect" }]`), onHook + "reflect: it is not for this kind of card"},
	}
	rules := func(rules string) string { return spoilt(t, `[{ rule = "no-cast" }]`, rules) }
	const onRules = `line 29: event 2 ("fog"): rules, 1: `
	packs = append(packs,
		badPack{"a rule without a word", rules(`[{ value = 1 }]`), onRules + `there is no special rule ""`},
		badPack{"an unknown rule", rules(`[{ rule = "no-fun" }]`), onRules + `there is no special rule "no-fun"`},
		badPack{"a key too many", rules(`[{ rule = "no-cast", who = "target" }]`), onRules + `there is no word "who"`},
		badPack{"no value", rules(`[{ rule = "bank-more" }]`), onRules + "rule bank-more: its value is missing"},
		badPack{"a value too many", rules(`[{ rule = "free-cast", value = 1 }]`), onRules + "rule free-cast: it has no value"},
		badPack{"the second rule", rules(`[{ rule = "no-cast" }, { rule = "surcharge", value = 0 }]`),
			`rules, 2: rule surcharge: its value 0 is not between 1 and 9999`},
	)
	tryBad(t, packs)
}

// TestPackSeats checks that there must be at least as many rituals as players.
func TestPackSeats(t *testing.T) {
	players := []string{"ann", "ben", "cai", "dee"}
	list := goodPack
	for n := 2; n <= 4; n++ {
		if _, err := athame.Game().New(setup(players[:n]...), []byte(list)); err != nil {
			t.Errorf("%d players: %v", n, err)
		}
		if n < 4 {
			_, err := athame.Game().New(setup(players[:n+1]...), []byte(list))
			if want := fmt.Sprintf("%d rituals are too few for %d players", n, n+1); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, not %q", err, want)
			}
		}
		list += fmt.Sprintf("[[ritual]]\nname = \"r-%d\"\nneeds = { moon = 1 }\n", n)
	}
}

func TestTooManyKinds(t *testing.T) {
	bank, spells, rituals := goodPack, goodPack, goodPack
	for i := range 248 {
		bank += fmt.Sprintf("[[artifice]]\nname = \"a%d\"\njoker = true\n", i)
	}
	for i := range 255 {
		spells += fmt.Sprintf("[[spell]]\nname = \"s%d\"\ncost = { any = 1 }\neffect = [{ do = \"wipe\" }]\n", i)
	}
	for i := range 254 {
		rituals += fmt.Sprintf("[[ritual]]\nname = \"r%d\"\nneeds = { sun = 1 }\n", i)
	}
	enginetest.CheckPlayable(t, athame.Game(), setup("ann", "ben"), athame.Conserve, 200, map[string]string{
		"256 rituals": rituals, "256 kinds of bank cards": bank, "256 kinds of spells": spells,
	})
	tryBad(t, []badPack{
		{"257 rituals", rituals + "[[ritual]]\nname = \"last\"\nneeds = { sun = 1 }\n", "257 rituals are more than 256"},
		{"257 kinds of bank cards", bank + "[[artifice]]\nname = \"last\"\njoker = true\n", "257 kinds of bank cards are more than 256"},
		{"257 kinds of spells", spells + "[[spell]]\nname = \"last\"\ncost = { any = 1 }\neffect = [{ do = \"wipe\" }]\n", "257 kinds of spells are more than 256"},
	})
}

// TestPackTolerance checks that unknown keys are ignored, that lists may have another form or lack parts, and that names may be words with another
// meaning: a verb, a place, a seat, an event of the game, a ritual.
func TestPackTolerance(t *testing.T) {
	const list = `game = "athame"
author = "me"
resource = [
  { name = "square", copies = 10, pile = "squares", painter = "somebody" },
  { name = "ann", copies = 10, pile = "general", title = "Anna" },
  { name = "bank", copies = 10, pile = "general" },
]
ritual = [{ name = "all", needs = { ann = 1 } }, { name = "ann", needs = { bank = 9999 } }]
`
	if _, err := athame.Game().New(setup("cai", "dee"), []byte(list)); err != nil {
		t.Errorf("without spells, events and artifices: %v", err)
	}
	const more = `[[spell]]
name = "pass"
cost = { square = 1, other = 1, same = 1, any = 1 }
effect = [{ do = "skip", who = "opponents" }]
[[event]]
name = "next"
copies = 1
sort = "individual"
effect = [{ do = "discard", count = "all", of = "spell" }, { do = "draw", count = 9999 }]
[[event]]
name = "no-cast"
sort = "round"
rules = [{ rule = "allot-limit", value = 9999 }, { rule = "bank-more", value = 9999 }, { rule = "surcharge", value = 9999 }, { rule = "surcharge", value = 9999 }]
[[artifice]]
name = "market"
joker = false
when = "rival-turn"
effect = [{ do = "give", to = "left", count = 1, who = "target" }]
[[artifice]]
name = "none"
joker = true
copies = 3
`
	s, err := athame.Game().New(setup("ann", "ben"), []byte(list+more))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.PlayLines(t, s, "table: reveal bank", "table: reveal bank", "table: reveal ann", "table: reveal square", "ann: ritual ann", "ben: ritual all",
		"table: amend no-cast bank ben.events", "table: amend market bank ben.hand", "ben: use market ann", "ann: give ?",
		"table: amend none bank ann.hand", "ann: allot none bank", "ann: draw market", "table: reveal ann", "table: reveal ann", "table: reveal ann",
		"table: reveal ann")
	enginetest.CheckFacts(t, s, map[string]string{
		"rules": "allot-limit-9999 bank-more-9999 surcharge-9999 surcharge-9999", "ann.allotted.none": "bank", "ann.needs": "9998",
		"ann.hand": "10", "ben.hand": "8", "discard.arcana.kinds": "market", "deck.pass": "1",
	})
	if v := s.Check(enginetest.Line(s, "ann: build pass")); v.Rule != "build.cost" {
		t.Errorf("a spell that costs 20000 cards is refused for %q", v.Rule)
	}
	enginetest.PlayLines(t, s, "ann: end", "ben: draw bank", "ben: take next")
	if got, _ := engine.Fact(s, "ask"); got != "ben take 9999" {
		t.Errorf("it asks %q", got)
	}
	for range 200 {
		var next engine.Move
		for m := range s.Moves {
			next = m
			break
		}
		if next.Verb == engine.None {
			break
		}
		s.Play(next)
		if err := athame.Conserve(s); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzPack(f *testing.F) {
	enginetest.FuzzPack(f, athame.Game(), athame.Conserve, records, goodPack,
		strings.Replace(goodPack, `[{ rule = "no-cast" }]`, `[{ rule = "bank-more", value = 9999 }, { rule = "surcharge", value = 9999 }, { rule = "allot-limit", value = 0 }]`, 1))
}

// TestTitles checks what things are called: by their titles, or else by their names.
func TestTitles(t *testing.T) {
	titled := strings.Replace(strings.Replace(goodPack, "name = \"day\"\n", "name = \"day\"\ntitle = \"Broad Daylight\"\n", 1), "name = \"gale\"\n", "name = \"gale\"\ntitle = \"A Gale\"\n", 1)
	s, err := athame.Game().New(setup("ann", "ben"), []byte(titled))
	if err != nil {
		t.Fatal(err)
	}
	c := s.Catalog()
	for word, want := range map[string]string{"bolt": "Bolt", "gale": "A Gale", "fog": "Fog", "glass": "Glass", "hook": "Hook", "moon": "Moon", "night": "Night", "day": "Broad Daylight"} {
		if got := c.Entry(c.Name(word)).Title; got != want {
			t.Errorf("%s is called %q, not %q", word, got, want)
		}
	}
}
