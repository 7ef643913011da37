package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"familiar/companion/durable"
)

// file is what a Journal needs of its open file; tests replace it by one that fails.
type file interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error // of the data and the length; the times may wait
	Close() error
	// isAt reports whether the file is still the one that has this path, as far as can be found out.
	isAt(path string) bool
}

// diskFile is a file of the operating system.
type diskFile struct{ *os.File }

func (f diskFile) Sync() error { return syncData(f.File) }

func (f diskFile) isAt(path string) bool {
	open, err := f.Stat()
	if err != nil {
		return true
	}
	named, err := os.Stat(path)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	return os.SameFile(open, named)
}

// classified wraps an error with ErrFull if it means no room – on the disk, in a quota, under a limit of the process – and with ErrUnwritable if it means that
// nothing can be written.
func classified(err error) error {
	for _, m := range []struct {
		mark error
		of   []error
	}{
		{ErrFull, []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}},
		{ErrUnwritable, []error{syscall.EROFS, syscall.EIO, syscall.ENODEV, syscall.ENXIO, syscall.EACCES, syscall.EPERM}},
	} {
		for _, e := range m.of {
			if errors.Is(err, e) && !errors.Is(err, m.mark) {
				return fmt.Errorf("%w: %w", m.mark, err)
			}
		}
	}
	return err
}

// Try checks that files can be written in the state directory dir: the error is ErrFull or ErrUnwritable if not.
func Try(dir string) error {
	path := filepath.Join(dir, ".try")
	// A journal needs a block for its next lines.
	err := os.WriteFile(path, make([]byte, 4<<10), 0o600)
	removed := os.Remove(path)
	if err == nil || !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	if err != nil {
		return classified(fmt.Errorf("trying the state directory: %w", err))
	}
	return nil
}

// damagedWord names files with untrusted lines: PATH.damaged-1.
const damagedWord = "damaged"

// writeBeside writes lines of a journal into a new file PATH.damaged-N and returns its path. They are a copy: the journal still holds everything.
func writeBeside(path string, data []byte) (string, error) {
	beside, err := durable.WriteBeside(path, damagedWord, data, filePerm)
	if err != nil {
		return "", classified(fmt.Errorf("setting aside a part of %s: %w", path, err))
	}
	return beside, nil
}

// withoutPath removes the file's name from an error: a journal may have another name now than when it was opened.
func withoutPath(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
