package rig

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/companion/journal"
	"familiar/companion/scene"
	"familiar/hw/bench"
)

// Venue is where the daemon of a table runs. A player uses the same means everywhere: devices, phones, and the passing
// of time.
type Venue interface {
	// Devices returns the emulated devices that are wired to the daemon's machine.
	Devices() *bench.Bench
	// Dial connects a phone that has an address on the network; for a phone on the daemon's machine itself it is that machine's own.
	Dial(from string) (net.Conn, error)
	// Host returns the name of the daemon's machine for phones, with its port.
	Host() string
	// JoinCode returns the join code.
	JoinCode() string
	// Journal returns the newest journal.
	Journal() (name string, data []byte, err error)
	// Slow reports whether the daemon needs real time for its work.
	Slow() bool
	// Scene returns what panel, lamps and buzzer must show, if that is visible from here.
	Scene() (s scene.Scene, seen bool)
	// Pass lets time pass, and then waits until everything that it has woken is done.
	Pass(d time.Duration)
}

// Bubble is a venue in a bubble of synthetic time: of the daemon, only the network, which is pipes, and the config are replaced.
type Bubble struct {
	daemon *daemon.Daemon
	pipes  *Pipes
	state  string // state directory
}

// NewBubble returns the bubble in which a daemon runs that listens to pipes.
func NewBubble(d *daemon.Daemon, pipes *Pipes, state string) *Bubble {
	return &Bubble{daemon: d, pipes: pipes, state: state}
}

// Devices implements Venue.
func (b *Bubble) Devices() *bench.Bench { return b.daemon.Virtual().Bench() }

// Dial implements Venue.
func (b *Bubble) Dial(from string) (net.Conn, error) { return b.pipes.dial(from) }

// Host implements Venue.
func (b *Bubble) Host() string { return "localhost:8080" }

// JoinCode implements Venue.
func (b *Bubble) JoinCode() string { return b.daemon.Table().JoinCode() }

// Slow implements Venue.
func (b *Bubble) Slow() bool { return false }

// Journal implements Venue.
func (b *Bubble) Journal() (name string, data []byte, err error) {
	names, err := filepath.Glob(filepath.Join(b.state, journal.Folder, "*.table"))
	if err != nil || len(names) == 0 {
		return "", nil, errors.Join(errors.New("there is no journal"), err)
	}
	name = names[len(names)-1]
	data, err = os.ReadFile(name)
	return name, data, err
}

// Scene implements Venue.
func (b *Bubble) Scene() (scene.Scene, bool) { return b.daemon.Stage().Scene(), true }

// Pass implements Venue.
func (b *Bubble) Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Pipes is a network of pipes.
type Pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

// NewPipes returns a network that nobody uses yet.
func NewPipes() *Pipes {
	return &Pipes{conns: make(chan net.Conn), done: make(chan struct{})}
}

// Accept implements net.Listener.
func (l *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *Pipes) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

// Addr implements net.Listener.
func (l *Pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// dial connects from an address.
func (l *Pipes) dial(from string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- addressedConn{theirs, &net.TCPAddr{IP: net.ParseIP(from), Port: 40000}}:
		return ours, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

type addressedConn struct {
	net.Conn
	from net.Addr
}

// RemoteAddr implements net.Conn.
func (a addressedConn) RemoteAddr() net.Addr { return a.from }
