package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/durable"
	"familiar/companion/packs"
	"familiar/companion/tags"
)

// stateOf makes a state directory with some files in it.
func stateOf(t *testing.T, all map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const oneTag = "[sacrilege.house]\n\"04AABBCCDDEEFF\" = \"imp\"\n"

// TestBackupIsReadAgain has the disk lose the beginning of a backup: the command reports it, and leaves no file under the backup's name.
func TestBackupIsReadAgain(t *testing.T) {
	state := stateOf(t, map[string]string{filepath.Join(packs.Folder, "sacrilege.long.toml"): randomText(8 << 20)})
	dir := t.TempDir()
	said, failed := "", false
	// The beginning gets lost during writing, unless this machine is so busy that the backup is finished first.
	for n := 0; n < 5 && !failed; n++ {
		file := filepath.Join(dir, fmt.Sprintf("%d.tar.gz", n))
		done, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			lose(filepath.Join(dir, "."+filepath.Base(file)+".part"), done)
		}()
		said, failed = inProcess(t, "backup", file, "--state", state)
		close(done)
		<-ended
		if _, err := os.Stat(file); failed && err == nil {
			t.Errorf("%s is there", file)
		}
	}
	if !failed || !strings.Contains(said, "the backup was not made: reading it again: ") {
		t.Errorf("it says %s", said)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// lose overwrites the first bytes of a file as soon as they exist, unless done is closed first.
func lose(path string, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			continue
		}
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			continue
		}
		_, err = f.WriteAt(make([]byte, 2), 0)
		if f.Close(); err == nil {
			return
		}
	}
}

// TestBackupOfWhatCannotBeRead leaves nothing that looks like a backup.
func TestBackupOfWhatCannotBeRead(t *testing.T) {
	state := stateOf(t, map[string]string{tags.File: oneTag})
	long := filepath.Join(state, packs.Folder, "sacrilege.long.toml")
	if err := os.Mkdir(filepath.Dir(long), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(long, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(long, 17<<20); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, file := range []string{filepath.Join(dir, "x.tar.gz"), cli.Dash} {
		if said, failed := inProcess(t, "backup", file, "--state", state); !failed || !strings.Contains(said, "the backup was not made: copying packs/sacrilege.long.toml: it is longer") {
			t.Errorf("to %s: it says %q", file, said)
		}
	}
	if left := treeOf(t, dir); len(left) > 1 {
		t.Errorf("left behind: %q", left)
	}
}

// TestRestoreIsUnderWay has Familiar complete a restore that was cut off: before that, no command reads or writes a state that is half old and half new.
func TestRestoreIsUnderWay(t *testing.T) {
	state := stateOf(t, map[string]string{tags.File: oneTag, "restore-20261122-181500.moving/tags.toml": ""})
	held, err := durable.Hold(state)
	if err != nil {
		t.Fatal(err)
	}
	before := treeOf(t, state)
	file := filepath.Join(t.TempDir(), "x.tar.gz")
	for args, says := range map[string]string{
		"backup " + file:                         "a Familiar runs on this state: end that one first",
		"tags":                                   "a backup is being restored just now: wait until that is done",
		"tags set 04AABBCCDDEE00 monk":           "a backup is being restored just now",
		"tags forget 04AABBCCDDEEFF":             "a backup is being restored just now",
		"packs list":                             "a backup is being restored just now",
		"packs export own":                       "a backup is being restored just now",
		"run --listen 127.0.0.1:0":               "another Familiar is using it",
		"run --build small --listen 127.0.0.1:0": "another Familiar is using it",
	} {
		said, failed := inProcess(t, append(strings.Fields(args), "--state", state)...)
		if !failed || !strings.Contains(said, says) {
			t.Errorf("%s: it says %q", args, said)
		}
	}
	if after := treeOf(t, state); strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("there was %q, and now there is %q", before, after)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a backup was made")
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if said, failed := inProcess(t, "backup", file, "--state", state); failed || !strings.Contains(said, "0 tags") {
		t.Errorf("completed by a backup: %q", said)
	}
}
