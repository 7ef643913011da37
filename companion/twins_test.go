package companion_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
)

// secretEvening plays an evening in which Ann shows a card in secret in every possible way, and returns all that the others were shown.
func (h *testTable) secretEvening(card, other string) []string {
	host := h.phone("")
	h.begin(host, "ann", "ben")
	ann, ben := h.phone("ann"), h.phone("ben")
	watcher, err := h.table.Join(h.Context(), access.Visitor{Code: h.table.JoinCode()})
	if err != nil {
		h.Fatal(err)
	}
	h.layCard("middle", "king")
	var got []string
	note := func(step string) {
		h.settle()
		got = append(got, step)
		for _, p := range []*companion.Phone{ben, watcher, host} {
			got = append(got, seenBy(p))
		}
		shown := h.shown.scene()
		shown.Code = "" // made up anew for each table
		sc, err := json.Marshal(shown)
		if err != nil {
			h.Fatal(err)
		}
		got = append(got, string(sc))
	}
	pick := func(verb string) {
		h.Helper()
		g := h.game(ann).Gesture
		if g == nil {
			h.Fatalf("Ann is asked nothing: %+v", h.game(ann).Verdict)
		}
		i := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return o.Verb == verb })
		if i < 0 {
			h.Fatalf("no %s in %+v", verb, g)
		}
		for _, p := range []*companion.Phone{ben, watcher, host} {
			h.mustRefuse(p, protocol.PickRequest{Gesture: g.ID, Option: i})
		}
		h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
	}
	undo := func() { h.must(ben, protocol.UndoRequest{}) }

	h.layCard("hand-1", card)
	note("asked")
	h.press("yes", false)
	note("confirmed in doubt")
	pick("hold")
	note("held")
	undo()
	note("undone")
	h.layCard("hand-1", card)
	pick("draw")
	note("drawn")
	undo()
	h.layCard("hand-1", card)
	h.layCard("hand-1", other)
	note("two held")
	undo()
	h.layCard("hand-1", card)
	h.layCard("altar-1", "knight")
	note("an open card after a secret one")
	if g := h.game(ben); g.Otherwise != nil {
		h.must(ben, protocol.PickRequest{Gesture: g.Otherwise.ID, Option: 0})
		note("it was something else")
		undo()
	}
	h.press("yes", true)
	note("the secret one again")
	h.press("yes", true)
	note("dropped")
	h.press("show", false)
	note("about to show")
	h.layCard("middle", card)
	note("held by button")
	undo()
	h.must(ann, move("hold", card))
	note("held by phone")
	undo()
	if err := h.table.BreakDisk(h.Context(), journal.ErrFull); err != nil {
		h.Fatal(err)
	}
	h.layCard("hand-1", card)
	g := h.game(ann).Gesture
	h.mustRefuse(ann, protocol.PickRequest{Gesture: g.ID, Option: 0})
	note("full disk")
	h.press("yes", true)
	if err := h.table.BreakDisk(h.Context(), nil); err != nil {
		h.Fatal(err)
	}
	h.must(ann, move("draw"))
	h.layCard("hand-1", card) // only showing is left
	note("held at once")
	h.mustRefuse(ann, move("draw", card))
	note("refused on the phone")
	h.must(ann, protocol.CheckRequest{Verb: "sacrifice", Args: []string{card, "ann"}})
	note("checked")
	undo()
	h.must(ben, move("hold", "imp", "monk"))
	h.layCard("hand-1", card) // Ben has both
	note("refused")
	undo()
	undo()
	h.must(ann, tableMove("amend", card, "deck", "ann.hand"))
	h.layCard("hand-1", card)
	note("amended into the hand")
	return got
}

// seenBy returns all that a phone sees of the game, without what differs between tables.
func seenBy(p *companion.Phone) string {
	s := p.Snapshot()
	return string((&protocol.Snapshot{Revision: s.Revision, You: s.You, Phase: s.Phase, Game: s.Game, Enrol: s.Enrol, Devices: s.Devices, Notices: s.Notices}).Bytes())
}

// Cards that Ann shows in secret do not change a byte for the others.
func TestSecretsChangeNothingForOthers(t *testing.T) {
	for _, boldness := range []protocol.Boldness{protocol.Careful, protocol.Usual, protocol.Bold} {
		t.Run(string(boldness), func(t *testing.T) {
			var evenings [2][]string
			cards := [2]string{"imp", "monk"}
			for i := range cards {
				atTable(t, func(o *companion.Options) {
					o.Boldness = boldness
					o.Buttons = append(o.Buttons, companion.Button{Name: "show", Press: "hold", Seat: 1})
				}, func(t *testing.T, h *testTable) {
					evenings[i] = h.secretEvening(cards[i], cards[1-i])
				})
			}
			compareEvenings(t, evenings)
		})
	}
}

// openEvening plays an evening in which Ben has disclosed his whole hand, and returns all that the others were shown when cards were shown openly.
func (h *testTable) openEvening(hand []string) []string {
	host := h.phone("")
	h.begin(host, "ann", "ben")
	ann, ben := h.phone("ann"), h.phone("ben")
	h.layCard("middle", "king")
	h.must(ben, move("hold", hand[:4]...))
	h.must(ben, move("hold", hand[4:]...))
	h.must(ann, move("sacrifice", "knight", "ann"))
	var got []string
	note := func(step string) {
		h.settle()
		sc, err := json.Marshal(h.shown.scene().Prompt)
		if err != nil {
			h.Fatal(err)
		}
		got = append(got, step, seenBy(ann), seenBy(host), "{"+string(sc))
	}
	h.press("ben's", false)
	note("a verb out of turn, by button")
	h.layCard("altar-2", "imp")
	note("a card out of turn")
	h.must(ann, move("draw"))
	h.layCard("altar-1", "cook")
	if g := h.game(ann).Gesture; g == nil || g.Kind != "catch-up" {
		h.Errorf("gesture %+v, verdict %+v", g, h.game(ann).Verdict)
	}
	note("a card with no action left")
	h.must(ann, move("end"))
	h.press("ben's", false)
	if g := h.game(ben).Gesture; g == nil || len(g.Options) != len(hand) {
		h.Errorf("Ben is not asked which of his five cards it is: %+v", g)
	}
	note("a verb by button")
	g := h.game(ben).Gesture
	h.must(ben, protocol.DropRequest{Gesture: g.ID})
	h.must(ben, protocol.UndoRequest{})
	h.must(ann, tableMove("amend", "turn", "ben"))
	h.layCard("middle", "cook")
	note("a card in turn")
	return got
}

// Open gestures reveal nothing of a disclosed hand to others.
func TestOpenGesturesTellNothingOfHands(t *testing.T) {
	var evenings [2][]string
	for i, hand := range [2][]string{{"monk", "friar", "baker", "miller", "saint"}, {"nun", "page", "abbot", "jailer", "witness"}} {
		atTable(t, func(o *companion.Options) {
			o.Buttons = append(o.Buttons, companion.Button{Name: "ben's", Seat: 2, Press: "sacrifice"})
		}, func(t *testing.T, h *testTable) {
			evenings[i] = h.openEvening(hand)
		})
	}
	compareEvenings(t, evenings)
}

// compareEvenings reports the differences between two evenings: the step, and what others were shown after it.
func compareEvenings(t *testing.T, evenings [2][]string) {
	t.Helper()
	if len(evenings[0]) != len(evenings[1]) {
		t.Fatalf("%d and %d", len(evenings[0]), len(evenings[1]))
	}
	step := ""
	for i, one := range evenings[0] {
		if !strings.HasPrefix(one, "{") {
			step = one
		}
		if one != evenings[1][i] {
			t.Errorf("%s:\n%s\n%s", step, one, evenings[1][i])
		}
	}
}

// The reason why a tag on a hand's reader is refused is for that seat only, with its word in another box.
func TestTagsAtAHandAreSecret(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		before := h.game(ben).Verdict
		h.tap("hand-1", "04AABBCCDDEEFF")
		if g := h.game(ben).Gesture; g != nil || !reflect.DeepEqual(h.game(ben).Verdict, before) {
			t.Errorf("Ben sees %+v, %+v", g, h.game(ben).Verdict)
		}
		if g := h.game(ann).Gesture; g == nil || g.Kind != "unknown" {
			t.Errorf("Ann sees %+v", g)
		}
		h.mustRefuse(ben, protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
		h.mustRefuse(ann, protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
		if v := h.game(ben).Verdict; !reflect.DeepEqual(v, before) {
			t.Errorf("Ben sees %+v", v)
		}
	})
}

// While tags are enrolled everybody is told what lies on a reader, so nothing is told of a card that is put on the reader of a hand.
func TestEnrolmentSeesNoHand(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
		done := ben.Snapshot().Enrol.Done
		h.layCard("hand-1", "monk")
		h.tap("hand-1", "04AABBCCDDEEFF")
		for _, p := range []*companion.Phone{ann, ben} {
			if e := p.Snapshot().Enrol; e.Text != "Lay it on a reader that is no hand’s." || e.Done != done {
				t.Errorf("told is %+v", e)
			}
		}
		h.layCard("altar-1", "monk")
		if e := ben.Snapshot().Enrol; !strings.Contains(e.Text, "Monk") {
			t.Errorf("of an open reader is told %q", e.Text)
		}
	})
}

// Where there is a host, nobody else enrols tags: to go back forgets one after the other.
func TestOnlyHostsEnrol(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.StandRequest{})
		ben := h.guest("192.0.2.7")
		h.must(ben, protocol.SitRequest{Seat: "ann"})
		only := "Only the host can do that: whoever began the game, or a browser on the table's own machine."
		for _, action := range []string{"begin", "take"} {
			h.mustRefuseWith(ben, protocol.EnrolRequest{Action: action, Game: "sacrilege"}, only)
		}
		h.must(ann, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
		for _, action := range []string{"skip", "redo", "stop"} {
			h.mustRefuseWith(ben, protocol.EnrolRequest{Action: action}, only)
		}
		h.must(ann, protocol.EnrolRequest{Action: "stop"})
	})
	atTable(t, nil, func(t *testing.T, h *testTable) { // as long as there is no host, anybody does
		h.must(h.guest("192.0.2.7"), protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
	})
}

// That a phone has taken a seat stays in the log, however often a seat is taken afterwards.
func TestNotesAreNotPushedOut(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("sacrifice", "imp", "ann"))
		h.must(ann, protocol.StandRequest{})
		looker := h.phone("ann")
		h.must(looker, protocol.StandRequest{})
		h.must(ben, protocol.StandRequest{})
		for range 2 * protocol.NoteLines {
			h.must(ben, protocol.SitRequest{Seat: "ben"})
			h.must(ben, protocol.StandRequest{})
		}
		notes := h.game(ann).Notes
		if len(notes) != protocol.NoteLines || notes[0].Text != "A phone has taken the seat of Ann." || notes[1].Text != "A phone has taken the seat of Ben." {
			t.Errorf("the log notes %+v", notes)
		}
	})
}

// A card of a hand and an open card are two gestures.
func TestSecretAndOpenCardsAreNotMixed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("altar-1", "knight")
		h.layCard("hand-1", "monk")
		if g := h.game(ben).Gesture; g != nil {
			t.Errorf("Ben sees %+v", g)
		}
		if g := h.game(ann).Gesture; g == nil || len(g.Words) != 1 || g.Words[0] != "monk" {
			t.Errorf("Ann sees %+v", g)
		}
		h.layCard("altar-1", "knight")
		if g := h.game(ben).Gesture; g == nil || g.Kind != "ask" || len(g.Words) != 1 {
			t.Errorf("Ben sees %+v", g)
		}
		h.expectFact(ann, "ann.hand.seen", "")
	})
}

// logged collects the log of a table.
type logged = strings.Builder

// Neither phones nor the log get the UID of a tag or a secret of the table.
func TestNoUIDIsTold(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		var log logged
		h, ann, _ := startGame(t, dir, func(o *companion.Options) { o.Log = infoLog(&log) })
		for _, uid := range []string{"04AABBCCDDEEFF", "08123456", "04AABBCCDDEEF", "hello"} {
			h.tap("altar-1", uid)
			h.tap("hand-1", uid)
			h.tap("nowhere", uid)
			h.must(ann, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
			h.tap("altar-1", uid)
			h.must(ann, protocol.EnrolRequest{Action: "stop"})
		}
		ann.Do(t.Context(), protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
		if _, err := h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: "192.0.2.1"}); err == nil {
			t.Error("the visitor is let in")
		}
		h.stop()
		spoil(t, dir)
		h.start()
		defer h.stop()
		ann = h.phone("")
		all := log.String() + string(ann.Snapshot().Bytes())
		for _, secret := range []string{"AABBCC", "08123456", "hello", "WRONG7", h.table.JoinCode(), ann.Token()} {
			if strings.Contains(all, secret) {
				t.Errorf("%q is in:\n%s", secret, all)
			}
		}
		time.Sleep(time.Second)
	})
}
