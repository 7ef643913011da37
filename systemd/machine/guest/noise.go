//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// disturb writes, renames, cuts and deletes files in a folder for ever, and makes the kernel pass all of it on to the disk soon, but never flush
// it. So there is always much in the disk's cache, and every flush has to wait for it.
func disturb(folder string) {
	err := os.MkdirAll(folder, 0o755)
	for err == nil {
		err = disturbOnce(filepath.Join(folder, fmt.Sprint(rand.IntN(24))), filepath.Join(folder, fmt.Sprint(rand.IntN(24))))
		time.Sleep(time.Duration(rand.IntN(12)) * time.Millisecond)
	}
	fmt.Println("ended: the other writer:", err)
}

// disturbOnce does something to a file, or to two.
func disturbOnce(path, other string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	switch rand.IntN(8) {
	case 0:
		return os.Rename(path, other)
	case 1:
		return f.Truncate(rand.Int64N(256 << 10))
	case 2:
		return os.Remove(path)
	}
	// Random pages, so that the disk has many writes to lose.
	data := make([]byte, 1+rand.IntN(6<<10))
	for range 1 + rand.IntN(12) {
		if _, err := f.WriteAt(data, rand.Int64N(256<<10)); err != nil {
			return err
		}
	}
	return unix.SyncFileRange(int(f.Fd()), 0, 0, unix.SYNC_FILE_RANGE_WRITE)
}
