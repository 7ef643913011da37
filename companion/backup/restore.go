package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/companion/packs"
)

// Folders of a restore that is under way, in a state directory. The stamp is the same in all of them.
const (
	incoming    = "restore-incoming" // not whole, or not checked yet: of no worth
	stagePrefix = "restore-"
	readyWord   = ".ready"  // whole; what was there before is moved away
	movingWord  = ".moving" // all of that is; what is in it takes its place
	asidePrefix = "before-restore-"
	stampFormat = "20060102-150405"
)

// ErrInUse says that a Familiar runs on the state.
var ErrInUse = errors.New("a Familiar runs on this state")

// Restored is what a restore has done.
type Restored struct {
	Summary
	Aside string // the folder in which lies what was there before; empty if there was nothing
}

// Restore puts the state of a backup in the place of that in the directory dir, which must be there. What was there is kept in a folder inside. With an error nothing has changed,
// unless it says that Complete has to go on.
func Restore(dir string, in io.Reader, at time.Time) (Restored, error) {
	r := restorer{did: func(string) error { return nil }}
	return r.restore(dir, in, at)
}

// Pending reports whether a restore was cut off in a state directory.
func Pending(dir string) bool {
	entries, _ := os.ReadDir(dir) // whoever goes on finds out why, if it fails
	for _, e := range entries {
		if _, _, ok := staged(e.Name()); ok || e.Name() == incoming {
			return true
		}
	}
	return false
}

// Complete goes on with a restore that was cut off; one whose backup had not been read to its end is as if it had never been. The error is ErrInUse if somebody is using the state.
func Complete(dir string) error {
	held, err := take(dir)
	if err != nil {
		return err
	}
	return errors.Join(CompleteHeld(dir), held.Close())
}

// CompleteHeld is Complete by whoever holds the state directory.
func CompleteHeld(dir string) error {
	r := restorer{did: func(string) error { return nil }}
	if err := r.open(dir); err != nil {
		return err
	}
	defer r.root.Close()
	_, err := r.complete()
	return err
}

func take(dir string) (io.Closer, error) {
	held, err := durable.Hold(dir)
	if errors.Is(err, durable.ErrHeld) {
		return nil, ErrInUse
	}
	return held, err
}

// restorer changes a state directory step by step.
type restorer struct {
	root     *os.Root
	uid, gid int                     // to whom the state belongs
	did      func(step string) error // called after each step
}

func (r *restorer) open(dir string) (err error) {
	if r.root, err = os.OpenRoot(dir); err != nil {
		return err
	}
	info, err := r.root.Stat(".")
	if err != nil {
		return errors.Join(err, r.root.Close())
	}
	r.uid, r.gid = ownerOf(info)
	return nil
}

func (r *restorer) restore(dir string, in io.Reader, at time.Time) (Restored, error) {
	var done Restored
	held, err := take(dir)
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
	if err := r.movable(); err != nil {
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
		// If it has its new name all the same, it goes on from there.
		return done, errors.Join(err, r.root.RemoveAll(incoming))
	}
	done.Aside, err = r.complete()
	return done, err
}

// movable sees to it that what is there can be moved away: a folder of somebody else's cannot, and nothing is begun then.
func (r *restorer) movable() error {
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

// unpack puts all files of a backup into the folder of what comes in, where they are durable when it returns.
func (r *restorer) unpack(in io.Reader) (Summary, error) {
	if err := r.mkdir(incoming); err != nil {
		return Summary{}, err
	}
	folders := []string{incoming}
	var files []string
	s, err := read(in, func(name string, data []byte, at time.Time) error {
		for _, folder := range above(path.Join(incoming, name)) {
			if _, err := r.root.Stat(folder); err == nil {
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
	// One after the other at the end, the disk has the least to do.
	for _, name := range append(files, folders...) {
		if err := r.sync(name); err != nil {
			return s, err
		}
	}
	return s, r.sync(".")
}

// above are the folders above a file, the highest first.
func above(name string) []string {
	var all []string
	for i, c := range name {
		if c == '/' {
			all = append(all, name[:i])
		}
	}
	return all
}

// stamp is one that no restore has had.
func (r *restorer) stamp(at time.Time) (string, error) {
	stamp := at.UTC().Format(stampFormat)
	for n := 2; ; n++ {
		_, err := r.root.Lstat(asidePrefix + stamp)
		if errors.Is(err, fs.ErrNotExist) {
			return stamp, nil
		}
		if err != nil {
			return "", err
		}
		stamp = fmt.Sprintf("%s-%d", at.UTC().Format(stampFormat), n)
	}
}

// staged takes the name of a folder apart in which a whole backup waits.
func staged(name string) (stamp, word string, ok bool) {
	rest, ok := strings.CutPrefix(name, stagePrefix)
	if !ok {
		return "", "", false
	}
	for _, word := range []string{readyWord, movingWord} {
		if stamp, ok := strings.CutSuffix(rest, word); ok {
			return stamp, word, true
		}
	}
	return "", "", false
}

// complete goes on from whatever is there, and tells where the earlier state lies now.
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
		stamp, word, ok := staged(e.Name())
		if !ok {
			continue
		}
		if aside, err = r.settle(stamp, word, entries); err != nil {
			return "", fmt.Errorf("the restore was cut off, and nothing is lost; run it again when this is mended: %w", err)
		}
	}
	return aside, nil
}

// settle puts the backup of a stamp in the place of what is there.
func (r *restorer) settle(stamp, word string, entries []fs.DirEntry) (aside string, err error) {
	folder := asidePrefix + stamp
	if word == readyWord {
		for _, e := range entries {
			if !ofState(e.Name()) {
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
	if _, err := r.root.Lstat(folder); err == nil {
		aside = folder
	}
	return aside, r.sync(".")
}

// ofState reports whether something in a state directory belongs to the state.
func ofState(name string) bool {
	return name == journal.Folder || name == packs.Folder || known(name)
}

// moveAside moves something away, if it is there, under a name that is free.
func (r *restorer) moveAside(name, folder string) error {
	if _, err := r.root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := r.root.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
		if err := r.mkdir(folder); err != nil {
			return err
		}
	}
	to := path.Join(folder, name)
	for n := 2; ; n++ {
		_, err := r.root.Lstat(to)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
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
	return errors.Join(r.own(name), r.did("mkdir "+name))
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
	// The times are for people who look at the files.
	return errors.Join(r.root.Chtimes(name, at, at), r.own(name), r.did("write "+name))
}

// own gives something to whom the state belongs, if root restores it.
func (r *restorer) own(name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	return r.root.Lchown(name, r.uid, r.gid)
}

// rename is durable when it returns, as far as the state directory itself goes.
func (r *restorer) rename(from, to string) error {
	if err := r.root.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(r.sync("."), r.did("rename "+from+" "+to))
}

func (r *restorer) remove(name string) error {
	if err := r.root.RemoveAll(name); err != nil {
		return err
	}
	return r.did("remove " + name)
}

func (r *restorer) sync(name string) error {
	f, err := r.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
