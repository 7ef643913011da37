package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/web/certificate"
)

// TestCertificateCommand shows an authority: its address, fingerprint, names and, on a terminal, a code to scan. With --new there is another one afterwards.
func TestCertificateCommand(t *testing.T) {
	state := t.TempDir()
	source := certificate.InState(state)
	table := certificate.Table{Names: []string{"tavern.local", "localhost"}, Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.5")}}
	if err := source.Refresh(table, time.Now()); err != nil {
		t.Fatal(err)
	}
	first := certificate.Fingerprint(source.Authority())
	args := []string{"certificate", "--state", state, "--listen", "127.0.0.1:8123"}
	near, far := terminal(t)
	if status := mainImpl(env{ctx: context.Background(), games: games(), stdout: far, stderr: os.Stderr}, args); status != exitOK {
		t.Errorf("the exit status is %d", status)
	}
	if err := far.Close(); err != nil {
		t.Fatal(err)
	}
	shown, err := io.ReadAll(near)
	if !errors.Is(err, unix.EIO) { // the far end is closed
		t.Fatal(err)
	}
	said, failed := inProcess(t, args...)
	if failed || strings.Contains(said, "█") || !strings.Contains(string(shown), "█") {
		t.Errorf("on a terminal it says\n%s\nelsewhere\n%s", shown, said)
	}
	for _, text := range []string{string(shown), said} {
		for _, want := range []string{"http://localhost:8123/familiar.crt", first, "vouch for tavern.local, localhost, 127.0.0.1, 192.168.1.5, ::1 until", "https://tavern.local:8123"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
	if said, failed := inProcess(t, append(args, "--new")...); failed {
		t.Errorf("--new says %s", said)
	}
	if err := source.Refresh(table, time.Now()); err != nil {
		t.Fatal(err)
	}
	if said, failed := inProcess(t, args...); failed || strings.Contains(said, first) {
		t.Errorf("after --new it says\n%s", said)
	}
}

// ownCertificate writes a certificate for a name, and its key, to files.
func ownCertificate(t *testing.T, name string, ends time.Time) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: ends.AddDate(-1, 0, 0), NotAfter: ends, DNSNames: []string{name}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certificate, key = filepath.Join(dir, "chain.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: pkcs8}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key
}

// TestServiceWithAnExpiredCertificate checks that the service serves phones nonetheless, tells each of them, and sends new ones to the name in the certificate.
// When the owner has put a new certificate there, nothing is wrong any more.
func TestServiceWithAnExpiredCertificate(t *testing.T) {
	root, _, _ := install(t)
	at := installedAt(root)
	var cert, key string
	command := func(t *testing.T) runCommand {
		cert, key = ownCertificate(t, "table.example", time.Now().Add(-time.Hour))
		return runCommand{paths: paths{State: at.State}, TLSCert: cert, TLSKey: key}
	}
	asServiceAndByHand(t, at, command, "has expired on", func(t *testing.T, r *rig.Rig, url string, p *rig.Phone) {
		if !strings.HasPrefix(url, "https://table.example:") {
			t.Errorf("phones are sent to %s", url)
		}
		health := func() protocol.Device {
			devices := p.Snapshot().Devices
			i := slices.IndexFunc(devices, func(d protocol.Device) bool { return d.Name == "TLS" })
			if i < 0 {
				t.Fatalf("nothing is told of TLS: %+v", devices)
			}
			return devices[i]
		}
		if h := health(); h.OK || !strings.Contains(h.Text, cert+" has expired on") {
			t.Errorf("the phone is told %+v", h)
		}
		next, nextKey := ownCertificate(t, "table.example", time.Now().Add(time.Hour))
		for from, to := range map[string]string{next: cert, nextKey: key} {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
		r.Pass(time.Minute)
		if h := health(); !h.OK || h.Text != "" {
			t.Errorf("with a new certificate the phone is told %+v", h)
		}
	})
}
