//go:build attack

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"familiar/companion/protocol"
)

// What must hold while strangers open connections, on a machine with two processors, of which they have one.
const (
	attackTime   = time.Minute
	raceTime     = 10 * time.Minute
	attackLines  = 16_000 // connections that they would hold together
	mostResident = 64     // MiB
	mostInCgroup = 96     // MiB, with the kernel's buffers
	mostKept     = 4      // MiB more than before, a while after it
	tries        = 200
	soon         = time.Second
	leastIn      = 95              // of a hundred tries of a known phone, within soon
	mostSlower   = 3               // times the latency of a quiet table
	turns        = 4               // in which moves are made on a quiet table, and then beside a load
	leadTime     = 3 * time.Second // that a load has before moves are made, and a quiet table after it
)

// TestStrangersByTheThousand attacks a daemon from many addresses, over and over: with silent connections, with half a request, with sockets before their
// hello, and with requests whose answers nobody reads. Known phones get in all the while, and moves are made as always. It needs the rights of root, for a network
// namespace of its own and a memory cgroup, and strace for the slow disk.
func TestStrangersByTheThousand(t *testing.T) { onBothDisks(t, strangersByTheThousand) }

// onBothDisks runs a test with this machine's disk, and with one that is slower by so much each time that something must be on it.
func onBothDisks(t *testing.T, test func(t *testing.T, slower time.Duration)) {
	for name, slower := range map[string]time.Duration{"on this disk": 0, "on a disk that takes 50 ms more": 50 * time.Millisecond} {
		t.Run(name, func(t *testing.T) { test(t, slower) })
	}
}

func strangersByTheThousand(t *testing.T, slower time.Duration) {
	r := newRoom(t)
	d := r.start(buildForAttack(t), slower)
	host, machine := r.host(d), r.machine(d)
	// A neighbour in the house of the strangers, which was here once before.
	const neighbour = "fd77::a:1"
	if once, err := r.phone(neighbour, roomAddress6, host.welcome.Token, ""); err != nil {
		t.Fatal(err)
	} else {
		once.close()
	}
	time.Sleep(5 * time.Second)
	before := d.resident(t, "VmRSS")

	gone := r.beside(t, strangersCommand, (leadTime + attackTime).String())
	time.Sleep(leadTime)
	in := 0
	for n := range tries {
		began := time.Now()
		from, to := fmt.Sprintf("10.77.1.%d", n%200+1), roomAddress
		if n%2 == 1 {
			from, to = neighbour, roomAddress6
		}
		p, err := r.phone(from, to, host.welcome.Token, "")
		if err == nil && time.Since(began) <= soon {
			in++
		} else {
			t.Logf("try %d from %s: %v, %v", n, from, time.Since(began), err)
		}
		if err == nil {
			p.close()
		}
		time.Sleep(time.Until(began.Add(attackTime / tries)))
	}
	gone()
	var after int
	for range 60 {
		time.Sleep(time.Second)
		if after = d.resident(t, "VmRSS"); after <= before+mostKept {
			break
		}
	}
	// Moves are made without the phones that come and go, and take memory: both have a price themselves.
	r.movesBeside(t, machine, turnAmends, 10*time.Second, strangersCommand)
	peak, cgroup := d.resident(t, "VmHWM"), d.cgroupPeak(t)
	t.Logf("resident memory before %d MiB, peak %d, after %d; peak of the cgroup %d MiB", before, peak, after, cgroup)
	t.Logf("a known phone got in within %v in %d of %d tries", soon, in, tries)
	if peak > mostResident || cgroup > mostInCgroup || after > before+mostKept {
		t.Error("that is too much memory")
	}
	if in*100 < tries*leastIn {
		t.Error("known phones are kept out")
	}
}

// TestStrangersMeetTheRaceDetector attacks a daemon with the race detector in it for ten minutes, while phones come, go and play.
func TestStrangersMeetTheRaceDetector(t *testing.T) {
	r := newRoom(t)
	d := r.start(buildForAttack(t, "-race"), 0)
	host, machine := r.host(d), r.machine(d)
	gone := r.beside(t, strangersCommand, raceTime.String())
	for end := time.Now().Add(raceTime); time.Now().Before(end); {
		moves(t, machine, turnAmends, time.Second)
		if p, err := r.phone("10.77.1.1", roomAddress, host.welcome.Token, ""); err == nil { // the race detector makes it slow, so that it may be late
			p.close()
		}
	}
	gone()
	if err := d.end(); err != nil || strings.Contains(d.log.String(), "ERROR") {
		t.Errorf("%v; it has logged:\n%s", err, &d.log)
	}
}

// buildForAttack builds the program, and makes the attackers and the phones keep to one processor: the daemon has the other one.
func buildForAttack(t *testing.T, flags ...string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "familiar")
	build := exec.Command("go", slices.Concat([]string{"build"}, flags, []string{"-o", program, "."})...)
	if slices.Contains(flags, "-race") {
		build.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := runCommand("taskset", "-a", "-p", "-c", "1", strconv.Itoa(os.Getpid())); err != nil {
		t.Fatal(err)
	}
	return program
}

// host connects a phone that begins a game and takes a seat.
func (r *room) host(d *roomDaemon) *networkPhone {
	r.Helper()
	host, err := r.phone("10.77.0.50", roomAddress, "", d.code)
	if err != nil {
		r.Fatal(err)
	}
	for _, request := range []protocol.Request{
		protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}},
		protocol.SitRequest{Seat: "ann"},
		protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}},
	} {
		if a, err := host.do(request); err != nil || !a.OK {
			r.Fatalf("%+v: %+v, %v", request, a, err)
		}
	}
	return host
}

// machine has a browser on the table's own machine come in. It may enter moves without a limit, unlike phones.
func (r *room) machine(d *roomDaemon) *networkPhone {
	r.Helper()
	p, err := r.phone("127.0.0.1", "127.0.0.1", "", d.code)
	if err != nil {
		r.Fatal(err)
	}
	return p
}

// strangersCommand and loadCommand are the names under which this test's own binary is the strangers, and the phones of a load. They are processes of their own, so
// that the phones that are measured do not wait for them.
const (
	strangersCommand = "attack-as-strangers" // for how long
	loadCommand      = "attack-as-load"      // for how long, which one of loads, with which tokens, and which game has ended
)

func init() {
	otherNames[strangersCommand] = strangersMain
	otherNames[loadCommand] = loadMain
}

// beside runs one of these commands in the room. The function that it returns waits for its end.
func (r *room) beside(t *testing.T, name string, args ...string) (wait func()) {
	cmd := exec.Command("nice", append([]string{"-n", "19", name}, args...)...)
	var told strings.Builder
	cmd.Stdout, cmd.Stderr = &told, &told
	var err error
	r.inside(func() { err = cmd.Start() })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return func() {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		t.Log(told.String())
	}
}

// strangersMain lets strangers attack.
func strangersMain() {
	length, err := time.ParseDuration(os.Args[1])
	if err != nil {
		panic(err)
	}
	over, stop := context.WithTimeout(context.Background(), length)
	defer stop()
	var all sync.WaitGroup
	var opened, failed atomic.Int64
	for n := range 40 {
		all.Go(func() { attack(over, n, attackLines/40, &opened, &failed) })
	}
	all.Wait()
	fmt.Printf("%d connections were opened, %d could not be\n", opened.Load(), failed.Load())
}

// Two corrections of a game that can follow each other for ever: of sacrilege, and of sator in a turn.
var (
	turnAmends  = [2][]string{{"turn", "ben"}, {"turn", "ann"}}
	pointAmends = [2][]string{{"points", "5"}, {"points", "6"}}
)

// movesBeside makes moves on a quiet table and beside a load, for a while each, in turns: so both meet the same disk, whose speed changes within minutes. It reports an
// error if the load makes them too slow. The command gets as its first argument how long it should load the table.
func (r *room) movesBeside(t *testing.T, p *networkPhone, amends [2][]string, length time.Duration, command string, args ...string) {
	t.Helper()
	var quiet, busy []time.Duration
	for range turns {
		quiet = append(quiet, moves(t, p, amends, length)...)
		over := r.beside(t, command, append([]string{(leadTime + length + time.Second).String()}, args...)...)
		time.Sleep(leadTime)
		busy = append(busy, moves(t, p, amends, length)...)
		over()
		time.Sleep(leadTime)
	}
	t.Logf("of %d and %d moves, p50 and p99 are %v and %v on a quiet table, %v and %v beside the load: %.1f times", len(quiet), len(busy), percentile(quiet, 50), percentile(quiet, 99),
		percentile(busy, 50), percentile(busy, 99), float64(percentile(busy, 99))/float64(percentile(quiet, 99)))
	if percentile(busy, 99) > mostSlower*percentile(quiet, 99) {
		t.Error("moves are too slow")
	}
}

// moves makes corrections for a while, one after the other, and returns how long each took.
func moves(t *testing.T, p *networkPhone, amends [2][]string, length time.Duration) []time.Duration {
	var took []time.Duration
	for n, end := 0, time.Now().Add(length); time.Now().Before(end); n++ {
		at := time.Now()
		a, err := p.do(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: amends[n%2]})
		if err != nil || !a.OK {
			t.Errorf("move %d: %+v, %v", n, a, err)
			return took
		}
		took = append(took, time.Since(at))
		time.Sleep(time.Second/20 - time.Since(at)%(time.Second/20))
	}
	return took
}

func percentile(all []time.Duration, p int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

// attack holds a number of connections open, and opens them again when they are closed. They come from an address of IPv4, or from some of IPv6.
func attack(ctx context.Context, n, hold int, opened, failed *atomic.Int64) {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	target, from := roomAddress, func() string { return fmt.Sprintf("10.77.0.%d", 100+n) }
	if n%4 == 0 {
		target, from = roomAddress6, func() string { return fmt.Sprintf("fd77::%x:%x", n+1, rng.IntN(50)+1) }
	}
	var lines []net.Conn
	defer func() {
		for _, c := range lines {
			c.Close()
		}
	}()
	for ctx.Err() == nil {
		if len(lines) == hold {
			k := rng.IntN(len(lines))
			lines[k].Close()
			lines = slices.Delete(lines, k, k+1)
		}
		c, err := dialFrom(from(), target)
		if err != nil {
			failed.Add(1)
			time.Sleep(time.Millisecond)
			continue
		}
		opened.Add(1)
		lines = append(lines, c)
		c.SetDeadline(time.Now().Add(time.Second))
		host := net.JoinHostPort(target, strconv.Itoa(roomPort))
		switch rng.IntN(4) {
		case 0: // says nothing
		case 1:
			io.WriteString(c, "GET / HTTP/1.1\r\nHost: "+host+"\r\nX: ")
		case 2:
			io.WriteString(c, "GET /ws HTTP/1.1\r\nHost: "+host+"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
		case 3:
			io.WriteString(c, strings.Repeat("GET /page/shared/style.css HTTP/1.1\r\nHost: "+host+"\r\n\r\n", 20))
		}
	}
}

// The addresses of the machine in the room. The strangers have others of the same networks.
const (
	roomAddress  = "10.77.0.1"
	roomAddress6 = "fd77::1"
	roomPort     = 8080
)

// room is a network namespace. All its addresses are on one machine, as it were on one cable.
type room struct {
	*testing.T
	fd int
}

func newRoom(t *testing.T) *room {
	t.Helper()
	r := &room{T: t}
	made := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with this goroutine
		made <- func() error {
			if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
				return err
			}
			var err error
			if r.fd, err = unix.Open(fmt.Sprintf("/proc/self/task/%d/ns/net", unix.Gettid()), unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
				return err
			}
			if err := runCommand("ip", "link", "set", "lo", "up"); err != nil {
				return err
			}
			// A route of kind local makes every address of the network one of this machine's.
			for _, network := range []string{"10.77.0.0/16", "fd77::/64"} {
				family := map[bool]string{true: "-6", false: "-4"}[strings.Contains(network, ":")]
				if err := runCommand("ip", family, "route", "add", "local", network, "dev", "lo"); err != nil {
					return err
				}
			}
			if err := os.WriteFile("/proc/sys/net/ipv6/ip_nonlocal_bind", []byte("1"), 0o600); err != nil {
				return err
			}
			for _, address := range []string{roomAddress + "/32", roomAddress6 + "/128"} {
				if err := runCommand("ip", "addr", "add", address, "dev", "lo"); err != nil {
					return err
				}
			}
			return nil
		}()
	}()
	if err := <-made; err != nil {
		t.Fatalf("a network namespace: %v", err)
	}
	t.Cleanup(func() { unix.Close(r.fd) })
	return r
}

// inside calls do in a thread of the namespace, and waits for it.
func (r *room) inside(do func()) {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := unix.Setns(r.fd, unix.CLONE_NEWNET)
		if err == nil {
			do()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		r.Error(err)
	}
}

// dialFrom connects from an address to the daemon. It must be called in the namespace.
func dialFrom(from, to string) (net.Conn, error) {
	d := net.Dialer{Timeout: soon, LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 0)), KeepAlive: -1}
	return d.Dial("tcp", net.JoinHostPort(to, strconv.Itoa(roomPort)))
}

// phone connects a phone from an address.
func (r *room) phone(from, to, token, code string) (p *networkPhone, err error) {
	address := net.JoinHostPort(to, strconv.Itoa(roomPort))
	r.inside(func() {
		var conn net.Conn
		if conn, err = dialFrom(from, to); err != nil {
			return
		}
		socket, problem := dialSocketOver(func(context.Context, string, string) (net.Conn, error) { return conn, nil }, address, "/ws")
		if err = problem; err == nil {
			p, err = joinOver(socket, token, code)
		}
	})
	return p, err
}

// roomDaemon is a daemon in a room, in a cgroup of its own.
type roomDaemon struct {
	cmd    *exec.Cmd
	pid    int
	code   string
	cgroup string
	log    strings.Builder // to be read after end
}

// start starts a daemon. Its disk is slower than it is by so much, each time that something must be on it.
func (r *room) start(program string, slower time.Duration) *roomDaemon {
	r.Helper()
	d := &roomDaemon{cgroup: fmt.Sprintf("/sys/fs/cgroup/memory/familiar-attack-%d", os.Getpid())}
	if err := os.Mkdir(d.cgroup, 0o755); err != nil {
		r.Fatalf("a memory cgroup: %v", err)
	}
	r.Cleanup(func() { os.Remove(d.cgroup) })
	// The kernel counts the buffers of connections only where they are limited.
	if err := os.WriteFile(filepath.Join(d.cgroup, "memory.kmem.tcp.limit_in_bytes"), []byte("1000000000"), 0o600); err != nil {
		r.Fatal(err)
	}
	if slower > 0 {
		program = fmt.Sprintf("strace -D -f -q -o /dev/null --seccomp-bpf -e trace=fsync,fdatasync -e inject=fsync,fdatasync:delay_exit=%d %s", slower.Microseconds(), program)
	}
	state := r.TempDir()
	cmd := exec.Command("sh", "-c", fmt.Sprintf("echo $$ > %s/cgroup.procs && exec taskset -c 0 %s run --state %s --listen :%d", d.cgroup, program, state, roomPort))
	cmd.Env = []string{"HOME=" + state, "PATH=" + os.Getenv("PATH")}
	d.cmd, cmd.Stderr = cmd, &d.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		r.Fatal(err)
	}
	r.inside(func() { err = cmd.Start() })
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() {
		cmd.Process.Kill()
		_ = cmd.Wait()
	})
	first := make([]byte, 4096)
	n, _ := out.Read(first)
	_, rest, ok := strings.Cut(string(first[:n]), "join code is ")
	if !ok {
		r.Fatalf("it says %q", first[:n])
	}
	d.pid, d.code = cmd.Process.Pid, rest[:6]
	go io.Copy(io.Discard, out)
	return d
}

// end stops the daemon. The error is that of a program that has crashed, or in which the race detector has found something.
func (d *roomDaemon) end() error {
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return d.cmd.Wait()
}

// resident returns the resident memory in MiB: VmRSS is that of now, VmHWM the most that it was.
func (d *roomDaemon) resident(t *testing.T, which string) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.pid))
	if err != nil {
		t.Error(err)
		return 0
	}
	_, rest, _ := strings.Cut(string(data), which+":")
	kb, _ := strconv.Atoi(strings.Fields(rest)[0])
	return kb >> 10
}

// cgroupPeak returns the most memory that the daemon's cgroup had, with the buffers of its connections, in MiB.
func (d *roomDaemon) cgroupPeak(t *testing.T) int {
	sum := 0
	for _, name := range []string{"memory.max_usage_in_bytes", "memory.kmem.tcp.max_usage_in_bytes"} {
		data, err := os.ReadFile(filepath.Join(d.cgroup, name))
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.Atoi(strings.TrimSpace(string(data)))
		t.Logf("%s %d MiB", name, n>>20)
		sum += n >> 20
	}
	return sum
}
