package machine

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
)

// sector is the size in bytes of the unit that a disk writes completely or not at all.
const sector = 512

// Disk is a disk with a cache that loses data: writes are safe only once they were flushed, and when the power is cut, any part of the others may be
// there or not, in whatever order they came.
//
// QEMU uses it over the NBD protocol: see Serve and Drive. All methods may be called from any goroutine.
type Disk struct {
	mu      sync.Mutex
	flushed []byte  // the contents that survive a power cut
	current []byte  // the contents that reads return
	cache   []write // writes that are not flushed yet, in the order in which they came
	written int64
	worn    bool

	listener net.Listener
	served   sync.WaitGroup
	failed   error // errors of connections
}

type write struct {
	at   int64
	data []byte
}

// Cut counts the results of the unflushed writes when the power was cut.
type Cut struct {
	Kept, Torn, Dropped int
}

// Add adds the counts of another cut.
func (c *Cut) Add(o Cut) {
	c.Kept, c.Torn, c.Dropped = c.Kept+o.Kept, c.Torn+o.Torn, c.Dropped+o.Dropped
}

// NewDisk makes a disk with the given contents, whose length is a whole number of sectors.
func NewDisk(contents []byte) *Disk {
	return &Disk{flushed: append([]byte(nil), contents...), current: append([]byte(nil), contents...)}
}

// Written returns how many bytes were written to the disk in its life.
func (d *Disk) Written() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.written
}

// ReadAt reads written data, flushed or not.
func (d *Disk) ReadAt(p []byte, at int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.checkRange(at, len(p)); err != nil {
		return 0, err
	}
	return copy(p, d.current[at:]), nil
}

// WriteAt writes into the cache.
func (d *Disk) WriteAt(p []byte, at int64) (int, error) { return len(p), d.write(p, at, false) }

// write writes into the cache, or through it.
func (d *Disk) write(p []byte, at int64, through bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.checkRange(at, len(p)); err != nil {
		return err
	}
	if d.worn {
		return errWorn
	}
	d.written += int64(len(p))
	copy(d.current[at:], p)
	if through {
		// The cache's data for the same place are older.
		copy(d.flushed[at:], p)
		d.cache = without(d.cache, at, at+int64(len(p)))
		return nil
	}
	d.cache = append(d.cache, write{at, append([]byte(nil), p...)})
	return nil
}

// without returns a cache without the data from one position to another.
func without(cache []write, from, to int64) []write {
	var left []write
	for _, w := range cache {
		end := w.at + int64(len(w.data))
		if end <= from || w.at >= to {
			left = append(left, w)
			continue
		}
		if w.at < from {
			left = append(left, write{w.at, w.data[:from-w.at]})
		}
		if end > to {
			left = append(left, write{to, w.data[to-w.at:]})
		}
	}
	return left
}

// checkRange returns an error unless n bytes at a position are whole sectors of the disk.
func (d *Disk) checkRange(at int64, n int) error {
	if at < 0 || at+int64(n) > int64(len(d.current)) || at%sector != 0 || n%sector != 0 {
		return fmt.Errorf("%d bytes at %d are not sectors of a disk of %d", n, at, len(d.current))
	}
	return nil
}

// Wear makes the disk refuse all writes, or accept them again. It can always be read.
func (d *Disk) Wear(out bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.worn = out
}

var errWorn = errors.New("the disk is worn out")

// Sync flushes the cache.
func (d *Disk) Sync() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.worn {
		return errWorn
	}
	for _, w := range d.cache {
		copy(d.flushed[w.at:], w.data)
	}
	d.cache = nil
	return nil
}

// Cut cuts the power. Of each unflushed write all sectors are kept, or some of them, or none. A later write to the same place may be kept without an
// earlier one and the other way round; where both are kept, the later one is read.
func (d *Disk) Cut(rng *rand.Rand) Cut {
	d.mu.Lock()
	defer d.mu.Unlock()
	var c Cut
	for _, w := range d.cache {
		switch fate := rng.IntN(5); {
		case fate < 2:
			copy(d.flushed[w.at:], w.data)
			c.Kept++
		case fate < 4 || len(w.data) == sector:
			c.Dropped++
		default:
			d.tear(w, rng)
			c.Torn++
		}
	}
	d.cache = nil
	copy(d.current, d.flushed)
	return c
}

// tear keeps at least one sector of a write, and drops at least one.
func (d *Disk) tear(w write, rng *rand.Rand) {
	sectors := len(w.data) / sector
	kept, lost := rng.IntN(sectors), rng.IntN(sectors-1)
	if lost >= kept {
		lost++
	}
	for i := range sectors {
		if i == kept || i != lost && rng.IntN(2) == 0 {
			copy(d.flushed[w.at+int64(i*sector):], w.data[i*sector:(i+1)*sector])
		}
	}
}

// Serve provides the disk to QEMU on a socket at path, until Stop.
func (d *Disk) Serve(path string) error {
	l, err := net.Listen("unix", path)
	if err != nil {
		return fmt.Errorf("a disk's socket: %w", err)
	}
	d.listener = l
	d.served.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // it was stopped
			}
			d.served.Go(func() { d.serve(conn) })
		}
	})
	return nil
}

// Stop ends Serve; QEMU must have ended before. All requests that QEMU had sent are carried out by then. It returns the errors of the connections.
func (d *Disk) Stop() error {
	err := d.listener.Close()
	d.served.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	return errors.Join(err, d.failed)
}

func (d *Disk) serve(conn net.Conn) {
	defer conn.Close()
	err := d.serveNBD(conn)
	for _, e := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, e) {
			return // a killed process ends in the middle of a message
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = errors.Join(d.failed, err)
}

// The NBD protocol, as far as it is needed here: one export without a name (the old handshake).
const (
	nbdHello   = "NBDMAGIC"
	nbdOld     = 0x00420281861253
	nbdRequest = 0x25609513
	nbdReply   = 0x67446698

	nbdHasFlags, nbdSendFlush, nbdSendFUA = 1 << 0, 1 << 2, 1 << 3

	nbdRead, nbdWrite, nbdDisconnect, nbdFlush = 0, 1, 2, 3
	nbdFUA                                     = 1 << 0 // of a request: it is done when it is on the disk
	nbdBroken                                  = 5      // EIO
	nbdInvalid                                 = 22     // EINVAL

	maxRequest = 32 << 20 // maximum bytes of a request in the protocol
)

type nbdQuestion struct {
	Magic  uint32
	Flags  uint16
	Kind   uint16
	Handle uint64
	At     int64
	Length uint32
}

type nbdAnswer struct {
	Magic  uint32
	Error  uint32
	Handle uint64
}

// serveNBD answers the requests on a connection until it ends.
func (d *Disk) serveNBD(conn net.Conn) error {
	hello := append([]byte(nbdHello), make([]byte, 8+8+4+124)...)
	binary.BigEndian.PutUint64(hello[8:], nbdOld)
	binary.BigEndian.PutUint64(hello[16:], uint64(len(d.current)))
	binary.BigEndian.PutUint32(hello[24:], nbdHasFlags|nbdSendFlush|nbdSendFUA)
	if _, err := conn.Write(hello); err != nil {
		return err
	}
	from := bufio.NewReaderSize(conn, 64<<10)
	for {
		var q nbdQuestion
		if err := binary.Read(from, binary.BigEndian, &q); err != nil {
			return err
		}
		if q.Magic != nbdRequest || q.Length > maxRequest {
			return fmt.Errorf("that is no request: %+v", q)
		}
		if q.Kind == nbdDisconnect {
			return nil
		}
		answer, err := d.do(q, from)
		if err != nil {
			return err
		}
		if _, err := conn.Write(answer); err != nil {
			return err
		}
	}
}

// do executes a request. The error is that of the connection.
func (d *Disk) do(q nbdQuestion, from io.Reader) ([]byte, error) {
	a := nbdAnswer{Magic: nbdReply, Handle: q.Handle}
	var data []byte
	var wrong error
	switch q.Kind {
	case nbdRead:
		data = make([]byte, q.Length)
		if _, wrong = d.ReadAt(data, q.At); wrong != nil {
			data = nil
		}
	case nbdWrite:
		sent := make([]byte, q.Length)
		if _, err := io.ReadFull(from, sent); err != nil {
			return nil, err
		}
		wrong = d.write(sent, q.At, q.Flags&nbdFUA != 0)
	case nbdFlush:
		wrong = d.Sync()
	default:
		wrong = errors.ErrUnsupported
	}
	switch {
	case errors.Is(wrong, errWorn):
		a.Error = nbdBroken
	case wrong != nil:
		a.Error = nbdInvalid
	}
	head, err := binary.Append(nil, binary.BigEndian, a)
	return append(head, data...), err
}
