package access

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// Whatever has the name of the file, the table starts at once, without reading more than a file of phones can have, says what is wrong, and keeps it.
func TestFileOfAnotherKind(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a pipe":   func(path string) error { return unix.Mkfifo(path, 0o600) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a link out of the state": func(path string) error {
			return os.Symlink("/dev/zero", path)
		},
		"a gigabyte": func(path string) error {
			if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<30)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := make(filepath.Join(dir, File)); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			a := Open(dir)
			if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 16*maxFile {
				t.Errorf("it takes %d MiB", (after.TotalAlloc-before.TotalAlloc)>>20)
			}
			if a.Damage == nil || a.SaveErr != nil || a.JoinCode() == "" {
				t.Errorf("it says %v; saving: %v", a.Damage, a.SaveErr)
			}
			if kept, _ := filepath.Glob(filepath.Join(dir, File+".damaged-*")); len(kept) != 1 {
				t.Errorf("kept is %q", kept)
			}
			if again := Open(dir); again.Damage != nil || again.JoinCode() != a.JoinCode() {
				t.Errorf("the next time it says %v", again.Damage)
			}
		})
	}
}
