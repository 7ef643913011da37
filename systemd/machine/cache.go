//go:build linux

package machine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// progressEvery is the interval of progress messages.
const progressEvery = 15 * time.Second

// recipe describes a folder of files that takes long to make, and that the cache keeps.
type recipe struct {
	name   string // the beginning of the folder's name in the cache
	title  string // what people call it
	inputs []string
	make   func(ctx context.Context, dir string, log io.Writer) error // makes it in an empty folder
}

// cached returns the folder from the cache, and makes it if it is missing. Its name contains a hash of the recipe's inputs, so that another recipe
// never finds it. It gets that name only once it is complete: an interruption at any time leaves the cache valid.
func (r recipe) cached(ctx context.Context, log io.Writer) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "familiar")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join(r.inputs, "\x00")))
	dir := filepath.Join(cache, fmt.Sprintf("%s-%x", r.name, sum[:6]))
	unlock, err := lock(ctx, dir+".lock")
	if err != nil {
		return "", fmt.Errorf("waiting for somebody else who makes %s: %w", r.title, err)
	}
	defer unlock()
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	half := dir + ".half" // no other process makes it now, so an existing one was interrupted
	if err := discard(half); err != nil {
		return "", err
	}
	if err := os.Mkdir(half, 0o755); err != nil {
		return "", err
	}
	fmt.Fprintf(log, "making %s, to be kept in %s\n", r.title, dir)
	begun := time.Now()
	if err := r.make(ctx, half, log); err != nil {
		return "", fmt.Errorf("making %s: %w", r.title, errors.Join(err, discard(half)))
	}
	if err := os.Rename(half, dir); err != nil {
		return "", err
	}
	fmt.Fprintf(log, "made %s in %v\n", r.title, time.Since(begun).Round(time.Second))
	return dir, nil
}

// discard removes a folder that is not complete. What debootstrap has mounted there is unmounted before, as it belongs to the machine that runs this.
func discard(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	mounts, problem := os.ReadFile("/proc/self/mounts")
	if err := errors.Join(err, problem); err != nil {
		return err
	}
	for _, line := range slices.Backward(strings.Split(string(mounts), "\n")) {
		fields := strings.Fields(line)
		if len(fields) < 2 || !strings.HasPrefix(fields[1], real+"/") {
			continue
		}
		if err := syscall.Unmount(fields[1], syscall.MNT_DETACH); err != nil {
			return fmt.Errorf("unmounting %s: %w", fields[1], err)
		}
	}
	return os.RemoveAll(real)
}

// withFiles returns inputs of a recipe, and the names and texts of some files as further ones.
func withFiles(files fs.FS, inputs ...string) ([]string, error) {
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		inputs = append(inputs, name, string(text))
		return err
	})
	return inputs, err
}

// lock waits until no other process has the lock of that file. The lock also ends with this process.
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

// script runs a shell script in a folder, and reports from time to time that it still runs. Its error includes the script's last output.
func script(ctx context.Context, dir, text string, log io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-eu", "-c", text, "sh"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
	output := &tail{limit: 4 << 10}
	cmd.Stdout, cmd.Stderr = output, output
	// Its children end with it: programs like apt start many.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	begun := time.Now()
	stop := make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		every := time.NewTicker(progressEvery)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				fmt.Fprintf(log, "%4.0f s: %s\n", time.Since(begun).Seconds(), output.last())
			case <-stop:
				return
			}
		}
	})
	err := cmd.Run()
	close(stop)
	reporter.Wait()
	if err != nil {
		return fmt.Errorf("%w; it said:\n%s", err, output)
	}
	return nil
}

// tail keeps the end of the text that is written to it.
type tail struct {
	limit int

	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if len(t.kept) > 2*t.limit {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-t.limit:]...)
	}
	return len(p), nil
}

// String implements fmt.Stringer.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-t.limit):])
}

// last returns the last line that is not empty.
func (t *tail) last() string {
	text := bytes.TrimSpace([]byte(t.String()))
	return string(text[bytes.LastIndexAny(text, "\r\n")+1:])
}
