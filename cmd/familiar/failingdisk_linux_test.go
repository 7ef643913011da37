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

// session is a player on a disk that fails: everything acknowledged must still be there, whatever happens.
type session struct {
	*testing.T
	state   string
	program string
	env     []string
	d       *process
	ann     *networkPhone
	token   string
	moves   int
	hand    int // hands shown so far
}

// sessionOn begins a game on a state directory.
func sessionOn(t *testing.T, state string) *session {
	s := &session{T: t, state: state, program: itselfCommand}
	s.start()
	s.must(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
	s.must(protocol.SitRequest{Seat: "ann"})
	s.must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	s.moves++
	return s
}

// start starts the daemon, and the phone reconnects.
func (s *session) start() {
	s.Helper()
	s.d = startProcess(s.T, s.program, s.state, s.env...)
	var err error
	if s.ann, err = connectPhone(s.d.address, s.token, s.d.code); err != nil {
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

// next returns a move that is legal as long as the disk takes it.
func (s *session) next() protocol.Request {
	s.hand++
	return protocol.MoveRequest{Verb: "hold", Args: []string{[]string{"imp", "monk"}[s.hand%2]}}
}

// goesOn makes a move, after which no screen reports trouble any more.
func (s *session) goesOn() {
	s.Helper()
	s.must(s.next())
	s.moves++
	s.shown("")
}

// refused plays until the disk takes nothing, which is at once unless there is some room left, and checks that the message is in plain words.
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
			time.Sleep(55 * time.Millisecond) // the limit for messages
		}
	}
	if !strings.Contains(a.Text, says) || !strings.Contains(a.Text, "nothing is lost") {
		s.Errorf("the answer is %+v, want %q", a, says)
	}
	s.shown(says)
}

// shown checks that a new phone gets the game with everything acknowledged, and the message about the disk; none if says is empty.
func (s *session) shown(says string) {
	s.Helper()
	friend, err := connectPhone(s.d.address, "", s.d.code)
	if err != nil {
		s.Fatal(err)
	}
	defer friend.close()
	for _, c := range []*networkPhone{s.ann, friend} {
		seen, err := c.until(func(n *protocol.Snapshot) bool { return n.Game != nil && n.Game.Undoable == s.moves && told(n, says) })
		if err != nil {
			s.Errorf("%v; after %d moves the last one is %+v", err, s.moves, c.newest)
		} else if c == s.ann && seen.You.Seat != 0 {
			s.Errorf("ann sits at %d", seen.You.Seat)
		}
	}
}

// told reports whether a notice contains says; if says is empty, whether there are no notices.
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

// nothingAside checks that nothing was set aside from the journals.
func (s *session) nothingAside() {
	s.Helper()
	asides, err := filepath.Glob(filepath.Join(s.state, journal.Folder, "*.damaged-*"))
	if err != nil || len(asides) > 0 {
		s.Errorf("set aside: %q, %v", asides, err)
	}
}

// card is a file system on a block device of its own, like that of a memory card.
type card struct {
	*testing.T
	image, at string
}

// mount inserts the card.
func (c *card) mount() error {
	out, err := exec.Command("mount", "-o", "loop,errors=remount-ro", c.image, c.at).CombinedOutput()
	if err != nil {
		return errors.New(string(out))
	}
	return nil
}

// fail makes the file system detect damage, so that it becomes read-only, as when the card fails.
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

// mend removes the card, repairs its file system and inserts it again.
func (c *card) mend() {
	c.Helper()
	if err := syscall.Unmount(c.at, 0); err != nil {
		c.Fatalf("somebody holds the card: %v", err)
	}
	out, err := exec.Command("e2fsck", "-p", c.image).CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: repaired
		c.Fatalf("%v: %s", err, out)
	}
	if err := c.mount(); err != nil {
		c.Fatal(err)
	}
}

// newCard returns nil where no card can be mounted.
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

// TestFailingCard plays on a memory card whose file system becomes read-only during the game, twice: it is repaired under a running Familiar, and under
// one that was started on it. Where no card can be mounted, TestStartsOnAnyDisk and the tests of the journal replace it.
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

// disk is a small file system that can be broken, and repaired again.
type disk struct {
	at          string
	spoil, mend func()
	says        string
}

// disks returns the kinds that are possible here.
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

// TestStartsOnAnyDisk starts a daemon on disks that take nothing: the table comes up, with the game if there is one, reports the problem, and continues when
// the disk is repaired.
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
			start := protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}
			if a, err := s.ann.do(start); err != nil || a.OK || !strings.Contains(a.Text, d.says) {
				t.Errorf("the answer is %+v, %v", a, err)
			}
			if seen, err := s.ann.until(func(s *protocol.Snapshot) bool { return told(s, d.says) }); err != nil || seen.Game != nil {
				t.Errorf("%+v, %v", seen, err)
			}
			d.mend()
			s.must(start)
			s.must(protocol.SitRequest{Seat: "ann"})
			s.goesOn()
			s.stop()
		})
	}
}
