package companion_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/tags"
)

func mayAsk(seat, verb string, args ...string) protocol.MayRequest {
	return protocol.MayRequest{Seat: seat, Verb: verb, Args: args}
}

// may returns the answer to a MayRequest.
func (h *testTable) may(p *companion.Phone, r protocol.MayRequest) *protocol.May {
	h.Helper()
	a := p.Do(h.Context(), r)
	if !a.OK || a.May == nil {
		h.Fatalf("%+v: %+v", r, a)
	}
	synctest.Wait()
	return a.May
}

func open(ways []protocol.Way, word string) bool {
	return slices.Contains(ways, protocol.Way{Word: word, Open: true})
}

func shut(ways []protocol.Way, word string) bool {
	return slices.Contains(ways, protocol.Way{Word: word})
}

// journalOf returns the record of the only game.
func (h *testTable) journalOf(p *companion.Phone) string {
	h.Helper()
	data, err := os.ReadFile(h.dir + "/games/" + h.game(p).ID)
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

func TestMay(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		before, facts, verdict := h.journalOf(ann), h.game(ann).Facts, h.game(ann).Verdict.N

		// A move is put together word by word.
		m := h.may(ann, mayAsk("", ""))
		if m.Seat != 0 || m.Whole || !open(m.Ways, "sacrifice") || !shut(m.Ways, "choose") {
			t.Errorf("verbs: %+v", m)
		}
		if slices.ContainsFunc(m.Ways, func(w protocol.Way) bool { return w.Word == "hold" || w.Word == "amend" }) {
			t.Errorf("what merely tells something is offered: %+v", m.Ways)
		}
		m = h.may(ann, mayAsk("ann", "sacrifice"))
		if m.Whole || !open(m.Ways, "imp") || !shut(m.Ways, "king") || m.Number != 0 {
			t.Errorf("cards: %+v", m)
		}
		m = h.may(ann, mayAsk("ann", "sacrifice", "imp"))
		if !open(m.Ways, "ann") {
			t.Errorf("altars: %+v", m.Ways)
		}
		if m = h.may(ann, mayAsk("ann", "sacrifice", "king")); !shut(m.Ways, "ann") {
			t.Errorf("altars for a card in the Graveyard: %+v", m.Ways)
		}

		// What may be done tells what would follow, and is not done.
		m = h.may(ann, mayAsk("ann", "sacrifice", "imp", "ann"))
		if !m.Whole || !m.OK || m.Text != "Ann sacrifices Imp on the altar of Ann" || m.Ask != annsTurn || m.Rule != "" || m.Facts["ann.altar"] != "imp" {
			t.Errorf("legal: %+v", m)
		}
		// What may not be done tells why, and what is like it.
		m = h.may(ann, mayAsk("ann", "sacrifice", "king", "ann"))
		if m.OK || m.Text != "Ann sacrifices King on the altar of Ann" || m.Rule != "card.elsewhere" || m.Words != "This card cannot come from there. It must be somewhere else." || m.Facts != nil || !slices.Contains(m.Things, "king") || len(m.Near) == 0 || m.Near[0].Verb != "sacrifice" {
			t.Errorf("forbidden: %+v", m)
		}
		for _, n := range m.Near {
			if a := h.may(ann, mayAsk("ann", n.Verb, n.Args...)); !a.OK {
				t.Errorf("%+v is offered instead, and forbidden by %s", n, a.Rule)
			}
		}

		// Of others, of the table, and in a turn to come.
		if m = h.may(ann, mayAsk("ben", "sacrifice", "knight", "ben")); m.OK || m.Rule == "" {
			t.Errorf("out of turn: %+v", m)
		}
		toCome := mayAsk("ben", "sacrifice", "knight", "ben")
		toCome.WithTurn = true
		if m = h.may(ann, toCome); !m.OK || m.Seat != 1 {
			t.Errorf("in a turn to come: %+v", m)
		}
		if m = h.may(ann, mayAsk("table", "reveal", "imp")); m.OK || m.Seat != -1 {
			t.Errorf("of the table: %+v", m)
		}
		watcher := h.phone("")
		if m = h.may(watcher, mayAsk("ann", "sacrifice", "imp", "ann")); !m.OK {
			t.Errorf("watchers may ask as well: %+v", m)
		}

		h.mustRefuseWith(ann, mayAsk("cai", ""), `There is no seat "cai" in this game.`)
		h.mustRefuseWith(ann, protocol.MayRequest{Seat: "table", WithTurn: true}, "The table has no turn: ask for a player.")
		if m = h.may(ann, mayAsk("ann", "sacrifice", "nonsense", "ann", "ann", "ann", "ann")); m.OK || m.Whole || len(m.Ways) > 0 {
			t.Errorf("nonsense: %+v", m)
		}
		if after := h.journalOf(ann); after != before {
			t.Errorf("the record has changed: %s", strings.TrimPrefix(after, before))
		}
		if h.game(ann).Verdict.N != verdict || h.game(ben).Facts["ann.altar"] != facts["ann.altar"] {
			t.Error("something was done")
		}
	})
}

// A MayRequest is refused without a game, and for a supposed turn before the first one.
func TestMayIsRefused(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.mustRefuseWith(host, mayAsk("", ""), "No game is under way: start one.")
		h.mustRefuseWith(host, protocol.LayRequest{On: true}, "No game is under way: start one.")
		h.begin(host, "ann", "ben")
		ann := h.phone("ann")
		h.mustRefuseWith(ann, protocol.MayRequest{WithTurn: true}, "No turn of Ann can begin as the game stands.")
	})
}

// The answers to all MayRequests reveal nothing of a hand: Ann gets the same ones for two different hands of Ben.
func TestMayTellsNoSecrets(t *testing.T) {
	var answers [2][]string
	for i, hand := range hands {
		run(t, func(t *testing.T) {
			h, ann, _ := startWithKnownHand(t, t.TempDir(), hand, nil)
			for _, seat := range []string{"ann", "ben", "table"} {
				for _, suppose := range []bool{false, seat != "table"} {
					answers[i] = append(answers[i], askEverything(h, ann, protocol.MayRequest{Seat: seat, WithTurn: suppose}, 0)...)
				}
			}
		})
	}
	if len(answers[0]) < 1000 {
		t.Errorf("%d answers", len(answers[0]))
	}
	if !slices.Equal(answers[0], answers[1]) {
		for i := range min(len(answers[0]), len(answers[1])) {
			if answers[0][i] != answers[1][i] {
				t.Fatalf("%s\n%s", answers[0][i], answers[1][i])
			}
		}
		t.Fatalf("%d and %d answers", len(answers[0]), len(answers[1]))
	}
}

// askEverything makes a MayRequest, and those for all continuations of its move.
func askEverything(h *testTable, p *companion.Phone, r protocol.MayRequest, depth int) []string {
	h.Helper()
	m := h.may(p, r)
	data, err := json.Marshal(m)
	if err != nil {
		h.Fatal(err)
	}
	all := []string{strings.Join(append([]string{r.Seat, r.Verb}, r.Args...), " ") + string(data)}
	for _, w := range m.Ways {
		next := r
		switch {
		case r.Verb == "":
			next.Verb = w.Word
		case depth < 2 || w.Open && depth < 3:
			next.Args = append(slices.Clone(r.Args), w.Word)
		default:
			continue
		}
		all = append(all, askEverything(h, p, next, depth+1)...)
	}
	return all
}

// The card of a card probe is shown to the phone that asks, and makes no move.
func TestCardProbe(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		before := h.journalOf(ann)
		h.must(ann, protocol.LayRequest{On: true})
		h.layCard("altar-1", "knight")
		if l := ann.ProbedCard(); l == nil || *l != (protocol.ProbedCard{Type: "laid", N: 1, Word: "knight", At: "Ann's altar"}) {
			t.Errorf("probed card %+v", l)
		}
		if h.game(ann).Gesture != nil || ben.ProbedCard() != nil || h.journalOf(ann) != before {
			t.Error("the card makes a move")
		}
		if v := h.game(ben).Verdict; v.Text != "That card was for Ann’s “May I …?”: no move was made." {
			t.Errorf("the others read %+v", v)
		}
		h.tap("middle", "04AABBCCDDEEFF")
		if l := ann.ProbedCard(); l.N != 2 || l.Word != "" || l.Text != "This tag is not known. Say what it is on a phone, or enrol the tags of the box." {
			t.Errorf("probed card %+v", l)
		}
		// Another's reader belongs to the game.
		h.layCard("altar-2", "imp")
		if h.game(ben).Gesture == nil && h.game(ben).Verdict.OK {
			t.Error("Ben's card makes no move")
		}
		// So do all when the question is put away, or has long been forgotten.
		for _, forget := range []func(){func() { h.must(ann, protocol.LayRequest{}) }, func() {
			h.must(ann, protocol.LayRequest{On: true})
			h.may(ann, mayAsk("", ""))
			time.Sleep(121 * time.Second)
		}} {
			forget()
			h.layCard("altar-1", "knight")
			g := h.game(ann).Gesture
			if g == nil || ann.ProbedCard().N != 2 {
				t.Fatalf("gesture %+v, probed card %+v", g, ann.ProbedCard())
			}
			h.must(ann, protocol.DropRequest{Gesture: g.ID})
		}
	})
}

// Cards of card probes are numbered across probes. They have no effect on the next game.
func TestNextCardProbe(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for n := range 2 {
			h.must(ann, protocol.LayRequest{On: true})
			h.layCard("altar-1", "knight")
			if l := ann.ProbedCard(); l == nil || l.N != n+1 {
				t.Fatalf("probed card %+v, want number %d", l, n+1)
			}
			h.must(ann, protocol.LayRequest{})
		}
		h.must(ann, protocol.LayRequest{On: true})
		h.must(ann, protocol.EndRequest{})
		h.begin(ann, "ann", "ben")
		h.layCard("middle", "knight")
		h.expectFact(ben, "grave", "knight")
		// A phone that loses the line and comes back asks on.
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		h.must(ben, protocol.LayRequest{On: true})
		back, err := h.table.Join(h.Context(), access.Visitor{Token: ben.Token()})
		if err != nil {
			t.Fatal(err)
		}
		ben.Leave()
		h.layCard("altar-2", "imp")
		if l := back.ProbedCard(); l == nil || l.Word != "imp" {
			t.Errorf("probed card %+v", l)
		}
		// Who merely watches keeps nothing from the game.
		h.mustRefuseWith(h.guest("192.0.2.7"), protocol.LayRequest{On: true}, "You are watching: take a seat first.")
	})
}

// A phone that has lost its seat asks about no more cards: they are meant for the game again.
func TestCardProbeEndsWithTheSeat(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		other := h.guest("192.0.2.7")
		h.must(other, protocol.SitRequest{Seat: "ben"})
		h.must(other, protocol.LayRequest{On: true})
		h.must(other, protocol.StandRequest{})
		h.layCard("middle", "monk")
		if card := other.ProbedCard(); card != nil {
			t.Errorf("the card %+v is shown to a phone that watches", card)
		}
		h.expectQuestion(ann, "monk", "")
		h.must(other, protocol.LayRequest{})
	})
}

// While a timer runs, every card is meant for the game.
func TestNoCardProbeInAPrayer(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, _ := startPrayer(t, t.TempDir())
		h.must(ann, protocol.LayRequest{On: true})
		h.layCard("altar-1", "knight")
		if ann.ProbedCard() != nil {
			t.Error("a card laid in the prayer is kept from the game")
		}
	})
}

// However often a phone only looks, nobody is shown the table again.
func TestLookingShowsNobodyTheTableAgain(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.settle()
		before := ben.Snapshot().Revision
		for range 100 {
			for _, r := range []protocol.Request{
				protocol.CheckRequest{Verb: "draw"}, protocol.MayRequest{Verb: "draw"}, protocol.PastRequest{}, protocol.GamesRequest{}, protocol.DevicesRequest{},
			} {
				_ = ann.Do(h.Context(), r)
			}
		}
		h.settle()
		if n := ben.Snapshot().Revision - before; n != 1 { // that of settle
			t.Errorf("%d revisions", n)
		}
	})
}

// A card of another list has no name in this game, and a phone that asks about it is told so.
func TestCardProbeOfAnUnknownName(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		known, err := tags.Load(o.State)
		if err == nil {
			err = known.Assign(tags.Box{Game: "sacrilege"}, "04AABBCCDDEEFF", "dragon")
		}
		if err != nil {
			t.Fatal(err)
		}
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.LayRequest{On: true})
		h.tap("altar-1", "04AABBCCDDEEFF")
		if l := ann.ProbedCard(); l == nil || l.Word != "" || l.Text != "That tag stands for nothing in this game." {
			t.Errorf("probed card %+v", l)
		}
	})
}
