package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
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

// syncFolder makes the names in a folder durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// full marks errors that mean that there is no room: on the disk, in a quota, under a limit of the process.
func full(err error) error {
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, e) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	return err
}

// maxBeside is how many files beside a journal are tried for a free name.
const maxBeside = 10_000

// putBeside writes data durably into a new file PATH.damaged-N and returns its path. No file is ever overwritten.
func putBeside(path string, data []byte) (string, error) {
	f, err := createBeside(path)
	if err != nil {
		return "", full(err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		os.Remove(f.Name()) // it is a copy; the journal still holds everything
		return "", full(fmt.Errorf("setting aside a part of %s: %w", path, err))
	}
	return f.Name(), nil
}

// moveBeside gives a file the name PATH.damaged-N.
func moveBeside(path string) (string, error) {
	f, err := createBeside(path)
	if err != nil {
		return "", full(err)
	}
	err = f.Close()
	if err == nil {
		err = os.Rename(path, f.Name())
	}
	if err != nil {
		os.Remove(f.Name()) // still empty: it only held the name
		return "", fmt.Errorf("setting aside %s: %w", path, err)
	}
	return f.Name(), syncFolder(filepath.Dir(path))
}

func createBeside(path string) (*os.File, error) {
	for n := 1; n <= maxBeside; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.damaged-%d", path, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, filePerm)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("there are %d damaged parts of %s already", maxBeside, path)
}
