package companion_test

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

func TestUnknownTagAsksWhatItIs(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.tap("altar-1", "04AABBCCDDEEFF")
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "unknown" || strings.Contains(g.Text, "04AA") {
			t.Fatalf("gesture %+v", g)
		}
		h.mustRefuse(ann, protocol.EnrolRequest{Action: "name", Args: []string{"goblin"}})
		h.must(ann, protocol.EnrolRequest{Action: "name", Args: []string{"end"}})
		h.tap("middle", "04AABBCCDDEEFF") // a command tag: Ann ends her turn
		h.expectFact(ann, "turn", "ben")
		h.mustRefuse(ann, protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
	})
}

// A card of which there is only one has one tag: with a second one somebody could find out who holds the card. Commands, and things with two sides, may have several.
func TestUniqueCardHasOneTag(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		name := func(uid, word string) map[tags.UID]string {
			h.tap("altar-1", uid)
			h.must(ann, protocol.EnrolRequest{Action: "name", Args: []string{word}})
			known, err := tags.Load(h.dir)
			if err != nil {
				t.Fatal(err)
			}
			all := known.Words(tags.Box{Game: "sacrilege"})
			maps.DeleteFunc(all, func(_ tags.UID, of string) bool { return of != word })
			return all
		}
		if all := name("04AABBCCDDEEFF", "imp"); len(all) != 1 || all["04AABBCCDDEEFF"] != "imp" {
			t.Errorf("the tags of the imp are %v", all)
		}
		name("04AABBCCDDEE00", "end")
		if all := name("04AABBCCDDEE11", "end"); len(all) != 2 {
			t.Errorf("the tags for the end of a turn are %v", all)
		}
	})
}

func TestTagsThatCannotBe(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		known, err := tags.Load(h.dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := known.Assign(tags.Box{Game: "sator"}, "04111111111111", "nihil"); err != nil {
			t.Fatal(err)
		}
		h.stop()
		h.start()
		defer h.stop()
		ann := h.phone("")
		h.tap("altar-1", "04111111111111")
		if v := h.game(ann).Verdict; v == nil || v.Words != "This is Nihil of Sator: it belongs to another game." {
			t.Errorf("a card of another game: %+v", v)
		}
		h.tap("altar-1", "not hex at all")
		if v := h.game(ann).Verdict; v == nil || v.Words != "That could not be read as a tag: show it again." {
			t.Errorf("no UID: %+v", v)
		}
		h.layCard("altar-6", "imp")
		if v := h.game(ann).Verdict; v == nil || v.Words != "Nobody sits at seat 6 in this game." {
			t.Errorf("a seat that nobody has: %+v", v)
		}
		h.tap("no-such-reader", uidOf("imp"))
	})
}

func TestSameCardTwice(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-2", "knight") // only Ann's sacrifice
		h.expectFact(ann, "ben.altar", "knight")
		told := h.game(ann).Verdict
		h.layCard("altar-2", "knight") // where it lies
		h.expectFact(ann, "ben.altar", "knight")
		if v := h.game(ann).Verdict; v.N != told.N {
			t.Errorf("verdict %+v", v)
		}
	})
}

// A tag that a reader loses and sees again was not laid again, unless what it was laid for was taken back.
func TestTagComesBack(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		comesBack := func(after time.Duration) *protocol.Verdict {
			h.lift("altar-2", "knight")
			time.Sleep(after)
			before := h.game(ann).Verdict
			if err := h.table.TagArrived(h.Context(), "altar-2", uidOf("knight"), time.Now()); err != nil {
				t.Fatal(err)
			}
			h.settle()
			if now := h.game(ann).Verdict; now != before && (before == nil || now.N != before.N) {
				return now
			}
			return nil
		}
		stood := h.game(ann).Undoable
		h.layCard("altar-2", "knight") // only Ann's sacrifice
		if v := comesBack(second); v != nil {
			t.Errorf("the card is shown twice: %+v", v)
		}
		h.layCard("altar-2", "miller") // another one, beside it
		if v := comesBack(time.Hour); v != nil {
			t.Errorf("the reader had missed the card: %+v", v)
		}
		h.must(ann, protocol.UndoRequest{Steps: h.game(ann).Undoable - stood})
		h.expectFact(ann, "ben.altar", "")
		if v := comesBack(second); v == nil || !v.OK {
			t.Errorf("the card is laid again after its move was taken back: %+v", v)
		}
		h.expectFact(ann, "ben.altar", "knight")
	})
}

func TestTwoCardsAtOnce(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for _, m := range [][]string{{"imp", "deck", "ann.altar"}, {"monk", "deck", "ben.altar"}} {
			h.must(ann, tableMove("amend", m...))
		}
		h.must(ann, move("sacrifice", "fence", "ann")) // swap two characters of different altars
		// Both are shown before anybody can say anything: together they are one swap.
		for _, card := range []string{"imp", "monk"} {
			if err := h.table.TagArrived(t.Context(), "middle", uidOf(card), time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		h.settle()
		h.expectFact(ben, "ben.altar", "imp")
		h.expectFact(ben, "ann.altar", "fence monk")
	})
}

func TestBrokenTagsFileIsKept(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		h.stop()
		path := filepath.Join(h.dir, tags.File)
		broken := []byte("[sacrilege.house]\n\"04AA\" = \n")
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		p := h.phone("ann")
		notices := p.Snapshot().Notices
		if len(notices) != 1 || notices[0].Text != "The list of tags cannot be read: mend tags.toml:2, then start again." {
			t.Errorf("notices %+v", notices)
		}
		h.tap("middle", "04AABBCCDDEEFF")
		h.mustRefuse(p, protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
		if now, err := os.ReadFile(path); err != nil || string(now) != string(broken) {
			t.Errorf("the file is now %q, %v", now, err)
		}
	})
}

func TestDamagedJournalGoesOn(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("draw"))
		id := h.game(ann).ID
		h.stop()
		path := filepath.Join(h.dir, "games", id)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("ann: sacrifice kni"); err != nil {
			t.Fatal(err)
		}
		f.Close()
		h.start()
		defer h.stop()
		p := h.phone("")
		h.expectFact(p, "ann.actions", "draw")
		if n := p.Snapshot().Notices; len(n) != 1 || n[0].Text != "The journal 2000-01-01-000000-sacrilege.table was damaged: its last line was only half there, as when the power fails while it is written. That part now lies in 2000-01-01-000000-sacrilege.table.damaged-1; the 2 lines before it are whole." {
			t.Errorf("notices %+v", n)
		}
		aside, err := os.ReadFile(path + ".damaged-1")
		if err != nil || string(aside) != "ann: sacrifice kni" {
			t.Errorf("set aside: %q, %v", aside, err)
		}
	})
}

// danceRequest is of a kind that the protocol does not have.
type danceRequest struct{}

func (danceRequest) Kind() protocol.Kind { return "dance" }

// A request that cannot be done is refused with the reason in words, or with the rule that forbids the move.
func TestRequestsThatCannotBe(t *testing.T) {
	english, err := sacrilege.Game().Localization(engine.English)
	if err != nil {
		t.Fatal(err)
	}
	type refusal struct {
		protocol.Request
		rule, text string // no text: that of the rule
	}
	const (
		noGame  = "No game is under way: start one."
		nothing = "There is no move to take back."
	)
	atTable(t, nil, func(t *testing.T, h *testTable) {
		p := h.phone("")
		refuses := func(all ...refusal) {
			t.Helper()
			for _, r := range all {
				text := r.text
				if text == "" {
					text = english.Book.Words(r.rule)
				}
				if a := h.mustRefuse(p, r.Request); a.Text != text || a.Rule != r.rule || text == "" {
					t.Errorf("%+v is refused by %q: %q, want %q: %q", r.Request, a.Rule, a.Text, r.rule, text)
				}
			}
		}
		refuses(
			refusal{Request: danceRequest{}, text: `There is no request of type "dance".`},
			refusal{Request: protocol.MoveRequest{Verb: "draw"}, text: noGame},
			refusal{Request: protocol.CheckRequest{}, text: noGame},
			refusal{Request: protocol.UndoRequest{}, text: noGame},
			refusal{Request: protocol.PickRequest{}, text: noGame},
			refusal{Request: protocol.DropRequest{}, text: noGame},
			refusal{Request: protocol.EndRequest{}, text: noGame},
			refusal{Request: protocol.SitRequest{Seat: "ann"}, text: noGame},
			refusal{Request: protocol.EnrolRequest{}, text: `Enrolment cannot "": it can begin, take, skip, redo, stop and name.`},
			refusal{Request: protocol.EnrolRequest{Action: "skip"}, text: "No tags are being enrolled."},
			refusal{Request: protocol.EnrolRequest{Action: "begin", Game: "chess"}, text: `There is no game "chess".`},
			refusal{Request: protocol.EnrolRequest{Action: "begin", Game: "sacrilege", Pack: "../../etc/passwd"},
				text: `"../../etc/passwd" cannot be the name of a card list: it is made of lower case letters, digits and -.`},
			refusal{Request: protocol.StartRequest{Game: "chess", Seats: []string{"ann", "ben"}}, text: `There is no game "chess".`},
			refusal{Request: protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann"}}, text: "1 seats, where the game is for 2 to 6 players."},
			refusal{Request: protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "<b>"}},
				text: `Seat "<b>": a name is made of lower case letters, digits and -.`},
			refusal{Request: protocol.StartRequest{Game: "sacrilege", Pack: "../x", Seats: []string{"ann", "ben"}},
				text: `Card list "../x": "../x" cannot be the name of a card list: it is made of lower case letters, digits and -.`},
			refusal{Request: protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}, Options: map[string]string{"chain": "loop"}},
				text: `Option chain cannot be "loop": it is one of queue, stack.`},
		)
		h.begin(p, "ann", "ben")
		h.must(p, protocol.SitRequest{Seat: "ann"})
		refuses(
			refusal{Request: protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}, text: "A game is under way: end it first."},
			refusal{Request: protocol.UndoRequest{}, text: nothing},
			refusal{Request: protocol.UndoRequest{Steps: -1}, text: nothing},
			refusal{Request: protocol.UndoRequest{Steps: math.MaxInt32}, text: nothing},
			refusal{Request: protocol.PickRequest{Gesture: 0, Option: 3}, text: "That question is settled already."},
			refusal{Request: protocol.SitRequest{Seat: "zed"}, text: `There is no seat "zed" in this game.`},
			refusal{Request: move("draw"), rule: "ask.first"},
			refusal{Request: move("sacrifice"), rule: "move.form"},
			refusal{Request: move("hold", "goblin"), rule: "move.form"},
			refusal{Request: move("amend", "imp", "deck", "grave"), rule: "move.form"},
			refusal{Request: move("x", "a", "b", "c", "d", "e"), rule: "move.form"},
			refusal{Request: tableMove("reveal"), rule: "move.form"},
			refusal{Request: tableMove("reveal", "goblin"), rule: "move.form"},
		)
		watcher, err := h.table.Join(t.Context(), access.Visitor{Code: h.table.JoinCode(), Address: "192.0.2.1"})
		if err != nil {
			t.Fatal(err)
		}
		h.mustRefuse(watcher, protocol.EndRequest{})
		h.must(p, protocol.EndRequest{})
		if got := p.Snapshot().Phase; got != "lobby" {
			t.Errorf("phase %s", got)
		}
	})
}

// A card that is lifted at once was the wrong one: the next one on its reader takes its place.
func TestWrongCardFirst(t *testing.T) {
	for _, test := range []struct {
		lay  time.Duration
		want string
	}{{second, "miller"}, {time.Minute, "knight"}} {
		inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
			h.layCard("altar-2", "knight") // only Ann's sacrifice
			stood := h.game(ann).Undoable
			time.Sleep(test.lay)
			h.lift("altar-2", "knight")
			time.Sleep(second)
			h.layCard("altar-2", "miller")
			h.expectFact(ann, "ben.altar", test.want)
			if g := h.game(ann); g.Undoable != stood {
				t.Errorf("%d moves stand, not %d", g.Undoable, stood)
			}
		})
	}
}

// A finger that presses the button for the end of a turn twice ends only that turn. Later the next player presses it.
func TestEndPressedTwice(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "finish", Press: "end"})
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.press("finish", false)
		h.expectFact(ann, "turn", "ben")
		h.press("finish", false)
		h.expectFact(ann, "turn", "ben")
		if v := h.game(ann).Verdict; v == nil || !v.OK || v.Text != "The button was pressed twice, and counts once." {
			t.Errorf("verdict %+v", v)
		}
		time.Sleep(second)
		h.press("finish", false)
		h.expectFact(ann, "turn", "ann")
	})
}
