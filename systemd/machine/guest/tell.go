//go:build linux

package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// tell answers questions on port 81, one a connection. `found` is what lay in the state directory before the program was started, and `now` what
// lies there now, both as tar. The others are orders, which are answered with `done` or with why not: `fill` leaves no room on the disk, and
// `free` makes it again.
func tell(found []byte) error {
	l, err := net.Listen("tcp", ":81")
	if err != nil {
		return err
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go answer(conn, found)
	}
}

// answer answers one question. Whoever asks sees from the end of the archive whether it is whole.
func answer(conn net.Conn, found []byte) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	asked, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	said := []byte("done")
	switch strings.TrimSpace(asked) {
	case "found":
		said = found
	case "now":
		said, err = pack(state)
	case "fill":
		err = fill(filler)
	case "free":
		err = os.Remove(filler)
	default:
		err = errors.New("what?")
	}
	if err != nil {
		said = []byte(err.Error())
	}
	_, _ = conn.Write(said) // who asks and goes away sees to that
}

// filler is a file that holds all room.
const filler = disk + "/filler"

// fill takes all room that is left.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	for size, step := int64(0), int64(16<<20); step > 0; {
		err := unix.Fallocate(int(f.Fd()), 0, size, step)
		switch {
		case err == nil:
			size += step
		case errors.Is(err, unix.ENOSPC):
			step /= 2
		case !errors.Is(err, unix.EINTR):
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(f.Sync(), f.Close())
}

// pack packs the files of a folder. Files that come and go meanwhile are left out.
func pack(folder string) ([]byte, error) {
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data))}); err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		return nil, err
	}
	return packed.Bytes(), w.Close()
}
