package certificate

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tavern = Identity{
		Names:     []string{"tavern.local", "tavern", "localhost", "tavern.local", "no name", "10.1.2.3"},
		Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("fd00::5"), netip.MustParseAddr("2001:db8::5"), netip.MustParseAddr("127.0.0.1")},
	}
)

// refreshed returns the authority of a new state directory.
func refreshed(t *testing.T, table Identity) (*Authority, string) {
	t.Helper()
	dir := t.TempDir()
	a := InState(dir)
	must(t, a.Refresh(table, noon))
	return a, dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// verify checks a certificate as a phone does that trusts an authority.
func verify(c, authority *x509.Certificate, host string, at time.Time) error {
	roots := x509.NewCertPool()
	roots.AddCert(authority)
	_, err := c.Verify(x509.VerifyOptions{Roots: roots, DNSName: host, CurrentTime: at})
	return err
}

// A phone that trusts the authority takes the table under each of its names and private addresses, and under no other one.
func TestCertificateIsForTheTable(t *testing.T) {
	a, _ := refreshed(t, tavern)
	for host, good := range map[string]bool{
		"tavern.local": true, "tavern": true, "localhost": true, "192.168.1.5": true, "10.1.2.3": true, "127.0.0.1": true, "::1": true, "fd00::5": true,
		"familiar.local": false, "evil.example": false, "192.168.1.1": false, "2001:db8::5": false, "no name": false,
	} {
		if err := verify(a.Certificate().Leaf, a.Authority(), host, noon); (err == nil) != good {
			t.Errorf("%s: %v", host, err)
		}
		if got := Vouches(a, host); got != good {
			t.Errorf("%s: the table says %v", host, got)
		}
	}
}

// A machine may be called like a domain under which others register theirs. An authority for that name would be one for all of them.
func TestNoAuthorityForADomainOfOthers(t *testing.T) {
	a, _ := refreshed(t, Identity{Names: []string{"games", "games.local", "co.uk", "familiar", "tavern.example"}})
	if want, got := []string{"games.local", "familiar", "tavern.example"}, a.Authority().PermittedDNSDomains; !slices.Equal(got, want) {
		t.Errorf("the authority is for %q, not %q", got, want)
	}
}

// Who has stolen the key of the authority can pass for the table alone. Go's own x509 refuses certificates for anything else, and those that make another
// authority or sign for anything but TLS servers.
func TestAuthorityIsConstrained(t *testing.T) {
	a, dir := refreshed(t, tavern)
	text, err := os.ReadFile(filepath.Join(dir, AuthorityFile))
	must(t, err)
	stolen, err := parseSigner(text)
	must(t, err)
	if got := stolen.certificate.Subject.CommonName; got != "Familiar at tavern.local" {
		t.Errorf("whoever is asked to trust it reads the name %q", got)
	}
	if !stolen.certificate.PermittedDNSDomainsCritical || stolen.key.Public().(*ecdsa.PublicKey).Curve != elliptic.P256() {
		t.Error("the constraints are not critical, or the key is not one of P-256")
	}
	for host, good := range map[string]bool{
		"tavern.local": true, "192.168.1.5": true, "bank.example": false, "local": false, "xtavern.local": false, "192.168.1.1": false, "192.168.1.50": false, "8.8.8.8": false, "fd00::6": false,
	} {
		var names []string
		var addresses []netip.Addr
		if ip, err := netip.ParseAddr(host); err == nil {
			addresses = []netip.Addr{ip}
		} else {
			names = []string{host}
		}
		forged, err := stolen.sign(names, addresses, noon)
		must(t, err)
		if err := verify(forged.Leaf, a.Authority(), host, noon); (err == nil) != good {
			t.Errorf("a certificate for %s: %v", host, err)
		}
	}
	below, err := newSigner(Identity{Names: []string{"tavern.local"}}, noon)
	must(t, err)
	der, err := x509.CreateCertificate(rand.Reader, below.certificate, stolen.certificate, below.key.Public(), stolen.key)
	must(t, err)
	below.certificate, err = x509.ParseCertificate(der)
	must(t, err)
	leaf, err := below.sign([]string{"tavern.local"}, nil, noon)
	must(t, err)
	roots, between := x509.NewCertPool(), x509.NewCertPool()
	roots.AddCert(stolen.certificate)
	between.AddCert(below.certificate)
	if _, err := leaf.Leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: noon}); err == nil {
		t.Error("it makes other authorities")
	}
	if _, err := a.Certificate().Leaf.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: noon, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection}}); err == nil {
		t.Error("it signs for other uses")
	}
}

// Only the service can read the key, also if the file was copied from elsewhere, and nothing is left beside it.
func TestKeyIsForTheServiceAlone(t *testing.T) {
	_, dir := refreshed(t, tavern)
	path := filepath.Join(dir, AuthorityFile)
	mode := func() os.FileMode {
		info, err := os.Stat(path)
		must(t, err)
		return info.Mode().Perm()
	}
	if got := mode(); got != 0o600 {
		t.Errorf("its mode is %v", got)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	must(t, os.Chmod(path, 0o644))
	must(t, InState(dir).Refresh(tavern, noon))
	if got := mode(); got != 0o600 {
		t.Errorf("after a start its mode is %v", got)
	}
}

// A certificate is valid for 398 days at most, and is replaced in time while the table runs. The authority stays the same, also after a restart.
func TestCertificateIsRenewed(t *testing.T) {
	a, dir := refreshed(t, tavern)
	authority, first := a.Authority(), a.Certificate()
	if lasts := first.Leaf.NotAfter.Sub(first.Leaf.NotBefore); lasts > 398*24*time.Hour {
		t.Errorf("the certificate lasts %v", lasts)
	}
	signed := 0
	last := first
	for now := noon; now.Before(noon.AddDate(2, 0, 0)); now = now.Add(time.Hour) {
		must(t, a.Refresh(tavern, now))
		if c := a.Certificate(); c != last {
			signed++
			last = c
		}
		if err := verify(last.Leaf, authority, "tavern.local", now.Add(7*24*time.Hour)); err != nil {
			t.Fatalf("on %v: %v", now, err)
		}
	}
	if signed < 8 || signed > 16 {
		t.Errorf("%d certificates in two years", signed)
	}
	again := InState(dir)
	must(t, again.Refresh(tavern, noon.AddDate(0, 1, 0)))
	if !again.Authority().Equal(authority) {
		t.Error("after a restart there is another authority")
	}
	err := a.Refresh(tavern, noon.AddDate(11, 0, 0))
	if err == nil || !strings.Contains(err.Error(), "expired") || !strings.Contains(err.Error(), "--new") {
		t.Errorf("an authority that has expired: %v", err)
	}
}

// Where the clock is wrong at the start, there is a certificate, and one for the right time as soon as the clock is right. A clock that is behind the authority's
// beginning is known to be wrong: the certificate is valid from that beginning, for phones whose clocks are right.
func TestCertificateIfTheClockIsWrong(t *testing.T) {
	a, dir := refreshed(t, tavern)
	for _, wrong := range []time.Time{time.Unix(0, 0), noon.AddDate(5, 0, 0)} {
		b := InState(dir)
		must(t, b.Refresh(tavern, wrong))
		if err := verify(b.Certificate().Leaf, a.Authority(), "tavern.local", noon); wrong.Before(noon) && err != nil {
			t.Errorf("while the clock says %v: %v", wrong, err)
		}
		must(t, b.Refresh(tavern, noon))
		if err := verify(b.Certificate().Leaf, a.Authority(), "tavern.local", noon); err != nil {
			t.Errorf("from %v: %v", wrong, err)
		}
	}
}

// When the table gets another address or name, its certificate changes at once. As long as no phone has the authority, that changes, too; then it stays, and the
// certificate is for what the authority can vouch for.
func TestCertificateFollowsTheTable(t *testing.T) {
	for name, before := range map[string]Identity{
		"other addresses": {Names: tavern.Names, Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.9"), netip.MustParseAddr("fd00::9")}},
		"no address":      {Names: tavern.Names},
		"other names":     {Names: []string{"inn.local"}, Addresses: tavern.Addresses},
		"a further name":  {Names: append([]string{"inn.local"}, tavern.Names...), Addresses: tavern.Addresses},
	} {
		if a, _ := refreshed(t, before); a.Refresh(tavern, noon) != nil || !Vouches(a, "192.168.1.5") || !Vouches(a, tavern.Names[0]) || Vouches(a, "inn.local") {
			t.Errorf("after %s the certificate is not for the table", name)
		}
	}
	a, dir := refreshed(t, Identity{Names: []string{"tavern.local"}})
	must(t, a.Refresh(tavern, noon))
	if !Vouches(a, "192.168.1.5") || verify(a.Certificate().Leaf, a.Authority(), "192.168.1.5", noon) != nil {
		t.Error("an authority that no phone has does not take a new address")
	}
	given, err := a.HandOut()
	must(t, err)
	moved := Identity{Names: []string{"tavern.local", "inn.local"}, Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.9"), netip.MustParseAddr("fd00::5")}}
	for _, source := range []*Authority{a, InState(dir)} {
		must(t, source.Refresh(moved, noon))
		if !source.Authority().Equal(given) {
			t.Error("phones would have to trust another authority")
		}
		for host, good := range map[string]bool{"tavern.local": true, "fd00::5": true, "inn.local": false, "192.168.1.9": false, "192.168.1.5": false} {
			if Vouches(source, host) != good {
				t.Errorf("%s: %v", host, !good)
			}
		}
		must(t, source.Refresh(tavern, noon))
		if !Vouches(source, "192.168.1.5") {
			t.Error("the old address is back, and not in the certificate")
		}
	}
}

// Read and Forget work beside a table that runs, which then makes a new authority.
func TestForget(t *testing.T) {
	a, dir := refreshed(t, tavern)
	old, err := a.HandOut()
	must(t, err)
	if read, err := Read(dir); err != nil || !read.Equal(old) {
		t.Errorf("read %v, %v", read, err)
	}
	must(t, Forget(dir))
	if _, err := Read(dir); err != ErrNoAuthority {
		t.Errorf("read after that: %v", err)
	}
	if given, err := a.HandOut(); given != nil || err != nil {
		t.Errorf("the old one is handed out: %v, %v", given, err)
	}
	if err := Forget(dir); err != ErrNoAuthority {
		t.Errorf("forgotten again: %v", err)
	}
	must(t, a.Refresh(tavern, noon))
	if a.Authority().Equal(old) || verify(a.Certificate().Leaf, a.Authority(), "tavern.local", noon) != nil {
		t.Error("there is no new authority")
	}
}

// strangeKey returns a key of a kind that no authority has.
func strangeKey(t *testing.T) []byte {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	return der
}

// A damaged file is told, kept, and does not end a certificate that is in use. Nothing is thrown away.
func TestAuthorityIsDamaged(t *testing.T) {
	a, dir := refreshed(t, tavern)
	path := filepath.Join(dir, AuthorityFile)
	good, err := os.ReadFile(path)
	must(t, err)
	_, elsewhere := refreshed(t, tavern)
	other, err := os.ReadFile(filepath.Join(elsewhere, AuthorityFile))
	must(t, err)
	cut := strings.Index(string(good), "-----BEGIN PRIVATE")
	block := func(kind string, content []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}))
	}
	for name, text := range map[string]string{
		"empty": "", "half": string(good[:len(good)/2]), "noise": "\x00\xff", "only the certificate": string(good[:cut]), "another key": string(good[:cut]) + string(other[strings.Index(string(other), "-----BEGIN PRIVATE"):]),
		"too long": strings.Repeat("x", maxAuthorityFile+1), "the wrong way": string(good[cut:]) + string(good[:cut]),
		"the wrong block first": block("OTHER", nil) + string(good[cut:]), "the wrong block last": string(good[:cut]) + block("OTHER", nil),
		"no certificate in its block": block(certificateBlock, []byte("noise")) + string(good[cut:]), "no key in its block": string(good[:cut]) + block(keyBlock, []byte("noise")),
		"a key of another kind": string(good[:cut]) + block(keyBlock, strangeKey(t)),
	} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		for _, source := range []*Authority{a, InState(dir)} {
			err := source.Refresh(tavern, noon)
			if err == nil || !strings.Contains(err.Error(), "authority cannot be read") {
				t.Errorf("%s: %v", name, err)
			}
			if wrong := strings.Contains(name, "wrong") || strings.Contains(name, "only"); wrong && !strings.Contains(err.Error(), "does not hold a certificate and its key") {
				t.Errorf("%s: it is not said what is missing: %v", name, err)
			}
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != text {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
	}
	if a.Certificate() == nil {
		t.Error("the certificate in use is gone")
	}
	must(t, os.Remove(path))
	must(t, os.Mkdir(path, 0o700))
	if err := a.Refresh(tavern, noon); err == nil {
		t.Error("a folder is taken for an authority")
	}
}

// FuzzAuthority checks that no file is taken for an authority but a whole one, which is written as it was read.
func FuzzAuthority(f *testing.F) {
	made, err := newSigner(tavern, noon)
	if err != nil {
		f.Fatal(err)
	}
	good, err := made.text()
	if err != nil {
		f.Fatal(err)
	}
	made.given = true
	given, err := made.text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(given)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := parseSigner(text)
		if err != nil {
			return
		}
		written, err := s.text()
		must(t, err)
		again, err := parseSigner(written)
		must(t, err)
		if !again.certificate.Equal(s.certificate) || again.given != s.given {
			t.Error("it is written as another one")
		}
	})
}

// An authority that cannot be kept is none: phones would trust one that the next start does not know.
func TestAuthorityThatCannotBeKept(t *testing.T) {
	a := InState(filepath.Join(t.TempDir(), "file", "below"))
	must(t, os.WriteFile(filepath.Dir(filepath.Dir(a.path)), nil, 0o600))
	if err := a.Refresh(tavern, noon); err == nil {
		t.Error("nothing is said")
	}
	if a.Certificate() != nil || a.Authority() != nil {
		t.Error("there is a certificate")
	}
	if given, err := a.HandOut(); given != nil || err != nil {
		t.Errorf("handed out: %v, %v", given, err)
	}
}

// own writes an owner's certificate and key to files.
func own(t *testing.T, from, to time.Time, names ...string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "own"}, NotBefore: from, NotAfter: to}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, err)
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	dir := t.TempDir()
	certificate, key = filepath.Join(dir, "chain.pem"), filepath.Join(dir, "key.pem")
	must(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	must(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}), 0o600))
	return certificate, key
}

func TestOwnCertificate(t *testing.T) {
	certificate, key := own(t, noon, noon.AddDate(0, 3, 0), "*.example", "table.example", "game.example", "192.168.1.5")
	f := InFiles(certificate, key)
	must(t, f.Refresh(tavern, noon))
	if f.Authority() != nil || !Vouches(f, "table.example") || !Vouches(f, "192.168.1.5") || Vouches(f, "tavern.local") {
		t.Error("it is not the certificate in the file")
	}
	if got := Names(f); !slices.Equal(got, []string{"table.example", "game.example", "192.168.1.5"}) {
		t.Errorf("names %v", got)
	}
	for want, preferred := range map[string][]string{"table.example": nil, "game.example": {"other.test", "game.example"}, "wild.example": {"wild.example"}} {
		if got := Host(f, preferred...); got != want {
			t.Errorf("with %v phones find it at %q", preferred, got)
		}
	}
	// A new one takes its place, as a link, without a restart.
	next, nextKey := own(t, noon, noon.AddDate(1, 0, 0), "next.example")
	for path, to := range map[string]string{certificate: next, key: nextKey} {
		must(t, os.Remove(path))
		must(t, os.Symlink(to, path))
	}
	must(t, f.Refresh(tavern, noon.AddDate(0, 4, 0)))
	if !Vouches(f, "next.example") {
		t.Error("the new certificate is not in use")
	}
}

// What is wrong with an owner's certificate is said with the file; the last one that could be read stays in use.
func TestOwnCertificateIsWrong(t *testing.T) {
	certificate, key := own(t, noon, noon.AddDate(0, 3, 0), "table.example")
	_, otherKey := own(t, noon, noon.AddDate(0, 3, 0), "table.example")
	nameless, namelessKey := own(t, noon, noon.AddDate(0, 3, 0))
	missing := filepath.Join(t.TempDir(), "missing.pem")
	for name, c := range map[string]struct {
		certificate, key string
		at               time.Time
		want             []string
	}{
		"no certificate":     {missing, key, noon, []string{"certificate cannot be read", "missing.pem"}},
		"no key":             {certificate, missing, noon, []string{"key of the certificate cannot be read", "missing.pem"}},
		"a folder":           {filepath.Dir(certificate), key, noon, []string{"it is no file"}},
		"another key":        {certificate, otherKey, noon, []string{certificate, otherKey, "private key does not match public key"}},
		"the wrong way":      {key, certificate, noon, []string{"cannot be used", "switched"}},
		"it has expired":     {certificate, key, noon.AddDate(1, 0, 0), []string{certificate, "has expired on 2027-02-20"}},
		"it has not begun":   {certificate, key, noon.AddDate(-1, 0, 0), []string{certificate, "begins on 2026-11-20", "clock"}},
		"it is for nobody":   {nameless, namelessKey, noon, []string{nameless, "no name and no address"}},
		"nothing of its own": {"/dev/null", key, noon, []string{"it is no file"}},
	} {
		err := InFiles(c.certificate, c.key).Refresh(tavern, c.at)
		if err == nil {
			t.Errorf("%s: nothing is said", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, err, want)
			}
		}
	}
	f := InFiles(certificate, key)
	must(t, f.Refresh(tavern, noon))
	must(t, os.WriteFile(certificate, []byte("half"), 0o600))
	if err := f.Refresh(tavern, noon); err == nil || !Vouches(f, "table.example") {
		t.Errorf("a certificate that cannot be read any more: %v", err)
	}
}

// A certificate of the owner's has no authority of the table's: phones trust it already, and are given nothing.
func TestOwnCertificateHasNoAuthority(t *testing.T) {
	certificate, key := own(t, noon, noon.AddDate(0, 3, 0), "table.example")
	f := InFiles(certificate, key)
	must(t, f.Refresh(tavern, noon))
	if given, err := f.HandOut(); given != nil || err != nil || f.Authority() != nil {
		t.Errorf("handed out is %v, %v; the authority is %v", given, err, f.Authority())
	}
}
