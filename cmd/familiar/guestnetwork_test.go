//go:build pi

package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// guestNetwork is the network of the guest and the phones: a network namespace with one interface, whose far end is a serial line of the guest that carries
// packets (SLIP, RFC 1055). USB networking works, too, but the interrupts of an emulated USB controller take ten times as long as all the rest.
type guestNetwork struct {
	work  chan func() // runs in the namespace, outside of every bubble
	ended sync.WaitGroup
	tun   int // the interface, as a file
	buf   []byte
}

// The addresses of the room's own end and of the guest. To the guest, the room is a home network.
const (
	hostAddress    = "10.0.2.2"
	guestAddress   = "10.0.2.15"
	guestInterface = "room"
)

// newGuestNetwork makes a room, which needs the rights of root.
func newGuestNetwork(t *testing.T) *guestNetwork {
	t.Helper()
	r := &guestNetwork{work: make(chan func()), buf: make([]byte, 2048)}
	made := make(chan error, 1)
	r.ended.Go(func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with this goroutine, and with it the namespace
		err := unix.Unshare(unix.CLONE_NEWNET)
		if err == nil {
			r.tun, err = openTUN(guestInterface)
		}
		if err == nil {
			err = runCommand("ip", "addr", "add", hostAddress, "peer", guestAddress, "dev", guestInterface)
		}
		if err == nil { // so that it sends nothing by itself, as it would for IPv6
			err = runCommand("ip", "link", "set", guestInterface, "addrgenmode", "none", "up")
		}
		made <- err
		for f := range r.work {
			f()
		}
	})
	if err := <-made; err != nil {
		t.Fatalf("a network for phones: %v", err)
	}
	t.Cleanup(func() {
		close(r.work)
		r.ended.Wait()
		unix.Close(r.tun)
	})
	return r
}

// openTUN makes an interface that exchanges packets with a file, whose reads and writes never block.
func openTUN(name string) (int, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	request, err := unix.NewIfreq(name)
	if err != nil {
		return 0, err
	}
	request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	return fd, unix.IoctlIfreq(fd, unix.TUNSETIFF, request)
}

// dial connects to a port of the guest. Meanwhile step lets time pass, because otherwise the guest cannot answer.
func (r *guestNetwork) dial(port int, step func()) (net.Conn, error) {
	var done atomic.Bool
	var conn net.Conn
	var err error
	r.work <- func() {
		conn, err = net.DialTimeout("tcp", fmt.Sprintf("%s:%d", guestAddress, port), time.Minute)
		done.Store(true)
	}
	for !done.Load() {
		step()
	}
	return conn, err
}

// deliver hands a packet of the guest to this machine's kernel.
func (r *guestNetwork) deliver(packet []byte) error {
	_, err := unix.Write(r.tun, packet)
	if errors.Is(err, unix.EINVAL) {
		return nil // not an IP packet: noise on the line may make one
	}
	return err
}

// next returns a packet for the guest, nil if there is none now. It is valid until the next call.
func (r *guestNetwork) next() []byte {
	n, err := unix.Read(r.tun, r.buf)
	if err != nil {
		return nil
	}
	return r.buf[:n]
}

// The special bytes of SLIP.
const (
	slipEnd    = 0xC0
	slipEscape = 0xDB
	slipIsEnd  = 0xDC // after an escape
	slipIsEsc  = 0xDD
)

// appendSLIP appends a packet in the line's encoding.
func appendSLIP(line, packet []byte) []byte {
	line = append(line, slipEnd) // noise before this is a packet of its own
	for _, b := range packet {
		switch b {
		case slipEnd:
			line = append(line, slipEscape, slipIsEnd)
		case slipEscape:
			line = append(line, slipEscape, slipIsEsc)
		default:
			line = append(line, b)
		}
	}
	return append(line, slipEnd)
}

// cutSLIP returns the first packet on the line, and the bytes after it. The packet is nil if none is complete.
func cutSLIP(line []byte) (packet, rest []byte) {
	for {
		end := bytes.IndexByte(line, slipEnd)
		if end < 0 {
			return nil, line
		}
		var escaped bool
		for _, b := range line[:end] {
			switch {
			case escaped && b == slipIsEnd:
				packet = append(packet, slipEnd)
			case escaped && b == slipIsEsc:
				packet = append(packet, slipEscape)
			case b != slipEscape:
				packet = append(packet, b)
			}
			escaped = !escaped && b == slipEscape
		}
		line = line[end+1:]
		if len(packet) > 0 {
			return packet, line
		}
	}
}

// TestSLIP sends packets over a line, in pieces, with every special byte.
func TestSLIP(t *testing.T) {
	packets := [][]byte{{1, slipEnd, 2}, {slipEscape, slipIsEnd, slipEscape, slipIsEsc}, {slipEnd, slipEnd}, bytes.Repeat([]byte{slipEscape}, 9)}
	var line []byte
	for _, p := range packets {
		line = appendSLIP(line, p)
	}
	var got [][]byte
	var came []byte
	for _, b := range line {
		came = append(came, b)
		var p []byte
		if p, came = cutSLIP(came); p != nil {
			got = append(got, p)
		}
	}
	if len(got) != len(packets) || len(came) != 0 {
		t.Fatalf("%d packets came, and %d bytes are left", len(got), len(came))
	}
	for i := range packets {
		if !bytes.Equal(got[i], packets[i]) {
			t.Errorf("packet %d is % x, not % x", i, got[i], packets[i])
		}
	}
}
