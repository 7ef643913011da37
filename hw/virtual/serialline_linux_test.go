package virtual

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestTerminalChangesNothing sends every byte in both directions. A terminal for people would swallow some, change others, and send back what it gets.
func TestTerminalChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "line")
	chip, err := openTerminal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer chip.Close()
	driver, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close()
	var sent [256]byte
	for i := range sent {
		sent[i] = byte(i)
	}
	for _, way := range []struct {
		name     string
		from, to *os.File
	}{
		{"from the driver to the chip", driver, chip.File},
		{"from the chip to the driver", chip.File, driver},
	} {
		if err := way.to.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := way.from.Write(sent[:]); err != nil {
			t.Fatal(err)
		}
		var got [len(sent)]byte
		if n, err := io.ReadFull(way.to, got[:]); err != nil || !bytes.Equal(got[:], sent[:]) {
			t.Errorf("%s come % x, %v", way.name, got[:n], err)
		}
	}
}
