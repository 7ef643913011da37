package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/renameio/v2"

	"familiar/companion/durable"
	"familiar/companion/durable/durabletest"
)

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "file")
	for _, text := range []string{"first", "second"} {
		if err := durable.Replace(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != text {
			t.Errorf("the file holds %q, not %q", got, text)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if rest, err := os.ReadDir(filepath.Dir(path)); err != nil || len(rest) != 1 {
		t.Errorf("left behind: %v, %v", rest, err)
	}
	if err := durable.Replace(filepath.Dir(path), nil, 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
}

func TestMoveBesideNeverOverwrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for i, want := range []string{path + ".damaged-1", path + ".damaged-2"} {
		text := string(rune('a' + i))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := durable.MoveBeside(path, "damaged")
		if err != nil || got != want || read(t, want) != text {
			t.Errorf("moved to %s, %v", got, err)
		}
	}
	if _, err := durable.MoveBeside(path, "damaged"); err == nil {
		t.Error("a file that is not there was moved")
	}
	if _, err := os.Stat(path + ".damaged-3"); err == nil {
		t.Error("an empty name is left behind")
	}
}

// SyncFolder does not report success for a folder that it cannot open.
func TestSyncFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := durable.SyncFolder(dir); err != nil {
		t.Errorf("a folder: %v", err)
	}
	for path, want := range map[string]error{
		filepath.Join(dir, "missing"): fs.ErrNotExist,
		filepath.Join(file, "below"):  syscall.ENOTDIR,
	} {
		if err := durable.SyncFolder(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// On a disk on which any one call fails, a file is replaced, or it is as it was and Replace says why.
func TestReplaceOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte("first"), 0o600); err != nil {
			t.Fatal(err)
		}
		var err error
		disk.Run(func() { err = durable.Replace(path, []byte("second"), 0o600) })
		if got := read(t, path); err == nil && got != "second" || got != "second" && got != "first" {
			t.Errorf("after %q has failed, the error is %v and the file holds %q", disk.Failed, err, got)
		}
		if disk.Failed == "" && err != nil {
			t.Errorf("on a disk on which nothing fails: %v", err)
		}
		// Of the file that it has just made, renameio asks for the permissions; if that fails, it leaves the file.
		if rest, err := os.ReadDir(filepath.Dir(path)); err != nil || len(rest) != 1 && disk.Failed != "fstat" {
			t.Errorf("after %q has failed, these are left behind: %v, %v", disk.Failed, rest, err)
		}
	}
}

// On such a disk a file that is moved aside is where MoveBeside says, or where it was.
func TestMoveBesideOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
		var to string
		var err error
		disk.Run(func() { to, err = durable.MoveBeside(path, "damaged") })
		switch {
		case err == nil && to == "", err != nil && disk.Failed == "":
			t.Errorf("after %q has failed it is at %q, with the error %v", disk.Failed, to, err)
		case to == "":
			to = path
		}
		if got := read(t, to); got != "kept" {
			t.Errorf("after %q has failed, %s holds %q", disk.Failed, to, got)
		}
		if rest, err := os.ReadDir(filepath.Dir(path)); err != nil || len(rest) != 1 {
			t.Errorf("after %q has failed, these are left behind: %v, %v", disk.Failed, rest, err)
		}
	}
}

// A file that cannot be read is an error, never a shorter file.
func TestReadOnAFailingDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("whole"), 0o600); err != nil {
		t.Fatal(err)
	}
	for disk := range durabletest.FailingDisks(t) {
		var data []byte
		var err error
		disk.Run(func() { data, err = durable.Read(path, 100) })
		if err == nil && string(data) != "whole" || !disk.Explains(err) {
			t.Errorf("after %q has failed, it reads %q, %v", disk.Failed, data, err)
		}
	}
}

// A crash while a file is replaced leaves the file that was being written. The next start removes that, and nothing else.
func TestTidy(t *testing.T) {
	folder := t.TempDir()
	list := filepath.Join(folder, "packs", "sator", "my-box.toml")
	if err := os.MkdirAll(filepath.Dir(list), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(folder, "phones.json"), list} {
		if err := durable.Replace(path, []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, ".lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := durable.Tidy(folder); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{folder: ".lock packs phones.json", filepath.Dir(list): "my-box.toml"} {
		var names []string
		all, err := os.ReadDir(at)
		for _, f := range all {
			names = append(names, f.Name())
		}
		if got := strings.Join(names, " "); got != want || err != nil {
			t.Errorf("in %s there are %s, %v", at, got, err)
		}
	}
	if err := durable.Tidy(filepath.Join(folder, "nowhere")); err != nil {
		t.Error(err)
	}
}
