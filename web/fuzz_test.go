package web

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"familiar/companion"
)

// FuzzRequest sends any frame to a phone that is in and to the bench: each is answered once, with the id it had, or ends the
// socket with a reason that fits a close frame.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello","protocol":1,"token":"t","code":"SESAME","revision":3}`,
		`{"type":"move","id":1,"seat":"ann","verb":"sacrifice","args":["imp","ben"]}`,
		`{"type":"start","id":2,"game":"riddle","seats":["ann","ben"],"options":{"loud":"yes"},"pack":"house"}`,
		`{"type":"undo","id":3,"steps":2}`, `{"type":"pick","id":4,"gesture":7,"option":1}`,
		`{"type":"enrol","id":5,"action":"begin","game":"riddle"}`,
		`{"type":"lay","tag":3,"reader":"altar-1","id":6}`, `{"type":"press","button":"pray","long":true}`,
		`{"type":"move","args":[[[[[]]]]],"id":null}`, `{"ID":1,"TYPE":"end"}`, `null`, `[]`, `""`, `{`, "\xff", "{\"type\":\"\\ud800\"}", ``,
	} {
		f.Add(websocket.TextMessage, []byte(seed))
	}
	f.Add(websocket.BinaryMessage, []byte(`{"type":"end"}`))
	f.Fuzz(func(t *testing.T, kind int, data []byte) {
		table, bench := newFakeTable(), newFakeBench()
		phone, err := table.Join(t.Context(), companion.Visitor{Local: true})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := handle(t.Context(), phone, kind, data)
		checkAnswer(t, data, answer, err)
		answer, err = handleBench(bench, kind, data)
		checkAnswer(t, data, answer, err)
		if h, wrong := readHello(kind, data); wrong == "" && (h.Type != "hello" || h.Protocol != companion.Protocol) {
			t.Errorf("%q is taken for a hello", data)
		}
	})
}

func checkAnswer(t *testing.T, data []byte, answer companion.Answer, err error) {
	t.Helper()
	if err != nil {
		bye := goodbye{}
		if !errors.As(err, &bye) || bye.code != websocket.ClosePolicyViolation || bye.reason == "" || len(bye.reason) > 123 {
			t.Errorf("%q closes with %#v", data, err)
		}
		return
	}
	message := encode(answer)
	var back companion.Answer
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
