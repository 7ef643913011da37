package commands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/cli"
)

// terminal makes a terminal: everything written to the far end can be read at the near end.
func terminal(t *testing.T) (near, far *os.File) {
	t.Helper()
	near, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close() })
	if err := unix.IoctlSetPointerInt(int(near.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(near.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if far, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { far.Close() })
	return near, far
}

// TestJoinDrawsOnATerminal checks that the QR code is drawn on a terminal, where somebody can scan it, and not in a file.
func TestJoinDrawsOnATerminal(t *testing.T) {
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, "phones.json"), []byte(`{"code": "QZ7KXM", "phones": {}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	near, far := terminal(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, out := range []*os.File{far, file} {
		w := cli.Env{Ctx: t.Context(), Stdout: &cli.Output{Writer: out}}
		if err := (Join{State: state, Listen: "127.0.0.1:8123"}).Run(w); err != nil {
			t.Error(err)
		}
	}
	if err := far.Close(); err != nil {
		t.Fatal(err)
	}
	seen, err := io.ReadAll(near)
	if !errors.Is(err, unix.EIO) { // the far end is closed
		t.Fatal(err)
	}
	if said := string(seen); !strings.HasPrefix(said, "The table is at http://localhost:8123 and its join code is QZ7KXM.") || !strings.Contains(said, "█") {
		t.Errorf("on a terminal it says\n%s", said)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil || string(text) != "The table is at http://localhost:8123 and its join code is QZ7KXM.\n" {
		t.Errorf("in a file stands %q, %v", text, err)
	}
}
