package web

import (
	"encoding/json"
	"testing"
	"testing/synctest"

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

func TestDeviceOf(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1":            "iPhone, Safari",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1":     "iPhone, Chrome",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36":                                    "Android, Chrome",
		"Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36": "Android, Samsung Internet",
		"Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0":                                                                               "Android, Firefox",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0":                      "Windows, Edge",
		"Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0":                                                                             "Linux, Firefox",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15":                              "Mac, Safari",
		"curl/8.5.0":                           "",
		"":                                     "",
		"<script>alert(1)</script> iPhone\x00": "iPhone",
	} {
		if got := deviceOf(agent); got != want {
			t.Errorf("%q is called %q, not %q", agent, got, want)
		}
	}
}
