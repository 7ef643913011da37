//go:build installed

package machine

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// TestContainer boots a container twice: files written in the first life are there in the second one, and in the end nothing is left on this
// machine.
func TestContainer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c, err := NewContainer(ctx, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Boot(ctx); err != nil {
		t.Fatal(err)
	}
	if out, err := c.Run(ctx, "ps", "-p", "1", "-o", "comm="); err != nil || strings.TrimSpace(out) != "systemd" {
		t.Errorf("process 1 is %q, %v", out, err)
	}
	if err := os.WriteFile(c.Path("/root/note"), []byte("kept"), 0o600); err != nil {
		t.Error(err)
	}
	if err := c.Cut(); err != nil {
		t.Fatal(err)
	}
	if err := c.Boot(ctx); err != nil {
		t.Fatal(err)
	}
	if out, err := c.Run(ctx, "cat", "/root/note"); err != nil || out != "kept" {
		t.Errorf("the note says %q, %v", out, err)
	}
	if out, err := c.Run(ctx, "false"); err == nil {
		t.Errorf("false says %q", out)
	}
	group := c.group
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(group); !os.IsNotExist(err) {
		t.Errorf("%s: %v", group, err)
	}
}
