//go:build linux

package machine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Pins are the GPIO lines seen from outside. Changes by the machine are seen here within a moment, and the other way round.
type Pins struct {
	board   *Board
	path    string // of the controller in QEMU
	conn    net.Conn
	done    chan struct{}
	asked   sync.Mutex  // held while waiting for an answer
	replies chan string // answers

	mu       sync.Mutex
	levels   [LineCount]bool // levels that the outside puts on the lines
	watches  [LineCount][]*Watch
	reset    chan struct{} // holds a token after the machine was reset
	stop     chan struct{}
	redriven sync.WaitGroup
}

// Edge is a change of a line.
type Edge struct {
	At   time.Time
	High bool // its level since then
}

// pinTime is how long QEMU may take to execute a command about a line.
const pinTime = 10 * time.Second

// newPins takes control of the lines. The machine does not run yet.
func newPins(ctx context.Context, conn net.Conn, control *qmp, b *Board) (*Pins, error) {
	p := &Pins{board: b, conn: conn, done: make(chan struct{}), replies: make(chan string, 1), reset: make(chan struct{}, 1), stop: make(chan struct{})}
	for n, l := range b.Lines {
		p.levels[n] = l.Up
	}
	go p.listen()
	p.redriven.Go(p.redrive)
	if err := p.begin(ctx, control); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *Pins) begin(ctx context.Context, control *qmp) error {
	const unattached = "/machine/unattached"
	answer, err := control.do(ctx, "qom-list", map[string]any{"path": unattached})
	if err != nil {
		return err
	}
	var parts []struct{ Name, Type string }
	if err := json.Unmarshal(answer, &parts); err != nil {
		return err
	}
	for _, part := range parts {
		if part.Type == "child<pl061>" {
			p.path = unattached + "/" + part.Name
		}
	}
	if p.path == "" {
		return errors.New("QEMU has no PL061 in its machine")
	}
	control.on("RESET", func() {
		select {
		case p.reset <- struct{}{}:
		default: // there is one already
		}
	})
	if err := p.ask("irq_intercept_out " + p.path); err != nil {
		return err
	}
	return p.driveAll()
}

// redrive puts the levels on the lines again after each reset of the machine, in which the controller loses them.
func (p *Pins) redrive() {
	for {
		select {
		case <-p.reset:
			_ = p.driveAll() // it fails only if the machine has ended
		case <-p.stop:
			return
		}
	}
}

func (p *Pins) driveAll() error {
	p.mu.Lock()
	levels := p.levels
	p.mu.Unlock()
	for n := range levels {
		if n == PowerLine {
			continue
		}
		if err := p.drive(n, levels[n]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pins) drive(n int, high bool) error {
	level := 0
	if high {
		level = 1
	}
	return p.ask(fmt.Sprintf("set_irq_in %s unnamed-gpio-in %d %d", p.path, n, level))
}

// Drive puts a level on a line that the machine reads.
func (p *Pins) Drive(line string, high bool) error {
	n, err := p.board.number(line)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.levels[n] = high
	p.mu.Unlock()
	return p.drive(n, high)
}

// ask makes QEMU's test harness execute a command.
func (p *Pins) ask(command string) error {
	p.asked.Lock()
	defer p.asked.Unlock()
	p.conn.SetWriteDeadline(time.Now().Add(pinTime))
	if _, err := p.conn.Write([]byte(command + "\n")); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	select {
	case answer := <-p.replies:
		if !strings.HasPrefix(answer, "OK") {
			return fmt.Errorf("%s: QEMU says %s", command, answer)
		}
		return nil
	case <-p.done:
		return fmt.Errorf("%s: %w", command, ErrEnded)
	case <-time.After(pinTime):
		p.conn.Close() // a late answer would be taken for the next one
		return fmt.Errorf("%s: QEMU does not answer", command)
	}
}

func (p *Pins) listen() {
	defer close(p.done)
	lines := bufio.NewScanner(p.conn)
	for lines.Scan() {
		at, line := time.Now(), lines.Text()
		var n int
		switch {
		case !strings.HasPrefix(line, "IRQ "):
			p.replies <- line
		case scanned(fmt.Sscanf(line, "IRQ raise %d", &n)):
			p.moved(n, Edge{at, true})
		case scanned(fmt.Sscanf(line, "IRQ lower %d", &n)):
			p.moved(n, Edge{at, false})
		}
	}
}

func scanned(n int, err error) bool { return n == 1 && err == nil }

func (p *Pins) moved(n int, e Edge) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n < LineCount {
		for _, w := range p.watches[n] {
			w.add(e)
		}
	}
}

// Watch records the machine's changes of a line from now on, until it is closed.
func (p *Pins) Watch(line string) (*Watch, error) {
	n, err := p.board.number(line)
	if err != nil {
		return nil, err
	}
	w := &Watch{fresh: make(chan struct{}), pins: p, line: n}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watches[n] = append(p.watches[n], w)
	return w, nil
}

func (p *Pins) close() {
	close(p.stop)
	p.conn.Close()
	<-p.done
	p.redriven.Wait()
}

// Watch is the record of a line.
type Watch struct {
	pins *Pins
	line int

	mu    sync.Mutex
	edges []Edge
	fresh chan struct{} // closed at the next edge
}

func (w *Watch) add(e Edge) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.edges); n > 0 && w.edges[n-1].High == e.High {
		return // the same level again is no edge
	}
	w.edges = append(w.edges, e)
	close(w.fresh)
	w.fresh = make(chan struct{})
}

// Edges returns all edges so far.
func (w *Watch) Edges() []Edge {
	edges, _ := w.state()
	return edges
}

func (w *Watch) state() ([]Edge, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Edge(nil), w.edges...), w.fresh
}

// Await waits until holds accepts all edges so far, and returns them.
func (w *Watch) Await(ctx context.Context, holds func([]Edge) bool) ([]Edge, error) {
	for {
		edges, fresh := w.state()
		if holds(edges) {
			return edges, nil
		}
		select {
		case <-fresh:
		case <-w.pins.done:
			return edges, ErrEnded
		case <-ctx.Done():
			return edges, fmt.Errorf("after %d edges: %w", len(edges), ctx.Err())
		}
	}
}

// Close ends the watch. Its record stays.
func (w *Watch) Close() {
	w.pins.mu.Lock()
	defer w.pins.mu.Unlock()
	all := &w.pins.watches[w.line]
	*all = slices.DeleteFunc(*all, func(other *Watch) bool { return other == w })
}
