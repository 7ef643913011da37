package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"familiar/companion/protocol"
	"familiar/web"
)

// host is the machine that the doctor examines: its files, and functions that query it.
type host struct {
	root      string // of its file system
	systemctl func(ctx context.Context, args ...string) (string, error)
	clock     func() (now time.Time, set bool) // set: the network has set the clock
	statfs    func(dir string) (syscall.Statfs_t, error)
	health    func(ctx context.Context, port int) (protocol.Health, error)
}

// thisMachine returns the machine on which the program runs.
func thisMachine() host {
	return host{root: "/", systemctl: systemctl, clock: kernelClock, statfs: statfs, health: web.AskHealth}
}

func (m host) files() fs.FS { return os.DirFS(m.root) }

// at returns the path to a file of the machine: at("/dev/spidev0.0").
func (m host) at(file string) string { return filepath.Join(m.root, file) }

// read returns the text of a small file of the kernel, without its line end; empty if there is none.
func (m host) read(elements ...string) string {
	data, err := fs.ReadFile(m.files(), path.Join(elements...))
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(data), "\n\x00 ")
}

// glob lists files of the machine by their names there.
func (m host) glob(pattern string) []string {
	found, _ := filepath.Glob(m.at(pattern)) // the patterns are well formed
	for i, f := range found {
		found[i] = "/" + strings.TrimPrefix(strings.TrimPrefix(f, filepath.Clean(m.root)), "/")
	}
	return found
}

// systemctlTimeout is how long systemd may take to answer.
const systemctlTimeout = 5 * time.Second

func systemctl(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, systemctlTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "systemctl", args...).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		first, _, _ := strings.Cut(string(exit.Stderr), "\n")
		err = errors.New(first)
	}
	return string(out), err
}

func statfs(dir string) (s syscall.Statfs_t, err error) {
	err = syscall.Statfs(dir, &s)
	return s, err
}
