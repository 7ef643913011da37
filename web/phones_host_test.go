package web

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/palette"
	"familiar/companion/protocol"
)

// tell changes something at the table, and signals all phones.
func (t *fakeTable) tell(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	for _, p := range t.phones {
		select {
		case p.updates <- struct{}{}:
		default:
		}
	}
}

// A phone that a host removes gets a message, and its connection ends; the others go on.
func TestKicked(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone, other := p.joined(aPhone), p.joined(aPhone)
		p.table.tell(func() { p.table.phones[0].kicked = true })
		if m := phone.want("refused"); m.Code != "kicked" || m.Text == "" {
			t.Errorf("told %+v", m)
		}
		phone.wantClosed(websocket.ClosePolicyViolation, "kicked")
		synctest.Wait()
		if n := p.table.here(); n != 1 {
			t.Errorf("%d phones are here", n)
		}
		other.send(`{"type":"stand","id":7}`)
		if m := other.want("answer"); m.ID != 7 || !m.OK {
			t.Errorf("answer %+v", m)
		}
	})
}

// A phone that is in no longer when its request is done, as one that leaves the table, has the answer before it is told so.
func TestAnswerComesBeforeTheEnd(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		p.table.do = func(context.Context, protocol.Request) protocol.Answer {
			p.table.tell(func() { p.table.phones[0].kicked = true })
			time.Sleep(lingerTime / 2)
			return protocol.Answer{OK: true}
		}
		phone.send(`{"type":"leave","id":7}`)
		if m := phone.want("answer"); m.ID != 7 || !m.OK {
			t.Errorf("answer %+v", m)
		}
		phone.want("refused")
		phone.wantClosed(websocket.ClosePolicyViolation, "kicked")
	})
}

// A phone is told within about a second that it is in no longer, however long its request takes.
func TestEndDoesNotWaitForSlowRequests(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		done := make(chan struct{})
		p.table.do = func(context.Context, protocol.Request) protocol.Answer {
			<-done
			return protocol.Answer{OK: true}
		}
		phone.send(`{"type":"games","id":7}`)
		synctest.Wait()
		asked := time.Now()
		p.table.tell(func() { p.table.phones[0].kicked = true })
		phone.want("refused")
		if after := time.Since(asked); after > lingerTime+updateInterval {
			t.Errorf("it is told after %v", after)
		}
		close(done)
		phone.wantClosed(websocket.ClosePolicyViolation, "kicked")
	})
}

// Phones that have joined get a new join code.
func TestNewCodeIsSent(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		p.table.tell(func() { p.table.code = "MELLON" })
		m := phone.want("code")
		if m.Code != "MELLON" || m.JoinURL != "http://192.168.1.5:8080/#join=MELLON" || len(m.QR) < 21 {
			t.Errorf("told %+v", m)
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2, Phase: "lobby"})
		phone.want("snapshot") // the code is sent once
		late := p.phone(aPhone)
		late.send(`{"type":"hello","protocol":1,"code":"MELLON"}`)
		if m := late.want("welcome"); m.Code != "MELLON" {
			t.Errorf("welcomed with %+v", m)
		}
		late.want("snapshot")
	})
}

func TestWelcomeHasThePalette(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		c := p.phone(aPhone)
		c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Colours []palette.Colour }
		if err := json.Unmarshal(data, &got); err != nil || len(got.Colours) != 8 || got.Colours[0] != (palette.Colour{Word: "orange", Colour: "#ed9633"}) {
			t.Errorf("%+v, %v", got.Colours, err)
		}
	})
}
