package run

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// aGame is the only game of the program here.
var aGame = sacrilege.Game()

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
	at := install.Service{State: t.TempDir()}
	var cert, key string
	command := func(t *testing.T) Command {
		cert, key = ownCertificate(t, "table.example", time.Now().Add(-time.Hour))
		return Command{Paths: install.Paths{State: at.State}, TLSCert: cert, TLSKey: key}
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

// TestServiceWithAWrongConfig checks that the service still serves phones, and that every phone shows the wrong line of the config.
func TestServiceWithAWrongConfig(t *testing.T) {
	at := install.Service{Config: filepath.Join(t.TempDir(), "familiar.toml"), State: t.TempDir()}
	if err := os.WriteFile(at.Config, []byte("[[reader]]\nseat = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const wrong = "line 1: reader: bus is missing"
	command := func(*testing.T) Command { return Command{Paths: install.Paths{Config: at.Config, State: at.State}} }
	asServiceAndByHand(t, at, command, wrong, func(t *testing.T, _ *rig.Rig, _ string, p *rig.Phone) {
		told := slices.ContainsFunc(p.Snapshot().Devices, func(d protocol.Device) bool { return d.Name == "config" && !d.OK && strings.Contains(d.Text, wrong) })
		if !told {
			t.Errorf("of the devices the phone is told %+v", p.Snapshot().Devices)
		}
		p.Must(protocol.StartRequest{Game: aGame.ID, Seats: []string{"ann", "ben"}})
	})
}

// asServiceAndByHand starts a command with something wrong in it. A Familiar that somebody starts by hand fails at once and says what is wrong. The service runs
// nevertheless, so that phones can be told: check gets a phone of it, and the address that phones are sent to.
func asServiceAndByHand(t *testing.T, at install.Service, command func(*testing.T) Command, wrong string, check func(t *testing.T, r *rig.Rig, url string, p *rig.Phone)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := cli.Env{Ctx: t.Context(), Games: []engine.Game{aGame}, Stdout: io.Discard, Stderr: io.Discard}
		_, err := command(t).Start(w, slog.New(slog.DiscardHandler), rig.NewPipes())
		if err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("by hand it is told %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		w := cli.Env{Ctx: t.Context(), Games: []engine.Game{aGame}, Installed: at, Stdout: io.Discard, Stderr: io.Discard}
		pipes := rig.NewPipes()
		d, err := command(t).Start(w, slog.New(slog.DiscardHandler), pipes)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		r := rig.NewAt(t, rig.NewBubble(d, pipes, at.State), "", nil)
		p := r.Phone("127.0.0.1", "")
		check(t, r, d.URL(), p)
		p.Close()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
