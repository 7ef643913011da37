package sacrilege_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

func TestPackErrors(t *testing.T) {
	const head = "game = \"sacrilege\"\n[[kind]]\nname = \"monk\"\nvalue = 1\ncopies = 60\n"
	effect := func(table string) string { return head + "reward = [" + table + "]" }
	for _, c := range []struct{ name, pack, says string }{
		{"no game", "[[kind]]\nname = \"monk\"\nvalue = 1\ncopies = 60", `game "", not of "sacrilege"`},
		{"another game", `game = "chess"`, `game "chess"`},
		{"no TOML", "game = \"sacrilege\"\n\n[[kind", "line 3: "},
		{"value is a text", head + "[[kind]]\nname = \"imp\"\nvalue = \"x\"", "line 8 (last key \"kind.value\")"},
		{"green is a number", head + "green = 1", "line 6 (last key"},
		{"reward is no list", head + "reward = 3", "line 6 (last key"},
		{"no kind", `game = "sacrilege"`, "0 cards are too few: with 2 seats it takes 12"},
		{"too few cards", strings.Replace(head, "60", "11", 1), "11 cards are too few"},
		{"no name", head + "[[kind]]\nvalue = 1", `line 6: kind 2 (""): it has no name`},
		{"a strange name", head + "[[kind]]\nname = \"Imp\"\nvalue = 1", `kind 2 ("Imp"): its name is not made of lower case letters`},
		{"a name twice", head + "[[kind]]\nname = \"monk\"\nvalue = 1", `kind 2 ("monk"): there is such a kind already`},
		{"no value", head + "[[kind]]\nname = \"imp\"", `kind 2 ("imp"): it has no value`},
		{"too low a value", head + "[[kind]]\nname = \"imp\"\nvalue = -7", "value -7 is not between -6 and 7"},
		{"too high a value", head + "[[kind]]\nname = \"imp\"\nvalue = 8", "value 8 is not between -6 and 7"},
		{"no copy", strings.Replace(head, "60", "0", 1), "copies: 0 is not between 1 and 9999"},
		{"copies without end", strings.Replace(head, "60", "9223372036854775807", 1), "is not between 1 and 9999"},
		{"too many cards", strings.Replace(head, "60", "9999", 1) + "[[kind]]\nname = \"imp\"\nvalue = 1", "more than 9999 cards"},
		{"no word", effect(`{ n = 1 }`), `line 2: kind 1 ("monk"): reward: effect 1: it has no word`},
		{"an unknown word", effect(`{ do = "draw" }, { do = "dance" }`), `reward: effect 2: there is no effect word "dance"`},
		{"an unknown parameter", effect(`{ do = "draw", sign = "plus" }`), `draw: it takes no "sign"`},
		{"a parameter of another word", effect(`{ do = "sleep", n = 2 }`), `sleep: it takes no "n"`},
		{"effects without end", effect(strings.Repeat(`{ do = "move", n = 99 }, `, 10) + `{ do = "draw", n = 10 }`), "reward: its effects are done 1000 times together, which is more than 999"},
		{"options without end", effect(`{ do = "either", options = [[{ do = "draw" }], [` + strings.Repeat(`{ do = "move", n = 99 }, `, 11) + `]] }`), "done 1090 times together"},
		{"options of another word", effect(`{ do = "draw", options = [[], []] }`), `draw: it takes no "options"`},
		{"an unknown value", effect(`{ do = "draw", who = "nobody" }`), "draw: who cannot be nobody: it is one of all, host, one, other, others, self"},
		{"a value of another word", effect(`{ do = "steal", who = "one" }`), "steal: who cannot be one: it is one of host, other, others"},
		{"trade with all", effect(`{ do = "trade", who = "others" }`), "it is one of host, other"},
		{"own is no area of from", effect(`{ do = "move", from = "own" }`), "move: from cannot be own"},
		{"a strange condition", effect(`{ do = "draw", when = "never" }`), "it is one of foreign, minus, own, plus"},
		{"a strange sign", effect(`{ do = "move", sign = "zero" }`), "it is one of minus, plus"},
		{"a strange colour", effect(`{ do = "move", colour = "red" }`), "it is one of green, plain"},
		{"taken into an altar", effect(`{ do = "take", into = "altar" }`), "it is one of owner, self"},
		{"raised into an owner", effect(`{ do = "raise", into = "owner" }`), "it is one of altar, hand"},
		{"n is 0", effect(`{ do = "draw", n = 0 }`), "n cannot be 0: it is a number from 1"},
		{"n is a text", effect(`{ do = "draw", n = "2" }`), "it is a number from 1"},
		{"n is no whole number", effect(`{ do = "draw", n = 1.5 }`), "it is a number from 1"},
		{"optional is a text", effect(`{ do = "draw", optional = "yes" }`), "optional cannot be yes: it is true or false"},
		{"repeat is a number", effect(`{ do = "extra", repeat = 1 }`), "repeat cannot be 1: it is true or false"},
		{"a text that is none", effect(`{ do = "manual", text = 5 }`), "text cannot be 5: it is a text"},
		{"no options", effect(`{ do = "either" }`), "either: it has no options"},
		{"one option", effect(`{ do = "either", options = [[]] }`), "two to nine lists"},
		{"ten options", effect(`{ do = "either", options = [[],[],[],[],[],[],[],[],[],[]] }`), "two to nine lists"},
		{"options that are no list", effect(`{ do = "either", options = 2 }`), "two to nine lists"},
		{"an option that is no list", effect(`{ do = "either", options = [[], 2] }`), "option 2 is no list of effects"},
		{"an option of no effects", effect(`{ do = "either", options = [[], [2]] }`), "option 2 is no list of effects"},
		{"an error in an option", effect(`{ do = "either", options = [[], [{ do = "sing" }]] }`), `either: option 2: effect 1: there is no effect word "sing"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			enginetest.CheckRefused(t, sacrilege.Game(), setup("ann", "ben"), []byte(c.pack), c.says)
		})
	}
}

func TestTooManyKinds(t *testing.T) {
	var b strings.Builder
	b.WriteString("game = \"sacrilege\"\n")
	for i := range 257 {
		b.WriteString("[[kind]]\nname = \"k" + strings.Repeat("x", i) + "\"\nvalue = 0\n")
	}
	all := b.String()
	if _, err := sacrilege.Game().New(setup("ann", "ben"), []byte(all)); err == nil || !strings.Contains(err.Error(), "257 kinds are more than 256") {
		t.Errorf("257 kinds: %v", err)
	}
	if _, err := sacrilege.Game().New(setup("ann", "ben"), []byte(all[:strings.LastIndex(all, "[[kind]]")])); err != nil {
		t.Errorf("256 kinds: %v", err)
	}
}

// TestPackTolerance checks that unknown keys of a kind are ignored, and that a kind's name may be a word with another meaning.
func TestPackTolerance(t *testing.T) {
	pack := `game = "sacrilege"
author = "me"
[[kind]]
name = "deck"
value = 1
copies = 10
painter = "somebody"
[[kind]]
name = "7"
value = 7
copies = 10
[[kind]]
name = "ann"
value = 0
green = true
reward = [{ do = "either", options = [[], []] }]
[[kind]]
name = "draw"
value = 2
[[kind]]
name = "turn"
value = 2
[[kind]]
name = "7th"
value = 2
`
	s, err := sacrilege.Game().New(setup("ann", "ben"), []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	if c := s.Catalog(); c.Class(c.Name("7"))&engine.ClassNumber == 0 || c.Class(c.Name("7th"))&engine.ClassNumber != 0 {
		t.Error("the kind 7 is no number, or the kind 7th is one")
	}
	play := func(seat, verb string, args ...string) {
		t.Helper()
		m := s.Catalog().Move(seat, verb, args...)
		if v := s.Play(m); !v.OK() {
			t.Errorf("%s is refused for %s", s.Catalog().Format(m), v.Rule)
		}
	}
	play("table", "reveal", "draw")
	play("table", "amend", "turn", "ben")
	play("table", "amend", "turn", "deck", "ben.hand")
	play("table", "amend", "deck", "deck", "ben.hand")
	play("table", "amend", "ann.favours", "2")
	play("ann", "sacrifice", "ann", "ann")
	play("ann", "choose", "2")
	play("ben", "draw", "7")
	play("table", "amend", "ben.skips", "7")
	enginetest.CheckFacts(t, s, map[string]string{"ben.hand.seen": "7 deck turn", "ann.favours": "2", "ann.altar": "ann", "ben.skips": "7", "grave": "draw"})
}

func FuzzPack(f *testing.F) {
	enginetest.FuzzPack(f, sacrilege.Game(), sacrilege.Conserve, records,
		"game = \"sacrilege\"\n[[kind]]\nname = \"a\"\nvalue = 1\ncopies = 12\nreward = [{ do = \"draw\", n = 9999999999 }]")
}

// TestSeatNames checks that a seat cannot have the name of a place.
func TestSeatNames(t *testing.T) {
	for _, name := range []string{"deck", "grave", "none"} {
		if _, err := sacrilege.Game().New(setup("ann", name), sacrilege.Game().House); err == nil || !strings.Contains(err.Error(), "means something else") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOptions checks that a card that leaves a choice says what each answer does, in both languages, whatever the card list writes on the card.
func TestOptions(t *testing.T) {
	const pack = `game = "sacrilege"
[[kind]]
name = "fork"
value = 0
green = true
text = "Do as you like."
reward = [{ do = "either", options = [
	[{ do = "draw", n = 2 }], [{ do = "discard" }, { do = "extra", repeat = true }], [{ do = "drop", who = "one" }], [{ do = "draw", who = "all", n = 3 }], [],
] }]
[[kind]]
name = "other"
value = 2
copies = 40
`
	g := sacrilege.Game()
	s, err := g.New(setup("ann", "ben"), []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	words := func(language string) *engine.Phrases {
		t.Helper()
		r, err := g.Localization(language)
		if err != nil {
			t.Fatal(err)
		}
		return r.Phrases
	}
	play := func(seat, verb string, args ...string) {
		t.Helper()
		if got := words("en").Options(s); got != nil {
			t.Errorf("before %s %s %v there are the options %q", seat, verb, args, got)
		}
		if v := s.Play(s.Catalog().Move(seat, verb, args...)); !v.OK() {
			t.Fatalf("%s %s %v is refused for %s", seat, verb, args, v.Rule)
		}
	}
	play("table", "reveal", "other")
	play("table", "amend", "turn", "ann")
	play("ann", "sacrifice", "fork", "ann")
	for language, want := range map[string][]string{
		"en": {
			"Draw two cards.", "Discard a card. You have one more action in this turn. It may be one of a sort that you have used.",
			"A player of your choice discards a card at random.", "Everybody: draw cards, 3 each.", "Nothing happens.",
		},
		"fr": {
			"Piochez deux cartes.", "Défaussez une carte. Vous avez une action de plus pendant ce tour. Elle peut être d'une sorte déjà faite.",
			"Un joueur de votre choix défausse une carte au hasard.", "Tout le monde : piocher des cartes, 3 chacun.", "Il ne se passe rien.",
		},
	} {
		if diff := cmp.Diff(want, words(language).Options(s)); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", language, diff)
		}
	}
}

// TestRepetitionsEnd: a card whose effect would be done more often than anybody could count is done a few times, in no time.
func TestRepetitionsEnd(t *testing.T) {
	const pack = `game = "sacrilege"
[[kind]]
name = "pendulum"
value = 6
green = true
reward = [{ do = "move", n = 4611686018427387904 }]
[[kind]]
name = "other"
value = 2
copies = 40
`
	s, err := sacrilege.Game().New(setup("ann", "ben"), []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []engine.Move{
		s.Catalog().Move("table", "reveal", "other"), s.Catalog().Move("table", "amend", "turn", "ann"), s.Catalog().Move("ann", "sacrifice", "pendulum", "ann"),
	} {
		if v := s.Play(m); !v.OK() {
			t.Fatalf("%s is refused for %s", s.Catalog().Format(m), v.Rule)
		}
	}
	// It goes to and fro, as there is nothing else that it could move.
	if got := len(s.Events()); got != 99 {
		t.Errorf("the pendulum has moved %d times", got)
	}
}
