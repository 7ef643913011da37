package web

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// wire is a network without a wire: connections inside this process, whose far ends have any address that the test sets. In a synctest
// bubble all deadlines pass at once.
type wire struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newWire() *wire { return &wire{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

func (w *wire) Addr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.168.1.5:8080"))
}

func (w *wire) dial(from string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case w.conns <- farEnd{far, net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 50000))}:
		return near, nil
	case <-w.closed:
		return nil, errors.New("connection refused")
	}
}

// farEnd is a connection from any address.
type farEnd struct {
	net.Conn
	from net.Addr
}

func (c farEnd) RemoteAddr() net.Addr { return c.from }

// place is a server under test with everything around it.
type place struct {
	t     *testing.T
	wire  *wire
	table *fakeTable
	bench *fakeBench
	srv   *Server
	// stop ends the server and waits for it.
	stop func() error
}

// onWire runs a test against a server in a bubble. Afterwards nothing of the server may be left: a goroutine that still runs
// fails the test.
func onWire(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	onWireWith(t, func(*testing.T, *place) {}, test)
}

// onWireWith is onWire with a server that is prepared before it serves.
func onWireWith(t *testing.T, prepare, test func(t *testing.T, p *place)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := newPlace(t)
		prepare(t, p)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- p.srv.Serve(ctx, p.wire) }()
		p.stop = sync.OnceValue(func() error {
			cancel()
			return <-done
		})
		test(t, p)
		if err := p.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
		if here := p.table.here(); here != 0 {
			t.Errorf("%d phones never left", here)
		}
	})
}

func newPlace(t testing.TB) *place {
	p := &place{wire: newWire(), table: newFakeTable(), bench: newFakeBench()}
	p.t, _ = t.(*testing.T)
	p.srv = New(Options{Table: p.table, Bench: p.bench, Version: "1.2.3", Page: fstest.MapFS{
		"index.html":   {Data: []byte("<!doctype html><html data-page=\"\"><title>Familiar</title>")},
		"tv.html":      {Data: []byte("<!doctype html><title>The television</title>")},
		"virtual.html": {Data: []byte("<!doctype html><title>Bench</title>")},
		"table.js":     {Data: longScript},
		"favicon.svg":  {Data: []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")},
		"notes.rst":    {Data: []byte("not for browsers")},
	}})
	p.srv.hosts = newHosts("tavern.lan", []string{"table.example"}, tavernAddrs)
	return p
}

func tavernAddrs() ([]net.Addr, error) {
	return []net.Addr{
		&net.IPNet{IP: net.IPv4(127, 0, 0, 1), Mask: net.CIDRMask(8, 32)},
		&net.IPNet{IP: net.ParseIP("fd00::5"), Mask: net.CIDRMask(64, 128)},
		&net.IPNet{IP: net.ParseIP("2001:db8:77::5"), Mask: net.CIDRMask(64, 128)},
		&net.IPNet{IP: net.IPv4(192, 168, 1, 5), Mask: net.CIDRMask(24, 32)},
	}, nil
}

// client is a phone, or any other client.
type client struct {
	t    *testing.T
	conn *websocket.Conn
}

const aPhone = "192.168.1.77"

// connect opens a WebSocket: from an address, to a URL, with an Origin ("": none).
func (p *place) connect(from, url, origin string) (*client, *http.Response, error) {
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	dialer := websocket.Dialer{
		EnableCompression: true, // as browsers do
		HandshakeTimeout:  time.Minute,
		NetDialContext:    func(context.Context, string, string) (net.Conn, error) { return p.wire.dial(from) },
	}
	conn, resp, err := dialer.Dial(url, header)
	if err != nil {
		return nil, resp, err
	}
	p.t.Cleanup(func() { conn.Close() })
	return &client{t: p.t, conn: conn}, resp, nil
}

// phone connects as a phone on the network does.
func (p *place) phone(from string) *client {
	p.t.Helper()
	c, _, err := p.connect(from, "ws://192.168.1.5:8080/ws", "http://192.168.1.5:8080")
	if err != nil {
		p.t.Fatalf("connecting: %v", err)
	}
	return c
}

// joined returns a phone that has joined, and has read its welcome and the first snapshot.
func (p *place) joined(from string) *client {
	p.t.Helper()
	c := p.phone(from)
	c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
	c.want("welcome")
	c.want("snapshot")
	return c
}

func (c *client) send(message string) {
	c.t.Helper()
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
		c.t.Fatalf("sending %.60s: %v", message, err)
	}
}

// message is any message to a phone.
type message struct {
	Type     string   `json:"type"`
	ID       int      `json:"id"`
	OK       bool     `json:"ok"`
	Text     string   `json:"text"`
	Code     string   `json:"code"`
	Page     string   `json:"page"`
	Token    string   `json:"token"`
	JoinURL  string   `json:"joinURL"`
	QR       []string `json:"qr"`
	Local    bool     `json:"local"`
	Virtual  bool     `json:"virtual"`
	Revision int64    `json:"revision"`
	Done     int      `json:"done"`
	Game     string   `json:"-"`

	Secure *protocol.Secure `json:"secure"`
}

func (c *client) read() (m message, err error) {
	_, data, err := c.conn.ReadMessage()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

// want reads one message of that type.
func (c *client) want(kind string) message {
	c.t.Helper()
	m, err := c.read()
	if err != nil {
		c.t.Fatalf("waiting for a message of type %s: %v", kind, err)
	}
	if m.Type != kind {
		c.t.Fatalf("got %+v, want a message of type %s", m, kind)
	}
	return m
}

// closed reads until the socket is closed, and returns why.
func (c *client) closed() (code int, reason string) {
	c.t.Helper()
	c.conn.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		_, err := c.read()
		if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) {
			return closed.Code, closed.Text
		}
		if err != nil {
			c.t.Fatalf("the socket was not closed properly: %v", err)
		}
	}
}

func (c *client) wantClosed(code int, reason string) {
	c.t.Helper()
	gotCode, gotReason := c.closed()
	if gotCode != code || gotReason != reason {
		c.t.Errorf("closed with %d %q, want %d %q", gotCode, gotReason, code, reason)
	}
}

// listen reads all messages, in a goroutine of its own, until the socket is closed.
func (c *client) listen() *heard {
	h := &heard{}
	go func() {
		for {
			m, err := c.read()
			h.mu.Lock()
			if err != nil {
				h.end = err
				h.mu.Unlock()
				return
			}
			h.messages = append(h.messages, m)
			h.mu.Unlock()
		}
	}()
	return h
}

// heard is what a client has read.
type heard struct {
	mu       sync.Mutex
	messages []message
	end      error
}

func (h *heard) all() ([]message, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]message(nil), h.messages...), h.end
}
