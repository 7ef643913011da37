package journal

import (
	"errors"
	"os"
	"syscall"
)

// syncData waits until the data of a file and its length are on the disk. It leaves out the time of the last change,
// which would cost a second write.
func syncData(f *os.File) error {
	return control(f, "fdatasync", syscall.Fdatasync)
}

// lock locks the file for this process. Closing the file or ending the process unlocks it.
func lock(f *os.File) error {
	err := control(f, "flock", func(fd int) error { return syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB) })
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}

func control(f *os.File, call string, do func(fd int) error) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = syscall.EINTR
		for errors.Is(failed, syscall.EINTR) {
			failed = do(int(fd))
		}
	})
	if err == nil && failed != nil {
		err = &os.PathError{Op: call, Path: f.Name(), Err: failed}
	}
	return err
}
