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

// file is what a Journal needs of its open file, so that tests can put one in its place that fails.
type file interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error // of the data and the length: the times may wait
	Close() error
}

// diskFile is a file of the operating system.
type diskFile struct{ *os.File }

func (f diskFile) Sync() error { return syncData(f.File) }

// full marks errors that mean that there is no room: on the disk, in a quota, under a limit of the process.
func full(err error) error {
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, e) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	return err
}

// damagedWord names what could not be trusted: PATH.damaged-1.
const damagedWord = "damaged"

// putBeside writes data durably into a new file PATH.damaged-N and returns its path. No file is ever overwritten.
func putBeside(path string, data []byte) (string, error) {
	f, err := durable.Beside(path, damagedWord, filePerm)
	if err != nil {
		return "", full(err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = durable.SyncFolder(filepath.Dir(path))
	}
	if err != nil {
		os.Remove(f.Name()) // it is a copy; the journal still holds everything
		return "", full(fmt.Errorf("setting aside a part of %s: %w", path, err))
	}
	return f.Name(), nil
}

// bare is an error without the name of the file: a journal was opened under another name than it has now.
func bare(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
