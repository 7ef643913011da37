package web

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"sync"

	"familiar/companion/protocol"
)

// Bench is the physical side of a virtual table: what people do with cards and buttons, and what the devices show.
type Bench interface {
	State() protocol.BenchState
	// Changed returns a channel that is closed at the next change of the state.
	Changed() <-chan struct{}
	// Panel returns the picture on the panel; nil if there is none.
	Panel() image.Image

	// Lay puts a tag on a reader, and Lift takes it away.
	Lay(tag int, reader string) error
	Lift(tag int) error
	// Tap lays a tag and lifts it half a second later.
	Tap(tag int, reader string) error
	// Press presses a button, or the button of a knob.
	Press(button string, long bool) error
	// Turn turns a knob by a number of clicks, counter-clockwise if it is negative. The knob's button has the same name.
	Turn(knob string, clicks int) error
	// Fault breaks a reader: "unplug"; "none" repairs it.
	Fault(reader, fault string) error
}

// atBench does what a browser asks for at the bench.
func atBench(b Bench, r protocol.Request) error {
	switch r := r.(type) {
	case protocol.BenchLay:
		return b.Lay(r.Tag, r.Reader)
	case protocol.BenchLift:
		return b.Lift(r.Tag)
	case protocol.BenchTap:
		return b.Tap(r.Tag, r.Reader)
	case protocol.BenchPress:
		return b.Press(r.Button, r.Long)
	case protocol.BenchTurn:
		return b.Turn(r.Knob, r.Clicks)
	case protocol.BenchFault:
		return b.Fault(r.Reader, r.Fault)
	}
	return fmt.Errorf("nobody does %s at the bench", r.Kind()) // cannot happen: these are all of protocol.BenchKinds
}

// serveBench serves /virtual/ws.
func (s *Server) serveBench(w http.ResponseWriter, r *http.Request) {
	sock, leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	giveBack, ok := s.places.take(address(r), "", func() bool { return true }, sock.end)
	if ok {
		defer giveBack()
		sock.letIn("", false)
	} else {
		sock.end(noPlace)
	}
	sock.expect(pongTimeout, silent)
	sock.feeds <- &benchFeed{bench: s.opt.Bench}
	sock.serve(func(kind int, data []byte) error {
		answer, err := handleBench(s.opt.Bench, kind, data)
		if err != nil {
			return err
		}
		sock.reply(encode(answer))
		return nil
	})
}

// handleBench handles one message to the bench. An error closes the socket.
func handleBench(b Bench, kind int, data []byte) (protocol.Answer, error) {
	head, err := readHead(kind, data)
	if err != nil {
		return protocol.Answer{}, err
	}
	r, err := protocol.BenchKinds.Decode(head.Type, data)
	switch {
	case errors.Is(err, protocol.ErrNoKind):
		return no(head.ID, fmt.Sprintf("Nobody can %.40q at the bench.", head.Type)), nil
	case err != nil:
		return no(head.ID, fmt.Sprintf("A field of that %s is not of its type.", head.Type)), nil
	}
	if err := atBench(b, r); err != nil {
		return no(head.ID, err.Error()), nil
	}
	return protocol.Answer{Type: protocol.TypeAnswer, ID: head.ID, OK: true}, nil
}

// benchFeed sends a browser the state of the bench. The writing goroutine owns it.
type benchFeed struct {
	bench Bench
	last  []byte
}

func (f *benchFeed) news() <-chan struct{} { return f.bench.Changed() }

func (f *benchFeed) latest() ([][]byte, error) {
	state := f.bench.State()
	state.Type = protocol.TypeBench
	data := encode(state)
	if bytes.Equal(data, f.last) {
		return nil, nil
	}
	f.last = data
	return [][]byte{data}, nil
}

// picture is the panel's picture as a PNG, encoded once for all viewers.
type picture struct {
	mu    sync.Mutex
	panel int // the number of the picture
	data  []byte
}

// servePanel serves /virtual/panel.png.
func (s *Server) servePanel(w http.ResponseWriter, _ *http.Request) {
	data, err := s.panel.png(s.opt.Bench)
	switch {
	case err != nil:
		s.log.Error("the panel's picture cannot be made", "error", err)
		writeText(w, http.StatusInternalServerError, "The panel's picture cannot be made.")
	case data == nil:
		writeText(w, http.StatusNotFound, "There is no panel.")
	default:
		w.Header().Set("Content-Type", "image/png")
		w.Write(data)
	}
}

func (p *picture) png(b Bench) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	// The number is read first: a picture that comes in between is encoded again, never missed.
	panel := b.State().Panel
	if p.data != nil && p.panel == panel {
		return p.data, nil
	}
	img := b.Panel()
	if img == nil {
		return nil, nil
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, err
	}
	p.panel, p.data = panel, out.Bytes()
	return p.data, nil
}
