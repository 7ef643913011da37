package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/hw/builds"
	"familiar/hw/virtual"
)

// watchdogTest is the watchdog time that systemd sets in this test.
const watchdogTest = 400 * time.Millisecond

// stuckLog is a log whose reader has stopped reading: logging to it blocks.
type stuckLog struct {
	slog.Handler
	line         string
	stuck, freed chan struct{}
}

func (s *stuckLog) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == s.line {
		close(s.stuck)
		<-s.freed
	}
	return s.Handler.Handle(ctx, r)
}

// manager plays systemd for a daemon.
type manager struct {
	*testing.T
	conn *net.UnixConn
}

func newManager(t *testing.T) *manager {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", "400000")
	return &manager{t, conn}
}

// told returns the daemon's next notification, within a time; "" if there is none.
func (m *manager) told(within time.Duration) string {
	m.Helper()
	m.conn.SetReadDeadline(time.Now().Add(within))
	message := make([]byte, 4096)
	n, err := m.conn.Read(message)
	if err != nil {
		if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
			return ""
		}
		m.Fatal(err)
	}
	return string(message[:n])
}

// alive checks that the daemon notifies the watchdog.
func (m *manager) alive() {
	m.Helper()
	for range 3 {
		if said := m.told(patience); said != "WATCHDOG=1" {
			m.Fatalf("told %q", said)
		}
	}
}

// TestWatchdog: the watchdog is notified while the table works, even if a panel is stuck, but not when the table itself is stuck.
func TestWatchdog(t *testing.T) {
	m := newManager(t)
	wiring, err := builds.Config(builds.Full)
	if err != nil {
		t.Fatal(err)
	}
	log := &stuckLog{Handler: slog.NewTextHandler(io.Discard, nil), line: "a game begins", stuck: make(chan struct{}), freed: make(chan struct{})}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d, err := rig.NewDaemon(games(), string(wiring), t.TempDir(), l, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		said := "WATCHDOG=1"
		for said == "WATCHDOG=1" {
			said = m.told(patience)
		}
		if said != "STOPPING=1" {
			t.Errorf("at its end it tells %q", said)
		}
	}()
	if said := m.told(patience); !strings.HasPrefix(said, "READY=1\nSTATUS=The table is at http://localhost:") {
		t.Fatalf("told %q", said)
	}
	m.alive()

	d.Virtual().Bench().Panel.SetFault(virtual.PanelStuck)
	phone, err := connectPhone(l.Addr().String(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	m.alive()
	d.Virtual().Bench().Panel.SetFault(virtual.PanelSound)

	answer := phone.send(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	<-log.stuck
	for said := "-"; said != ""; said = m.told(2 * watchdogTest) { // earlier notifications are still waiting
	}
	close(log.freed)
	if a, err := phone.wait(answer); err != nil || !a.OK {
		t.Errorf("%+v, %v", a, err)
	}
	m.alive()
	phone.close()
}
