package durabletest

import (
	"os"

	"golang.org/x/sys/unix"
)

// NoFiles create something that is not a file at a path; the key says what. A program that opens the pipe, or reads the link as a file, never comes to an end.
var NoFiles = map[string]func(path string) error{
	"a pipe":                  func(path string) error { return unix.Mkfifo(path, 0o600) },
	"a folder":                func(path string) error { return os.Mkdir(path, 0o700) },
	"a link out of the state": func(path string) error { return os.Symlink("/dev/zero", path) },
}
