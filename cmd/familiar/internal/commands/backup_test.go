package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/companion/backup"
)

// TestReadAgain compares a backup with what was meant to be in it.
func TestReadAgain(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "x.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	written, err := backup.Write(t.TempDir(), f)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(f, written); err != nil {
		t.Errorf("the same: %v", err)
	}
	more := written
	more.Games++
	if err := verify(f, more); err == nil || !strings.Contains(err.Error(), "reading it again: there is 0 games") || !strings.Contains(err.Error(), "and there should be 1 games") {
		t.Errorf("a game is missing: %v", err)
	}
	if err := f.Truncate(40); err != nil {
		t.Fatal(err)
	}
	if err := verify(f, written); err == nil || !strings.Contains(err.Error(), "reading it again: ") {
		t.Errorf("cut off: %v", err)
	}
	f.Close()
	if err := verify(f, written); err == nil {
		t.Error("a file that cannot be read is no error")
	}
}
