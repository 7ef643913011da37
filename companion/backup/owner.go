package backup

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the user and the group that own a file.
func ownerOf(info fs.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1
}
