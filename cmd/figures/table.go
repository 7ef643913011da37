package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// timeout is the limit for short tasks.
const timeout = 30 * time.Second

// table is a running program with its phones.
type table struct {
	cmd     *exec.Cmd
	state   string
	address string
	phones  []*phone
}

// seats are the players of the game of six.
var seats = []string{"ann", "ben", "cai", "dee", "eli", "fay"}

// start starts the program with a state and waits until it answers.
func (p *program) start(ctx context.Context, state string) (*table, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
	}
	socket := state + ".notify"
	notices, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		return nil, err
	}
	defer os.Remove(socket)
	defer notices.Close()
	t := &table{cmd: exec.CommandContext(ctx, p.path, "run", "--state", state, "--listen", address), state: state, address: address}
	t.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + state, "NOTIFY_SOCKET=" + socket}
	if err := t.cmd.Start(); err != nil {
		return nil, err
	}
	if err := t.awaitAnswer(notices); err != nil {
		return nil, errors.Join(err, t.stop())
	}
	return t, nil
}

// awaitAnswer waits until the program notifies systemd that it is ready, and then until it answers.
func (t *table) awaitAnswer(notices *net.UnixConn) error {
	notice := make([]byte, 4096)
	for late := time.Now().Add(timeout); ; {
		// A program that has ended sends no notification.
		if err := notices.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			return err
		}
		n, err := notices.Read(notice)
		if err == nil && strings.Contains(string(notice[:n]), "READY=1") {
			break
		}
		if err != nil && (!errors.Is(err, os.ErrDeadlineExceeded) || t.ended() || time.Now().After(late)) {
			return fmt.Errorf("the program does not get ready: %w", err)
		}
	}
	return t.load("/healthz")
}

// ended reports whether the program has ended by itself and only waits for its parent to collect it.
func (t *table) ended() bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.cmd.Process.Pid))
	_, state, _ := strings.Cut(string(data), ") ")
	return err != nil || strings.HasPrefix(state, "Z")
}

// load loads some paths, as a browser does.
func (t *table) load(paths ...string) error {
	defer http.DefaultClient.CloseIdleConnections()
	for _, path := range paths {
		resp, err := http.Get("http://" + t.address + path)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if err := errors.Join(err, resp.Body.Close()); err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("%s is answered with %s", path, resp.Status)
		}
	}
	return nil
}

// fill connects eight phones, and begins a game of sacrilege with six of them.
func (t *table) fill() error {
	for range len(seats) + 2 {
		p, err := t.dial("/ws")
		if err != nil {
			return err
		}
		t.phones = append(t.phones, p)
	}
	first := t.phones[0]
	if err := first.do(request{Type: "start", Game: "sacrilege", Seats: seats}); err != nil {
		return err
	}
	if err := first.do(request{Type: "move", Seat: "table", Verb: "reveal", Args: []string{"king"}}); err != nil {
		return err
	}
	for i, seat := range seats {
		if err := t.phones[i].do(request{Type: "sit", Seat: seat}); err != nil {
			return err
		}
	}
	// A card that lies on a reader at its first poll makes no move.
	time.Sleep(time.Second)
	return nil
}

// timeUntil calls do, and waits until all phones have received a snapshot with a text in it. It returns how long that took, in milliseconds.
func (t *table) timeUntil(words string, do func() error) (float64, error) {
	for _, p := range t.phones {
		p.listenFor(words)
	}
	began := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	var last time.Time
	late := time.After(timeout)
	for _, p := range t.phones {
		select {
		case at := <-p.sightings:
			if at.After(last) {
				last = at
			}
		case <-p.gone:
			return 0, p.why
		case <-late:
			return 0, fmt.Errorf("a phone was never sent %s", words)
		}
	}
	return milliseconds(last.Sub(began)), nil
}

// resident returns the program's memory as the kernel counts it, in MiB.
func (t *table) resident() (float64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", t.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if kib, ok := strings.CutPrefix(lines.Text(), "VmRSS:"); ok {
			n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(kib), " kB"), 64)
			return n / 1024, err
		}
	}
	return 0, errors.New("the kernel says nothing of resident memory")
}

// cpuShare measures for a while how much of a core the program uses, in percent.
func (t *table) cpuShare(while time.Duration) (float64, error) {
	before, err := t.processorTime()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	time.Sleep(while)
	after, err := t.processorTime()
	return 100 * float64(after-before) / float64(time.Since(began)), err
}

// processorTime returns the processor time that the program has used so far.
func (t *table) processorTime() (sum time.Duration, err error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", t.cmd.Process.Pid))
	for _, task := range tasks {
		data, err := os.ReadFile(task)
		if err != nil {
			return 0, err
		}
		ran, _, _ := strings.Cut(string(data), " ")
		ns, err := strconv.ParseInt(ran, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(ns)
	}
	return sum, err
}

// stop ends the program as systemd does.
func (t *table) stop() error {
	for _, p := range t.phones {
		p.close()
	}
	t.phones = nil
	if err := t.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	late := time.AfterFunc(timeout, func() { _ = t.cmd.Process.Kill() })
	defer late.Stop()
	return t.cmd.Wait()
}
