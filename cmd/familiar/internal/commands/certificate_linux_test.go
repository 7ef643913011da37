package commands

import (
	"errors"
	"io"
	"net/netip"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/cli"
	"familiar/web/certificate"
)

// TestCertificateCommand shows an authority: its address, fingerprint, names and, on a terminal, a code to scan. With --new there is another one afterwards.
func TestCertificateCommand(t *testing.T) {
	state := t.TempDir()
	source := certificate.InState(state)
	table := certificate.Identity{Names: []string{"tavern.local", "localhost"}, Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.5")}}
	if err := source.Refresh(table, time.Now()); err != nil {
		t.Fatal(err)
	}
	first := certificate.Fingerprint(source.Authority())
	command := Certificate{State: state, Listen: "127.0.0.1:8123"}
	shows := func(c Certificate) string {
		t.Helper()
		var out strings.Builder
		if err := c.Run(cli.Env{Ctx: t.Context(), Stdout: &out}); err != nil {
			t.Error(err)
		}
		return out.String()
	}
	near, far := terminal(t)
	if err := command.Run(cli.Env{Ctx: t.Context(), Stdout: far}); err != nil {
		t.Error(err)
	}
	if err := far.Close(); err != nil {
		t.Fatal(err)
	}
	shown, err := io.ReadAll(near)
	if !errors.Is(err, unix.EIO) { // the far end is closed
		t.Fatal(err)
	}
	said := shows(command)
	if strings.Contains(said, "█") || !strings.Contains(string(shown), "█") {
		t.Errorf("on a terminal it says\n%s\nelsewhere\n%s", shown, said)
	}
	for _, text := range []string{string(shown), said} {
		for _, want := range []string{"http://localhost:8123/familiar.crt", first, "vouch for tavern.local, localhost, 127.0.0.1, 192.168.1.5, ::1 until", "https://tavern.local:8123"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
	shows(Certificate{State: state, New: true})
	if err := source.Refresh(table, time.Now()); err != nil {
		t.Fatal(err)
	}
	if said := shows(command); strings.Contains(said, first) {
		t.Errorf("after --new it says\n%s", said)
	}
}
