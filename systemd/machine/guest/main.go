//go:build linux

// Command guest is the first process of an emulated machine whose power is cut: a machine with only a disk, a network, Familiar, and a writer that
// keeps the disk busy. The kernel starts it from an initramfs that holds it as /init, the program as /familiar, e2fsck as /e2fsck, and the kernel's
// modules in /modules, each before those that need it.
//
// Words on the kernel's command line change its behaviour:
//
//	nosync     Familiar's writes are never flushed: all calls that would flush them succeed and do nothing.
//	still      There is no other writer.
//	tear=TEXT  The part of a line that a cut can leave is added to the newest journal before Familiar reads it.
//
// Each line on the console begins with a word of its own: `disk:` means that the disk is checked now, `fsck:` is a line of e2fsck, `familiar:` one of
// the program, and `ended:` means that the program or the guest itself has failed.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	disk  = "/disk"
	state = disk + "/familiar"
	// wiring has no device in it: this table is played by phones.
	wiring = "/familiar.toml"
)

func main() {
	if os.Getpid() != 1 { // this program has started itself: see familiar
		fmt.Println("ended:", runUnsynced(os.Args[1:]))
		os.Exit(1)
	}
	fmt.Println("ended:", run())
	select {} // if the first process ends, the kernel stops and its last output is lost
}

// run does all work of the machine. It returns only if something fails.
func run() error {
	if err := mountKernel(); err != nil {
		return err
	}
	words, err := os.ReadFile("/proc/cmdline")
	if err != nil {
		return err
	}
	args := strings.Fields(string(words))
	if err := loadModules("/modules"); err != nil {
		return err
	}
	options := ""
	nosync := slices.Contains(args, "nosync")
	if nosync {
		options = "noauto_da_alloc" // or ext4 itself would flush a file that is renamed over another one
	}
	if err := mountDisk(options); err != nil {
		return err
	}
	if err := connect(); err != nil {
		return err
	}
	for _, word := range args {
		if text, ok := strings.CutPrefix(word, "tear="); ok {
			if err := tear(text); err != nil {
				return err
			}
		}
	}
	found, err := pack(state)
	if err != nil {
		return err
	}
	if !slices.Contains(args, "still") {
		go disturb(filepath.Join(disk, "noise"))
	}
	failed := make(chan error, 2)
	go func() { failed <- serveRequests(found) }()
	go func() { failed <- familiar(nosync) }()
	return <-failed
}

func mountKernel() error {
	for _, m := range [][2]string{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"}} {
		if err := os.MkdirAll(m[1], 0o755); err != nil {
			return err
		}
		if err := unix.Mount(m[0], m[1], m[0], 0, ""); err != nil && !errors.Is(err, unix.EBUSY) {
			return fmt.Errorf("mounting %s: %w", m[1], err)
		}
	}
	return nil
}

// loadModules loads the modules of a folder in the order of their names.
func loadModules(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		f, err := os.Open(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		err = unix.FinitModule(int(f.Fd()), "", 0)
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("loading %s: %w", e.Name(), err)
		}
	}
	return nil
}

// mountDisk mounts the disk once it exists. It first repairs the damage of a cut as far as that needs no person, like all Debians at their start. (Not
// every kernel mounts a file system whose own journal ends in a torn block.)
func mountDisk(options string) error {
	const device = "/dev/vda"
	for late := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(device); err == nil {
			break
		} else if time.Now().After(late) {
			return err
		}
	}
	if err := os.MkdirAll(disk, 0o755); err != nil {
		return err
	}
	fmt.Println("disk: is there")
	output, err := exec.Command("/e2fsck", "-p", device).CombinedOutput()
	for line := range strings.Lines(string(output)) {
		fmt.Println("fsck:", strings.TrimSpace(line))
	}
	const mended = 1 // status: errors were repaired
	if failed := new(exec.ExitError); err != nil && !(errors.As(err, &failed) && failed.ExitCode() == mended) {
		return fmt.Errorf("mending %s: %w", device, err)
	}
	if err := unix.Mount(device, disk, "ext4", 0, options); err != nil {
		return fmt.Errorf("mounting %s: %w", device, err)
	}
	return nil
}

// tear leaves a part of a line at the end of the newest journal, unless there is one already or the game has ended.
func tear(text string) error {
	journals, err := filepath.Glob(filepath.Join(state, "games", "*.table"))
	if err != nil || len(journals) == 0 {
		return err
	}
	slices.Sort(journals)
	newest := journals[len(journals)-1]
	data, err := os.ReadFile(newest)
	if err != nil || !bytes.HasSuffix(data, []byte("\n")) || bytes.Contains(data, []byte("\n# ended: ")) {
		return err
	}
	f, err := os.OpenFile(newest, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// connect sets the address that the machine has in QEMU's network.
func connect() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	for _, step := range []struct {
		device  string
		request uint
		value   []byte
	}{
		{"eth0", unix.SIOCSIFADDR, []byte{10, 0, 2, 15}},
		{"eth0", unix.SIOCSIFNETMASK, []byte{255, 255, 255, 0}},
		{"eth0", unix.SIOCSIFFLAGS, nil},
		{"lo", unix.SIOCSIFFLAGS, nil},
	} {
		r, err := unix.NewIfreq(step.device)
		if err != nil {
			return err
		}
		if step.value == nil {
			r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
		} else if err := r.SetInet4Addr(step.value); err != nil {
			return err
		}
		if err := unix.IoctlIfreq(s, step.request, r); err != nil {
			return fmt.Errorf("setting up %s: %w", step.device, err)
		}
	}
	return nil
}

// familiar runs the program and passes on its output. It returns when the program has ended, which should never happen.
func familiar(nosync bool) error {
	if err := os.WriteFile(wiring, nil, 0o644); err != nil {
		return err
	}
	args := []string{"/familiar", "run", "--state", state, "--config", wiring, "--listen", ":80"}
	if nosync {
		args = append([]string{"/init"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = []string{"HOME=/", "PATH=/"}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = cmd.Stdout // the program writes whole lines to both
	if err := cmd.Start(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		fmt.Println("familiar:", lines.Text())
	}
	return fmt.Errorf("familiar has ended, and nobody has asked it to: %v", cmd.Wait())
}
