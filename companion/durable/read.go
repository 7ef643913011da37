package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNoFile means that what has the name of a file is a folder, a device, a pipe or a socket.
var ErrNoFile = errors.New("it is no file")

// Read reads a file that somebody may have put there: it follows no link out of its folder, waits for nobody at a pipe, and reads at most the given number of bytes.
func Read(path string, most int64) ([]byte, error) {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	f, err := folder.OpenFile(filepath.Base(path), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), ErrNoFile)
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("%s: it is longer than %d KiB", filepath.Base(path), most>>10)
	}
	return data, err
}
