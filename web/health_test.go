package web

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"familiar/companion/protocol"
)

// Only this machine itself gets the state of the devices.
func TestHealth(t *testing.T) {
	p := newPlace(t)
	w := p.ask("GET", here, fromHere, healthPath)
	var h protocol.Health
	if err := json.Unmarshal(w.Body.Bytes(), &h); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d: %s, %v", w.Code, w.Body, err)
	}
	if h.Version != p.srv.opt.Version || len(h.Devices) != 1 || h.Devices[0].Name != "altar" {
		t.Errorf("%+v", h)
	}
	for _, from := range []struct{ host, address, header string }{{there, fromPhone, ""}, {here, fromPhone, ""}, {there, fromHere, ""}, {here, fromHere, "10.0.0.1"}} {
		var more []string
		if from.header != "" {
			more = []string{"X-Forwarded-For", from.header}
		}
		if w := p.ask("GET", from.host, from.address, healthPath, more...); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "altar") {
			t.Errorf("%+v: %d: %s", from, w.Code, w.Body)
		}
	}
	p.table.joinErr = errors.New("it hangs")
	if w := p.ask("GET", here, fromHere, healthPath); w.Code != http.StatusServiceUnavailable {
		t.Errorf("of a table that hangs: %d", w.Code)
	}
}

func TestAskHealth(t *testing.T) {
	p := newPlace(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.srv.Serve(ctx, l) }()
	port := l.Addr().(*net.TCPAddr).Port
	if h, err := AskHealth(ctx, port); err != nil || h.Version != p.srv.opt.Version || len(h.Devices) != 1 {
		t.Errorf("%+v, %v", h, err)
	}
	p.table.joinErr = errors.New("it hangs")
	if h, err := AskHealth(ctx, port); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("of a table that hangs: %+v, %v", h, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := AskHealth(t.Context(), port); err == nil {
		t.Error("no error, although no server listens")
	}
	if _, err := AskHealth(t.Context(), -1); err == nil {
		t.Error("no error, although there is no such port")
	}
}
