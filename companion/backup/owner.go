package backup

import (
	"io/fs"
	"syscall"
)

// ownerOf returns a file's user and group.
func ownerOf(info fs.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1
}
