package durable

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRead reads files, and what is none.
func TestRead(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(at("file"), bytes.Repeat([]byte("x"), 1000), 0o600))
	must(os.WriteFile(at("long"), bytes.Repeat([]byte("x"), 1001), 0o600))
	must(os.WriteFile(filepath.Join(elsewhere, "secret"), []byte("s"), 0o600))
	must(os.Symlink("file", at("link")))
	must(os.Symlink(filepath.Join(elsewhere, "secret"), at("link-out")))
	must(os.Symlink("../../../../../../dev/zero", at("link-to-device")))
	must(os.Symlink("loop", at("loop")))
	must(os.Mkdir(at("folder"), 0o700))
	must(unix.Mkfifo(at("pipe"), 0o600))
	for name, is := range map[string]error{
		"file": nil, "link": nil, "folder": ErrNoFile, "pipe": ErrNoFile, "missing": fs.ErrNotExist, "long": nil, "link-out": nil, "link-to-device": nil, "loop": nil,
	} {
		data, err := Read(at(name), 1000)
		switch good := name == "file" || name == "link"; {
		case good && (err != nil || len(data) != 1000):
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		case !good && (err == nil || is != nil && !errors.Is(err, is)):
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
}
