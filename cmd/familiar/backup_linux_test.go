package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine/record"
)

// inProcess runs a command as the program does, but in this process.
func inProcess(t *testing.T, args ...string) (said string, failed bool) {
	t.Helper()
	var out strings.Builder
	status := mainImpl(cli.Env{Ctx: context.Background(), Games: games(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}, args)
	return out.String(), status != exitOK
}

// TestBackupWhileItPlays makes backups again and again during a game with several phones and a hand at the bench. Each backup, restored elsewhere, brings
// the table up as it stood: nothing in it is damaged, and nothing is missing that was acknowledged before.
func TestBackupWhileItPlays(t *testing.T) {
	t.Parallel()
	c := newCrashTest(t, games()[0], 8)
	d := startProcess(t, itselfCommand, c.state)
	c.reconnect(d)
	var all sync.WaitGroup
	for _, p := range c.players {
		all.Go(func() { p.play() })
	}
	all.Go(func() { c.tapCards(d.address, 4) })
	type kept struct {
		file  string
		least map[string]int // statements of each journal that were on the disk before
	}
	var backups []kept
	folder := t.TempDir()
	for n := range 12 {
		time.Sleep(time.Duration(50+37*n) * time.Millisecond)
		k := kept{filepath.Join(folder, fmt.Sprintf("%d.tar.gz", n)), make(map[string]int)}
		list, err := journal.List(c.state)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			whole, err := journal.Read(c.state, g.Name)
			if err != nil {
				t.Fatal(err)
			}
			k.least[g.Name] = record.Lines(whole.Steps)
		}
		if said, failed := inProcess(t, "backup", k.file, "--state", c.state); failed {
			t.Fatal(said)
		}
		backups = append(backups, k)
	}
	// While it runs, nothing can be restored over it, and nothing of it is changed.
	if said, failed := inProcess(t, "restore", backups[0].file, "--state", c.state); !failed || !strings.Contains(said, "a Familiar runs on this state: end that one first") {
		t.Errorf("restored over one that runs: %s", said)
	}
	d.kill()
	all.Wait()
	moves := 0
	for n, k := range backups {
		if info, err := os.Stat(k.file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		state := filepath.Join(t.TempDir(), "state")
		if said, failed := inProcess(t, "restore", k.file, "--state", state); failed {
			t.Fatal(said)
		}
		list, err := journal.List(state)
		if err != nil || len(list) < len(k.least) {
			t.Fatalf("%d games of %d: %v", len(list), len(k.least), err)
		}
		for _, g := range list {
			whole, err := journal.Read(state, g.Name)
			if err != nil || whole.Damage != nil || record.Lines(whole.Steps) < k.least[g.Name] {
				t.Errorf("%s of backup %d: %d lines of %d, %v, %v", g.Name, n, record.Lines(whole.Steps), k.least[g.Name], whole.Damage, err)
			}
			moves += record.Lines(whole.Steps)
		}
		if n%4 == 3 {
			c.comesUp(state)
		}
	}
	if moves == 0 {
		t.Error("nothing was played")
	}
}

// comesUp starts a table on a restored state: it knows the phones, and reports no trouble.
func (c *crashTest) comesUp(state string) {
	c.Helper()
	d := startProcess(c, itselfCommand, state)
	for _, p := range c.players {
		phone, err := connectPhone(d.address, p.token, d.code)
		if err != nil {
			c.Fatal(err)
		}
		if phone.welcome.Token != p.token {
			c.Errorf("%q is not known again", p.word)
		}
		s, err := phone.until(func(*protocol.Snapshot) bool { return true })
		if err != nil || len(s.Notices) > 0 {
			c.Errorf("%+v, %v", s, err)
		}
		phone.close()
	}
	d.terminate()
}

// TestBackupToAFullDisk leaves no partial file, and nothing under the name of a whole one.
func TestBackupToAFullDisk(t *testing.T) {
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, "phones.json"), []byte(fmt.Sprintf("%q", randomText(100<<10))), 0o600); err != nil {
		t.Fatal(err)
	}
	at := t.TempDir()
	if err := syscall.Mount("tmpfs", at, "tmpfs", 0, "size=32k"); err != nil {
		t.Logf("no file system can be mounted here (%v): a device without room stands for it", err)
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer full.Close()
		w := cli.Env{Ctx: t.Context(), Games: games(), Stdout: full, Stderr: io.Discard}
		if mainImpl(w, []string{"backup", "-", "--state", state}) == exitOK {
			t.Error("it is made where there is no room")
		}
		return
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(at, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	said, failed := inProcess(t, "backup", filepath.Join(at, "x.tar.gz"), "--state", state)
	if !failed || !strings.Contains(said, "no space left") {
		t.Error(said)
	}
	if left, err := os.ReadDir(at); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// randomText returns text that cannot be compressed.
func randomText(n int) string {
	f, err := os.Open("/dev/urandom")
	if err != nil {
		panic(err) // every Linux has it
	}
	defer f.Close()
	data := make([]byte, n/2)
	if _, err := io.ReadFull(f, data); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", data)
}

// TestInstalledBackup makes a backup of the service as root, where the service may not write. It restores it, also where the service has never run.
func TestInstalledBackup(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	root, uid, _ := installed(t)
	if said := onInstalled(t, root, "", "tags", "set", "04AABBCCDDEEFF", "imp"); said.failed {
		t.Fatalf("%+v", said)
	}
	file := filepath.Join(t.TempDir(), "x.tar.gz")
	if said := onInstalled(t, root, "12345", "backup", file); !said.failed || !strings.Contains(said.stderr, "`sudo familiar …`") {
		t.Errorf("somebody else: %+v", said)
	}
	t.Setenv("SUDO_UID", "12345")
	t.Setenv("SUDO_GID", "12346")
	said := onInstalled(t, root, "", "backup", file)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || info.Sys().(*syscall.Stat_t).Uid != 12345 || info.Sys().(*syscall.Stat_t).Gid != 12346 {
		t.Errorf("whoever has called sudo has no file of their own: %+v, %v", info, err)
	}
	if said.failed || !strings.Contains(said.stdout, "keep "+installedAt(root).Config+", too") {
		t.Fatalf("%+v", said)
	}
	other, _, _ := installed(t)
	state := installedAt(other).State
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	if said := onInstalled(t, other, "", "restore", file); said.failed || !strings.Contains(said.stdout, install.StartService) {
		t.Fatalf("%+v", said)
	}
	for _, path := range treeOf(t, state) {
		info, err := os.Stat(path)
		if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != uid {
			t.Errorf("%s: %+v, %v", path, info.Sys(), err)
		}
	}
	if info, err := os.Stat(state); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	d := startProcess(t, installedCommand, state, "INSTALLED_AT="+other)
	said = onInstalled(t, other, "", "restore", file)
	if !said.failed || !strings.Contains(said.stderr, install.StopService) || !strings.Contains(said.stderr, install.StartService) {
		t.Errorf("restored over one that runs: %+v", said)
	}
	d.terminate()
}
