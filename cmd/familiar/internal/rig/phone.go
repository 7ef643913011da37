package rig

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
	"familiar/engine"
)

// Phone is a client that speaks the page's protocol: it keeps the newest snapshot, and checks every byte that it gets.
type Phone struct {
	rig   *Rig
	Seat  int    // -1: a watcher
	owner string // who sits at its seat, for sentences
	Token string
	conn  *websocket.Conn
	done  chan struct{}

	mu         sync.Mutex
	snapshot   *protocol.Snapshot
	answers    map[int]chan protocol.Answer
	next       int
	violations []string
	largest    int // the largest snapshot so far, in bytes on the wire
}

// maxSnapshot is the largest size of a snapshot, in bytes on the wire.
const maxSnapshot = 12 << 10

// NewsDelay is the time limit for news to reach phones.
const NewsDelay = 50 * time.Millisecond

// Phone connects a phone. A local one needs no code; others send it.
func (r *Rig) Phone(from, token string) *Phone {
	r.Helper()
	p := &Phone{rig: r, Seat: -1, owner: "A watcher", done: make(chan struct{}), answers: make(map[int]chan protocol.Answer)}
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return r.Dial(from) }}
	conn, resp, err := dialer.DialContext(r.Context(), "ws://"+r.Host()+"/ws", http.Header{"Origin": {"http://" + r.Host()}})
	if err != nil {
		r.Fatalf("dialling: %v, %+v", err, resp)
	}
	p.conn = conn
	hello := map[string]any{"type": "hello", "protocol": protocol.Version, "token": token, "code": r.JoinCode()}
	if err := conn.WriteJSON(hello); err != nil {
		r.Fatal(err)
	}
	var welcome struct{ Type, Token, Text string }
	if err := conn.ReadJSON(&welcome); err != nil || welcome.Type != "welcome" {
		r.Fatalf("%+v, %v", welcome, err)
	}
	p.Token = welcome.Token
	r.phones = append(r.phones, p)
	go p.listen()
	r.Pass(NewsDelay)
	return p
}

func (p *Phone) listen() {
	defer close(p.done)
	for {
		_, data, err := p.conn.ReadMessage()
		if err != nil {
			return
		}
		p.receive(data)
	}
}

func (p *Phone) receive(data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	upper := bytes.ToUpper(data)
	for word, uids := range p.rig.Tags {
		for _, uid := range uids {
			if bytes.Contains(upper, []byte(uid.String())) {
				p.violations = append(p.violations, fmt.Sprintf("the UID of %s in %.200s", word, data))
			}
		}
	}
	var head struct{ Type string }
	if err := json.Unmarshal(data, &head); err != nil {
		p.violations = append(p.violations, "no JSON: "+err.Error())
		return
	}
	switch head.Type {
	case "snapshot":
		p.snapshot = new(protocol.Snapshot)
		if err := json.Unmarshal(data, p.snapshot); err != nil {
			p.violations = append(p.violations, "snapshot: "+err.Error())
		}
		if p.largest = max(p.largest, sizeOnWire(data)); p.largest > maxSnapshot {
			p.violations = append(p.violations, fmt.Sprintf("a snapshot of %d bytes", p.largest))
		}
	case "answer":
		var a protocol.Answer
		if err := json.Unmarshal(data, &a); err == nil && p.answers[a.ID] != nil {
			p.answers[a.ID] <- a
		}
	}
}

// Viewer returns who uses the phone.
func (p *Phone) Viewer() engine.Seat {
	if p.Seat < 0 {
		return engine.Public
	}
	return engine.Seat(p.Seat)
}

// Close hangs up.
func (p *Phone) Close() {
	p.conn.Close()
	<-p.done
}

// Do makes a request and waits for the answer and its effects.
func (p *Phone) Do(r protocol.Request) protocol.Answer {
	p.rig.Helper()
	answer := make(chan protocol.Answer, 1)
	p.rig.AddStep("%s", p.sentence(r))
	p.mu.Lock()
	p.next++
	id := p.next
	p.answers[id] = answer
	p.mu.Unlock()
	if err := p.conn.WriteJSON(Message(r, id)); err != nil {
		p.rig.Fatal(err)
	}
	select {
	case a := <-answer:
		p.rig.Pass(NewsDelay)
		if sit, ok := r.(protocol.SitRequest); ok && a.OK {
			p.owner = engine.TitleOf(sit.Seat)
		}
		return a
	case <-p.done:
		p.rig.Fatal("the connection broke")
	}
	return protocol.Answer{}
}

// Message returns the message of a request.
func Message(r protocol.Request, id int) any {
	data, err := json.Marshal(r)
	fields := make(map[string]any)
	if err = errors.Join(err, json.Unmarshal(data, &fields)); err != nil {
		panic(err) // requests are structs of plain values
	}
	fields["type"], fields["id"] = r.Kind(), id
	return fields
}

// Must makes a request that must succeed.
func (p *Phone) Must(r protocol.Request) {
	p.rig.Helper()
	if a := p.Do(r); !a.OK {
		p.rig.Fatalf("%+v: %s (%s)", r, a.Text, a.Rule)
	}
}

// Snapshot returns the newest snapshot.
func (p *Phone) Snapshot() *protocol.Snapshot {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.snapshot
}

// TakeViolations returns what this phone should not have been sent since the last call: a tag's UID, a message that is no JSON, or
// a snapshot that is too large.
func (p *Phone) TakeViolations() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.violations
	p.violations = nil
	return all
}

// LargestSnapshot returns the size of the largest snapshot so far, in bytes on the wire.
func (p *Phone) LargestSnapshot() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.largest
}

// sizeOnWire returns how many bytes of a message are on the wire, where a large one is compressed.
func sizeOnWire(data []byte) int {
	if len(data) <= maxSnapshot {
		return len(data)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	w.Write(data)
	w.Close()
	return packed.Len()
}

// sentence returns the sentence about a request that is made on the phone.
func (p *Phone) sentence(r protocol.Request) string {
	s := &p.rig.steps
	switch r := r.(type) {
	case protocol.MoveRequest:
		var names []string
		for _, word := range r.Args {
			names = append(names, s.title(word))
		}
		text := strings.TrimSpace(s.title(r.Verb) + " " + strings.Join(names, ", "))
		if r.Times > 1 {
			text += fmt.Sprintf(", %d times", r.Times)
		}
		return fmt.Sprintf("%s taps “%s” on their phone.", p.owner, text)
	case protocol.PickRequest:
		if now := p.Snapshot(); now != nil && now.Game != nil && now.Game.Gesture != nil && r.Option >= 0 && r.Option < len(now.Game.Gesture.Options) {
			return fmt.Sprintf("%s answers “%s” on their phone.", p.owner, strings.TrimSuffix(now.Game.Gesture.Options[r.Option].Text, "."))
		}
		return fmt.Sprintf("%s answers a question on their phone.", p.owner)
	case protocol.UndoRequest:
		if r.Steps > 1 {
			return fmt.Sprintf("%s undoes %d moves on their phone.", p.owner, r.Steps)
		}
		return fmt.Sprintf("%s taps “Undo” on their phone.", p.owner)
	case protocol.DropRequest:
		return fmt.Sprintf("%s drops the question on their phone.", p.owner)
	case protocol.StartRequest:
		return fmt.Sprintf("%s begins a game of %s on their phone.", p.owner, engine.TitleOf(r.Game))
	case protocol.SitRequest:
		return fmt.Sprintf("%s sits down as %s.", p.owner, engine.TitleOf(r.Seat))
	}
	return fmt.Sprintf("%s makes the request %q on their phone.", p.owner, r.Kind())
}

// MustJSON returns a plain value as JSON.
func MustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values can always be written
	}
	return data
}
