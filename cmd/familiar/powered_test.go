//go:build machine

package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"familiar/companion/tags"
	emulator "familiar/systemd/machine"
)

// powerHouse has the parts from which machines are made.
type powerHouse struct {
	kernel, initrd string
}

func newPowerHouse(t *testing.T) *powerHouse {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	kernel, err := emulator.FetchKernel(ctx, emulator.Virt, testLog{t})
	if err != nil {
		t.Fatal(err)
	}
	var fs emulator.Initrd
	for name, of := range map[string]string{"init": "familiar/systemd/machine/guest", "familiar": "familiar/cmd/familiar"} {
		program := filepath.Join(t.TempDir(), name)
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, of)
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", of, err, out)
		}
		if err := fs.AddFile(name, program); err != nil {
			t.Fatal(err)
		}
	}
	if err := fs.AddFile("e2fsck", kernel.Fsck); err != nil {
		t.Fatal(err)
	}
	modules, err := kernel.Load("virtio_mmio", "virtio_blk", "virtio_net", "crc32c_generic", "ext4")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range modules {
		if err := fs.AddFile(fmt.Sprintf("modules/%02d-%s", i, filepath.Base(file)), file); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"dev", "proc", "sys", "tmp"} {
		fs.AddFolder(folder)
	}
	h := &powerHouse{kernel: kernel.Image, initrd: filepath.Join(t.TempDir(), "initrd")}
	if err := fs.WriteFile(h.initrd); err != nil {
		t.Fatal(err)
	}
	return h
}

// testLog writes to the log of a test.
type testLog struct{ testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.Log(strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// powered is a running machine.
type powered struct {
	testing.TB
	*emulator.Machine
	disk    *emulator.Disk
	on      time.Time // since when
	console bytes.Buffer
	code    string
	rng     *rand.Rand
	lost    emulator.Cut // when the power was cut
	worn    bool         // the disk takes nothing any more
	dead    bool
}

func (p *powered) at() (address, code string) { return p.Address(80), p.code }

// kill cuts the power.
func (p *powered) kill() {
	if p.dead {
		return
	}
	p.dead = true
	err := errors.Join(p.Close(), p.disk.Stop())
	p.lost = p.disk.Cut(p.rng)
	if err != nil {
		p.Error(err)
	}
	if bad := complaint.FindString(p.console.String()); bad != "" && !p.worn {
		p.Errorf("the machine says %q:\n%s", bad, p.Console.Tail(40))
	}
}

// complaint matches lines that a machine must not print.
var complaint = regexp.MustCompile(`(?m)^ended: .*|^.*(EXT4-fs error|JBD2: .*error|I/O error|Kernel panic).*`)

const diskSize = "64M"

// format makes a file system with the tags of the house on a new disk.
func (o *outage) format() {
	o.Helper()
	root, image := o.TempDir(), filepath.Join(o.TempDir(), "image")
	known, err := tags.Load(filepath.Join(root, "familiar"))
	if err != nil {
		o.Fatal(err)
	}
	if err := known.AssignAll(tags.Box{Game: o.lists.game}, o.lists.tags); err != nil {
		o.Fatal(err)
	}
	mke2fs := exec.Command("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0", "-d", root, image, diskSize)
	mke2fs.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
	if out, err := mke2fs.CombinedOutput(); err != nil {
		o.Fatalf("mke2fs: %v\n%s", err, out)
	}
	holds, err := os.ReadFile(image)
	if err != nil {
		o.Fatal(err)
	}
	o.disk = emulator.NewDisk(holds)
}

// start switches the machine on.
func (o *outage) start(words string) {
	o.Helper()
	p := &powered{TB: o, disk: o.disk, on: time.Now(), rng: rand.New(rand.NewPCG(o.rng.Uint64(), 1))}
	socket := filepath.Join(o.TempDir(), "disk")
	if err := o.disk.Serve(socket); err != nil {
		o.Fatal(err)
	}
	var err error
	p.Machine, err = emulator.Start(o.Context(), emulator.Options{
		// Leave out what takes a kernel long and is useless here.
		Kernel: o.house.kernel, Initrd: o.house.initrd, Append: "quiet nokaslr cryptomgr.notests " + words, Memory: 256,
		Drives:  []emulator.Drive{{Source: "nbd+unix:///?socket=" + socket, Cache: "none"}},
		Forward: []int{80, 81}, Console: &p.console, Once: true,
	})
	if err != nil {
		o.Fatal(errors.Join(err, o.disk.Stop()))
	}
	o.Cleanup(p.kill)
	o.running = p
}

// diskIsThere is the guest's output before it looks at the disk.
const diskIsThere = "disk: is there"

// saidThere matches the daemon's first line on the machine's console.
var saidThere = regexp.MustCompile(`^familiar: The table is at http://10\.0\.2\.15 and its join code is (\S+)\.`)

// ready waits until the table runs.
func (o *outage) ready() {
	o.Helper()
	p := o.running
	var looked time.Time
	o.awaitLine(func(line string) bool {
		said := saidThere.FindStringSubmatch(line)
		switch {
		case line == diskIsThere:
			looked = time.Now()
		case said != nil:
			p.code = said[1]
		}
		return said != nil
	})
	if strings.Contains(p.Console.Tail(40), "fsck: /dev/vda: Journal transaction") {
		o.mended++
	}
	awaitTable(o, p.Address(80))
	o.length = time.Since(looked)
	o.up, o.ups = o.up+time.Since(p.on), o.ups+1
}

// awaitLine waits for a line of the console.
func (o *outage) awaitLine(one func(line string) bool) {
	o.Helper()
	ctx, cancel := context.WithTimeout(o.Context(), 2*patience)
	defer cancel()
	failed := ""
	_, err := o.running.Console.Await(ctx, func(line string) bool {
		if strings.HasPrefix(line, "ended: ") {
			failed = line
		}
		return failed != "" || one(line)
	})
	if err != nil || failed != "" {
		o.running.kill()
		o.Fatalf("the machine does not come up: %v\n%s", err, o.running.Console.Tail(40))
	}
}

// fetch copies the machine's state directory into that of this test: either what the daemon has `found` at its start, or what is there `now`.
func (o *outage) fetch(what string) {
	o.Helper()
	packed, err := o.ask(what)
	if err == nil {
		err = os.RemoveAll(o.state)
	}
	if err == nil {
		err = unpack(packed, o.state)
	}
	if err != nil {
		o.Fatalf("what is %s in the machine: %v", what, err)
	}
}

// unpack puts the files of a tar into a folder.
func unpack(packed []byte, folder string) error {
	for r := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
}

// ask sends a request to the guest.
func (o *outage) ask(what string) ([]byte, error) {
	conn, err := net.DialTimeout("tcp", o.running.Address(81), patience)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, what+"\n"); err != nil {
		return nil, err
	}
	return io.ReadAll(conn)
}

// order sends an order to the machine.
func (o *outage) order(what string) {
	o.Helper()
	said, err := o.ask(what)
	if err != nil || string(said) != "done" {
		o.Errorf("to %s: %s, %v", what, said, err)
	}
}
