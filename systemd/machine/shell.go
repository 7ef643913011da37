//go:build linux

package machine

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Shell is a shell of root on a machine.
type Shell struct {
	console *Console
	mu      sync.Mutex // one command at a time
	said    int        // commands so far
}

// What the shell says when it begins, and the commands' ends.
const (
	shellUp   = "=up="
	shellDone = "=done="
)

// NewShell speaks to the shell on a serial port of a Debian machine.
func NewShell(port io.ReadWriteCloser) *Shell {
	return &Shell{console: newConsole(port, port, nil)}
}

// Up waits until the machine's system has a shell for us: once after each start of it.
func (s *Shell) Up(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.console.Await(ctx, func(line string) bool { return line == shellUp })
	return err
}

// Failed is how a command ended that did not succeed.
type Failed struct {
	Command string
	Status  int
	Output  string
}

// Error implements error.
func (f *Failed) Error() string {
	return fmt.Sprintf("%s: exit status %d: %s", f.Command, f.Status, f.Output)
}

// Run runs a command, which may be several lines of the shell's language, and returns what it said. It is ended when ctx is over.
func (s *Shell) Run(ctx context.Context, command string) (string, error) {
	line := "sh -c " + quote(command)
	if at, ok := ctx.Deadline(); ok {
		// It ends a little sooner than we do, or it would stand in the way of the next one.
		line = fmt.Sprintf("timeout -k 1 %.0f %s", max(1, math.Floor(time.Until(at).Seconds())-2), line)
	}
	return s.do(ctx, command, line)
}

// Builtin has the shell itself run a command that is over at once, without the two processes that Run starts to end one that is not: they are most of the work where a machine counts each
// instruction.
func (s *Shell) Builtin(ctx context.Context, command string) (string, error) {
	return s.do(ctx, command, "{ "+command+"; }")
}

// do says a line to the shell, which runs a command, and returns what that said.
func (s *Shell) do(ctx context.Context, command, line string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said++
	mark := shellDone + strconv.Itoa(s.said) + "="
	if err := s.console.Say(line + ` </dev/null 2>&1; printf '\n` + mark + `%d\n' $?`); err != nil {
		return "", fmt.Errorf("%s: %w", command, err)
	}
	var out []string
	last, err := s.console.Await(ctx, func(line string) bool {
		if strings.HasPrefix(line, mark) || line == shellUp {
			return true
		}
		out = append(out, line)
		return false
	})
	text := strings.TrimSuffix(strings.Join(out, "\n"), "\n")
	if err == nil && last == shellUp {
		err = ErrEnded
	}
	if err != nil {
		return text, fmt.Errorf("%s: %w", command, err)
	}
	if status := strings.TrimPrefix(last, mark); status != "0" {
		n, err := strconv.Atoi(status)
		if err != nil {
			return text, fmt.Errorf("%s: its status is %q", command, status)
		}
		return text, &Failed{command, n, text}
	}
	return text, nil
}
