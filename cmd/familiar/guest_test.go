//go:build machine

package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"familiar/systemd/machine"
)

// Time limits on an emulated machine, while other tests run here.
const (
	bootTime    = 5 * time.Minute
	commandTime = 2 * time.Minute
)

// guest is an emulated machine with a Debian, controlled through its shell. Its disk keeps its content while it is off.
type guest struct {
	*testing.T
	model  machine.Model
	debian *machine.Debian
	drives []machine.Drive

	machine *machine.Machine // nil: it is off
	shell   *machine.Shell
	begun   time.Time // when it was switched on
}

// newGuest makes a machine of a model that is off. The files are on a stick, whose label is stick. The caller must call off in the end.
func newGuest(t *testing.T, model machine.Model, files ...string) *guest {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	debian, err := machine.BuildDebian(ctx, model, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	disk, err := debian.Clone(ctx, filepath.Join(dir, "disk"))
	if err != nil {
		t.Fatal(err)
	}
	stick, err := machine.NewStick(ctx, filepath.Join(dir, "stick"), files...)
	if err != nil {
		t.Fatal(err)
	}
	return &guest{T: t, model: model, debian: debian, drives: []machine.Drive{disk, stick}}
}

// start switches the machine on, with its model, its Debian and its drives added to o. The shell uses its first serial port.
func (g *guest) start(o machine.Options) {
	g.Helper()
	ctx, cancel := context.WithTimeout(g.Context(), bootTime)
	defer cancel()
	o.Model, o.Kernel, o.Trees, o.Initrd, o.Drives = g.model, g.debian.Kernel.Image, g.debian.Kernel.Trees, g.debian.Initrd, g.drives
	g.begun = time.Now()
	m, err := machine.Start(ctx, o)
	if err != nil {
		g.Fatal(err)
	}
	g.machine, g.shell = m, machine.NewShell(m.Ports[0])
}

// booted waits until the machine has a shell.
func (g *guest) booted() {
	g.Helper()
	ctx, cancel := context.WithTimeout(g.Context(), bootTime)
	defer cancel()
	if err := g.shell.Up(ctx); err != nil {
		g.Fatalf("%v; the console says\n%s", err, g.machine.Console.Tail(40))
	}
}

// off cuts the power, and logs the console if the test has failed.
func (g *guest) off() {
	if g.machine == nil {
		return
	}
	if g.Failed() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		said, err := g.shell.Run(ctx, "journalctl -b --no-pager -n 60; systemctl status --no-pager familiar.service familiar.socket")
		g.Logf("the journal: %v\n%s", err, said)
		g.Logf("the console:\n%s", g.machine.Console.Tail(40))
	}
	if err := g.machine.Close(); err != nil {
		g.Error(err)
	}
	g.machine = nil
}

// reboot makes the machine's own system restart it, and waits for the next shell.
func (g *guest) reboot() {
	g.Helper()
	g.run("systemctl reboot --no-block")
	g.booted()
}

// powerOff makes the machine's own system switch it off.
func (g *guest) powerOff() {
	g.Helper()
	ctx, cancel := context.WithTimeout(g.Context(), bootTime)
	defer cancel()
	g.run("systemctl poweroff --no-block")
	if err := g.machine.Wait(ctx); err != nil {
		g.Fatalf("%v\n%s", err, g.machine.Console.Tail(40))
	}
}

// run runs a command on the machine, which must succeed.
func (g *guest) run(command string) string {
	g.Helper()
	said, err := g.try(command)
	if err != nil {
		g.Fatal(err)
	}
	return said
}

func (g *guest) try(command string) (string, error) {
	return g.tryFor(commandTime, command)
}

func (g *guest) tryFor(most time.Duration, command string) (string, error) {
	ctx, cancel := context.WithTimeout(g.Context(), most)
	defer cancel()
	return g.shell.Run(ctx, command)
}

// until runs a command until its output is right, and returns that.
func (g *guest) until(command string, right func(said string) bool) string {
	g.Helper()
	return g.waits(commandTime, command, right)
}

// waits is until with a time limit of its own.
func (g *guest) waits(most time.Duration, command string, right func(said string) bool) string {
	g.Helper()
	deadline := time.Now().Add(most)
	for {
		said, err := g.try(command)
		if right(said) {
			return said
		}
		if time.Now().After(deadline) {
			g.Fatalf("%s still says %q, %v", command, said, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// installs installs a package from the stick, as an owner does, and returns the output of apt.
func (g *guest) installs(file string) string {
	g.Helper()
	const stick = "/dev/disk/by-label/stick"
	g.until("ls "+stick, func(said string) bool { return said == stick }) // a stick on USB takes some time
	g.run("mount -o ro " + stick + " /mnt")
	// The installation starts about as many programs as the system's own start does.
	said, err := g.tryFor(bootTime, "apt-get install -yqq "+onStick(file))
	if err != nil {
		g.Fatal(err)
	}
	return said
}

// onStick returns the path on the machine of a file on the stick.
func onStick(file string) string { return "/mnt/" + filepath.Base(file) }
