package durable

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

func hold(folder string) (io.Closer, error) {
	d, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	// This process alone owns the descriptor: nobody closes it meanwhile.
	for {
		err = unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = ErrHeld
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
