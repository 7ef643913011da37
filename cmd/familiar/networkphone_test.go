package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
)

// networkPhone is a phone on a real network. Its connection may break at any moment, which ends every wait.
type networkPhone struct {
	conn    *websocket.Conn
	welcome struct{ Type, Text, Token, Version string }
	broken  chan struct{} // closed when the connection is broken
	reason  error         // why

	mu           sync.Mutex
	newest       *protocol.Snapshot
	seen         []*protocol.Snapshot // all snapshots
	nextSnapshot chan struct{}        // closed at the next snapshot
	answers      map[int]chan protocol.Answer
	next         int
	words        []byte // to listen for in snapshots
	found        chan<- time.Time
}

// connectPhone connects a phone to the table at an address. Without a valid token it is a new phone.
func connectPhone(address, token, code string) (*networkPhone, error) {
	conn, err := dialSocket(address, "/ws")
	if err != nil {
		return nil, err
	}
	return joinOver(conn, token, code)
}

// connectNeighbour does the same for a phone that is not on the table's own machine.
func connectNeighbour(address, token, code string) (*networkPhone, error) {
	dialer := websocket.Dialer{HandshakeTimeout: patience}
	conn, _, err := dialer.Dial("ws://"+address+"/ws", http.Header{"Origin": {"http://" + address}, "X-Forwarded-For": {"192.168.1.77"}})
	if err != nil {
		return nil, err
	}
	return joinOver(conn, token, code)
}

// errRefused means that the table does not let a phone in.
var errRefused = errors.New("the phone is refused")

// awaitTable waits until a table has read its last game. It then refuses a visitor without the join code.
func awaitTable(t testing.TB, address string) {
	t.Helper()
	if _, err := connectNeighbour(address, "", ""); !errors.Is(err, errRefused) {
		t.Fatalf("a visitor without the join code: %v", err)
	}
}

// joinOver joins over a connection.
func joinOver(conn *websocket.Conn, token, code string) (*networkPhone, error) {
	c := &networkPhone{conn: conn, broken: make(chan struct{}), nextSnapshot: make(chan struct{}), answers: make(map[int]chan protocol.Answer)}
	conn.SetReadDeadline(time.Now().Add(patience))
	err := conn.WriteJSON(map[string]any{"type": "hello", "protocol": protocol.Version, "token": token, "code": code})
	if err == nil {
		err = conn.ReadJSON(&c.welcome)
	}
	if err == nil && c.welcome.Type == "refused" {
		err = fmt.Errorf("%w: %s", errRefused, c.welcome.Text)
	}
	if err == nil && c.welcome.Type != "welcome" {
		err = fmt.Errorf("the table says %+v", c.welcome)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	conn.SetReadDeadline(time.Time{})
	go c.listen()
	return c, nil
}

func dialSocket(address, path string) (*websocket.Conn, error) {
	return dialSocketOver(nil, address, path)
}

// dialSocketOver does the same over another network than this machine's.
func dialSocketOver(dial func(context.Context, string, string) (net.Conn, error), address, path string) (*websocket.Conn, error) {
	dialer := websocket.Dialer{HandshakeTimeout: patience, NetDialContext: dial}
	conn, _, err := dialer.Dial("ws://"+address+path, http.Header{"Origin": {"http://" + address}})
	return conn, err
}

func (c *networkPhone) listen() {
	defer close(c.broken)
	for {
		_, data, err := c.conn.ReadMessage()
		if err == nil {
			err = c.receive(data)
		}
		if err != nil {
			c.reason = err
			return
		}
	}
}

func (c *networkPhone) receive(data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found != nil && bytes.HasPrefix(data, []byte(`{"type":"snapshot"`)) {
		if c.words != nil && bytes.Contains(data, c.words) {
			c.words = nil
			c.found <- time.Now()
		}
		return nil
	}
	var head struct {
		Type string
		ID   int
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	switch head.Type {
	case "snapshot":
		s := new(protocol.Snapshot)
		if err := json.Unmarshal(data, s); err != nil {
			return err
		}
		c.newest, c.seen = s, append(c.seen, s)
		close(c.nextSnapshot)
		c.nextSnapshot = make(chan struct{})
	case "answer":
		var a protocol.Answer
		if err := json.Unmarshal(data, &a); err != nil {
			return err
		}
		if wait := c.answers[a.ID]; wait != nil {
			wait <- a
			delete(c.answers, a.ID)
		}
	}
	return nil
}

// listenFor sends the time to heard when a snapshot with some words comes. From then on snapshots are not stored any more: a phone that
// only listens hardly uses the processor that it shares with the table.
func (c *networkPhone) listenFor(words []byte, heard chan<- time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.words, c.found = words, heard
}

// close hangs up.
func (c *networkPhone) close() {
	c.conn.Close()
	<-c.broken
}

// errGone means that the table went away before it answered.
var errGone = errors.New("the connection broke")

// send makes a request. The answer comes if the table lives long enough.
func (c *networkPhone) send(r protocol.Request) <-chan protocol.Answer {
	answer := make(chan protocol.Answer, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.answers[id] = answer
	c.mu.Unlock()
	_ = c.conn.WriteJSON(rig.Message(r, id)) // if it fails, the connection is broken, and no answer comes
	return answer
}

// wait waits for an answer.
func (c *networkPhone) wait(answer <-chan protocol.Answer) (protocol.Answer, error) {
	select {
	case a := <-answer:
		return a, nil
	case <-c.broken:
		select {
		case a := <-answer: // it was the last message
			return a, nil
		default:
			return protocol.Answer{}, errGone
		}
	case <-time.After(patience):
		return protocol.Answer{}, errors.New("no answer came")
	}
}

func (c *networkPhone) do(r protocol.Request) (protocol.Answer, error) { return c.wait(c.send(r)) }

// until waits for a snapshot that fulfils a condition.
func (c *networkPhone) until(holds func(*protocol.Snapshot) bool) (*protocol.Snapshot, error) {
	late := time.After(patience)
	for {
		c.mu.Lock()
		s, fresh := c.newest, c.nextSnapshot
		c.mu.Unlock()
		if s != nil && holds(s) {
			return s, nil
		}
		select {
		case <-fresh:
		case <-c.broken:
			return nil, errGone
		case <-late:
			return nil, errors.New("no such snapshot came")
		}
	}
}
