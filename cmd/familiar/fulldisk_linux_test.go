package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"familiar/companion/journal"
	"familiar/companion/protocol"
)

// TestFullDisk plays on a file system that fills up during the game, and on one where files may not grow.
func TestFullDisk(t *testing.T) {
	t.Run("file system", func(t *testing.T) {
		state := t.TempDir()
		if err := syscall.Mount("tmpfs", state, "tmpfs", 0, "size=256k"); err != nil {
			t.Logf("no file system can be mounted here (%v): the limit on files stands for it", err)
			testFull(t, state, limitFiles)
			return
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(state, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
		testFull(t, state, fillDisk)
	})
	t.Run("limit on files", func(t *testing.T) { testFull(t, t.TempDir(), limitFiles) })
}

// testFull plays until there is no room, makes room, plays on, and checks that everything is still there after a restart.
func testFull(t *testing.T, state string, fill func(t *testing.T, d *process, state string) (empty func())) {
	d := startProcess(t, itselfCommand, state)
	ann, err := connectPhone(d.address, "", d.code)
	if err != nil {
		t.Fatal(err)
	}
	must := func(r protocol.Request) {
		t.Helper()
		if a, err := ann.do(r); err != nil || !a.OK {
			t.Fatalf("%+v: %+v, %v", r, a, err)
		}
	}
	must(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
	must(protocol.SitRequest{Seat: "ann"})
	must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	empty := fill(t, d, state)

	// The rest of the last block may have room for some more moves: show a hand and undo that until there is no room.
	show := protocol.MoveRequest{Verb: "hold", Args: []string{"imp"}}
	moves := 1
	refused := protocol.Answer{OK: true}
	for n := 0; refused.OK; n++ {
		if moves == 1 {
			if refused, err = ann.do(show); refused.OK {
				moves++
			}
		} else if refused, err = ann.do(protocol.UndoRequest{}); refused.OK {
			moves--
		} else {
			show.Args = []string{"monk"}
			refused, err = ann.do(show)
		}
		if err != nil || n > 200 {
			t.Fatalf("after %d moves: %v", n, err)
		}
		if n > 30 {
			time.Sleep(55 * time.Millisecond) // the limit for messages
		}
	}
	if refused.OK || !strings.Contains(refused.Text, "disk is full") || !strings.Contains(refused.Text, "nothing is lost") {
		t.Fatalf("the answer is %+v", refused)
	}
	s, err := ann.until(func(s *protocol.Snapshot) bool { return len(s.Notices) > 0 })
	if err != nil || !strings.Contains(s.Notices[0].Text, "full") || s.Game.Undoable != moves {
		t.Errorf("after %d moves the phone is shown %+v, %v", moves, s, err)
	}

	empty()
	must(show)
	moves++
	ann.close()
	d.terminate()
	asides, err := filepath.Glob(filepath.Join(state, journal.Folder, "*.damaged-*"))
	if err != nil || len(asides) > 0 {
		t.Errorf("set aside: %q, %v", asides, err)
	}
	again := startProcess(t, itselfCommand, state)
	if ann, err = connectPhone(again.address, ann.welcome.Token, again.code); err != nil {
		t.Fatal(err)
	}
	defer ann.close()
	s, err = ann.until(func(*protocol.Snapshot) bool { return true })
	if err != nil || s.Game == nil || s.Game.Undoable != moves || s.You.Seat != 0 || len(s.Notices) > 0 {
		t.Errorf("after %d moves and a restart the phone is shown %+v, %v", moves, s, err)
	}
}

// fillDisk fills all free room of a file system.
func fillDisk(t *testing.T, _ *process, state string) (empty func()) {
	t.Helper()
	path := filepath.Join(state, "filler")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

// limitFiles limits the daemon's files to a little more than the journal's present length.
func limitFiles(t *testing.T, d *process, state string) (empty func()) {
	t.Helper()
	var size int64
	err := filepath.WalkDir(filepath.Join(state, journal.Folder), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			size = max(size, info.Size())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	old := limitFileSize(t, d, uint64(size)+300)
	return func() { limitFileSize(t, d, old) }
}

// limitFileSize sets the soft limit of a process on the size of files, and returns the old one.
func limitFileSize(t *testing.T, d *process, size uint64) uint64 {
	t.Helper()
	var old syscall.Rlimit
	limit(t, d, nil, &old)
	limit(t, d, &syscall.Rlimit{Cur: size, Max: old.Max}, nil)
	return old.Cur
}

func limit(t *testing.T, d *process, set, was *syscall.Rlimit) {
	t.Helper()
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(d.cmd.Process.Pid), syscall.RLIMIT_FSIZE,
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(was)), 0, 0)
	if errno != 0 {
		t.Fatal(errno)
	}
}
