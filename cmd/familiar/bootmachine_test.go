//go:build machine

package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
	"familiar/systemd/machine"
)

// The pins of the machine that have wires, and its serial ports.
const (
	buttonPin  = "GPIO17"
	buzzerPin  = "GPIO22"
	readerPort = 1 // port 0 is the shell's
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

// computer is a virtual machine with a Debian, a table wired to its pins and its serial port, and phones on the network.
type computer struct {
	*guest
	chip   *virtual.PN532 // at the far end of the reader's serial port
	served chan struct{}  // closed when the chip's line has ended
	code   string         // for joining
}

// newComputer makes a machine that is off, with files on a memory stick.
func newComputer(t *testing.T, files ...string) *computer {
	t.Helper()
	c := &computer{guest: newGuest(t, machine.Virt, files...), chip: virtual.NewPN532OnSerial(readerName)}
	t.Cleanup(c.off)
	return c
}

// readerName is the chip's name; nobody opens it by this name, because its line leads elsewhere.
const readerName = "serial0"

// on switches the machine on and waits for its shell.
func (c *computer) on() {
	c.Helper()
	c.start(machine.Options{
		Append: "quiet", Processors: 2, Memory: 1024, Ports: 2, Forward: []int{80},
		Board: &machine.Board{
			Lines: [machine.LineCount]machine.Line{
				0: {Name: buttonPin, Up: true}, 1: {Name: buzzerPin},
				4: {Name: "GPIO2", Up: true}, 5: {Name: "GPIO3", Up: true}, 6: {Name: "GPIO11"}, 7: {Name: "GPIO10"},
			},
			SPI: &[2]string{"GPIO11", "GPIO10"},
			I2C: &[2]string{"GPIO2", "GPIO3"},
		},
	})
	c.served = make(chan struct{})
	go func() {
		defer close(c.served)
		c.chip.ServeSerial(c.machine.Ports[readerPort])
	}()
	c.booted()
}

// off pulls the plug.
func (c *computer) off() {
	if c.machine != nil {
		c.guest.off()
		<-c.served
	}
}

// answers waits until the table answers phones on the network.
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

// findCode finds the join code as an owner does.
func (c *computer) findCode() {
	c.Helper()
	const words = "its join code is "
	said := c.until("journalctl -b -u familiar.service -o cat --no-pager", func(said string) bool { return strings.Contains(said, words) })
	_, after, _ := strings.Cut(said[strings.LastIndex(said, words):], words)
	c.code, _, _ = strings.Cut(after, ".")
}

// phone connects a phone on the network; without a token it is a new one.
func (c *computer) phone(token string) *networkPhone {
	c.Helper()
	p, err := connectPhone(c.machine.Address(80), token, c.code)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(p.close)
	return p
}

// must makes a request of a phone, which must succeed.
func (c *computer) must(p *networkPhone, r protocol.Request) {
	c.Helper()
	if a, err := p.do(r); err != nil || !a.OK {
		c.Fatalf("%+v: %v %s (%s)", r, err, a.Text, a.Rule)
	}
}

// sees waits until a phone's snapshot is as wanted.
func (c *computer) sees(p *networkPhone, what string, holds func(*protocol.Snapshot) bool) *protocol.Snapshot {
	c.Helper()
	s, err := p.until(holds)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		c.Fatalf("%s: %v; the last one was %s", what, err, rig.MustJSON(p.newest))
	}
	return s
}

// fact waits until a phone shows a fact.
func (c *computer) fact(p *networkPhone, path, value string) {
	c.Helper()
	c.sees(p, path+" is "+value, func(s *protocol.Snapshot) bool { return s.Game != nil && s.Game.Facts[path] == value })
}

// lay puts a tag on the reader until the table has reacted, and takes it away.
func (c *computer) lay(tag *virtual.Tag, p *networkPhone, what string, made func(*protocol.Snapshot) bool) *protocol.Snapshot {
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

// well reports whether all devices work.
func well(s *protocol.Snapshot) bool {
	return len(s.Devices) == wired && !slices.ContainsFunc(s.Devices, func(d protocol.Device) bool { return !d.OK })
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

// memory returns the daemon's memory as the kernel counts it.
func (c *computer) memory() string {
	c.Helper()
	return strings.Join(strings.Fields(c.run("grep -E 'VmRSS|VmHWM' /proc/$(systemctl show -P MainPID familiar.service)/status")), " ")
}
