package tags

import (
	"path/filepath"
	"testing"

	"familiar/companion/durable/durabletest"
)

// What has the name of the list of tags and is no file is refused at once: nobody waits at a pipe, and nothing out of the state is read.
func TestListThatIsNoFile(t *testing.T) {
	for name, put := range durabletest.NoFiles {
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
