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

// Shell is a root shell on a machine.
type Shell struct {
	console  *Console
	mu       sync.Mutex // one command at a time
	commands int        // commands so far
}

// The shell's output at its start, and after each command.
const (
	shellUp   = "=up="
	shellDone = "=done="
)

// NewShell returns the shell on a serial port of a Debian machine.
func NewShell(port io.ReadWriteCloser) *Shell {
	return &Shell{console: newConsole(port, port, nil)}
}

// Up waits until the machine's system has started the shell: once after each start of the system.
func (s *Shell) Up(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.console.Await(ctx, func(line string) bool { return line == shellUp })
	return err
}

// Failed is the result of a failed command.
type Failed struct {
	Command string
	Status  int
	Output  string
}

// Error implements error.
func (f *Failed) Error() string {
	return fmt.Sprintf("%s: exit status %d: %s", f.Command, f.Status, f.Output)
}

// Run runs a command, which may be several lines of the shell's language, and returns its output. It ends the command when ctx ends.
func (s *Shell) Run(ctx context.Context, command string) (string, error) {
	line := "sh -c " + quote(command)
	if at, ok := ctx.Deadline(); ok {
		// The command ends a little before ctx, or it would block the next one.
		line = fmt.Sprintf("timeout -k 1 %.0f %s", max(1, math.Floor(time.Until(at).Seconds())-2), line)
	}
	return s.do(ctx, command, line)
}

// Builtin makes the shell itself run a command that ends at once. It avoids the two processes with which Run can end a slow command: these are most of
// the work on a machine that counts instructions.
func (s *Shell) Builtin(ctx context.Context, command string) (string, error) {
	return s.do(ctx, command, "{ "+command+"; }")
}

// do sends a line to the shell, which runs a command, and returns the command's output.
func (s *Shell) do(ctx context.Context, command, line string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands++
	mark := shellDone + strconv.Itoa(s.commands) + "="
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
