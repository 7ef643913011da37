package hw_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"familiar/hw"
)

// A config that is a pipe is refused at once: perhaps nobody ever writes to it, and the table would wait for that.
func TestConfigThatIsAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.toml")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hw.ReadConfig(pipe); err == nil || err.Error() != "config "+pipe+": it is no file" {
		t.Errorf("it is read: %v", err)
	}
}
