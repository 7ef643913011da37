package run

import (
	"io"
	"log/slog"
	"math"
	"net"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
)

// TestRunOnATakenPort checks that the error says what to do, and that the state is not locked after it.
func TestRunOnATakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	state := t.TempDir()
	err = Command{Paths: install.Paths{State: state}, Listen: l.Addr().String()}.Run(cli.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: io.Discard})
	if err == nil || !strings.Contains(err.Error(), l.Addr().String()+" is in use: is Familiar running already? Choose another address with --listen") {
		t.Errorf("it says %v", err)
	}
	if left, err := os.ReadDir(state); err != nil || len(left) > 0 {
		t.Errorf("left in the state: %v, %v", left, err)
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
