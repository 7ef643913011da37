package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/protocol"
	"familiar/companion/tags"
)

// installedCommand is the name under which this test's own binary is an installed Familiar: in the folder INSTALLED_AT, run by the user INSTALLED_AS.
const installedCommand = "familiar-installed"

func installedMain() {
	w := cli.Env{Ctx: context.Background(), Games: games(), Installed: installedAt(os.Getenv("INSTALLED_AT")), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if id, err := strconv.Atoi(os.Getenv("INSTALLED_AS")); err == nil {
		for _, failed := range []error{syscall.Setgroups(nil), syscall.Setgid(id), syscall.Setuid(id)} {
			if failed != nil {
				panic(failed)
			}
		}
	}
	os.Exit(mainImpl(w, os.Args[1:]))
}

// installedAt returns a Familiar that is installed in a folder. Its user exists on every system.
func installedAt(root string) install.Service {
	return install.Service{Config: filepath.Join(root, "familiar.toml"), State: filepath.Join(root, "state"), User: "nobody", Groups: []string{"daemon", "no-such-group"}}
}

// installed makes such a folder. The state belongs to the service, if this process may give it away.
func installed(t *testing.T) (root string, uid, gid int) {
	t.Helper()
	root = t.TempDir()
	at := installedAt(root)
	u, err := user.Lookup(at.User)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ = strconv.Atoi(u.Uid)
	gid, _ = strconv.Atoi(u.Gid)
	for _, dir := range []string{filepath.Dir(root), root} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at.Config, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(at.State, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	return root, uid, gid
}

// outcomeOf is the output of a command.
type outcomeOf struct {
	stdout, stderr string
	failed         bool
}

// onInstalled runs a command on an installed Familiar; as is the number of a user, or empty for the test's own.
func onInstalled(t *testing.T, root, as string, args ...string) outcomeOf {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(t.Context(), installedCommand, args...)
	c.Stdout, c.Stderr, c.Dir = &stdout, &stderr, "/"
	c.Env = slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "FAMILIAR_") })
	c.Env = append(c.Env, "INSTALLED_AT="+root, "INSTALLED_AS="+as, "GORACE=atexit_sleep_ms=0")
	err := c.Run()
	return outcomeOf{stdout.String(), stderr.String(), err != nil}
}

// TestInstalled has root, the service and another user run commands on an installed Familiar without naming any path.
func TestInstalled(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	root, uid, gid := installed(t)
	at := installedAt(root)
	said := onInstalled(t, root, "", "tags", "set", "04AABBCCDDEEFF", "imp")
	if said.failed {
		t.Fatalf("root: %+v", said)
	}
	info, err := os.Stat(filepath.Join(at.State, tags.File))
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); int(owner.Uid) != uid || int(owner.Gid) != gid {
		t.Errorf("root has left a file of %d:%d, not of %d:%d", owner.Uid, owner.Gid, uid, gid)
	}
	if said := onInstalled(t, root, strconv.Itoa(uid), "tags"); said.failed || !strings.Contains(said.stdout, "04AABBCCDDEEFF") {
		t.Errorf("the service: %+v", said)
	}
	for _, args := range [][]string{{"tags"}, {"packs", "list"}, {"run"}, {"tags", "--state", at.State}} {
		said := onInstalled(t, root, "12345", args...)
		if !said.failed || !strings.Contains(said.stderr, at.State) || !strings.Contains(said.stderr, "`sudo familiar …`") {
			t.Errorf("somebody else: %q: %+v", args, said)
		}
	}
	// The state of a user who names one stays their own.
	own := filepath.Join(t.TempDir(), "own")
	if said := onInstalled(t, root, "", "tags", "set", "04AABBCCDDEEFF", "imp", "--state", own); said.failed {
		t.Errorf("an own state: %+v", said)
	}
	if info, err := os.Stat(filepath.Join(own, tags.File)); err != nil || info.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("an own state: %v, %v", info, err)
	}
}

// A state that the service may not read is reported on every screen, and left alone.
func TestStateOfSomebodyElse(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	root, _, _ := installed(t)
	at := installedAt(root)
	s := sessionOn(t, at.State)
	s.stop()
	before := treeOf(t, at.State)
	if err := os.Chown(at.State, 0, 0); err != nil {
		t.Fatal(err)
	}
	s.program, s.env = installedCommand, []string{"INSTALLED_AT=" + root}
	s.start()
	for _, says := range []string{"The games that are kept cannot be read", "permission denied", saysUnwritable, "The list of phones cannot be read"} {
		if _, err := s.ann.until(func(n *protocol.Snapshot) bool { return n.Game == nil && told(n, says) }); err != nil {
			t.Errorf("%q: %v: %+v", says, err, s.ann.newest)
		}
	}
	s.stop()
	if after := treeOf(t, at.State); !slices.Equal(before, after) {
		t.Errorf("there was %q, and now there is %q", before, after)
	}
}

// treeOf returns the files below a folder.
func treeOf(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
