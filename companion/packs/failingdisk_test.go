package packs

import (
	"errors"
	"io/fs"
	"reflect"
	"testing"

	"familiar/companion/durable/durabletest"
)

// On a disk on which any one call fails, a card list is written, read and deleted, or an error says why not: and then the old list is still there.
func TestListsOnAFailingDisk(t *testing.T) {
	for name, do := range map[string]struct {
		what  func(dir string) error
		after string // the list after that; empty: there is none
	}{
		"a list is replaced": {func(dir string) error { return Write(dir, "sator", "mine", []byte("new"), true) }, "new"},
		"a list is deleted":  {func(dir string) error { return Delete(dir, "sator", "mine") }, ""},
		"another is added":   {func(dir string) error { return Write(dir, "sator", "yours", []byte("new"), false) }, "old"},
	} {
		for disk := range durabletest.FailingDisks(t) {
			dir := t.TempDir()
			if err := Write(dir, "sator", "mine", []byte("old"), false); err != nil {
				t.Fatal(err)
			}
			var err error
			disk.Run(func() { err = do.what(dir) })
			if !disk.Explains(err) {
				t.Errorf("%s, after %q has failed: %v", name, disk.Failed, err)
			}
			data, failed := Read(dir, "sator", "mine")
			now := string(data)
			if failed != nil && !errors.Is(failed, ErrNotFound) || now != do.after && (err == nil || now != "old") {
				t.Errorf("%s, after %q has failed: %v; the list is %q, %v", name, disk.Failed, err, now, failed)
			}
		}
	}
}

// What is read on such a disk is whole, or an error.
func TestReadingOnAFailingDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"mine", "yours"} {
		if err := Write(dir, "sator", name, []byte(name), false); err != nil {
			t.Fatal(err)
		}
	}
	for disk := range durabletest.FailingDisks(t) {
		var names []string
		var data []byte
		var listed, read error
		disk.Run(func() {
			names, listed = Names(dir, "sator")
			data, read = Read(dir, "sator", "mine")
		})
		if listed == nil && !reflect.DeepEqual(names, []string{"mine", "yours"}) || read == nil && string(data) != "mine" || errors.Is(read, fs.ErrNotExist) || errors.Is(read, ErrNotFound) {
			t.Errorf("after %q has failed there are %v, %v; one of them is %q, %v", disk.Failed, names, listed, data, read)
		}
		if disk.Failed == "" && (listed != nil || read != nil) {
			t.Errorf("%v, %v", listed, read)
		}
	}
}
