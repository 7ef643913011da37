package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// A phone that a host has to let in is told so, and in the end its token. It sees nothing else.
func TestPhoneThatWaits(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		token := p.known()
		p.table.tell(func() { p.table.approve = true })
		c := p.join(aPhone, "", "SESAME")
		if m := c.want("wait"); m.Token != "" {
			t.Errorf("told %+v", m)
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2, Phase: "lobby"})
		p.table.tell(func() { p.table.code = "MELLON" })
		p.table.tell(func() { p.table.phones[0].wait = &protocol.Wait{Type: protocol.TypeWait, Token: token} })
		if m := c.want("wait"); m.Token != token {
			t.Errorf("told %+v", m)
		}
		p.join(aPhone, token, "").want("welcome")
	})
}

// No phone waits for ever: after ten minutes it is told to ask again, and its place is free.
func TestPhoneWaitsTooLong(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.tell(func() { p.table.approve = true })
		came := time.Now()
		c := p.join(aPhone, "", "SESAME")
		c.want("wait")
		if m := c.want("refused"); m.Code != "late" || m.Text == "" {
			t.Errorf("told %+v", m)
		}
		if waited := time.Since(came).Round(time.Second); waited != hostTimeout {
			t.Errorf("after %v", waited)
		}
		c.wantClosed(websocket.ClosePolicyViolation, "late")
		time.Sleep(lingerTime)
		if n := p.srv.places.taken(); n != 0 {
			t.Errorf("%d places are taken", n)
		}
	})
}

// Phones that wait take no place that is kept for others.
func TestPlacesOfPhonesThatWait(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		token := p.known()
		p.table.tell(func() { p.table.approve = true })
		for n := range maxGuests {
			p.join(fmt.Sprintf("192.168.2.%d", n), "", "SESAME").want("wait")
		}
		p.join(aPhone, "", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.join(aPhone, token, "").want("welcome")
	})
}

// A phone that waits is told so once, and why, if no host lets it in.
func TestPhoneThatIsTurnedAway(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.tell(func() { p.table.approve = true })
		c := p.join(aPhone, "", "SESAME")
		c.want("wait")
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2, Phase: "lobby"})
		time.Sleep(time.Second)
		p.table.tell(func() { p.table.phones[0].kicked = true })
		if m := c.want("refused"); m.Code != "kicked" || m.Text == "" {
			t.Errorf("told %+v", m)
		}
		c.wantClosed(websocket.ClosePolicyViolation, "kicked")
		time.Sleep(lingerTime)
		if n := p.srv.places.taken(); n != 0 {
			t.Errorf("%d places are taken", n)
		}
	})
}

// Strangers, however many connections they open, close none of a phone that waits for a host.
func TestPhoneWaitsBesideStrangers(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		token := p.known()
		p.table.tell(func() { p.table.approve = true })
		c := p.join(aPhone, "", "SESAME")
		c.want("wait")
		for range 5 {
			p.strangers(200, func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%100) })
			time.Sleep(time.Second)
		}
		if p.table.here() != 1 {
			t.Fatal("the phone that waits was closed")
		}
		p.table.tell(func() { p.table.phones[0].wait = &protocol.Wait{Type: protocol.TypeWait, Token: token} })
		if m := c.want("wait"); m.Token != token {
			t.Errorf("told %+v", m)
		}
	})
}
