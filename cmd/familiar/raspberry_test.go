//go:build pi

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/board"
	"familiar/hw/header"
	"familiar/systemd/machine"
)

// instructions sets how QEMU counts time on the Raspberry Pi: an instruction takes 2 ns, which makes 500 million a second, about as many as a core of a Pi 3
// executes. An idle guest skips to its next timer.
const instructions = "shift=1,sleep=off"

// raspberry is an emulated Raspberry Pi 3 with a bench on its header and Familiar as a service. It is a venue: its time is that of the bubble in which
// the test runs, and stops while the test computes.
type raspberry struct {
	*testing.T
	prepared
	outside *outside
	disk    machine.Drive
	bench   *bench.Bench
	begun   time.Time
	spi1    bool // a reader is on SPI1

	machine *machine.Machine
	shell   *machine.Shell
	served  chan error // the error that ended the header
	network *guestNetwork
	line    *header.Port // to the guest at the room's far end
	said    []byte       // from the line, not yet a whole packet
	wires   []*wire
	join    string
	newest  string // newest journal
	journal []byte // the part that was read
}

// Time limits on the guest.
const (
	guestBoots    = 5 * time.Minute
	guestCommands = 2 * time.Minute
)

// outside starts goroutines outside of the bubble in which it is called. They may wait for anything.
type outside struct{ work chan func() }

func newOutside(t *testing.T) *outside {
	o := &outside{work: make(chan func())}
	go func() {
		for f := range o.work {
			go f()
		}
	}()
	t.Cleanup(func() { close(o.work) })
	return o
}

// onRaspberry runs a test on a Raspberry Pi that is off, with the devices of a config on its header.
func (i prepared) onRaspberry(t *testing.T, config string, test func(r *raspberry)) {
	t.Helper()
	disk, err := i.debian.Clone(t.Context(), filepath.Join(t.TempDir(), "disk"))
	if err != nil {
		t.Fatal(err)
	}
	disk.Cache = "unsafe" // other tests check what a power cut leaves on a disk
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	out, room := newOutside(t), newGuestNetwork(t)
	synctest.Test(t, func(t *testing.T) {
		b, err := bench.New(wiring)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		r := &raspberry{T: t, prepared: i, outside: out, disk: disk, bench: b, begun: time.Now(), network: room, spi1: strings.Contains(config, "SPI1.")}
		defer r.off()
		test(r)
	})
}

// kernelWords are words on the kernel's command line. Raspberry Pi OS starts without the memory controller. dwc2 is the driver of a USB controller without devices.
const kernelWords = "cgroup_disable=memory modprobe.blacklist=dwc2"

// on switches the machine on and waits for its shell.
func (r *raspberry) on() {
	r.Helper()
	socket := filepath.Join(r.TempDir(), "header")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		r.Fatal(err)
	}
	defer listener.Close()
	var up atomic.Bool
	var failed error
	r.outside.work <- func() {
		defer up.Store(true)
		r.machine, failed = machine.Start(context.Background(), machine.Options{
			Model: r.model, Kernel: r.debian.Kernel.Image, Trees: r.debian.Kernel.Trees, Initrd: r.debian.Initrd, Append: kernelWords,
			Processors: 1, Drives: []machine.Drive{r.disk}, Ports: 2, NoConsole: true, QEMU: r.qemu, ICount: instructions,
			Header: socket, SPI1: r.spi1,
		})
		if failed != nil {
			listener.Close()
		}
	}
	conn, err := listener.Accept()
	if err != nil {
		r.Fatal(errors.Join(err, failed))
	}
	wiring := board.Pi3
	if r.model == machine.Pi4Header {
		wiring = board.Pi4
	}
	h := header.New(conn, r.bench, wiring)
	r.line = h.Ports[linePort]
	h.Settle, h.Tick = synctest.Wait, r.tick
	r.served = make(chan error, 1)
	go func() {
		defer conn.Close()
		r.served <- h.Serve()
	}()
	for !up.Load() {
		time.Sleep(pollEvery)
	}
	if failed != nil {
		r.Fatal(failed)
	}
	r.shell = machine.NewShell(h.Ports[shellOnPi])
	r.booted()
}

// The serial ports of the machine: the PL011, /dev/ttyAMA0, is the network, and the mini UART, /dev/ttyS0, has the shell.
const (
	linePort  = 0
	shellOnPi = 1
)

// connect brings up the guest's end of the network.
func (r *raspberry) connect() {
	r.Helper()
	r.run(`modprobe slip
stty -F /dev/ttyAMA0 raw -echo 115200
# TIOCSETD, N_SLIP
perl -e 'open L, "+<", "/dev/ttyAMA0" or die $!; my $slip = pack("i", 1); ioctl L, 0x5423, $slip or die $!; sleep' </dev/null >/run/slip.log 2>&1 &
for wait in $(seq 50); do [ -e /sys/class/net/sl0 ] && break; sleep 0.1; done
cat /run/slip.log
ip addr add ` + guestAddress + ` peer ` + hostAddress + ` dev sl0
ip link set sl0 mtu 1500 up`)
}

// step runs a part of the test, and logs its duration by the guest's clock and by this machine's.
func (r *raspberry) step(name string, do func()) {
	r.Helper()
	guest, here := time.Now(), hereNow()
	do()
	if r.Failed() {
		r.Fatalf("that was: %s", name)
	}
	r.Logf("%7.2f s of the guest, %6.1f s here: %s", time.Since(guest).Seconds(), (hereNow() - here).Seconds(), name)
}

// hereNow is a clock outside of the bubble.
func hereNow() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		panic(err) // Linux has this clock
	}
	return time.Duration(now.Nano())
}

// booted waits until the machine has a shell.
func (r *raspberry) booted() {
	r.Helper()
	r.shellUp()
	r.running()
}

// running waits until the machine has started everything: its shell comes before it knows the devices on its header.
func (r *raspberry) running() {
	r.Helper()
	r.untilSaid("systemctl is-system-running", func(said string) bool { return said == "running" })
}

// shellUp waits until the machine has a shell, which is some time before its devices are there.
func (r *raspberry) shellUp() {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), guestBoots)
	defer cancel()
	if err := r.shell.Up(ctx); err != nil {
		r.Fatal(err)
	}
}

// off cuts the power, and logs the console if the test has failed.
func (r *raspberry) off() {
	if r.machine == nil {
		return
	}
	if r.Failed() && r.shell != nil {
		ctx, cancel := context.WithTimeout(context.Background(), guestCommands)
		defer cancel()
		said, err := r.shell.Run(ctx, "journalctl -b --no-pager -n 60; systemctl status --no-pager familiar.service familiar.socket")
		r.Logf("the journal: %v\n%s", err, said)
	}
	if err := r.machine.Close(); err != nil {
		r.Error(err)
	}
	if err := <-r.served; err != nil {
		r.Error(err)
	}
	for _, w := range r.wires {
		w.Close() // the other end is gone
	}
	r.machine, r.shell, r.wires, r.said = nil, nil, nil, nil
	r.Pass(10 * pollEvery) // until every reader has noticed
}

// tick moves packets between the guest and the phones.
func (r *raspberry) tick() {
	for r.line.Buffered() > 0 {
		var some [4096]byte
		n, _ := r.line.Read(some[:]) // there are bytes to read
		r.said = append(r.said, some[:n]...)
	}
	for {
		packet, rest := cutSLIP(r.said)
		if r.said = rest; packet == nil {
			break
		}
		if err := r.network.deliver(packet); err != nil {
			r.Errorf("a packet of the guest: %v", err)
		}
	}
	for _, w := range r.wires {
		w.poll()
	}
	var out []byte
	for packet := r.network.next(); packet != nil; packet = r.network.next() {
		out = appendSLIP(out, packet)
	}
	_, _ = r.line.Write(out) // a guest that is off gets nothing
}

// run runs a command on the machine, which must succeed.
func (r *raspberry) run(command string) string {
	r.Helper()
	said, err := r.try(command)
	if err != nil {
		r.Fatal(err)
	}
	return said
}

func (r *raspberry) try(command string) (string, error) {
	ctx, cancel := context.WithTimeout(r.Context(), guestCommands)
	defer cancel()
	return r.shell.Run(ctx, command)
}

// write writes a file on the machine.
func (r *raspberry) write(path, text string) {
	r.Helper()
	r.run("cat >" + path + " <<'END'\n" + strings.TrimSuffix(text, "\n") + "\nEND")
}

// untilSaid runs a command until its output is right, and returns that.
func (r *raspberry) untilSaid(command string, right func(said string) bool) string {
	r.Helper()
	for deadline := time.Now().Add(guestCommands); ; r.Pass(200 * time.Millisecond) {
		said, err := r.try(command)
		if right(said) {
			return said
		}
		if time.Now().After(deadline) {
			r.Fatalf("%s still says %q, %v", command, said, err)
		}
	}
}

// findCode finds the join code as an owner does.
func (r *raspberry) findCode() {
	r.Helper()
	const words = "its join code is "
	said := r.untilSaid("journalctl -b -u familiar.service -o cat --no-pager", func(said string) bool { return strings.Contains(said, words) })
	_, after, _ := strings.Cut(said[strings.LastIndex(said, words):], words)
	r.join, _, _ = strings.Cut(after, ".")
}

// enrol gives the service the tags of a game's virtual table.
func (r *raspberry) enrol(game engine.Game) {
	r.Helper()
	dir := r.TempDir()
	known, err := tags.Load(dir)
	if err != nil {
		r.Fatal(err)
	}
	if err := known.AssignAll(tags.Box{Game: game.ID}, virtualTagsOf(r, game)); err != nil {
		r.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, tags.File))
	if err != nil {
		r.Fatal(err)
	}
	const file = "/var/lib/familiar/" + tags.File
	r.write(file, string(text))
	r.run("chown familiar: " + file)
}

// rig returns the table on the machine, for a player.
func (r *raspberry) rig(game engine.Game, config string, kept *rig.Recording) *rig.Rig {
	r.Helper()
	all, err := daemon.VirtualTags(game)
	if err != nil {
		r.Fatal(err)
	}
	table := rig.NewAt(r.T, r, config, all)
	table.Recording = kept
	return table
}

func (r *raspberry) Devices() *bench.Bench { return r.bench }

func (r *raspberry) Dial(string) (net.Conn, error) {
	conn, err := r.network.dial(80, func() { time.Sleep(pollEvery) })
	if err != nil {
		return nil, err
	}
	w, err := newWire(conn)
	if err == nil {
		r.wires = append(r.wires, w)
	}
	return w, err
}

func (r *raspberry) Host() string { return guestAddress }

func (r *raspberry) Slow() bool { return true }

func (r *raspberry) JoinCode() string { return r.join }

// Journal fetches the new part of the newest journal.
func (r *raspberry) Journal() (name string, data []byte, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), guestCommands)
	defer cancel()
	said, err := r.shell.Builtin(ctx, fmt.Sprintf("set -- /var/lib/familiar/games/*.table; while [ $# -gt 1 ]; do shift; done; echo $1; from=1; [ $1 != '%s' ] || from=%d; tail -c +$from $1", r.newest, len(r.journal)+1))
	if err != nil {
		return "", nil, err
	}
	name, more, _ := strings.Cut(said, "\n")
	if name != r.newest {
		r.newest, r.journal = name, nil
	}
	if more != "" {
		r.journal = append(r.journal, more+"\n"...)
	}
	return name, bytes.Clone(r.journal), nil
}

func (r *raspberry) Scene() (scene.Scene, bool) { return scene.Scene{}, false }

func (r *raspberry) Pass(d time.Duration) { time.Sleep(d) }

var _ rig.Venue = (*raspberry)(nil)

// setClock sets the clock, as the network would.
func (r *raspberry) setClock() {
	r.Helper()
	r.run("date -u -s @" + strconv.FormatInt(thisEvening.Add(time.Since(r.begun)).Unix(), 10))
}

// thisEvening is the date of the test on the machine.
var thisEvening = time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)

// prepared has the parts from which raspberries are made: an emulator, a model, and a Debian for it.
type prepared struct {
	qemu   string
	model  machine.Model
	debian *machine.Debian
}

// installPi has a Raspberry Pi install the package, which is on its disk as if an owner had copied it there. It returns the parts for raspberries that have
// the package installed.
func installPi(t *testing.T) prepared {
	t.Helper()
	i := withPackage(t, machine.Pi3Header, "FAMILIAR_PACKAGE")
	done := *i.debian
	i.onRaspberry(t, "", func(r *raspberry) {
		r.step("a Raspberry Pi boots", r.on)
		r.setClock()
		r.step("the package is installed", r.install)
		r.step("it is switched off", r.powerOff)
		done.Disk, done.Format = r.disk.Source, r.disk.Format
	})
	if t.Failed() {
		t.FailNow()
	}
	return prepared{i.qemu, i.model, &done}
}

// install installs the package in the home folder.
func (r *raspberry) install() {
	r.Helper()
	r.run("apt-get install -yqq " + ownersHome + "/familiar_*.deb")
}

// fetchPi fetches the parts for raspberries of a model. Nothing is installed on their disk.
func fetchPi(t *testing.T, model machine.Model) prepared {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	qemu, err := machine.FetchQEMU(ctx, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	debian, err := machine.BuildDebian(ctx, model, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	return prepared{qemu, model, debian}
}

// withPackage returns a Debian with a package in its home folder, as if an owner had copied it there. The environment variable named is the package's file.
func withPackage(t *testing.T, model machine.Model, named string) prepared {
	t.Helper()
	packaged := os.Getenv(named)
	if packaged == "" {
		t.Fatal(named + " has to name a package: `make pi-test` does that")
	}
	i := fetchPi(t, model)
	copied := filepath.Join(t.TempDir(), "copied")
	if err := errors.Join(runCommand("cp", "--sparse=always", i.debian.Disk, copied), runCommand("debugfs", "-w", "-R", "write "+packaged+" "+ownersHome+"/"+filepath.Base(packaged), copied)); err != nil {
		t.Fatal(err)
	}
	i.debian.Disk = copied
	return i
}

// powerOff makes the machine's own system switch it off.
func (r *raspberry) powerOff() {
	r.Helper()
	r.run("systemctl poweroff --no-block")
	for begun := time.Now(); ; r.Pass(pollEvery) {
		select {
		case <-r.machine.Ended():
			r.off()
			return
		default:
		}
		if time.Since(begun) > guestBoots {
			r.Fatal("the machine does not switch itself off")
		}
	}
}
