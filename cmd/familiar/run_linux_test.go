package main

import (
	"net"
	"strings"
	"testing"
)

// TestRunOnATakenPort checks that the error says what to do, and that the state is not locked after it.
func TestRunOnATakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	state := t.TempDir()
	said, failed := inProcess(t, "run", "--state", state, "--listen", l.Addr().String())
	if !failed || !strings.Contains(said, l.Addr().String()+" is in use: is Familiar running already? Choose another address with --listen") {
		t.Errorf("it says %q", said)
	}
	if left := treeOf(t, state); len(left) > 1 {
		t.Errorf("left in the state: %q", left)
	}
}
