package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// request is a request of a phone or of the bench: see docs/protocol.md.
type request struct {
	Type    string            `json:"type"`
	ID      int               `json:"id"`
	Game    string            `json:"game,omitempty"`
	Seat    string            `json:"seat,omitempty"`
	Seats   []string          `json:"seats,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Verb    string            `json:"verb,omitempty"`
	Args    []string          `json:"args,omitempty"`
	Tag     int               `json:"tag"`
	Reader  string            `json:"reader,omitempty"`
}

// message has those fields of a table's messages that are used here.
type message struct {
	Type string `json:"type"`
	ID   int    `json:"id"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	Tags []struct {
		ID   int    `json:"id"`
		Word string `json:"word"`
	} `json:"tags"`
}

// phone is a connection to a table: of a phone, or of a browser at the bench.
type phone struct {
	conn      *websocket.Conn
	gone      chan struct{} // closed when the connection is broken
	why       error         // the reason for that
	sightings chan time.Time
	answers   chan message
	next      int

	mu    sync.Mutex
	words []byte // the text to be found in a snapshot; nil: none
	last  []byte // the newest snapshot
	bench message
}

// dial opens a connection to a path of the table.
func (t *table) dial(path string) (*phone, error) {
	dialer := websocket.Dialer{HandshakeTimeout: timeout}
	conn, _, err := dialer.Dial("ws://"+t.address+path, http.Header{"Origin": {"http://" + t.address}})
	if err != nil {
		return nil, err
	}
	p := &phone{conn: conn, gone: make(chan struct{}), sightings: make(chan time.Time, 1), answers: make(chan message, 1)}
	if path == "/ws" {
		if err := conn.WriteJSON(map[string]any{"type": "hello", "protocol": 1}); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	go p.listen()
	return p, nil
}

// listen reads the table's messages until the connection is broken.
func (p *phone) listen() {
	defer close(p.gone)
	for {
		_, data, err := p.conn.ReadMessage()
		if err == nil {
			err = p.take(data)
		}
		if err != nil {
			p.why = err
			return
		}
	}
}

// take handles a message.
func (p *phone) take(data []byte) error {
	at := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if bytes.HasPrefix(data, []byte(`{"type":"snapshot"`)) {
		p.last = data
		if p.words != nil && bytes.Contains(data, p.words) {
			p.words = nil
			p.sightings <- at
		}
		return nil
	}
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	switch m.Type {
	case "refused":
		return fmt.Errorf("the table does not let a phone in: %s", m.Text)
	case "answer":
		p.answers <- m
	case "bench":
		p.bench = m
	}
	return nil
}

// listenFor makes the phone send the time of the next snapshot with a text in it to sightings.
func (p *phone) listenFor(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words = []byte(words)
}

// do sends a request and waits for the answer.
func (p *phone) do(r request) error {
	p.next++
	r.ID = p.next
	if err := p.conn.WriteJSON(r); err != nil {
		return err
	}
	select {
	case a := <-p.answers:
		if !a.OK {
			return fmt.Errorf("%s %s %v is refused: %s", r.Type, r.Verb, r.Args, a.Text)
		}
		return nil
	case <-p.gone:
		return p.why
	case <-time.After(timeout):
		return fmt.Errorf("%s is not answered", r.Type)
	}
}

// tags returns the tags of the bench, by the words they stand for.
func (p *phone) tags() (map[string]int, error) {
	for range 100 {
		p.mu.Lock()
		found := p.bench.Tags
		p.mu.Unlock()
		if len(found) > 0 {
			ids := make(map[string]int)
			for _, t := range found {
				ids[t.Word] = t.ID
			}
			return ids, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, errors.New("the bench has no tags")
}

// size returns the size of the newest snapshot, in kB, once no newer one has come for a while.
func (p *phone) size() float64 {
	time.Sleep(300 * time.Millisecond)
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(len(p.last)) / 1000
}

// close ends the connection.
func (p *phone) close() {
	_ = p.conn.Close() // the table is ending, too
	<-p.gone
}
