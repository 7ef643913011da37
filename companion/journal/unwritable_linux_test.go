package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dying is a file on a disk that takes nothing any more, or says so.
type dying struct {
	file
	write, sync, truncate error
	closed                bool
}

func (d *dying) WriteAt(p []byte, at int64) (int, error) {
	if d.write != nil {
		return 0, d.write
	}
	return d.file.WriteAt(p, at)
}

func (d *dying) Sync() error { return d.sync }

func (d *dying) Truncate(size int64) error {
	if d.truncate != nil {
		return d.truncate
	}
	return d.file.Truncate(size)
}

func (d *dying) Close() error {
	d.closed = true
	return d.file.Close()
}

// A file on a disk that takes nothing is closed, and opened again once the disk takes something.
func TestDyingDisk(t *testing.T) {
	for name, test := range map[string]struct {
		dying
		beside bool // bytes that were written but never acknowledged are there when the disk is back
	}{
		"read-only":                    {dying{write: syscall.EROFS, truncate: syscall.EROFS}, false},
		"does not answer":              {dying{write: syscall.EIO}, false},
		"nothing arrives":              {dying{sync: syscall.EIO}, false},
		"who knows what has arrived":   {dying{sync: syscall.EIO, truncate: syscall.EIO}, true},
		"read-only while it is synced": {dying{sync: syscall.EROFS, truncate: syscall.EROFS}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := begin(t, dir)
			write(t, j, evenings[:2]...)
			test.file = j.f
			j.f = &test.dying
			if err := j.Append(evenings[2]); !errors.Is(err, ErrUnwritable) {
				t.Fatalf("%v, want ErrUnwritable", err)
			}
			if !test.closed {
				t.Error("the file is held")
			}
			if err := j.Finish("", evening); err != nil {
				t.Fatal(err)
			}
			aside, err := os.ReadFile(j.Path() + ".damaged-1")
			if test.beside != (err == nil) || test.beside && !strings.Contains(string(aside), evenings[2].Moves[0]) {
				t.Errorf("set aside is %q, %v", aside, err)
			}
			j.Close()
			kept, err := Read(dir, j.Name())
			if err != nil || kept.Damage != nil || !kept.Ended || !cmp.Equal(lines(kept.Steps...), lines(evenings[:2]...)) {
				t.Errorf("%+v, %v", kept, err)
			}
		})
	}
}

// A file that was put in the place of the closed one is not written to.
func TestAnotherFileIsThere(t *testing.T) {
	j := begin(t, t.TempDir())
	write(t, j, evenings[:2]...)
	j.f = &dying{file: j.f, write: syscall.EROFS, truncate: syscall.EROFS}
	if err := j.Append(evenings[2]); !errors.Is(err, ErrUnwritable) {
		t.Fatalf("%v, want ErrUnwritable", err)
	}
	other := compose(t, evenings[3:])
	if err := os.WriteFile(j.Path(), other, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(evenings[2]); !errors.Is(err, errChanged) {
		t.Errorf("%v, want errChanged", err)
	}
	if !cmp.Equal(contentsOf(t, j.Path()), other) {
		t.Error("the other file was written to")
	}
}

// readOnly returns a state directory whose disk can be made read-only. Where no disk can be mounted, file permissions do instead.
func readOnly(t *testing.T) (dir string, set func(on bool)) {
	t.Helper()
	dir = t.TempDir()
	err := syscall.Mount("none", dir, "tmpfs", 0, "size=1m")
	if err != nil && !errors.Is(err, syscall.EPERM) {
		t.Fatal(err)
	}
	if err != nil {
		t.Logf("no file system of its own: %v", err)
		set = func(on bool) { mayWrite(t, dir, !on) }
	} else {
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
		set = func(on bool) {
			t.Helper()
			flags := uintptr(syscall.MS_REMOUNT)
			if on {
				flags |= syscall.MS_RDONLY
			}
			if err := syscall.Mount("none", dir, "tmpfs", flags, "size=1m"); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() { set(false) })
	return dir, set
}

// mayWrite sets whether the files in a folder may be written to.
func mayWrite(t *testing.T, dir string, may bool) {
	t.Helper()
	mode := os.FileMode(0o500)
	if may {
		mode = 0o700
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
	}
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			mayWrite(t, path, may)
		} else if err := os.Chmod(path, mode&^0o100); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, mode); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyDisk(t *testing.T) {
	for _, tail := range []string{"", "ann: dra"} {
		t.Run(fmt.Sprintf("tail %q", tail), func(t *testing.T) {
			dir, readOnly := readOnly(t)
			j := begin(t, dir)
			write(t, j, evenings[:2]...)
			if _, err := j.f.WriteAt([]byte(tail), j.size); err != nil {
				t.Fatal(err)
			}
			path := j.Path()
			j.Close()
			before := contentsOf(t, path)
			if err := Try(dir); err != nil {
				t.Error(err)
			}
			readOnly(true)
			if err := Try(dir); !errors.Is(err, ErrUnwritable) {
				t.Errorf("tried: %v, want ErrUnwritable", err)
			}
			if _, err := Create(dir, ritual, evening, nil); !errors.Is(err, ErrUnwritable) {
				t.Errorf("began a journal: %v, want ErrUnwritable", err)
			}
			j, loaded := resume(t, dir)
			if !cmp.Equal(lines(loaded.Steps...), lines(evenings[:2]...)) || (len(loaded.Damage) > 0) != (tail != "") || !errors.Is(loaded.Unwritable, ErrUnwritable) {
				t.Errorf("resumed %+v", loaded)
			}
			for range 2 {
				if err := j.Append(evenings[2]); !errors.Is(err, ErrUnwritable) {
					t.Errorf("%v, want ErrUnwritable", err)
				}
			}
			if left, beside, err := j.SetAside(1); left != 1 || beside != "" || !errors.Is(err, ErrUnwritable) {
				t.Errorf("set aside %q down to %d: %v", beside, left, err)
			}
			if !cmp.Equal(contentsOf(t, path), before) {
				t.Error("the journal has changed")
			}
			readOnly(false)
			write(t, j, evenings[3])
			want := string(before[j.cuts[1].size:])
			if aside := contentsOf(t, path+".damaged-1"); string(aside) != want {
				t.Errorf("set aside is %q, want %q", aside, want)
			}
			j.Close()
			_, loaded = resume(t, dir)
			if diff := cmp.Diff(lines(evenings[0], evenings[3]), lines(loaded.Steps...)); diff != "" || len(loaded.Damage) > 0 || loaded.Unwritable != nil {
				t.Errorf("resumed with %q, %v (-want +got):\n%s", loaded.Damage, loaded.Unwritable, diff)
			}
		})
	}
}

// On a read-only disk, a journal that cannot be read stays in place, and the game before it can be resumed.
func TestUnreadableOnAReadOnlyDisk(t *testing.T) {
	dir, readOnly := readOnly(t)
	j := begin(t, dir)
	write(t, j, evenings[0])
	j.Close()
	spoilt := filepath.Join(dir, Folder, "2027-01-01-000000-sacrilege.table")
	if err := os.WriteFile(spoilt, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	readOnly(true)
	j, loaded := resume(t, dir)
	if len(loaded.Steps) != 1 || len(loaded.Damage) != 1 || !strings.Contains(loaded.Damage[0].In("en"), "left alone") {
		t.Errorf("resumed %+v", loaded)
	}
	j.Close()
	readOnly(false)
	if _, loaded = resume(t, dir); len(loaded.Damage) != 1 || !strings.Contains(loaded.Damage[0].In("en"), "is now called") {
		t.Errorf("then resumed %+v", loaded)
	}
}

// What has the name of a journal and is no file is left alone, and said.
func TestJournalThatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, Folder)
	if err := os.MkdirAll(filepath.Join(folder, "2026-01-01-000000-sacrilege.table"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "2026-01-02-000000-sacrilege.table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(folder, "2026-01-03-000000-sacrilege.table")); err != nil {
		t.Fatal(err)
	}
	j, loaded, err := Resume(dir)
	if err != nil || j != nil {
		t.Fatalf("%v, %v", j, err)
	}
	var said []string
	for _, d := range loaded.Damage {
		said = append(said, d.In("en"))
	}
	if len(said) != 3 || !strings.Contains(said[0], "2026-01-01-000000-sacrilege.table among the games that are kept is no file") {
		t.Errorf("it says %q", said)
	}
}
