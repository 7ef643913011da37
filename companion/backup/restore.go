package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/companion/packs"
)

// Names of the folders that a restore makes in a state directory. Those of one restore have the same stamp, its time.
const (
	incoming    = "restore-incoming" // not whole, or not checked yet: worthless
	stagePrefix = "restore-"
	readyWord   = ".ready"  // whole; the old state is being moved away
	movingWord  = ".moving" // the old state is moved away; this takes its place
	asidePrefix = "before-restore-"
	stampFormat = "20060102-150405"
)

// ErrInUse means that a Familiar runs on the state.
var ErrInUse = errors.New("a Familiar runs on this state")

// Restored is the result of a restore.
type Restored struct {
	Summary
	Aside string // the folder that holds the earlier state; empty if there was none
}

// Restore replaces the state in the directory dir by that of a backup. The directory must exist; its earlier state is kept in a folder inside it. After an
// error nothing has changed, unless the error says that Complete must continue.
func Restore(dir string, in io.Reader, at time.Time) (Restored, error) {
	r := restorer{afterStep: func(string) error { return nil }}
	return r.restore(dir, in, at)
}

// Pending reports whether a restore was cut off in a state directory.
func Pending(dir string) bool {
	entries, _ := os.ReadDir(dir) // if this fails, so will Complete, which says why
	for _, e := range entries {
		if _, _, ok := staged(e); ok || e.Name() == incoming {
			return true
		}
	}
	return false
}

// Complete continues a restore that was cut off. If its backup had not been read to the end, Complete undoes it. The error is ErrInUse if the state is in use.
func Complete(dir string) error {
	held, err := hold(dir)
	if err != nil {
		return err
	}
	return errors.Join(CompleteHeld(dir), held.Close())
}

// CompleteHeld is Complete for a caller that holds the state directory.
func CompleteHeld(dir string) error {
	r := restorer{afterStep: func(string) error { return nil }}
	if err := r.open(dir); err != nil {
		return err
	}
	defer r.root.Close()
	_, err := r.complete()
	return err
}

func hold(dir string) (io.Closer, error) {
	held, err := durable.Hold(dir)
	if errors.Is(err, durable.ErrHeld) {
		return nil, ErrInUse
	}
	return held, err
}

// restorer changes a state directory step by step.
type restorer struct {
	root      *os.Root
	uid, gid  int                     // of the owner of the state
	afterStep func(step string) error // called after each step
}

func (r *restorer) open(dir string) (err error) {
	if r.root, err = os.OpenRoot(dir); err != nil {
		return err
	}
	info, err := r.root.Stat(".")
	if err != nil {
		return errors.Join(err, r.root.Close())
	}
	r.uid, r.gid = -1, -1
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		r.uid, r.gid = int(s.Uid), int(s.Gid)
	}
	return nil
}

func (r *restorer) restore(dir string, in io.Reader, at time.Time) (Restored, error) {
	var done Restored
	held, err := hold(dir)
	if err != nil {
		return done, err
	}
	defer held.Close()
	if err := r.open(dir); err != nil {
		return done, err
	}
	defer r.root.Close()
	if _, err := r.complete(); err != nil {
		return done, err
	}
	if err := r.checkMovable(); err != nil {
		return done, err
	}
	if done.Summary, err = r.unpack(in); err != nil {
		return done, errors.Join(err, r.root.RemoveAll(incoming))
	}
	stamp, err := r.stamp(at)
	if err == nil {
		err = r.rename(incoming, stagePrefix+stamp+readyWord)
	}
	if err != nil {
		// If it was renamed in spite of the error, Complete continues from there.
		return done, errors.Join(err, r.root.RemoveAll(incoming))
	}
	done.Aside, err = r.complete()
	return done, err
}

// checkMovable checks that the present state can be moved away before the restore begins: a folder of another user cannot be moved.
func (r *restorer) checkMovable() error {
	for _, name := range []string{journal.Folder, packs.Folder} {
		probe := path.Join(name, ".try")
		f, err := r.root.OpenFile(probe, os.O_WRONLY|os.O_CREATE, 0o600)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = errors.Join(f.Close(), r.root.Remove(probe))
		}
		if err != nil {
			return fmt.Errorf("what is there cannot be moved away: %w", err)
		}
	}
	return nil
}

// unpack writes all files of a backup into the folder incoming. They are durable when it returns.
func (r *restorer) unpack(in io.Reader) (Summary, error) {
	if err := r.mkdir(incoming); err != nil {
		return Summary{}, err
	}
	folders := []string{incoming}
	var files []string
	s, err := read(in, func(name string, data []byte, at time.Time) error {
		for _, folder := range parents(path.Join(incoming, name)) {
			if slices.Contains(folders, folder) {
				continue
			}
			if err := r.mkdir(folder); err != nil {
				return err
			}
			folders = append(folders, folder)
		}
		files = append(files, path.Join(incoming, name))
		return r.write(files[len(files)-1], data, at)
	})
	if err != nil {
		return s, err
	}
	// Syncing all files at the end is the least work for the disk.
	for _, name := range append(files, folders...) {
		if err := r.sync(name); err != nil {
			return s, err
		}
	}
	return s, r.sync(".")
}

// parents returns the folders above a file, the outermost first.
func parents(name string) []string {
	var all []string
	for i, c := range name {
		if c == '/' {
			all = append(all, name[:i])
		}
	}
	return all
}

// stamp returns a stamp that no restore has used.
func (r *restorer) stamp(at time.Time) (string, error) {
	stamp := at.UTC().Format(stampFormat)
	for n := 2; ; n++ {
		switch there, err := r.exists(asidePrefix + stamp); {
		case err != nil:
			return "", err
		case !there:
			return stamp, nil
		}
		stamp = fmt.Sprintf("%s-%d", at.UTC().Format(stampFormat), n)
	}
}

// staged splits the name of a folder that holds a whole backup. Nothing but a folder does: a pipe of that name would never be read to its end.
func staged(e fs.DirEntry) (stamp, word string, ok bool) {
	rest, ok := strings.CutPrefix(e.Name(), stagePrefix)
	if !ok || !e.IsDir() {
		return "", "", false
	}
	for _, word := range []string{readyWord, movingWord} {
		if stamp, ok := strings.CutSuffix(rest, word); ok {
			return stamp, word, true
		}
	}
	return "", "", false
}

// complete continues a restore wherever it stopped, and returns the folder in which the earlier state is now.
func (r *restorer) complete() (aside string, err error) {
	entries, err := fs.ReadDir(r.root.FS(), ".")
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name() == incoming {
			if err := r.remove(incoming); err != nil {
				return "", err
			}
		}
	}
	for _, e := range entries {
		stamp, word, ok := staged(e)
		if !ok {
			continue
		}
		if aside, err = r.moveIn(stamp, word, entries); err != nil {
			return "", fmt.Errorf("the restore was cut off, and nothing is lost; run it again when this is mended: %w", err)
		}
	}
	return aside, nil
}

// moveIn replaces the present state by the unpacked backup with that stamp. word is how far the restore had come.
func (r *restorer) moveIn(stamp, word string, entries []fs.DirEntry) (aside string, err error) {
	folder := asidePrefix + stamp
	if word == readyWord {
		for _, e := range entries {
			if !belongsToState(e.Name()) {
				continue
			}
			if err := r.moveAside(e.Name(), folder); err != nil {
				return "", err
			}
		}
		if err := r.sync("."); err != nil {
			return "", err
		}
		if err := r.rename(stagePrefix+stamp+readyWord, stagePrefix+stamp+movingWord); err != nil {
			return "", err
		}
	}
	moving := stagePrefix + stamp + movingWord
	fresh, err := fs.ReadDir(r.root.FS(), moving)
	if err != nil {
		return "", err
	}
	for _, e := range fresh {
		if err := r.moveAside(e.Name(), folder); err != nil {
			return "", err
		}
		if err := r.rename(path.Join(moving, e.Name()), e.Name()); err != nil {
			return "", err
		}
	}
	if err := r.remove(moving); err != nil {
		return "", err
	}
	there, err := r.exists(folder)
	if there {
		aside = folder
	}
	return aside, errors.Join(err, r.sync("."))
}

// exists reports whether there is a file, a folder or anything else of that name.
func (r *restorer) exists(name string) (bool, error) {
	_, err := r.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// belongsToState reports whether a file or folder of a state directory belongs to the state.
func belongsToState(name string) bool {
	return name == journal.Folder || name == packs.Folder || isStateFile(name)
}

// moveAside moves a file or folder, if it exists, to a name that is free.
func (r *restorer) moveAside(name, folder string) error {
	if there, err := r.exists(name); err != nil || !there {
		return err
	}
	there, err := r.exists(folder)
	if err == nil && !there {
		err = r.mkdir(folder)
	}
	if err != nil {
		return err
	}
	to := path.Join(folder, name)
	for n := 2; ; n++ {
		there, err := r.exists(to)
		if err != nil {
			return err
		}
		if !there {
			break
		}
		to = fmt.Sprintf("%s-%d", path.Join(folder, name), n)
	}
	if err := r.rename(name, to); err != nil {
		return err
	}
	return r.sync(folder)
}

func (r *restorer) mkdir(name string) error {
	if err := r.root.Mkdir(name, 0o700); err != nil {
		return err
	}
	return errors.Join(r.chown(name), r.afterStep("mkdir "+name))
}

func (r *restorer) write(name string, data []byte, at time.Time) error {
	f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	// The times help people who look at the files.
	return errors.Join(r.root.Chtimes(name, at, at), r.chown(name), r.afterStep("write "+name))
}

// chown gives a file to the owner of the state, if root restores it.
func (r *restorer) chown(name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	return r.root.Lchown(name, r.uid, r.gid)
}

// rename is durable when it returns, at least for names in the state directory itself.
func (r *restorer) rename(from, to string) error {
	if err := r.root.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(r.sync("."), r.afterStep("rename "+from+" "+to))
}

func (r *restorer) remove(name string) error {
	if err := r.root.RemoveAll(name); err != nil {
		return err
	}
	return r.afterStep("remove " + name)
}

func (r *restorer) sync(name string) error {
	f, err := r.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), r.afterStep("sync "+name))
}
