package virtual

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// serialLine is a terminal with a chip at its master side. A new terminal is
// made after the chip's bus has failed.
type serialLine struct {
	chip serialChip
	path string

	mu    sync.Mutex
	stop  chan struct{} // nil if not connected
	ended chan struct{}
}

// faultCheckInterval is the interval of checks whether the chip's fault has ended.
const faultCheckInterval = 10 * time.Millisecond

var (
	errConnected    = errors.New("virtual: the line is connected already")
	errNotConnected = errors.New("virtual: the line is not connected")
)

func (l *serialLine) connect() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop != nil {
		return errConnected
	}
	pty, err := openTerminal(l.path)
	if err != nil {
		return fmt.Errorf("virtual: connecting %s: %w", l.path, err)
	}
	l.stop, l.ended = make(chan struct{}), make(chan struct{})
	go l.run(pty, l.stop, l.ended)
	return nil
}

func (l *serialLine) disconnect() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop == nil {
		return errNotConnected
	}
	close(l.stop)
	<-l.ended
	l.stop = nil
	return nil
}

// run serves terminal after terminal until it is stopped.
func (l *serialLine) run(pty *terminal, stop, ended chan struct{}) {
	defer close(ended)
	for {
		if pty != nil {
			served := make(chan struct{})
			go func() {
				defer close(served)
				serveSerial(l.chip, pty)
			}()
			select {
			case <-stop:
				pty.Close()
				<-served
				return
			case <-served:
			}
			pty = nil
		}
		select {
		case <-stop:
			return
		case <-time.After(faultCheckInterval):
		}
		if !l.chip.busFails() {
			// If no terminal is available now, there may be one later.
			pty, _ = openTerminal(l.path)
		}
	}
}

// terminal is the master side of a terminal, with a link to its other side.
type terminal struct {
	*os.File
	other *os.File // held open: a master without another side cannot be read
	path  string
	close func() error
}

func (t *terminal) Close() error { return t.close() }

func openTerminal(path string) (*terminal, error) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	t := &terminal{File: master, path: path}
	if err := t.link(); err != nil {
		return nil, errors.Join(err, master.Close())
	}
	t.close = sync.OnceValue(func() error {
		return errors.Join(os.Remove(path), t.other.Close(), master.Close())
	})
	return t, nil
}

// link opens the other side, sets it to carry all bytes unchanged, and makes it
// available at the path.
func (t *terminal) link() error {
	number, err := control(t.File, func(fd int) (int, error) {
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return 0, err
		}
		return unix.IoctlGetInt(fd, unix.TIOCGPTN)
	})
	if err != nil {
		return fmt.Errorf("unlocking a terminal: %w", err)
	}
	name := fmt.Sprintf("/dev/pts/%d", number)
	if t.other, err = os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0); err != nil {
		return err
	}
	_, err = control(t.other, func(fd int) (int, error) {
		mode, err := unix.IoctlGetTermios(fd, unix.TCGETS)
		if err != nil {
			return 0, err
		}
		mode.Iflag, mode.Oflag, mode.Lflag = 0, 0, 0
		return 0, unix.IoctlSetTermios(fd, unix.TCSETS, mode)
	})
	if err == nil {
		err = os.Symlink(name, t.path)
	}
	if err != nil {
		return errors.Join(err, t.other.Close())
	}
	return nil
}

// control calls f with the file's descriptor, and leaves the file pollable.
func control(file *os.File, f func(fd int) (int, error)) (n int, err error) {
	raw, err := file.SyscallConn()
	if err != nil {
		return 0, err
	}
	if ctlErr := raw.Control(func(fd uintptr) { n, err = f(int(fd)) }); ctlErr != nil {
		return 0, ctlErr
	}
	return n, err
}
