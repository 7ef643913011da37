package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/companion/crashloop"
	"familiar/companion/journal"
	"familiar/companion/protocol"
)

// TestCrashLoop kills the program three times soon after it has read the last game, as a crash does that comes again and again. The next start goes on without that
// game, keeps it, and says so.
func TestCrashLoop(t *testing.T) {
	state := t.TempDir()
	const boot = "FAMILIAR_BOOT=today"
	p := startProcess(t, itselfCommand, state, boot)
	host := callTable(t, p)
	for _, r := range []protocol.Request{
		protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}},
		protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}},
	} {
		if a, err := host.do(r); err != nil || !a.OK {
			t.Fatalf("%+v: %+v, %v", r, a, err)
		}
	}
	p.terminate()
	names, err := journal.Names(state)
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	for range 3 {
		p := startProcess(t, itselfCommand, state, boot)
		for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			if note, err := os.ReadFile(filepath.Join(state, crashloop.File)); err == nil && strings.Contains(string(note), names[0]) {
				break
			}
			if time.Now().After(end) {
				t.Fatal("the start does not note that it reads the last game")
			}
		}
		p.kill()
	}
	p = startProcess(t, itselfCommand, state, boot)
	s, err := callTable(t, p).until(func(*protocol.Snapshot) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if s.Game != nil || len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "keeps it as "+names[0]+".damaged-1") {
		t.Errorf("the game is %+v, and it is said: %+v", s.Game, s.Notices)
	}
	if _, err := os.Stat(filepath.Join(state, journal.Folder, names[0]+".damaged-1")); err != nil {
		t.Error(err)
	}
	p.terminate()
}

// callTable connects a phone that comes with the join code.
func callTable(t *testing.T, p *process) *networkPhone {
	t.Helper()
	phone, err := connectPhone(p.address, "", p.code)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(phone.close)
	return phone
}
