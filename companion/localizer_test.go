package companion_test

import (
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// Every phone reads names, questions, moves and refusals in its own language, also those from before it joined.
func TestLanguages(t *testing.T) {
	french, err := sacrilege.Game().Localization("fr")
	if err != nil {
		t.Fatal(err)
	}
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("sacrifice", "knight", "ann"))
		join := func(language string) *companion.Phone {
			p, err := h.table.Join(h.Context(), access.Visitor{Local: true, Language: language})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		paul, other := join("fr"), join("tlh")
		h.settle()
		c := sacrilege.Game()
		state, err := c.New(engine.Setup{Game: c.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, c.House)
		if err != nil {
			t.Fatal(err)
		}
		catalog := state.Catalog()
		moved := catalog.Move("ann", "sacrifice", "knight", "ann")

		g := h.game(paul)
		if want := french.Move(catalog, moved); g.Log[len(g.Log)-1].Text != want || g.Verdict.Text != want {
			t.Errorf("the move reads %q, the verdict %q, not %q", g.Log[len(g.Log)-1].Text, g.Verdict.Text, want)
		}
		if g.Title != french.Title || paul.Snapshot().Names.Names["knight"].Title != french.Cards["knight"] || paul.Snapshot().Names.Verbs["sacrifice"] != french.Verbs["sacrifice"] {
			t.Errorf("%q, %+v", g.Title, paul.Snapshot().Names.Names["knight"])
		}
		if g.Ask.Text == h.game(ann).Ask.Text {
			t.Errorf("asked is %q", g.Ask.Text)
		}
		for what, english := range map[string]string{"log": h.game(other).Log[1].Text, "title": h.game(other).Title, "name": other.Snapshot().Names.Names["knight"].Title} {
			if want := map[string]string{"log": h.game(ann).Log[1].Text, "title": "Sacrilege", "name": "Knight"}[what]; english != want {
				t.Errorf("%s in a language that it does not speak: %q, not %q", what, english, want)
			}
		}

		// Refusals: to the phone itself, to everybody, and of what is merely asked about.
		h.must(ben, protocol.StandRequest{})
		h.must(paul, protocol.SitRequest{Seat: "ben"})
		a := h.mustRefuse(paul, move("end"))
		if want := french.Book.Words(a.Rule); a.Rule == "" || a.Text != want {
			t.Errorf("refused by %s: %q, not %q", a.Rule, a.Text, want)
		}
		h.layCard("altar-1", "king")
		if v := h.game(paul).Verdict; v.OK || v.Rule == "" || v.Words != french.Book.Words(v.Rule) || h.game(ann).Verdict.Words == v.Words {
			t.Errorf("verdict %+v", v)
		}
		if m := h.may(paul, mayAsk("ann", "sacrifice", "king", "ann")); m.Words != french.Book.Words(m.Rule) || m.Names[0] != french.Verbs["sacrifice"] {
			t.Errorf("m is %+v", m)
		}
		if m := h.may(paul, mayAsk("ann", "sacrifice", "bishop", "ann")); m.Text != "Ann sacrifie Évêque sur l'autel d'Ann" || m.Rule != "turn.twice" || m.Words != french.Book.Words("turn.twice") {
			t.Errorf("m is %+v", m)
		}
	})
}

// The text of an observation names its cards and things, whatever its seat and verb; without any it names the verb, or else the player.
func TestObservationIsNamed(t *testing.T) {
	pass := []string{"ann: pass"}
	trades := []string{"ann: trade raven toad", "ann: trade raven hound", "ann: trade toad raven", "ann: trade toad raven token", "ann: trade toad raven hound"}
	for name, test := range map[string]struct {
		legal   []string
		lay     string
		asks    string // on the panel
		refuses string
	}{
		"a player":           {legal: []string{"ben: pass", "ben: call feast"}, lay: "ben", asks: "Ben: what was done? Yes: ben: pass."},
		"a verb":             {legal: trades, lay: "trade", asks: "Trade: which is it?"},
		"a card":             {legal: trades, lay: "raven", asks: "Raven: which is it?"},
		"a verb and a card":  {legal: trades, lay: "trade raven", asks: "Raven: which is it?"},
		"a verb and cards":   {legal: trades, lay: "trade toad raven", asks: "Toad, Raven: which is it? Yes: ann: trade toad raven."},
		"a player and cards": {legal: trades, lay: "ann toad raven", asks: "Toad, Raven: which is it? Yes: ann: trade toad raven."},

		"a verb that fits nothing":         {legal: pass, lay: "trade", asks: "turn", refuses: "Trade fits nothing that can be done now."},
		"a thing that fits nothing":        {legal: pass, lay: "left", asks: "turn", refuses: "Left disc fits nothing that can be done now."},
		"a verb after which nothing comes": {legal: trades, lay: "trade plant", asks: "Trade: which is it?", refuses: "Plant fits nothing that can be done now."},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, func(t *testing.T) {
				h, ann := newBoard(t, t.TempDir(), test.legal...)
				for word := range strings.FieldsSeq(test.lay) {
					h.layCard("middle", word)
				}
				if got := h.shown.scene().Prompt; got != test.asks {
					t.Errorf("the panel asks %q, want %q", got, test.asks)
				}
				var refused string
				if v := h.game(ann).Verdict; v != nil {
					refused = v.Words
				}
				if refused != test.refuses {
					t.Errorf("refused: %q, want %q", refused, test.refuses)
				}
			})
		})
	}
}
