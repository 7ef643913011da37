//go:build machine

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
	"familiar/systemd/machine"
)

// The pins of the machine to which something is wired, and its serial ports.
const (
	buttonPin  = "GPIO17"
	buzzerPin  = "GPIO22"
	shellPort  = 0
	readerPort = 1
)

// wiredSo is the config of the table that is wired to the machine.
const wiredSo = `
[[reader]]
name = "altar-1"
chip = "pn532"
bus = "/dev/serial0"
seat = 1
place = "altar"

[[button]]
name = "pray"
pin = "GPIO17"
press = "pray"

[lamps]
bus = "SPI0.0"
count = 8

[buzzer]
pin = "GPIO22"
`

// Times within which things happen on a machine that is emulated, while other tests run here.
const (
	bootTime    = 5 * time.Minute
	commandTime = 2 * time.Minute
)

// computer is a machine with a Debian, a table wired to its pins and its serial port, and phones in the room.
type computer struct {
	*testing.T
	debian *machine.Debian
	drives []machine.Drive
	chip   *virtual.PN532 // at the far end of the reader's serial port

	machine *machine.Machine
	shell   *machine.Shell
	served  chan struct{} // closed when the chip's line has ended
	begun   time.Time     // when it was switched on
	code    string        // to join
}

// newComputer makes a machine that is off. Files are put on a stick in it, /dev/vdb.
func newComputer(t *testing.T, files ...string) *computer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	debian, err := machine.BuildDebian(ctx, t.Output())
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
	c := &computer{T: t, debian: debian, drives: []machine.Drive{disk, stick}, chip: virtual.NewPN532OnSerial(readerName)}
	t.Cleanup(c.off)
	return c
}

// readerName is what the chip is called; nobody opens it by that name, as its line leads elsewhere.
const readerName = "serial0"

// on switches the machine on and waits for its shell.
func (c *computer) on() {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), bootTime)
	defer cancel()
	c.begun = time.Now()
	m, err := machine.Start(ctx, machine.Options{
		Kernel: c.debian.Kernel.Image, Initrd: c.debian.Initrd, Append: "quiet", Processors: 2, Memory: 1024,
		Drives: c.drives, Ports: 2, Forward: []int{80},
		Board: &machine.Board{
			Lines: [machine.LineCount]machine.Line{
				0: {Name: buttonPin, Up: true}, 1: {Name: buzzerPin},
				4: {Name: "GPIO2", Up: true}, 5: {Name: "GPIO3", Up: true}, 6: {Name: "GPIO11"}, 7: {Name: "GPIO10"},
			},
			SPI: &[2]string{"GPIO11", "GPIO10"},
			I2C: &[2]string{"GPIO2", "GPIO3"},
		},
	})
	if err != nil {
		c.Fatal(err)
	}
	c.machine, c.shell, c.served = m, machine.NewShell(m.Ports[shellPort]), make(chan struct{})
	go func() {
		defer close(c.served)
		c.chip.ServeSerial(m.Ports[readerPort])
	}()
	c.booted()
}

// booted waits until the machine has a shell.
func (c *computer) booted() {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), bootTime)
	defer cancel()
	if err := c.shell.Up(ctx); err != nil {
		c.Fatalf("%v; the console says\n%s", err, c.machine.Console.Tail(40))
	}
}

// off pulls the plug, and tells what was going on if the test has failed.
func (c *computer) off() {
	if c.machine == nil {
		return
	}
	if c.Failed() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		said, err := c.shell.Run(ctx, "journalctl -b --no-pager -n 60; systemctl status --no-pager familiar.service familiar.socket")
		c.Logf("the journal: %v\n%s", err, said)
		c.Logf("the console:\n%s", c.machine.Console.Tail(40))
	}
	if err := c.machine.Close(); err != nil {
		c.Error(err)
	}
	<-c.served
	c.machine = nil
}

// run has the machine do something that must succeed.
func (c *computer) run(command string) string {
	c.Helper()
	said, err := c.try(command)
	if err != nil {
		c.Fatal(err)
	}
	return said
}

func (c *computer) try(command string) (string, error) {
	ctx, cancel := context.WithTimeout(c.Context(), commandTime)
	defer cancel()
	return c.shell.Run(ctx, command)
}

// until runs a command until what it says is the right thing, which it returns.
func (c *computer) until(command string, right func(said string) bool) string {
	c.Helper()
	deadline := time.Now().Add(commandTime)
	for {
		said, err := c.try(command)
		if right(said) {
			return said
		}
		if time.Now().After(deadline) {
			c.Fatalf("%s still says %q, %v", command, said, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// answers waits until the table answers those in the room.
func (c *computer) answers() {
	c.Helper()
	client := &http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	var last error
	for deadline := time.Now().Add(bootTime); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		resp, err := client.Get("http://" + c.machine.Address(80) + "/healthz")
		if last = err; err != nil {
			continue
		}
		said, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if last = err; err == nil && resp.StatusCode == http.StatusOK {
			return
		}
		last = fmt.Errorf("%s: %s", resp.Status, said)
	}
	c.Fatalf("the table does not answer: %v", last)
}

// findCode looks up the join code as whoever has set the table up does.
func (c *computer) findCode() {
	c.Helper()
	const words = "its join code is "
	said := c.until("journalctl -b -u familiar.service -o cat --no-pager", func(said string) bool { return strings.Contains(said, words) })
	_, after, _ := strings.Cut(said[strings.LastIndex(said, words):], words)
	c.code, _, _ = strings.Cut(after, ".")
}

// phone is a phone in the room; without a token it is a new one.
func (c *computer) phone(token string) *caller {
	c.Helper()
	p, err := call(c.machine.Address(80), token, c.code)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(p.close)
	return p
}

// must has the table do what a phone asks for.
func (c *computer) must(p *caller, r companion.Request) {
	c.Helper()
	if a, err := p.do(r); err != nil || !a.OK {
		c.Fatalf("%+v: %v %s (%s)", r, err, a.Text, a.Rule)
	}
}

// sees waits until a phone is shown what is wanted.
func (c *computer) sees(p *caller, what string, holds func(*companion.Snapshot) bool) *companion.Snapshot {
	c.Helper()
	s, err := p.until(holds)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		c.Fatalf("%s: %v; the last one was %s", what, err, mustJSON(p.newest))
	}
	return s
}

// fact waits until a phone is shown a fact.
func (c *computer) fact(p *caller, path, value string) {
	c.Helper()
	c.sees(p, path+" is "+value, func(s *companion.Snapshot) bool { return s.Game != nil && s.Game.Facts[path] == value })
}

// lay puts a tag on the reader until the table has made something of it, and takes it away.
func (c *computer) lay(tag *virtual.Tag, p *caller, what string, made func(*companion.Snapshot) bool) *companion.Snapshot {
	c.Helper()
	c.chip.Field().Put(tag)
	defer c.chip.Field().Take(tag)
	return c.sees(p, what, made)
}

// press presses the button for as long as a finger does.
func (c *computer) press() {
	c.Helper()
	for _, high := range []bool{false, true} {
		if err := c.machine.Pins().Drive(buttonPin, high); err != nil {
			c.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
	}
}

// wired is how many devices the config has.
const wired = 4

// well tells whether all devices work.
func well(s *companion.Snapshot) bool {
	return len(s.Devices) == wired && !slices.ContainsFunc(s.Devices, func(d companion.Device) bool { return !d.OK })
}

func tagOf(t *testing.T, uid string) *virtual.Tag {
	t.Helper()
	id, err := nfc.ParseUID(uid)
	if err != nil {
		t.Fatal(err)
	}
	tag, err := virtual.NewTag(id)
	if err != nil {
		t.Fatal(err)
	}
	return tag
}

// memory is what the daemon holds of the machine's memory, as the kernel counts it.
func (c *computer) memory() string {
	c.Helper()
	return strings.Join(strings.Fields(c.run("grep -E 'VmRSS|VmHWM' /proc/$(systemctl show -P MainPID familiar.service)/status")), " ")
}

// onStick is where a file of this machine is on the stick of that one.
func onStick(file string) string { return "/mnt/" + filepath.Base(file) }
