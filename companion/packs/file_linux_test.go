package packs

import (
	"os"
	"path/filepath"
	"testing"

	"familiar/companion/durable/durabletest"
)

// What has the name of a card list and is no file is refused at once: nobody waits at a pipe, and nothing out of the state is read.
func TestListThatIsNoFile(t *testing.T) {
	for name, put := range durabletest.NoFiles {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, Folder), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := put(filepath.Join(dir, Folder, "sacrilege.ours.toml")); err != nil {
				t.Fatal(err)
			}
			if _, err := Read(dir, "sacrilege", "ours"); err == nil {
				t.Error("it is read")
			}
		})
	}
}
