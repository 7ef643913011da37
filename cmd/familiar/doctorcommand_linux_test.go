package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/cli"
)

// TestDoctorOfARunningTable examines a state that a Familiar uses, and does not disturb it.
func TestDoctorOfARunningTable(t *testing.T) {
	state := t.TempDir()
	d := startProcess(t, itselfCommand, state)
	defer d.terminate()
	var out strings.Builder
	w := cli.Env{Ctx: t.Context(), Games: games(), Stdout: &out, Stderr: &out}
	late := time.Now().Add(patience)
	for strings.Count(out.String(), " polls, errors: 0") < 8 {
		if time.Now().After(late) {
			t.Fatalf("it says\n%s", &out)
		}
		out.Reset()
		mainImpl(w, []string{"doctor", "--state", state, "--listen", d.address})
	}
	for _, says := range []string{"is Familiar's own", "they are in use, and this is what the running Familiar says of them", "  ok  buzzer"} {
		if !strings.Contains(out.String(), says) {
			t.Errorf("%q is not said:\n%s", says, &out)
		}
	}
	if strings.Contains(out.String(), "in 500ms") {
		t.Errorf("the devices were asked:\n%s", &out)
	}
}

// TestInstalledDoctor checks that the doctor sees what the service sees, and draws where the caller may write.
func TestInstalledDoctor(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	root, _, _ := installed(t)
	at := installedAt(root)
	if err := os.WriteFile(at.Config, []byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(t.TempDir(), "wires.svg")
	said := onInstalled(t, root, "", "doctor", "--picture", picture)
	for _, says := range []string{"  ok  " + at.Config + ": readers: 1", "  ok  " + at.State + " can be written to", "Service\n", "  ok  drawn in " + picture, "the service's user nobody"} {
		if !strings.Contains(said.stdout, says) {
			t.Errorf("%q is not said:\n%+v", says, said)
		}
	}
	if info, err := os.Stat(picture); err != nil || info.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("the picture: %v", err)
	}
	said = onInstalled(t, root, "12345", "doctor")
	if !said.failed || !strings.Contains(said.stdout, "  !!  "+at.State+" belongs to the service: run this as `sudo familiar …`") {
		t.Errorf("somebody else: %+v", said)
	}
	config := filepath.Join(t.TempDir(), "new.toml")
	if said := onInstalled(t, root, "", "doctor", "--write-config", config); said.failed {
		t.Errorf("%+v", said)
	}
	if text, err := os.ReadFile(config); err != nil || !strings.Contains(string(text), "What is wired where") {
		t.Errorf("%q, %v", text, err)
	}
	// For a folder of another user the doctor says which user the service has.
	if err := os.Chown(at.State, 0, 0); err != nil {
		t.Fatal(err)
	}
	said = onInstalled(t, root, "", "doctor")
	if !said.failed || !strings.Contains(said.stdout, "it belongs to root, and not to nobody: `sudo chown -R nobody: "+at.State+"`") {
		t.Errorf("a state of root's: %+v", said)
	}
}
