package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

func TestJoin(t *testing.T) {
	for name, c := range map[string]struct {
		hello   string
		code    string // of the refusal
		visitor access.Visitor
	}{
		"with the code":    {`{"type":"hello","protocol":1,"code":"SESAME","revision":0,"later":{"field":1}}`, "", access.Visitor{Code: "SESAME", Address: aPhone}},
		"without":          {`{"type":"hello","protocol":1}`, "join", access.Visitor{Address: aPhone}},
		"with a wrong one": {`{"type":"hello","protocol":1,"code":"ALOHA"}`, "wrong", access.Visitor{Code: "ALOHA", Address: aPhone}},
		"once too often":   {`{"type":"hello","protocol":1,"code":"ENOUGH"}`, "wait", access.Visitor{Code: "ENOUGH", Address: aPhone}},
		"from the future":  {`{"type":"hello","protocol":2,"code":"SESAME"}`, "protocol", access.Visitor{}},
		"without a word":   {`{"type":"move","protocol":1}`, "protocol", access.Visitor{}},
		"with a number":    {`{"type":"hello","protocol":1,"code":7}`, "protocol", access.Visitor{}},
		"with noise":       {`\x00`, "protocol", access.Visitor{}},
		"with nothing":     {``, "protocol", access.Visitor{}},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				phone := p.phone(aPhone)
				phone.send(c.hello)
				if c.code != "" {
					if m := phone.want("refused"); m.Code != c.code || m.Text == "" {
						t.Errorf("refused with %+v, want %s and why", m, c.code)
					}
					phone.wantClosed(websocket.ClosePolicyViolation, c.code)
				} else {
					phone.want("welcome")
					phone.want("snapshot")
				}
				if c.visitor != (access.Visitor{}) {
					if diff := cmp.Diff(c.visitor, p.table.lastVisitor()); diff != "" {
						t.Error(diff)
					}
				}
			})
		})
	}
}

func TestWelcome(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		c := p.phone(aPhone)
		c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		qr, _ := got["qr"].([]any)
		delete(got, "qr")
		delete(got, "colours") // see TestWelcomeHasThePalette
		delete(got, "page")    // see TestPageHash
		want := map[string]any{
			"type": "welcome", "protocol": 1.0, "version": "1.2.3", "token": "token-1", "local": false, "virtual": false,
			"code": "SESAME", "joinURL": "http://192.168.1.5:8080/#join=SESAME",
			"games": []any{map[string]any{
				"id": "riddle", "title": "The Riddle", "about": "Guess.", "least": 3.0, "most": 5.0,
				"options": []any{map[string]any{
					"name": "loud", "values": []any{"no", "yes"}, "rule": "ask.again", "words": "Nobody asks twice & laughs <twice>.",
				}},
			}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if len(qr) < 21 {
			t.Fatalf("a QR code of %d rows", len(qr))
		}
		// The finder pattern of three corners.
		for i, want := range []string{"1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"} {
			top, bottom := qr[i].(string), qr[len(qr)-7+i].(string)
			if len(top) != len(qr) || top[:7] != want || top[len(top)-7:] != want || bottom[:7] != want {
				t.Errorf("row %d of the QR code: %s, %s", i, top, bottom)
			}
		}
	})
}

func TestTheJoinURLWorksForOthers(t *testing.T) {
	for name, c := range map[string]struct {
		from, url, origin, set, want string
	}{
		"as it came":   {aPhone, "ws://tavern.local/ws", "http://tavern.local", "", "http://tavern.local/#join=SESAME"},
		"behind TLS":   {aPhone, "ws://table.example/ws", "https://table.example", "", "https://table.example/#join=SESAME"},
		"from here":    {"127.0.0.1", "ws://localhost:8080/ws", "http://localhost:8080", "", "http://192.168.1.5:8080/#join=SESAME"},
		"from here 80": {"127.0.0.1", "ws://localhost/ws", "http://localhost", "", "http://192.168.1.5/#join=SESAME"},
		"as it is set": {aPhone, "ws://tavern.local/ws", "http://tavern.local", "http://familiar.lan/", "http://familiar.lan/#join=SESAME"},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				p.srv.opt.URL = c.set
				phone, _, err := p.connect(c.from, c.url, c.origin)
				if err != nil {
					t.Fatal(err)
				}
				phone.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
				if m := phone.want("welcome"); m.JoinURL != c.want {
					t.Errorf("joinURL is %s, want %s", m.JoinURL, c.want)
				}
			})
		})
	}
}

func TestLocalBrowserNeedsNoCode(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone, _, err := p.connect("127.0.0.1", "ws://localhost:8080/ws", "http://localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		phone.send(`{"type":"hello","protocol":1}`)
		if m := phone.want("welcome"); !m.Local || !m.Virtual {
			t.Errorf("welcome %+v, want local and virtual", m)
		}
		if v := p.table.lastVisitor(); !v.Local || v.Address != "127.0.0.1" {
			t.Errorf("visitor %+v", v)
		}
	})
}

func TestOtherOriginsGetNoSocket(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		for _, c := range []struct {
			from, url, origin string
			want              int
		}{
			{aPhone, "ws://192.168.1.5:8080/ws", "http://evil.example", http.StatusForbidden},
			{"127.0.0.1", "ws://localhost:8080/ws", "http://evil.example", http.StatusForbidden},
			{"127.0.0.1", "ws://localhost:8080/ws", "http://localhost:3000", http.StatusForbidden},
			{"127.0.0.1", "ws://evil.example:8080/ws", "http://evil.example:8080", http.StatusMisdirectedRequest},
			{"127.0.0.1", "ws://evil.example:8080/virtual/ws", "http://evil.example:8080", http.StatusMisdirectedRequest},
			{aPhone, "ws://192.168.1.5:8080/virtual/ws", "http://192.168.1.5:8080", http.StatusForbidden},
		} {
			_, resp, err := p.connect(c.from, c.url, c.origin)
			if err == nil || resp == nil || resp.StatusCode != c.want {
				t.Errorf("%s from %s of %s: %v, want %d", c.url, c.from, c.origin, err, c.want)
			}
		}
		if len(p.table.visitors) != 0 {
			t.Errorf("visitors came through: %v", p.table.visitors)
		}
	})
}

// A page that calls again waits for the end of its old socket for a while only: something may hold that up.
func TestPageCallsAgainWhileItsOldSocketHangs(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		first := p.call("", "a")
		of := pageKey{first.want("welcome").Token, "a"}
		old := p.srv.pages.all[of].socket
		p.srv.pages.all[of] = &pageSocket{old, make(chan struct{})} // it never ends
		began := time.Now()
		p.srv.pages.endOf(of)
		if took := time.Since(began); took != 3*lingerTime {
			t.Errorf("it waits for %v", took)
		}
		if why := context.Cause(old.ctx); !errors.Is(why, reconnected) {
			t.Errorf("the old socket is ended because of %v", why)
		}
	})
}

func TestTokenRejoins(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		first := p.phone(aPhone)
		first.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		token := first.want("welcome").Token
		first.conn.Close()
		synctest.Wait()
		if n := p.table.here(); n != 0 {
			t.Errorf("%d phones after the only one has gone", n)
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 9})

		again := p.phone("192.168.1.78")
		again.send(fmt.Sprintf(`{"type":"hello","protocol":1,"token":%q,"revision":1}`, token))
		if got := again.want("welcome").Token; got != token {
			t.Errorf("the token became %s", got)
		}
		if m := again.want("snapshot"); m.Revision != 9 {
			t.Errorf("revision %d, want 9", m.Revision)
		}
	})
}

// A page that connects again has given up its old connection: requests that are under way there are not done.
func TestPageReconnects(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		moves := 0
		p.table.do = func(context.Context, protocol.Request) protocol.Answer {
			moves++
			return protocol.Answer{OK: true}
		}
		first := p.call("", "a")
		token := first.want("welcome").Token
		first.want("snapshot")
		others := []*client{p.call(token, "b"), p.call("", "a"), p.call(token, ""), p.call(token, "")}
		for _, c := range others {
			c.want("welcome")
			c.want("snapshot")
		}
		again := p.call(token, "a")
		again.want("welcome")
		again.want("snapshot")
		first.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"move","id":1,"verb":"draw"}`))
		first.wantClosed(websocket.CloseGoingAway, reconnected.reason)
		if moves != 0 {
			t.Error("what came late on the old line was done")
		}
		for i, c := range append(others, again) {
			c.send(`{"type":"move","id":1,"verb":"draw"}`)
			c.want("answer")
			if moves != i+1 {
				t.Errorf("%d moves", moves)
			}
		}
		again.conn.Close()
		synctest.Wait()
		if n := len(p.srv.pages.all); n != 2 {
			t.Errorf("%d pages are remembered", n)
		}
	})
}

func TestFailedJoin(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.joinErr = errors.New("the disk is on fire")
		phone := p.phone(aPhone)
		phone.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		phone.wantClosed(websocket.CloseTryAgainLater, noTable.reason)
	})
}

// The table refuses a phone for one of several reasons. Each has its code, by which the page knows what to do, and a text for people.
func TestPhoneIsToldWhyItIsRefused(t *testing.T) {
	for why, code := range map[error]string{
		access.ErrJoin: "join", access.ErrWrongCode: "wrong", access.ErrWait: "wait", access.ErrRemoved: "kicked", access.ErrLink: "link", access.ErrCrowd: "wait",
	} {
		onWire(t, func(t *testing.T, p *place) {
			p.table.joinErr = fmt.Errorf("no: %w", why)
			phone := p.phone(aPhone)
			phone.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
			if m := phone.want("refused"); m.Code != code || m.Text == "" {
				t.Errorf("%v: it is told %+v", why, m)
			}
			phone.wantClosed(websocket.ClosePolicyViolation, code)
			if n := p.srv.places.taken(); n != 0 {
				t.Errorf("%v: %d places are taken", why, n)
			}
		})
	}
}

func TestNamesComeBeforeTheirGame(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		game := func(revision int64, id string) *protocol.Snapshot {
			return &protocol.Snapshot{Type: "snapshot", Revision: revision, Names: &protocol.Names{Type: "names", Game: id}}
		}
		p.table.show(game(2, "one"))
		phone.want("names")
		phone.want("snapshot")
		p.table.show(game(3, "one"))
		if m := phone.want("snapshot"); m.Revision != 3 {
			t.Errorf("revision %d", m.Revision)
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 4})
		phone.want("snapshot")
		p.table.show(game(5, "two"))
		phone.want("names")
		phone.want("snapshot")
	})
}

// Hints for a phone come beside the snapshots: only the newest, and once.
func TestHintsComeToThePhone(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		asked := &protocol.Hint{
			Type: "hint", Done: 12, Of: 40, State: "running",
			Goals: []protocol.Goal{{Goal: "nw", Title: "The north-west", Moves: []string{"Ann plays a card.", "Ann walks."}}},
		}
		p.table.hint(asked)
		_, data, err := phone.conn.ReadMessage()
		if want := `{"type":"hint","done":12,"of":40,"goals":[{"goal":"nw","title":"The north-west","moves":["Ann plays a card.","Ann walks."]}],"state":"running"}`; err != nil || string(data) != want {
			t.Errorf("the hint is %s, %v", data, err)
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2})
		phone.want("snapshot")
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 3})
		phone.want("snapshot")
		p.table.hint(&protocol.Hint{Type: "hint", State: "done"})
		phone.want("hint")
		phone.send(`{"type":"hint","id":7,"on":true}`)
		phone.want("answer")
	})
}

// What a card on a reader could be is sent to the phone that has asked for it, once.
func TestProbedCardComesToThePhone(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		p.table.tell(func() { p.table.phones[0].probed = &protocol.ProbedCard{Type: protocol.TypeProbedCard} })
		phone.want(string(protocol.TypeProbedCard))
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2})
		phone.want("snapshot")
		phone.send(`{"type":"sit","id":7}`)
		phone.want("answer")
	})
}

// A phone that is too slow to read all hints reads the last.
func TestTheLastHintIsNeverLost(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		slow := p.joined(aPhone)
		const last = 40
		for n := 1; n <= last; n++ {
			p.table.hint(&protocol.Hint{Type: "hint", Done: n, Of: last})
			time.Sleep(2 * updateInterval)
		}
		read := 0
		for done := 0; done < last; read++ {
			done = slow.want("hint").Done
		}
		if read > 3 {
			t.Errorf("%d of %d were kept for it", read, last)
		}
	})
}

func TestRequestsAreAnswered(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		for _, c := range []struct {
			request string
			id      int
			ok      bool
		}{
			{`{"type":"sit","id":1,"seat":"ann"}`, 1, true},
			{`{"type":"move","id":2,"verb":"draw","args":["?"],"new":[{}]}`, 2, true},
			{`{"type":"start","id":-3,"seats":["ann","ben"],"options":{"loud":"yes"}}`, -3, true},
			{`{"type":"hint","id":1,"on":true}`, 1, true},
			{`{"type":"hint","id":1}`, 1, true},
			{`{"type":"hints","id":1,"on":false}`, 1, true},
			{`{"type":"hints","id":1,"on":"yes"}`, 1, false},
			{`{"type":"mute","id":1,"on":true}`, 1, true},
			{`{"type":"hello","id":4,"protocol":1}`, 4, false},
			{`{"type":"dance","id":5}`, 5, false},
			{`{"type":"","id":6}`, 6, false},
			{`{"id":7}`, 7, false},
			{`{"type":["move"],"id":8}`, 8, false},
			{`{"type":"move","id":9,"args":"imp"}`, 9, false},
			{`{"type":"move","id":10,"args":[1]}`, 10, false},
			{`{"type":"undo","id":11,"steps":"all"}`, 11, false},
			{`{"type":"undo","id":12,"steps":1e99}`, 12, false},
			{`{"type":"end","id":"thirteen"}`, 0, false},
			{`{"type":"end","id":1.5}`, 0, false},
			{`{}`, 0, false},
		} {
			phone.send(c.request)
			m := phone.want("answer")
			if m.ID != c.id || m.OK != c.ok || m.Text == "" {
				t.Errorf("%s is answered %+v", c.request, m)
			}
		}
	})
}

func TestRequestsArriveWhole(t *testing.T) {
	var got protocol.Request
	onWire(t, func(t *testing.T, p *place) {
		p.table.do = func(_ context.Context, r protocol.Request) protocol.Answer {
			got = r
			return protocol.Answer{Type: "odd", ID: 99, Rule: "turn.twice", Text: "Once is enough.", Names: []string{"imp"}}
		}
		phone := p.joined(aPhone)
		phone.send(`{"type":"move","id":7,"seat":"ann","verb":"sacrifice","args":["imp","ben"]}`)
		_, data, err := phone.conn.ReadMessage()
		if want := `{"type":"answer","id":7,"ok":false,"rule":"turn.twice","text":"Once is enough.","names":["imp"]}`; err != nil || string(data) != want {
			t.Errorf("the answer is %s, %v", data, err)
		}
	})
	if diff := cmp.Diff(protocol.Request(protocol.MoveRequest{Seat: "ann", Verb: "sacrifice", Args: []string{"imp", "ben"}}), got); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidMessagesClose(t *testing.T) {
	big := `{"type":"sit","seat":"` + strings.Repeat("a", maxMessage) + `"}`
	for name, c := range map[string]struct {
		kind   int
		data   string
		code   int
		reason string
	}{
		"no JSON":     {websocket.TextMessage, `move`, websocket.ClosePolicyViolation, notJSON.reason},
		"torn":        {websocket.TextMessage, `{"type":"move"`, websocket.ClosePolicyViolation, notJSON.reason},
		"two":         {websocket.TextMessage, `{"type":"end"}{"type":"end"}`, websocket.ClosePolicyViolation, notJSON.reason},
		"list":        {websocket.TextMessage, `[]`, websocket.ClosePolicyViolation, notJSON.reason},
		"null":        {websocket.TextMessage, ` null `, websocket.ClosePolicyViolation, notJSON.reason},
		"empty":       {websocket.TextMessage, ``, websocket.ClosePolicyViolation, notJSON.reason},
		"deep":        {websocket.TextMessage, strings.Repeat("[", maxMessage), websocket.ClosePolicyViolation, tooDeep.reason},
		"deep field":  {websocket.TextMessage, `{"type":"sit","x":` + strings.Repeat("[", maxNesting) + strings.Repeat("]", maxNesting) + "}", websocket.ClosePolicyViolation, tooDeep.reason},
		"no UTF-8":    {websocket.TextMessage, "{\"type\":\"\xff\"}", websocket.ClosePolicyViolation, notText.reason},
		"binary":      {websocket.BinaryMessage, `{"type":"end"}`, websocket.ClosePolicyViolation, notText.reason},
		"too large":   {websocket.TextMessage, big, websocket.CloseMessageTooBig, tooLarge.reason},
		"many pieces": {websocket.TextMessage, strings.Repeat(" ", 40*maxMessage), websocket.CloseMessageTooBig, tooLarge.reason},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				other := p.joined("192.168.1.99")
				phone := p.joined(aPhone)
				go phone.conn.WriteMessage(c.kind, []byte(c.data))
				phone.wantClosed(c.code, c.reason)
				other.send(`{"type":"sit","id":1}`)
				other.want("answer")
			})
		})
	}
}

// A phone that breaks the protocol of WebSockets, and then says nothing, is not waited for.
func TestBrokenFrameIsNotWaitedFor(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		wire := phone.conn.NetConn()
		if _, err := wire.Write([]byte{0xFF, 0x80, 0, 0, 0, 0}); err != nil { // an opcode that does not exist
			t.Fatal(err)
		}
		began := time.Now()
		for err := error(nil); err == nil; {
			_, err = wire.Read(make([]byte, 1<<10))
		}
		if took := time.Since(began); took > 2*lingerTime {
			t.Errorf("its connection is closed after %v", took)
		}
	})
}

// A message that is nested as deeply as is allowed is answered like any other one.
func TestDeepestMessageIsAnswered(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		phone.send(`{"type":"sit","id":1,"x":` + strings.Repeat("[", maxNesting-1) + strings.Repeat("]", maxNesting-1) + "}")
		phone.want("answer")
	})
}

// A phone that sends too much sends it to the end before the connection is closed. Closing it earlier would reset it, and the phone might never read why.
func TestTooMuchIsReadToTheEnd(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		phone.conn.EnableWriteCompression(false)
		phone.conn.SetCloseHandler(func(int, string) error { return nil }) // it goes on sending when it has read the goodbye
		sent := make(chan error, 1)
		go func() {
			sent <- phone.conn.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), 20*maxMessage))
		}()
		phone.wantClosed(websocket.CloseMessageTooBig, "")
		if err := <-sent; err != nil {
			t.Errorf("sending it fails: %v", err)
		}
	})
}

// A list of names is long and comes compressed. A compressed message from a phone must not unpack to more than a phone may send.
func TestCompression(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		phone := p.joined(aPhone)
		names := &protocol.Names{Type: "names", Game: "long", Names: make(map[string]protocol.NameView)}
		for i := range 1000 {
			names.Names[fmt.Sprintf("card-%d", i)] = protocol.NameView{Title: "The same title again and again", Class: "card"}
		}
		p.table.show(&protocol.Snapshot{Type: "snapshot", Revision: 2, Names: names})
		if _, data, err := phone.conn.ReadMessage(); err != nil || !bytes.Equal(data, encode(names)) {
			t.Errorf("the names are %d bytes, not %d, %v", len(data), len(encode(names)), err)
		}
		phone.want("snapshot")
		phone.conn.EnableWriteCompression(true)
		phone.send(`{"type":"sit","id":4}`)
		if m := phone.want("answer"); m.ID != 4 {
			t.Errorf("answer %+v", m)
		}
		go phone.conn.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), 100*maxMessage))
		phone.wantClosed(websocket.CloseMessageTooBig, tooLarge.reason)
	})
}

func TestRequestsAreDoneOneByOneAndInTime(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		running, most := 0, 0
		p.table.do = func(ctx context.Context, r protocol.Request) protocol.Answer {
			running++
			most = max(most, running)
			defer func() { running-- }()
			if r.(protocol.SitRequest).Seat == "stuck" {
				<-ctx.Done()
				return protocol.Answer{Text: "The table did not answer."}
			}
			time.Sleep(100 * time.Millisecond)
			return protocol.Answer{OK: true}
		}
		phone := p.joined(aPhone)
		heard := phone.listen()
		begin := time.Now()
		phone.send(`{"type":"sit","id":1,"seat":"stuck"}`)
		go func() {
			for id := 2; id <= 6; id++ {
				phone.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"sit","id":%d}`, id))
			}
		}()
		for {
			time.Sleep(10 * time.Millisecond)
			if all, _ := heard.all(); len(all) == 6 {
				break
			}
		}
		if took := time.Since(begin).Round(100 * time.Millisecond); took != doTimeout+500*time.Millisecond {
			t.Errorf("six requests took %v", took)
		}
		if most != 1 {
			t.Errorf("%d requests at once", most)
		}
	})
}

// Here the server serves the companion's own table.
func TestWithCompanionTable(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		table, err := companion.New(companion.Options{State: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- table.Run(ctx) }()
		defer func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}()
		p.srv.opt.Table = Of(table)

		stranger := p.phone(aPhone)
		stranger.send(`{"type":"hello","protocol":1,"code":"ALOHA"}`)
		if m := stranger.want("refused"); m.Code != "wrong" {
			t.Errorf("refused with %+v", m)
		}
		friend := p.phone(aPhone)
		friend.send(fmt.Sprintf(`{"type":"hello","protocol":1,"code":%q}`, table.JoinCode()))
		token := friend.want("welcome").Token
		friend.want("snapshot")
		friend.send(`{"type":"sit","id":4,"seat":"ann"}`)
		for {
			m, err := friend.read()
			if err != nil {
				t.Fatal(err)
			}
			if m.Type == "answer" {
				if m.ID != 4 || m.OK || m.Text == "" {
					t.Errorf("a seat of no game is answered with %+v", m)
				}
				break
			}
		}
		again := p.phone(aPhone)
		again.send(fmt.Sprintf(`{"type":"hello","protocol":1,"token":%q}`, token))
		if m := again.want("welcome"); m.Token != token {
			t.Errorf("the token became %s", m.Token)
		}
		if err := p.stop(); err != nil {
			t.Error(err)
		}
	})
}

// An address that is too long for a QR code comes without one: the page shows it as text.
func TestAddressTooLongForAQRCode(t *testing.T) {
	if rows := modules("http://" + strings.Repeat("a", 3000)); rows == nil || len(rows) > 0 {
		t.Errorf("%d rows are drawn, in %#v", len(rows), rows)
	}
}
