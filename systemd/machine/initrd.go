//go:build linux

package machine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Initrd is the first file system of a machine, in memory. The kernel runs its /init.
type Initrd struct {
	entries []entry
	folders map[string]bool
}

type entry struct {
	name string
	mode uint32 // in Linux's encoding
	data []byte
}

// File types of Linux.
const (
	typeFolder = 0o040000
	typeFile   = 0o100000
)

// Add adds a file and its parent folders.
func (i *Initrd) Add(name string, perm fs.FileMode, data []byte) {
	name = strings.Trim(path.Clean(name), "/")
	i.AddFolder(path.Dir(name))
	i.entries = append(i.entries, entry{name, typeFile | uint32(perm.Perm()), data})
}

// AddFile adds a file of this machine under another name.
func (i *Initrd) AddFile(name, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	i.Add(name, info.Mode(), data)
	return nil
}

// AddFolder adds an empty folder and its parent folders.
func (i *Initrd) AddFolder(name string) {
	name = strings.Trim(path.Clean(name), "/")
	if name == "." || name == "" || i.folders[name] {
		return
	}
	i.AddFolder(path.Dir(name))
	if i.folders == nil {
		i.folders = make(map[string]bool)
	}
	i.folders[name] = true
	i.entries = append(i.entries, entry{name, typeFolder | 0o755, nil})
}

// WriteFile writes it to a file for QEMU.
func (i *Initrd) WriteFile(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(i.write(w), w.Flush(), f.Close())
}

// write writes a cpio archive in the form that the kernel reads. It is not compressed: an emulated processor would take longer to
// decompress it than this one to write it.
func (i *Initrd) write(w io.Writer) error {
	for n, e := range append(i.entries[:len(i.entries):len(i.entries)], entry{name: "TRAILER!!!"}) {
		// Magic number, then: number, mode, owner, group, links, time, size, device (4), length of the name, checksum.
		head := fmt.Sprintf("070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%s\x00",
			n+1, e.mode, 0, 0, 1, 0, len(e.data), 0, 0, 0, 0, len(e.name)+1, 0, e.name)
		for _, part := range [][]byte{[]byte(head), e.data} {
			part = append(part[:len(part):len(part)], make([]byte, -len(part)&3)...) // each part is padded to whole words
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	return nil
}
