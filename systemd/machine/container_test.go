//go:build installed

package machine

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHalfAFolderWithAMount: a run that was killed has left a file system mounted in half a folder. The next run unmounts it, and makes the folder.
func TestHalfAFolderWithAMount(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var left string
	r := recipe{name: "thing", title: "the thing", make: func(_ context.Context, dir string, _ io.Writer) error {
		left = filepath.Join(dir, "proc")
		return errors.Join(os.Mkdir(left, 0o755), syscall.Mount("proc", left, "proc", 0, ""))
	}}
	dir, err := r.cached(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+".half"); err != nil {
		t.Fatal(err)
	}
	r.make = func(context.Context, string, io.Writer) error { return nil }
	if dir, err = r.cached(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) > 0 {
		t.Errorf("the folder has %v, %v", all, err)
	}
}

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
