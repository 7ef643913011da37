package tags

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"familiar/companion/durable/durabletest"
)

var (
	house = Box{Game: "sacrilege"}
	own   = Box{Game: "sacrilege", Pack: "box"}
)

// twoTags returns tags in a new state directory.
func twoTags(t *testing.T) *Tags {
	t.Helper()
	list := load(t, t.TempDir())
	if err := list.AssignAll(house, map[UID]string{uid(1): "imp", uid(2): "monk"}); err != nil {
		t.Fatal(err)
	}
	return list
}

// Each change of the list is made on a disk on which any one call fails: the tags in memory and those on the disk are the new ones, or the old ones and an error says
// why. If somebody had changed the file, what he has made of it is kept.
func TestChangesOnAFailingDisk(t *testing.T) {
	for name, change := range map[string]func(*Tags) error{
		"one tag": func(list *Tags) error { return list.Assign(house, uid(3), "knight") },
		"no tag":  func(list *Tags) error { return list.Forget(house, uid(1)) },
		"another": func(list *Tags) error { return list.Rename(house, own) },
		"both": func(list *Tags) error {
			_, err := list.TakeOver(house, own, []Item{{Word: "imp", Copies: 1}})
			return err
		},
		"set aside": func(list *Tags) error { _, err := list.SetAside(); return err },
	} {
		for _, altered := range []bool{false, true} {
			for disk := range durabletest.FailingDisks(t) {
				list := twoTags(t)
				dir := filepath.Dir(list.path)
				old, found := list.boxes, []byte(contents(t, list.path))
				if altered {
					found = append(found, "# Ann was here.\n"...)
					put(t, dir, string(found))
				}
				var err error
				disk.Run(func() { err = change(list) })
				if !disk.Explains(err) {
					t.Errorf("%s, after %q has failed: %v", name, disk.Failed, err)
				}
				kept := false
				files, _ := filepath.Glob(filepath.Join(dir, File+"*"))
				for _, file := range files {
					data := []byte(contents(t, file))
					kept = kept || bytes.Equal(data, found)
					if len(data) < len(found) && file != list.path {
						t.Errorf("%s, after %q has failed: %s is not whole", name, disk.Failed, file)
					}
				}
				if (altered || name == "set aside") && !kept {
					t.Errorf("%s, after %q has failed: the file as it was is not among %v", name, disk.Failed, files)
				}
				if name == "set aside" {
					continue // there may be no file now: its tags are in memory
				}
				stored := load(t, dir).boxes
				if !reflect.DeepEqual(stored, list.boxes) && err == nil || err != nil && !reflect.DeepEqual(list.boxes, old) {
					t.Errorf("%s, after %q has failed: %v; in memory are %v, on the disk %v", name, disk.Failed, err, list.boxes, stored)
				}
			}
		}
	}
}

// A list that was changed by hand is kept and written anew on such a disk, or it stays as it is.
func TestKeepAlteredOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		list := twoTags(t)
		dir := filepath.Dir(list.path)
		found := contents(t, list.path) + "# Ann was here.\n"
		put(t, dir, found)
		list = load(t, dir)
		var kept string
		var err error
		disk.Run(func() { kept, err = list.KeepAltered() })
		switch {
		case !disk.Explains(err):
			t.Errorf("after %q has failed: %v", disk.Failed, err)
		case err == nil && (contents(t, kept) != found || load(t, dir).altered != nil):
			t.Errorf("after %q has failed, %s holds %q", disk.Failed, kept, contents(t, kept))
		}
		if again, err := load(t, dir).KeepAltered(); err != nil || err == nil && again != "" && contents(t, again) != found {
			t.Errorf("after %q has failed, the next time it is kept as %q, %v", disk.Failed, again, err)
		}
	}
}

// The tags are read on such a disk, or the error says that they cannot be: never fewer.
func TestLoadOnAFailingDisk(t *testing.T) {
	list := twoTags(t)
	for disk := range durabletest.FailingDisks(t) {
		var read *Tags
		var err error
		disk.Run(func() { read, err = Load(filepath.Dir(list.path)) })
		if err == nil && len(read.Words(house)) != 2 || err != nil && (!errors.Is(err, ErrBroken) || disk.Failed == "") {
			t.Errorf("after %q has failed there are %v, %v", disk.Failed, read.Words(house), err)
		}
	}
	if _, err := os.Stat(list.path); err != nil {
		t.Error(err)
	}
}
