package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// FuzzRequest sends any frame to a phone that has joined and to the bench: each is answered once, with its id, or ends the
// socket with a reason that fits a close frame.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello","protocol":1,"token":"t","code":"SESAME","revision":3}`,
		`{"type":"move","id":1,"seat":"ann","verb":"sacrifice","args":["imp","ben"]}`,
		`{"type":"start","id":2,"game":"riddle","seats":["ann","ben"],"options":{"loud":"yes"},"pack":"house"}`,
		`{"type":"undo","id":3,"steps":2}`, `{"type":"pick","id":4,"gesture":7,"option":1}`,
		`{"type":"enrol","id":5,"action":"begin","game":"riddle"}`,
		`{"type":"lay","tag":3,"reader":"altar-1","id":6}`, `{"type":"press","button":"pray","long":true}`, `{"type":"turn","knob":"knob","clicks":-1}`,
		`{"type":"move","args":[[[[[]]]]],"id":null}`, `{"ID":1,"TYPE":"end"}`, `null`, `[]`, `""`, `{`, "\xff", "{\"type\":\"\\ud800\"}", ``,
	} {
		f.Add(websocket.TextMessage, []byte(seed))
	}
	f.Add(websocket.BinaryMessage, []byte(`{"type":"end"}`))
	f.Fuzz(func(t *testing.T, kind int, data []byte) {
		table, bench := newFakeTable(), newFakeBench()
		phone, err := table.Join(t.Context(), access.Visitor{Local: true})
		if err != nil {
			t.Fatal(err)
		}
		_, reply, err := handle(t.Context(), newSlowRequests(), phone, kind, data)
		answer := protocol.Answer{}
		if err == nil {
			if err := json.Unmarshal(reply, &answer); err != nil {
				t.Fatalf("%q is answered with %q: %v", data, reply, err)
			}
		}
		checkAnswer(t, data, answer, err)
		answer, err = handleBench(bench, kind, data)
		checkAnswer(t, data, answer, err)
		if h, wrong := readHello(kind, data); wrong == "" && (h.Type != "hello" || h.Protocol != protocol.Version) {
			t.Errorf("%q is taken for a hello", data)
		}
	})
}

// FuzzFrames sends a message, and then any bytes in place of frames, to a real table. Whole messages come back, the message is answered or ends the socket,
// the socket ends with its connection, and the table still works for the next input. One table takes all inputs, one after the other.
func FuzzFrames(f *testing.F) {
	for _, seed := range []struct {
		text   string
		frames []byte
	}{
		{`{"type":"start","id":1,"game":"toy","seats":["ann","ben"]}`, frame(0x81, `{"type":"sit","id":2,"seat":"ann"}`)},
		{`{"type":"move","id":1,"seat":"table","verb":"reveal","args":["moth","?"]}`, frame(0x82, `{"type":"end"}`)},
		{`{"type":"may","verb":"draw","suppose":true}`, append(frame(0x01, `{"type":`), frame(0x80, `"undo"}`)...)},
		{`{"type":"past","at":3,"names":true}`, append(frame(0x89, "ping"), frame(0x8a, "pong")...)},
		{`{"type":"packs","action":"import","game":"toy","pack":"own","text":"[[kind]]","more":false}`, frame(0x88, "\x03\xe8bye")},
		{`{"type":"enrol","action":"begin","game":"toy"}`, frame(0xc1, "\xaa\x56\x4a\x2d\xca\x4c\x51\xb2\x52\x4a\xcd\x4b\x51\xaa\x05\x00")}, // compressed
		{`{"type":"check","id":9223372036854775808}`, []byte("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff")},
		{`{"type":"games","at":-1}`, []byte("\xf1\x80\x00\x00\x00\x00")},
		{`{"type":"hello","protocol":1}`, []byte("GET / HTTP/1.1\r\n\r\n")},
		{`nothing`, nil},
	} {
		f.Add(seed.text, seed.frames)
	}
	table, err := companion.New(companion.Options{State: f.TempDir(), Games: []engine.Game{toygame.Game()}})
	if err != nil {
		f.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 2)
	p := newPlace(f)
	p.srv.opt.Table = Of(table)
	go func() { ended <- table.Run(ctx) }()
	go func() { ended <- p.srv.Serve(ctx, p.wire) }()
	f.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, <-ended); err != nil {
			f.Error(err)
		}
	})
	here, err := table.Join(ctx, access.Visitor{Local: true})
	if err != nil {
		f.Fatal(err)
	}
	here.Leave()
	f.Fuzz(func(t *testing.T, text string, frames []byte) {
		p.t = t
		c, _, err := p.connect("127.0.0.1", "ws://localhost:8080/ws", "http://localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		c.conn.SetReadDeadline(time.Now().Add(time.Minute))
		c.send(fmt.Sprintf(`{"type":"hello","protocol":1,"token":%q}`, here.Token()))
		c.want("welcome")
		// A message without an answer must not hold up the next one.
		c.conn.WriteMessage(websocket.TextMessage, []byte(text))
		c.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"check","id":-77}`))
		for answered := false; !answered; {
			m, err := c.read()
			if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) && closed.Code == websocket.ClosePolicyViolation && closed.Text != "" {
				return
			}
			if err != nil || m.Type == "" {
				t.Fatalf("%q is answered by %+v, %v", text, m, err)
			}
			answered = m.ID == -77
		}
		go func() {
			c.conn.NetConn().Write(frames)
			c.conn.NetConn().Close()
		}()
		for {
			kind, data, err := c.conn.ReadMessage()
			if err != nil {
				break
			}
			if kind != websocket.TextMessage || !json.Valid(data) {
				t.Fatalf("%q is answered by %d %q", frames, kind, data)
			}
		}
		for deadline := time.Now().Add(time.Minute); p.srv.places.taken() > 0; runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatalf("the line does not end after %q", frames)
			}
		}
	})
}

// frame is a frame as clients send it, with an empty mask.
func frame(head byte, data string) []byte {
	return append([]byte{head, 0x80 | byte(len(data)), 0, 0, 0, 0}, data...)
}

// taken returns the number of places that are taken.
func (p *places) taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all)
}

func checkAnswer(t *testing.T, data []byte, answer protocol.Answer, err error) {
	t.Helper()
	if err != nil {
		bye := goodbye{}
		if !errors.As(err, &bye) || bye.code != websocket.ClosePolicyViolation || bye.reason == "" || len(bye.reason) > 123 {
			t.Errorf("%q closes with %#v", data, err)
		}
		return
	}
	message := encode(answer)
	var back protocol.Answer
	if err := json.Unmarshal(message, &back); err != nil || back.Type != "answer" || !utf8.Valid(message) {
		t.Errorf("%q is answered %s, %v", data, message, err)
	}
	var sent struct {
		ID int `json:"id"`
	}
	if json.Unmarshal(data, &sent) == nil && back.ID != sent.ID {
		t.Errorf("%q is answered with id %d", data, back.ID)
	}
}
