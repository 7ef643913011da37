package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/companion/journal"
	"familiar/companion/protocol"
)

// session is somebody who plays on a disk that fails: what was acknowledged must be there whatever happens.
type session struct {
	*testing.T
	state   string
	program string
	env     []string
	d       *process
	ann     *caller
	token   string
	moves   int
	hand    int // so many hands were shown
}

// sessionOn begins a game on a state directory.
func sessionOn(t *testing.T, state string) *session {
	s := &session{T: t, state: state, program: itselfCommand}
	s.start()
	s.must(protocol.Request{Kind: "start", Game: "sacrilege", Seats: []string{"ann", "ben"}})
	s.must(protocol.Request{Kind: "sit", Seat: "ann"})
	s.must(protocol.Request{Kind: "move", Seat: "table", Verb: "reveal", Args: []string{"king"}})
	s.moves++
	return s
}

// start brings up the daemon, and the phone comes back to it.
func (s *session) start() {
	s.Helper()
	s.d = startProcess(s.T, s.program, s.state, s.env...)
	var err error
	if s.ann, err = call(s.d.address, s.token, s.d.code); err != nil {
		s.Fatal(err)
	}
	s.token = s.ann.welcome.Token
}

func (s *session) stop() {
	s.Helper()
	s.ann.close()
	s.d.terminate()
}

func (s *session) must(r protocol.Request) {
	s.Helper()
	if a, err := s.ann.do(r); err != nil || !a.OK {
		s.Fatalf("%+v: %+v, %v", r, a, err)
	}
}

// next is a move that is legal as long as the disk takes it.
func (s *session) next() protocol.Request {
	s.hand++
	return protocol.Request{Kind: "move", Verb: "hold", Args: []string{[]string{"imp", "monk"}[s.hand%2]}}
}

// goesOn makes a move, after which nobody is told of trouble any more.
func (s *session) goesOn() {
	s.Helper()
	s.must(s.next())
	s.moves++
	s.shown("")
}

// refused plays until the disk takes nothing, which is at once unless there is some room left, and looks whether that is said in plain words.
func (s *session) refused(says string) {
	s.Helper()
	a := protocol.Answer{OK: true}
	for n := 0; a.OK; n++ {
		var err error
		if a, err = s.ann.do(s.next()); err != nil || n > 200 {
			s.Fatalf("after %d moves: %v", n, err)
		}
		if a.OK {
			s.moves++
		}
		if n > 30 {
			time.Sleep(55 * time.Millisecond) // more often is too often
		}
	}
	if !strings.Contains(a.Text, says) || !strings.Contains(a.Text, "nothing is lost") {
		s.Errorf("the answer is %+v, want %q", a, says)
	}
	s.shown(says)
}

// shown looks whether a phone that comes now is shown the game with all that was acknowledged, and the trouble with the disk: none, if it says nothing.
func (s *session) shown(says string) {
	s.Helper()
	friend, err := call(s.d.address, "", s.d.code)
	if err != nil {
		s.Fatal(err)
	}
	defer friend.close()
	for _, c := range []*caller{s.ann, friend} {
		seen, err := c.until(func(n *protocol.Snapshot) bool { return n.Game != nil && n.Game.Undoable == s.moves && told(n, says) })
		if err != nil {
			s.Errorf("%v; after %d moves the last one is %+v", err, s.moves, c.newest)
		} else if c == s.ann && seen.You.Seat != 0 {
			s.Errorf("ann sits at %d", seen.You.Seat)
		}
	}
}

// told reports whether the notices of a snapshot say something; if it is nothing, whether there are none.
func told(s *protocol.Snapshot, says string) bool {
	for _, n := range s.Notices {
		if says != "" && strings.Contains(n.Text, says) {
			return true
		}
	}
	return says == "" && len(s.Notices) == 0
}

const (
	saysFull       = "disk is full"
	saysUnwritable = "disk cannot be written to"
)

// nothingAside looks whether all that the journals hold could be trusted.
func (s *session) nothingAside() {
	s.Helper()
	asides, err := filepath.Glob(filepath.Join(s.state, journal.Folder, "*.damaged-*"))
	if err != nil || len(asides) > 0 {
		s.Errorf("set aside: %q, %v", asides, err)
	}
}

// card is a file system on a block device of its own, as that of a memory card is.
type card struct {
	*testing.T
	image, at string
}

// mount puts the card in.
func (c *card) mount() error {
	out, err := exec.Command("mount", "-o", "loop,errors=remount-ro", c.image, c.at).CombinedOutput()
	if err != nil {
		return errors.New(string(out))
	}
	return nil
}

// fail has the file system find itself damaged, which turns it read-only, as it does when the card fails.
func (c *card) fail() {
	c.Helper()
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		c.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		if fields := strings.Fields(line); fields[1] == c.at {
			trigger := filepath.Join("/sys/fs/ext4", filepath.Base(fields[0]), "trigger_fs_error")
			if err := os.WriteFile(trigger, []byte("the card fails"), 0o200); err != nil {
				c.Fatal(err)
			}
			return
		}
	}
	c.Fatalf("%s is not mounted:\n%s", c.at, mounts)
}

// mend takes the card out, repairs its file system and puts it in again.
func (c *card) mend() {
	c.Helper()
	if err := syscall.Unmount(c.at, 0); err != nil {
		c.Fatalf("somebody holds the card: %v", err)
	}
	out, err := exec.Command("e2fsck", "-p", c.image).CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: mended
		c.Fatalf("%v: %s", err, out)
	}
	if err := c.mount(); err != nil {
		c.Fatal(err)
	}
}

// newCard is nil where no card can be put in.
func newCard(t *testing.T) *card {
	t.Helper()
	c := &card{t, filepath.Join(t.TempDir(), "card"), t.TempDir()}
	f, err := os.Create(c.image)
	if err == nil {
		err = errors.Join(f.Truncate(8<<20), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", c.image).CombinedOutput(); err != nil {
		t.Logf("no file system can be made here: %v %s", err, out)
		return nil
	}
	if err := c.mount(); err != nil {
		t.Logf("no file system can be mounted here: %v", err)
		return nil
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(c.at, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return c
}

// TestFailingCard plays on a memory card whose file system turns read-only under the game, twice: it is mended under a Familiar that runs, and under one that
// was started on it. Where there is no card, TestStartsOnAnyDisk and the tests of the journal stand for it.
func TestFailingCard(t *testing.T) {
	t.Parallel()
	c := newCard(t)
	if c == nil {
		return
	}
	s := sessionOn(t, c.at)
	c.fail()
	s.refused(saysUnwritable)
	c.mend()
	s.goesOn()
	c.fail()
	s.refused(saysUnwritable)
	s.stop()
	s.start()
	s.shown(saysUnwritable)
	s.refused(saysUnwritable)
	c.mend()
	s.goesOn()
	s.stop()
	s.nothingAside()
	s.start()
	s.shown("")
	s.stop()
}

// disk is a small file system that can be spoilt, and mended again.
type disk struct {
	at          string
	spoil, mend func()
	says        string
}

// disks are those that can be had here.
func disks(t *testing.T) map[string]disk {
	t.Helper()
	at := t.TempDir()
	if err := syscall.Mount("tmpfs", at, "tmpfs", 0, "size=256k"); err != nil {
		t.Logf("no file system can be mounted here (%v): who may write stands for it", err)
		set := func(mode os.FileMode) func() {
			return func() {
				for _, path := range []string{at, filepath.Join(at, journal.Folder)} {
					if err := os.Chmod(path, mode); err != nil && !errors.Is(err, os.ErrNotExist) {
						t.Fatal(err)
					}
				}
				files, _ := filepath.Glob(filepath.Join(at, journal.Folder, "*.table"))
				for _, path := range files {
					if err := os.Chmod(path, mode&^0o100); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		t.Cleanup(set(0o700))
		return map[string]disk{"not to be written to": {at, set(0o500), set(0o700), saysUnwritable}}
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(at, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	remount := func(flags uintptr) func() {
		return func() {
			if err := syscall.Mount("tmpfs", at, "tmpfs", syscall.MS_REMOUNT|flags, "size=256k"); err != nil {
				t.Fatal(err)
			}
		}
	}
	var empty func()
	return map[string]disk{
		"read-only": {at, remount(syscall.MS_RDONLY), remount(0), saysUnwritable},
		"full":      {at, func() { empty = fillDisk(t, nil, at) }, func() { empty() }, saysFull},
	}
}

// TestStartsOnAnyDisk starts a daemon on disks that take nothing: the table comes up, with the game if there is one, tells what is wrong, and goes on when it is mended.
func TestStartsOnAnyDisk(t *testing.T) {
	t.Parallel()
	for name := range disks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := disks(t)[name]
			s := sessionOn(t, d.at)
			s.stop()
			d.spoil()
			s.start()
			s.shown(d.says)
			s.refused(d.says)
			d.mend()
			s.goesOn()
			s.stop()
			s.nothingAside()
			s.start()
			s.shown("")
			s.stop()
		})
		t.Run(name+" and empty", func(t *testing.T) {
			t.Parallel()
			d := disks(t)[name]
			d.spoil()
			s := &session{T: t, state: d.at, program: itselfCommand}
			s.start()
			start := protocol.Request{Kind: "start", Game: "sacrilege", Seats: []string{"ann", "ben"}}
			if a, err := s.ann.do(start); err != nil || a.OK || !strings.Contains(a.Text, d.says) {
				t.Errorf("the answer is %+v, %v", a, err)
			}
			if seen, err := s.ann.until(func(s *protocol.Snapshot) bool { return told(s, d.says) }); err != nil || seen.Game != nil {
				t.Errorf("%+v, %v", seen, err)
			}
			d.mend()
			s.must(start)
			s.must(protocol.Request{Kind: "sit", Seat: "ann"})
			s.goesOn()
			s.stop()
		})
	}
}
