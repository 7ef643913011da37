package companion_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/protocol"
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
			{Request: move("hold", "monk"), tells: true}, {Request: move("hold", "cook")}, {Request: move("draw", "monk"), tells: true}, {Request: move("sacrifice", "monk", "ann")},
			{Request: tableMove("amend", "monk", "deck", "ann.hand"), tells: true}, {Request: tableMove("reveal", "monk")}, {Request: protocol.MoveRequest{Seat: "ben", Verb: "draw"}},
		},
		"check": {
			{Request: protocol.CheckRequest{Verb: "hold", Args: []string{"monk"}}}, {Request: protocol.CheckRequest{Verb: "draw", Args: []string{"nun"}}},
			{Request: protocol.CheckRequest{Seat: "table", Verb: "amend", Args: []string{"monk", "deck", "ann.hand"}}},
			{Request: protocol.CheckRequest{Seat: "ben", Verb: "sacrifice", Args: []string{"monk", "ben"}}},
		},
		"may": {
			{Request: protocol.MayRequest{}}, {Request: protocol.MayRequest{Seat: "ben"}}, {Request: protocol.MayRequest{Seat: "ben", Verb: "sacrifice"}},
			{Request: protocol.MayRequest{Seat: "ben", Verb: "sacrifice", Args: []string{"monk"}, Suppose: true}}, {Request: protocol.MayRequest{Verb: "hold", Args: []string{"nun"}}},
			{Request: protocol.MayRequest{Seat: "table", Verb: "amend", Args: []string{"monk"}}},
		},
		"lay":         {{Request: protocol.LayRequest{On: true}}},
		"undo":        {{Request: protocol.UndoRequest{}}, {Request: protocol.UndoRequest{Steps: 3}}},
		"past":        {{Request: protocol.PastRequest{At: 2, Names: true}}, {Request: protocol.PastRequest{At: 100}}},
		"games":       {{Request: protocol.GamesRequest{}}},
		"record":      {{Request: protocol.RecordRequest{}}, {Request: protocol.RecordRequest{Game: h.game(host).ID}}},
		"pick":        {{Request: protocol.PickRequest{Gesture: 1}}},
		"drop":        {{Request: protocol.DropRequest{Gesture: 1}}},
		"hint":        {{Request: protocol.HintRequest{On: true}}},
		"hints":       {{Request: protocol.HintsRequest{On: false}}},
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

// No request of anybody's, whatever it is, tells of another seat's hand, be it by its answer or by what others see then: at two tables that differ in Ben's hand alone all
// is the same. A few requests tell who asks that somebody has told a card already: see TestGuessingHandsIsPublic and TestSweepOfHandsIsSlow.
func TestNoRequestTellsOfAnotherHand(t *testing.T) {
	var kinds []protocol.Kind
	for _, e := range protocol.Kinds {
		kinds = append(kinds, e.Kind)
	}
	for _, kind := range kinds {
		for who := range 3 {
			for n, more := 0, true; more; n++ {
				var tables [2][]string
				var what asked
				for i, hand := range hands {
					run(t, func(t *testing.T) {
						h, ann, _ := startWithKnownHand(t, t.TempDir(), hand, nil)
						host, guest := h.phone(""), h.guest("192.0.2.7")
						all := examples(h, host)[kind]
						if len(all) == 0 {
							t.Fatalf("%s has no example here: say what its answer depends on", kind)
						}
						what, more = all[n], n+1 < len(all)
						p := []*companion.Phone{ann, host, guest}[who]
						tables[i] = h.answerTo(p, what.Request, ann, host, guest)
					})
				}
				if what.tells {
					continue
				}
				if !slices.Equal(tables[0], tables[1]) {
					t.Errorf("%s asks %s %+v, and is answered or shows others\n%s\n%s", []string{"Ann", "the host", "a guest"}[who], kind, what.Request, tables[0], tables[1])
				}
			}
		}
	}
}

// answerTo makes a request, and returns its answer and what some phones and the panel show then, without what is made up anew for each table.
func (h *testTable) answerTo(p *companion.Phone, r protocol.Request, phones ...*companion.Phone) []string {
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
	got := []string{string(answer), fmt.Sprintf("%+v", shown.Prompt), fmt.Sprint(len(h.shown.cues()))}
	for _, p := range phones {
		got = append(got, seenBy(p), string(p.Ended()))
	}
	return got
}
