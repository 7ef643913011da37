//go:build linux

package machine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// maxLines is the maximum number of lines of a console that are kept for later readers.
const maxLines = 20_000

// Console reads the output of a serial line, line by line. It keeps the lines, so a late reader misses nothing.
type Console struct {
	in    io.WriteCloser
	ended chan struct{} // closed after the last line

	mu      sync.Mutex
	lines   []string
	dropped int // number of older lines that are not kept any more
	read    int // number of lines that Await has passed
	fresh   chan struct{}
}

// ErrEnded means that a line has ended, usually with its machine.
var ErrEnded = errors.New("the line has ended")

func newConsole(in io.WriteCloser, out io.Reader, copied io.Writer) *Console {
	c := &Console{in: in, ended: make(chan struct{}), fresh: make(chan struct{})}
	if copied != nil {
		out = io.TeeReader(out, copied)
	}
	go c.listen(out)
	return c
}

func (c *Console) listen(out io.Reader) {
	defer close(c.ended)
	r := bufio.NewReader(out)
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			c.add(strings.TrimRight(line, "\r\n"))
		}
		if err != nil {
			return
		}
	}
}

func (c *Console) add(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, line)
	if len(c.lines) > maxLines {
		half := len(c.lines) / 2
		c.dropped += half
		c.lines = append(c.lines[:0], c.lines[half:]...)
	}
	close(c.fresh)
	c.fresh = make(chan struct{})
}

// Await reads lines until the function accepts one, and returns that line. It begins with the first line that was not read yet.
func (c *Console) Await(ctx context.Context, accept func(line string) bool) (string, error) {
	for {
		line, fresh, ok := c.next()
		if ok {
			if accept(line) {
				return line, nil
			}
			continue
		}
		select {
		case <-fresh:
		case <-c.ended:
			if line, _, ok := c.next(); ok { // it was the last line
				if accept(line) {
					return line, nil
				}
				continue
			}
			return "", ErrEnded
		case <-ctx.Done():
			return "", fmt.Errorf("waiting for a line: %w", ctx.Err())
		}
	}
}

// next returns the first unread line.
func (c *Console) next() (line string, fresh <-chan struct{}, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read = max(c.read, c.dropped)
	if c.read-c.dropped == len(c.lines) {
		return "", c.fresh, false
	}
	c.read++
	return c.lines[c.read-1-c.dropped], nil, true
}

// Say writes a line to the machine.
func (c *Console) Say(line string) error {
	_, err := io.WriteString(c.in, line+"\n")
	return err
}

// Tail returns the last n lines, for messages.
func (c *Console) Tail(n int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.lines[max(0, len(c.lines)-n):], "\n")
}
