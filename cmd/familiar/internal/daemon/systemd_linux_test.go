package daemon

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
)

// notified returns the socket at which systemd is told how the start goes on.
func notified(t *testing.T) *net.UnixConn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return conn
}

// A long start asks systemd for more time, again and again, until it is ready.
func TestLongStartIsExtended(t *testing.T) {
	conn := notified(t)
	ready := extendStart(time.Millisecond)
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	message := make([]byte, 4096)
	for range 3 {
		n, err := conn.Read(message)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(message[:n]); !strings.HasPrefix(got, "EXTEND_TIMEOUT_USEC=4000\n") {
			t.Errorf("told %q", got)
		}
	}
	ready()
	for { // what was said before
		conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if _, err := conn.Read(message); err != nil {
			break
		}
	}
	conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, err := conn.Read(message); err == nil {
		t.Errorf("after the start %q is told", message[:n])
	}
}

// A table that still reads its last game asks for more time before systemd gives it up, after 30 seconds.
func TestStartThatReadsALongGame(t *testing.T) {
	conn := notified(t)
	synctest.Test(t, func(t *testing.T) {
		table, err := companion.New(companion.Options{State: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		d := &Daemon{table: table, log: slog.New(slog.DiscardHandler)}
		over, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.watchTable(over) // the table does not answer yet
		}()
		time.Sleep(25 * time.Second)
		stop()
		<-ended
	})
	conn.SetReadDeadline(time.Now().Add(time.Second))
	message := make([]byte, 4096)
	if n, err := conn.Read(message); err != nil || !strings.HasPrefix(string(message[:n]), "EXTEND_TIMEOUT_USEC=") {
		t.Errorf("within 25 s systemd is told %q, %v", message[:n], err)
	}
}
