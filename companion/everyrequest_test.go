package companion_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// asked is a request, and whether its answer may tell the one who asks of another seat's hand: it is public then who has asked, and soon slowed.
type asked struct {
	protocol.Request
	tells bool
}

// examples are requests of each kind about cards of Ben's two hands, and about cards that are in neither.
func examples(h *testTable, host *companion.Phone) map[protocol.Kind][]asked {
	phone := func(is func(protocol.PhoneView) bool) string {
		for _, p := range host.Snapshot().Phones {
			if is(p) {
				return p.ID
			}
		}
		h.Fatal("there is no such phone")
		return ""
	}
	ben := phone(func(p protocol.PhoneView) bool { return p.Seat == "ben" })
	return map[protocol.Kind][]asked{
		"start": {{Request: protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}}},
		"end":   {{Request: protocol.EndRequest{}}},
		"sit":   {{Request: protocol.SitRequest{Seat: "ben"}}, {Request: protocol.SitRequest{Seat: "cai"}}},
		"stand": {{Request: protocol.StandRequest{}}},
		"move": {
			{Request: move("hold", "monk"), tells: true}, {Request: move("hold", "cook")}, {Request: move("draw", "monk"), tells: true}, {Request: move("sacrifice", "monk", "ann"), tells: true},
			{Request: tableMove("amend", "monk", "deck", "ann.hand"), tells: true}, {Request: tableMove("amend", "monk", "deck", "grave"), tells: true}, {Request: tableMove("reveal", "monk")}, {Request: protocol.MoveRequest{Seat: "ben", Verb: "draw"}},
		},
		"check": {
			{Request: protocol.CheckRequest{Verb: "hold", Args: []string{"monk"}}}, {Request: protocol.CheckRequest{Verb: "draw", Args: []string{"nun"}}},
			{Request: protocol.CheckRequest{Seat: "table", Verb: "amend", Args: []string{"monk", "deck", "ann.hand"}}},
			{Request: protocol.CheckRequest{Seat: "ben", Verb: "sacrifice", Args: []string{"monk", "ben"}}},
		},
		"may": {
			{Request: protocol.MayRequest{}}, {Request: protocol.MayRequest{Seat: "ben"}}, {Request: protocol.MayRequest{Seat: "ben", Verb: "sacrifice"}},
			{Request: protocol.MayRequest{Seat: "ben", Verb: "sacrifice", Args: []string{"monk"}, WithTurn: true}}, {Request: protocol.MayRequest{Verb: "hold", Args: []string{"nun"}}},
			{Request: protocol.MayRequest{Seat: "table", Verb: "amend", Args: []string{"monk"}}},
		},
		"lay":         {{Request: protocol.LayRequest{On: true}}},
		"undo":        {{Request: protocol.UndoRequest{}}, {Request: protocol.UndoRequest{Steps: 3}}},
		"past":        {{Request: protocol.PastRequest{At: 2, Names: true}}, {Request: protocol.PastRequest{At: 100}}},
		"games":       {{Request: protocol.GamesRequest{}}},
		"record":      {{Request: protocol.RecordRequest{}}, {Request: protocol.RecordRequest{Game: h.game(host).ID}}},
		"pick":        {{Request: protocol.PickRequest{Gesture: benIsAsked}}},
		"drop":        {{Request: protocol.DropRequest{Gesture: benIsAsked}}},
		"hint":        {{Request: protocol.HintRequest{On: true}}},
		"hints":       {{Request: protocol.HintsRequest{On: false}}},
		"boldness":    {{Request: protocol.BoldnessRequest{As: protocol.Careful}}, {Request: protocol.BoldnessRequest{As: protocol.Bold}}},
		"mute":        {{Request: protocol.MuteRequest{On: true}}},
		"devices":     {{Request: protocol.DevicesRequest{}}},
		"pause":       {{Request: protocol.PauseRequest{On: true}}},
		"carry":       {{Request: protocol.CarryRequest{}}},
		"connections": {{Request: protocol.ConnectionsRequest{}}},
		"leave":       {{Request: protocol.LeaveRequest{}}, {Request: protocol.LeaveRequest{Others: true}}},
		"give":        {{Request: protocol.GiveRequest{Phone: ben, Seat: ""}}},
		"kick":        {{Request: protocol.KickRequest{Phone: ben}}},
		"host":        {{Request: protocol.HostRequest{Phone: ben, On: true}}},
		"code":        {{Request: protocol.CodeRequest{}}},
		"knocks":      {{Request: protocol.KnocksRequest{}}},
		"approve":     {{Request: protocol.ApproveRequest{On: true}}},
		"admit":       {{Request: protocol.AdmitRequest{Phone: "waiting 1", On: true}}},
		"enrol":       {{Request: protocol.EnrolRequest{Action: "begin", Game: "sacrilege"}}, {Request: protocol.EnrolRequest{Action: "name", Args: []string{"monk"}}}},
		"packs":       {{Request: protocol.PacksRequest{Action: "read", Game: "sacrilege"}}, {Request: protocol.PacksRequest{Action: "list", Game: "sacrilege"}}},
	}
}

// atTwins are the situations in which requests are made: Ben has told his hand, or has yet to say of one card whether it is in his hand.
var atTwins = []struct {
	name string
	come func(h *testTable, ann *companion.Phone, hand []string)
}{
	{"in Ann's turn", func(h *testTable, ann *companion.Phone, _ []string) { h.must(ann, tableMove("amend", "turn", "ann")) }},
	{"while Ben is asked in secret", func(h *testTable, ann *companion.Phone, hand []string) {
		h.must(ann, protocol.UndoRequest{Steps: 2})
		h.must(ann, tableMove("amend", "turn", "ben"))
		h.layCard("hand-2", hand[4])
		if g := h.game(ann).Gesture; g != nil {
			h.Fatalf("gesture %+v", g)
		}
	}},
}

// hintedSacrilege is the game with hints, which name all cards that the search sees in a hand.
func hintedSacrilege() engine.Game {
	g := sacrilege.Game()
	g.Words = engine.Written(string(g.Words.Read()) + "\n[hint]\nask = \"Which cards are in a hand?\"\ngoal = \"{1} is in a hand.\"\nnone = \"None.\"\n")
	g.Seek = func(_ context.Context, state engine.State, _ engine.Seat, tell func(int, int, *engine.Hint)) bool {
		for path, cards := range state.Facts {
			if strings.HasSuffix(path, ".hand.seen") {
				for _, card := range strings.Fields(cards) {
					tell(1, 1, &engine.Hint{Goal: state.Catalog().Name(card)})
				}
			}
		}
		return true
	}
	return g
}

const benIsAsked = 1 // the gesture

// No request of anybody's, whatever it is, tells of another seat's hand, be it by its answer or by what others see then: at two tables that differ in Ben's hand alone all
// is the same. A few requests tell who asks that somebody has told a card already: everybody is told then who it was. TestSweepOfHandsIsSlow has how often that may be.
func TestNoRequestTellsOfAnotherHand(t *testing.T) {
	for _, e := range protocol.Kinds {
		t.Run(string(e.Kind), func(t *testing.T) {
			t.Parallel()
			told := make(map[int]bool) // by the examples that may tell
			for _, at := range atTwins {
				for who := range 3 {
					for n, more := 0, true; more; n++ {
						var tables [2]twin
						var what asked
						for i, hand := range hands {
							run(t, func(t *testing.T) {
								h, ann, _ := startWithKnownHand(t, t.TempDir(), hand, func(o *companion.Options) {
									o.Games = []engine.Game{hintedSacrilege()}
									o.Readers = append(o.Readers, companion.Reader{Name: "hand-2", Seat: 2, Place: "hand"})
								})
								host, guest := h.phone(""), h.guest("192.0.2.7")
								at.come(h, ann, hand)
								all := examples(h, host)[e.Kind]
								if len(all) == 0 {
									t.Fatal("it has no example here: say what its answer depends on")
								}
								what, more = all[n], n+1 < len(all)
								told[n] = told[n] || !what.tells
								tables[i] = h.answerTo([]*companion.Phone{ann, host, guest}[who], what.Request, ann, host, guest)
							})
						}
						if slices.Equal(tables[0].seen, tables[1].seen) {
							continue
						}
						named := slices.ContainsFunc(tables[:], func(t twin) bool { return !t.ok && t.named })
						if !what.tells || !named {
							t.Errorf("%s, %s asks %+v, and is answered or shows others\n%s\n%s", at.name, []string{"Ann", "the host", "a guest"}[who], what.Request, tables[0].seen, tables[1].seen)
						}
						told[n] = true
					}
				}
			}
			for n, told := range told {
				if !told {
					t.Errorf("example %d tells nothing to anybody", n)
				}
			}
		})
	}
}

// What a request has changed, everybody is shown at once: when the table is shown again for another reason, nothing is new.
func TestEachChangeIsShown(t *testing.T) {
	for _, e := range protocol.Kinds {
		t.Run(string(e.Kind), func(t *testing.T) {
			t.Parallel()
			for _, at := range atTwins {
				for who := range 4 {
					for n, more := 0, true; more; n++ {
						run(t, func(t *testing.T) {
							hand := hands[0]
							h, ann, ben := startWithKnownHand(t, t.TempDir(), hand, func(o *companion.Options) {
								o.Games = []engine.Game{hintedSacrilege()}
								o.Readers = append(o.Readers, companion.Reader{Name: "hand-2", Seat: 2, Place: "hand"})
							})
							host, guest := h.phone(""), h.guest("192.0.2.7")
							at.come(h, ann, hand)
							all := examples(h, host)[e.Kind]
							more = n+1 < len(all)
							phones := []*companion.Phone{ann, host, guest, ben}
							phones[who].Do(h.Context(), all[n].Request)
							synctest.Wait()
							before, scene := seenByAll(phones), fmt.Sprintf("%+v", h.shown.scene().Prompt)
							h.settle()
							if after := seenByAll(phones); !slices.Equal(before, after) {
								t.Errorf("%s, after %+v of %s phones saw\n%s\nand see\n%s", at.name, all[n].Request, []string{"Ann", "the host", "a guest", "Ben"}[who], before, after)
							}
							if after := fmt.Sprintf("%+v", h.shown.scene().Prompt); after != scene {
								t.Errorf("%s, after %+v the panel showed %s and shows %s", at.name, all[n].Request, scene, after)
							}
						})
					}
				}
			}
		})
	}
}

// seenByAll returns all that some phones see, but for the number of times that the table was shown.
func seenByAll(phones []*companion.Phone) []string {
	var seen []string
	for _, p := range phones {
		s := *p.Snapshot()
		s.Revision = 0
		seen = append(seen, string(s.Bytes()), string(p.Ended()))
	}
	return seen
}

// twin is what a request leads to at one of two tables.
type twin struct {
	seen  []string // the answer, and what some phones and the panel show, without what is made up anew for each table
	ok    bool     // the request is not refused
	named bool     // everybody reads who has told what cannot be
}

// answerTo makes a request. The last of the phones is a guest's.
func (h *testTable) answerTo(p *companion.Phone, r protocol.Request, phones ...*companion.Phone) twin {
	h.Helper()
	a := p.Do(h.Context(), r)
	a.Token, a.Link, a.Devices = "", "", nil
	h.settle()
	time.Sleep(time.Second)
	answer, err := json.Marshal(a)
	if err != nil {
		h.Fatal(err)
	}
	shown := h.shown.scene()
	shown.Code, shown.JoinURL = "", ""
	got := twin{seen: []string{string(answer), fmt.Sprintf("%+v", shown.Prompt), fmt.Sprint(len(h.shown.cues()))}, ok: a.OK}
	for _, p := range phones {
		got.seen = append(got.seen, seenBy(p), string(p.Ended()), fmt.Sprintf("%+v", p.Hint()))
	}
	if g := phones[len(phones)-1].Snapshot().Game; g != nil {
		got.named = len(g.Notes) > 0
	}
	return got
}
