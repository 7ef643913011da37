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

// serveRequests answers requests on port 81, one a connection. `found` is the state directory before the program was started, and `now` its current
// contents, both as tar. The others are commands, whose answer is `done` or an error: `fill` fills the disk, and `free` frees that space again.
func serveRequests(found []byte) error {
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

// answer answers one request. A client can see from an archive's end whether the archive is complete.
func answer(conn net.Conn, found []byte) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	request, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	reply := []byte("done")
	switch strings.TrimSpace(request) {
	case "found":
		reply = found
	case "now":
		reply, err = pack(state)
	case "fill":
		err = fill(filler)
	case "free":
		err = os.Remove(filler)
	default:
		err = errors.New("what?")
	}
	if err != nil {
		reply = []byte(err.Error())
	}
	_, _ = conn.Write(reply) // a client that disconnects notices it
}

// filler is a file that takes all free space.
const filler = disk + "/filler"

// fill takes all space that is left.
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

// pack packs the files of a folder. It leaves out files that appear or vanish meanwhile.
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
