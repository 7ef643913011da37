package tags

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What has the name of the list of tags and is no file is refused at once: nobody waits at a pipe, and nothing out of the state is read.
func TestListThatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"a pipe":                  func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder":                func(path string) error { return os.Mkdir(path, 0o700) },
		"a link out of the state": func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := put(filepath.Join(dir, File)); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(dir); err == nil {
				t.Error("it is read")
			}
		})
	}
}
