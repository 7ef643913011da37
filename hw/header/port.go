package header

import (
	"io"
	"sync"
)

// Port is the far end of a serial port of the machine. It may be used from any goroutine of the header's bubble.
type Port struct {
	mu      sync.Mutex
	changed sync.Cond // bytes have come in, or the port is closed
	in      []byte    // from the machine
	out     []byte    // to the machine
	ended   bool
}

func newPort() *Port {
	p := &Port{}
	p.changed.L = &p.mu
	return p
}

// Read implements io.Reader. It waits until the machine has sent something, or is off: then its error is io.EOF.
func (p *Port) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.in) == 0 && !p.ended {
		p.changed.Wait()
	}
	if len(p.in) == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	n := copy(b, p.in)
	p.in = p.in[n:]
	return n, nil
}

// Buffered returns how many bytes can be read at once.
func (p *Port) Buffered() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.in)
}

// Write implements io.Writer. It never waits: the bytes go to the machine with the next answer, and the machine takes them at its own speed.
func (p *Port) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return 0, io.ErrClosedPipe
	}
	p.out = append(p.out, b...)
	return len(b), nil
}

// Close implements io.Closer. It ends a Read that is waiting.
func (p *Port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.changed.Broadcast()
	return nil
}

// receive adds bytes from the machine to those that Read returns.
func (p *Port) receive(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in = append(p.in, b...)
	p.changed.Broadcast()
}

// appendOutput appends the written bytes as messages to the machine's port of that number, and forgets them.
func (p *Port) appendOutput(to []byte, number int) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.out) > 0 {
		part := p.out[:min(len(p.out), maxPortData)]
		to = appendSerialIn(to, number, part)
		p.out = p.out[len(part):]
	}
	return to
}
