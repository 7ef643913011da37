package backup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// errCut ends a restore as a power cut does: nothing runs after it.
var errCut = errors.New("cut")

// cutting returns a restorer that is cut off after its nth step: with the failure, or without one as by a power cut.
func cutting(n int, failure error) (*restorer, *int) {
	steps := new(int)
	return &restorer{afterStep: func(step string) error {
		if strings.HasPrefix(step, "sync ") {
			return nil // it changes nothing that the next run finds
		}
		if *steps++; *steps != n {
			return nil
		}
		if failure == nil {
			panic(errCut)
		}
		return failure
	}}, steps
}

// tried runs a function that may be cut off.
func tried(run func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if err, _ = r.(error); !errors.Is(err, errCut) {
				panic(r)
			}
		}
	}()
	return run()
}

// restoring restores mine over yours with a restorer that is cut off.
func restoring(t *testing.T, dir string, good []byte, n int, failure error) (steps int, err error) {
	t.Helper()
	r, counted := cutting(n, failure)
	err = tried(func() error {
		_, err := r.restore(dir, bytes.NewReader(good), evening)
		return err
	})
	return *counted, err
}

const aside = "before-restore-20261122-181500"

// check checks that a state is one of the two, whole, with nothing lost and nothing left over.
func check(t *testing.T, when, dir string) (restored bool) {
	t.Helper()
	return checkEither(t, when, dir, mine)
}

// checkEither is check for a backup of another state, which must have a card list.
func checkEither(t *testing.T, when, dir string, backup tree) (restored bool) {
	t.Helper()
	now := treeOf(t, dir)
	if _, ok := now["packs/sacrilege.box.toml"]; !ok {
		if diff := cmp.Diff(yours, now); diff != "" {
			t.Errorf("%s, not restored: (-want +got):\n%s", when, diff)
		}
		return false
	}
	if diff := cmp.Diff(backup.with(yours.under(aside)), now); diff != "" {
		t.Errorf("%s, restored: (-want +got):\n%s", when, diff)
	}
	return true
}

// TestCutOff cuts a restore off after every step, and also cuts off the run that completes it.
func TestCutOff(t *testing.T) {
	good := backupOf(t, mine)
	all, err := restoring(t, grow(t, yours), good, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	restored := 0
	for n := 1; n <= all; n++ {
		dir := grow(t, yours)
		if _, err := restoring(t, dir, good, n, nil); !errors.Is(err, errCut) {
			t.Fatalf("cut off behind step %d: %v", n, err)
		}
		// The completing run is cut off as well, after each of its own steps.
		for m := 1; ; m++ {
			r, _ := cutting(m, nil)
			err := tried(func() error {
				if err := r.open(dir); err != nil {
					return err
				}
				defer r.root.Close()
				_, err := r.complete()
				return err
			})
			if err == nil {
				break
			}
			if !errors.Is(err, errCut) {
				t.Fatalf("cut off behind step %d, then behind step %d: %v", n, m, err)
			}
			if m > 1 {
				m = 0 // start again: fewer steps are left now
			}
		}
		if Pending(dir) {
			t.Errorf("cut off behind step %d it is not completed", n)
		}
		if check(t, "step "+strconv.Itoa(n), dir) {
			restored++
		} else if restored > 0 {
			t.Errorf("cut off behind step %d it is not restored, and before that it was", n)
		}
	}
	if restored == 0 || restored == all {
		t.Errorf("of %d cuts %d were restored", all, restored)
	}
	t.Logf("%d steps, of which the last %d are completed", all, restored)
}

// TestDurable cuts no power, which no test can, but looks at the order of steps. All that a restore has written, and every folder in which it has made
// something, must be synced before the new name that makes the restore count.
func TestDurable(t *testing.T) {
	var steps []string
	r := restorer{afterStep: func(step string) error { steps = append(steps, step); return nil }}
	if _, err := r.restore(grow(t, yours), bytes.NewReader(backupOf(t, mine)), evening); err != nil {
		t.Fatal(err)
	}
	counts := slices.IndexFunc(steps, func(step string) bool { return strings.HasPrefix(step, "rename "+incoming+" ") })
	if counts < 0 {
		t.Fatalf("the steps are %q", steps)
	}
	made := 0
	for i, step := range steps[:counts] {
		what, name, _ := strings.Cut(step, " ")
		if what != "write" && what != "mkdir" {
			continue
		}
		made++
		for _, name := range []string{name, path.Dir(name)} {
			if !slices.Contains(steps[i:counts], "sync "+name) {
				t.Errorf("%s is not synced after the step %q", name, step)
			}
		}
	}
	if made <= len(mine) {
		t.Errorf("the steps are %q", steps)
	}
}

// TestRestoredAgain runs a restore a second time after it was cut off at any step.
func TestRestoredAgain(t *testing.T) {
	good := backupOf(t, mine)
	all, err := restoring(t, grow(t, yours), good, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= all; n++ {
		dir := grow(t, yours)
		if _, err := restoring(t, dir, good, n, nil); !errors.Is(err, errCut) {
			t.Fatalf("cut off behind step %d: %v", n, err)
		}
		done, err := Restore(dir, bytes.NewReader(good), evening)
		if err != nil {
			t.Fatalf("again after step %d: %v", n, err)
		}
		want := mine.with(yours.under(aside))
		if done.Aside != aside {
			want = want.with(mine.under(done.Aside)) // the first restore was completed before
		}
		if diff := cmp.Diff(want, treeOf(t, dir)); diff != "" {
			t.Errorf("again after step %d (-want +got):\n%s", n, diff)
		}
	}
}

// TestFailing has each step of a restore fail: before the restore counts, it leaves no trace; after that, it is completed.
func TestFailing(t *testing.T) {
	good := backupOf(t, mine)
	all, err := restoring(t, grow(t, yours), good, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= all; n++ {
		dir := grow(t, yours)
		_, err := restoring(t, dir, good, n, syscall.ENOSPC)
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("failed in step %d: %v", n, err)
		}
		if !Pending(dir) {
			if check(t, "step "+strconv.Itoa(n), dir) && n < all {
				t.Errorf("failed in step %d it is restored", n)
			}
			continue
		}
		if err := Complete(dir); err != nil {
			t.Fatal(err)
		}
		if !check(t, "step "+strconv.Itoa(n), dir) {
			t.Errorf("failed in step %d it is not completed", n)
		}
	}
}

// Files that have come into the way of a restore that was cut off are kept, too.
func TestInTheWay(t *testing.T) {
	good := backupOf(t, mine)
	all, err := restoring(t, grow(t, yours), good, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for n := 1; n <= all; n++ {
		dir := grow(t, yours)
		if _, err := restoring(t, dir, good, n, nil); !errors.Is(err, errCut) {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "phones.json")
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		met++
		if err := os.WriteFile(path, []byte("new"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Complete(dir); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(mine.with(yours.under(aside)).with(tree{aside + "/phones.json-2": "new"}), treeOf(t, dir)); diff != "" {
			t.Errorf("cut off behind step %d (-want +got):\n%s", n, diff)
		}
	}
	if met == 0 {
		t.Error("nothing was ever missing")
	}
}

// TestFullDisk restores to a disk that has no room, or not enough.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		if !errors.Is(err, syscall.EPERM) {
			t.Fatal(err)
		}
		t.Logf("no file system of its own, and TestFailing stands for it: %v", err)
		return
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	for name, text := range yours {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	large := backupOf(t, mine.with(tree{"games/2026-11-23-000000-sator.table": strings.Repeat("# a long game\n", 6000)}))
	if _, err := Restore(dir, bytes.NewReader(large), evening); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v, want ENOSPC", err)
	}
	if check(t, "on a full disk", dir) {
		t.Error("it is restored")
	}
	if _, err := Restore(dir, bytes.NewReader(backupOf(t, mine)), evening); err != nil || !check(t, "with room", dir) {
		t.Errorf("with room: %v", err)
	}
}

// A restore that cannot move a folder of another user fails before it changes anything.
func TestImmovable(t *testing.T) {
	dir := grow(t, yours)
	if os.Geteuid() == 0 {
		// Root may move anything, but a file in place of the folder stops everybody.
		if err := os.Rename(filepath.Join(dir, "games"), filepath.Join(dir, "packs")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "games"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	} else {
		if err := os.Chmod(filepath.Join(dir, "games"), 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(filepath.Join(dir, "games"), 0o700) })
	}
	before := treeOf(t, dir)
	if _, err := Restore(dir, bytes.NewReader(backupOf(t, mine)), evening); err == nil || !strings.Contains(err.Error(), "cannot be moved away") {
		t.Errorf("the state cannot be moved away, and restoring ends with %v", err)
	}
	if diff := cmp.Diff(before, treeOf(t, dir)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// Files that root restores belong to the owner of the state.
func TestOwner(t *testing.T) {
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	if os.Geteuid() != 0 {
		uid, gid = os.Geteuid(), os.Getegid()
	}
	dir := grow(t, yours)
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, uid, gid))
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(dir, bytes.NewReader(backupOf(t, mine)), evening); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if s := info.Sys().(*syscall.Stat_t); int(s.Uid) != uid || int(s.Gid) != gid {
			t.Errorf("%s belongs to %d:%d", path, s.Uid, s.Gid)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// What is called like the folder of a restore, and is none, is left alone: a pipe would never be read to its end.
func TestNoFolderOfARestore(t *testing.T) {
	for _, word := range []string{readyWord, movingWord} {
		dir := t.TempDir()
		pipe := filepath.Join(dir, stagePrefix+"20261126-000000"+word)
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		if Pending(dir) {
			t.Errorf("a pipe called %s is a restore", word)
		}
		if err := Complete(dir); err != nil {
			t.Errorf("%s: %v", word, err)
		}
		if _, err := os.Lstat(pipe); err != nil {
			t.Errorf("the pipe has gone: %v", err)
		}
	}
}

// A backup that was read half is thrown away, and the whole one beside it is restored nevertheless.
func TestHalfABackupBesideAWholeOne(t *testing.T) {
	good := backupOf(t, mine)
	for n := 1; ; n++ {
		dir := grow(t, yours)
		if _, err := restoring(t, dir, good, n, nil); !errors.Is(err, errCut) {
			t.Fatal("no step leaves a whole backup behind")
		}
		whole, err := filepath.Glob(filepath.Join(dir, stagePrefix+"*"+readyWord))
		if err != nil {
			t.Fatal(err)
		}
		if len(whole) == 0 {
			continue
		}
		if err := os.Mkdir(filepath.Join(dir, incoming), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := Complete(dir); err != nil {
			t.Fatal(err)
		}
		if !check(t, "completed", dir) {
			t.Error("it is not restored")
		}
		return
	}
}
