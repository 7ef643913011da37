package main

import (
	"log/slog"
	"math"
	"net"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
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

// TestMemoryIsLimited checks that the program holds itself to a part of the machine's memory, whether the kernel limits it or not.
func TestMemoryIsLimited(t *testing.T) {
	before := debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(before)
	limitMemory(slog.New(slog.DiscardHandler))
	var machine unix.Sysinfo_t
	if err := unix.Sysinfo(&machine); err != nil {
		t.Fatal(err)
	}
	all := int64(machine.Totalram) * int64(machine.Unit)
	if limit := debug.SetMemoryLimit(-1); limit > all/4 {
		t.Errorf("the limit is %d MiB, on a machine with %d MiB", limit>>20, all>>20)
	}
}
