package commands

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/backup"
	"familiar/companion/durable"
	"familiar/companion/tags"
)

// TestReadAgain compares a backup with what was meant to be in it.
func TestReadAgain(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "x.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	written, err := backup.Write(t.TempDir(), f)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(f, written); err != nil {
		t.Errorf("the same: %v", err)
	}
	more := written
	more.Games++
	if err := verify(f, more); err == nil || !strings.Contains(err.Error(), "reading it again: there is 0 games") || !strings.Contains(err.Error(), "and there should be 1 games") {
		t.Errorf("a game is missing: %v", err)
	}
	if err := f.Truncate(40); err != nil {
		t.Fatal(err)
	}
	if err := verify(f, written); err == nil || !strings.Contains(err.Error(), "reading it again: ") {
		t.Errorf("cut off: %v", err)
	}
	f.Close()
	if err := verify(f, written); err == nil {
		t.Error("a file that cannot be read is no error")
	}
}

// stateWithTags makes a state in which some tags stand for a card.
func stateWithTags(t *testing.T, uids ...tags.UID) (state string) {
	t.Helper()
	state = t.TempDir()
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	for _, uid := range uids {
		if err := known.Assign(tags.Box{Game: "shelf"}, uid, "imp"); err != nil {
			t.Fatal(err)
		}
	}
	return state
}

// TestBackupHasTheNameOfItsMinute checks that a backup without a name gets one with the time, and that a second one does not take its place.
func TestBackupHasTheNameOfItsMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // time stands still here
		t.Chdir(t.TempDir())
		state := stateWithTags(t, "04000000000001")
		var out strings.Builder
		e := cli.Env{Ctx: t.Context(), Stdout: &out}
		if err := (Backup{State: state}).Run(e); err != nil {
			t.Fatal(err)
		}
		file := "familiar-" + time.Now().Format("2006-01-02-1504") + ".tar.gz"
		if said := out.String(); !strings.HasPrefix(said, file+": 0 games, 1 tags, ") || strings.Count(said, "\n") != 1 {
			t.Errorf("it says %q", said)
		}
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Backup{State: state}).Run(e); err == nil || !strings.Contains(err.Error(), file+" is there already: choose another name") {
			t.Errorf("with the same name it ends with %v", err)
		}
		after, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("the first backup was changed, %v", err)
		}
		if left, err := filepath.Glob("*"); err != nil || len(left) != 1 {
			t.Errorf("in the folder are %q, %v", left, err)
		}
		// A partial file of a run that was cut off is in nobody's way.
		partial := ".other.tar.gz.part"
		if err := os.WriteFile(partial, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := (Backup{State: state, File: "other.tar.gz"}).Run(e); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(partial); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the partial file is there still: %v", err)
		}
	})
}

// TestBackupToTheStandardOutput writes nothing there but the backup: what it says goes to the standard error.
func TestBackupToTheStandardOutput(t *testing.T) {
	var out bytes.Buffer
	var said strings.Builder
	if err := (Backup{State: stateWithTags(t, "04000000000001"), File: cli.Dash}).Run(cli.Env{Ctx: t.Context(), Stdout: &out, Stderr: &said}); err != nil {
		t.Fatal(err)
	}
	summary, err := backup.Check(&out)
	if err != nil || said.String() != summary.String()+".\n" || summary.Tags != 1 {
		t.Errorf("there is %v, %v; it says %q", summary, err, &said)
	}
}

// TestBackupOfNoState fails, and leaves no file.
func TestBackupOfNoState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.tar.gz")
	err := Backup{State: filepath.Join(t.TempDir(), "nowhere"), File: file}.Run(cli.Env{Ctx: t.Context(), Stdout: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "there is no state to keep") {
		t.Errorf("it ends with %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

// TestBackupOfTheService says which file is not in it.
func TestBackupOfTheService(t *testing.T) {
	s := install.Service{Config: filepath.Join(t.TempDir(), "familiar.toml"), State: stateWithTags(t, "04000000000001")}
	if err := os.WriteFile(s.Config, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kept.tar.gz")
	var out strings.Builder
	if err := (Backup{File: file}).Run(cli.Env{Ctx: t.Context(), Installed: s, Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); !strings.HasPrefix(said, file+": 0 games, 1 tags, ") || !strings.HasSuffix(said, "\nWhat is wired where is not in it: keep "+s.Config+", too.\n") {
		t.Errorf("it says %q", said)
	}
}

// TestBackupCompletesARestore checks that a restore that was cut off is completed before the state is copied, and that nothing is copied from a table that does it.
func TestBackupCompletesARestore(t *testing.T) {
	state := t.TempDir()
	moving := filepath.Join(state, "restore-20261122-181500.moving")
	if err := os.Rename(stateWithTags(t, "04000000000001"), moving); err != nil {
		t.Fatal(err)
	}
	held, err := durable.Hold(state)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kept.tar.gz")
	command := Backup{State: state, File: file}
	if err := command.Run(cli.Env{Ctx: t.Context(), Stdout: io.Discard}); !errors.Is(err, backup.ErrInUse) || !strings.HasSuffix(err.Error(), ": end that one first") {
		t.Errorf("while a Familiar runs it ends with %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
	held.Close()
	var out strings.Builder
	if err := command.Run(cli.Env{Ctx: t.Context(), Stdout: &out}); err != nil || !strings.HasPrefix(out.String(), file+": 0 games, 1 tags, ") {
		t.Errorf("it says %q, and ends with %v", &out, err)
	}
}

// TestRestore puts a backup in the place of a state, and keeps what was there.
func TestRestore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.tar.gz")
	if err := (Backup{State: stateWithTags(t, "04000000000001"), File: file}).Run(cli.Env{Ctx: t.Context(), Stdout: io.Discard}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "new", "state") // it is made
	var out strings.Builder
	e := cli.Env{Ctx: t.Context(), Stdin: bytes.NewReader(data), Stdout: &out}
	if err := (Restore{State: state, File: file}).Run(e); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); !strings.HasPrefix(said, "Restored: 0 games, 1 tags, ") || strings.Count(said, "\n") != 1 {
		t.Errorf("into an empty folder: it says %q", said)
	}
	of := tags.Box{Game: "shelf"}
	if known := knownTags(t, state, of); known["04000000000001"] != "imp" {
		t.Errorf("the tags are %q", known)
	}
	old := stateWithTags(t, "04000000000002", "04000000000003")
	out.Reset()
	if err := (Restore{State: old, File: cli.Dash}).Run(e); err != nil {
		t.Fatal(err)
	}
	if known := knownTags(t, old, of); len(known) != 1 || known["04000000000001"] != "imp" {
		t.Errorf("the tags are %q", known)
	}
	_, aside, found := strings.Cut(strings.TrimSuffix(out.String(), ".\n"), "What was there before lies in ")
	if known := knownTags(t, aside, of); !found || len(known) != 2 {
		t.Errorf("it says %q, and there are the tags %q", &out, known)
	}
}

// TestRestoreThatCannotBe leaves a state as it was if a Familiar runs on it, or if the file is no backup. How a Familiar is ended depends on whether it is a service.
func TestRestoreThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	good, bad, config := filepath.Join(dir, "kept.tar.gz"), filepath.Join(dir, "notes.txt"), filepath.Join(dir, "familiar.toml")
	if err := (Backup{State: stateWithTags(t, "04000000000001"), File: good}).Run(cli.Env{Ctx: t.Context(), Stdout: io.Discard}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{bad, config} {
		if err := os.WriteFile(name, []byte("no backup"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	installed := install.Service{Config: config}
	for name, test := range map[string]struct {
		file      string
		installed install.Service
		held      bool
		want      error
		says      string // with the beginning of the file's name
	}{
		"no backup":              {bad, install.Service{}, false, backup.ErrNoBackup, bad + " was not restored: "},
		"no file":                {bad + ".none", install.Service{}, false, fs.ErrNotExist, "open " + bad},
		"one runs":               {good, install.Service{}, true, backup.ErrInUse, ": end that one first"},
		"the service's may run":  {good, installed, true, backup.ErrInUse, "stop it first with `" + install.StopService + "`, and start it again afterwards with `" + install.StartService + "`"},
		"no backup, a service's": {bad, installed, false, backup.ErrNoBackup, bad + " was not restored: "},
	} {
		t.Run(name, func(t *testing.T) {
			state := stateWithTags(t, "04000000000002")
			before := filesOf(t, state)
			if test.held {
				held, err := durable.Hold(state)
				if err != nil {
					t.Fatal(err)
				}
				defer held.Close()
			}
			var out strings.Builder
			err := Restore{State: state, File: test.file}.Run(cli.Env{Ctx: t.Context(), Installed: test.installed, Stdout: &out})
			if !errors.Is(err, test.want) || !strings.Contains(errorText(err), test.says) || strings.Contains(errorText(err), "first") != test.held {
				t.Errorf("it ends with %v", err)
			}
			if diff := cmp.Diff(before, filesOf(t, state)); diff != "" || out.Len() > 0 {
				t.Errorf("it says %q, and there is (-before +after):\n%s", &out, diff)
			}
		})
	}
}
