package companion_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/companion"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

func packsOf(action string, edit protocol.Edit) protocol.PacksRequest {
	return protocol.PacksRequest{Action: action, Game: "sacrilege", Pack: "mine", Edit: &edit}
}

// list returns the answer to a request for card lists.
func (h *testTable) list(p *companion.Phone, r protocol.PacksRequest) *protocol.CardList {
	h.Helper()
	a := p.Do(h.Context(), r)
	if !a.OK || a.List == nil {
		h.Fatalf("%s: %s", r.Action, a.Text)
	}
	return a.List
}

// copyHouseList makes a copy of the house list.
func (h *testTable) copyHouseList(p *companion.Phone) *protocol.CardList {
	h.Helper()
	r := packsOf("copy", protocol.Edit{Name: "mine"})
	r.Pack = ""
	return h.list(p, r)
}

// row returns the row of a kind.
func row(l *protocol.CardList, name string) int {
	for i, r := range l.Tables["kind"] {
		if r.Values["name"] == name {
			return i
		}
	}
	return -1
}

// set edits a field of a kind.
func set(l *protocol.CardList, name, field string, x any) protocol.PacksRequest {
	return packsOf("set", protocol.Edit{Mark: l.Mark, Table: "kind", Row: row(l, name), Field: field, Value: x})
}

func TestCardListEditor(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		own := h.copyHouseList(host)
		if own.Name != "mine" || !own.OK || own.Kinds != 66 || own.Cards != 66 || own.Odd != "" || own.Names["imp"].Class != "card" || own.Form != nil {
			t.Errorf("own.ListView is %+v", own.ListView)
		}
		file := filepath.Join(h.dir, "packs", "sacrilege.mine.toml")
		text := func() string {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		if want := strings.Replace(string(sacrilege.Game().House), `pack = "house"`, `pack = "mine"`, 1); text() != want {
			t.Error("the copy is another text")
		}
		read := packsOf("read", protocol.Edit{Form: true})
		if l := h.list(host, read); l.Form == nil || l.Words["value"] != "Value" || l.Mark != own.Mark || len(l.Tables["kind"]) != 66 {
			t.Errorf("l.ListView is %+v", l.ListView)
		}

		// An edit changes its line, and is told in plain words.
		before := text()
		own = h.list(host, set(own, "tyrant", "value", 3.0))
		if got := text(); got != strings.Replace(before, "value = -6", "value = 3", 1) || !own.OK {
			t.Error("more than a line has changed")
		}
		own = h.list(host, set(own, "tyrant", "reward", []any{
			map[string]any{"do": "draw", "n": 2.0}, map[string]any{"do": "either", "options": []any{[]any{}, []any{map[string]any{"do": "bury"}}}},
		}))
		said := own.Tables["kind"][0].Effects["reward"]
		if len(said) != 2 || said[0] != "Draw two cards." || said[1] != "Choose what happens. (1) (2) A card from the Necronomicon goes to the Graveyard." {
			t.Errorf("the effects are %q", said)
		}

		// A draft with a fault is kept, and tells where it is.
		own = h.list(host, set(own, "imp", "value", 9.0))
		at := row(own, "imp")
		if own.OK || own.Names != nil || len(own.Faults) != 1 {
			t.Fatalf("own is %+v", own)
		}
		f := own.Faults[0]
		if f.Table != "kind" || f.Row != at || f.Field != "value" || strings.Split(text(), "\n")[f.Line-1] != "value = 9" || f.Text != "Value 9 is not between -6 and 7." {
			t.Errorf("f is %+v", f)
		}
		start := protocol.StartRequest{Game: "sacrilege", Pack: "mine", Seats: []string{"ann", "ben"}}
		h.mustRefuseWith(host, start, `Line 169: kind 25 ("imp"): value 9 is not between -6 and 7.`)
		own = h.list(host, set(own, "imp", "value", 1.0))

		// Rows come, go and change places.
		n := len(own.Tables["kind"])
		own = h.list(host, packsOf("add", protocol.Edit{Mark: own.Mark, Table: "kind", Row: 0, Value: map[string]any{"name": "cat", "value": 1.0, "copies": 2.0}}))
		if !own.OK || own.Cards != 68 || row(own, "cat") != 1 {
			t.Errorf("%+v: cat is %d", own.ListView, row(own, "cat"))
		}
		own = h.list(host, packsOf("move", protocol.Edit{Mark: own.Mark, Table: "kind", Row: 0}))
		if row(own, "cat") != 0 {
			t.Error("it has not moved")
		}
		own = h.list(host, packsOf("remove", protocol.Edit{Mark: own.Mark, Table: "kind", Row: 0}))
		if row(own, "cat") != -1 || len(own.Tables["kind"]) != n {
			t.Error("it is still there")
		}

		all := host.Do(t.Context(), protocol.PacksRequest{Action: "list"}).Lists
		if len(all) != 2 || all[0].Name != "house" || all[0].Tags == 0 || all[1].Name != "mine" || !all[1].OK {
			t.Errorf("all is %+v", all)
		}
		if a := host.Do(t.Context(), packsOf("export", protocol.Edit{})); a.Record != text() {
			t.Error("exported is something else")
		}
		if _, err := json.Marshal(h.list(host, read)); err != nil {
			t.Error(err)
		}

		const noList = "There is no card list of that name: "
		for _, c := range []struct {
			protocol.Request
			says string
		}{
			{packsOf("dance", protocol.Edit{}), `Card lists cannot "dance": they can list, read, copy, rename, set, add, remove, move, plain, import, check, export and delete.`},
			{packsOf("copy", protocol.Edit{Name: "mine"}), `There is a card list "mine" already.`},
			{packsOf("copy", protocol.Edit{Name: "../x"}), `The list cannot be written: "../x" cannot be the name of a card list: it is made of lower case letters, digits and -.`},
			{packsOf("copy", protocol.Edit{Name: "house"}), `The list cannot be written: "house" is the list that comes with Familiar: choose another name.`},
			{packsOf("copy", protocol.Edit{Name: strings.Repeat("x", 33)}), "The list cannot be written: the name of a card list has no more than 32 letters."},
			{packsOf("set", protocol.Edit{Mark: "old", Table: "kind", Field: "value", Value: 1.0}), "The list has been changed in between: look at it again."},
			{packsOf("set", protocol.Edit{Mark: own.Mark, Table: "cat", Field: "value", Value: 1.0}), "There is no such table in a card list of this game."},
			{packsOf("set", protocol.Edit{Mark: own.Mark, Table: "kind", Row: 999, Field: "value", Value: 1.0}), "There is no such row: the list has changed in between."},
			{packsOf("add", protocol.Edit{Mark: own.Mark, Table: "kind", Value: "x"}), "A row is made of fields."},
			{packsOf("rename", protocol.Edit{Name: "Mine"}), `The list cannot be written: "Mine" cannot be the name of a card list: it is made of lower case letters, digits and -.`},
			{protocol.PacksRequest{Action: "set", Game: "sacrilege", Edit: &protocol.Edit{Table: "kind", Field: "value"}}, `"house" is the list that comes with Familiar: choose another name.`},
			{protocol.PacksRequest{Action: "delete", Game: "sacrilege"}, `"house" is the list that comes with Familiar: choose another name.`},
			{protocol.PacksRequest{Action: "read", Game: "chess"}, `There is no game "chess".`},
			{protocol.PacksRequest{Action: "read", Game: "sacrilege", Pack: "../../x"}, `"../../x" cannot be the name of a card list: it is made of lower case letters, digits and -.`},
			{protocol.PacksRequest{Action: "read", Game: "sacrilege", Pack: "none"}, noList + "none."},
		} {
			h.mustRefuseWith(host, c.Request, c.says)
		}
		h.must(host, packsOf("delete", protocol.Edit{}))
		h.mustRefuseWith(host, read, noList+"mine.")
	})
}

// Everybody reads the faults of a list, or of the setup of a game, in their own language.
func TestFaultsAreTranslated(t *testing.T) {
	games := []engine.Game{sacrilege.Game(), pantacle.Game(), athame.Game(), oracle.Game(), sator.Game()}
	atTable(t, func(o *companion.Options) { o.Games = games }, func(t *testing.T, h *testTable) {
		both := h.twins("")
		reads := func(got, want string) {
			t.Helper()
			if got = strings.ReplaceAll(got, "\u00a0", " "); got != want {
				t.Errorf("it reads %q, not %q", got, want)
			}
		}
		for _, c := range []struct {
			game            int
			was, is         string
			english, french string
		}{
			{0, "value = -6", "value = -7", "Value -7 is not between -6 and 7.", "La valeur -7 n’est pas entre -6 et 7."},
			{0, `[{ do = "raze", from = "any" }]`, `[{ do = "race" }]`, `Reward: effect 1: there is no effect word "race".`, "Reward : effet 1 : il n’y a pas de mot d’effet « race »."},
			{0, `"headsman"`, `"head\u001bsman"`, "Its name is not made of lower case letters, digits and -.", "Son nom n’est pas fait de lettres minuscules, de chiffres et de -."},
			{1, `phases = ["new", `, `phases = ["full", `, `Phases: "full" is no name of a phase, or there twice.`, "Phases : « full » n’est pas le nom d’une phase, ou s’y trouve deux fois."},
			{1, `effects = ["adept-cost 1"]`, `effects = ["adept\u001b"]`, `Effect "adept\x1b": there is no such effect word.`, `Effet « adept\x1b » : ce mot d’effet n’existe pas.`},
			{2, `{ do = "skip", who = "target" }`, `{ do = "skip", who = "me" }`, "Effect, step 1: skip: who: me is none of actor, target, opponents.", "Effect, étape 1 : skip : who : me n’est aucun de ces mots : actor, target, opponents."},
			{2, "triangle = 5", "square = 5", "Needs: a ritual needs no square.", "Needs : un cercle rituel ne demande pas de square."},
			{3, `bottom = ["", "x",`, `bottom = ["", "gold 1000",`, `Horoscope.bottom, 2: "gold 1000": 1000 is not between 0 and 999.`, "Horoscope.bottom, 2 : « gold 1000 » : 1000 n’est pas entre 0 et 999."},
			{3, "days = 3 ", "days = 0 ", "Days: 0 is not between 1 and 999.", "Days : 0 n’est pas entre 1 et 999."},
			{4, `side = "west"`, `side = "left"`, `Side: "left" is none of north, east, south, west.`, "Side : « left » n’est aucun de ces mots : north, east, south, west."},
		} {
			g := games[c.game]
			text := strings.Replace(string(g.House), c.was, c.is, 1)
			check := protocol.PacksRequest{Action: "check", Game: g.ID, Edit: &protocol.Edit{Text: text}}
			for p, want := range map[*companion.Phone]string{both.english: c.english, both.french: c.french} {
				if l := h.list(p, check); len(l.Faults) != 1 {
					t.Errorf("%s: %+v", c.is, l.Faults)
				} else {
					reads(l.Faults[0].Text, want)
				}
			}
		}

		broken := packsOf("check", protocol.Edit{Text: "game = "})
		reads(h.mustRefuse(both.english, broken).Text, "Line 1: unexpected EOF; expected value.")
		reads(h.mustRefuse(both.french, broken).Text, "Ligne 1 : unexpected EOF; expected value.")

		own := h.copyHouseList(both.english)
		h.list(both.english, set(own, "headsman", "value", 9.0))
		start := protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}
		for _, c := range []struct {
			pack, option    string
			seats           []string
			english, french string
		}{
			{"", "", []string{"ann"}, "1 seats, where the game is for 2 to 6 players.", "Places : 1, alors que le jeu est pour 2 à 6 joueurs."},
			{"", "", []string{"ann", "Ann"}, `Seat "ann" is named twice.`, "Place « ann » : ce nom est donné deux fois."},
			{"", "swing", start.Seats, `Option swing cannot be "x": it is one of yes, no.`, "L’option swing ne peut pas être « x », mais l’un de ces mots : yes, no."},
			{"mine", "", start.Seats, `Line 28: kind 3 ("headsman"): value 9 is not between -6 and 7.`, "Ligne 28 : kind 3 (« headsman ») : la valeur 9 n’est pas entre -6 et 7."},
		} {
			r := start
			r.Pack, r.Seats = c.pack, c.seats
			if c.option != "" {
				r.Options = map[string]string{c.option: "x"}
			}
			reads(h.mustRefuse(both.english, r).Text, c.english)
			reads(h.mustRefuse(both.french, r).Text, c.french)
		}
	})
}

// Hosts may edit card lists; as long as there is no host, any phone may.
func TestWhoMayEditCardLists(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.guest("192.168.1.7"), h.guest("192.168.1.8")
		h.copyHouseList(first)
		h.list(second, packsOf("read", protocol.Edit{}))
		h.begin(first, "ann", "ben")
		h.list(first, packsOf("read", protocol.Edit{}))
		for _, action := range []string{"read", "copy", "set", "add", "remove", "move", "plain", "import", "check", "export", "rename", "delete"} {
			h.mustRefuseWith(second, packsOf(action, protocol.Edit{Name: "other"}), "Only the host can change card lists: whoever began the game, or a browser on the table's own machine.")
		}
		h.must(second, protocol.PacksRequest{Action: "list"})
	})
}

// A file is sent in pieces, in their order.
func TestImport(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		send := func(action, text string, size int, over bool) protocol.Answer {
			var a protocol.Answer
			for from := 0; ; from += size {
				end := min(from+size, len(text))
				a = host.Do(t.Context(), packsOf(action, protocol.Edit{Text: text[from:end], From: from, More: end < len(text), Over: over}))
				if !a.OK || end == len(text) {
					return a
				}
			}
		}
		house := string(sacrilege.Game().House)
		file := filepath.Join(h.dir, "packs", "sacrilege.mine.toml")
		if a := send("check", house, 5000, false); !a.OK || !a.List.OK {
			t.Errorf("a is %+v", a)
		}
		if _, err := os.Stat(file); err == nil {
			t.Error("what is checked is not kept")
		}
		own := strings.Replace(house, `pack = "house"`, `pack = "mine"`, 1)
		if a := send("import", own, 5000, false); !a.OK || !a.List.OK || a.List.Cards != 66 {
			t.Errorf("a is %+v", a)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != own {
			t.Error("another text was written", err)
		}
		if a := host.Do(t.Context(), packsOf("export", protocol.Edit{})); a.Record != own {
			t.Error("another text is exported")
		}
		// A file of another name is kept under the name that was asked for, inside it as well.
		if a := send("import", strings.Replace(house, `pack = "house"`, `pack = "yours"`, 1), 5000, true); !a.OK || !a.List.OK {
			t.Errorf("a is %+v", a)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != own {
			t.Error("it keeps another name", err)
		}
		draft := strings.Replace(own, "value = -6", "value = -66", 1)
		if a := send("import", draft, 9000, false); a.OK || a.Text != `There is a card list "mine" already.` {
			t.Errorf("a is %+v", a)
		}
		if a := send("import", draft, 9000, true); !a.OK || a.List.OK || a.List.Faults[0].Field != "value" {
			t.Errorf("a is %+v", a)
		}
		for _, c := range []struct{ text, says string }{
			{"game = \"x\"\n[[kind\n", "Line "}, {"game = \"chess\"\n", "of the game \"chess\""}, {strings.Repeat("# long\n", 40_000), "not longer than"},
		} {
			if a := send("import", c.text, 12_000, true); a.OK || !strings.Contains(a.Text, c.says) {
				t.Errorf("%.20q: %+v", c.text, a)
			}
		}
		// A piece that is missing spoils the file.
		h.must(host, packsOf("import", protocol.Edit{Text: "game", More: true}))
		h.mustRefuseWith(host, packsOf("import", protocol.Edit{Text: " = 1", From: 5}), "A piece of the file is missing: send it again from the beginning.")
		h.mustRefuseWith(host, packsOf("import", protocol.Edit{Text: " = 1", From: 4}), "A piece of the file is missing: send it again from the beginning.")
	})
}

// A list in another form can be read, and can be edited once it is written anew.
func TestListThatIsNotEditable(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		text := "game = \"sacrilege\"\nkind = [{ name = \"imp\", value = 1, copies = 60 }]\n"
		l := h.list(host, packsOf("import", protocol.Edit{Text: text}))
		if !l.OK || l.Odd == "" || len(l.Tables["kind"]) != 1 {
			t.Errorf("l is %+v", l)
		}
		h.mustRefuseWith(host, set(l, "imp", "value", 2.0), "It is written in another form than one field a line.")
		l = h.list(host, packsOf("plain", protocol.Edit{Mark: l.Mark}))
		if l = h.list(host, set(l, "imp", "value", 2.0)); l.Odd != "" || l.Tables["kind"][0].Values["value"] != int64(2) {
			t.Errorf("l is %+v", l)
		}
	})
}

// A game goes on with the list that it began with, even if that was changed or deleted.
func TestGameKeepsItsList(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		own := h.copyHouseList(host)
		own = h.list(host, packsOf("add", protocol.Edit{Mark: own.Mark, Table: "kind", Row: -1, Value: map[string]any{"name": "cat", "value": 5.0, "copies": 3.0}}))
		start := protocol.StartRequest{Game: "sacrilege", Pack: "mine", Seats: []string{"ann", "ben"}}
		h.must(host, start)
		id := h.game(host).ID
		h.must(host, tableMove("reveal", "cat"))
		h.must(host, tableMove("amend", "cat", "deck", "ann.altar"))
		h.expectFact(host, "ann.altar.value", "5")
		h.mustRefuseWith(host, packsOf("rename", protocol.Edit{Name: "other"}), "That list is being used at the table: end the game, or the enrolment of its tags, first.")
		h.mustRefuseWith(host, packsOf("delete", protocol.Edit{}), "That list is being used at the table: end the game, or the enrolment of its tags, first.")
		own = h.list(host, set(own, "cat", "value", 1.0))
		h.list(host, set(own, "cat", "name", "dog"))
		h.expectFact(host, "ann.altar.value", "5")

		h.stop()
		h.start()
		host = h.phone("")
		if n := host.Snapshot().Notices; len(n) > 0 {
			t.Errorf("notices %+v", n)
		}
		h.expectFact(host, "ann.altar", "cat")
		h.expectFact(host, "ann.altar.value", "5")
		h.must(host, tableMove("amend", "cat", "deck", "ben.altar"))
		h.must(host, protocol.EndRequest{})

		// Another game has the list of today, and the old one is looked at with its own, also when the list is gone.
		h.must(host, start)
		h.mustRefuse(host, tableMove("reveal", "cat"))
		h.must(host, tableMove("reveal", "dog"))
		h.must(host, protocol.EndRequest{})
		h.must(host, packsOf("delete", protocol.Edit{}))
		h.stop()
		h.start()
		host = h.phone("")
		past := h.past(host, id, 3)
		if past.Of != 3 || past.Text != "" || past.Game.Facts["ben.altar.value"] != "5" {
			t.Errorf("past is %+v", past)
		}

		// Without that list there is nothing to look at.
		kept, err := filepath.Glob(filepath.Join(h.dir, "games", "cards", "*.toml"))
		if err != nil || len(kept) != 2 {
			t.Fatal(kept, err)
		}
		for _, file := range kept {
			if err := os.WriteFile(file, []byte("game = \"sacrilege\"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h.must(host, protocol.PacksRequest{Action: "copy", Game: "sacrilege", Edit: &protocol.Edit{Name: "another"}})
		h.stop()
		h.start()
		defer h.stop()
		host = h.phone("")
		const gone = `That game cannot be played again: card list "mine": the card list with which the game began is gone or damaged: `
		if a := h.mustRefuse(host, protocol.PastRequest{Game: id}); !strings.HasPrefix(a.Text, gone) {
			t.Errorf("its list is gone, and it is refused: %s", a.Text)
		}
	})
}

// The tags of a card list with faults can neither be enrolled nor taken over.
func TestTagsOfAListWithFaults(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		if err := packs.Write(h.dir, "sacrilege", "mine", []byte("nonsense = 1\n"), false); err != nil {
			t.Fatal(err)
		}
		for _, pack := range []string{"mine", "gone"} {
			for _, action := range []string{"begin", "take"} {
				h.mustRefuse(host, protocol.EnrolRequest{Action: action, Game: "sacrilege", Pack: pack})
			}
		}
		if e := host.Snapshot().Enrol; e != nil {
			t.Errorf("%+v is enrolled", e)
		}
	})
}

// No game begins with a card list whose names are so long that they would fill the network: every phone is sent them again and again.
func TestListWithLongNames(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		list := strings.ReplaceAll(string(sacrilege.Game().House), `"imp"`, `"`+strings.Repeat("imp-", 2000)+`"`)
		if err := packs.Write(h.dir, "sacrilege", "long", []byte(list), false); err != nil {
			t.Fatal(err)
		}
		h.mustRefuseWith(h.phone(""), protocol.StartRequest{Game: "sacrilege", Pack: "long", Seats: []string{"ann", "ben"}},
			`Card list "long": the name “imp-imp-imp-imp-imp-imp-imp-imp-…” has more than 64 letters.`)
	})
}

// A refusal repeats no value of any length: somebody may ask for it again and again.
func TestRefusalOfALongValueIsShort(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if err := packs.Write(h.dir, "sacrilege", "long", []byte(`game = "`+strings.Repeat("x", 200_000)+`"`), false); err != nil {
			t.Fatal(err)
		}
		host := h.phone("")
		for _, r := range []protocol.Request{
			protocol.StartRequest{Game: "sacrilege", Pack: "long", Seats: []string{"ann", "ben"}}, protocol.EnrolRequest{Action: "begin", Game: "sacrilege", Pack: "long"},
			protocol.StartRequest{Game: strings.Repeat("x", 60_000), Seats: []string{"ann", "ben"}},
		} {
			if a := h.mustRefuse(host, r); len(a.Text) > 1100 {
				t.Errorf("%.60v is refused with %d letters", r, len(a.Text))
			}
		}
		a := host.Do(t.Context(), protocol.PacksRequest{Action: "read", Game: "sacrilege", Pack: "long"})
		if !a.OK || a.List == nil || len(a.List.Faults) == 0 || len(a.List.Faults[0].Text) > 400 {
			t.Errorf("the list is read with %.300v", a.Text)
		}
	})
}

// A card of an owner's list can do thousands of things at once. The first of them are told, and how many more there were: everybody is sent the last moves again and again.
func TestMoveWithManyConsequences(t *testing.T) {
	list := "game = \"sacrilege\"\npack = \"many\"\n[[kind]]\nname = \"boom\"\nvalue = 1\ngreen = true\ncopies = 40\nreward = [" +
		strings.Repeat(`{do = "sleep", who = "all"}, `, 300) + "]\n"
	for n := range 20 {
		list += fmt.Sprintf("[[kind]]\nname = \"k%d\"\nvalue = %d\ngreen = true\n", n, n%3-1)
	}
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if err := packs.Write(h.dir, "sacrilege", "many", []byte(list), false); err != nil {
			t.Fatal(err)
		}
		seats := []string{"ann", "ben", "cai", "dan", "eve", "fay"}
		p := h.phone("")
		h.must(p, protocol.StartRequest{Game: "sacrilege", Pack: "many", Seats: seats})
		h.must(p, protocol.SitRequest{Seat: "ann"})
		h.must(p, tableMove("reveal", "k1"))
		for range 15 {
			h.must(p, tableMove("amend", "turn", "ann"))
			h.must(p, move("sacrifice", "boom", "ann"))
			h.must(p, tableMove("amend", "boom", "ann.altar", "ann.hand"))
		}
		h.must(p, tableMove("amend", "turn", "ann"))
		h.must(p, move("sacrifice", "boom", "ann"))
		last := h.game(p).Log[len(h.game(p).Log)-1]
		if n := len(last.Also); n != 101 || last.Also[n-1] != "And 1700 more." {
			t.Errorf("of the last move %d consequences are told, the last one is %q", n, last.Also[n-1])
		}
		if n := len(p.Snapshot().Bytes()); n > 150_000 {
			t.Errorf("a snapshot has %d bytes", n)
		}
	})
}

// A card list may take long to read. Nobody else waits for that.
func TestCardListIsReadBesideTheTable(t *testing.T) {
	for _, c := range []struct {
		request protocol.Request
		says    string
	}{
		{protocol.StartRequest{Game: "toy", Seats: []string{"ann", "ben"}}, ""},
		{protocol.EnrolRequest{Action: "begin", Game: "toy"}, ""},
		{protocol.EnrolRequest{Action: "take", Game: "toy"}, "These are the tags of the house list themselves."},
		{protocol.PacksRequest{Action: "list", Game: "toy"}, ""},
	} {
		t.Run(string(c.request.Kind())+c.says, func(t *testing.T) {
			var read chan struct{} // closed when the list is read; nil: it is read at once
			large := toygame.Game()
			large.MinSeats = 2
			quick := large.New
			large.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
				if read != nil {
					<-read
				}
				return quick(setup, pack)
			}
			more := func(o *companion.Options) { o.Games = append(o.Games, large) }
			atTable(t, more, func(t *testing.T, h *testTable) {
				ann, ben := h.phone(""), h.phone("")
				read = make(chan struct{})
				answered := make(chan protocol.Answer, 1)
				go func() { answered <- ann.Do(t.Context(), c.request) }()
				synctest.Wait()
				h.must(ben, protocol.ConnectionsRequest{})
				close(read)
				if a := <-answered; a.Text != c.says {
					t.Errorf("the answer is %+v", a)
				}
			})
		})
	}
}

// Tags of an owner's list are enrolled like those of the house list, and those of the same kinds can be taken over.
func TestTagsOfAnOwnList(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		own := h.copyHouseList(host)
		h.list(host, set(own, "imp", "name", "gnome"))
		take := protocol.EnrolRequest{Action: "take", Game: "sacrilege", Pack: "mine"}
		known, err := tags.Load(h.dir)
		if err != nil {
			t.Fatal(err)
		}
		house := known.Words(tags.Box{Game: "sacrilege"})
		cards := 0
		for _, word := range house {
			if word != "imp" && own.Names[word].Class == "card" {
				cards++
			}
		}
		if a := host.Do(t.Context(), take); !a.OK || cards == 0 {
			t.Errorf("a is %+v", a)
		}
		if a := host.Do(t.Context(), take); !a.OK || a.Text != "There was no tag to take over." {
			t.Errorf("a is %+v", a)
		}
		h.must(host, protocol.EnrolRequest{Action: "begin", Game: "sacrilege", Pack: "mine"})
		e := host.Snapshot().Enrol
		if e == nil || e.Pack != "mine" || e.Done < cards || e.Next != "gnome" {
			t.Fatalf("e is %+v", e)
		}
		h.mustRefuseWith(host, packsOf("delete", protocol.Edit{}), "That list is being used at the table: end the game, or the enrolment of its tags, first.")
		h.mustRefuseWith(host, take, "Tags are being enrolled: stop that first.")
		h.tap("middle", "04112233445566")
		if e = host.Snapshot().Enrol; e.Next == "gnome" {
			t.Errorf("e is %+v", e)
		}
		h.must(host, protocol.EnrolRequest{Action: "stop"})
		if l := h.list(host, packsOf("rename", protocol.Edit{Name: "ours"})); l.Name != "ours" || l.Tags != e.Done {
			t.Errorf("l.ListView is %+v", l.ListView)
		}
		if known, err = tags.Load(h.dir); err != nil || known.Boxes()[tags.Box{Game: "sacrilege", Pack: "mine"}] != 0 {
			t.Errorf("%v, %v", known.Boxes(), err)
		}
		h.must(host, protocol.StartRequest{Game: "sacrilege", Pack: "ours", Seats: []string{"ann", "ben"}})
		h.tap("middle", "04112233445566")
		h.expectFact(host, "grave", "gnome")
		take.Pack = ""
		h.mustRefuseWith(host, take, "These are the tags of the house list themselves.")
	})
}
