package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is the daemon in a process of its own, on a real network and real files.
type process struct {
	testing.TB
	cmd     *exec.Cmd
	address string // HOST:PORT
	code    string
	stderr  bytes.Buffer // read it only after the end
	drained chan struct{}
	ended   bool
}

// itselfCommand is the name under which this test's own binary is the program.
const itselfCommand = "familiar-itself"

// patience is the time limit for things that take moments, on a machine that is busy with other tests.
const patience = 30 * time.Second

var spoken = regexp.MustCompile(`^The table is at http://(\S+) and its join code is (\S+)\.`)

// startProcess starts `familiar run` on a state directory and waits until its table runs.
func startProcess(t testing.TB, program, state string, env ...string) *process {
	t.Helper()
	p := &process{TB: t, cmd: exec.Command(program, "run", "--state", state, "--listen", "127.0.0.1:0"), drained: make(chan struct{})}
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(e string) bool {
		return strings.HasPrefix(e, "FAMILIAR_") || strings.HasPrefix(e, "NOTIFY_SOCKET") || strings.HasPrefix(e, "LISTEN_")
	})
	p.cmd.Env = append(append(p.cmd.Env, env...), "GORACE=atexit_sleep_ms=0") // without the second that the race detector waits at the end
	p.cmd.Stderr = &p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	late := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	defer late.Stop()
	lines := bufio.NewReader(out)
	first, _ := lines.ReadString('\n')
	go func() {
		defer close(p.drained)
		io.Copy(io.Discard, lines)
	}()
	said := spoken.FindStringSubmatch(first)
	if said == nil {
		p.kill()
		t.Fatalf("it says %q and\n%s", first, p.stderr.String())
	}
	p.address, p.code = said[1], said[2]
	awaitTable(t, p.address)
	return p
}

// at returns where phones find the table, and its join code.
func (p *process) at() (address, code string) { return p.address, p.code }

// kill ends the process as a power cut would.
func (p *process) kill() {
	if p.ended {
		return
	}
	p.ended = true
	p.cmd.Process.Kill()
	<-p.drained
	_ = p.cmd.Wait() // it was killed
}

// terminate asks the process to end, as systemd does, and returns how long that took.
func (p *process) terminate() time.Duration {
	p.Helper()
	p.ended = true
	asked := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.Error(err)
	}
	late := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	defer late.Stop()
	<-p.drained
	err := p.cmd.Wait()
	took := time.Since(asked)
	if err != nil {
		p.Errorf("it ended with %v:\n%s", err, p.stderr.String())
	}
	return took
}
