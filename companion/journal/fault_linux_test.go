package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine/lang"
	"familiar/engine/record"
)

// faulty is a file on a disk that fails.
type faulty struct {
	file
	room     int64 // how long the file may become
	short    bool  // a full disk writes less without an error
	sync     error
	truncate error
}

func (f *faulty) WriteAt(p []byte, at int64) (int, error) {
	if n := f.room - at; n < int64(len(p)) {
		n, err := f.file.WriteAt(p[:max(n, 0)], at)
		if err != nil || f.short {
			return n, err
		}
		return n, &os.PathError{Op: "write", Path: "journal", Err: syscall.ENOSPC}
	}
	return f.file.WriteAt(p, at)
}

func (f *faulty) Sync() error {
	if f.sync != nil {
		return f.sync
	}
	return f.file.Sync()
}

func (f *faulty) Truncate(size int64) error {
	if f.truncate != nil {
		return f.truncate
	}
	return f.file.Truncate(size)
}

func TestFullAtEveryByte(t *testing.T) {
	step := int64(len(compose(t, evenings[:3])) - len(compose(t, evenings[:2])))
	for room := range step {
		dir := t.TempDir()
		j := begin(t, dir)
		write(t, j, evenings[:2]...)
		before := contentsOf(t, j.Path())
		disk := &faulty{file: j.f, room: j.size + room}
		j.f = disk

		if err := j.Append(evenings[2]); !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("with room for %d bytes: %v, want ErrFull", room, err)
		}
		if after := contentsOf(t, j.Path()); !bytes.Equal(before, after) {
			t.Fatalf("with room for %d bytes the journal ends %q", room, after[len(before):])
		}
		disk.room = 1 << 20
		write(t, j, evenings[2:]...)
		j.Close()
		_, loaded := resume(t, dir)
		if diff := cmp.Diff(lines(evenings...), lines(loaded.Steps...)); diff != "" || len(loaded.Damage) > 0 {
			t.Fatalf("resumed with %q (-want +got):\n%s", loaded.Damage, diff)
		}
	}
}

func TestFaults(t *testing.T) {
	broken := errors.New("the card does not answer")
	for name, test := range map[string]struct {
		fault faulty
		want  error
	}{
		"sync":              {faulty{room: 1 << 20, sync: broken}, broken},
		"quota":             {faulty{room: 1 << 20, sync: syscall.EDQUOT}, ErrFull},
		"short write":       {faulty{short: true}, io.ErrShortWrite},
		"write, truncate":   {faulty{truncate: broken}, broken},
		"sync and truncate": {faulty{room: 1 << 20, sync: broken, truncate: syscall.EROFS}, syscall.EROFS},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := begin(t, dir)
			write(t, j, evenings[:2]...)
			good := j.f
			test.fault.file = good
			j.f = &test.fault

			for range 2 {
				if err := j.Append(evenings[2]); !errors.Is(err, test.want) {
					t.Fatalf("%v, want %v", err, test.want)
				}
			}
			// The power fails: whatever the file holds, no acknowledged line is missing.
			crashed, _ := put(t, contentsOf(t, j.Path()))
			_, loaded := resume(t, crashed)
			if got, want := lines(loaded.Steps...)[:2], lines(evenings[:2]...); !cmp.Equal(got, want) {
				t.Errorf("after a crash: %v, want %v", got, want)
			}
			// The disk recovers.
			j.f = good
			write(t, j, evenings[2:]...)
			j.Close()
			_, loaded = resume(t, dir)
			if diff := cmp.Diff(lines(evenings...), lines(loaded.Steps...)); diff != "" || len(loaded.Damage) > 0 {
				t.Errorf("resumed with %q (-want +got):\n%s", loaded.Damage, diff)
			}
		})
	}
}

// TestRecordIsFull: of a record that takes no more moves the last ones can still be taken back, and its game can be ended. It is not resumed then.
func TestRecordIsFull(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	for moves := 1 << 14; moves > 0; {
		step := record.Step{Moves: slices.Repeat([]string{"ann: sacrifice imp ben"}, moves), At: evening, Source: "phone"}
		switch err := j.Append(step); {
		case errors.Is(err, ErrLong):
			moves /= 2
		case err != nil:
			t.Fatal(err)
		}
	}
	undone := 0
	for ; ; undone++ {
		err := j.Append(record.Step{Undo: 1, At: evening, Source: "phone"})
		if errors.Is(err, ErrLong) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if undone < 500 {
		t.Errorf("only %d moves can be taken back", undone)
	}
	if info, err := os.Stat(j.Path()); err != nil || info.Size() < record.MaxFile-1<<10 || info.Size() > record.MaxFile {
		t.Fatalf("the record is not full: %v, %v", info, err)
	}
	if err := j.Finish("given up", evening); err != nil {
		t.Fatalf("the game cannot end: %v", err)
	}
	j.Close()
	if j, loaded := resume(t, dir); j != nil || len(loaded.Damage) > 0 {
		t.Errorf("the ended game goes on, or is damaged: %v, %v", j, loaded.Damage)
	}
}

// TestFileLongerThanAnyJournal: a file that is too long to be a journal is set aside with that reason, and sent to nobody as a record.
func TestFileLongerThanAnyJournal(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	write(t, j, evenings[0])
	j.Close()
	if err := os.Truncate(j.Path(), record.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	if text, err := Text(dir, j.Name()); text != "" || err == nil || !strings.HasSuffix(err.Error(), ": it is longer than any journal") {
		t.Errorf("its text is %d bytes, and the error %v", len(text), err)
	}
	if games, err := List(dir); err != nil || len(games) != 1 || games[0].Damage == nil || games[0].Damage.Error() != "it is longer than any journal" {
		t.Errorf("it is listed as %+v, %v", games, err)
	}
	again, loaded := resume(t, dir)
	want := "The journal " + j.Name() + " cannot be read: it is longer than any journal. It is now called "
	if again != nil || len(loaded.Damage) != 1 || !strings.HasPrefix(loaded.Damage[0].In(lang.English), want) {
		t.Errorf("it is resumed (%v), and this is said: %v", again, loaded.Damage)
	}
}

func TestInUse(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	write(t, j, evenings[0])
	if _, _, err := Resume(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("%v, want ErrInUse", err)
	}
	j.Close()
	j, loaded := resume(t, dir)
	if len(loaded.Steps) != 1 {
		t.Errorf("resumed %v", lines(loaded.Steps...))
	}
	if _, _, err := Resume(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("resumed twice: %v, want ErrInUse", err)
	}
	j.Close()
}

// A limit on the length of files makes the kernel cut real writes short, as a full disk does, and needs no root. It holds for the
// whole process, so the test runs in a process of its own.
func TestRealLimit(t *testing.T) {
	child := exec.Command(os.Args[0], "-test.run=^TestInsideLimit$", "-test.v")
	child.Env = append(os.Environ(), "JOURNAL_LIMIT="+t.TempDir())
	out, err := child.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestInsideLimit")) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestInsideLimit(t *testing.T) {
	dir := os.Getenv("JOURNAL_LIMIT")
	if dir == "" {
		return // the body of TestRealLimit
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit(t, 100) // less than a header
	if _, err := Create(dir, ritual, evening, nil); !errors.Is(err, ErrFull) {
		t.Errorf("began a journal: %v, want ErrFull", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, Folder, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	limit(t, 2000)
	fillUp(t, dir, func() { limit(t, 1<<20) })
}

func limit(t *testing.T, bytes uint64) {
	t.Helper()
	var l syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l)
	l.Cur = bytes
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Only root can mount a file system of 64 KiB; everybody else must make do with the limit above.
func TestRealFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		if !errors.Is(err, syscall.EPERM) {
			t.Fatal(err)
		}
		t.Logf("no file system of its own: %v", err)
		TestRealLimit(t)
		return
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 48<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	fillUp(t, dir, func() { os.Remove(ballast) })
	// With no room left, damage cannot be set aside, so nothing is cut off.
	j, loaded := resume(t, dir)
	torn := fmt.Sprintf("ann: draw%0*d", 4096-int(j.size%4096)-1, 7)
	if _, err := j.f.WriteAt([]byte(torn), j.size); err != nil {
		t.Fatal(err)
	}
	path := j.Path()
	j.Close()
	os.WriteFile(ballast, make([]byte, 1<<20), 0o644)
	before := contentsOf(t, path)
	j, again := resume(t, dir)
	if !cmp.Equal(lines(again.Steps...), lines(loaded.Steps...)) || len(again.Damage) != 1 || !errors.Is(again.Unwritable, ErrFull) {
		t.Errorf("resumed %d lines, want %d; told %q, %v", len(lines(again.Steps...)), len(loaded.Steps), again.Damage, again.Unwritable)
	}
	if err := j.Append(evenings[2]); !errors.Is(err, ErrFull) {
		t.Errorf("appended behind damage on a full disk: %v, want ErrFull", err)
	}
	if !bytes.Equal(contentsOf(t, path), before) {
		t.Error("the journal has changed")
	}
	os.Remove(ballast)
	write(t, j, evenings[2])
	if aside := contentsOf(t, path+".damaged-1"); string(aside) != torn {
		t.Errorf("set aside is %q", aside)
	}
	j.Close()
	_, last := resume(t, dir)
	if diff := cmp.Diff(append(lines(loaded.Steps...), lines(evenings[2])...), lines(last.Steps...)); diff != "" || len(last.Damage) > 0 || last.Unwritable != nil {
		t.Errorf("resumed with %q, %v (-want +got):\n%s", last.Damage, last.Unwritable, diff)
	}
}

// fillUp writes until there is no room, makes room and goes on.
func fillUp(t *testing.T, dir string, makeRoom func()) {
	t.Helper()
	j := begin(t, dir)
	var kept []record.Step
	for {
		err := j.Append(evenings[1])
		if errors.Is(err, ErrFull) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, evenings[1])
	}
	if got := int64(len(contentsOf(t, j.Path()))); got != j.size {
		t.Errorf("the file has %d bytes, want the %d acknowledged", got, j.size)
	}
	if len(kept) == 0 {
		t.Error("there was no room from the start")
	}
	makeRoom()
	write(t, j, evenings[2])
	j.Close()
	j, loaded := resume(t, dir)
	if diff := cmp.Diff(lines(append(kept, evenings[2])...), lines(loaded.Steps...)); diff != "" || len(loaded.Damage) > 0 {
		t.Errorf("resumed with %q (-want +got):\n%s", loaded.Damage, diff)
	}
	j.Close()
}
