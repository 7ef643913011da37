package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/backup"
	"familiar/companion/durable"
)

// Backup keeps the state in one file.
type Backup struct {
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are kept (default: ${state})."`
	File  string `arg:"" optional:"" help:"The file to write, or - for the standard output (default: familiar-DATE.tar.gz)."`
}

// Help is shown below the flags.
func (Backup) Help() string {
	return `Writes games, tags, card lists and phones into one file, also while a game is played. Whoever has that file can read names, games and card lists:
keep it to yourself. What is wired where is not in it.

Examples:
  sudo familiar backup
  sudo familiar backup - | ssh me@elsewhere 'cat > familiar.tar.gz'`
}

// Run writes the backup. It stays root, because the service's user may not write to all folders.
func (b Backup) Run(e cli.Env) error {
	p := install.Paths{State: b.State}.Resolved(e.Installed)
	p.State = cmp.Or(p.State, install.DefaultState())
	if _, err := os.ReadDir(p.State); errors.Is(err, fs.ErrPermission) && p.Of(e.Installed) {
		return e.Installed.NotOwnerError()
	} else if err != nil {
		return fmt.Errorf("there is no state to keep: %w", err)
	}
	if backup.Pending(p.State) {
		if err := backup.Complete(p.State); err != nil {
			return restoreFailed(e, err)
		}
	}
	out := e.Stdout
	var s backup.Summary
	var err error
	if b.File == cli.Dash {
		out = e.Stderr
		s, err = backup.Write(p.State, e.Stdout)
	} else {
		if b.File == "" {
			b.File = "familiar-" + time.Now().Format("2006-01-02-1504") + ".tar.gz"
		}
		s, err = writeBackup(p.State, b.File)
	}
	if err != nil {
		return fmt.Errorf("the backup was not made: %w", err)
	}
	if b.File != cli.Dash {
		fmt.Fprintf(out, "%s: ", b.File)
	}
	fmt.Fprintf(out, "%s.\n", s)
	if p.Of(e.Installed) {
		fmt.Fprintf(out, "What is wired where is not in it: keep %s, too.\n", e.Installed.Config)
	}
	return nil
}

// writeBackup writes a new file. The file gets its name only when it is whole and has been read back.
func writeBackup(state, file string) (backup.Summary, error) {
	if _, err := os.Lstat(file); err == nil {
		return backup.Summary{}, fmt.Errorf("%s is there already: choose another name, or move it away", file)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return backup.Summary{}, err
	}
	temp := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".part")
	// A partial file from an earlier run is worthless.
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return backup.Summary{}, err
	}
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return backup.Summary{}, err
	}
	s, err := backup.Write(state, f)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = verify(f, s)
	}
	if err == nil {
		chownToSudoUser(f)
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(temp, file)
	}
	if err != nil {
		return s, errors.Join(err, os.Remove(temp))
	}
	return s, durable.SyncFolder(filepath.Dir(file))
}

// verify reads a backup back from the disk, and compares it with the summary of what was written.
func verify(f *os.File, written backup.Summary) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	s, err := backup.Check(f)
	s.LeftOut = written.LeftOut
	if err == nil && s != written {
		err = fmt.Errorf("there is %v in it, and there should be %v", s, written)
	}
	if err != nil {
		return fmt.Errorf("reading it again: %w", err)
	}
	return nil
}

// chownToSudoUser gives a file written by root to the user who has called sudo. It ignores errors: on a memory stick, for example, files have no owners.
func chownToSudoUser(f *os.File) {
	uid, err := strconv.Atoi(os.Getenv("SUDO_UID"))
	gid, err2 := strconv.Atoi(os.Getenv("SUDO_GID"))
	if os.Geteuid() == 0 && err == nil && err2 == nil {
		_ = f.Chown(uid, gid)
	}
}

// Restore puts back what such a file holds.
type Restore struct {
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are to be kept (default: ${state})."`
	File  string `arg:"" help:"A file that familiar backup has written, or - for the standard input."`
}

// Help is shown below the flags.
func (Restore) Help() string {
	return `Puts what a backup holds in the place of what is there, which is kept in a folder beside it. No Familiar may be running on it.

Examples:
  sudo systemctl stop familiar.socket familiar.service
  sudo familiar restore familiar-2026-11-22-1815.tar.gz
  sudo systemctl start familiar.socket familiar.service`
}

// Run restores a backup.
func (c Restore) Run(e cli.Env) error {
	// The file is opened before Enter: the service's user may not be allowed to read it.
	from, err := e.Open(c.File)
	if err != nil {
		return err
	}
	defer from.Close()
	p, err := install.Paths{State: c.State}.Enter(e.Installed)
	if err != nil {
		return err
	}
	dir, err := p.StateDir()
	if err != nil {
		return err
	}
	done, err := backup.Restore(dir, from, time.Now())
	if err != nil {
		return fmt.Errorf("%s was not restored: %w", c.File, restoreFailed(e, err))
	}
	fmt.Fprintf(e.Stdout, "Restored: %s. The phones, the hosts and the join code are those of this backup, too.\n", done.Summary)
	if done.Aside != "" {
		fmt.Fprintf(e.Stdout, "What was there before lies in %s.\n", filepath.Join(dir, done.Aside))
	}
	if p.Of(e.Installed) {
		fmt.Fprintf(e.Stdout, "Start the table again with: %s\n", install.StartService)
	}
	return nil
}

// restoreFailed adds advice to an error if its reason is a running Familiar.
func restoreFailed(e cli.Env, err error) error {
	switch {
	case !errors.Is(err, backup.ErrInUse):
		return err
	case e.Installed.Exists():
		return fmt.Errorf("%w: stop it first with `%s`, and start it again afterwards with `%s`", err, install.StopService, install.StartService)
	}
	return fmt.Errorf("%w: end that one first", err)
}
