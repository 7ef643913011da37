//go:build linux

package machine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// progressEvery is how often it is told that something still goes on.
const progressEvery = 15 * time.Second

// recipe is something that takes long to make and can be kept.
type recipe struct {
	name  string // of its folder in the cache
	title string // as people call it
	of    []string
	make  func(ctx context.Context, dir string, log io.Writer) error // makes it in an empty folder
}

// kept is the folder in the cache in which the thing lies; it is made if it is not there. What it is made of is a part of the name, so that
// another recipe never finds the things of this one. A folder has its name only once everything is in it: a cache is good whenever
// it is interrupted.
func (r recipe) kept(ctx context.Context, log io.Writer) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "familiar")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join(r.of, "\x00")))
	dir := filepath.Join(cache, fmt.Sprintf("%s-%x", r.name, sum[:6]))
	unlock, err := lock(ctx, dir+".lock")
	if err != nil {
		return "", fmt.Errorf("waiting for somebody else who makes %s: %w", r.title, err)
	}
	defer unlock()
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	half := dir + ".half" // nobody else makes it now, so what lies there was interrupted
	if err := os.RemoveAll(half); err != nil {
		return "", err
	}
	if err := os.Mkdir(half, 0o755); err != nil {
		return "", err
	}
	fmt.Fprintf(log, "making %s, to be kept in %s\n", r.title, dir)
	begun := time.Now()
	if err := r.make(ctx, half, log); err != nil {
		return "", fmt.Errorf("making %s: %w", r.title, errors.Join(err, os.RemoveAll(half)))
	}
	if err := os.Rename(half, dir); err != nil {
		return "", err
	}
	fmt.Fprintf(log, "made %s in %v\n", r.title, time.Since(begun).Round(time.Second))
	return dir, nil
}

// lock waits until nobody else has the lock of that file. It is freed when this process ends, too.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errors.Join(err, f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// script runs a shell script in a folder, and tells now and then that it goes on. The script's last words are a part of the error.
func script(ctx context.Context, dir, text string, log io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-eu", "-c", text, "sh"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
	said := &tail{most: 4 << 10}
	cmd.Stdout, cmd.Stderr = said, said
	// Its children end with it: apt and its like start many.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	begun := time.Now()
	stop := make(chan struct{})
	var told sync.WaitGroup
	told.Go(func() {
		every := time.NewTicker(progressEvery)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				fmt.Fprintf(log, "%4.0f s: %s\n", time.Since(begun).Seconds(), said.last())
			case <-stop:
				return
			}
		}
	})
	err := cmd.Run()
	close(stop)
	told.Wait()
	if err != nil {
		return fmt.Errorf("%w; it said:\n%s", err, said)
	}
	return nil
}

// tail keeps the end of what is written to it.
type tail struct {
	most int

	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if len(t.kept) > 2*t.most {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-t.most:]...)
	}
	return len(p), nil
}

// String implements fmt.Stringer.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-t.most):])
}

// last is the last line that is not empty.
func (t *tail) last() string {
	text := bytes.TrimSpace([]byte(t.String()))
	return string(text[bytes.LastIndexAny(text, "\r\n")+1:])
}
