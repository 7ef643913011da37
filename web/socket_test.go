package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

func TestNesting(t *testing.T) {
	for text, want := range map[string]int{
		``: 0, `1`: 0, `{}`: 1, `[[], {"a": [{}]}]`: 4, `]]]`: 0, `{"[[[": "{{{\"[[["}`: 1, `["\\", [[]]]`: 3, `"[`: 0, `"\`: 0,
	} {
		if got := nesting([]byte(text)); got != want {
			t.Errorf("in %s there are %d levels, not %d", text, got, want)
		}
	}
}

// TestContentHasARate: who sends large messages without an end has them read when they are due, and is not closed for it. A list that is sent in pieces comes in a
// few seconds.
func TestContentHasARate(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		const piece, pieces = 12 << 10, 60
		go func() {
			for id := range pieces {
				phone.send(fmt.Sprintf(`{"type":"sit","id":%d,"seat":"%s"}`, id, strings.Repeat("x", piece)))
				time.Sleep(time.Second / messageRate)
			}
		}()
		began := time.Now()
		for range pieces {
			phone.want("answer")
		}
		want := time.Duration(piece*pieces-contentBurst) * time.Second / contentRate
		if took := time.Since(began); took < want || took > want+time.Second {
			t.Errorf("%d bytes take %v, not %v", piece*pieces, took, want)
		}
	})
}

// A message that has to wait until it is due is not handled if its socket ends meanwhile.
func TestMessageThatIsDueTooLate(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		done := 0
		p.table.do = func(context.Context, protocol.Request) protocol.Answer {
			done++
			return protocol.Answer{OK: true}
		}
		first := p.call("", "a")
		token := first.want("welcome").Token
		first.want("snapshot")
		const piece = 15 << 10
		first.listen()
		for id := range contentBurst/piece + 1 {
			first.send(fmt.Sprintf(`{"type":"sit","id":%d,"seat":"%s"}`, id, strings.Repeat("x", piece)))
		}
		synctest.Wait()
		p.call(token, "a").want("welcome") // which ends the first one
		time.Sleep(time.Minute)
		if want := contentBurst / piece; done != want {
			t.Errorf("%d messages are handled, not %d", done, want)
		}
	})
}

func TestMessageRateLimit(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		calm, flood := p.joined("192.168.1.99"), p.joined(aPhone)
		go func() {
			for id := range 10000 {
				if flood.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"sit","id":%d}`, id)) != nil {
					return
				}
			}
		}()
		answers := 0
		for {
			m, err := flood.read()
			if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) {
				if closed.Code != websocket.ClosePolicyViolation || closed.Text != tooMany.reason {
					t.Errorf("closed with %v", closed)
				}
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if m.Type == "answer" {
				answers++
			}
		}
		if answers != messageBurst-1 { // the hello was the first message
			t.Errorf("%d answers before, want %d", answers, messageBurst-1)
		}
		calm.send(`{"type":"sit","id":1}`)
		calm.want("answer")
	})
}

func TestBusyPhoneIsWithinTheRateLimit(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		heard := phone.listen()
		for id := range 30 * messageRate {
			phone.send(fmt.Sprintf(`{"type":"sit","id":%d}`, id))
			time.Sleep(time.Second / messageRate)
		}
		synctest.Wait()
		if all, err := heard.all(); err != nil || len(all) != 30*messageRate {
			t.Errorf("%d answers, then %v", len(all), err)
		}
	})
}

func TestPingRateLimit(t *testing.T) {
	for name, kind := range map[string]int{"pings": websocket.PingMessage, "pongs": websocket.PongMessage} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				phone := p.joined(aPhone)
				go func() {
					for range 10000 { // far fewer bytes than a socket may send
						if phone.conn.WriteControl(kind, nil, time.Now().Add(time.Minute)) != nil {
							return
						}
					}
				}()
				phone.wantClosed(websocket.ClosePolicyViolation, tooMany.reason)
			})
		})
	}
}

func TestPingsAreAnswered(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		pong := ""
		phone.conn.SetPongHandler(func(data string) error { pong = data; return nil })
		phone.listen()
		if err := phone.conn.WriteControl(websocket.PingMessage, []byte("still there?"), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if pong != "still there?" {
			t.Errorf("pong %q", pong)
		}
	})
}

// A phone that comes while the table closes is told so.
func TestPhoneComesWhileTheTableCloses(t *testing.T) {
	p := newPlace(t)
	p.srv.Close()
	w := p.ask("GET", there, fromPhone, "/ws", "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	if w.Code != http.StatusServiceUnavailable || strings.TrimSpace(w.Body.String()) != "The table is closing." {
		t.Errorf("it is told %d, %q", w.Code, w.Body)
	}
}

// Phones that ask for large answers and do not read them cannot fill the memory: what all of them have not read yet is limited. Others are answered meanwhile, and
// large answers again when these phones are gone.
func TestAnswersThatNobodyReads(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		const large = 1 << 20
		p.table.do = func(_ context.Context, r protocol.Request) protocol.Answer {
			if _, small := r.(protocol.LeaveRequest); small {
				return protocol.Answer{OK: true}
			}
			return protocol.Answer{OK: true, Text: strings.Repeat("x", large)}
		}
		for n := range 12 {
			deaf := p.joined(fmt.Sprintf("192.168.2.%d", n))
			deaf.send(`{"type":"stand","id":1}`)
			synctest.Wait()
		}
		if n := p.srv.unsent.Load(); n < 7*large || n > maxUnsent {
			t.Errorf("%d bytes are unsent", n)
		}
		honest := p.joined(aPhone)
		honest.send(`{"type":"stand","id":1}`)
		if m := honest.want("answer"); m.OK || m.Text != busy {
			t.Errorf("told %.60v", m)
		}
		honest.send(`{"type":"leave","id":3}`)
		if m := honest.want("answer"); !m.OK {
			t.Errorf("a small answer is not sent: %.60v", m)
		}
		time.Sleep(2 * writeTimeout)
		honest.send(`{"type":"stand","id":2}`)
		if m := honest.want("answer"); !m.OK {
			t.Errorf("told %.60v", m)
		}
		synctest.Wait() // until the server notices that the answer is sent
		if n := p.srv.unsent.Load(); n != 0 {
			t.Errorf("%d bytes are still unsent", n)
		}
	})
}

func TestNoHello(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.phone(aPhone)
		begin := time.Now()
		// An unexpected pong does not extend the deadline.
		time.Sleep(helloTimeout - time.Second)
		phone.conn.WriteControl(websocket.PongMessage, nil, time.Now().Add(time.Second))
		phone.wantClosed(websocket.ClosePolicyViolation, noHello.reason)
		if took := time.Since(begin); took != helloTimeout {
			t.Errorf("closed after %v, want %v", took, helloTimeout)
		}
	})
}

func TestNoPong(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		awake, asleep := p.joined("192.168.1.99"), p.joined(aPhone)
		heard := awake.listen()
		pings := 0
		asleep.conn.SetPingHandler(func(string) error { pings++; return nil })
		begin := time.Now()
		asleep.wantClosed(websocket.ClosePolicyViolation, silent.reason)
		if took := time.Since(begin); took != pongTimeout {
			t.Errorf("closed after %v, want %v", took, pongTimeout)
		}
		if pings < 2 || pings > 3 {
			t.Errorf("%d pings", pings)
		}
		time.Sleep(time.Hour)
		if _, err := heard.all(); err != nil {
			t.Errorf("the one that answers them was closed too: %v", err)
		}
	})
}

func TestSlowPhoneGetsTheLatestAndDelaysNobody(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		quick, slow := p.joined("192.168.1.99"), p.joined(aPhone)
		heard := quick.listen()
		const last = 40
		for revision := int64(2); revision <= last; revision++ {
			p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: revision})
			time.Sleep(2 * updateInterval)
			all, err := heard.all()
			if err != nil || len(all) != int(revision)-1 || all[len(all)-1].Revision != revision {
				t.Fatalf("at revision %d the quick phone has %+v, %v", revision, all, err)
			}
		}
		// The slow phone had read half of the first snapshot when it stopped.
		if m := slow.want("snapshot"); m.Revision != 2 {
			t.Errorf("the slow phone reads revision %d first", m.Revision)
		}
		if m := slow.want("snapshot"); m.Revision != last {
			t.Errorf("the slow phone reads revision %d then, want %d", m.Revision, last)
		}
		slow.send(`{"type":"sit","id":1}`)
		slow.want("answer")
	})
}

func TestStuckPhoneIsDisconnected(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.joined(aPhone) // and never reads again
		quick := p.joined("192.168.1.99")
		heard := quick.listen()
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2})
		time.Sleep(writeTimeout + 2*lingerTime)
		if n := p.table.here(); n != 1 {
			t.Errorf("%d phones are there, want the quick one", n)
		}
		if all, err := heard.all(); err != nil || len(all) != 1 {
			t.Errorf("the quick phone has %v, %v", all, err)
		}
	})
}

func TestPhoneThatNeverReads(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		go func() {
			for phone.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"sit","id":1}`)) == nil {
				time.Sleep(time.Second)
			}
		}()
		time.Sleep(time.Minute)
		if n := p.table.here(); n != 0 {
			t.Errorf("%d phones are still there", n)
		}
	})
}

func TestUpdateInterval(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		heard := phone.listen()
		const last = 1001
		for revision := int64(2); revision <= last; revision++ {
			p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: revision})
			time.Sleep(time.Millisecond)
		}
		time.Sleep(updateInterval)
		all, _ := heard.all()
		if want := int(time.Second / updateInterval); len(all) < want-5 || len(all) > want+2 {
			t.Errorf("%d snapshots in a second, want about %d", len(all), want)
		}
		if all[len(all)-1].Revision != last {
			t.Errorf("the last one is revision %d", all[len(all)-1].Revision)
		}
	})
}

func TestCloseTellsAllPhones(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.do = func(ctx context.Context, _ protocol.Request) protocol.Answer {
			<-ctx.Done()
			return protocol.Answer{Text: "The table has ended."}
		}
		waiting, asking, knocking := p.joined(aPhone), p.joined(aPhone), p.phone(aPhone)
		p.joined("192.168.1.99") // does not read during all this
		asking.send(`{"type":"sit","id":1}`)
		bench, _, err := p.connect("127.0.0.1", "ws://localhost:8080/virtual/ws", "http://localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		begin := time.Now()
		done := make(chan error)
		go func() { done <- p.stop() }()
		for _, c := range []*client{waiting, asking, knocking, bench} {
			c.wantClosed(websocket.CloseGoingAway, goingAway.reason)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took > 2*lingerTime+writeTimeout {
			t.Errorf("the end took %v", took)
		}
		if _, err := p.wire.dial(aPhone); err == nil {
			t.Error("the listener is still open")
		}
		if _, ok := p.srv.sockets.enter(); ok {
			t.Error("a closed server lets somebody in")
		}
	})
}

func TestServeReturnsTheListenersError(t *testing.T) {
	p := newPlace(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := p.srv.Serve(t.Context(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve says %v", err)
	}
}

// The same over this machine's real network, where writing does not wait for reading.
func TestOverTCP(t *testing.T) {
	before := runtime.NumGoroutine()
	p := newPlace(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- p.srv.Serve(ctx, l) }()
	var phones []*client
	for range 8 {
		conn, _, err := websocket.DefaultDialer.Dial("ws://"+l.Addr().String()+"/ws", http.Header{"Origin": {"http://" + l.Addr().String()}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		c := &client{t: t, conn: conn}
		c.send(`{"type":"hello","protocol":1}`)
		if m := c.want("welcome"); !m.Local {
			t.Error("a browser on this machine is not local")
		}
		c.want("snapshot")
		c.send(`{"type":"sit","id":3}`)
		if m := c.want("answer"); m.ID != 3 || !m.OK {
			t.Errorf("answer %+v", m)
		}
		phones = append(phones, c)
	}
	phones[0].send(`{"type":"sit","seat":"` + string(make([]byte, 2*maxMessage)) + `"}`)
	phones[0].wantClosed(websocket.CloseMessageTooBig, "")
	p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2})
	for _, c := range phones[1:] {
		if m := c.want("snapshot"); m.Revision != 2 {
			t.Errorf("revision %d", m.Revision)
		}
	}
	cancel()
	for _, c := range phones[1:] {
		c.wantClosed(websocket.CloseGoingAway, goingAway.reason)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for range 200 { // the runtime counts a goroutine a moment longer than it runs
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
