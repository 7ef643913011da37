// Package durable keeps files safe from crashes and mistakes: a file is replaced as a whole or not at all, and a file that cannot be trusted is
// moved aside under a name of its own, never deleted and never overwritten.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"github.com/google/renameio/v2"
)

// maxBeside is how many names are tried for a file beside another one.
const maxBeside = 10_000

// Replace writes a file as a whole: after a crash, either the old or the new content is there. It makes the folder if it does not exist, and keeps the
// permissions of the old file, if there is one.
func Replace(path string, data []byte, perm fs.FileMode) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(folder), renameio.WithPermissions(perm), renameio.WithExistingPermissions())
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return SyncFolder(folder)
}

// pending matches the name of a file that Replace writes, until that has the name of the old one.
var pending = regexp.MustCompile(`^\..+\.[a-z]+[0-9]+$`)

// Tidy removes what calls of Replace have left in a folder, and in the folders in it, because they were interrupted. Nobody may write there meanwhile.
func Tidy(folder string) error {
	var problems error
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			problems = errors.Join(problems, err)
		case d.Type().IsRegular() && pending.MatchString(d.Name()):
			problems = errors.Join(problems, os.Remove(path))
		}
		return nil
	})
	return errors.Join(problems, err)
}

// SyncFolder makes the names in a folder survive a power cut.
func SyncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// WriteBeside writes a new file beside another one: PATH.WORD-1, or with the next number that is free. It returns the path of the new file, which is durable then. After an
// error there is none.
func WriteBeside(path, word string, data []byte, perm fs.FileMode) (string, error) {
	f, err := createBeside(path, word, perm)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = SyncFolder(filepath.Dir(path))
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func createBeside(path, word string, perm fs.FileMode) (*os.File, error) {
	for n := 1; n <= maxBeside; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s-%d", path, word, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("there are %d files %s.%s-… already", maxBeside, path, word)
}

// MoveBeside renames a file, or a folder in its place, to PATH.WORD-1, or to the next number that is free, and returns its new path.
func MoveBeside(path, word string) (string, error) {
	f, err := createBeside(path, word, 0o600)
	if err != nil {
		return "", err
	}
	err = f.Close()
	if err == nil {
		if err = os.Rename(path, f.Name()); errors.Is(err, syscall.ENOTDIR) { // it is a folder, which takes the place of no file
			err = errors.Join(os.Remove(f.Name()), os.Rename(path, f.Name()))
		}
	}
	if err != nil {
		os.Remove(f.Name()) // still empty: it only reserved the name
		return "", fmt.Errorf("setting aside %s: %w", path, err)
	}
	return f.Name(), SyncFolder(filepath.Dir(path))
}
