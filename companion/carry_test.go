package companion_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// carry asks for a link as a phone.
func (h *testTable) carry(p *companion.Phone) string {
	h.Helper()
	a := p.Do(h.Context(), protocol.CarryRequest{})
	if !a.OK || a.Link == "" {
		h.Fatalf("carry: %+v", a)
	}
	return a.Link
}

// A phone goes on over TLS: the new connection has its seat and whatever it may do, with a new token, and sees its hand. All its connections from before end, for
// good. So it is after a restart.
func TestPhoneIsCarriedOver(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.TLS = true }, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.must(ann, protocol.HostRequest{Phone: h.phoneView(ann, inSeat("ben")).ID, On: true})
		tab, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token()})
		if err != nil {
			t.Fatal(err)
		}
		link := h.carry(tab)
		if guest.Ended() == protocol.RefusedCarried || h.game(guest).Seats[1].Word != "ben" {
			t.Error("the phone is out before it has followed the link")
		}
		select {
		case <-guest.Updates():
		default:
		}
		phones, id := len(ann.Snapshot().Phones), h.phoneView(ann, inSeat("ben")).ID
		over, err := h.table.Join(t.Context(), access.Visitor{Link: link, Address: "192.0.2.7", Device: "iPhone, Safari"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for _, p := range []*companion.Phone{guest, tab} {
			if p.Ended() != protocol.RefusedCarried || p.Ended() == protocol.RefusedKicked {
				t.Error("a connection from before does not know")
			}
			h.mustRefuseWith(p, move("draw"), "This phone is not at the table: join again, or wait until a host lets it in.")
		}
		select {
		case <-guest.Updates():
		default:
			t.Error("it was not woken")
		}
		if over.Token() == guest.Token() {
			t.Error("the token is the old one")
		}
		if now := h.phoneView(ann, inSeat("ben")).ID; now != id {
			t.Error("hosts' requests name it otherwise")
		}
		if v := ann.Snapshot().Phones; len(v) != phones {
			t.Errorf("hosts see %d phones, not %d: %+v", len(v), phones, v)
		}
		for range 2 {
			if you := over.Snapshot().You; you.Seat != 1 || !you.Host {
				t.Errorf("it is %+v", you)
			}
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.7"}); !errors.Is(err, access.ErrJoin) {
				t.Errorf("the old token: %v", err)
			}
			if _, err := h.table.Join(t.Context(), access.Visitor{Link: link, Address: "192.0.2.66"}); !errors.Is(err, access.ErrLink) {
				t.Errorf("the link once more: %v", err)
			}
			guest.Leave()
			tab.Leave()
			over.Leave()
			synctest.Wait()
			h.stop()
			h.start()
			if over, err = h.table.Join(t.Context(), access.Visitor{Token: over.Token()}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		h.stop()
	})
}

// Two pages that follow the same link at the same time: one is let in, the other one is told why not.
func TestLinkIsFollowedTwice(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.TLS = true }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		defer h.stop()
		link := h.carry(ann)
		results := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := h.table.Join(t.Context(), access.Visitor{Link: link, Address: "192.0.2.7"})
				results <- err
			}()
		}
		first, second := <-results, <-results
		if first == nil {
			first, second = second, first
		}
		if !errors.Is(first, access.ErrLink) || second != nil {
			t.Errorf("told %v and %v", first, second)
		}
	})
}

// A link that is too old lets nobody in; the phone that has asked for it stays in, and can ask for another one.
func TestLinkIsTooOld(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.TLS = true }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		defer h.stop()
		link := h.carry(ann)
		time.Sleep(2*time.Minute + time.Second)
		if _, err := h.table.Join(t.Context(), access.Visitor{Link: link}); !errors.Is(err, access.ErrLink) {
			t.Errorf("let in: %v", err)
		}
		if ann.Ended() == protocol.RefusedCarried {
			t.Error("the phone is out")
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Link: h.carry(ann)}); err != nil {
			t.Errorf("the next link: %v", err)
		}
	})
}

// A table without TLS makes no links, and says what to do.
func TestCarryWithoutTLS(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		defer h.stop()
		h.mustRefuseWith(ann, protocol.CarryRequest{}, "This table is not served over an encrypted connection: start it with --tls.")
	})
}
