//go:build linux

package machine

import (
	"bufio"
	"context"
	_ "embed" // the scripts
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

//go:embed tree.sh
var treeScript string

//go:embed container.sh
var containerScript string

// treePackages are the packages in addition to a minimal Debian.
const treePackages = "systemd,systemd-sysv,dbus,udev,init-system-helpers,procps,iproute2"

// A Container is a Debian for this machine's own processor. Its systemd is process 1 of namespaces of its own. It boots in a second, where a
// Machine takes ten, but has this machine's kernel and none of a Machine's devices. It needs root.
type Container struct {
	cmd      *exec.Cmd
	start    io.WriteCloser
	lifeline *os.File // closing it ends all of the container, and so does the end of this process
	out      *bufio.Reader
	log      *tail
	group    string
	init     int // its process ID on this machine; 0: it is off
}

// NewContainer makes a container of a newly installed Debian. It is off. Making the Debian takes a minute, once; the progress is written to log.
func NewContainer(ctx context.Context, log io.Writer) (*Container, error) {
	suite := osRelease()["VERSION_CODENAME"]
	if suite == "" {
		return nil, errors.New("this system does not tell its VERSION_CODENAME: it takes a Debian to make a Debian")
	}
	dir, err := recipe{
		name: "tree-" + runtime.GOARCH, title: "the Debian of the container", inputs: []string{treeScript, treePackages, release()},
		make: func(ctx context.Context, dir string, log io.Writer) error {
			return script(ctx, dir, treeScript, log, suite, treePackages)
		},
	}.cached(ctx, log)
	if err != nil {
		return nil, err
	}
	groups, err := unifiedGroups()
	if err != nil {
		return nil, err
	}
	c := &Container{log: &tail{limit: 8 << 10}, group: filepath.Join(groups, fmt.Sprintf("familiar-%d", os.Getpid()))}
	// It runs in a mount namespace of its own. The namespace ends with it, together with everything it has mounted.
	c.cmd = exec.Command("unshare", "--mount", "sh", "-eu", "-c", containerScript, "container.sh", dir, c.group)
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.cmd.Stderr = c.log
	c.cmd.WaitDelay = 5 * time.Second
	if c.start, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	c.cmd.ExtraFiles, c.lifeline = []*os.File{theirs}, ours
	return c, c.cmd.Start()
}

// unifiedGroups returns the directory of this machine's control groups, version 2.
func unifiedGroups() (string, error) {
	for _, dir := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"} {
		var fs unix.Statfs_t
		if err := unix.Statfs(dir, &fs); err == nil && fs.Type == unix.CGROUP2_SUPER_MAGIC {
			return dir, nil
		}
	}
	return "", errors.New("this machine has no control groups of the second version: systemd cannot run in a container here")
}

// Boot switches it on, and waits until its systemd has started all services.
func (c *Container) Boot(ctx context.Context) error {
	if _, err := io.WriteString(c.start, "boot\n"); err != nil {
		return fmt.Errorf("%w: %s", err, c.log)
	}
	line, err := c.out.ReadString('\n')
	if err == nil {
		c.init, err = strconv.Atoi(strings.TrimSpace(line))
	}
	if err != nil {
		return fmt.Errorf("the container does not start: %w: %s", err, c.log)
	}
	for {
		// Failed services are the caller's concern: here it is enough that it is up.
		state, err := c.Run(ctx, "systemctl", "is-system-running")
		if state = strings.TrimSpace(state); state == "running" || state == "degraded" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the container is %q: %w: %s", state, errors.Join(ctx.Err(), err), c.log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// cutTimeout is how long the container's processes may take to end.
const cutTimeout = 30 * time.Second

// Cut switches it off like pulling the plug: all its programs are interrupted. Its written files are there when it boots again.
func (c *Container) Cut() error {
	if c.init == 0 {
		return nil
	}
	if err := syscall.Kill(c.init, syscall.SIGKILL); err != nil {
		return err
	}
	c.init = 0
	late := time.AfterFunc(cutTimeout, func() { c.lifeline.Close() })
	defer late.Stop()
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return fmt.Errorf("the container did not end: %w: %s", err, c.log)
		}
		if line == "over\n" {
			return nil
		}
	}
}

// Close removes it, with all its contents. Closing it twice is no error.
func (c *Container) Close() error {
	if c.cmd.ProcessState != nil {
		return nil
	}
	err := errors.Join(c.Cut(), c.lifeline.Close())
	_ = c.cmd.Wait() // it was killed
	return err
}

// Run runs a program in it, as root, and returns its output.
func (c *Container) Run(ctx context.Context, program ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "nsenter", append([]string{"-t", strconv.Itoa(c.init), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"}, program...)...)
	cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"}
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(program, " "), err, out)
	}
	return string(out), err
}

// Path returns where a file of it is found from outside, while it is on.
func (c *Container) Path(name string) string {
	return filepath.Join("/proc", strconv.Itoa(c.init), "root", name)
}

// Dial connects to an address of its network, like a program inside does.
func (c *Container) Dial(_ context.Context, network, address string) (conn net.Conn, err error) {
	var dialled sync.WaitGroup
	dialled.Go(func() {
		// This thread is in the other network from now on, and ends with this goroutine.
		runtime.LockOSThread()
		var ns *os.File
		if ns, err = os.Open(fmt.Sprintf("/proc/%d/ns/net", c.init)); err != nil {
			return
		}
		err = unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET)
		ns.Close()
		if err == nil {
			conn, err = net.DialTimeout(network, address, 10*time.Second)
		}
	})
	dialled.Wait()
	return conn, err
}
