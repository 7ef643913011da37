package daemon

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A long start asks systemd for more time, again and again, until it is ready.
func TestLongStartIsExtended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", path)
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
