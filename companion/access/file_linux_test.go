package access

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"familiar/companion/durable/durabletest"
)

// Whatever has the name of the file, the table starts at once, without reading more than a file of phones can have, says what is wrong, and keeps it.
func TestFileOfAnotherKind(t *testing.T) {
	kinds := maps.Clone(durabletest.NoFiles)
	kinds["a gigabyte"] = func(path string) error {
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			return err
		}
		return os.Truncate(path, 1<<30)
	}
	for name, put := range kinds {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := put(filepath.Join(dir, File)); err != nil {
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
