package companion_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// waits lets a phone come with the join code that has to wait for a host.
func (h *testTable) waits(address string) *companion.Phone {
	h.Helper()
	p := h.guest(address)
	if w := p.Wait(); w == nil || w.Device != "iPhone, Safari" || w.Token != "" || p.Token() != "" || p.Snapshot() != nil {
		h.Fatalf("it is told %+v, has the token %q and sees %+v", w, p.Token(), p.Snapshot())
	}
	h.mustRefuseWith(p, protocol.SitRequest{Seat: "ben"}, "This phone is not at the table: join again, or wait until a host lets it in.")
	return p
}

// Where hosts let new phones in themselves, a phone with the right code waits for that, without a token, and sees nothing. A host lets it in or turns it away. Known
// phones, the machine's own browser and wrong codes are treated as always.
func TestNewPhonesWaitForAHost(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		known := h.guest("192.0.2.7")
		h.must(ann, protocol.ApproveRequest{On: true})
		h.mustRefuse(known, protocol.ApproveRequest{On: false})
		phones := len(ann.Snapshot().Phones)
		first, second := h.waits("192.0.2.8"), h.waits("192.0.2.8")
		s := ann.Snapshot()
		if len(s.Phones) != phones || len(s.Waiting) != 2 || s.Waiting[0].Mark != "1" || s.Waiting[1].Mark != "2" || s.Waiting[0].Address != "192.0.2.8" || !s.Approve {
			t.Fatalf("the host sees %d phones and %+v", len(s.Phones), s.Waiting)
		}
		if s := known.Snapshot(); s.Waiting != nil || s.Approve {
			t.Errorf("a guest sees %+v", s.Waiting)
		}
		h.mustRefuse(known, protocol.AdmitRequest{Phone: s.Waiting[0].ID, On: true})
		asked := make(chan string)
		go func() { asked <- first.Token() }() // as its connection asks while the table lets it in
		h.must(ann, protocol.AdmitRequest{Phone: s.Waiting[0].ID, On: true})
		<-asked
		h.must(ann, protocol.AdmitRequest{Phone: s.Waiting[1].ID})
		synctest.Wait()
		if second.Ended() != protocol.RefusedTurned || second.Token() != "" {
			t.Errorf("the one that was turned away is told %q", second.Ended())
		}
		token := first.Wait().Token
		in, err := h.table.Join(t.Context(), access.Visitor{Token: token, Address: "192.0.2.8"})
		if err != nil || token == "" || in.Wait() != nil {
			t.Fatalf("the one that was let in comes with %q: %v", token, err)
		}
		h.must(ann, protocol.KickRequest{Phone: h.phoneView(ann, func(v protocol.PhoneView) bool { return v.Here && !v.Host && v.Seat == "" && v.Last == "" }).ID})
		h.mustRefuseWith(ann, protocol.AdmitRequest{Phone: s.Waiting[1].ID, On: true}, "That phone is no longer at this table.")
		if _, err := h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: "192.0.2.9"}); !errors.Is(err, access.ErrWrongCode) {
			t.Errorf("a wrong code: %v", err)
		}
		if again, err := h.table.Join(t.Context(), access.Visitor{Token: known.Token(), Address: "192.0.2.7"}); err == nil && again.Wait() != nil {
			t.Error("a known phone waits")
		}
		if p := h.phone(""); p.Wait() != nil {
			t.Error("the machine's own browser waits")
		}
		// After a restart it is as before. Who waits at the end comes in when it need not any more.
		h.stop()
		h.start()
		defer h.stop()
		host := h.phone("")
		last := h.waits("192.0.2.8")
		h.must(host, protocol.ApproveRequest{On: false})
		synctest.Wait()
		if last.Wait().Token == "" || h.guest("192.0.2.8").Wait() != nil {
			t.Error("phones wait for nothing")
		}
	})
}

// Who waits is told whether a host is there.
func TestWaitingWithoutAHost(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.6")
		h.begin(host, "ann", "ben")
		h.must(host, protocol.ApproveRequest{On: true})
		p := h.waits("192.0.2.7")
		if !p.Wait().Host {
			t.Error("the host is not there at first")
		}
		host.Leave()
		synctest.Wait()
		if p.Wait().Host {
			t.Error("the host is there still")
		}
	})
}

// A new join code also ends the wait of those who came with the old one: with it a host gets rid of a crowd.
func TestNewCodeEndsTheWait(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.ApproveRequest{On: true})
		crowd := []*companion.Phone{h.waits("192.0.2.66"), h.waits("192.0.2.67")}
		h.must(ann, protocol.CodeRequest{})
		for _, p := range crowd {
			if p.Ended() != protocol.RefusedNoCode {
				t.Errorf("it is told %q", p.Ended())
			}
		}
		if n := len(ann.Snapshot().Waiting); n != 0 {
			t.Errorf("%d wait", n)
		}
	})
}

// A crowd of phones that wait keeps out no other one: the network that has most of them loses its oldest.
func TestCrowdThatWaits(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.ApproveRequest{On: true})
		other := h.waits("192.0.2.7")
		var crowd []*companion.Phone
		for range 15 {
			crowd = append(crowd, h.waits("192.0.2.66"))
		}
		synctest.Wait()
		if crowd[0].Ended() != protocol.RefusedWait || crowd[14].Ended() != "" || other.Ended() != "" || len(ann.Snapshot().Waiting) != 8 {
			t.Errorf("%d wait; the first of the crowd is told %q, the last %q, the other one %q", len(ann.Snapshot().Waiting), crowd[0].Ended(), crowd[14].Ended(), other.Ended())
		}
	})
}

// No two phones that wait have the same number, however many come and go meanwhile: the host would let in the wrong one.
func TestNumbersOfPhonesThatWait(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.ApproveRequest{On: true})
		first := h.waits("192.0.2.7")
		for range 98 {
			time.Sleep(30 * time.Second) // as often as new phones come in
			h.waits("192.0.2.66").Leave()
		}
		time.Sleep(30 * time.Second)
		if other := h.waits("192.0.2.66"); other.Wait().Mark == first.Wait().Mark {
			t.Errorf("two phones are number %s", first.Wait().Mark)
		}
	})
}

// A host sends away the phone that it sees in its list, however often that one has got a new token meanwhile.
func TestNewTokenKeepsNobodyFromBeingSentAway(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		guest := h.guest("192.0.2.7")
		h.settle()
		seen := h.phoneView(ann, func(v protocol.PhoneView) bool { return v.Here && !v.Local && v.Seat == "" })
		// What it does with a new token changes nothing in that.
		for range 2 {
			h.must(guest, protocol.LeaveRequest{Others: true})
			h.must(guest, protocol.SitRequest{Seat: "ben"})
			h.must(guest, protocol.StandRequest{})
		}
		h.must(ann, protocol.KickRequest{Phone: seen.ID})
		if guest.Ended() != protocol.RefusedKicked {
			t.Errorf("it is told %q", guest.Ended())
		}
	})
}

// An owner sees where his phone is in, and nobody else does. He ends the other connections, for which the token that they had is worthless.
func TestOwnerEndsOtherConnections(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		thief, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.66", Device: "Linux, Firefox"})
		if err != nil {
			t.Fatal(err)
		}
		all := guest.Do(t.Context(), protocol.ConnectionsRequest{}).Connections
		if len(all) != 2 || !all[0].Own || all[1].Own || all[1].Address != "192.0.2.66" || all[1].Device != "Linux, Firefox" {
			t.Fatalf("the owner sees %+v", all)
		}
		// A phone that wakes up connects anew: that is no other place.
		own, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.7", Device: "iPhone, Safari"})
		if err != nil {
			t.Fatal(err)
		}
		own.Leave()
		if all := guest.Do(t.Context(), protocol.ConnectionsRequest{}).Connections; len(all) != 2 {
			t.Errorf("after another connection of the same phone the owner sees %+v", all)
		}
		if all := ann.Do(t.Context(), protocol.ConnectionsRequest{}).Connections; len(all) != 1 || all[0].Address == "192.0.2.66" {
			t.Errorf("another one sees %+v", all)
		}
		old, id := guest.Token(), guest.ID()
		a := guest.Do(t.Context(), protocol.LeaveRequest{Others: true})
		if !a.OK || a.Token == "" || a.Token == old || thief.Ended() != protocol.RefusedEnded || guest.Ended() != "" {
			t.Fatalf("the owner is told %+v, the other one %q", a, thief.Ended())
		}
		if guest.Token() != a.Token || guest.ID() != id {
			t.Errorf("with a new token it is the phone %q instead of %q", guest.ID(), id)
		}
		h.mustRefuseWith(thief, move("draw"), "This phone is not at the table: join again, or wait until a host lets it in.")
		if s := guest.Snapshot(); s.You.Seat != 1 {
			t.Errorf("the owner has the seat %d", s.You.Seat)
		}
		all = guest.Do(t.Context(), protocol.ConnectionsRequest{}).Connections
		if len(all) != 2 || !all[0].Own || all[0].Until != "" || all[1].Address != "192.0.2.66" || all[1].Until == "" {
			t.Errorf("afterwards the owner sees %+v", all)
		}
		h.stop()
		h.start()
		defer h.stop()
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: old}); !errors.Is(err, access.ErrJoin) {
			t.Errorf("after a restart, the old token: %v", err)
		}
		if p, err := h.table.Join(t.Context(), access.Visitor{Token: a.Token}); err != nil {
			t.Errorf("after a restart, the new token: %v", err)
		} else {
			h.must(p, protocol.SitRequest{Seat: "ben"}) // its own
		}
	})
}

// A phone that leaves is forgotten, and its seat is free. With the code it comes in again. The only host stays as long as others are there.
func TestOwnerLeaves(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.6")
		h.begin(host, "ann", "ben")
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.mustRefuseWith(host, protocol.LeaveRequest{}, "This is the only host: make another phone host first.")
		h.must(guest, protocol.LeaveRequest{})
		if guest.Ended() != protocol.RefusedLeft || h.game(host).Seats[1].Taken {
			t.Errorf("it is told %q, and the seats are %+v", guest.Ended(), h.game(host).Seats)
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.7"}); !errors.Is(err, access.ErrJoin) {
			t.Errorf("its token: %v", err)
		}
		h.guest("192.0.2.7").Leave()
		synctest.Wait()
		h.must(host, protocol.LeaveRequest{})
		if fmt.Sprint(host.Ended()) != "left" {
			t.Errorf("the host is told %q", host.Ended())
		}
	})
}

// Places are kept for hosts, for players of the game under way, and for the machine itself: guests may be any number.
func TestWhoHasAPlace(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.6")
		h.begin(host, "ann", "ben")
		player, guest, gone := h.guest("192.0.2.7"), h.guest("192.0.2.8"), h.guest("192.0.2.9")
		h.must(player, protocol.SitRequest{Seat: "ann"})
		h.must(gone, protocol.SitRequest{Seat: "ben"})
		h.must(gone, protocol.StandRequest{})
		for who, c := range map[string]struct {
			phone *companion.Phone
			want  bool
		}{"the host": {host, true}, "a player": {player, true}, "a guest": {guest, false}, "who has stood up": {gone, false}} {
			again, err := h.table.Join(t.Context(), access.Visitor{Token: c.phone.Token()})
			if err != nil || again.HasPlace() != c.want || c.phone.HasPlace() != c.want {
				t.Errorf("for %s a place is kept: %v when it comes again, %v now, %v", who, again.HasPlace(), c.phone.HasPlace(), err)
			}
		}
		if !h.phone("").HasPlace() {
			t.Error("for the machine's own browser no place is kept")
		}
	})
}
